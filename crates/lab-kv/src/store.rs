//! A store that takes part, and the document of a case of it.

use wirecost_catalog::Catalog;
use wirecost_lab::Folders;
use wirecost_load::protocol::store::Dialect;
use wirecost_model::{CaseDocument, Durability, Lab, Status};
use wirecost_server_lab::candidate::{Found, StoreFile, StoreProtocol, Version};
use wirecost_server_lab::plan::{Building, Participant};
use wirecost_server_lab::{Candidate, Reason};

use crate::binding::binding;
use crate::part::NAME;
use crate::steps::Step;

/// The candidates of the lab.
pub(crate) fn candidates(catalog: &Catalog, folders: &Folders) -> Vec<Found> {
    Candidate::find(catalog, NAME, folders)
}

/// A candidate that takes part, built.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub participant: Participant,
    /// What its server speaks; none if it has no server.
    pub dialect: Option<Dialect>,
    pub durability: Durability,
}

/// Whose case a document is of.
pub(crate) type Whose<'a> = (&'a str, Option<&'a Candidate>, Option<&'a Version>);

/// A candidate that cannot be measured: what becomes of its cases.
pub(crate) struct Unready {
    pub status: Status,
    pub version: Option<Version>,
    pub reason: Reason,
}

impl Store {
    pub fn whose(&self) -> Whose<'_> {
        let Participant { candidate, version } = &self.participant;
        (&candidate.name, Some(candidate), Some(version))
    }

    /// A candidate with its version, built.
    pub fn ready(candidate: &Candidate, building: Building<'_>) -> Result<Self, Box<Unready>> {
        let unready = |status, version, reason| Box::new(Unready { status, version, reason });
        let failed = |reason: &str| unready(Status::Failed, None, Reason::from(reason));
        let StoreFile { protocol, .. } =
            candidate.file.store.as_ref().ok_or(failed("candidate.toml has no [store]"))?;
        let durability = candidate.durability().ok_or(failed("candidate.toml says no durability of this variant"))?;
        let version = candidate.version().map_err(|reason| unready(Status::Skipped, None, reason))?;
        let dialect = match protocol {
            StoreProtocol::Memcached => Some(Dialect::Memcached),
            StoreProtocol::Redis => Some(Dialect::Redis),
            StoreProtocol::Postgresql => Some(Dialect::Postgresql),
            StoreProtocol::InProcess => None,
        };
        match building.candidate(candidate, &version) {
            Ok(candidate) => Ok(Self { participant: Participant { candidate, version }, dialect, durability }),
            Err(reason) => Err(unready(Status::Failed, Some(version), reason)),
        }
    }
}

/// The document of a case before its first trial, or of one that is not measured, with the reason.
pub(crate) fn document(
    (name, candidate, version): Whose<'_>,
    step: &Step,
    (status, reason): (Status, Option<&str>),
) -> CaseDocument {
    let durability = candidate.and_then(Candidate::durability);
    let durability = durability.map(|durability| ("durability", durability.name().to_owned()));
    let binding = candidate.and_then(binding).map(|binding| ("binding", binding.to_owned()));
    let parameters = step.parameters().into_iter().chain(durability).chain(binding);
    CaseDocument {
        lab: Lab::KV,
        candidate: name.into(),
        version: version.map_or(String::new(), |version| version.version.clone()),
        receipt: version.map_or(String::new(), |version| version.receipt.clone()),
        build: None,
        host: None,
        language: candidate.map_or(String::new(), |candidate| candidate.file.language.clone()),
        format: step.format().into(),
        message: step.message(),
        message_digest: step.message_digest(),
        operation: step.operation.name().into(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value)).collect(),
        status,
        reason: reason.map(str::to_owned),
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: Vec::new(),
        estimates: Default::default(),
    }
}
