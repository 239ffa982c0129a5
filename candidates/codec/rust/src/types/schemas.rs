//! Schemas that libraries read when they start.

/// The types that have an Avro schema.
pub const OF_AVRO: &[&str] =
    &["echo-float", "echo-float-reply", "empty", "string", "doubles", "dns", "dns-record", "invoice"];

/// The Avro schema of a message type; none if there is none.
pub fn avro(message_type: &str) -> Option<&'static str> {
    Some(match message_type {
        "echo-float" | "echo-float-reply" => include_str!("../../schemas/echo-float.avsc"),
        "empty" => include_str!("../../schemas/empty.avsc"),
        "string" => include_str!("../../schemas/string.avsc"),
        "doubles" => include_str!("../../schemas/doubles.avsc"),
        "dns" => include_str!("../../schemas/dns.avsc"),
        "dns-record" => include_str!("../../schemas/dns-record.avsc"),
        "invoice" => include_str!("../../schemas/invoice.avsc"),
        _ => return None,
    })
}
