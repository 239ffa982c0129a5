//! Whether a JSON object is a record, whose keys are names, or a map, whose keys are data.

use super::seen::{Maps, Seen};

/// So many keys of one type are a map, whatever they look like: few people write as many fields.
const MANY_KEYS: usize = 200;

/// Keys that are names, but differ from object to object, are data from this many on.
const VARYING_KEYS: usize = 16;

/// Why the objects are maps, in words; none if they are records.
pub fn why_map(maps: &Maps) -> Option<String> {
    let keys = maps.fields.len();
    let odd = maps.fields.keys().filter(|key| !is_identifier(key)).count();
    // Fields of one record may have different types, values of one map have the same.
    if keys == 0 || !is_alike(maps.fields.values().map(|(_, seen)| seen)) {
        return None;
    }
    let in_all = maps.fields.values().filter(|(count, _)| *count == maps.count).count();
    let is_fixed = maps.count > 1 && in_all == keys;
    let all_numbers = maps.fields.keys().all(|key| is_number(key));
    match () {
        () if all_numbers => Some(format!("{} that are numbers: a map", plural(keys, "key"))),
        () if 2 * odd > keys && !is_fixed => Some(format!("{odd} of {keys} keys are not identifiers: a map")),
        () if odd > 0 && !is_fixed && keys > 1 && is_qualified(maps) => {
            Some(format!("{odd} of {keys} keys are qualified names: a map"))
        }
        () if maps.count > 1 && keys >= VARYING_KEYS && 4 * maps.entries < maps.count * keys => {
            let mean = maps.entries / maps.count;
            Some(format!("{keys} different keys of one type, about {mean} in each: a map"))
        }
        () if keys >= MANY_KEYS => Some(format!("{keys} keys of one type: a map")),
        () => None,
    }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Whether values of these places may be values of one map: one kind, and records that share most of their fields.
fn is_alike<'a>(places: impl Iterator<Item = &'a Seen> + Clone) -> bool {
    let mut kinds = places.clone().map(Seen::kinds).filter(|kinds| !kinds.is_empty());
    let Some(first) = kinds.next() else { return true };
    if first.len() > 1 || kinds.any(|other| other != first) {
        return false;
    }
    if first != "m" {
        return true;
    }
    let records: Vec<&Maps> = places.map(|seen| &seen.maps).filter(|maps| maps.count > 0).collect();
    let most = records.iter().max_by_key(|maps| maps.fields.len());
    let shares = |maps: &&Maps| {
        let shared = most.map_or(0, |most| maps.fields.keys().filter(|key| most.fields.contains_key(*key)).count());
        2 * shared >= maps.fields.len()
    };
    records.iter().all(shares)
}

/// Whether a key looks like a name that a programmer gives to a field.
fn is_identifier(key: &str) -> bool {
    let plain = key.trim_start_matches(['@', '$', '_']);
    plain.starts_with(char::is_alphabetic)
        && plain.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
        && !is_identity(key)
}

/// Whether a key is a UUID or a digest, of which some begin with a letter.
fn is_identity(key: &str) -> bool {
    let digits = key.chars().filter(char::is_ascii_digit).count();
    key.len() >= 16 && digits > 2 && key.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

fn is_number(key: &str) -> bool {
    key.strip_prefix('-').unwrap_or(key).parse::<u64>().is_ok() && !key.starts_with('+')
}

/// Whether all odd keys are names with a domain or a path, such as `app.example.com/name` or `text/plain`.
fn is_qualified(maps: &Maps) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '+' | '*');
    maps.fields.keys().all(|key| is_identifier(key) || (key.contains(['.', '/']) && key.chars().all(is_part)))
}
