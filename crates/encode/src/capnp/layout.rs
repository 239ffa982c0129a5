//! Where the fields of a struct lie, as the compiler of Cap'n Proto decides it.

use super::Slot;

/// Where a field lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// In multiples of its own size, or the index of its pointer.
    pub offset: u32,
    /// Where the number of the branch lies, in multiples of 16 bits, and the number that stands for this field.
    pub discriminant: Option<(u32, u16)>,
}

/// The layout of a struct.
#[derive(Debug, Default)]
pub struct Layout {
    /// The words of its data.
    pub data_words: u32,
    /// The number of its pointers.
    pub pointers: u32,
    /// The places of its fields.
    pub places: Vec<Place>,
    holes: Holes,
}

/// Free space in words that are used already: for each size of 1 to 32 bits the offset of one that is free, in multiples of this size.
/// Zero is none, since the first place is never a hole.
#[derive(Debug, Default)]
struct Holes([u32; 6]);

impl Holes {
    fn take(&mut self, lg: u32) -> Option<u32> {
        if lg >= 6 {
            return None;
        }
        let hole = self.0[lg as usize];
        if hole != 0 {
            self.0[lg as usize] = 0;
            return Some(hole);
        }
        let offset = self.take(lg + 1)? * 2;
        self.0[lg as usize] = offset + 1;
        Some(offset)
    }

    /// What remains of a word behind something that ends at this offset.
    fn add(&mut self, lg: u32, mut offset: u32) {
        for lg in lg..6 {
            self.0[lg as usize] = offset;
            offset = offset.div_ceil(2);
        }
    }

    /// Makes something twice as large, `factor` times, where what follows is free.
    fn expand(&mut self, lg: u32, offset: u32, factor: u32) -> bool {
        if factor == 0 {
            return true;
        }
        let follows = lg < 6 && self.0[lg as usize] == offset + 1;
        if follows && self.expand(lg + 1, offset >> 1, factor - 1) {
            self.0[lg as usize] = 0;
            return true;
        }
        false
    }
}

/// Space that the members of a union share.
#[derive(Clone, Copy)]
struct Location {
    lg: u32,
    offset: u32,
}

impl Layout {
    /// A field that is always there.
    pub fn field(&mut self, slot: Slot) {
        let offset = match slot {
            Slot::Void => 0,
            Slot::Data(lg) => self.data(lg),
            Slot::Pointer => self.pointer(),
        };
        self.places.push(Place { offset, discriminant: None });
    }

    /// Fields of which one is there; with `none`, which takes nothing and has the number 0, possibly no one.
    pub fn union(&mut self, members: &[Slot], with_none: bool) {
        let mut discriminant = None;
        let (mut data, mut pointer): (Vec<Location>, Option<u32>) = (Vec::new(), None);
        let first = usize::from(with_none);
        for (index, slot) in members.iter().enumerate() {
            // Only the second member makes it a union.
            if index + first == 1 {
                discriminant = Some(self.data(4));
            }
            let offset = match slot {
                Slot::Void => 0,
                Slot::Pointer => *pointer.get_or_insert_with(|| self.pointer()),
                Slot::Data(lg) => self.shared(*lg, &mut data),
            };
            let number = u16::try_from(index + first).unwrap_or(u16::MAX);
            self.places.push(Place { offset, discriminant: Some((0, number)) });
        }
        let from = self.places.len() - members.len();
        for place in &mut self.places[from..] {
            place.discriminant = place.discriminant.and_then(|(_, number)| Some((discriminant?, number)));
        }
    }

    /// Puts the places, which are in this order of fields, into the order of fields.
    pub fn reorder(&mut self, order: &[usize]) {
        let mut places: Vec<(usize, Place)> = order.iter().copied().zip(self.places.drain(..)).collect();
        places.sort_by_key(|(index, _)| *index);
        self.places = places.into_iter().map(|(_, place)| place).collect();
    }

    fn data(&mut self, lg: u32) -> u32 {
        if let Some(offset) = self.holes.take(lg) {
            return offset;
        }
        let offset = self.data_words << (6 - lg);
        self.data_words += 1;
        self.holes.add(lg, offset + 1);
        offset
    }

    fn pointer(&mut self) -> u32 {
        self.pointers += 1;
        self.pointers - 1
    }

    /// Space for a member of a union: the smallest that the others have and that is large enough, else one of theirs that can grow,
    /// else more.
    fn shared(&mut self, lg: u32, locations: &mut Vec<Location>) -> u32 {
        let fitting = locations.iter().filter(|location| location.lg >= lg).min_by_key(|location| location.lg);
        if let Some(location) = fitting {
            return location.offset << (location.lg - lg);
        }
        for location in locations.iter_mut() {
            if self.holes.expand(location.lg, location.offset, lg - location.lg) {
                location.offset >>= lg - location.lg;
                location.lg = lg;
                return location.offset;
            }
        }
        let offset = self.data(lg);
        locations.push(Location { lg, offset });
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of <https://capnproto.org/encoding.html>: small fields fill the holes that larger ones leave.
    #[test]
    fn fields_fill_holes() {
        let mut layout = Layout::default();
        [Slot::Data(0), Slot::Data(5), Slot::Data(3), Slot::Data(6), Slot::Data(0), Slot::Pointer]
            .into_iter()
            .for_each(|slot| layout.field(slot));
        let offsets: Vec<u32> = layout.places.iter().map(|place| place.offset).collect();
        assert_eq!(offsets, [0, 1, 1, 1, 1, 0]);
        assert_eq!((layout.data_words, layout.pointers), (2, 1));
    }

    #[test]
    fn members_of_a_union_share_their_space() {
        let mut layout = Layout::default();
        layout.union(&[Slot::Data(3), Slot::Data(5), Slot::Pointer, Slot::Pointer, Slot::Void], false);
        // 8 bits, then the discriminant, then 32 bits, which the 8 cannot become.
        let offsets: Vec<u32> = layout.places.iter().map(|place| place.offset).collect();
        assert_eq!(offsets, [0, 1, 0, 0, 0]);
        assert_eq!(layout.places[1].discriminant, Some((1, 1)));
        assert_eq!((layout.data_words, layout.pointers), (1, 1));
    }
}
