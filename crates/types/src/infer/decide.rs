//! The type that follows from what was seen.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::keys::why_map;
use super::names::{grouped, shared, singular, type_name};
use super::propose;
use super::seen::{Maps, Seen, Texts};
use super::{Inferred, Proposal, Proposals, Proposed, Reason};
use crate::xml::{CHOICE, XmlPlace};
use crate::{Definition, Enumeration, Field, Int, Key, Model, Presence, Record, TimeUnit, Type};

/// The type of a message, with the reasons.
pub fn decide(seen: &Seen, name: &str, proposals: Proposals) -> Inferred {
    let mut decider = Decider { proposals, drafts: Vec::new(), known: HashMap::new(), reasons: Vec::new() };
    let root = decider.place(seen, &Place { hint: name.to_owned(), ..Place::default() }, None);
    let names = decider.names(&root);
    let named = |ty: &Type| rename(ty, &names);
    let mut types = IndexMap::new();
    for (index, name) in &names {
        let definition = match &decider.drafts[*index].shape {
            Shape::Record(fields) => {
                let fields = fields.iter().map(|field| Field { ty: named(&field.ty), ..field.clone() });
                Definition::Record(Record::new(fields.collect()))
            }
            Shape::Enumeration(names) => {
                let symbols = names.iter().cloned().zip(0..).collect();
                Definition::Enumeration(Enumeration { symbols, is_numbered: false })
            }
        };
        types.insert(name.clone(), definition);
    }
    let reasons = decider.reasons.into_iter().map(|draft| Reason {
        place: draft.place,
        step: draft.step,
        depth: draft.depth,
        field: draft.field.and_then(|(record, field)| Some((names.get(&record)?.clone(), field))),
        ty: format!("{}{}", named(&draft.ty), if draft.is_optional { "?" } else { "" }),
        why: draft.why,
        proposals: draft.proposals,
    });
    let reasons = reasons.collect();
    Inferred { model: Model::new(named(&root), types), reasons }
}

/// A type whose name is not known yet. Types refer to it by its number.
struct Draft {
    shape: Shape,
    /// What the fields that hold it are called.
    hint: String,
    /// What the record is called that holds it first.
    within: String,
}

enum Shape {
    Record(Vec<Field>),
    Enumeration(Vec<String>),
}

struct ReasonDraft {
    place: String,
    step: String,
    depth: usize,
    field: Option<(usize, String)>,
    ty: Type,
    is_optional: bool,
    why: String,
    proposals: Vec<Proposal>,
}

#[derive(Default)]
struct Place {
    /// As people write it: `.lines[].sku`.
    text: String,
    /// Its last step: a key, `[]`, or `{}`.
    step: String,
    depth: usize,
    /// What a record there is called.
    hint: String,
    within: String,
    /// Where it stands in an XML document, in words.
    what: Option<&'static str>,
}

struct Decider {
    proposals: Proposals,
    drafts: Vec<Draft>,
    /// The types by what they hold, so that those of one shape are one.
    known: HashMap<String, usize>,
    reasons: Vec<ReasonDraft>,
}

/// A number of a draft, where a name will stand.
fn reference(draft: usize) -> Type {
    Type::Named(draft.to_string())
}

fn rename(ty: &Type, names: &IndexMap<usize, String>) -> Type {
    match ty {
        Type::Named(number) => {
            let name = number.parse().ok().and_then(|number: usize| names.get(&number));
            Type::Named(name.unwrap_or(number).clone())
        }
        Type::List(item) => Type::list(rename(item, names)),
        Type::Set(item) => Type::Set(Box::new(rename(item, names))),
        Type::Map(key, value) => Type::Map(*key, Box::new(rename(value, names))),
        Type::Nullable(inner) => Type::Nullable(Box::new(rename(inner, names))),
        Type::Union(branches) => Type::Union(branches.iter().map(|branch| rename(branch, names)).collect()),
        scalar => scalar.clone(),
    }
}

/// The type of texts that are all said to be what they look like, with the reason.
fn said(texts: &Texts) -> Option<(Type, &'static str)> {
    let unit = TimeUnit::ALL.into_iter().find(|unit| unit.nanoseconds() == texts.time_unit);
    match (unit, texts.count) {
        (_, count) if count == 0 || texts.said < count => None,
        (Some(unit), count) if texts.times == count => Some((Type::Timestamp(unit), "a time, as the message says")),
        (_, count) if texts.dates == count => Some((Type::Date, "a date, as the message says")),
        (_, count) if texts.uuids == count => Some((Type::Uuid, "a UUID, as the message says")),
        _ => Some((texts.decimal()?, "a decimal, always with as many digits after the point")),
    }
}

/// What the text is, in words; of XML also why it is no number.
fn why_text(texts: &Texts) -> String {
    match &texts.kept {
        Some(number) => format!("text: {number:?} is a number that would come back in another spelling"),
        None => "text".to_owned(),
    }
}

/// What the place of a field in an XML document is, in words.
fn what(place: &XmlPlace) -> Option<&'static str> {
    match place {
        XmlPlace::Attribute(_) => Some("an attribute"),
        XmlPlace::Text => Some("the text of the element"),
        XmlPlace::Element { xsi_type: Some(_), .. } => Some("an element of its xsi:type"),
        XmlPlace::Element { .. } => None,
        XmlPlace::Choice => Some("elements of several kinds"),
    }
}

impl Place {
    /// The items of a list or the values of a map that is there.
    fn inner(&self, step: &str) -> Self {
        Self {
            text: format!("{}{step}", self.text),
            step: step.to_owned(),
            depth: self.depth + 1,
            hint: singular(&self.hint),
            within: self.within.clone(),
            what: None,
        }
    }
}

/// A key as it stands in a place: in quotes where it could be taken for several steps, or for none.
fn spelt(key: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !".[]{}\"".contains(c);
    if !key.is_empty() && key.chars().all(is_plain) { key.to_owned() } else { format!("{key:?}") }
}

/// A step of a place, as it is written behind others.
pub fn step(step: &str) -> String {
    if step == "[]" { step.to_owned() } else { format!(".{}", spelt(step)) }
}

impl Decider {
    /// The type of a place. `of` says in how many of how many records a field is there.
    fn place(&mut self, seen: &Seen, place: &Place, of: Option<(usize, usize)>) -> Type {
        let row = self.reasons.len();
        self.reasons.push(ReasonDraft {
            place: place.text.clone(),
            step: place.step.clone(),
            depth: place.depth,
            field: None,
            ty: Type::Null,
            is_optional: of.is_some_and(|(count, all)| count < all),
            why: String::new(),
            proposals: Vec::new(),
        });
        let mut why: Vec<String> = place.what.map(str::to_owned).into_iter().collect();
        match of {
            Some((count, all)) if count == all => why.push(format!("in {count} of {all}: required")),
            Some((count, all)) => why.push(format!("in {count} of {all}: may be absent")),
            None => {}
        }
        if seen.nulls > 0 && seen.present() > 0 {
            why.push(format!("null in {} of {}", seen.nulls, seen.count()));
        }
        let mut proposals = propose::proposals(seen, &place.hint);
        let mut branches = match self.accepted(&mut proposals, place, &mut why) {
            Some(accepted) => vec![accepted],
            None => self.scalars(seen, &mut why),
        };
        if seen.lists.count > 0 {
            branches.push(self.list(seen, place, &mut why));
        }
        if seen.maps.count > 0 {
            branches.push(self.map(&seen.maps, place, &mut why));
        }
        if branches.len() > 1 {
            why.push("values of several kinds: a union".to_owned());
        }
        if branches.is_empty() {
            why.push(if seen.nulls > 0 { "always null: no other type is known" } else { "never seen" }.to_owned());
        }
        if seen.nulls > 0 {
            branches.push(Type::Null);
        }
        let ty = Type::union(branches);
        let reason = &mut self.reasons[row];
        (reason.ty, reason.why, reason.proposals) = (ty.clone(), why.join("; "), proposals);
        ty
    }

    /// The type that is proposed for all values of a place, where proposals are taken.
    fn accepted(&mut self, proposals: &mut Vec<Proposal>, place: &Place, why: &mut Vec<String>) -> Option<Type> {
        if self.proposals == Proposals::Listed || proposals.is_empty() {
            return None;
        }
        let Proposal { proposed, why: accepted } = proposals.remove(0);
        why.push(format!("accepted: {accepted}"));
        Some(match proposed {
            Proposed::Type(ty) => ty,
            Proposed::Enumeration(names) => {
                let hint = type_name(&place.hint);
                reference(self.draft(Shape::Enumeration(names.clone()), names.join("\n"), hint, place))
            }
        })
    }

    fn scalars(&self, seen: &Seen, why: &mut Vec<String>) -> Vec<Type> {
        let mut branches = Vec::new();
        if seen.booleans > 0 {
            why.push("true or false".to_owned());
            branches.push(Type::Boolean);
        }
        let integers = &seen.integers;
        let floats = seen.float32s + seen.float64s;
        let range = if integers.min == integers.max {
            format!("the integer {}", grouped(integers.min))
        } else {
            format!("an integer from {} to {}", grouped(integers.min), grouped(integers.max))
        };
        // All integers up to there are 64-bit floats too.
        let is_exact = integers.min >= -(1 << 53) && integers.max <= 1 << 53;
        match (integers.count, floats) {
            (0, 0) => {}
            (0, _) if seen.float64s == 0 => {
                why.push("32-bit floats".to_owned());
                branches.push(Type::Float32);
            }
            (0, _) => {
                why.push("a number with a fraction".to_owned());
                branches.push(Type::Float64);
            }
            (count, _) if floats > 0 && is_exact => {
                why.push(format!("{floats} numbers with a fraction and {count} without: f64 holds them all"));
                branches.push(Type::Float64);
            }
            _ => {
                let ints: &[Int] = match (integers.min < 0, integers.max > i128::from(i64::MAX)) {
                    (_, false) => &[Int::I64],
                    (false, true) => &[Int::U64],
                    (true, true) => &[Int::I64, Int::U64],
                };
                let usual = if ints == [Int::I64] { "i64, the usual integer type" } else { "too large for i64" };
                why.push(format!("{range}: {usual}"));
                branches.extend(ints.iter().map(|int| Type::Integer(*int)));
                if floats > 0 {
                    why.push("numbers with a fraction, and integers that no float holds".to_owned());
                    branches.push(Type::Float64);
                }
            }
        }
        if let Some((ty, what)) = said(&seen.texts) {
            why.push(what.to_owned());
            branches.push(ty);
        } else if seen.texts.count > 0 {
            why.push(why_text(&seen.texts));
            branches.push(Type::Text);
        }
        if seen.bytes.count > 0 {
            why.push("bytes".to_owned());
            branches.push(Type::Bytes { length: None });
        }
        branches
    }

    fn list(&mut self, seen: &Seen, place: &Place, why: &mut Vec<String>) -> Type {
        let Some(items) = &seen.lists.items else {
            why.push("a list that is always empty: no item type is known".to_owned());
            return Type::list(Type::Null);
        };
        let empty = match seen.lists.empty {
            0 => String::new(),
            empty => format!(", {empty} of them empty"),
        };
        let count = seen.lists.count;
        why.push(format!("{count} {}{empty}", if count == 1 { "list" } else { "lists" }));
        Type::list(self.place(items, &place.inner("[]"), None))
    }

    fn map(&mut self, maps: &Maps, place: &Place, why: &mut Vec<String>) -> Type {
        if let Some(reason) = why_map(maps).filter(|_| maps.places.is_empty()) {
            why.push(reason);
            let mut values = Seen::default();
            for (_, seen) in maps.fields.values() {
                values.merge(seen.clone());
            }
            let key = if maps.integer_keys == maps.count { Key::Integer(Int::I64) } else { Key::Text };
            return Type::Map(key, Box::new(self.place(&values, &place.inner("{}"), None)));
        }
        why.push(match maps.fields.len() {
            fields if maps.is_choice => format!("one of {fields} fields"),
            0 => "always empty: a record without fields".to_owned(),
            1 => "a record of 1 field".to_owned(),
            fields => format!("a record of {fields} fields"),
        });
        let hint = type_name(&place.hint);
        let mut rows = Vec::with_capacity(maps.fields.len());
        let mut fields = Vec::with_capacity(maps.fields.len());
        for (index, (name, (count, seen))) in maps.fields.iter().enumerate() {
            let step = spelt(name);
            let text = format!("{}.{step}", place.text);
            let xml = maps.places.get(index).cloned();
            let what = xml.as_ref().and_then(what);
            let inner = Place { text, step, depth: place.depth + 1, hint: name.clone(), within: hint.clone(), what };
            rows.push((self.reasons.len(), name.clone()));
            let ty = self.place(seen, &inner, Some((*count, maps.count)));
            let is_optional = *count < maps.count || maps.is_choice;
            let presence = if is_optional { Presence::Optional } else { Presence::Required };
            let group = maps.is_choice.then(|| CHOICE.to_owned());
            fields.push(Field { presence, group, xml, ..Field::new(name, ty) });
        }
        let shape = |it: &Field| format!("{:?} {} {:?} {:?} {:?}\n", it.name, it.ty, it.presence, it.group, it.xml);
        let shape: String = fields.iter().map(shape).collect();
        let index = self.draft(Shape::Record(fields), shape, hint, place);
        for (row, name) in rows {
            self.reasons[row].field = Some((index, name));
        }
        reference(index)
    }

    /// The number of a type: of the one that there is by `key`, or else of this.
    fn draft(&mut self, shape: Shape, key: String, hint: String, place: &Place) -> usize {
        match self.known.get(&key) {
            // What has no fields is alike and not the same.
            Some(index) if !key.is_empty() => {
                let draft = &mut self.drafts[*index];
                if let Some(shared) = shared(&draft.hint, &hint) {
                    draft.hint = type_name(&shared);
                }
                *index
            }
            _ => {
                let index = self.drafts.len();
                self.known.insert(key, index);
                self.drafts.push(Draft { shape, hint, within: place.within.clone() });
                index
            }
        }
    }

    /// Names for the types, from the root on.
    fn names(&self, root: &Type) -> IndexMap<usize, String> {
        let mut names: IndexMap<usize, String> = IndexMap::new();
        let mut taken = std::collections::HashSet::new();
        let mut next: HashMap<String, usize> = HashMap::new();
        let mut pending = std::collections::VecDeque::new();
        let enqueue = |ty: &Type, pending: &mut std::collections::VecDeque<usize>| {
            let mut numbers = Vec::new();
            ty.names(&mut numbers);
            pending.extend(numbers.iter().filter_map(|number| number.parse::<usize>().ok()));
        };
        enqueue(root, &mut pending);
        while let Some(index) = pending.pop_front() {
            if names.contains_key(&index) {
                continue;
            }
            let draft = &self.drafts[index];
            let mut name = draft.hint.clone();
            if taken.contains(&name) && !draft.within.is_empty() {
                name = format!("{}-{}", draft.within, draft.hint);
            }
            let base = name.clone();
            let number = next.entry(base.clone()).or_insert(2);
            while !taken.insert(name.clone()) {
                name = format!("{base}-{number}");
                *number += 1;
            }
            names.insert(index, name);
            if let Shape::Record(fields) = &draft.shape {
                fields.iter().for_each(|field| enqueue(&field.ty, &mut pending));
            }
        }
        names
    }
}
