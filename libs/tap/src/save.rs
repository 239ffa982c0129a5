//! Bodies as messages of wirecost's catalogue: a folder each, with `message.toml` and the body.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::decode::whole_body;
use crate::{Direction, Error, Form, Message, Result, secrets};

mod tree;

/// Letters of a name.
const MAX_NAME: usize = 40;

/// Digests of bodies, and reasons, that are remembered.
const MAX_KNOWN: usize = 1 << 20;
const MAX_REASONS: usize = 20;

/// What became of a message that was to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// It is in this folder.
    New(PathBuf),
    /// The same body was saved before.
    Known,
    /// It has no body.
    Empty,
    /// It cannot be a message, for this reason.
    Unfit(String),
}

/// Whether a folder can be read as a message; if not, why.
type Check = Box<dyn Fn(&Path) -> Option<String>>;

/// Writes bodies into a folder, each once.
pub struct Saver {
    folder: PathBuf,
    source: String,
    most: usize,
    show_secrets: bool,
    check: Check,
    /// Digests of what was looked at.
    known: HashSet<[u8; 32]>,
    saved: usize,
    unfit: BTreeMap<String, u64>,
}

/// What goes into a folder.
struct Content {
    file: &'static str,
    bytes: Vec<u8>,
    /// What it is about, where the body tells.
    topic: Option<String>,
}

impl Saver {
    /// Saves into `folder`, at most `most` messages. `source` is what each says of where it comes from. What `check`
    /// gives a reason against is not saved: what is in the folder can be measured.
    ///
    /// # Errors
    /// [`Error::Save`] where the folder cannot be made.
    pub fn new(
        folder: PathBuf,
        source: String,
        most: usize,
        check: impl Fn(&Path) -> Option<String> + 'static,
    ) -> Result<Self> {
        private_folders()
            .recursive(true)
            .create(&folder)
            .map_err(|source| Error::Save { path: folder.clone(), source })?;
        let (known, unfit) = (HashSet::new(), BTreeMap::new());
        Ok(Self { folder, source, most, show_secrets: false, check: Box::new(check), known, saved: 0, unfit })
    }

    /// Saves secrets as they are.
    pub fn show_secrets(mut self, show: bool) -> Self {
        self.show_secrets = show;
        self
    }

    /// Saves the body of a message.
    ///
    /// # Errors
    /// [`Error::Save`].
    pub fn save(&mut self, message: &Message, form: Form) -> Result<Saved> {
        // A block of SBW without items has a byte that says so.
        if message.body.size() == 0 || (form == Form::Sbw && message.body.size() == 1) {
            return Ok(Saved::Empty);
        }
        if message.has_secret {
            return Ok(self.unfit("it holds a secret, which --show-secrets saves".into()));
        }
        let content = match content(message, form) {
            Ok(content) if self.show_secrets => content,
            Ok(content) => Content { bytes: secrets::covered(&content.bytes).into_owned(), ..content },
            Err(reason) => return Ok(self.unfit(reason)),
        };
        let digest: [u8; 32] = Sha256::digest(&content.bytes).into();
        if self.known.len() >= MAX_KNOWN {
            // What is in the folder is still told by its content.
            self.known.clear();
        }
        if !self.known.insert(digest) {
            return Ok(Saved::Known);
        }
        if self.saved >= self.most {
            return Ok(self.unfit(format!("{} messages are saved already (--save-most)", self.most)));
        }
        let toml = self.describe(message, form, &content, &digest);
        let topic = content.topic.as_deref().unwrap_or(&message.topic);
        let suffix = if message.direction == Direction::ToTarget { "request" } else { "reply" };
        let name = format!("{}-{suffix}", name(topic));
        let Some(folder) = self.room(&name, content.file, &content.bytes)? else { return Ok(Saved::Known) };
        let write = |file: &str, bytes: &[u8]| {
            let path = folder.join(file);
            write_private(&path, bytes).map_err(|source| Error::Save { path, source })
        };
        write(content.file, &content.bytes)?;
        write("message.toml", toml.as_bytes())?;
        if let Some(reason) = (self.check)(&folder) {
            fs::remove_dir_all(&folder).map_err(|source| Error::Save { path: folder, source })?;
            return Ok(self.unfit(reason));
        }
        self.saved += 1;
        Ok(Saved::New(folder))
    }

    /// How many were saved.
    pub fn saved(&self) -> usize {
        self.saved
    }

    /// Why others were not, and how many.
    pub fn unfit_reasons(&self) -> &BTreeMap<String, u64> {
        &self.unfit
    }

    fn unfit(&mut self, reason: String) -> Saved {
        let is_new = !self.unfit.contains_key(&reason);
        let told = if is_new && self.unfit.len() >= MAX_REASONS { "other reasons".to_owned() } else { reason.clone() };
        *self.unfit.entry(told).or_default() += 1;
        Saved::Unfit(reason)
    }

    /// Makes a folder of this name, or of the next that is free; none if one holds the same content already.
    fn room(&self, name: &str, file: &str, bytes: &[u8]) -> Result<Option<PathBuf>> {
        for number in 1u32.. {
            let folder = self.folder.join(if number == 1 { name.to_owned() } else { format!("{name}-{number}") });
            match private_folders().create(&folder) {
                Ok(()) => return Ok(Some(folder)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                    if fs::read(folder.join(file)).is_ok_and(|there| there == bytes) {
                        return Ok(None);
                    }
                }
                Err(source) => return Err(Error::Save { path: folder, source }),
            }
        }
        Ok(None)
    }

    fn describe(&self, message: &Message, form: Form, content: &Content, digest: &[u8; 32]) -> String {
        let what = if message.direction == Direction::ToTarget { "request" } else { "reply" };
        let title = if message.title.is_empty() { "bytes without a protocol" } else { &message.title };
        let summary = format!("{what}, {} bytes of {}: {title}", message.body.size(), form.name());
        let mut toml = format!("summary = {}\nsource = {}\n", quoted(&summary), quoted(&self.source));
        if form == Form::Xml {
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            toml.push_str(&format!("\n[xml]\nfile = {}\nsha256 = \"{digest}\"\n", quoted(content.file)));
        } else {
            toml.push_str(&format!("value = {}\n", quoted(content.file)));
        }
        toml
    }
}

/// Makes folders that only this user looks into.
fn private_folders() -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Writes a new file that only this user reads.
fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    std::io::Write::write_all(&mut options.open(path)?, bytes)
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push_str(&format!("\\u{:04X}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// The body in a form that wirecost reads as a message.
fn content(message: &Message, form: Form) -> Result<Content, String> {
    let body = whole_body(message).ok_or("it is larger than what is kept of a body, or was cut")?;
    let of = |file, bytes: Vec<u8>, topic| Ok(Content { file, bytes, topic });
    match form {
        Form::Xml => {
            let topic = root(&body);
            of("body.xml", body.into_owned(), topic)
        }
        Form::FastInfoset => of("body.fi", body.into_owned(), None),
        Form::Json => of("body.json", body.into_owned(), None),
        Form::Sbw => of("body.json", tree::of_sbw(&body)?, None),
        Form::Resp => of("body.json", tree::of_resp(&body)?, None),
        Form::Protobuf | Form::Grpc => Err("Protocol Buffers cannot be read without their schema".into()),
        Form::Text | Form::Bytes => Err("text and bytes are not a structured message".into()),
    }
}

/// What a document is about: its root element, or what a SOAP body holds.
fn root(xml: &[u8]) -> Option<String> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(std::str::from_utf8(xml).ok()?);
    let mut in_body = None;
    loop {
        let name = match reader.read_event().ok()? {
            Event::Start(start) => start.local_name().as_ref().to_owned(),
            Event::Empty(start) => start.local_name().as_ref().to_owned(),
            Event::Eof => return None,
            _ => continue,
        };
        match (in_body, name.as_str()) {
            (None, "Envelope") => in_body = Some(false),
            (Some(false), "Body") => in_body = Some(true),
            (Some(false), _) => {}
            _ => return Some(name),
        }
    }
}

/// A name of lower-case letters, digits and hyphens: `echoFloat` is `echo-float`.
fn name(topic: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for letter in topic.chars() {
        if letter.is_ascii_uppercase() && was_lower {
            out.push('-');
        }
        was_lower = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        match letter {
            letter if letter.is_ascii_alphanumeric() => out.push(letter.to_ascii_lowercase()),
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
        if out.len() >= MAX_NAME {
            break;
        }
    }
    let out = out.trim_matches('-');
    if out.is_empty() { "message".to_owned() } else { out.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_folders() {
        let names = ["echoFloat", "ns:Get Quote!", "../../etc", "", "BROKER-getVersion", "HTTPServer"].map(name);
        assert_eq!(names, ["echo-float", "ns-get-quote", "etc", "message", "broker-get-version", "httpserver"]);
    }

    #[test]
    fn a_document_is_named_by_its_root_or_its_soap_body() {
        assert_eq!(root(b"<?xml version='1.0'?><p:order><x/></p:order>").as_deref(), Some("order"));
        let soap = b"<s:Envelope><s:Header><h/></s:Header><s:Body><m:echoFloat/></s:Body></s:Envelope>";
        assert_eq!(root(soap).as_deref(), Some("echoFloat"));
        assert_eq!(root(b"<s:Envelope/>"), None);
    }

    #[test]
    fn any_text_can_stand_in_toml() {
        assert_eq!(quoted("a\"b\\c\n\u{7f}"), "\"a\\\"b\\\\c\\u000A\\u007F\"");
    }
}
