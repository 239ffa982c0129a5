//! What is smallest and what is fastest, as data and in words: always a library at its version (METHOD 23), nobody above
//! a faster row (METHOD 31), and no winner where trials show none (METHOD 37).

use wirecost_model::{CaseDocument, EstimateId, RunDocument};
use wirecost_verdict::group::{Group, Ranked, among, groups, sizes};

use super::{Message, Work};
use crate::units;
use crate::words::{self, name};

/// Names in a sentence; the others are counted.
const NAMES: usize = 3;

/// Formats whose types a schema language declares for several programming languages. Of the others a message needs no
/// types, or has those of one programming language.
const WITH_SCHEMA: [&str; 8] =
    ["protobuf", "avro", "thrift-binary", "thrift-compact", "flatbuffers", "capnp", "xdr", "asn1"];

/// Whether the types of a format are declared in a schema language.
pub fn has_schema_language(format: &str) -> bool {
    WITH_SCHEMA.contains(&format)
}

/// The rankings of a run.
#[derive(Debug, Clone)]
pub struct Rankings<'a> {
    /// Of all candidates.
    pub groups: Vec<Group<'a>>,
    /// Of those whose formats have a schema language.
    pub with_schema: Vec<Group<'a>>,
}

impl<'a> Rankings<'a> {
    /// Those of `run`.
    pub fn of(run: &'a RunDocument) -> Self {
        Self { groups: groups(run), with_schema: among(run, |case| has_schema_language(&case.format)) }
    }

    /// Who is fastest at an operation among those that do the same work, whatever their language.
    pub fn fastest(&self, message: &str, operation: &str, work: Work<'_>) -> Option<Fastest<'_, 'a>> {
        let is = |group: &&Group<'_>| {
            (group.message, group.operation, (group.binding, group.apart)) == (message, operation, work)
        };
        let group = self.groups.iter().find(is)?;
        // It says nothing new where all of them have one, or where one of them leads anyway.
        let leads = group.fastest.is_some_and(|fastest| has_schema_language(&fastest.case.format));
        let with_schema = self.with_schema.iter().find(is).filter(|_| !leads || !group.too_fast.is_empty());
        let differs = |schema: &&Group<'_>| members(schema) < members(group) && schema.fastest.is_some();
        Some(Fastest { group, with_schema: with_schema.filter(differs) })
    }
}

fn members(group: &Group<'_>) -> usize {
    group.others.len() + group.too_fast.len() + usize::from(group.fastest.is_some())
}

/// Who is fastest at an operation.
#[derive(Debug, Clone, Copy)]
pub struct Fastest<'b, 'a> {
    /// Among all that do the same work.
    pub group: &'b Group<'a>,
    /// Among those of them whose formats have a schema language, where that says something else.
    pub with_schema: Option<&'b Group<'a>>,
}

impl Fastest<'_, '_> {
    /// In words: `rkyv 0.8.18, bitcode 0.6.9 (tie); with a schema language: prost 0.14.4, 4.1 us (1.9x faster than
    /// apache-avro 0.22.0)`.
    pub fn sentence(&self) -> String {
        let schema = self.with_schema.map(|group| {
            // Nobody leads those that are too fast to rank.
            let others = if group.too_fast.is_empty() { "" } else { "of the others " };
            format!("with a schema language: {others}{}", leaders(group))
        });
        let too_fast = words::too_fast(self.group, NAMES);
        let others = if too_fast.is_some() { "of the others " } else { "" };
        let ranked = self.group.fastest.map(|_| format!("{others}{}", leaders(self.group)));
        too_fast.into_iter().chain(ranked).chain(schema).collect::<Vec<_>>().join("; ")
    }

    /// In few words, for a line of many messages: the leader and how many tie with it.
    pub fn short(&self) -> String {
        let Group { too_fast, fastest, .. } = self.group;
        match (too_fast.as_slice(), fastest) {
            ([first, rest @ ..], _) if self.group.hides_faster() => counted(first, rest.len(), "too fast to rank"),
            (_, Some(first)) if self.group.trials_to_decide().is_some() => {
                let unbeaten = self.group.ties().chain(self.group.undecided()).count();
                counted(first, unbeaten, "undecided")
            }
            (_, Some(first)) => counted(first, self.group.ties().count(), "tie"),
            (_, None) => String::new(),
        }
    }
}

fn counted(first: &Ranked<'_>, more: usize, why: &str) -> String {
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    match (more.is_empty(), why) {
        (true, "tie") => name(first.case),
        _ => format!("{}{more} ({why})", name(first.case)),
    }
}

/// Who leads those of a group that are ranked: the winner with what it costs and by how much, or those that are not shown to be slower.
fn leaders(group: &Group<'_>) -> String {
    let Some(first) = group.fastest else { return String::new() };
    let unbeaten: Vec<String> = group.ties().chain(group.undecided()).map(|other| name(other.ranked.case)).collect();
    let cost = cost(first);
    let next = group.slower().next();
    match (unbeaten.as_slice(), next) {
        ([], Some(next)) => {
            let other = name(next.ranked.case);
            let by =
                next.comparison.map_or(String::new(), |c| format!(" ({:.2}x faster than {other})", c.ratio.median));
            format!("{}, {cost}{by}", name(first.case))
        }
        ([], None) => format!("{}, {cost} (nothing to compare it with)", name(first.case)),
        (unbeaten, _) => {
            let shown = &unbeaten[..unbeaten.len().min(NAMES - 1)];
            let more = match unbeaten.len() - shown.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let why = match group.trials_to_decide() {
                None => "tie".to_owned(),
                Some(trials) => format!("undecided: {trials} trials would decide"),
            };
            format!("{}, {}{more} ({why})", name(first.case), shown.join(", "))
        }
    }
}

/// What a case costs, with its unit.
fn cost(ranked: Ranked<'_>) -> String {
    let counted = ranked.case.estimates.contains_key(&EstimateId::Instructions);
    if counted {
        format!("{} instructions", units::grouped(ranked.cost.median))
    } else {
        units::time(ranked.cost.median)
    }
}

/// The smallest way to write a message.
#[derive(Debug, Clone)]
pub struct Smallest<'a> {
    /// Bytes.
    pub bytes: f64,
    /// The formats that are so small, each once.
    pub formats: Vec<&'a str>,
    /// One of the libraries that write it so.
    pub library: &'a CaseDocument,
}

impl<'a> Smallest<'a> {
    /// By an estimate of a size; none if no size is known. Sizes are exact: equal ones are ties, and others are not.
    pub fn by(run: &'a RunDocument, message: &str, id: EstimateId) -> Option<Self> {
        let (bytes, cases) = sizes(run, message, id).into_iter().next()?;
        let mut formats: Vec<&str> = Vec::new();
        for case in &cases {
            if !formats.contains(&case.format.as_str()) {
                formats.push(&case.format);
            }
        }
        Some(Self { bytes, formats, library: cases.first()? })
    }

    /// The first of its formats, with the number of the others: `avro +3 (tie)`.
    pub fn shortest(&self) -> String {
        match self.formats.as_slice() {
            [first, rest @ ..] if !rest.is_empty() => format!("{first} +{} (tie)", rest.len()),
            formats => formats.concat(),
        }
    }

    /// Its formats and its bytes: `bitcode 7,120 B`.
    pub fn short(&self) -> String {
        let tie = if self.formats.len() > 1 { " (tie)" } else { "" };
        format!("{} {}{tie}", self.formats.join(", "), units::bytes(self.bytes))
    }
}

/// What is smallest, plain and under gzip: `bitcode 7,120 B (bitcode 0.6.9); under gzip the same, 1,744 B`.
pub fn smallest(run: &RunDocument, message: &Message<'_>) -> Option<String> {
    let plain = Smallest::by(run, message.name, EstimateId::SizeBytes)?;
    let told = format!("{} ({})", plain.short(), name(plain.library));
    let Some(gzip) = Smallest::by(run, message.name, EstimateId::GzipBytes) else { return Some(told) };
    Some(if gzip.formats == plain.formats {
        format!("{told}; under gzip the same, {}", units::bytes(gzip.bytes))
    } else {
        format!("{told}; under gzip {} ({})", gzip.short(), name(gzip.library))
    })
}
