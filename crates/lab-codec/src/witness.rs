//! Marks of the harness's own on the core of a runner, which say how disturbed that core is whatever the runner tells (METHOD 36).

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};

use wirecost_measure::reference::{self, Mark};

use crate::survey::stay;

/// Marks of a look. The first finds the core as whoever ran before left it, and is dropped.
const MARKS: usize = 5;

/// Threads that stay on one core each and sleep until they are asked: to wake one takes less than to move the thread that asks.
#[derive(Debug, Default)]
pub struct Witness {
    of_core: RefCell<HashMap<usize, Option<Thread>>>,
}

#[derive(Debug)]
struct Thread {
    ask: Sender<()>,
    marks: Receiver<Vec<Mark>>,
}

impl Witness {
    /// Marks on a core just now; none where no thread can stay there, or this machine has no reference.
    pub fn look(&self, core: usize) -> Vec<Mark> {
        let mut threads = self.of_core.borrow_mut();
        let thread = threads.entry(core).or_insert_with(|| Thread::on(core));
        let Some(thread) = thread else { return Vec::new() };
        thread.ask.send(()).ok().and_then(|()| thread.marks.recv().ok()).unwrap_or_default()
    }
}

impl Thread {
    fn on(core: usize) -> Option<Self> {
        let ((ask, asked), (tell, marks)) = (channel(), channel());
        let work = move || {
            let is_there = stay(core);
            for () in asked {
                let marks = (0..MARKS).map_while(|_| reference::mark().filter(|_| is_there)).skip(1).collect();
                if tell.send(marks).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("witness".into()).spawn(work).ok()?;
        Some(Self { ask, marks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::cores;

    #[test]
    fn marks_are_made_on_the_core_that_is_asked_for() {
        let witness = Witness::default();
        for core in cores() {
            let marks = witness.look(core);
            assert_eq!(marks.len(), if reference::mark().is_some() { MARKS - 1 } else { 0 });
            assert!(marks.iter().all(|mark| mark.core() == core as u64), "{marks:?}");
        }
        assert_eq!(witness.look(100_000), []);
    }
}
