//! XML documents of the user's: without a document type declaration, and as data.

use std::borrow::Cow;
use std::path::PathBuf;

use fastinfoset::{
    Algorithms, DocumentInfo, ErrorKind, Event as FastEvent, LimitKind, Limits, Output, ReadOptions, Reader,
    WriteOptions, Writer,
};
use wirecost_types::infer::Inferred;
use wirecost_types::xml::{Comparison, DataReader, Inference, Layout, ReadDocument, write_events};
use wirecost_types::{Model, Proposals};
use wirecost_value::infoset::{Attribute, Declaration, Event, Infoset, Start};
use wirecost_value::{ConvertError, MAX_DEPTH, Position, Value, mapping};

use crate::file::{self, FileError, FileFormat, FilePlace, Held, Reading};
use crate::input::{MAX_BYTES, read_file};
use crate::{Lack, PlanError};

/// Limits of what is no larger than a message, with this many levels.
pub(crate) fn xml_limits(max_depth: usize) -> Limits {
    let all = u32::try_from(2 * MAX_BYTES).unwrap_or(u32::MAX);
    Limits { max_depth: max_depth as u32, max_event_bytes: all, ..Limits::default() }
}

/// Limits for what was written here and is no larger than the file.
fn own_limits() -> ReadOptions {
    let limits = Limits {
        max_depth: MAX_DEPTH as u32 + 1,
        max_table_bytes: u64::MAX,
        max_string_bytes: u32::MAX,
        max_event_bytes: u32::MAX,
        max_name_bytes: u32::MAX,
        max_attributes: u32::MAX,
        max_namespaces: u32::MAX,
        max_expansion_bytes: u64::MAX,
        ..Limits::default()
    };
    ReadOptions { limits, ..ReadOptions::default() }
}

/// A document without its document type declaration.
pub(crate) struct Resolved<'a> {
    pub(crate) text: Cow<'a, [u8]>,
    /// What the user should know.
    pub(crate) note: Option<String>,
}

/// The document with the entities expanded and the default attributes added that its document type declaration says; nothing outside of
/// it is read.
///
/// # Errors
/// If it is broken, or refers to what is outside of it, with the place.
pub(crate) fn resolved(bytes: &[u8]) -> Result<Resolved<'_>, FileError> {
    if !bytes.windows(DOCTYPE.len()).any(|window| window == DOCTYPE.as_bytes()) {
        return Ok(Resolved { text: bytes.into(), note: None });
    }
    let infoset = to_fast_infoset(bytes)?;
    let Some(external) = document_type(&infoset).map_err(|error| FileError::whole(error.to_string()))? else {
        return Ok(Resolved { text: bytes.into(), note: None });
    };
    let mut writer = Writer::new();
    if let Some(name) = copy(&infoset, &mut writer).map_err(|error| FileError::whole(error.to_string()))? {
        let text = String::from_utf8_lossy(bytes);
        let offset = text.find(&format!("&{name};")).unwrap_or(0);
        let reason = format!("a reference to {name:?}, which is outside of the document; wirecost fetches nothing");
        return Err(FileError { place: FilePlace::Text(Position::at(bytes, offset)), reason });
    }
    let mut text = Vec::new();
    let written = fastinfoset::xml::to_xml(&mut Reader::new(writer.bytes()), &Algorithms::default(), &mut text);
    written.map_err(|error| FileError::whole(error.to_string()))?;
    let outside = if external { "; what it refers to outside of the document is not read" } else { "" };
    let note = format!(
        "its document type declaration is no data: candidates get the document without it, with its entities expanded and its \
         default attributes added{outside}"
    );
    Ok(Resolved { text: text.into(), note: Some(note) })
}

const DOCTYPE: &str = "<!DOCTYPE";

/// Whether the document type refers to a file; none if there is no document type.
fn document_type(infoset: &[u8]) -> fastinfoset::Result<Option<bool>> {
    let mut reader = Reader::with_options(infoset, &own_limits());
    loop {
        match reader.read_event()? {
            FastEvent::StartDocumentType { system, public } => return Ok(Some(system.is_some() || public.is_some())),
            FastEvent::StartElement(_) | FastEvent::EndDocument => return Ok(None),
            _ => {}
        }
    }
}

/// An XML document as Fast Infoset, without its XML declaration.
///
/// # Errors
/// If it is broken, with the place.
pub(crate) fn to_fast_infoset(bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    let at = |offset: usize, reason: String| FileError { place: FilePlace::Text(Position::at(bytes, offset)), reason };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let reason = "not UTF-8; wirecost reads XML in UTF-8 only (convert it with: iconv -t UTF-8)";
        at(error.valid_up_to(), reason.into())
    })?;
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let declared = body.starts_with("<?xml") && body[5..].starts_with([' ', '\t', '\r', '\n']);
    let body = if declared { body.split_once("?>").map_or(body, |(_, rest)| rest) } else { body };
    let skipped = text.len() - body.len();
    wirecost_value::xml::check(text)
        .map_err(|error| FileError { place: FilePlace::Text(error.position), reason: error.reason })?;
    // It is read here only, by [`own_limits`].
    let options = WriteOptions { max_table_bytes: u64::MAX, ..WriteOptions::default() };
    let mut writer = Writer::with_options(&options).map_err(|e| FileError::whole(e.to_string()))?;
    fastinfoset::xml::from_xml(body.as_bytes(), &xml_limits(MAX_DEPTH), &mut writer).map_err(|error| {
        let offset = skipped + error.offset().map_or(0, |offset| usize::try_from(offset).unwrap_or(0));
        let reason = match error.kind() {
            ErrorKind::Limit { kind: LimitKind::Depth, .. } => format!("nested deeper than {MAX_DEPTH} levels"),
            ErrorKind::Xml { message } => message.clone(),
            kind => kind.to_string(),
        };
        at(offset, reason)
    })?;
    Ok(writer.bytes().to_vec())
}

/// Writes a document anew, without its document type. A declaration that says what holds already is left out, as readers of infosets do.
/// Gives the name of the first entity that is outside of the document.
pub(crate) fn copy<O: Output>(infoset: &[u8], writer: &mut Writer<O>) -> fastinfoset::Result<Option<String>> {
    let mut reader = Reader::with_options(infoset, &own_limits());
    // What prefixes stand for: of each element that is open, what it changed.
    let mut scope: Vec<(String, String)> = Vec::new();
    let mut marks: Vec<usize> = Vec::new();
    let (mut name, mut text) = (String::new(), String::new());
    let (mut is_in_type, mut outside) = (false, None);
    writer.start_document(&DocumentInfo::default())?;
    loop {
        match reader.read_event()? {
            FastEvent::StartDocumentType { .. } => is_in_type = true,
            FastEvent::EndDocumentType => is_in_type = false,
            FastEvent::StartElement(element) => {
                marks.push(scope.len());
                for namespace in element.namespaces() {
                    let held = scope.iter().rev().find(|(prefix, _)| prefix == namespace.prefix);
                    if held.map_or("", |(_, uri)| uri) != namespace.uri {
                        writer.namespace(namespace.prefix, namespace.uri)?;
                        scope.push((namespace.prefix.to_owned(), namespace.uri.to_owned()));
                    }
                }
                writer.start_element(qualified(&element.name(), &mut name))?;
                for attribute in element.attributes() {
                    plain(attribute.value, &mut text)?;
                    writer.attribute(qualified(&attribute.name, &mut name), &text)?;
                }
            }
            FastEvent::EndElement(_) => {
                scope.truncate(marks.pop().unwrap_or(0));
                writer.end_element()?;
            }
            FastEvent::Characters(value) => {
                plain(value, &mut text)?;
                writer.characters(&text)?;
            }
            FastEvent::Comment(value) if !is_in_type => {
                plain(value, &mut text)?;
                writer.comment(&text)?;
            }
            FastEvent::ProcessingInstruction { target, data } if !is_in_type => {
                plain(data, &mut text)?;
                writer.processing_instruction(target, &text)?;
            }
            FastEvent::EntityReference { name, .. } => outside = outside.or_else(|| Some(name.to_owned())),
            FastEvent::EndDocument => {
                writer.end_document()?;
                return Ok(outside);
            }
            _ => {}
        }
    }
}

fn plain(value: fastinfoset::Value<'_>, text: &mut String) -> fastinfoset::Result<()> {
    text.clear();
    value.write_text(&Algorithms::default(), text)
}

fn qualified<'n>(name: &fastinfoset::Name<'_>, scratch: &'n mut String) -> &'n str {
    scratch.clear();
    if !name.prefix().is_empty() {
        scratch.push_str(name.prefix());
        scratch.push(':');
    }
    scratch.push_str(name.local());
    scratch
}

/// Gives each event of a document in Fast Infoset.
///
/// # Errors
/// Those of `each`.
pub(crate) fn each_event<E: From<fastinfoset::Error>>(
    infoset: &[u8],
    mut each: impl FnMut(Event) -> Result<(), E>,
) -> Result<(), E> {
    let mut events = Events::of(infoset);
    while let Some(event) = events.read()? {
        each(event)?;
    }
    Ok(())
}

/// The events of a document in Fast Infoset that was written here.
pub(crate) struct Events<'a>(Reader<'a>);

impl<'a> Events<'a> {
    pub(crate) fn of(infoset: &'a [u8]) -> Self {
        Self(Reader::with_options(infoset, &own_limits()))
    }

    fn read(&mut self) -> fastinfoset::Result<Option<Event>> {
        let text = |value: fastinfoset::Value<'_>| {
            let mut text = String::new();
            plain(value, &mut text).map(|()| text)
        };
        let namespace = |name: &fastinfoset::Name<'_>| Some(name.namespace().to_owned()).filter(|it| !it.is_empty());
        loop {
            return Ok(Some(match self.0.read_event()? {
                FastEvent::StartElement(element) => {
                    let name = element.name();
                    let mut start =
                        Start { namespace: namespace(&name), name: name.local().to_owned(), ..Start::default() };
                    for declared in element.namespaces() {
                        let prefix = Some(declared.prefix.to_owned()).filter(|prefix| !prefix.is_empty());
                        start.declarations.push(Declaration { prefix, namespace: declared.uri.to_owned() });
                    }
                    for attribute in element.attributes() {
                        let (namespace, name) = (namespace(&attribute.name), attribute.name.local().to_owned());
                        let value = text(attribute.value)?;
                        start.attributes.push(Attribute { namespace, name, value, prefix: None });
                    }
                    Event::Start(start)
                }
                FastEvent::EndElement(_) => Event::End,
                FastEvent::Characters(value) => Event::Text(text(value)?),
                FastEvent::Comment(value) => Event::Comment(text(value)?),
                FastEvent::ProcessingInstruction { target, data } => {
                    Event::Instruction { target: target.to_owned(), data: text(data)? }
                }
                FastEvent::EndDocument => return Ok(None),
                _ => continue,
            }));
        }
    }
}

/// An event that cannot be read ends them: what was written here can be.
impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        self.read().ok().flatten()
    }
}

/// The content of the body of a SOAP message, as a document.
///
/// # Errors
/// If the bytes are broken, with the place, or no such message with one element in its body.
pub(crate) fn soap_body(bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    let resolved = resolved(bytes)?;
    let infoset = wirecost_value::xml::read(&resolved.text)
        .map_err(|error| FileError { place: FilePlace::Text(error.position), reason: error.reason })?;
    let mut declared: Vec<Declaration> = Vec::new();
    let (mut depth, mut is_in_body) = (0, false);
    let mut body: Vec<Event> = Vec::new();
    for (event, line) in infoset.events.iter().zip(&infoset.lines) {
        let at = |reason: &str| {
            let position = Position { line: *line, column: 1 };
            FileError { place: FilePlace::Text(position), reason: reason.to_owned() }
        };
        match event {
            Event::Start(start) => {
                let of_soap = start.namespace.as_deref().is_some_and(|namespace| SOAP.contains(&namespace));
                match depth {
                    0 if !(of_soap && start.name == "Envelope") => return Err(at("its root is no envelope of SOAP")),
                    1 => is_in_body = of_soap && start.name == "Body",
                    2 if is_in_body && !body.is_empty() => {
                        return Err(at("a second element in the body; a message is one"));
                    }
                    _ => {}
                }
                if depth < 2 && (depth == 0 || is_in_body) {
                    declared.retain(|known| !start.declarations.iter().any(|it| it.prefix == known.prefix));
                    declared.extend(start.declarations.iter().cloned());
                }
                depth += 1;
            }
            Event::End => depth -= 1,
            _ => {}
        }
        let is_end_of_body = depth == 2 && matches!(event, Event::End);
        if is_in_body && (depth > 2 || is_end_of_body) {
            body.push(event.clone());
        }
        is_in_body &= depth > 1;
    }
    let Some(Event::Start(root)) = body.first_mut() else {
        return Err(FileError::whole("the body of its envelope has no element"));
    };
    declared.retain(|known| !root.declarations.iter().any(|it| it.prefix == known.prefix));
    root.declarations.splice(0..0, declared);
    let document = Infoset { events: body, lines: Vec::new() };
    wirecost_value::xml::write(&document).map_err(|error| FileError::whole(error.to_string()))
}

/// The namespaces of envelopes: SOAP 1.1 and 1.2.
const SOAP: [&str; 2] = ["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"];

/// Whether a document is a data tree as [`mapping`] writes it: it names the kinds of its values.
pub(crate) fn is_mapped(event: &Event) -> bool {
    let Event::Start(start) = event else { return false };
    let declares = start.declarations.iter().any(|it| it.namespace == mapping::NAMESPACE);
    declares || start.attributes.iter().any(|it| it.namespace.as_deref() == Some(mapping::NAMESPACE))
}

/// The type of a document.
///
/// # Errors
/// If it has none.
pub(crate) fn infer(infoset: &Infoset) -> Result<Model, Lack> {
    let mut inference = Inference::default();
    infoset.events.iter().try_for_each(|event| inference.event(event)).map_err(Lack::new)?;
    Ok(inference.finish().map_err(Lack::new)?.model)
}

/// A document as a value of a model.
///
/// # Errors
/// If it is not of the model, with the line.
pub(crate) fn read(infoset: &Infoset, model: &Model) -> Result<ReadDocument, Lack> {
    let Some(mut reader) = DataReader::new(model) else {
        return Err(Lack::new("its type does not say how it is read from XML"));
    };
    for (index, event) in infoset.events.iter().enumerate() {
        reader.event(event).map_err(|reason| match infoset.line(index) {
            Some(line) => Lack::new(format_args!("{reason} at line {line}")),
            None => Lack::new(reason),
        })?;
    }
    Ok(reader.finish())
}

/// A document in a file.
#[derive(Debug)]
pub struct DocumentFile {
    /// The file.
    pub place: String,
    /// The document.
    pub infoset: Infoset,
    /// What the user should know.
    pub note: Option<String>,
}

/// The documents in files; none if one of the files holds anything else.
///
/// # Errors
/// If a file cannot be read or is broken, with file and place.
pub fn documents(files: &[PathBuf], reading: &Reading<'_>) -> Result<Option<Vec<DocumentFile>>, PlanError> {
    let mut found = Vec::new();
    for path in files {
        let place = path.display().to_string();
        let of = |error: FileError| error.of(&place);
        let packed = read_file(path)?;
        let bytes = file::unpacked(&packed).map_err(of)?;
        let Held::Document(text) = file::read(&bytes, FileFormat::of(path), reading).map_err(of)? else {
            return Ok(None);
        };
        let resolved = resolved(&text).map_err(of)?;
        let infoset = wirecost_value::xml::read(&resolved.text)
            .map_err(|error| PlanError::at_position(&place, error.position, error.reason))?;
        if infoset.events.iter().any(is_mapped) {
            return Ok(None);
        }
        found.push(DocumentFile { place, infoset, note: resolved.note });
    }
    Ok(Some(found))
}

/// The type that documents have together.
#[derive(Debug)]
pub struct DocumentType {
    /// The type, with the reasons.
    pub inferred: Inferred,
    /// What the user should know, each with the name of its file.
    pub notes: Vec<String>,
}

/// The type of documents that are samples of one type.
///
/// # Errors
/// If the documents have no type together, with file and place.
pub fn type_of_documents(documents: &[DocumentFile], proposals: Proposals) -> Result<DocumentType, PlanError> {
    let mut inference = Inference::new(proposals);
    for DocumentFile { place, infoset, .. } in documents {
        let seen = infoset.events.iter().try_for_each(|event| inference.event(event));
        seen.map_err(|error| PlanError::at(place, error))?;
    }
    let (inferred, mut notes) = (inference.finish()?, Vec::new());
    for DocumentFile { place, infoset, note } in documents {
        let failed = |lack: Lack| PlanError::at(place, lack);
        let read = read(infoset, &inferred.model).map_err(failed)?;
        comes_back(infoset.events.iter().cloned(), &read.layout, &inferred.model, &read.tape.value())
            .map_err(failed)?;
        let dropped = read.dropped.words().map(|dropped| left_out(&dropped));
        notes.extend(note.iter().cloned().chain(dropped).map(|note| format!("{place}: {note}")));
    }
    Ok(DocumentType { inferred, notes })
}

/// What of a document is no data, for people.
pub(crate) fn left_out(dropped: &str) -> String {
    format!("no data, and left out of its data tree: {dropped}")
}

/// Checks that a value, written as a document, gives the events of `read` again. `layout` says where white space is data.
///
/// # Errors
/// If it is not, with what differs.
pub(crate) fn comes_back(
    read: impl Iterator<Item = Event> + Send,
    layout: &Layout,
    model: &Model,
    value: &Value,
) -> Result<(), Lack> {
    let (mut comparison, mut differs) = (Comparison::new(read, layout), None);
    let written = write_events(model, value, &mut |event| {
        comparison.event(&event).map_err(|found| {
            differs = Some(found);
            ConvertError::new("")
        })
    });
    let differs = match (differs, written) {
        (Some(found), _) => found,
        (None, Err(error)) => return Err(Lack::new(error)),
        (None, Ok(())) => match comparison.finish() {
            Ok(()) => return Ok(()),
            Err(found) => found,
        },
    };
    let at = shown(differs.as_ref());
    Err(Lack::new(format_args!("its data would not come back as the same document; it differs at {at}")))
}

/// An event for people.
fn shown(event: Option<&Event>) -> String {
    match event {
        Some(Event::Start(start)) => format!("element {:?}", start.name),
        Some(Event::Text(text)) => format!("text {:?}", text.chars().take(40).collect::<String>()),
        _ => "its end".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_of_a_soap_message_is_a_document() {
        let soap = |inner: &str| {
            format!(
                "<s:Envelope xmlns:s='{}' xmlns:x='urn:x' xmlns:y='urn:y'>\n<s:Header><a/></s:Header>\n{inner}</s:Envelope>",
                SOAP[0]
            )
        };
        let body = "<s:Body xmlns:y='urn:z'> <x:m y:k='1'><!-- c --><x:n>2</x:n></x:m> </s:Body>";
        let read = soap_body(soap(body).as_bytes()).unwrap();
        let expected = "<x:m xmlns:x='urn:x' xmlns:y='urn:z' y:k='1'><!-- c --><x:n>2</x:n></x:m>";
        let infoset = |bytes: &[u8]| wirecost_value::xml::read(bytes).unwrap().normalised(&[]);
        assert_eq!(infoset(&read), infoset(expected.as_bytes()));
        for (text, says) in [
            ("<a/>".to_owned(), "1:1: its root is no envelope of SOAP"),
            (soap("<s:Body><a/>\n<b/></s:Body>"), "4:1: a second element in the body"),
            (soap("<s:Body/>"), "the body of its envelope has no element"),
            (soap(""), "the body of its envelope has no element"),
            ("<a>".to_owned(), "1:"),
        ] {
            let error = soap_body(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
