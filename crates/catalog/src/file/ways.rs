//! What a reader is told of the value that it reads and a data tree does not hold.

use std::collections::BTreeMap;

use wirecost_types::infer::Said;
use wirecost_types::timestamp_text;
use wirecost_value::Value;

/// A value of a file, with what the file says beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadValue {
    /// The value.
    pub value: Value,
    /// Which of its texts are times, dates and UUIDs, and which of its maps have integers for keys.
    pub said: Said,
    /// What was passed over, for people.
    pub notes: Vec<String>,
}

/// What is said of the value that is read, and of those around it.
#[derive(Debug, Default)]
pub(super) struct Ways {
    here: Said,
    /// The outermost first.
    around: Vec<Said>,
    /// How often each kind of thing was passed over.
    passed: BTreeMap<String, usize>,
}

impl Ways {
    /// The next values are within this one.
    pub fn enter(&mut self) {
        self.around.push(std::mem::take(&mut self.here));
    }

    /// The items were read.
    pub fn leave_items(&mut self) {
        let items = self.leave();
        self.here.add_items(items);
    }

    /// The value of a key was read.
    pub fn leave_field(&mut self, key: &str) {
        let field = self.leave();
        self.here.add_field(key, field);
    }

    fn leave(&mut self) -> Said {
        let around = self.around.pop().unwrap_or_default();
        std::mem::replace(&mut self.here, around)
    }

    /// The text that was read is what it looks like.
    pub fn is_said(&mut self) {
        self.here.texts += 1;
    }

    /// The map that was read has integers for keys.
    pub fn has_integer_keys(&mut self) {
        self.here.integer_keys += 1;
    }

    /// Something was passed over, and its content kept.
    pub fn passes(&mut self, what: String) {
        *self.passed.entry(what).or_default() += 1;
    }

    /// A time as text, where it is one that people write: nanoseconds count forward.
    pub fn time(&mut self, seconds: i64, nanos: u32) -> Option<Value> {
        let text = timestamp_text(seconds.into(), nanos.into()).filter(|_| nanos < 1_000_000_000)?;
        self.is_said();
        Some(Value::Text(text))
    }

    pub fn finish(self, value: Value) -> ReadValue {
        let times = |count: usize| if count == 1 { "once".to_owned() } else { format!("{count} times") };
        let note =
            |(what, count): (String, usize)| format!("{what} is passed over {}, and its content kept", times(count));
        ReadValue { value, said: self.here, notes: self.passed.into_iter().map(note).collect() }
    }
}
