//! Calls that wait for their reply.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::Notice;
use crate::block::Block;
use crate::message::ModuleId;
use crate::{Error, Result};

/// The open calls of a connection, by message id. Ids go up and are not used again soon, so that a reply which comes
/// after its call was given up meets nobody else's.
#[derive(Default)]
pub(super) struct Calls {
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    next: i32,
    open: HashMap<i32, Open>,
    closed: bool,
}

struct Open {
    callee: ModuleId,
    slot: Arc<Slot>,
}

#[derive(Default)]
struct Slot {
    state: Mutex<SlotState>,
}

#[derive(Default)]
struct SlotState {
    result: Option<Result<Block>>,
    waker: Option<Waker>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Calls {
    /// Opens a call; the message id is for the frame.
    pub(super) fn open(self: &Arc<Self>, callee: ModuleId) -> Result<Pending> {
        let mut table = lock(&self.table);
        if table.closed {
            return Err(Error::Disconnected);
        }
        let mut message_id = table.next;
        while table.open.contains_key(&message_id) {
            message_id = message_id.checked_add(1).unwrap_or(0);
        }
        table.next = message_id.checked_add(1).unwrap_or(0);
        let slot = Arc::<Slot>::default();
        table.open.insert(message_id, Open { callee, slot: slot.clone() });
        Ok(Pending { calls: self.clone(), message_id, slot })
    }

    /// An answer came. One to no open call is ignored.
    pub(super) fn finish(&self, message_id: i32, result: Result<Block>) {
        let open = lock(&self.table).open.remove(&message_id);
        if let Some(open) = open {
            open.slot.put(result);
        }
    }

    /// A module has gone: no answer will come from it.
    pub(super) fn fail(&self, callee: ModuleId) {
        let gone: Vec<Open> =
            lock(&self.table).open.extract_if(|_, open| open.callee == callee).map(|(_, o)| o).collect();
        gone.into_iter().for_each(|open| open.slot.put(Err(Notice::gone(callee).into())));
    }

    /// The connection has gone.
    pub(super) fn close(&self) {
        let mut table = lock(&self.table);
        table.closed = true;
        let open = std::mem::take(&mut table.open);
        drop(table);
        open.into_values().for_each(|open| open.slot.put(Err(Error::Disconnected)));
    }
}

impl Slot {
    fn put(&self, result: Result<Block>) {
        let mut state = lock(&self.state);
        state.result = Some(result);
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// A call that waits for its reply: a future, of any executor, or something to wait for. Dropping it gives the call up;
/// the method runs on, its reply is ignored.
pub struct Pending {
    calls: Arc<Calls>,
    message_id: i32,
    slot: Arc<Slot>,
}

impl Pending {
    pub(super) fn message_id(&self) -> i32 {
        self.message_id
    }

    /// Waits on this thread, for ever or so long.
    ///
    /// # Errors
    /// [`Error::Exception`], [`Error::Timeout`], [`Error::Disconnected`].
    pub fn wait(mut self, timeout: Option<Duration>) -> Result<Block> {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(result) = Pin::new(&mut self).poll(&mut context) {
                return result;
            }
            match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                None => std::thread::park(),
                Some(left) if left.is_zero() => return Err(Error::Timeout(timeout.unwrap_or_default())),
                Some(left) => std::thread::park_timeout(left),
            }
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Future for Pending {
    type Output = Result<Block>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = lock(&self.slot.state);
        match state.result.take() {
            Some(result) => Poll::Ready(result),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        lock(&self.calls.table).open.remove(&self.message_id);
    }
}
