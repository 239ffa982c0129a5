//! Results that are read, checked and decoded by threads before their turn comes: that is most of what a merge does.

use std::num::NonZero;
use std::sync::mpsc;
use std::thread;

use wirecost_load::Decoded;

use super::OfLoad;
use crate::collect::Found;
use crate::document::PartResult;
use crate::error::Error;

/// More threads wait for the one that adds.
const MOST_READERS: usize = 8;
/// Results that a thread reads ahead. So a merge holds few results at any time, however many there are.
const AHEAD: usize = 2;

/// What was read of one part.
pub(super) struct Read {
    /// The result, or what is wrong with it; `None` if there is none.
    pub result: Option<Result<PartResult, Error>>,
    /// The distributions of its load, where it holds them.
    pub decoded: OfLoad,
}

impl Read {
    fn of(found: &Found) -> Self {
        let result = found.read();
        let load = result.as_ref().and_then(|result| result.as_ref().ok()?.load.as_ref());
        let decoded = load.map(Decoded::of);
        Self { result, decoded }
    }
}

/// Reads all of `found`, and gives each to `take` in its order, until an error ends it.
pub(super) fn read_all<E>(found: &[&Found], mut take: impl FnMut(&Found, Read) -> Result<(), E>) -> Result<(), E> {
    let readers = thread::available_parallelism().map_or(1, NonZero::get).clamp(1, MOST_READERS);
    thread::scope(|scope| {
        // Reader `first` has every n-th part, so that whose turn it is need not be said.
        let queue = |first| {
            let (give, queue) = mpsc::sync_channel(AHEAD);
            scope.spawn(move || {
                let mut own = found.iter().skip(first).step_by(readers);
                // Nobody takes more where an error has ended the merge.
                while own.next().is_some_and(|found| give.send(Read::of(found)).is_ok()) {}
            });
            queue
        };
        let queues: Vec<_> = (0..readers).map(queue).collect();
        // A reader that is gone has panicked, and so does the scope.
        let mut turns =
            found.iter().zip(queues.iter().cycle()).map_while(|(found, queue)| Some((found, queue.recv().ok()?)));
        turns.try_for_each(|(found, read)| take(found, read))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::failed;

    #[test]
    fn results_come_in_their_order_until_one_ends_it() {
        let folder = tempfile::tempdir().unwrap();
        let parts: Vec<Found> = (0..40)
            .map(|rank| {
                let name = format!("part-{rank}.json");
                let text = PartResult { parts: 40, ..failed(rank) }.to_line().unwrap();
                // One of them is damaged, and one is not there.
                std::fs::write(folder.path().join(&name), if rank == 7 { "{" } else { &text }).unwrap();
                Found { file: (rank != 9).then(|| folder.path().join(name)), ..Found::default() }
            })
            .collect();
        let parts: Vec<&Found> = parts.iter().collect();
        let mut ranks = Vec::new();
        let ended = read_all(&parts, |_, read| {
            ranks.push(read.result.map(|result| result.ok().map(|result| result.rank)));
            if ranks.len() == 30 { Err("enough") } else { Ok(()) }
        });
        assert_eq!(ended, Err("enough"));
        let wanted = (0..30).map(|rank| (rank != 9).then_some((rank != 7).then_some(rank)));
        assert_eq!(ranks, wanted.collect::<Vec<_>>());
        let mut count = 0;
        let counted = read_all(&parts, |_, _| {
            count += 1;
            Ok::<(), ()>(())
        });
        counted.unwrap();
        assert_eq!(count, 40);
        read_all(&[], |_, _| Err("none")).unwrap();
    }
}
