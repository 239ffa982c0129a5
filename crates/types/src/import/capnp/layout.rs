//! Where the fields of structs lie: <https://capnproto.org/encoding.html>.

mod space;

use std::collections::HashMap;

use self::space::Space;
use super::parser::{Default, Member, MemberKind, Node, Ty};
use super::{Importer, Place};
use crate::Int;
use crate::import::scanner::Number;

/// All that a reader of messages needs to know of a schema: its structs, with that of the root first.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    pub structs: Vec<Struct>,
}

/// A struct or a group.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Struct {
    pub fields: Vec<Field>,
    /// Where the number of the union's member is, in units of 16 bits; none without a union.
    pub discriminant: Option<u32>,
}

/// A field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub name: String,
    /// Which member of the union it is.
    pub choice: Option<u16>,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// Data at `place`, in units of its size, combined with `default` by exclusive or; or the pointer of that number.
    Value {
        shape: Shape,
        place: u32,
        default: u64,
    },
    Group(Struct),
}

/// What is written of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Void,
    Bool,
    Integer(Int),
    Float32,
    Float64,
    Symbols(Vec<String>),
    Text,
    Bytes,
    List(Box<Shape>),
    /// By its number among the structs.
    Struct(usize),
}

impl Shape {
    /// The size of data in bits, a power of two, by the exponent; none of what takes no data.
    pub fn size(&self) -> Option<u32> {
        Some(match self {
            Self::Bool => 0,
            Self::Integer(int) => int.bits().ilog2(),
            Self::Symbols(_) => 4,
            Self::Float32 => 5,
            Self::Float64 => 6,
            Self::Void | Self::Text | Self::Bytes | Self::List(_) | Self::Struct(_) => return None,
        })
    }
}

impl Importer<'_> {
    /// The layout of the struct `root` and of all that it holds.
    pub(super) fn layout(&self, root: Place) -> Result<Layout, String> {
        let mut known = Known { numbers: HashMap::from([(root.clone(), 0)]), places: vec![root] };
        let mut structs = Vec::new();
        // Those that a struct holds come to the end of the list.
        while let Some((file, name)) = known.places.get(structs.len()).cloned() {
            let members = match self.files[file].1.nodes.get(&name) {
                Some(Node::Struct { members, .. }) => members.as_slice(),
                _ => &[],
            };
            let laid_out = self.lay_out(file, members, &mut known);
            structs.push(laid_out.map_err(|reason| format!("{name}{reason}"))?);
        }
        Ok(Layout { structs })
    }

    fn lay_out(&self, file: usize, members: &[Member], known: &mut Known) -> Result<Struct, String> {
        let mut plan = Plan::default();
        self.collect(file, members, (&mut plan, known), 0, &[])?;
        plan.allocate();
        Ok(plan.finished(members))
    }

    /// The fields of members in a scope of the space; `choices` are the members of unions that are around them.
    fn collect(
        &self,
        file: usize,
        members: &[Member],
        (plan, known): (&mut Plan, &mut Known),
        scope: usize,
        choices: &[usize],
    ) -> Result<(), String> {
        let union = members.iter().any(|member| member.in_union).then(|| plan.space.union(scope));
        plan.unions.push(union);
        for member in members {
            let (mut scope, mut choices) = (scope, choices.to_vec());
            if let Some(union) = union.filter(|_| member.in_union) {
                scope = plan.space.member(union);
                choices.push(plan.choices.len());
                plan.choices.push((union, None));
            }
            let at = |reason: String| format!(".{}{reason}", member.name);
            match &member.kind {
                MemberKind::Group(inner) => {
                    let own = plan.unions.len();
                    self.collect(file, inner, (plan, known), scope, &choices).map_err(at)?;
                    plan.numbered.extend(member.number.zip(plan.unions[own]));
                }
                MemberKind::Field { ty, default } => {
                    let shape = self.shape(file, ty, known).map_err(|reason| at(format!(": {reason}")))?;
                    let default = default.as_ref().map_or(0, |default| bits(&shape, default));
                    let number = member.number.unwrap_or_default();
                    plan.leaves.push(Leaf { number, scope, choices, shape, default, place: 0 });
                }
            }
        }
        Ok(())
    }

    fn shape(&self, file: usize, ty: &Ty, known: &mut Known) -> Result<Shape, String> {
        Ok(match ty {
            Ty::Void => Shape::Void,
            Ty::Bool => Shape::Bool,
            Ty::Integer(int) => Shape::Integer(*int),
            Ty::Float32 => Shape::Float32,
            Ty::Float64 => Shape::Float64,
            Ty::Text => Shape::Text,
            Ty::Data => Shape::Bytes,
            Ty::List(item) => Shape::List(Box::new(self.shape(file, item, known)?)),
            Ty::Named(target) => {
                let place = self.find(file, target)?;
                match &self.files[place.0].1.nodes[&place.1] {
                    Node::Enumeration(symbols) => Shape::Symbols(symbols.clone()),
                    _ => Shape::Struct(known.number(place)),
                }
            }
        })
    }
}

/// The structs of a layout by their numbers.
struct Known {
    numbers: HashMap<Place, usize>,
    places: Vec<Place>,
}

impl Known {
    fn number(&mut self, place: Place) -> usize {
        let next = self.places.len();
        let number = *self.numbers.entry(place.clone()).or_insert(next);
        if number == next {
            self.places.push(place);
        }
        number
    }
}

/// A field that gets a place.
struct Leaf {
    /// Fields get their places in this order.
    number: i64,
    scope: usize,
    /// The members of unions that are around it or that it is, the outermost first.
    choices: Vec<usize>,
    shape: Shape,
    default: u64,
    place: u32,
}

/// The fields of a struct and its groups, in the order of the file.
#[derive(Default)]
struct Plan {
    space: Space,
    leaves: Vec<Leaf>,
    /// Members of unions: the union, and the number that says which of its members is there.
    choices: Vec<(usize, Option<u16>)>,
    /// The union of the struct itself, and of each group.
    unions: Vec<Option<usize>>,
    /// Unions that have a number themselves.
    numbered: Vec<(i64, usize)>,
}

impl Plan {
    fn allocate(&mut self) {
        let mut order: Vec<(i64, Result<usize, usize>)> =
            self.numbered.iter().map(|(at, union)| (*at, Err(*union))).collect();
        order.extend(self.leaves.iter().enumerate().map(|(leaf, it)| (it.number, Ok(leaf))));
        order.sort_by_key(|(number, _)| *number);
        let mut members: HashMap<usize, u16> = HashMap::new();
        for (_, next) in order {
            match next {
                Ok(leaf) => {
                    let leaf = &mut self.leaves[leaf];
                    for choice in &leaf.choices {
                        let (union, number) = &mut self.choices[*choice];
                        let next = members.entry(*union).or_default();
                        if number.is_none() {
                            *number = Some(*next);
                            *next = next.wrapping_add(1);
                        }
                    }
                    leaf.place = match (leaf.shape.size(), &leaf.shape) {
                        (Some(size), _) => self.space.add_data(leaf.scope, size),
                        (None, Shape::Void) => {
                            self.space.add_void(leaf.scope);
                            0
                        }
                        (None, _) => self.space.add_pointer(leaf.scope),
                    };
                }
                Err(union) => self.space.add_discriminant(union),
            }
        }
    }

    fn finished(self, members: &[Member]) -> Struct {
        let discriminant = |union: &Option<usize>| union.and_then(|union| self.space.discriminant(union));
        let mut placed = Placed {
            discriminants: self.unions.iter().map(discriminant).collect::<Vec<_>>().into_iter(),
            choices: self.choices.into_iter(),
            leaves: self.leaves.into_iter(),
        };
        placed.finished(members)
    }
}

/// What became of a plan, in the order of the file.
struct Placed {
    leaves: std::vec::IntoIter<Leaf>,
    choices: std::vec::IntoIter<(usize, Option<u16>)>,
    discriminants: std::vec::IntoIter<Option<u32>>,
}

impl Placed {
    fn finished(&mut self, members: &[Member]) -> Struct {
        let discriminant = self.discriminants.next().flatten();
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            let choice = if member.in_union { self.choices.next().and_then(|(_, number)| number) } else { None };
            let kind = match &member.kind {
                MemberKind::Group(inner) => Kind::Group(self.finished(inner)),
                MemberKind::Field { .. } => {
                    let Some(Leaf { shape, place, default, .. }) = self.leaves.next() else { continue };
                    Kind::Value { shape, place, default }
                }
            };
            fields.push(Field { name: member.name.clone(), choice, kind });
        }
        Struct { fields, discriminant }
    }
}

/// The bits of the value of a field that was not written.
fn bits(shape: &Shape, default: &Default) -> u64 {
    let float = |default: &Default| match default {
        Default::Number(Number::Integer(number)) => *number as f64,
        Default::Number(Number::Float(number)) => *number,
        Default::Word(word) => match word.as_str() {
            "inf" => f64::INFINITY,
            "-inf" => f64::NEG_INFINITY,
            _ => f64::NAN,
        },
    };
    match (shape, default) {
        (Shape::Bool, Default::Word(word)) => u64::from(word == "true"),
        (Shape::Integer(_), Default::Number(Number::Integer(number))) => *number as u64,
        (Shape::Float32, default) => u64::from((float(default) as f32).to_bits()),
        (Shape::Float64, default) => float(default).to_bits(),
        (Shape::Symbols(symbols), Default::Word(word)) => {
            let symbol = word.rsplit('.').next().unwrap_or(word);
            symbols.iter().position(|it| it == symbol).unwrap_or(0) as u64
        }
        _ => 0,
    }
}
