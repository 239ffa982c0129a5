//! No protocol: what one side says until the other speaks, or nothing more comes.

use std::time::Duration;

use super::{Departure, Protocol};
use crate::message::Maker;
use crate::{Direction, Form, Message};

/// Bytes without a protocol.
pub(crate) struct Raw {
    maker: Maker,
    /// What the bytes are; by their beginning where nobody says.
    form: Option<Form>,
    /// What is said now.
    burst: Option<Message>,
    /// When the client's last burst ended, if the target has not answered.
    asked: Option<Duration>,
    /// What to say of the next burst.
    note: Option<String>,
}

impl Raw {
    pub(crate) fn new(maker: Maker, form: Option<Form>, note: Option<String>) -> Self {
        Self { maker, form, burst: None, asked: None, note }
    }

    fn finish(&mut self, out: &mut Vec<Message>) {
        let Some(mut burst) = self.burst.take() else { return };
        burst.form = self.form.unwrap_or_else(|| Form::of_bytes(burst.body.bytes()));
        burst.note = self.note.take();
        match burst.direction {
            Direction::ToTarget => self.asked = Some(burst.last),
            Direction::ToClient => {
                if let Some(asked) = self.asked.take() {
                    burst.answers(asked);
                }
            }
        }
        out.push(burst);
    }
}

impl Protocol for Raw {
    fn take(
        &mut self,
        direction: Direction,
        at: Duration,
        mut bytes: &[u8],
        out: &mut Vec<Message>,
    ) -> Result<(), Departure> {
        if self.burst.as_ref().is_some_and(|burst| burst.direction != direction) {
            self.finish(out);
        }
        while !bytes.is_empty() {
            let burst = self.burst.get_or_insert_with(|| self.maker.begin(direction, at));
            let room = (self.maker.max_kept as u64).saturating_sub(burst.body.size()).max(1);
            let (taken, rest) = bytes.split_at(bytes.len().min(room as usize));
            burst.content(at, taken);
            let is_full = burst.body.size() >= self.maker.max_kept as u64;
            bytes = rest;
            if is_full {
                self.finish(out);
            }
        }
        Ok(())
    }

    fn end(&mut self, direction: Direction, out: &mut Vec<Message>) {
        if self.burst.as_ref().is_some_and(|burst| burst.direction == direction) {
            self.finish(out);
        }
    }

    fn idle(&mut self, out: &mut Vec<Message>) {
        self.finish(out);
    }
}
