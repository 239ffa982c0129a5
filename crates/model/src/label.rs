//! What a reader must know of a case, beside its figures.

use std::fmt;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use crate::wording::{self, Hundredths, Tenths, Whole};

/// What a label means for the rank of its case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// Nothing.
    Ranked,
    /// Faster than the harness can measure: named with the verdict, and not ranked.
    TooFast,
    /// Not all of the work: not ranked.
    LessWork,
    /// Ranked among cases with the same label alone.
    Apart,
}

/// Defines the labels: the variant with its fields, its wording with a hole for each field,
/// and what it does to the rank of its case.
macro_rules! labels {
    ($($(#[doc = $doc:literal])+
        $variant:ident $({ $($field:ident: $type:ty),+ })? $wording:literal => $rank:ident;)+) => {
        /// What a reader must know of a case, beside its figures. Documents hold its wording.
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs, reason = "the wording of a label says what its fields are")]
        pub enum Label {
            $($(#[doc = $doc])+ $variant $({ $($field: $type),+ })?,)+
            /// A label that only some trials of a case have.
            InSome { label: Box<Label>, count: usize, trials: usize },
            /// Another release's wording. It ranks like the label that begins in the same way.
            Foreign { text: String, rank: Rank },
        }

        impl Label {
            /// What it means for the rank of its case.
            pub fn rank(&self) -> Rank {
                match self {
                    $(Self::$variant { .. } => Rank::$rank,)+
                    Self::InSome { .. } => Rank::Ranked,
                    Self::Foreign { rank, .. } => *rank,
                }
            }

            /// One of each kind, with `1` wherever it says something of its own.
            pub fn every() -> Vec<Self> {
                [$($wording),+].iter().map(|wording| Self::read(&wording.replace("{}", "1"))).collect()
            }

            /// The part of its wording that every label of this kind begins with.
            pub fn heading(&self) -> &str {
                match self {
                    $(Self::$variant { .. } => heading($wording),)+
                    Self::InSome { label, .. } => label.heading(),
                    Self::Foreign { text, .. } => text.split(':').next().unwrap_or(text),
                }
            }

            /// The label of this wording.
            pub fn read(text: &str) -> Self {
                $(if let Some(words) = wording::read(text, $wording) {
                    #[allow(unused_mut, unused_variables, reason = "a wording without holes")]
                    let mut words = words.into_iter();
                    let label = Some(()).and_then(|()| {
                        Some(Self::$variant $({ $($field: words.next()?.parse().ok()?),+ })?)
                    });
                    if let Some(label) = label {
                        return label;
                    }
                })+
                Self::read_other(text, &[$(($wording, Rank::$rank)),+])
            }
        }

        impl fmt::Display for Label {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),+ })? => wording::write(out, $wording, &[$($($field),+)?]),)+
                    Self::InSome { label, count, trials } => write!(out, "{label}{IN}{count}{OF}{trials}{TRIALS}"),
                    Self::Foreign { text, .. } => out.write_str(text),
                }
            }
        }
    };
}

labels! {
    /// It costs little more than an empty operation.
    AtFloor "too fast to rank" => TooFast;
    /// No machine does the work in this time.
    BelowLeast { bytes: f64, ns: Tenths } "less than the least work: {} bytes in {} ns" => LessWork;
    /// Inputs that were never seen take longer.
    RemembersAnswers { times: Tenths } "remembers answers: unseen inputs take {}x the time" => LessWork;
    /// Work is left out where nobody asks for the result.
    WorksForKept { times: Tenths } "works less where no result is kept: operations take {}x the time where all are" => LessWork;
    /// Part of the work is done when a result is read.
    WorkPutOff { late_ns: Whole, operation_ns: Whole }
        "work put off: reading a result for the first time takes {} ns, the operation {} ns" => LessWork;
    /// Somebody else may do the work, or its threads wait for each other: no clock can show which.
    MostlyIdle { percent: Whole }
        "mostly idle: in {} % of its wall time neither it nor what it started works" => Ranked;
    /// The candidate leaves out parts of the message.
    Partial { parts: String } "partial: leaves out {}" => LessWork;
    /// Answers out of timed batches were not compared.
    NotChecked { reason: String } "not checked while timed: {}" => Apart;
    /// Results are slow to read, compared with those of other candidates.
    SlowToRead { times: Tenths }
        "reading a result takes {}x what the harness takes: work may be put off until then" => Ranked;
    /// The system's clock and the runner's differ in CPU time.
    CpuBySystem { ns: Tenths, told_ns: Tenths }
        "CPU time by the system's clock: {} ns, where the runner reported {} ns" => Ranked;
    /// The harness's clock and the runner's differ in wall time.
    TimeByHarness { ns: Tenths, told_ns: Tenths }
        "wall time by the harness's clock: {} ns, where the runner reported {} ns" => Ranked;
    /// Its runner puts no marks of the reference between parts, or this machine has none.
    NoMarks "no marks of the reference: CPU time of all samples" => Ranked;
    /// What the runner says of its core is not what the harness found there.
    MarksNotBorneOut { told: Hundredths, seen: Hundredths }
        "marks not borne out: they explain {}x the undisturbed time, the harness's own {}x; CPU time, corrected by the latter" => Ranked;
    /// The machine was disturbed too often.
    TooFewQuiet { count: usize, trials: usize }
        "too few quiet parts in {} of {} trials: CPU time there, corrected by the reference" => Ranked;
    /// The same, where the other trials are enough.
    LeftOut { count: usize, trials: usize }
        "too few quiet parts in {} of {} trials, which are left out" => Ranked;
    /// Garbage collection, other threads, work put off to a later call.
    RareWork { percent: Whole } "rare work: {} % of its cost on top, outside ordinary operations" => Ranked;
    /// It may disturb the reference itself.
    QuietLess { percent: Whole, control: Whole }
        "quiet in {} % of its parts, the empty candidate in {} %" => Ranked;
    /// The warm-up did not end by its rule.
    WarmUpCut { count: usize, trials: usize } "warm-up cut at its bound in {} of {} trials" => Ranked;
    /// Twice the batch does not take twice the time.
    Doubling { times: Hundredths } "doubling the batch gave {}x the time" => Ranked;
    /// Counts of instructions differ.
    InexactInstructions { percent: Hundredths } "instructions differ between trials by {} %" => Ranked;
    /// Nothing but the candidate vouches for its version.
    VersionSelfReported "version self-reported" => Ranked;
    /// The message has white space that its data tree has not.
    WhiteSpaceDropped "white space between tags dropped" => Ranked;
    /// The types of the message are not compiled in.
    DynamicTypes "dynamic: types from the schema at run time, not compiled" => Ranked;
    /// Its types, or what writes and reads them, come from wirecost's code generator and not from the library's.
    OurGenerator "our code generator" => Ranked;
    /// In its types, or in its format, these fields can be null and absent, which look the same.
    NullIsAbsent { fields: String } "null and absent are one: {}" => Ranked;
    /// The message does not vary.
    OneInput "one input" => Ranked;
    /// One process measures every message.
    SharedProcess "process shared by all messages" => Ranked;
    /// Only the time from the send is known: a closed loop plans nothing.
    ServiceTime "service time" => Ranked;
    /// Connections wait for answers, and the server was not busy.
    ClosedLoop "closed loop" => Ranked;
    /// Connections wait for answers, and nobody knows whether the server was busy.
    ClosedLoopServerUnknown "closed loop (server CPU unknown)" => Ranked;
    /// The server was busy all the time.
    MaximumThroughput "maximum throughput" => Ranked;
    /// The load was interrupted.
    EndedEarly "ended early" => Ranked;
    /// Requests that were planned were never sent.
    UnsustainedRate "unsustained rate" => Ranked;
    /// Requests waited for a connection.
    ConnectionsRanOut "connections ran out" => Ranked;
    /// The load was HTTP/2.
    Http2 "HTTP/2" => Ranked;
    /// Idle cores did not fall asleep.
    CoresKeptAwake "idle cores kept awake" => Ranked;
    /// The client sends the same message in every trial.
    OneMessage "one message in all trials" => Ranked;
    /// Server and generator want the same cores.
    SharesCores "shares its cores with the generator" => Ranked;
    /// Servers took turns on a machine that was hardly ever undisturbed.
    PairedSlices "too few quiet slices: compared side by side over all of them" => Ranked;
    /// The server was not busy, and the generator was.
    GeneratorWasBusy { percent: Whole } "the generator may limit this server: it worked for {} % of its slices" => Ranked;
    /// A server works while nobody asks it.
    WorksBetween { percent: Whole } "uses {} % of its CPU time between its slices, which is charged to it" => Ranked;
    /// A longer window shows what slices do not.
    CostsMoreInWindow "takes more CPU time in a window than its slices explain: that of the window" => Ranked;
    /// A server that compiles while it runs, for one.
    WarmingUp { percent: Whole } "still warming up: {} % more CPU time in the first half of its slices than in the second" => Ranked;
    /// It pays for each start after a pause.
    CostsMoreInSlices { percent: Whole } "takes {} % more CPU time in slices than in a window: it pays for each start after a pause" => Ranked;
    /// Servers took turns, and this one did not, or not well.
    NotInSlices { reason: String } "not measured in slices: {}" => Ranked;
    /// Storing took longer than a suite lets it.
    FewerKeys { stored: u64, keys: u64 } "only {} of {} keys were stored in time: the rest of the trial is about these" => Ranked;
    /// Some trials do not count.
    TrialsNotValid { count: usize, trials: usize, reason: String } "{} of {} trials not valid: {}" => Ranked;
    /// Some windows after slices do not count.
    WindowsNotValid { count: usize, trials: usize, reason: String } "{} of {} windows not valid, only slices count there: {}" => Ranked;
    /// Some requests had no good answer.
    RequestsFailed { count: u64, sent: u64, kinds: String } "{} of {} requests failed: {}" => Ranked;
}

const IN: &str = " in ";
const OF: &str = " of ";
const TRIALS: &str = " trials";

/// What a wording begins with: all before its first colon or hole.
fn heading(wording: &str) -> &str {
    wording::head(wording).split(':').next().unwrap_or_default().trim_end()
}

impl Label {
    /// `label`, which `count` of `trials` have.
    pub fn in_some(label: Self, count: usize, trials: usize) -> Self {
        if count == trials { label } else { Self::InSome { label: Box::new(label), count, trials } }
    }

    /// What all labels of its kind say, without what a number says in each.
    pub fn name(&self) -> &str {
        match self {
            Self::TooFewQuiet { .. } => "too few quiet parts in some trials, whose CPU time counts",
            Self::LeftOut { .. } => "too few quiet parts in some trials, which are left out",
            Self::QuietLess { .. } => "quiet in fewer of its parts than the empty candidate",
            Self::WarmUpCut { .. } => "warm-up cut at its bound",
            Self::Doubling { .. } => "twice the batch does not take twice the time",
            Self::InexactInstructions { .. } => "instructions differ between trials",
            Self::SlowToRead { .. } => "reading a result takes longer than the harness takes",
            Self::WorksBetween { .. } => "uses CPU time between its slices, which is charged to it",
            Self::CostsMoreInSlices { .. } => "takes more CPU time in slices than in a window",
            Self::FewerKeys { .. } => "not all keys were stored in time",
            Self::TrialsNotValid { .. } => "some trials not valid",
            Self::WindowsNotValid { .. } => "some windows not valid, only slices count there",
            Self::RequestsFailed { .. } => "some requests failed",
            Self::InSome { label, .. } => label.name(),
            other => other.heading(),
        }
    }

    /// A label of some trials, or of another release.
    fn read_other(text: &str, known: &[(&str, Rank)]) -> Self {
        let in_some = || {
            let (rest, trials) = text.strip_suffix(TRIALS)?.rsplit_once(OF)?;
            let (label, count) = rest.rsplit_once(IN)?;
            let (count, trials) = (count.parse().ok()?, trials.parse().ok()?);
            Some(Self::InSome { label: Box::new(Self::read(label)), count, trials })
        };
        in_some().unwrap_or_else(|| {
            let like = known.iter().find(|(wording, _)| {
                let heading = heading(wording);
                !heading.is_empty() && text.starts_with(heading)
            });
            Self::Foreign { text: text.to_owned(), rank: like.map_or(Rank::Ranked, |(_, rank)| *rank) }
        })
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Label {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::read(&std::borrow::Cow::<'_, str>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_as_they_are_written() {
        let labels = [
            Label::AtFloor,
            Label::BelowLeast { bytes: 16.0, ns: Tenths(0.5) },
            Label::RemembersAnswers { times: Tenths(10.1) },
            Label::NotChecked { reason: "it keeps none: so".into() },
            Label::TrialsNotValid { count: 1, trials: 2, reason: "3 of 4 connections".into() },
            Label::in_some(Label::ServiceTime, 1, 3),
            Label::ClosedLoop,
            Label::ClosedLoopServerUnknown,
        ];
        for label in labels {
            assert_eq!(Label::read(&label.to_string()), label);
        }
    }

    #[test]
    fn every_wording_is_read_as_its_own_label() {
        for label in Label::every() {
            assert!(!matches!(label, Label::Foreign { .. } | Label::InSome { .. }), "{label}");
            assert_eq!(Label::every().iter().filter(|other| **other == label).count(), 1, "{label}");
        }
    }

    #[test]
    fn a_name_is_not_cut_at_a_number() {
        for label in Label::every() {
            let (name, text) = (label.name(), label.to_string());
            let rest = text.strip_prefix(label.heading()).unwrap();
            let is_whole = rest.is_empty() || rest.starts_with(':');
            assert!(is_whole || name != label.heading(), "{name:?} ends within {text:?}");
            assert!(!name.is_empty() && !name.contains('1'), "{text}: {name}");
            assert_eq!(Label::every().iter().filter(|other| other.name() == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn wordings_of_other_releases_are_kept_and_rank_alike() {
        for (text, rank) in [
            ("remembers answers: very often", Rank::LessWork),
            ("too fast to rank today", Rank::TooFast),
            ("new", Rank::Ranked),
        ] {
            let label = Label::read(text);
            assert_eq!((label.rank(), label.to_string().as_str()), (rank, text));
        }
    }
}
