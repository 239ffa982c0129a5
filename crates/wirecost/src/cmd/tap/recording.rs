//! Where events go: the screen, a file of records, a folder of messages. None of them may hold up or end the traffic.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::SystemTime;

use wirecost_tap::{Event, Record, Saved, Saver, print};

/// Tells events to all who still take them.
pub struct Recording<R, S> {
    records: Option<R>,
    saver: Option<Saver>,
    screen: Option<S>,
    /// How many messages were saved before saving stopped.
    saved: usize,
}

impl<R: Write, S: Write> Recording<R, S> {
    /// Tells these.
    pub fn new(records: Option<R>, saver: Option<Saver>, screen: S) -> Self {
        Self { records, saver, screen: Some(screen), saved: 0 }
    }

    /// Passes an event on. A receiver that fails, as on a full disk, gets no more of them, and a warning says so.
    ///
    /// # Errors
    /// If the reader of the screen has gone.
    pub fn tell(&mut self, event: &Event<'_>, started: SystemTime) -> io::Result<()> {
        let mut text = print::event(event, started);
        if let Some(records) = &mut self.records
            && let Err(error) = writeln!(records, "{}", Record::new(event, started).to_json())
        {
            warn("recording", &error);
            self.records = None;
        }
        if let (Some(saver), Event::Message { message, shown, .. }) = (&mut self.saver, event) {
            match saver.save(message, shown.form) {
                Ok(Saved::New(folder)) => text.push_str(&format!("    saved in {}\n", folder.display())),
                Ok(_) => {}
                Err(error) => {
                    warn("saving messages", &error);
                    self.saved = saver.saved();
                    self.saver = None;
                }
            }
        }
        let Some(screen) = &mut self.screen else { return Ok(()) };
        match screen.write_all(text.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(error),
            Err(error) => {
                warn("showing", &error);
                self.screen = None;
                Ok(())
            }
            done => done,
        }
    }

    /// What was saved in `folder`, and what was not.
    pub fn summary(&self, folder: Option<&Path>) -> String {
        let Some(folder) = folder else { return String::new() };
        let saved = self.saver.as_ref().map_or(self.saved, Saver::saved);
        let mut summary = format!("\n{saved} messages saved in {}", folder.display());
        for (reason, count) in self.saver.iter().flat_map(Saver::unfit_reasons) {
            summary.push_str(&format!("\n{count} not saved: {reason}"));
        }
        summary
    }
}

/// Standard error may be as full as the rest.
fn warn(what: &str, error: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "warning: {what} has stopped, and traffic goes on: {error}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use wirecost_tap::Connection;

    /// Takes this many bytes, as a disk does, and fails then.
    struct Disk {
        left: usize,
        held: Vec<u8>,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.left);
            if taken == 0 && !bytes.is_empty() {
                return Err(ErrorKind::StorageFull.into());
            }
            self.left -= taken;
            self.held.extend_from_slice(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_writer_that_fails_gets_no_more_records_and_the_others_do() {
        let connection = Connection { number: 1, client: "127.0.0.1:1".parse().unwrap() };
        let event = Event::Unreachable { connection: &connection, at: Duration::ZERO, reason: "gone" };
        let disk = |left| Disk { left, held: Vec::new() };
        let mut recording = Recording::new(Some(disk(50)), None, disk(10_000));
        for _ in 0..5 {
            recording.tell(&event, SystemTime::UNIX_EPOCH).unwrap();
        }
        assert!(recording.records.is_none());
        let screen = recording.screen.as_ref().unwrap();
        assert_eq!(String::from_utf8_lossy(&screen.held).lines().count(), 5);
        let mut recording = Recording::new(Some(disk(10_000)), None, disk(0));
        for _ in 0..5 {
            recording.tell(&event, SystemTime::UNIX_EPOCH).unwrap();
        }
        assert!(recording.screen.is_none());
        assert_eq!(String::from_utf8_lossy(&recording.records.unwrap().held).lines().count(), 5);
    }
}
