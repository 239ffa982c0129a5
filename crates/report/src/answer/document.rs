//! The answers for programs: the form `wirecost.answers/1` of docs/JSON.md.

use schemars::JsonSchema;
use serde::Serialize;
use wirecost_model::EstimateId;

use super::demand::{Cores, Demand};
use super::leader_document::LeaderDocument;
use super::machine::Machine;
use super::sentences::{Rankings, Smallest};
use super::serving::{self, Kind, ServingAnswer};
use super::stores_document::{self, StoresDocument};
use super::{Answers, By, Message, Row, Section, Work};
use crate::leader::Leader;
use crate::words::name;

/// The form of the document.
pub const SCHEMA: &str = "wirecost.answers/1";

/// The answers of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document<'a> {
    /// The run.
    pub run_id: &'a str,
    /// What rows stand for: `format`, `library` or `language`.
    pub by: &'static str,
    /// What sizes and costs are compared with; null where there is nothing.
    pub baseline: Option<&'a str>,
    /// The rate that `demand` is for, messages a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_per_s: Option<f64>,
    /// How quiet the machine was.
    pub machine: MachineDocument,
    /// What the codec lab answers.
    pub messages: Vec<MessageDocument<'a>>,
    /// What the labs of servers answer.
    pub servers: Vec<ServingDocument<'a>>,
    /// What the kv lab answers.
    pub stores: StoresDocument<'a>,
}

/// How quiet the machine was.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MachineDocument {
    busy: bool,
    /// The difference that is seen, as a share; null where the run does not show it, or no difference is seen.
    difference_seen: Option<f64>,
    /// Whether two equals looked different, so that every verdict is advice only.
    biased: bool,
    set_aside: usize,
    told: String,
}

/// What was measured with a message.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MessageDocument<'a> {
    message: &'a str,
    smallest: Option<SmallestDocument<'a>>,
    smallest_gzip: Option<SmallestDocument<'a>>,
    /// For each operation and binding who is fastest.
    fastest: Vec<FastestDocument<'a>>,
    sections: Vec<SectionDocument<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SmallestDocument<'a> {
    formats: Vec<&'a str>,
    bytes: f64,
    candidate: &'a str,
    version: &'a str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FastestDocument<'a> {
    operation: &'a str,
    binding: &'a str,
    /// The winner; null where none is shown.
    winner: Option<String>,
    /// Those of which none is shown to be slower than another.
    tied: Vec<String>,
    /// Those of which the trials do not tell whether they are slower than the first.
    undecided: Vec<String>,
    /// How many trials would decide that; null where these do.
    trials_to_decide: Option<usize>,
    too_fast_to_rank: Vec<String>,
    told: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SectionDocument<'a> {
    language: Option<&'a str>,
    format: Option<&'a str>,
    /// Null where rows have several.
    binding: Option<&'a str>,
    /// Why these are ranked apart; null where they are not.
    apart: Option<&'a str>,
    /// The row that others are compared with.
    baseline: Option<&'a str>,
    rows: Vec<RowDocument<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct RowDocument<'a> {
    name: &'a str,
    candidate: &'a str,
    version: &'a str,
    language: &'a str,
    format: &'a str,
    /// How many codecs it is the best of.
    codecs: usize,
    size_bytes: Option<f64>,
    gzip_bytes: Option<f64>,
    zstd_bytes: Option<f64>,
    /// As a share more than the baseline's.
    size_difference: Option<f64>,
    costs: Vec<CostDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    demand: Option<DemandDocument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CostDocument<'a> {
    operation: &'a str,
    /// `cost_ns`, or the estimate that the run was judged by.
    #[schemars(with = "String")]
    estimate: EstimateId,
    median: f64,
    low: f64,
    high: f64,
    too_fast_to_rank: bool,
    /// In units of the baseline.
    ratio: Option<f64>,
    /// Whether the trials show that it differs from the baseline.
    difference_shown: Option<bool>,
    /// How many trials would decide whether it differs from the baseline; null where these do.
    trials_to_decide: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DemandDocument {
    /// By operation, in the order of `costs`; null where the cost is unknown.
    cores: Vec<Option<f64>>,
    bytes_per_s: Option<f64>,
    gzip_bytes_per_s: Option<f64>,
    /// The same where the bytes are compressed after encoding, and decompressed before decoding.
    compressed: Vec<CompressedDocument>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct CompressedDocument {
    /// `gzip` (level 6) or `zstd` (level 3).
    by: &'static str,
    /// By operation, with what compressing or decompressing takes; null where one of both is unknown.
    cores: Vec<Option<f64>>,
    bytes_per_s: f64,
}

/// What servers were asked for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ServingDocument<'a> {
    lab: &'a str,
    message: &'a str,
    operation: &'a str,
    most: Option<LeaderDocument>,
    waits_least: Option<LeaderDocument>,
    round_trip: Option<LeaderDocument>,
    least_cpu: Option<LeaderDocument>,
    least_memory: Option<LeaderDocument>,
    servers: Vec<ServerDocument<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ServerDocument<'a> {
    candidate: &'a str,
    version: &'a str,
    rate_per_s: Option<f64>,
    latency_p99_ns: Option<f64>,
    round_trip_ns: Option<f64>,
    server_cpu_ns: Option<f64>,
    client_cpu_ns: Option<f64>,
    memory_bytes: Option<f64>,
    set_aside: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_cores: Option<f64>,
}

impl<'a> Document<'a> {
    /// The document of `answers`, with what `rate_per_s` messages a second take where it is asked for.
    pub fn of(answers: &'a Answers<'a>, rate_per_s: Option<f64>) -> Self {
        let (run, rankings) = (answers.run, Rankings::of(answers.run));
        let machine = Machine::of(run);
        Self {
            run_id: &run.run_id,
            by: match answers.by {
                By::Format => "format",
                By::Library => "library",
                By::Language => "language",
            },
            baseline: answers.baseline.as_deref(),
            rate_per_s,
            machine: MachineDocument {
                busy: machine.busy,
                difference_seen: machine.seen.filter(|seen| seen.is_finite()),
                biased: machine.biased,
                set_aside: machine.set_aside,
                told: machine.words(),
            },
            messages: answers.messages.iter().map(|it| message(answers, &rankings, it, rate_per_s)).collect(),
            servers: serving::of(run).iter().map(|it| served(it, rate_per_s)).collect(),
            stores: stores_document::document(run),
        }
    }
}

fn message<'a>(
    answers: &'a Answers<'a>,
    rankings: &Rankings<'a>,
    message: &'a Message<'a>,
    rate_per_s: Option<f64>,
) -> MessageDocument<'a> {
    let smallest = |id: EstimateId| {
        let smallest = Smallest::by(answers.run, message.name, id)?;
        let Smallest { bytes, formats, library } = smallest;
        Some(SmallestDocument { formats, bytes, candidate: &library.candidate, version: &library.version })
    };
    MessageDocument {
        message: message.name,
        smallest: smallest(EstimateId::SizeBytes),
        smallest_gzip: smallest(EstimateId::GzipBytes),
        fastest: fastest(rankings, message),
        sections: message.sections.iter().map(|it| section(message, it, rate_per_s)).collect(),
    }
}

fn fastest<'a>(rankings: &Rankings<'a>, message: &'a Message<'a>) -> Vec<FastestDocument<'a>> {
    let of = |(operation, work): (&'a str, Work<'a>)| {
        let fastest = rankings.fastest(message.name, operation, work)?;
        let group = fastest.group;
        let ties = || group.ties().map(|tie| name(tie.ranked.case));
        let first = group.fastest.map(|first| name(first.case)).filter(|_| group.ties().next().is_some());
        let undecided = group.undecided().map(|other| name(other.ranked.case)).collect();
        Some(FastestDocument {
            operation,
            binding: work.0,
            winner: group.winner().map(|winner| name(winner.case)),
            tied: first.into_iter().chain(ties()).collect(),
            undecided,
            trials_to_decide: group.trials_to_decide(),
            too_fast_to_rank: group.too_fast.iter().map(|ranked| name(ranked.case)).collect(),
            told: fastest.sentence(),
        })
    };
    let works = message.works().into_iter();
    works.flat_map(|work| message.operations.iter().map(move |operation| (*operation, work))).filter_map(of).collect()
}

fn section<'a>(message: &'a Message<'a>, section: &'a Section<'a>, rate_per_s: Option<f64>) -> SectionDocument<'a> {
    SectionDocument {
        language: section.language,
        format: section.format,
        binding: section.binding,
        apart: section.apart,
        baseline: section.baseline.map(|index| section.rows[index].name.as_str()),
        rows: section.rows.iter().map(|it| row(message, it, rate_per_s)).collect(),
    }
}

fn row<'a>(message: &'a Message<'a>, row: &'a Row<'a>, rate_per_s: Option<f64>) -> RowDocument<'a> {
    let cost = |(operation, cell): (&&'a str, &Option<super::Cell<'a>>)| {
        let cell = cell.as_ref()?;
        Some(CostDocument {
            operation,
            estimate: cell.id,
            median: cell.cost.median,
            low: cell.cost.low,
            high: cell.cost.high,
            too_fast_to_rank: cell.too_fast,
            ratio: cell.versus.map(|versus| versus.ratio),
            difference_shown: cell.versus.map(|versus| versus.is_shown()),
            trials_to_decide: cell.versus.and_then(|versus| versus.finding.trials_to_decide()),
        })
    };
    RowDocument {
        name: &row.name,
        candidate: &row.codec.candidate,
        version: &row.codec.version,
        language: &row.codec.language,
        format: &row.codec.format,
        codecs: row.codecs,
        size_bytes: row.shared(EstimateId::SizeBytes),
        gzip_bytes: row.shared(EstimateId::GzipBytes),
        zstd_bytes: row.shared(EstimateId::ZstdBytes),
        size_difference: row.size_difference,
        costs: message.operations.iter().zip(&row.cells).filter_map(cost).collect(),
        demand: rate_per_s.and_then(|rate| Demand::of(row, rate)).map(demand),
    }
}

fn demand(demand: Demand) -> DemandDocument {
    let numbers = |cores: &[Option<Cores>]| cores.iter().map(|cores| cores.map(|cores| cores.cores)).collect();
    let compressed: Vec<CompressedDocument> = demand
        .compressed
        .iter()
        .map(|it| CompressedDocument { by: it.name, cores: numbers(&it.cores), bytes_per_s: it.bytes_per_s })
        .collect();
    DemandDocument {
        cores: numbers(&demand.cores),
        bytes_per_s: demand.bytes_per_s,
        gzip_bytes_per_s: compressed.iter().find(|it| it.by == "gzip").map(|it| it.bytes_per_s),
        compressed,
    }
}

fn served<'a>(serving: &ServingAnswer<'a>, rate_per_s: Option<f64>) -> ServingDocument<'a> {
    let leader = |leader: Option<Leader<'_>>| leader.map(|leader| LeaderDocument::of(&leader));
    let server = |it: serving::Server<'a>| {
        let cpu_ns = it.estimate(EstimateId::ServerCpuNs);
        ServerDocument {
            candidate: &it.head.candidate,
            version: &it.head.version,
            rate_per_s: it.under(Kind::Most).and_then(|case| case.median(EstimateId::RatePerS)),
            latency_p99_ns: it.under(Kind::Planned).and_then(|case| case.median(EstimateId::LatencyP99Ns)),
            round_trip_ns: it.under(Kind::RoundTrip).and_then(|case| case.median(EstimateId::TimeNs)),
            server_cpu_ns: cpu_ns,
            client_cpu_ns: it.estimate(EstimateId::ClientCpuNs),
            memory_bytes: it.estimate(EstimateId::MemoryBytes),
            set_aside: it.set_aside,
            server_cores: rate_per_s.zip(cpu_ns).map(|(rate, ns)| rate * ns / 1e9),
        }
    };
    ServingDocument {
        lab: serving.lab.name(),
        message: serving.message,
        operation: serving.operation,
        most: leader(serving.leader(Kind::Most)),
        waits_least: leader(serving.leader(Kind::Planned)),
        round_trip: leader(serving.leader(Kind::RoundTrip)),
        least_cpu: leader(serving.cheapest()),
        least_memory: leader(serving.leanest()),
        servers: serving.servers().into_iter().map(server).collect(),
    }
}

/// The JSON Schema (2020-12) of a printed [`Document`], which names its form, as published in
/// `docs/schema/answers.schema.json`.
pub fn json_schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Document<'static>);
    let form = serde_json::json!({ "type": "string", "const": SCHEMA, "description": "The form of the document." });
    if let Some(fields) = schema.get_mut("properties").and_then(serde_json::Value::as_object_mut) {
        fields.insert("schema".into(), form);
    }
    if let Some(required) = schema.get_mut("required").and_then(serde_json::Value::as_array_mut) {
        required.push("schema".into());
    }
    schema.to_value()
}
