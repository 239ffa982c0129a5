//! Telling those who listen what reaches them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::keys::Node;
use crate::turn::News;

/// News that wait for a listener. One who is that far behind misses what follows, and is told so by the end of the stream.
const WAITING: usize = 256;

#[derive(Default)]
struct Listeners {
    next: u64,
    of_users: HashMap<Node, Vec<(u64, Sender<News>)>>,
}

/// All that listen.
#[derive(Default)]
pub struct Live(Arc<Mutex<Listeners>>);

/// Gets what reaches a user, until it is dropped.
pub struct Listener {
    news: Receiver<News>,
    user: Node,
    number: u64,
    all: Arc<Mutex<Listeners>>,
}

impl Listener {
    /// The next news; none if this listener was too far behind, so that some were not kept.
    pub async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_user) = all.of_users.get_mut(&self.user) {
            of_user.retain(|(number, _)| *number != self.number);
            if of_user.is_empty() {
                all.of_users.remove(&self.user);
            }
        }
    }
}

impl Live {
    pub fn listen(&self, user: Node) -> Listener {
        let (sender, news) = channel(WAITING);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.next += 1;
        let number = all.next;
        all.of_users.entry(user).or_default().push((number, sender));
        Listener { news, user, number, all: Arc::clone(&self.0) }
    }

    pub fn tell(&self, news: &[News]) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.of_users.is_empty() {
            return;
        }
        for told in news {
            match told {
                News::Delivered(user, _) => {
                    if let Some(of_user) = all.of_users.get_mut(user) {
                        of_user.retain(|(_, sender)| sender.try_send(*told).is_ok());
                    }
                }
                // Who subscribes to the source is for each listener to find out.
                News::Published(..) => {
                    for of_user in all.of_users.values_mut() {
                        of_user.retain(|(_, sender)| sender.try_send(*told).is_ok());
                    }
                }
            }
        }
    }
}
