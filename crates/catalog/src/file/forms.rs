//! Which form a file has, and what it holds.

use std::borrow::Cow;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use wirecost_types::Model;
use wirecost_types::import::Imported;
use wirecost_types::infer::Said;
use wirecost_types::wire::{self, WireForm};
use wirecost_value::{Value, json};

use super::ways::ReadValue;
use super::{FileError, FilePlace, bson, cbor, json_forms, messagepack, property_list, toml_form, yaml};
use crate::{MAX_BYTES, document};

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// JSON or XML, told apart by the first character that is not white space.
    Text,
    /// MessagePack.
    MessagePack,
    /// CBOR, RFC 8949.
    Cbor,
    /// YAML 1.2.
    Yaml,
    /// BSON.
    Bson,
    /// A property list, as XML or as bytes.
    PropertyList,
    /// TOML.
    Toml,
    /// JSON with comments.
    JsonComments,
    /// JSON, one value a line.
    JsonLines,
    /// A sequence of JSON texts, RFC 7464.
    JsonSequence,
    /// The content of the body of a SOAP message.
    Soap,
    /// An Avro container file.
    AvroFile,
    /// Of a schema that is given.
    Wire(WireForm),
}

/// The forms that need no schema, by their names.
const NAMES: [(&str, FileFormat); 13] = [
    ("json", FileFormat::Text),
    ("xml", FileFormat::Text),
    ("msgpack", FileFormat::MessagePack),
    ("cbor", FileFormat::Cbor),
    ("yaml", FileFormat::Yaml),
    ("bson", FileFormat::Bson),
    ("plist", FileFormat::PropertyList),
    ("toml", FileFormat::Toml),
    ("jsonc", FileFormat::JsonComments),
    ("json-lines", FileFormat::JsonLines),
    ("json-seq", FileFormat::JsonSequence),
    ("avro-file", FileFormat::AvroFile),
    ("soap", FileFormat::Soap),
];

impl FileFormat {
    /// The names of all forms.
    pub fn names() -> Vec<&'static str> {
        NAMES.iter().map(|(name, _)| *name).chain(WireForm::ALL.map(WireForm::name)).collect()
    }

    /// The form of this name.
    pub fn parse(name: &str) -> Option<Self> {
        let known = NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format);
        known.or_else(|| WireForm::ALL.into_iter().find(|form| form.name() == name).map(Self::Wire))
    }

    /// The format that a file's name says it has, also where it is packed; JSON or XML where the name says nothing.
    pub fn of(path: &Path) -> Self {
        let extension =
            |path: &Path| path.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase();
        let own = extension(path);
        let own = if is_packed(&own) { extension(Path::new(path.file_stem().unwrap_or_default())) } else { own };
        match own.as_str() {
            "msgpack" | "mpk" => Self::MessagePack,
            "cbor" => Self::Cbor,
            "yaml" | "yml" => Self::Yaml,
            "bson" => Self::Bson,
            "plist" => Self::PropertyList,
            "toml" => Self::Toml,
            "jsonc" => Self::JsonComments,
            "jsonl" | "ndjson" => Self::JsonLines,
            "json-seq" | "jsonseq" => Self::JsonSequence,
            "txtpb" | "textproto" | "pbtxt" => Self::Wire(WireForm::ProtobufText),
            "binpb" | "pb" => Self::Wire(WireForm::Protobuf),
            _ => Self::Text,
        }
    }

    /// The form by what the file begins with, where its name says nothing.
    pub(crate) fn by_content(self, bytes: &[u8]) -> Self {
        match self {
            Self::Text if bytes.starts_with(b"Obj\x01") => Self::AvroFile,
            Self::Text if bytes.starts_with(b"bplist0") => Self::PropertyList,
            Self::Text if bytes.starts_with(b"\x1e") => Self::JsonSequence,
            other => other,
        }
    }
}

/// The extensions of packed files.
fn is_packed(extension: &str) -> bool {
    matches!(extension, "gz" | "zst" | "zstd")
}

/// The name of a file without the extension of its packing and of its form.
pub(crate) fn stem(path: &Path) -> &str {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let inner = path.file_stem().map(Path::new).filter(|_| is_packed(extension)).unwrap_or(path);
    inner.file_stem().and_then(|stem| stem.to_str()).unwrap_or("message")
}

/// How files of the user's are to be read.
#[derive(Debug, Clone, Default)]
pub struct Reading<'a> {
    /// The types that the command line gives them.
    pub imported: Option<&'a Imported>,
    /// The form that the command line gives them; none to find it out.
    pub format: Option<FileFormat>,
}

impl Reading<'_> {
    /// The types by which documents are read.
    pub(crate) fn document(&self) -> Option<&Model> {
        self.imported.map(|imported| &imported.model).filter(|model| model.document.is_some())
    }
}

/// What a file holds.
pub(crate) enum Held<'a> {
    Document(Cow<'a, [u8]>),
    /// The values, of which there is at least one.
    Values(Values),
}

/// The values of a file, and what it says of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values {
    /// The values; at least one.
    pub values: Vec<Value>,
    /// What each of them says of its types, as far as any does.
    pub said: Vec<Said>,
    /// Whether they are of XML, which has only text.
    pub has_only_text: bool,
    /// The types that the file has.
    pub model: Option<Arc<Model>>,
    /// What the user should know.
    pub notes: Vec<String>,
}

impl Held<'_> {
    fn plain(values: Vec<Value>) -> Self {
        Self::Values(Values { values, ..Values::default() })
    }
}

/// The bytes of a file without its packing, gzip or zstd.
pub(crate) fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, FileError> {
    let reader: Box<dyn std::io::Read + '_> = match bytes {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(bytes)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            Box::new(zstd::Decoder::new(bytes).map_err(|error| FileError::whole(error.to_string()))?)
        }
        _ => return Ok(bytes.into()),
    };
    let mut unpacked = Vec::new();
    reader
        .take(MAX_BYTES + 1)
        .read_to_end(&mut unpacked)
        .map_err(|error| FileError::whole(format!("packed: {error}")))?;
    if unpacked.len() as u64 > MAX_BYTES {
        return Err(FileError::whole(format!(
            "unpacked it is longer than {MAX_BYTES} bytes, the most that a message may have"
        )));
    }
    Ok(unpacked.into())
}

/// What the bytes hold in the form that their file's name says, or else their content.
pub(crate) fn read<'a>(bytes: &'a [u8], by_name: FileFormat, reading: &Reading<'_>) -> Result<Held<'a>, FileError> {
    if bytes.is_empty() && !matches!(reading.format, Some(FileFormat::Wire(_))) {
        return Err(FileError::whole("it is empty"));
    }
    let format = reading.format.unwrap_or(by_name.by_content(bytes));
    let Some(imported) = reading.imported else { return by_format(bytes, format) };
    if let FileFormat::Wire(form) = format {
        return of_wire(bytes, form, imported);
    }
    let read = by_format(bytes, format);
    let is_told = reading.format.is_some() || format != FileFormat::Text;
    read.or_else(|error| if is_told { Err(error) } else { tried(bytes, imported, error) })
}

/// The messages in one of the forms that the schema's format has, where the file is neither JSON nor XML.
fn tried<'a>(bytes: &[u8], imported: &Imported, error: FileError) -> Result<Held<'a>, FileError> {
    let forms: Vec<WireForm> =
        WireForm::ALL.into_iter().filter(|form| imported.format == Some(form.format())).collect();
    if forms.is_empty() {
        return Err(error);
    }
    let mut reasons = vec![format!("as JSON or XML, {error}")];
    let mut found = Vec::new();
    for form in forms {
        match wire::read(imported, form, bytes) {
            Ok(held) => found.push(held),
            Err(error) => reasons.push(format!("as {error}")),
        }
    }
    // Bytes may happen to be a message in another form, of fields that nobody knows.
    if let Some(held) = found.into_iter().min_by_key(|held| held.unknown_fields) {
        return Ok(held_of(held));
    }
    Err(FileError::whole(format!("{}; --format says which it is", reasons.join("; "))))
}

fn of_wire<'a>(bytes: &[u8], form: WireForm, imported: &Imported) -> Result<Held<'a>, FileError> {
    wire::read(imported, form, bytes).map(held_of).map_err(|error| FileError::whole(error.to_string()))
}

fn held_of<'a>(held: wire::Held) -> Held<'a> {
    let unknown = (held.unknown_fields > 0)
        .then(|| format!("{} fields are passed over, which the schema does not know", held.unknown_fields));
    Held::Values(Values { values: held.values, notes: unknown.into_iter().collect(), ..Values::default() })
}

fn by_format(bytes: &[u8], format: FileFormat) -> Result<Held<'_>, FileError> {
    let one = |value: Result<Value, FileError>| Ok(Held::plain(vec![value?]));
    let told = |told: Result<ReadValue, FileError>| {
        let ReadValue { value, said, notes } = told?;
        Ok(Held::Values(Values { values: vec![value], said: vec![said], notes, ..Values::default() }))
    };
    match format {
        FileFormat::MessagePack => told(messagepack::read(bytes)),
        FileFormat::Cbor => told(cbor::read(bytes)),
        FileFormat::Yaml => one(yaml::read(bytes)),
        FileFormat::Bson => told(bson::read(bytes)),
        FileFormat::PropertyList => one(property_list::read(bytes)),
        FileFormat::Toml => one(toml_form::read(bytes)),
        FileFormat::JsonComments => one(json_forms::with_comments(bytes)),
        FileFormat::JsonLines => json_forms::lines(bytes).map(Held::plain),
        FileFormat::JsonSequence => json_forms::sequence(bytes).map(Held::plain),
        FileFormat::AvroFile => {
            let read = wire::avro_container("its schema", bytes);
            let (imported, values) = read.map_err(|error| FileError::whole(error.to_string()))?;
            Ok(Held::Values(Values { values, model: Some(Arc::new(imported.model)), ..Values::default() }))
        }
        FileFormat::Wire(form) => Err(FileError::whole(format!(
            "{} needs a schema of {}; give it with --types FILE",
            form.name(),
            form.format()
        ))),
        FileFormat::Soap => Ok(Held::Document(document::soap_body(bytes)?.into())),
        FileFormat::Text => text(bytes),
    }
}

/// # Errors
/// If a text is in UTF-16, which candidates do not read.
pub(crate) fn not_wide(bytes: &[u8]) -> Result<(), FileError> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, b'<' | b'{' | b'[', ..] | [b'<' | b'{' | b'[', 0, ..] => {
            let reason = "UTF-16; JSON and XML are read in UTF-8 only (convert it with: iconv -f UTF-16 -t UTF-8)";
            Err(FileError { place: FilePlace::Byte(0), reason: reason.to_owned() })
        }
        _ => Ok(()),
    }
}

fn text(bytes: &[u8]) -> Result<Held<'_>, FileError> {
    not_wide(bytes)?;
    if fastinfoset::is_fast_infoset(bytes) {
        let document = crate::message::as_xml(bytes).map_err(|error| FileError::whole(error.to_string()))?;
        return Ok(Held::Document(document.into()));
    }
    let unmarked = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match unmarked.trim_ascii_start().first() {
        None => Err(FileError::whole("it contains only white space")),
        Some(b'<') => Ok(Held::Document(bytes.into())),
        Some(_) => {
            let at =
                |error: json::ReadError| FileError { place: FilePlace::Text(error.position), reason: error.reason };
            Ok(Held::plain(vec![json::read(bytes).map_err(at)?]))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn values(bytes: &[u8], name: &str) -> Vec<Value> {
        match read(bytes, FileFormat::of(Path::new(name)), &Reading::default()).unwrap() {
            Held::Values(values) => values.values,
            Held::Document(_) => panic!("a document"),
        }
    }

    #[test]
    fn the_form_is_told_by_the_name_or_by_the_content() {
        let map = Value::Map(vec![("a".into(), 1.into())]);
        assert_eq!(values(b"{\"a\": 1}\n{\"a\": 1}", "x.jsonl"), [map.clone(), map.clone()]);
        assert_eq!(values(b"a = 1", "x.toml.gz"), std::slice::from_ref(&map));
        assert_eq!(values(b"{/**/\"a\": 1,}", "x.jsonc"), std::slice::from_ref(&map));
        assert_eq!(values(b"\x0c\0\0\0\x10a\0\x01\0\0\0\0", "x.bson"), std::slice::from_ref(&map));
        assert_eq!(values(b"\x1e{\"a\": 1}", "x"), [map]);
        for name in FileFormat::names() {
            assert!(FileFormat::parse(name).is_some(), "{name}");
        }
        assert_eq!(stem(Path::new("a/order.v2.json.gz")), "order.v2");
        assert_eq!(stem(Path::new("order.pb")), "order");
    }

    #[test]
    fn a_text_in_utf_16_is_named_so() {
        for text in ["\u{feff}<a/>", "\u{feff}{}", "<a/>"] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let error = read(&bytes, FileFormat::Text, &Reading::default()).err().unwrap();
            assert!(error.reason.starts_with("UTF-16; ") && error.place == FilePlace::Byte(0), "{error}");
        }
    }

    #[test]
    fn packed_files_are_unpacked_to_the_limit() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"{}").unwrap();
        assert_eq!(*unpacked(&packer.finish().unwrap()).unwrap(), *b"{}");
        assert_eq!(*unpacked(&zstd::encode_all(&b"[]"[..], 1).unwrap()).unwrap(), *b"[]");
        let bomb = zstd::encode_all(std::io::repeat(b' ').take(MAX_BYTES + 1), 1).unwrap();
        assert!(unpacked(&bomb).unwrap_err().reason.contains("unpacked it is longer than 67108864 bytes"));
        assert!(unpacked(b"\x1f\x8b\x08").unwrap_err().reason.starts_with("packed: "));
    }

    #[test]
    fn an_unreadable_file_names_the_forms_that_were_tried() {
        let imported =
            wirecost_types::import::proto_text("a.proto", "syntax = \"proto3\"; message A { int32 a = 1; }", None);
        let imported = imported.unwrap();
        let reading = Reading { imported: Some(&imported), format: None };
        let Ok(Held::Values(Values { values, notes, .. })) = read(b"\x08\x07\x10\x01", FileFormat::Text, &reading)
        else {
            panic!("not read")
        };
        assert_eq!((values, notes.len()), (vec![Value::Map(vec![("a".into(), 7.into())])], 1));
        let error = read(b"\xff\xff", FileFormat::Text, &reading).err().unwrap().reason;
        for says in [
            "as JSON or XML, ",
            "as protobuf: ",
            "as protobuf-delimited: ",
            "as protobuf-text: ",
            "--format says which",
        ] {
            assert!(error.contains(says), "{error}");
        }
        let error = read(b"\x08", FileFormat::Wire(WireForm::Protobuf), &Reading::default()).err().unwrap().reason;
        assert_eq!(error, "protobuf needs a schema of Protocol Buffers; give it with --types FILE");
    }
}
