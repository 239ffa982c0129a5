//! Fields that only conditions name: what `then`, `else` and dependent schemas say of an object holds for some, so it is optional.

use std::collections::HashSet;

use indexmap::IndexMap;
use wirecost_value::Value;

use super::collection::{entries, refuses_field};
use super::places::Part;
use super::whole::{Whole, only_narrows};
use super::{Fault, Importer, MAX_NESTING};
use crate::{Field, Type};

/// The most schemas whose fields one object gets from conditions.
const MAX_SCHEMAS: usize = 1_000;

impl<'a> Importer<'a> {
    /// The fields that conditions of these schemas name, by all that they say of each.
    pub(super) fn conditional(&mut self, parts: &[Part<'a>]) -> IndexMap<String, Vec<Part<'a>>> {
        let mut seen: HashSet<String> = parts.iter().map(|part| part.pointer.clone()).collect();
        let mut pending: Vec<Part<'a>> = parts.iter().flat_map(conditions).collect();
        pending.reverse();
        let mut fields: IndexMap<String, Vec<Part<'a>>> = IndexMap::new();
        while let Some(part) = pending.pop().filter(|_| seen.len() < MAX_SCHEMAS) {
            let depth = self.depth;
            let mut whole = Whole::default();
            let is_read = self.add(&mut whole, part).is_ok();
            self.depth = depth;
            if !is_read {
                continue;
            }
            for part in whole.parts {
                if !seen.insert(part.pointer.clone()) {
                    continue;
                }
                pending.extend(conditions(&part));
                for field in part.get("properties").iter().flat_map(entries) {
                    let name = super::last(&field.pointer).unwrap_or_default();
                    fields.entry(name).or_default().push(field);
                }
            }
            pending.extend(whole.choices.into_iter().flatten());
        }
        fields
    }

    /// A field that only conditions name; none if it cannot be there.
    pub(super) fn conditional_field(
        &mut self,
        parts: &[Part<'a>],
        name: &str,
        schemas: Vec<Part<'a>>,
    ) -> Result<Option<Field>, Fault> {
        if parts.iter().any(|part| refuses_field(part, name)) {
            return Ok(None);
        }
        let pointer = schemas.first().map(|part| part.pointer.clone()).unwrap_or_default();
        let mut types = Vec::new();
        for part in schemas.into_iter().filter(|part| !only_narrows(part, MAX_NESTING)) {
            types.extend(self.all_of(vec![part], name)?);
        }
        if types.is_empty() {
            types.push(self.spare(&pointer, name));
        }
        Ok(Some(Field::new(name, Type::union(types)).optional()))
    }
}

/// The schemas that hold under a condition.
fn conditions<'a>(part: &Part<'a>) -> Vec<Part<'a>> {
    let branches = ["then", "else"].iter().filter_map(|keyword| part.get(keyword));
    let dependent = ["dependentSchemas", "dependencies"].iter().filter_map(|keyword| part.get(keyword));
    let dependent = dependent.flat_map(|part| entries(&part));
    branches.chain(dependent).filter(|part| matches!(part.schema, Value::Map(_))).collect()
}
