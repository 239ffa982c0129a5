//! Names for records that samples do not name.

use heck::ToKebabCase;

use crate::syntax::is_taken;

/// The singular of a plural, as far as English spelling tells: `lines` is of `line`, `entries` of `entry`.
pub fn singular(name: &str) -> String {
    let irregular = [("children", "child"), ("people", "person"), ("men", "man"), ("indices", "index")];
    if let Some((plural, one)) = irregular.iter().find(|(plural, _)| name.ends_with(plural)) {
        return format!("{}{one}", &name[..name.len() - plural.len()]);
    }
    let stays = ["ss", "us", "is", "news", "series", "species", "status"];
    if stays.iter().any(|end| name.ends_with(end)) || name.len() < 3 {
        return name.to_owned();
    }
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["sses", "xes", "ches", "shes", "zzes"] {
        if name.ends_with(end) {
            return name[..name.len() - 2].to_owned();
        }
    }
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

/// The name of a type for what a field is called.
pub fn type_name(hint: &str) -> String {
    let ascii: String = hint.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let name = ascii.to_kebab_case();
    match name.as_str() {
        "" => "record".to_owned(),
        taken if is_taken(taken) || taken.starts_with(|c: char| c.is_ascii_digit()) => format!("{taken}-record"),
        _ => name,
    }
}

/// The words with which both names end: `billing-address` and `shipping-address` are of `address`.
pub fn shared(a: &str, b: &str) -> Option<String> {
    let words = a.rsplit('-').zip(b.rsplit('-')).take_while(|(a, b)| a == b);
    let mut words: Vec<&str> = words.map(|(word, _)| word).collect();
    words.reverse();
    (!words.is_empty()).then(|| words.join("-"))
}

/// The number with its thousands apart: 9,007.
pub fn grouped(n: i128) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::from(if n < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable() {
        for (plural, one) in [
            ("lines", "line"),
            ("entries", "entry"),
            ("addresses", "address"),
            ("boxes", "box"),
            ("status", "status"),
            ("children", "child"),
            ("data", "data"),
            ("address", "address"),
            ("is", "is"),
            ("houses", "house"),
        ] {
            assert_eq!(singular(plural), one);
        }
        assert_eq!(type_name("orderLine"), "order-line");
        assert_eq!(type_name("@type"), "type");
        assert_eq!(type_name("text"), "text-record");
        assert_eq!(type_name("日本"), "record");
        assert_eq!(shared("billing-address", "shipping-address").as_deref(), Some("address"));
        assert_eq!(shared("buyer", "seller"), None);
        assert_eq!(grouped(-1_234_567), "-1,234,567");
        assert_eq!(grouped(999), "999");
    }
}
