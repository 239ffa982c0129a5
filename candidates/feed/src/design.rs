//! The choices of the design that a service is started with.

use std::str::FromStr;

/// How entries reach those who subscribe.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Delivery {
    /// Publishing writes into each subscriber's inbox.
    Push,
    /// Reading merges the sources.
    Pull,
    /// Pushed, but for sources with more followers than this.
    Hybrid {
        /// The most followers of a source that is pushed.
        followers: u32,
    },
    /// Decided for each pair of source and user: pushed if the user reads at least this many times for each entry of the source.
    Rates {
        /// The fewest reads for each entry.
        reads_per_entry: f64,
    },
}

/// What becomes of the entries in an inbox when their reader unsubscribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsubscribe {
    /// They stay.
    Keep,
    /// They go.
    Remove,
}

/// What becomes of an entry that its source changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// The entry is changed where it is.
    InPlace,
    /// The entry is removed and published again.
    Anew,
}

/// Where entries of groups go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Groups {
    /// Into every member's inbox.
    Each,
    /// Into one inbox that all members read.
    Shared,
}

/// How unread entries are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// When the count is read.
    Read,
    /// When an entry is delivered or removed.
    Written,
    /// When the count is read, and then taken as right for ten seconds.
    Approximate,
}

/// What an inbox holds of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inbox {
    /// Its number.
    Id,
    /// Its body, as it was when it was delivered.
    Summary,
}

/// A design.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// How entries reach those who subscribe.
    pub delivery: Delivery,
    /// What becomes of the entries in an inbox when their reader unsubscribes.
    pub unsubscribe: Unsubscribe,
    /// What becomes of an entry that its source changes.
    pub update: Update,
    /// Where entries of groups go.
    pub groups: Groups,
    /// How unread entries are counted.
    pub unread: Counting,
    /// What an inbox holds of an entry.
    pub inbox: Inbox,
    /// The most entries of a home page.
    pub home: u32,
    /// The most deliveries that the inboxes of all users keep together; older ones are removed.
    pub retained: u64,
    /// Deliveries of a bucket: what was delivered at about the same time lies together in the store.
    pub bucket: u32,
    /// Followers that are served in the turn that publishes. Most sources have fewer, and never wait behind one that has a million.
    pub at_once: usize,
    /// Followers that a turn serves in the background.
    pub in_turn: usize,
}

impl Default for Design {
    fn default() -> Self {
        Self {
            delivery: Delivery::Push,
            unsubscribe: Unsubscribe::Keep,
            update: Update::InPlace,
            groups: Groups::Each,
            unread: Counting::Read,
            inbox: Inbox::Id,
            home: 400,
            retained: 40_000_000,
            bucket: 200_000,
            at_once: 500,
            in_turn: 4_000,
        }
    }
}

impl Design {
    /// What is wrong with choices that exclude each other.
    ///
    /// # Errors
    /// Which, and what helps.
    pub fn check(&self) -> Result<(), String> {
        if self.unread == Counting::Written && (self.delivery != Delivery::Push || self.groups == Groups::Shared) {
            return Err("--unread written counts deliveries, so it needs --delivery push and --groups each".into());
        }
        if self.inbox == Inbox::Summary && self.update == Update::InPlace {
            return Err("--inbox summary keeps copies, which no update in place reaches: add --update anew".into());
        }
        if self.home == 0
            || self.bucket == 0
            || self.at_once == 0
            || self.in_turn == 0
            || self.retained < u64::from(self.bucket)
        {
            return Err(
                "--home, --bucket, --at-once and --in-turn must be at least 1, and --retained at least --bucket".into(),
            );
        }
        Ok(())
    }

    /// How many buckets are kept beside the one that is written.
    pub fn kept_buckets(&self) -> usize {
        usize::try_from(self.retained / u64::from(self.bucket)).unwrap_or(usize::MAX)
    }
}

macro_rules! words {
    ($kind:ty, $($word:literal => $value:expr),+) => {
        impl FromStr for $kind {
            type Err = String;

            fn from_str(word: &str) -> Result<Self, String> {
                match word {
                    $($word => Ok($value),)+
                    _ => Err(format!("no {word:?}; there are {}", [$($word),+].join(", "))),
                }
            }
        }
    };
}

words!(Unsubscribe, "keep" => Self::Keep, "remove" => Self::Remove);
words!(Update, "in-place" => Self::InPlace, "anew" => Self::Anew);
words!(Groups, "each" => Self::Each, "shared" => Self::Shared);
words!(Counting, "read" => Self::Read, "written" => Self::Written, "approximate" => Self::Approximate);
words!(Inbox, "id" => Self::Id, "summary" => Self::Summary);

impl FromStr for Delivery {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let (word, number) = word.split_once(':').map_or((word, None), |(word, number)| (word, Some(number)));
        let what = |error: &dyn std::fmt::Display| format!("{word}:N: {error}");
        match (word, number) {
            ("push", None) => Ok(Self::Push),
            ("pull", None) => Ok(Self::Pull),
            ("hybrid", None) => Ok(Self::Hybrid { followers: 10_000 }),
            ("hybrid", Some(number)) => Ok(Self::Hybrid { followers: number.parse().map_err(|error| what(&error))? }),
            ("rates", None) => Ok(Self::Rates { reads_per_entry: 1.0 }),
            ("rates", Some(number)) => {
                let reads_per_entry: f64 = number.parse().map_err(|error| what(&error))?;
                if !reads_per_entry.is_finite() || reads_per_entry < 0.0 {
                    return Err("rates:N: N is reads for each entry, such as 1 or 0.5".into());
                }
                Ok(Self::Rates { reads_per_entry })
            }
            _ => Err(format!("no {word:?}; there are push, pull, hybrid, hybrid:FOLLOWERS, rates, rates:READS")),
        }
    }
}
