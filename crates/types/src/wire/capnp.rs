//! Messages of Cap'n Proto: <https://capnproto.org/encoding.html>.

use wirecost_value::Value;

use super::unfolded::Unfolded;
use crate::Int;
use crate::import::capnp::layout::{Field, Kind, Layout, Shape, Struct};

/// A word is eight bytes.
const WORD: usize = 8;

/// The most segments of a message.
const MAX_SEGMENTS: usize = 512;

/// The struct at the root of a message as it is written to a file, after the table of its segments.
pub fn root(layout: &Layout, bytes: &[u8]) -> Result<(Vec<Value>, usize), String> {
    let segments = segments(bytes)?;
    let mut reader = Reader { layout, segments, unfolded: Unfolded::default(), unknown: 0 };
    let value = match reader.pointer((0, 0))? {
        Some(Target::Struct(at)) => reader.structure(0, at)?,
        Some(Target::List(_)) => return Err("the root is a list".to_owned()),
        None => reader.structure(0, Data::default())?,
    };
    Ok((vec![value], reader.unknown))
}

/// The segments of a message.
fn segments(bytes: &[u8]) -> Result<Vec<&[u8]>, String> {
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).ok_or_else(|| format!("byte {at}: the table of segments ends early"))?;
        Ok::<_, String>(bytes.iter().rev().fold(0_usize, |word, byte| word << 8 | usize::from(*byte)))
    };
    let count = word(0)?.saturating_add(1);
    if count > MAX_SEGMENTS {
        return Err(format!("byte 0: {count} segments, and a message has {MAX_SEGMENTS} at most"));
    }
    let mut start = (4 * (count + 1)).next_multiple_of(WORD);
    let mut segments = Vec::with_capacity(count);
    for number in 0..count {
        let length = word(4 * (number + 1))?.saturating_mul(WORD);
        let segment = bytes.get(start..start.saturating_add(length));
        segments.push(segment.ok_or_else(|| format!("byte {start}: segment {number} ends early"))?);
        start += length;
    }
    match bytes.len() - start {
        0 => Ok(segments),
        more => Err(format!("{more} bytes after the message")),
    }
}

/// A word: the segment, and its number there.
type At = (usize, usize);

/// What a struct, or an item of a list, has. What is beyond its data is 0, and what is beyond its pointers is null.
#[derive(Debug, Clone, Copy, Default)]
struct Data {
    segment: usize,
    /// The first bit of its data, and how many there are.
    bit: usize,
    bits: usize,
    /// The first word of its pointers, and how many there are.
    pointer: usize,
    pointers: usize,
}

/// Items, each so many bits after the other.
#[derive(Debug, Clone, Copy)]
struct List {
    first: Data,
    step: usize,
    count: usize,
}

enum Target {
    Struct(Data),
    List(List),
}

struct Reader<'a> {
    layout: &'a Layout,
    segments: Vec<&'a [u8]>,
    unfolded: Unfolded,
    unknown: usize,
}

impl<'a> Reader<'a> {
    fn word(&self, (segment, word): At) -> Result<u64, String> {
        let bytes = self.segments.get(segment).and_then(|bytes| bytes.get(word.checked_mul(WORD)?..)?.first_chunk());
        bytes
            .map(|bytes| u64::from_le_bytes(*bytes))
            .ok_or_else(|| format!("segment {segment}, word {word} is beyond its end"))
    }

    /// So many words from a word on are there.
    fn words(&self, (segment, word): At, count: usize) -> Result<(), String> {
        let there = self.segments.get(segment).map_or(0, |bytes| bytes.len() / WORD);
        if word.saturating_add(count) > there {
            return Err(format!("segment {segment}, word {word}: {count} words are beyond its end"));
        }
        Ok(())
    }

    /// What the pointer at a word leads to; none if it is null.
    fn pointer(&self, at: At) -> Result<Option<Target>, String> {
        const FAR: u64 = 2;
        let pointer = self.word(at)?;
        if pointer & 3 != FAR {
            return self.near(pointer, at, (at.0, at.1 + 1));
        }
        let (landing, pad) = (pointer >> 32, ((pointer >> 3) & ((1 << 29) - 1)) as usize);
        let pad = (landing as usize, pad);
        let first = self.word(pad)?;
        match pointer & 4 {
            0 if first & 3 == FAR => Err(format!("segment {}, word {}: a far pointer leads to another", at.0, at.1)),
            0 => self.near(first, pad, (pad.0, pad.1 + 1)),
            _ => {
                // The content is in a segment that has no room for a pointer.
                let start = ((first >> 3) & ((1 << 29) - 1)) as usize;
                self.near(self.word((pad.0, pad.1 + 1))? & !0xffff_fffc, pad, ((first >> 32) as usize, start))
            }
        }
    }

    /// What a pointer leads to whose offset counts from the word `from`.
    fn near(&self, pointer: u64, at: At, from: At) -> Result<Option<Target>, String> {
        let wrong = |reason: &str| Err(format!("segment {}, word {}: {reason}", at.0, at.1));
        if pointer == 0 {
            return Ok(None);
        }
        let offset = i64::from((pointer as u32 as i32) >> 2);
        let Ok(start) = usize::try_from(from.1 as i64 + offset) else {
            return wrong("a pointer to before its segment");
        };
        let start = (from.0, start);
        match pointer & 3 {
            0 => {
                let (data, pointers) = (((pointer >> 32) & 0xffff) as usize, (pointer >> 48) as usize);
                self.words(start, data + pointers)?;
                Ok(Some(Target::Struct(Data::of(start, data, pointers))))
            }
            1 => self.list(start, (pointer >> 32) & 7, (pointer >> 35) as usize).map(Target::List).map(Some),
            _ => wrong("a capability, which is of no message"),
        }
    }

    fn list(&self, start: At, kind: u64, count: usize) -> Result<List, String> {
        const BITS: [usize; 6] = [0, 1, 8, 16, 32, 64];
        if let Some(bits) = BITS.get(kind as usize) {
            self.words(start, (bits * count).div_ceil(64))?;
            let first = Data { bits: *bits, ..Data::of(start, 0, 0) };
            return Ok(List { first, step: *bits, count });
        }
        if kind == 6 {
            self.words(start, count)?;
            return Ok(List { first: Data { bits: 0, pointers: 1, ..Data::of(start, 0, 0) }, step: 64, count });
        }
        self.words(start, count.saturating_add(1))?;
        let tag = self.word(start)?;
        let (items, data, pointers) =
            ((tag >> 2 & ((1 << 30) - 1)) as usize, (tag >> 32 & 0xffff) as usize, (tag >> 48) as usize);
        if items.saturating_mul(data + pointers) > count {
            return Err(format!("segment {}, word {}: a list is shorter than its items", start.0, start.1));
        }
        Ok(List { first: Data::of((start.0, start.1 + 1), data, pointers), step: 64 * (data + pointers), count: items })
    }

    /// So many bits from `bit` on, of a struct; 0 where it has none there.
    fn bits(&self, of: Data, bit: usize, count: usize) -> Result<u64, String> {
        if bit + count > of.bits {
            return Ok(0);
        }
        let bit = of.bit + bit;
        let word = self.word((of.segment, bit / 64))? >> (bit % 64);
        Ok(if count == 64 { word } else { word & ((1 << count) - 1) })
    }

    fn structure(&mut self, number: usize, at: Data) -> Result<Value, String> {
        let Some(of) = self.layout.structs.get(number) else { return Err("a struct that is not known".to_owned()) };
        self.group(of, at)
    }

    fn group(&mut self, of: &'a Struct, at: Data) -> Result<Value, String> {
        self.unfolded.enter()?;
        let choice = match of.discriminant {
            Some(place) => Some(self.bits(at, 16 * place as usize, 16)? as u16),
            None => None,
        };
        let is_there = |field: &&Field| field.choice.is_none() || field.choice == choice;
        let mut fields = Vec::new();
        for field in of.fields.iter().filter(is_there) {
            let value = match &field.kind {
                Kind::Group(inner) => self.group(inner, at).map(Some),
                Kind::Value { shape, place, default } => self.value(shape, at, *place as usize, *default),
            };
            let value = value.map_err(|reason| format!(".{}: {reason}", field.name))?;
            fields.extend(value.map(|value| (field.name.clone(), value)));
        }
        let is_known = choice.is_none() || of.fields.iter().any(|field| field.choice == choice);
        self.unknown += usize::from(!is_known);
        self.unfolded.leave();
        Ok(Value::Map(fields))
    }

    /// The value at a place of a struct; none where a pointer is null.
    fn value(&mut self, shape: &'a Shape, of: Data, place: usize, default: u64) -> Result<Option<Value>, String> {
        self.unfolded.count(0)?;
        if let Some(size) = shape.size() {
            let bits = 1_usize << size;
            return data(shape, self.bits(of, place * bits, bits)? ^ default).map(Some);
        }
        if *shape == Shape::Void {
            return Ok(Some(Value::Null));
        }
        if place >= of.pointers {
            return Ok(None);
        }
        let Some(target) = self.pointer((of.segment, of.pointer + place))? else { return Ok(None) };
        match (shape, target) {
            (Shape::Struct(number), Target::Struct(at)) => self.structure(*number, at),
            (Shape::List(item), Target::List(list)) => self.items(item, list),
            (Shape::Text, Target::List(list)) => match self.bytes(list)?.split_last() {
                Some((0, text)) => {
                    std::str::from_utf8(text).map(Value::text).map_err(|_| "a text that is not UTF-8".to_owned())
                }
                _ => Err("a text without its zero byte".to_owned()),
            },
            (Shape::Bytes, Target::List(list)) => self.bytes(list).map(|bytes| Value::Bytes(bytes.to_vec())),
            (_, Target::Struct(_)) => Err("a struct where the schema has a list".to_owned()),
            (_, Target::List(_)) => Err("a list where the schema has a struct".to_owned()),
        }
        .map(Some)
    }

    fn bytes(&mut self, list: List) -> Result<&'a [u8], String> {
        if list.step != 8 {
            return Err("a list of other items where the schema has bytes".to_owned());
        }
        self.unfolded.count(list.count)?;
        let start = list.first.bit / 8;
        Ok(&self.segments[list.first.segment][start..start + list.count])
    }

    fn items(&mut self, item: &'a Shape, list: List) -> Result<Value, String> {
        self.unfolded.enter()?;
        let mut items = Vec::new();
        for number in 0..list.count {
            self.unfolded.count(0)?;
            let at = list.first.moved(number * list.step);
            let value = match item {
                Shape::Struct(number) => Some(self.structure(*number, at)?),
                item => self.value(item, at, 0, 0)?,
            };
            items.push(value.unwrap_or_else(|| empty(item)));
        }
        self.unfolded.leave();
        Ok(Value::Sequence(items))
    }
}

impl Data {
    /// That of a struct which begins at a word.
    fn of((segment, word): At, data: usize, pointers: usize) -> Self {
        Self { segment, bit: 64 * word, bits: 64 * data, pointer: word + data, pointers }
    }

    /// The same so many bits further.
    fn moved(self, bits: usize) -> Self {
        Self { bit: self.bit + bits, pointer: self.pointer + bits / 64, ..self }
    }
}

/// What a null pointer is in a list.
fn empty(shape: &Shape) -> Value {
    match shape {
        Shape::Text => Value::text(""),
        Shape::Bytes => Value::Bytes(Vec::new()),
        _ => Value::Sequence(Vec::new()),
    }
}

fn data(shape: &Shape, bits: u64) -> Result<Value, String> {
    Ok(match shape {
        Shape::Bool => Value::Boolean(bits != 0),
        Shape::Integer(int) => match int {
            Int::I8 => (bits as i8).into(),
            Int::I16 => (bits as i16).into(),
            Int::I32 => (bits as i32).into(),
            Int::I64 => (bits as i64).into(),
            Int::U8 => (bits as u8).into(),
            Int::U16 => (bits as u16).into(),
            Int::U32 => (bits as u32).into(),
            Int::U64 => bits.into(),
        },
        Shape::Float32 => Value::Float32(f32::from_bits(bits as u32)),
        Shape::Float64 => Value::Float64(f64::from_bits(bits)),
        Shape::Symbols(symbols) => match symbols.get(bits as usize) {
            Some(symbol) => Value::text(symbol.as_str()),
            None => return Err(format!("{bits} is the number of no symbol")),
        },
        _ => Value::Null,
    })
}
