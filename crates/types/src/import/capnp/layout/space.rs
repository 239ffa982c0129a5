//! How fields get their places in a struct, as `capnp compile` gives them (the encoding's page does not say it; the compiler's
//! `node-translator.c++` does).
//!
//! Fields come in the order of their numbers. Each takes the first gap of its size, a power of two of bits, or a new word. Members
//! of a union share what the union has got from the struct or group around it, and make it more where it is too small.

/// Sizes are powers of two bits, by their exponent: 0 is a bit, and 6 a word.
type Size = u32;

const WORD: Size = 6;

/// The offset of the gap of each size, in units of that size; 0 where there is none, since no gap begins there.
#[derive(Debug, Clone, Copy, Default)]
struct Gaps([u32; WORD as usize]);

impl Gaps {
    fn take(&mut self, size: Size) -> Option<u32> {
        if size >= WORD {
            return None;
        }
        let gap = &mut self.0[size as usize];
        if *gap != 0 {
            return Some(std::mem::take(gap));
        }
        let half = self.take(size + 1)? * 2;
        self.0[size as usize] = half + 1;
        Some(half)
    }

    /// From `offset` on, in units of `size`, all is free up to the next multiple of `limit`.
    fn add(&mut self, size: Size, mut offset: u32, limit: Size) {
        for size in size..limit {
            self.0[size as usize] = offset;
            offset = offset.div_ceil(2);
        }
    }

    fn smallest(&self, least: Size) -> Option<Size> {
        (least..WORD).find(|size| self.0[*size as usize] != 0)
    }

    /// Makes what is at `offset` larger by so many powers of two, where the gaps behind it suffice.
    fn expand(&mut self, size: Size, offset: u32, factor: u32) -> bool {
        if factor == 0 {
            return true;
        }
        if size >= WORD || self.0[size as usize] != offset + 1 || !self.expand(size + 1, offset >> 1, factor - 1) {
            return false;
        }
        self.0[size as usize] = 0;
        true
    }
}

/// What a group has used of a place of its union.
#[derive(Debug, Clone, Copy, Default)]
struct Usage {
    used: Option<Size>,
    gaps: Gaps,
}

impl Usage {
    /// The size of the smallest gap that takes something of `size`, in a place of the size `place`.
    fn smallest(&self, place: Size, size: Size) -> Option<Size> {
        match self.used {
            None => Some(place).filter(|place| size <= *place),
            Some(used) if size >= used => Some(size).filter(|size| *size < place),
            Some(used) => self.gaps.smallest(size).or(Some(used).filter(|used| *used < place)),
        }
    }

    /// Takes it, where there is a gap. Its offset within the place, in units of `size`.
    fn take(&mut self, size: Size) -> u32 {
        let Some(used) = self.used else {
            self.used = Some(size);
            return 0;
        };
        if size >= used {
            self.gaps.add(used, 1, size);
            self.used = Some(size + 1);
            return 1;
        }
        self.gaps.take(size).unwrap_or_else(|| {
            let offset = 1 << (used - size);
            self.gaps.add(size, offset + 1, used);
            self.used = Some(used + 1);
            offset
        })
    }
}

/// A struct, or a group that is a member of a union. Other groups are a part of what is around them.
#[derive(Debug)]
enum Scope {
    Struct { words: u32, pointers: u32, gaps: Gaps },
    Member { union: usize, pointers: usize, has_members: bool },
}

#[derive(Debug)]
struct Union {
    /// The scope that it is in.
    scope: usize,
    members: usize,
    /// In units of 16 bits.
    discriminant: Option<u32>,
    places: Vec<(Size, u32)>,
    pointers: Vec<u32>,
}

/// The space of a struct.
#[derive(Debug)]
pub struct Space {
    scopes: Vec<Scope>,
    /// What each scope has used of the places of its union.
    usages: Vec<Vec<Usage>>,
    unions: Vec<Union>,
}

impl Default for Space {
    /// That of a struct without fields, which is the scope 0.
    fn default() -> Self {
        let scopes = vec![Scope::Struct { words: 0, pointers: 0, gaps: Gaps::default() }];
        Self { scopes, usages: vec![Vec::new()], unions: Vec::new() }
    }
}

impl Space {
    pub fn union(&mut self, scope: usize) -> usize {
        self.unions.push(Union { scope, members: 0, discriminant: None, places: Vec::new(), pointers: Vec::new() });
        self.unions.len() - 1
    }

    /// A scope for a member of a union.
    pub fn member(&mut self, union: usize) -> usize {
        self.scopes.push(Scope::Member { union, pointers: 0, has_members: false });
        self.usages.push(Vec::new());
        self.scopes.len() - 1
    }

    /// Where the number of a union's member is, in units of 16 bits.
    pub fn discriminant(&self, union: usize) -> Option<u32> {
        self.unions[union].discriminant
    }

    pub fn add_discriminant(&mut self, union: usize) {
        if self.unions[union].discriminant.is_none() {
            let at = self.add_data(self.unions[union].scope, 4);
            self.unions[union].discriminant = Some(at);
        }
    }

    /// A field of no size.
    pub fn add_void(&mut self, scope: usize) {
        if let Some(union) = self.join(scope) {
            self.add_void(self.unions[union].scope);
        }
    }

    /// A pointer; which one of the struct's.
    pub fn add_pointer(&mut self, scope: usize) -> u32 {
        let union = self.join(scope);
        let number = match &mut self.scopes[scope] {
            Scope::Struct { pointers, .. } => {
                *pointers += 1;
                return *pointers - 1;
            }
            Scope::Member { pointers, .. } => {
                *pointers += 1;
                *pointers - 1
            }
        };
        let union = union.unwrap_or_default();
        if let Some(known) = self.unions[union].pointers.get(number) {
            return *known;
        }
        let pointer = self.add_pointer(self.unions[union].scope);
        self.unions[union].pointers.push(pointer);
        pointer
    }

    /// Data of a size; its offset in units of that.
    pub fn add_data(&mut self, scope: usize, size: Size) -> u32 {
        if let Some(union) = self.join(scope) {
            return self.add_to_member(scope, union, size);
        }
        let Scope::Struct { words, gaps, .. } = &mut self.scopes[scope] else { return 0 };
        gaps.take(size).unwrap_or_else(|| {
            let offset = *words << (WORD - size);
            *words += 1;
            gaps.add(size, offset + 1, WORD);
            offset
        })
    }

    /// The union of which a scope is a member, which has it from now on: a union of two needs a number that says which is there.
    fn join(&mut self, scope: usize) -> Option<usize> {
        let Scope::Member { union, has_members, .. } = &mut self.scopes[scope] else { return None };
        let (union, had_members) = (*union, std::mem::replace(has_members, true));
        if !had_members {
            self.unions[union].members += 1;
            if self.unions[union].members == 2 {
                self.add_discriminant(union);
            }
        }
        Some(union)
    }

    fn add_to_member(&mut self, scope: usize, union: usize, size: Size) -> u32 {
        let places = self.unions[union].places.clone();
        self.usages[scope].resize(places.len(), Usage::default());
        let fits = |(usage, (place, _)): (&Usage, &(Size, u32))| usage.smallest(*place, size);
        let gaps: Vec<Option<Size>> = self.usages[scope].iter().zip(&places).map(fits).collect();
        // The first of the smallest ones.
        let best = (0..gaps.len()).filter(|place| gaps[*place].is_some()).min_by_key(|place| gaps[*place]);
        if let Some(best) = best {
            let (place, offset) = places[best];
            return (offset << (place - size)) + self.usages[scope][best].take(size);
        }
        if let Some(found) = (0..places.len()).find_map(|place| self.add_by_expanding(scope, union, place, size)) {
            return found;
        }
        let offset = self.add_data(self.unions[union].scope, size);
        self.unions[union].places.push((size, offset));
        self.usages[scope].push(Usage { used: Some(size), gaps: Gaps::default() });
        offset
    }

    fn add_by_expanding(&mut self, scope: usize, union: usize, place: usize, size: Size) -> Option<u32> {
        let within = match self.usages[scope][place].used {
            None => {
                if !self.expand_place(union, place, size) {
                    return None;
                }
                self.usages[scope][place].used = Some(size);
                0
            }
            Some(used) => {
                let wanted = used.max(size) + 1;
                if !self.expand_usage(scope, union, place, wanted, true) {
                    return None;
                }
                self.usages[scope][place].gaps.take(size)?
            }
        };
        let (of_place, offset) = self.unions[union].places[place];
        Some((offset << (of_place - size)) + within)
    }

    /// Makes a place of a union as large as `wanted`, where what is around the union has room.
    fn expand_place(&mut self, union: usize, place: usize, wanted: Size) -> bool {
        let (size, offset) = self.unions[union].places[place];
        if wanted <= size {
            return true;
        }
        let factor = wanted - size;
        let expands = self.expand(self.unions[union].scope, size, offset, factor);
        if expands {
            self.unions[union].places[place] = (wanted, offset >> factor);
        }
        expands
    }

    fn expand_usage(&mut self, scope: usize, union: usize, place: usize, wanted: Size, leaves_gaps: bool) -> bool {
        if wanted > WORD || !self.expand_place(union, place, wanted) {
            return false;
        }
        let usage = &mut self.usages[scope][place];
        if let Some(used) = usage.used.filter(|_| leaves_gaps) {
            usage.gaps.add(used, 1, wanted);
        }
        usage.used = Some(wanted);
        true
    }

    fn expand(&mut self, scope: usize, size: Size, offset: u32, factor: u32) -> bool {
        let union = match &mut self.scopes[scope] {
            Scope::Struct { gaps, .. } => return gaps.expand(size, offset, factor),
            Scope::Member { union, .. } => *union,
        };
        if size + factor > WORD || offset & ((1 << factor) - 1) != 0 {
            return false;
        }
        let places = self.unions[union].places.clone();
        let holds = |(of_place, start): &(Size, u32)| *of_place >= size && offset >> (of_place - size) == *start;
        let used = self.usages[scope].len();
        let Some(place) = places[..used].iter().position(holds) else { return false };
        let (of_place, start) = places[place];
        let within = offset - (start << (of_place - size));
        let usage = &mut self.usages[scope][place];
        if within == 0 && usage.used == Some(size) {
            return self.expand_usage(scope, union, place, size + factor, false);
        }
        usage.gaps.expand(size, within, factor)
    }
}
