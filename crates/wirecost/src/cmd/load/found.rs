//! What a search for the highest rate found, in words.

use wirecost_load::{Found, Probed, per_second};

use super::CONFIRMED_SHARE;

/// What a probe showed.
pub fn said(probed: &Probed) -> String {
    match probed {
        Probed::Kept => "kept".to_owned(),
        Probed::NotKept(reason) => format!("not kept: {reason}"),
        Probed::Failed(reason) => format!("failed: {reason}"),
        Probed::AtLimit(reason) => format!("not kept, at the generator's limit: {reason}"),
        Probed::Disturbed(reason) => format!("not kept, but disturbed: {reason}"),
        Probed::NotValid(reason) => format!("not valid: {reason}"),
    }
}

/// The rate that was found, or why there is none.
pub fn answer(found: &Found) -> String {
    if let Some(rate_per_s) = found.rate_per_s {
        let (rate, percent) = (per_second(rate_per_s), CONFIRMED_SHARE * 100.0);
        let rate = match &found.limit {
            Some(limit) => format!("at least {rate}/s ({limit})"),
            None => format!("{rate}/s"),
        };
        let confirmed = if found.is_confirmed {
            format!(", confirmed at {percent:.0} % of it{}", late(found))
        } else {
            String::new()
        };
        return format!("highest rate that kept the goal: {rate}{confirmed}");
    }
    let reason = found.reason.as_deref().unwrap_or("no reason given");
    let kept =
        found.kept_per_s.map_or(String::new(), |kept| format!("; probes at {}/s kept the goal", per_second(kept)));
    format!("NO FIGURE: {reason}{kept}")
}

/// Why the confirmation counts although its result is marked as not valid.
fn late(found: &Found) -> &'static str {
    match &found.confirmation {
        Some(confirmation) if !confirmation.valid => {
            "; it kept the goal although the generator was disturbed, which can only lengthen the latency"
        }
        _ => "",
    }
}
