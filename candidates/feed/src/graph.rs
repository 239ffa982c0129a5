//! Users who follow each other, drawn from a seed: few have many followers, and most have few.

use std::collections::BTreeSet;

use crate::body;
use crate::keys::{self, Node};
use crate::model::Source;
use crate::pubsub::Pubsub;
use crate::refusal::Refusal;
use crate::spans::{Spans, Way};
use crate::turn::Turn;

/// Users that a turn plants.
const IN_TURN: Node = 500;

/// A graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Graph {
    /// How many users there are: their numbers begin with 1, and lower ones have more followers.
    pub users: Node,
    /// How many each of them follows.
    pub follows: Node,
    /// The seed that everything is drawn from.
    pub seed: u64,
}

impl Graph {
    /// Whom a user follows, in order. The chance of a user to be followed falls with the power 2/3 of their number, so that the
    /// share of users with at least n followers falls with the power 3/2 of n.
    pub fn followed_by(&self, user: Node) -> Vec<Node> {
        let mut random = fastrand::Rng::with_seed(self.seed ^ u64::from(user).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let most = self.follows.min(self.users.saturating_sub(1)) as usize;
        let mut followed = BTreeSet::new();
        while followed.len() < most {
            let drawn = (f64::from(self.users) * random.f64().powi(3)) as Node + 1;
            if drawn != user && drawn <= self.users {
                followed.insert(drawn);
            }
        }
        followed.into_iter().collect()
    }

    /// Who follows each user, in order; the first is user 1.
    fn all_followers(&self) -> Vec<Vec<Node>> {
        let mut followers = vec![Vec::new(); self.users as usize];
        for user in 1..=self.users {
            self.followed_by(user).into_iter().for_each(|followed| followers[followed as usize - 1].push(user));
        }
        followers
    }

    /// How many follow each user; the first is user 1.
    pub fn followers(&self) -> Vec<u32> {
        let mut counts = vec![0; self.users as usize];
        for user in 1..=self.users {
            self.followed_by(user).into_iter().for_each(|followed| counts[followed as usize - 1] += 1);
        }
        counts
    }

    /// Puts the graph into a service that has no users yet. `told` is told how many users are planted.
    ///
    /// # Errors
    /// If there are users, or the store gave up.
    pub fn plant(&self, service: &Pubsub, mut told: impl FnMut(Node)) -> Result<(), Refusal> {
        // What is of a user is written together, so that each part of the store is written once.
        let mut followers = self.all_followers();
        let way = service.first_way();
        for first in (1..=self.users).step_by(IN_TURN as usize) {
            let last = (first + IN_TURN - 1).min(self.users);
            let planted: Vec<_> = (first..=last)
                .map(|user| {
                    let followers = std::mem::take(&mut followers[user as usize - 1]);
                    Planted { user, followed: self.followed_by(user), followers }
                })
                .collect();
            service.store().write_now(move |turn| planted.iter().try_for_each(|planted| planted.put(turn, way)))?;
            told(last);
        }
        Ok(())
    }
}

struct Planted {
    user: Node,
    followed: Vec<Node>,
    followers: Vec<Node>,
}

impl Planted {
    fn put(&self, turn: &mut Turn<'_>, way: Way) -> Result<(), Refusal> {
        let id = turn.next_node();
        if id != self.user {
            return Err(Refusal::Invalid("a graph is planted where there are no users yet".into()));
        }
        let title = format!("user {id}");
        turn.put(keys::name(&title), id.to_be_bytes().to_vec());
        let source = Source {
            id,
            kind: "user".into(),
            title,
            url: String::new(),
            owner: id,
            followers: self.followers.len() as u32,
        };
        turn.put(keys::source(id), body::write(&source)?);
        let mut spans = Spans::default();
        spans.open(turn.next_start(), way);
        for followed in &self.followed {
            turn.put(keys::subscription(id, *followed), spans.bytes());
        }
        for follower in &self.followers {
            turn.put(keys::follower(id, *follower), spans.bytes());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_has_few_with_many_followers() {
        let graph = Graph { users: 2_000, follows: 10, seed: 1 };
        let counts = graph.followers();
        assert_eq!(counts.iter().sum::<u32>(), 20_000);
        assert!(counts[0] > 800 && counts[1_999] < 20, "{} and {}", counts[0], counts[1_999]);
        assert_eq!(graph.followed_by(7), graph.followed_by(7));
        assert!(!graph.followed_by(7).contains(&7));
    }
}
