//! What a client says at the end.

use serde::{Deserialize, Serialize};
use wirecost_load::{CallLog, LoadResult};

use crate::phases::Sums;

/// What a client says at the end: `result` or `calls`, and `stamped`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Report {
    /// What came of the window.
    pub load: WindowOutcome,
    /// Of the window with stamps: where the client's time went; its mean service time is shown beside.
    pub stamped: Option<Stamped>,
}

/// What came of a window.
#[derive(Debug, Clone, PartialEq)]
pub enum WindowOutcome {
    /// In the field `result`: what the calls come to, of a client that counts by `wirecost-load`.
    Result(Box<LoadResult>),
    /// In the field `calls`: every call, of a client in another language.
    Calls(CallLog),
}

/// A report as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Box<LoadResult>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls: Option<CallLog>,
    stamped: Option<Stamped>,
}

impl TryFrom<Fields> for Report {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Self, Self::Error> {
        let load = match (fields.result, fields.calls) {
            (Some(result), None) => WindowOutcome::Result(result),
            (None, Some(calls)) => WindowOutcome::Calls(calls),
            (None, None) => return Err("a report without `result` and without `calls`"),
            (Some(_), Some(_)) => return Err("a report with both `result` and `calls`"),
        };
        Ok(Self { load, stamped: fields.stamped })
    }
}

impl From<Report> for Fields {
    fn from(Report { load, stamped }: Report) -> Self {
        match load {
            WindowOutcome::Result(result) => Self { result: Some(result), calls: None, stamped },
            WindowOutcome::Calls(calls) => Self { result: None, calls: Some(calls), stamped },
        }
    }
}

/// What came of a window with stamps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stamped {
    /// The client's own phases.
    pub sums: Sums,
    /// The mean time of a call in that window, nanoseconds.
    pub mean_ns: f64,
}

#[cfg(test)]
mod tests {
    use wirecost_load::{CallerLog, LoggedCall, Outcome};

    use super::*;

    const CALLS: &str = concat!(
        r#"{"calls":{"start_unix_ns":7,"callers":[{"connected":true,"calls":[[1,2,3,"ok"],[4,4,9,"wrong_answer"]]}]},"#,
        r#""stamped":null}"#
    );

    #[test]
    fn the_calls_of_another_language_are_read() {
        let report: Report = serde_json::from_str(CALLS).unwrap();
        let call = |planned_ns, sent_ns, ended_ns, outcome| LoggedCall { planned_ns, sent_ns, ended_ns, outcome };
        let calls = vec![call(1, 2, 3, Outcome::Ok), call(4, 4, 9, Outcome::WrongAnswer)];
        let callers = vec![CallerLog { connected: true, calls }];
        let load = WindowOutcome::Calls(CallLog { start_unix_ns: 7, callers });
        assert_eq!(report, Report { load, stamped: None });
        assert_eq!(serde_json::to_string(&report).unwrap(), CALLS);
    }

    #[test]
    fn a_report_of_something_else_is_refused_with_what_it_lacks() {
        let refusal = |text: &str| serde_json::from_str::<Report>(text).unwrap_err().to_string();
        assert!(refusal(r#"{"stamped":null}"#).starts_with("a report without `result` and without `calls`"));
        assert!(refusal(r#"{"results":{},"stamped":null}"#).contains("unknown field `results`"));
        assert!(refusal(&CALLS.replace("\"ok\"", "\"fine\"")).contains("unknown variant `fine`"));
        assert!(refusal(&CALLS.replace("1,2,3", "1,2")).contains("line 1 column"));
        assert!(refusal(&CALLS.replace("1,2,3", "-1,2,3")).contains("invalid value: integer `-1`"));
    }
}
