//! Blocks and messages that no honest peer sends: each weakness of the original's readers, attacked (the numbers are
//! those of the table in docs/sbw.md).

use proptest::prelude::*;
use sbw::Error;
use sbw::block::{Array, Block, BlockReader, Elements, Limits, Value};
use sbw::message::{Message, MessageReader};
use sbw::signature::Type;

fn block(bytes: &[u8]) -> Block {
    Block::from_items(bytes)
}

#[test]
fn string_lengths_are_checked_against_the_block_12() {
    for length in [-1, i32::MIN, 4, i32::MAX] {
        let mut bytes = vec![4];
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(b"abc");
        assert!(matches!(block(&bytes).reader().string(), Err(Error::BadCount { .. })), "{length}");
        assert!(block(&bytes).reader().skip().is_err());
    }
}

#[test]
fn array_sizes_are_checked_before_anything_is_allocated_13() {
    let array = |kind: u8, sizes: &[i32]| {
        let mut bytes = vec![5, kind];
        bytes.extend_from_slice(&(sizes.len() as i32).to_le_bytes());
        sizes.iter().for_each(|size| bytes.extend_from_slice(&size.to_le_bytes()));
        bytes
    };
    for sizes in [&[65_536, 65_536][..], &[i32::MAX], &[-1], &[-2, -2], &[i32::MAX; 8], &[0x4000_0000, 4], &[1]] {
        for kind in [0, 1, 2, 3, 4, 5, 6, 8] {
            let bytes = array(kind, sizes);
            assert!(matches!(block(&bytes).reader().value(), Err(Error::BadCount { .. })), "{kind} {sizes:?}");
            assert!(matches!(block(&bytes).reader().skip(), Err(Error::BadCount { .. })), "{kind} {sizes:?}");
        }
    }
    for bytes in [array(2, &[]), array(2, &[0; 9]), vec![5, 2, 0xff, 0xff, 0xff, 0xff]] {
        assert!(matches!(block(&bytes).reader().value(), Err(Error::Dimensions(_))));
    }
    let without_elements = array(2, &[0, i32::MAX]);
    assert!(block(&without_elements).reader().value().is_ok());
}

#[test]
fn list_counts_are_checked_14() {
    for count in [-1, i32::MIN, 2, i32::MAX] {
        let mut bytes = vec![6];
        bytes.extend_from_slice(&count.to_le_bytes());
        bytes.extend_from_slice(&[3, 1]);
        assert!(matches!(block(&bytes).reader().value(), Err(Error::BadCount { .. })), "{count}");
        assert!(matches!(block(&bytes).reader().list(), Err(Error::BadCount { .. })), "{count}");
    }
}

#[test]
fn nesting_is_bounded_15() {
    let nested =
        |levels: usize| [6u8, 1, 0, 0, 0].repeat(levels - 1).into_iter().chain([6, 0, 0, 0, 0]).collect::<Vec<_>>();
    assert!(block(&nested(64)).reader().value().is_ok());
    for levels in [65, 40_000, 1_000_000] {
        let bytes = nested(levels);
        assert!(matches!(block(&bytes).reader().value(), Err(Error::TooDeep { .. })));
        assert!(matches!(block(&bytes).reader().skip(), Err(Error::TooDeep { .. })));
    }
    let arrays = [5u8, 1, 0, 0, 0, 1, 0, 0, 0].repeat(40_000);
    assert!(matches!(block(&[&[5][..], &arrays, &[1; 9]].concat()).reader().skip(), Err(Error::TooDeep { .. })));

    let value = (0..65).fold(Value::Integer(1), |value, _| Value::List(vec![value]));
    assert!(matches!(Block::new().value(&value), Err(Error::TooDeep { .. })), "nothing is sent that nobody reads");
}

#[test]
fn unknown_types_are_refused_16() {
    for code in [7, 9, 0x80, 0xfe] {
        assert!(matches!(block(&[code, 0]).reader().value(), Err(Error::UnknownType(_))));
        assert!(matches!(block(&[6, 1, 0, 0, 0, code, 0]).reader().skip(), Err(Error::UnknownType(_))));
        assert!(matches!(block(&[5, code, 1, 0, 0, 0, 0, 0, 0, 0]).reader().skip(), Err(Error::UnknownType(_))));
    }
}

#[test]
fn few_bytes_cannot_become_much_memory() {
    let limits = Limits { values: 1000, ..Limits::default() };
    let mut list = vec![6];
    list.extend_from_slice(&2000i32.to_le_bytes());
    list.extend_from_slice(&[3, 1].repeat(2000));
    assert!(matches!(BlockReader::with_limits(&list, limits).value(), Err(Error::TooManyValues { .. })));
    assert!(BlockReader::with_limits(&list, limits).skip().is_ok());
    let mut strings = vec![5, 4, 1, 0, 0, 0];
    strings.extend_from_slice(&2000i32.to_le_bytes());
    strings.extend_from_slice(&[0; 8000]);
    assert!(matches!(BlockReader::with_limits(&strings, limits).array::<String>(), Err(Error::TooManyValues { .. })));
    assert!(matches!(BlockReader::with_limits(&strings, limits).texts(), Err(Error::TooManyValues { .. })));
}

#[test]
fn message_lengths_are_checked_8() {
    for length in [i32::MIN, -2, 0, 1, 7, 8, 12] {
        let bytes = [&length.to_le_bytes()[..], &[0; 60]].concat();
        let error = MessageReader::new(&bytes[..], 1024).read_message().unwrap_err();
        assert!(matches!(error, Error::MessageLength(_)), "{length}: {error}");
    }
    for (kind, least) in [(0u8, 13), (1, 25), (2, 25), (3, 24)] {
        let mut bytes = vec![0; least as usize - 1];
        bytes[0] = least - 1;
        bytes[8] = kind;
        bytes.extend_from_slice(&[0; 60]);
        assert!(matches!(MessageReader::new(&bytes[..], 1024).read_message(), Err(Error::MessageLength(_))), "{kind}");
    }
    let mut bytes = [0; 30];
    (bytes[0], bytes[8]) = (30, 4);
    assert!(matches!(MessageReader::new(&bytes[..], 1024).read_message(), Err(Error::MessageKind(4))));
}

#[test]
fn a_message_over_the_limit_is_thrown_away_and_the_next_one_is_read() {
    let mut large = vec![0; 5000];
    large[..4].copy_from_slice(&5000i32.to_le_bytes());
    let small = [14, 0, 0, 0, 5, 0, 0, 0, 0, 101, 0, 0, 0, 0xff];
    let stream = [&large[..], &small].concat();
    let mut reader = MessageReader::new(&stream[..], 4999);
    assert!(matches!(reader.read_message(), Err(Error::TooLarge { size: 5000, limit: 4999, .. })));
    assert_eq!(reader.read_message().unwrap().unwrap(), small);
    let announced = [&i32::MAX.to_le_bytes()[..], &[0; 60]].concat();
    assert!(matches!(MessageReader::new(&announced[..], 1024).read_message(), Err(Error::Io { .. })), "it breaks off");
}

#[test]
fn a_message_may_come_in_any_pieces_or_break_off() {
    struct Dribble<'a>(&'a [u8]);
    impl std::io::Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let mut large = vec![0; 100_000];
    large[..4].copy_from_slice(&100_000i32.to_le_bytes());
    let small = [14, 0, 0, 0, 5, 0, 0, 0, 0, 101, 0, 0, 0, 0xff];
    let stream = [&small[..], &large, &[0xff; 4], b"ignored"].concat();
    let mut reader = MessageReader::new(Dribble(&stream), 1 << 20);
    assert_eq!(reader.read_message().unwrap().unwrap(), small);
    assert_eq!(reader.read_message().unwrap().unwrap(), large);
    assert_eq!(reader.read_message().unwrap(), None, "the disconnect word ends the stream");
    for cut in [1, 3, 5, 13] {
        assert!(matches!(MessageReader::new(&small[..cut], 1024).read_message(), Err(Error::Io { .. })), "{cut}");
    }
    assert!(matches!(MessageReader::new(&large[..50_000], 1 << 20).read_message(), Err(Error::Io { .. })));
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        (0u8..9).prop_map(|code| vec![code]),
        (-2i32..9).prop_map(|count| count.to_le_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn any_value() -> impl Strategy<Value = Value> {
    let bytes = prop::collection::vec(any::<u8>(), 0..6);
    let complex = (any::<f64>(), any::<f64>()).prop_map(|(re, im)| sbw::block::Complex { re, im });
    let one = |elements: Elements| Value::Array(Box::new(Array::new(&[elements.count()], elements).unwrap()));
    let leaf = prop_oneof![
        any::<u8>().prop_map(Value::Byte),
        any::<i32>().prop_map(Value::Integer),
        any::<f64>().prop_map(Value::Double),
        any::<bool>().prop_map(Value::Boolean),
        bytes.clone().prop_map(Value::String),
        "[a-zé\"\\\\\n]{0,6}".prop_map(Value::text),
        complex.prop_map(|complex| Value::Complex(Box::new(complex))),
        prop::collection::vec(any::<u8>(), 0..6).prop_map(Elements::Byte).prop_map(one),
        prop::collection::vec(any::<i32>(), 0..6).prop_map(Elements::Integer).prop_map(one),
        prop::collection::vec(any::<bool>(), 0..6).prop_map(Elements::Boolean).prop_map(one),
        prop::collection::vec(bytes, 0..6).prop_map(Elements::String).prop_map(one),
        (0usize..3, 0usize..3, 0usize..3).prop_map(|(x, y, z)| {
            let doubles = (0..x * y * z).map(|at| at as f64 / 2.0).collect();
            Value::Array(Box::new(Array::new(&[x, y, z], Elements::Double(doubles)).unwrap()))
        }),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        let lists = prop::collection::vec(inner.clone(), 0..5);
        prop_oneof![
            lists.clone().prop_map(Value::List),
            prop::collection::vec(lists, 0..4).prop_map(Elements::List).prop_map(one),
            prop::collection::vec(inner, 1..4).prop_map(move |values| {
                let arrays = values.into_iter().filter_map(|value| match value {
                    Value::Array(array) => Some(*array),
                    _ => None,
                });
                one(Elements::Array(arrays.collect()))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn values_come_back_as_they_were(values in prop::collection::vec(any_value(), 0..4)) {
        let mut block = Block::new();
        values.iter().for_each(|value| block.value(value).unwrap());
        prop_assert_eq!(block.values().unwrap(), &values[..]);
        let mut reader = block.reader();
        prop_assert_eq!(reader.rest().unwrap(), block.items());
        for cut in 0..block.items().len() {
            // Whatever is cut off, nothing panics; only whole items are given.
            let _ = Block::from_items(&block.items()[..cut]).values();
        }
    }

    #[test]
    fn printed_values_are_read_as_the_same_value(value in any_value()) {
        let text = value.to_string();
        prop_assert_eq!(sbw::text::parse(&text, None).unwrap(), value, "{}", text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any_bytes()) {
        let block = Block::from_items(&bytes);
        // What can be built can be skipped, and takes the same bytes.
        let (mut built, mut skipped) = (block.reader(), block.reader());
        if built.value().is_ok() {
            skipped.skip().unwrap();
            prop_assert_eq!(built.position(), skipped.position());
        }
        let _ = block.read::<(Vec<f64>, &str, Vec<String>)>();
        let _ = block.reader().texts();
        let _ = Message::parse(&bytes);
        let _ = MessageReader::new(&bytes[..], 1000).read_message();
    }

    #[test]
    fn any_message_is_read_or_refused(kind in 0u8..5, body in any_bytes()) {
        let mut bytes = vec![0; 8];
        bytes.push(kind);
        bytes.extend_from_slice(&body);
        let length = bytes.len() as i32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        let _ = Message::parse(&bytes);
    }

    #[test]
    fn any_text_is_a_value_or_refused(text in "[\\[\\]{}(), 0-9bixe.\"\\\\+a-]{0,30}") {
        for kind in [None, Some(Type::Double), Some(Type::Array { element: Box::new(Type::Integer), dimensions: 2 })] {
            if let Ok(value) = sbw::text::parse(&text, kind.as_ref()) {
                prop_assert_eq!(sbw::text::parse(&value.to_string(), kind.as_ref()).unwrap(), value);
            }
        }
    }
}
