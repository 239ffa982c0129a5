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
        // However long the list is: the tables must follow every block. A field costs no more than its part that is shown.
        let read = self.0.decode(block, usize::MAX, |name, value| {
            let Some(message) = message.as_deref_mut() else { return };
            match name {
                b":method" => method = beginning(value, MAX_HEAD),
                b":path" => path = beginning(value, MAX_HEAD),
                // An informational reply is followed by the one that counts.
                b":status" => message.title = format!("HTTP/2 {}", beginning(value, 3)),
                name => field(name, value, is_trailer, message),
            }
        });
        if let (Some(message), false) = (message, method.is_empty()) {
            message.title = format!("{method} {path} HTTP/2");
            message.topic = http_head::topic(&path);
        }
        read.map_err(|error| error.to_string())
    }
}

/// The first bytes of a value as text.
fn beginning(value: &[u8], most: usize) -> String {
    String::from_utf8_lossy(&value[..value.len().min(most)]).into_owned()
}

/// One field. A block of few bytes can stand for many: what is too much is left out.
fn field(name: &[u8], value: &[u8], is_trailer: bool, message: &mut Message) {
    if message.head.len() + name.len() + value.len() > MAX_HEAD {
        message.note = Some(format!("only the first {MAX_HEAD} bytes of its head are shown"));
        return;
    }
    let (name, value) = (String::from_utf8_lossy(name), String::from_utf8_lossy(value));
    message.head.push_str(if is_trailer && !name.starts_with(':') { "trailer " } else { "" });
    message.head.push_str(&format!("{name}: {value}\n"));
    match &*name {
        "content-type" => message.form = http_head::form(&value.trim().to_ascii_lowercase()),
        "content-encoding" => message.coding = http_head::coding(value.trim()),
        _ => {}
    }
}
