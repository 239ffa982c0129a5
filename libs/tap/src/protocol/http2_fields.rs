//! Header fields of HTTP/2, compressed by HPACK (RFC 7541).

use wirecost_hpack::Decoder;

use super::http_head;
use crate::Message;
use crate::message::MAX_HEAD;

/// The largest table that a peer may ask for, in bytes; 4,096 is usual.
const MAX_TABLE: usize = 64 << 10;

/// The tables of one direction.
pub(super) struct Fields(Decoder);

impl Default for Fields {
    fn default() -> Self {
        Self(Decoder::new(MAX_TABLE))
    }
}

impl Fields {
    /// Reads a whole block of fields, into `message` where they are of one.
    ///
    /// # Errors
    /// If it is broken: nothing that follows can be read.
    pub(super) fn read(&mut self, block: &[u8], mut message: Option<&mut Message>) -> Result<(), String> {
        let is_trailer = message.as_ref().is_some_and(|message| !message.title.is_empty());
        let (mut method, mut path) = (String::new(), String::new());
        // However long the list is: the tables follow every block, and `field` bounds what is kept.
        let read = self.0.decode(block, usize::MAX, |name, value| {
            let Some(message) = message.as_deref_mut() else { return };
            let value = String::from_utf8_lossy(value);
            match name {
                b":method" => method = value.chars().take(MAX_HEAD).collect(),
                b":path" => path = value.chars().take(MAX_HEAD).collect(),
                // An informational reply is followed by the one that counts.
                b":status" => message.title = format!("HTTP/2 {}", value.chars().take(3).collect::<String>()),
                name => field(&String::from_utf8_lossy(name), &value, is_trailer, message),
            }
        });
        if let (Some(message), false) = (message, method.is_empty()) {
            message.title = format!("{method} {path} HTTP/2");
            message.topic = http_head::topic(&path);
        }
        read.map_err(|error| error.to_string())
    }
}

/// One field. A block of few bytes can stand for many: what is too much is left out.
fn field(name: &str, value: &str, is_trailer: bool, message: &mut Message) {
    if message.head.len() + name.len() + value.len() > MAX_HEAD {
        message.note = Some(format!("only the first {MAX_HEAD} bytes of its head are shown"));
        return;
    }
    message.head.push_str(if is_trailer && !name.starts_with(':') { "trailer " } else { "" });
    message.head.push_str(&format!("{name}: {value}\n"));
    match name {
        "content-type" => message.form = http_head::form(&value.trim().to_ascii_lowercase()),
        "content-encoding" => message.coding = http_head::coding(value.trim()),
        _ => {}
    }
}
