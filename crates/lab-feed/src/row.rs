//! A design of the service on a store: what is measured in one process.

use std::collections::BTreeMap;

use wirecost_model::{CaseDocument, Lab, Status};

use crate::part::{NAME, Part};

/// The formats of bodies, by wirecost's names.
const FORMATS: [&str; 5] = ["json", "msgpack", "cbor", "protobuf", "fastinfoset"];

/// A design on a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub store: String,
    pub delivery: String,
    pub unread: String,
}

/// What is measured of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The place of its row.
    pub row: usize,
    pub operation: &'static str,
    pub format: &'static str,
    /// The number of followers, where it depends on one.
    pub followers: Option<u32>,
}

impl Row {
    /// All rows of a part. Unread entries can be counted when they are written where all are pushed.
    pub fn all(part: &Part) -> Vec<Self> {
        let mut rows = Vec::new();
        for store in &part.stores {
            for delivery in &part.deliveries {
                for unread in &part.unread {
                    if unread != "written" || delivery == "push" {
                        let [store, delivery, unread] = [store, delivery, unread].map(Clone::clone);
                        rows.push(Self { store, delivery, unread });
                    }
                }
            }
        }
        rows
    }

    /// Its name among candidates.
    pub fn name(&self) -> String {
        let unread = if self.unread == "read" { String::new() } else { format!("-{}", self.unread) };
        format!("{}-{}{unread}", self.delivery.replace(':', "-"), self.store)
    }
}

impl Case {
    /// What is measured of each row.
    pub fn of_row(row: usize, part: &Part) -> Vec<Self> {
        let most = part.followers.iter().copied().max();
        let case = |operation, format, followers| Self { row, operation, format, followers };
        let mut cases: Vec<Self> =
            part.followers.iter().map(|followers| case("deliver", "none", Some(*followers))).collect();
        cases.extend(["store", "home", "unread"].map(|operation| case(operation, "none", None)));
        cases.extend(FORMATS.map(|format| case("encode", format, None)));
        cases.extend(["update", "delete"].map(|operation| case(operation, "none", most)));
        if part.crash {
            cases.push(case("crash", "none", None));
        }
        cases
    }

    /// Its document before its first trial.
    pub fn document(&self, row: &Row, part: &Part) -> CaseDocument {
        let followers = self.followers.map(|followers| ("followers", followers.to_string()));
        let parameters = [
            ("delivery", row.delivery.clone()),
            ("store", row.store.clone()),
            ("unread", row.unread.clone()),
            ("users", part.users.to_string()),
            ("follows", part.follows.to_string()),
        ];
        // Cases are told apart by their parameters.
        let format = (self.format != "none").then(|| ("format", self.format.to_owned()));
        let parameters = parameters.into_iter().chain(followers).chain(format);
        CaseDocument {
            lab: Lab::named(NAME),
            candidate: row.name(),
            version: env!("CARGO_PKG_VERSION").into(),
            receipt: "wirecost".into(),
            build: None,
            message_digest: None,
            host: None,
            language: "rust".into(),
            format: self.format.into(),
            message: "entry".into(),
            operation: self.operation.into(),
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).collect::<BTreeMap<_, _>>(),
            status: Status::Ok,
            reason: None,
            labels: Vec::new(),
            concluded: Vec::new(),
            trials_planned: part.trials,
            trials: Vec::new(),
            estimates: Default::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_all_that_can_be_combined_and_cases_differ_by_their_keys() {
        let part: Part = serde_json::from_str(
            r#"{"budget": "1m", "trials": 1, "users": 100, "follows": 5, "followers": [1, 10], "stores": ["sqlite", "lmdb"],
            "deliveries": ["push", "hybrid:5"], "unread": ["read", "written"]}"#,
        )
        .unwrap();
        let rows = Row::all(&part);
        let names: Vec<String> = rows.iter().map(Row::name).collect();
        let due = [
            "push-sqlite",
            "push-sqlite-written",
            "hybrid-5-sqlite",
            "push-lmdb",
            "push-lmdb-written",
            "hybrid-5-lmdb",
        ];
        assert_eq!(names, due);
        let cases: Vec<Case> = (0..rows.len()).flat_map(|row| Case::of_row(row, &part)).collect();
        let mut keys: Vec<String> = cases.iter().map(|case| case.document(&rows[case.row], &part).key()).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), cases.len());
    }
}
