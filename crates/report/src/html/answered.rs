//! What all messages of a page are answered from.

use crate::answer::sentences::Rankings;
use crate::answer::{Answers, Message};

/// What all messages are answered from.
pub struct Answered<'a> {
    /// The rows.
    pub answers: Answers<'a>,
    /// The rankings behind the sentences.
    pub rankings: Rankings<'a>,
}

impl<'a> Answered<'a> {
    /// The answers of a message, if it has any.
    pub fn message(&self, name: &str) -> Option<&Message<'a>> {
        self.answers.messages.iter().find(|message| message.name == name)
    }
}
