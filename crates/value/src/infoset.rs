//! The XML information set, as the events of a document in order.
//!
//! Model: the W3C XML Information Set (2nd edition, 2004), reduced to what every parser reports: elements (2.2),
//! attributes (2.3), processing instructions (2.4), characters (2.6), comments (2.7) and namespaces (2.12).
//! Two documents are the same where these are the same: prefixes are mere spelling (Namespaces in XML, 4), the order
//! of attributes carries no meaning, and adjacent characters are one text.

use serde::{Deserialize, Serialize};

/// A namespace declaration on an element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    /// The prefix; none for the default namespace.
    pub prefix: Option<String>,
    /// The namespace name; empty where the default namespace is undeclared.
    pub namespace: String,
}

/// An attribute; namespace declarations are not attributes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Attribute {
    /// The namespace name, none if the attribute has no prefix.
    pub namespace: Option<String>,
    /// The local name.
    pub name: String,
    /// The normalised value (XML 1.0, 3.3.3).
    pub value: String,
    /// The prefix a writer uses; not compared.
    #[serde(default)]
    pub prefix: Option<String>,
}

/// The start of an element.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Start {
    /// The namespace name, none if the element is in no namespace.
    pub namespace: Option<String>,
    /// The local name.
    pub name: String,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The prefix a writer uses; not compared.
    #[serde(default)]
    pub prefix: Option<String>,
    /// The namespaces declared on this element; not compared.
    #[serde(default)]
    pub declarations: Vec<Declaration>,
}

/// One event of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An element starts.
    Start(Start),
    /// The innermost open element ends.
    End,
    /// Characters, references resolved, line ends normalised.
    Text(String),
    /// A comment.
    Comment(String),
    /// A processing instruction.
    Instruction {
        /// Its target.
        target: String,
        /// Its data, empty where it has none.
        data: String,
    },
}

/// A document as its events in order.
///
/// `lines` belongs to a document that was read from a file: the line, from 1, on which each event starts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Infoset {
    /// The events.
    pub events: Vec<Event>,
    /// The line of each event; empty where the document has no text form.
    #[serde(skip)]
    pub lines: Vec<usize>,
}

/// What a reader tells of a document as it goes: the push form of [`Infoset`].
///
/// Candidates write their parse loop once against this trait; it runs on a sink that only touches what it is given
/// when it is timed, and on [`Infoset`] when its answer is checked.
pub trait Sink {
    /// An element starts; its attributes follow.
    fn start(&mut self, namespace: Option<&str>, name: &str);
    /// An attribute of the element that has just started.
    fn attribute(&mut self, namespace: Option<&str>, name: &str, value: &str);
    /// The innermost open element ends.
    fn end(&mut self);
    /// A piece of character data; adjacent pieces are one text.
    fn text(&mut self, text: &str);
    /// A comment.
    fn comment(&mut self, text: &str);
    /// A processing instruction.
    fn instruction(&mut self, target: &str, data: &str);
}

impl Sink for Infoset {
    fn start(&mut self, namespace: Option<&str>, name: &str) {
        let namespace = namespace.map(str::to_owned);
        self.events.push(Event::Start(Start { namespace, name: name.to_owned(), ..Start::default() }));
    }

    fn attribute(&mut self, namespace: Option<&str>, name: &str, value: &str) {
        if let Some(Event::Start(start)) = self.events.last_mut() {
            start.attributes.push(Attribute {
                namespace: namespace.map(str::to_owned),
                name: name.to_owned(),
                value: value.to_owned(),
                prefix: None,
            });
        }
    }

    fn end(&mut self) {
        self.events.push(Event::End);
    }

    fn text(&mut self, text: &str) {
        self.events.push(Event::Text(text.to_owned()));
    }

    fn comment(&mut self, text: &str) {
        self.events.push(Event::Comment(text.to_owned()));
    }

    fn instruction(&mut self, target: &str, data: &str) {
        self.events.push(Event::Instruction { target: target.to_owned(), data: data.to_owned() });
    }
}

/// What a reader leaves out by its nature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Omission {
    /// Comments.
    Comments,
    /// Processing instructions.
    Instructions,
    /// Text of white space alone between the tags of an element that has child elements.
    Whitespace,
}

impl Infoset {
    /// The same document in the one form that is compared: no prefixes or declarations, attributes sorted, adjacent
    /// text merged and empty text dropped, and without what `omit` names.
    pub fn normalised(&self, omit: &[Omission]) -> Infoset {
        let mut events: Vec<Event> = Vec::with_capacity(self.events.len());
        for event in &self.events {
            match event {
                Event::Start(start) => events.push(Event::Start(normalised_start(start))),
                Event::Comment(_) if omit.contains(&Omission::Comments) => {}
                Event::Instruction { .. } if omit.contains(&Omission::Instructions) => {}
                Event::Text(text) => match events.last_mut() {
                    Some(Event::Text(before)) => before.push_str(text),
                    _ if text.is_empty() => {}
                    _ => events.push(event.clone()),
                },
                _ => events.push(event.clone()),
            }
        }
        if omit.contains(&Omission::Whitespace) {
            events = without_whitespace(events);
        }
        Infoset { events, lines: Vec::new() }
    }

    /// Whether the document holds what `omission` names, so that a reader that leaves it out does less.
    pub fn has(&self, omission: Omission) -> bool {
        self.normalised(&[]).events.len() != self.normalised(&[omission]).events.len()
    }

    /// The line of the event at `index`, where it is known.
    pub fn line(&self, index: usize) -> Option<usize> {
        self.lines.get(index).copied()
    }
}

fn normalised_start(start: &Start) -> Start {
    let mut attributes: Vec<Attribute> =
        start.attributes.iter().map(|attribute| Attribute { prefix: None, ..attribute.clone() }).collect();
    attributes.sort();
    Start {
        namespace: start.namespace.clone(),
        name: start.name.clone(),
        attributes,
        prefix: None,
        declarations: Vec::new(),
    }
}

/// Drops white space between tags: text that does not fill the whole content of its element.
fn without_whitespace(events: Vec<Event>) -> Vec<Event> {
    let fills = |index: usize| {
        index > 0
            && matches!(events[index - 1], Event::Start(_))
            && matches!(events.get(index + 1), Some(Event::End) | None)
    };
    let kept: Vec<bool> = (0..events.len())
        .map(|index| match &events[index] {
            Event::Text(text) => fills(index) || !is_whitespace(text),
            _ => true,
        })
        .collect();
    events.into_iter().zip(kept).filter(|(_, keep)| *keep).map(|(event, _)| event).collect()
}

/// Whether `text` is white space alone (XML 1.0, production 3).
pub fn is_whitespace(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}
