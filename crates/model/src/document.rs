//! The result document `wirecost.run/1`.
//!
//! Readers ignore fields they do not know, and every field that came later has a default, so that older and newer
//! files are read. Units are part of every name.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Binding, Durability, EstimateId, Lab, Label, LoadDocument, ServerLoad, StoreLoad};

/// The value of [`RunDocument::schema`].
pub const SCHEMA: &str = "wirecost.run/1";

/// The parameter of a control of another machine than the first, where several measured a run.
pub const HOST: &str = "host";

/// The parameter of the second of two equal cases.
pub const TWIN: &str = "twin";

/// A run as it was stored: what follows from all of its trials together is not in it, or was concluded by another state of wirecost. So
/// nothing can be said of it before it is concluded, which gives the document that reports, gates and comparisons take.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRun(RunDocument);

impl RecordedRun {
    /// What was recorded.
    pub fn new(run: RunDocument) -> Self {
        Self(run)
    }

    /// What was recorded, to look at.
    pub fn document(&self) -> &RunDocument {
        &self.0
    }

    /// What was recorded, to go on with the run or to conclude it.
    pub fn into_document(self) -> RunDocument {
        self.0
    }
}

/// A run: all that one invocation recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunDocument {
    /// `wirecost.run/1`.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: String,
    /// The run's identifier: its start in UTC and a random part.
    pub run_id: String,
    /// The command line.
    pub command: String,
    /// When it started (RFC 3339, UTC).
    pub started: String,
    /// When it ended; null for a run that was cut short.
    #[serde(default)]
    pub ended: Option<String>,
    /// The seed that every draw and the order of trials follow from.
    pub seed: u64,
    /// The name of the suite.
    #[serde(default)]
    pub suite: String,
    /// Trials planned for each case: the fewest, where cases differ. Each case says its own.
    #[serde(default)]
    pub trials_planned: usize,
    /// The estimate that verdicts use: `cost_ns`; in runs of earlier releases `cpu_ns` or `time_ns`.
    #[serde(default)]
    #[schemars(with = "String")]
    pub verdict_estimate: EstimateId,
    /// The machine and what ran on it; of several, the first.
    pub environment: Environment,
    /// The name of the joint run that this run is a part of, where `run --on` placed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<String>,
    /// The machines by their names, where the run was placed on some (docs/scale.md).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<HostDocument>,
    /// Whether it is a first look: a few candidates in a few trials, while the others were still to be built. No other run is
    /// compared with it unless it is named.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// What a reader must know before believing a figure.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The cases, measured or not.
    pub cases: Vec<CaseDocument>,
}

/// The machine, and its state around the run. What could not be found out is null.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Environment {
    /// The version of wirecost.
    pub wirecost_version: String,
    /// The commit it was built from.
    pub git_commit: Option<String>,
    /// Whether its functions are aligned to 64 bytes (docs/BIAS.md).
    pub functions_aligned_64: bool,
    /// Whether it was built with optimisation.
    pub optimised: bool,
    /// The operating system with its version.
    pub os: String,
    /// The kernel with its version.
    pub kernel: String,
    /// The processor architecture.
    pub architecture: String,
    /// The processor's model.
    pub cpu: Option<String>,
    /// Logical cores that may be used.
    pub cores: usize,
    /// Whether a hypervisor runs below.
    pub virtualised: Option<bool>,
    /// Whether CPU time excludes what the hypervisor took (CONFIG_PARAVIRT_TIME_ACCOUNTING).
    pub paravirtual_time_accounting: Option<bool>,
    /// The frequency governor.
    pub governor: Option<String>,
    /// Whether the processor may exceed its nominal frequency.
    pub turbo: Option<bool>,
    /// Memory in bytes.
    pub memory_bytes: Option<u64>,
    /// Load average over one minute before the run.
    pub load_before: Option<f64>,
    /// Load average over one minute at its end.
    pub load_after: Option<f64>,
    /// The share of all cores' time that others used just before the run, 0 to 1.
    pub busy_before: Option<f64>,
    /// The share of all cores' time that the hypervisor took during the run, 0 to 1.
    pub steal_during: Option<f64>,
    /// The runners with their language and runtime.
    pub runners: BTreeMap<String, String>,
    /// Variables of the environment that change what candidates cost, such as `JDK_JAVA_OPTIONS`, where they are set.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, String>,
}

impl Environment {
    /// The variables that are set, as `NAME=value, NAME=value`.
    pub fn list_variables(&self) -> String {
        let pairs: Vec<String> = self.variables.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join(", ")
    }
}

/// One of several machines that measured a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct HostDocument {
    /// Its name, which [`CaseDocument::host`] gives.
    pub name: String,
    /// The machine and what ran on it.
    pub environment: Environment,
}

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Measured.
    Ok,
    /// It went wrong; there is no figure.
    Failed,
    /// It cannot be measured, for a reason known beforehand.
    Skipped,
    /// Measured under conditions that void the figure.
    Invalid,
}

/// How a candidate was built, where cargo built it for this run or an earlier one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BuildDocument {
    /// The profile of cargo.
    pub profile: String,
    /// The features of its library that were asked for, by their names.
    pub features: Vec<String>,
    /// The flags of the compiler.
    pub flags: String,
    /// The compiler, as `rustc --version` says it.
    pub compiler: String,
    /// What cargo took, in seconds. It takes less where other candidates had built the same packages before.
    pub build_s: f64,
    /// The program, without debug information, in bytes.
    pub program_bytes: u64,
    /// Packages that its library brings, with itself and what generates its types.
    pub dependencies: usize,
}

/// Digests of a message: two messages of one name are told apart by them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MessageDigest {
    /// The SHA-256 digest of what the message was made of, in hexadecimal.
    pub sha256: String,
    /// That of the type that the case has of it: one that was given, or one that was inferred for candidates with types of
    /// their own. Absent without a type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub type_sha256: Option<String>,
    /// Whether the message is an XML document of the user's. Absent if it is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_document: bool,
}

/// A case: candidate x message x operation x parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseDocument {
    /// The lab: `codec`, `feed`, `http`, `kv`, `rpc`.
    #[schemars(with = "String")]
    pub lab: Lab,
    /// The candidate's name.
    pub candidate: String,
    /// The version of the candidate's package.
    pub version: String,
    /// What vouches for the version: `Cargo.lock`, a command, or `self-reported`.
    #[serde(default)]
    pub receipt: String,
    /// How it was built, where it was built alone; none if the environment of the run says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildDocument>,
    /// The machine that measured it, where the run was split over several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The language of the runner.
    pub language: String,
    /// The format.
    pub format: String,
    /// The message's name.
    pub message: String,
    /// What the message and its type are, whatever their names. Absent where the name says all of the message, and in runs of
    /// earlier releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_digest: Option<MessageDigest>,
    /// The operation.
    pub operation: String,
    /// Parameters: `binding` in the codec lab; in labs of servers `connections`, `close`, `schedule`, `server_cores`,
    /// `placement`, `generators`, `idle` (docs/http.md); in the kv lab `durability`, `keys`, `order` and others (docs/kv.md).
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// What became of it.
    pub status: Status,
    /// Why it was skipped, failed or is invalid.
    #[serde(default)]
    pub reason: Option<String>,
    /// What a reader must know of this case and was known when it was measured, e.g. `partial: leaves out comments`.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub labels: Vec<Label>,
    /// What follows from all trials of the run together, e.g. `too fast to rank`. It is concluded whenever a run is read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub concluded: Vec<Label>,
    /// Trials planned for this case; absent where it is not measured, and in runs of earlier releases.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub trials_planned: usize,
    /// The trials, in order.
    #[serde(default)]
    pub trials: Vec<TrialDocument>,
    /// The estimates by name, e.g. `time_ns`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, EstimateDocument>")]
    pub estimates: BTreeMap<EstimateId, EstimateDocument>,
}

/// Whether there is none of what is counted.
#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde calls
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How the warm-up of a trial ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WarmupEnd {
    /// By its rule.
    Steady,
    /// Its time was up first.
    TimeBound,
}

/// A trial: the case measured once in a fresh process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TrialDocument {
    /// The trial's estimates by name.
    #[schemars(with = "BTreeMap<String, f64>")]
    pub estimates: BTreeMap<EstimateId, f64>,
    /// How many samples it took.
    pub samples: usize,
    /// How many of them lie far out: beyond three interquartile ranges from the quartiles. They are kept.
    #[serde(default)]
    pub outliers: usize,
    /// Its place in the order of the run, from 0.
    #[serde(default)]
    pub position: usize,
    /// How its warm-up ended.
    #[serde(default)]
    pub warmup: Option<WarmupEnd>,
    /// In a lab of servers: the window of load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<LoadDocument>,
}

/// An estimate with the interval of its median. It covers at least 95 % from six trials on; with fewer it is their range, which covers
/// less: 93.8 % with five, 87.5 % with four, 75 % with three, 50 % with two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EstimateDocument {
    /// The median of the trial estimates.
    pub median: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl CaseDocument {
    /// What identifies this case across runs, e.g. `codec/serde_json/dns-100/decode`, or, where a lab measures under
    /// several parameters, `http/hyper/hello/get?close=fin&connections=100`.
    pub fn key(&self) -> String {
        Self::key_of(&[self.lab.name(), &self.candidate, &self.message, &self.operation], &self.parameters)
    }

    /// The key of a case by its lab, candidate, message and operation, and by its parameters.
    pub fn key_of(names: &[&str; 4], parameters: &BTreeMap<String, String>) -> String {
        let mut key = names.join("/");
        // What a candidate decodes into is part of the candidate.
        let parameters = parameters.iter().filter(|(name, _)| *name != "binding");
        for (index, (name, value)) in parameters.enumerate() {
            key.push(if index == 0 { '?' } else { '&' });
            key.push_str(&format!("{name}={value}"));
        }
        key
    }

    /// All that a reader must know of it: what was known when it was measured, and what follows from all trials.
    pub fn all_labels(&self) -> impl Iterator<Item = &Label> {
        self.labels.iter().chain(&self.concluded)
    }

    /// The median of an estimate.
    pub fn median(&self, id: EstimateId) -> Option<f64> {
        self.estimates.get(&id).map(|estimate| estimate.median)
    }

    /// How its server is loaded; none in labs of other things, and where a parameter is no word of wirecost.
    pub fn server_load(&self) -> Option<ServerLoad> {
        [Lab::HTTP, Lab::RPC].contains(&self.lab).then(|| ServerLoad::of(&self.parameters))?
    }

    /// What is asked of its store; none in other labs, and where a parameter is missing or no word of wirecost.
    pub fn store_load(&self) -> Option<StoreLoad> {
        (self.lab == Lab::KV).then(|| StoreLoad::of(&self.parameters))?
    }

    /// How safe an answered write is, in the kv lab.
    pub fn durability(&self) -> Option<Durability> {
        Durability::named(self.parameters.get("durability")?)
    }

    /// What the candidate decodes into or encodes from, in labs that report it.
    pub fn binding(&self) -> Option<Binding> {
        Binding::named(self.parameters.get("binding")?)
    }

    /// Whether this is the control that does nothing.
    pub fn is_control(&self) -> bool {
        self.binding() == Some(Binding::Nothing)
    }

    /// Whether this does less than the work, to show what the least of it costs.
    pub fn is_floor(&self) -> bool {
        self.binding() == Some(Binding::Floor)
    }

    /// Whether this is the second of the run's A/A pair.
    pub fn is_twin(&self) -> bool {
        self.parameters.contains_key(TWIN)
    }

    /// Which of two builds this belongs to, where the run compares two.
    pub fn side(&self) -> Option<&str> {
        self.parameters.get("side").map(String::as_str)
    }

    /// The trials' values of an estimate, in order of rounds.
    pub fn trial_values(&self, id: EstimateId) -> Vec<f64> {
        self.trials.iter().filter_map(|trial| trial.estimates.get(&id).copied()).collect()
    }

    /// The values of an estimate for this case and for another, from the rounds in which both have one.
    pub fn paired_values(&self, other: &Self, id: EstimateId) -> (Vec<f64>, Vec<f64>) {
        let value = |trial: &TrialDocument| trial.estimates.get(&id).copied();
        let rounds = self.trials.iter().zip(&other.trials);
        rounds.filter_map(|(own, theirs)| value(own).zip(value(theirs))).unzip()
    }
}

/// The JSON Schema (2020-12) of [`RunDocument`], as published in `docs/schema/run.schema.json`.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(RunDocument).to_value()
}
