//! The store: one thread writes, in turns of all that waits; everybody reads beside it.
//!
//! A turn is written at once or not at all, and only then is anybody told that their change is made.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use tokio::sync::oneshot;
use wirecost_kv_rust::{Failure, Ordered, Reader, View};

use crate::refusal::Refusal;
use crate::turn::{Bucket, News, State, Turn};

/// The most changes of a turn, after which it takes no more in.
const MOST_CHANGES: usize = 10_000;

/// How many threads can read at once.
const READERS: usize = 8;

/// What is done in a turn; it gives what tells the caller, once the turn is written.
type Op = Box<dyn FnOnce(&mut Turn<'_>) -> Tell + Send>;
type Tell = Box<dyn FnOnce(Result<(), Failure>) + Send>;

/// What the writer does beside what callers ask for.
pub trait Background: Send + Sync {
    /// Does some of the work that waits in the store; whether there is more.
    ///
    /// # Errors
    /// That the engine gave up.
    fn work(&self, turn: &mut Turn<'_>) -> Result<bool, Failure>;

    /// Told of what a turn has made visible.
    fn tell(&self, news: &[News]);
}

/// What readers and the writer share.
struct Shared {
    /// The buckets, oldest first. Never without one that a reader could find something in.
    buckets: Mutex<Arc<Vec<Bucket>>>,
    readers: Mutex<Vec<Box<dyn Reader>>>,
    reader_is_back: Condvar,
    /// Whether the background had nothing to do after the last turn.
    idle: Mutex<bool>,
    is_idle: Condvar,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A store that one process writes.
pub struct Store {
    ops: Option<Sender<Op>>,
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
}

impl Store {
    /// Takes an engine over, and goes on with the work that an earlier process left.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn new(engine: Box<dyn Ordered>, background: Arc<dyn Background>) -> Result<Self, Failure> {
        let mut reader = engine.reader()?;
        let mut state = State::default();
        reader.view(&mut |view| {
            state = State::load(view)?;
            Ok(())
        })?;
        let readers = (0..READERS).map(|_| engine.reader()).collect::<Result<_, _>>()?;
        let shared = Arc::new(Shared {
            buckets: Mutex::new(Arc::new(state.buckets.clone())),
            readers: Mutex::new(readers),
            reader_is_back: Condvar::new(),
            idle: Mutex::new(false),
            is_idle: Condvar::new(),
        });
        let (ops, waiting) = channel();
        let mut writer = Writer { engine, reader, state, background, shared: Arc::clone(&shared), broken: None };
        let writer = std::thread::Builder::new()
            .name("writer".into())
            .spawn(move || writer.run(&waiting))
            .map_err(|error| Failure::new("the store", error))?;
        Ok(Self { ops: Some(ops), shared, writer: Some(writer) })
    }

    /// Lets `look` read one state of the store, with the buckets that it has.
    ///
    /// # Errors
    /// What `look` refuses, or that the engine gave up.
    pub fn read<T>(&self, look: impl Fn(&dyn View, &[Bucket]) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let mut readers = locked(&self.shared.readers);
        let mut reader = loop {
            match readers.pop() {
                Some(reader) => break reader,
                None => {
                    readers = self.shared.reader_is_back.wait(readers).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        drop(readers);
        let mut seen = Err(Refusal::NotFound("nothing was read".into()));
        let ended = reader.view(&mut |view| {
            // An engine may fix what is seen at the first read: a bucket that this view holds is in the list that is taken after it.
            view.get(crate::keys::STATE)?;
            let buckets = Arc::clone(&locked(&self.shared.buckets));
            seen = look(view, &buckets);
            Ok(())
        });
        locked(&self.shared.readers).push(reader);
        self.shared.reader_is_back.notify_one();
        ended?;
        seen
    }

    /// Has the writer do this in its next turn. When this is done, the change is as safe as the engine makes it.
    ///
    /// # Errors
    /// What `op` refuses, which it must do before it changes anything; or that the engine gave up.
    pub async fn write<T: Send + 'static>(
        &self,
        op: impl FnOnce(&mut Turn<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.send(op).await.map_err(|_| Refusal::gone())?
    }

    /// As [`Store::write`], for a thread that may wait.
    ///
    /// # Errors
    /// As there.
    pub fn write_now<T: Send + 'static>(
        &self,
        op: impl FnOnce(&mut Turn<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.send(op).blocking_recv().map_err(|_| Refusal::gone())?
    }

    /// As [`Store::write`], without waiting for it.
    pub fn write_later(&self, op: impl FnOnce(&mut Turn<'_>) -> Result<(), Refusal> + Send + 'static) {
        drop(self.send(op));
    }

    fn send<T: Send + 'static>(
        &self,
        op: impl FnOnce(&mut Turn<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> oneshot::Receiver<Result<T, Refusal>> {
        let (told, tells) = oneshot::channel();
        let op: Op = Box::new(move |turn| {
            let done = op(turn);
            // The caller may have gone away meanwhile.
            Box::new(move |written| drop(told.send(written.map_err(Refusal::Engine).and(done))))
        });
        *locked(&self.shared.idle) = false;
        if let Some(ops) = &self.ops {
            // Where the writer is gone, the caller sees that nobody answers.
            drop(ops.send(op));
        }
        tells
    }

    /// Waits until the background has nothing to do.
    pub fn settle(&self) {
        let mut idle = locked(&self.shared.idle);
        while !*idle {
            idle = self.shared.is_idle.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.ops = None;
        if let Some(writer) = self.writer.take() {
            drop(writer.join());
        }
    }
}

struct Writer {
    engine: Box<dyn Ordered>,
    reader: Box<dyn Reader>,
    state: State,
    background: Arc<dyn Background>,
    shared: Arc<Shared>,
    /// Why nothing can be written any more.
    broken: Option<Failure>,
}

impl Writer {
    fn run(&mut self, ops: &Receiver<Op>) {
        let mut has_more = true;
        loop {
            let first = if has_more {
                match ops.try_recv() {
                    Ok(op) => Some(op),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return,
                }
            } else {
                match ops.recv() {
                    Ok(op) => Some(op),
                    Err(_) => return,
                }
            };
            let turn_is_idle = first.is_none();
            has_more = self.turn(first, ops) && self.broken.is_none();
            if turn_is_idle && !has_more {
                *locked(&self.shared.idle) = true;
                self.shared.is_idle.notify_all();
            }
            // Whether that was all is found out by a turn without callers.
            has_more |= !turn_is_idle;
        }
    }

    /// Does all that waits; whether the background has more to do.
    fn turn(&mut self, first: Option<Op>, ops: &Receiver<Op>) -> bool {
        let mut tells: Vec<Tell> = Vec::new();
        let mut ended = None;
        let (state, background) = (&self.state, &self.background);
        let mut first = first;
        let viewed = self.reader.view(&mut |view| {
            let mut turn = Turn::new(view, state.clone());
            let mut next = first.take();
            while let Some(op) = next {
                tells.push(op(&mut turn));
                next = if turn.changes() < MOST_CHANGES { ops.try_recv().ok() } else { None };
            }
            let has_more = background.work(&mut turn)?;
            ended = Some((turn.end(), has_more));
            Ok(())
        });
        let written = match (&self.broken, viewed, ended) {
            (Some(broken), ..) => Err(broken.clone()),
            (None, Err(failure), _) => Err(failure),
            (None, Ok(()), None) => Err(Failure::new("the store", "the engine showed nothing")),
            (None, Ok(()), Some(((changes, state, news), has_more))) => {
                // Before the turn is written, so that no reader sees a bucket that it cannot know.
                if state.buckets != self.state.buckets {
                    *locked(&self.shared.buckets) = Arc::new(state.buckets.clone());
                }
                let written = if changes.is_empty() { Ok(()) } else { self.engine.write(&changes) };
                written.map(|()| {
                    self.state = state;
                    (news, has_more)
                })
            }
        };
        match written {
            Ok((news, has_more)) => {
                self.background.tell(&news);
                tells.into_iter().for_each(|tell| tell(Ok(())));
                has_more
            }
            Err(failure) => {
                tells.into_iter().for_each(|tell| tell(Err(failure.clone())));
                self.broken = Some(failure);
                false
            }
        }
    }
}
