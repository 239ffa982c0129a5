//! What samples hint at, and do not say.

use super::seen::{Seen, Texts};
use super::{Proposal, Proposed};
use crate::{Int, TimeUnit, Type};

/// Types that would fit the values of a place as well. `name` is the field that holds them.
pub fn proposals(seen: &Seen, name: &str) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let mut propose = |proposed: Proposed, why: String| proposals.push(Proposal { proposed, why });
    let all = seen.present();
    let texts = &seen.texts;
    if texts.count > 0 && texts.count == all && texts.said < all {
        if texts.times == all {
            let unit = TimeUnit::ALL.into_iter().find(|unit| unit.nanoseconds() == texts.time_unit);
            let unit = unit.unwrap_or(TimeUnit::Nanoseconds);
            propose(Type::Timestamp(unit).into(), format!("all {all} are times, whole in {}", unit.symbol()));
        }
        if texts.dates == all {
            propose(Type::Date.into(), format!("all {all} are dates"));
        }
        if texts.uuids == all {
            propose(Type::Uuid.into(), format!("all {all} are UUIDs"));
        }
        if let (Some(ty), Some(Ok(scale))) = (texts.decimal(), texts.fraction_digits) {
            propose(ty.into(), format!("all {all} are decimals with {scale} digits after the point"));
        }
        if texts.integers == all {
            propose(Type::Integer(Int::I64).into(), format!("all {all} are integers"));
        }
        if let Some(names) = enumeration(texts) {
            let count = names.len();
            propose(Proposed::Enumeration(names), format!("{count} texts in {all} places"));
        }
    }
    if seen.bytes.count > 1 && seen.bytes.count == all && seen.bytes.min == seen.bytes.max {
        let length = u32::try_from(seen.bytes.min).ok();
        propose(Type::Bytes { length }.into(), format!("all {all} have this length"));
    }
    if seen.integers.count > 0 && seen.integers.count == all && is_time_name(name) {
        // From 2000 to 2100.
        const SECONDS: std::ops::RangeInclusive<i128> = 946_684_800..=4_102_444_800;
        for unit in TimeUnit::ALL {
            let scale = 1_000_000_000 / unit.nanoseconds();
            let range = SECONDS.start() * scale..=SECONDS.end() * scale;
            if range.contains(&seen.integers.min) && range.contains(&seen.integers.max) {
                propose(Type::Timestamp(unit).into(), format!("{} since 1970 of this century", unit.symbol()));
            }
        }
    }
    proposals
}

/// The texts, where they are few, repeated, and look like names.
fn enumeration(texts: &Texts) -> Option<Vec<String>> {
    const MOST: usize = 12;
    let names = texts.distinct.as_ref().filter(|names| names.len() <= MOST && texts.count >= 3 * names.len().max(2))?;
    let is_name = |text: &String| {
        text.len() <= 32
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '/'))
    };
    names.iter().all(is_name).then(|| names.iter().cloned().collect())
}

fn is_time_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["time", "date", "created", "updated", "modified", "expires", "since", "until"]
        .iter()
        .any(|word| name.contains(word))
        || name.ends_with("_at")
        || name == "ts"
        || name == "t"
}
