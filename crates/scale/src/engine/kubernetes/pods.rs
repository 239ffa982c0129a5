//! What `kubectl get` says of a job and its pods, and `kubectl logs` of their last lines.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The label that numbers the pods of an Indexed Job.
const INDEX: &str = "batch.kubernetes.io/job-completion-index";

/// What is there of a job.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Seen {
    /// Whether the job is there and goes on.
    pub goes_on: bool,
    /// The pods, by the number of their place.
    pub pods: BTreeMap<u64, Pod>,
}

/// One pod.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pod {
    pub name: String,
    /// The machine, once it has one.
    pub node: Option<String>,
    pub state: State,
}

/// How far a pod is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum State {
    /// It does not run yet, for this reason.
    Waits(String),
    Runs,
    /// It has ended, in this way.
    Ended(String),
}

impl Pod {
    /// Where it is, in words.
    pub(super) fn place(&self) -> String {
        let node = self.node.as_ref().map_or(String::new(), |node| format!(" on {node}"));
        format!("pod {}{node}", self.name)
    }
}

#[derive(Deserialize)]
struct List {
    items: Vec<Item>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Item {
    kind: String,
    metadata: Metadata,
    spec: Spec,
    status: Status,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Metadata {
    name: String,
    labels: BTreeMap<String, String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Spec {
    node_name: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Status {
    phase: String,
    reason: Option<String>,
    conditions: Vec<Condition>,
    container_statuses: Vec<Container>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Condition {
    r#type: String,
    status: String,
    reason: Option<String>,
    message: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Container {
    state: ContainerState,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ContainerState {
    waiting: Option<Condition>,
    terminated: Option<Terminated>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Terminated {
    exit_code: i64,
    reason: Option<String>,
}

impl Condition {
    fn words(&self) -> String {
        let words = [self.reason.as_deref(), self.message.as_deref()];
        words.into_iter().flatten().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(": ")
    }
}

impl Status {
    fn state(&self) -> State {
        let container = self.container_statuses.first().map(|container| &container.state);
        if let Some(ended) = container.and_then(|state| state.terminated.as_ref()) {
            let reason = ended.reason.as_deref().or(self.reason.as_deref()).unwrap_or("no reason given");
            return State::Ended(format!("{reason}, exit code {}", ended.exit_code));
        }
        match self.phase.as_str() {
            "Running" => State::Runs,
            "Succeeded" | "Failed" => State::Ended(self.reason.clone().unwrap_or_else(|| "no reason given".into())),
            phase => {
                let waits = container.and_then(|state| state.waiting.as_ref()).map(Condition::words);
                let refused =
                    self.conditions.iter().find(|condition| condition.status == "False").map(Condition::words);
                let words = waits.or(refused).filter(|words| !words.is_empty());
                State::Waits(words.unwrap_or_else(|| if phase.is_empty() { "Pending" } else { phase }.to_owned()))
            }
        }
    }
}

impl Seen {
    /// Reads what `kubectl get jobs,pods --output=json` printed.
    pub(super) fn from_json(text: &[u8]) -> Result<Self, serde_json::Error> {
        let list: List = serde_json::from_slice(text)?;
        let mut seen = Seen::default();
        for item in list.items {
            if item.kind == "Job" {
                let has_ended = |condition: &Condition| {
                    ["Complete", "Failed"].contains(&condition.r#type.as_str()) && condition.status == "True"
                };
                seen.goes_on |= !item.status.conditions.iter().any(has_ended);
            } else if let Some(Ok(place)) = item.metadata.labels.get(INDEX).map(|index| index.parse()) {
                let (state, node) = (item.status.state(), item.spec.node_name);
                seen.pods.insert(place, Pod { name: item.metadata.name, node, state });
            }
        }
        Ok(seen)
    }
}

/// The lines that `kubectl logs --prefix` printed, each with the name of its pod.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    // The last line of a pod that was cut off has no end: the next pod begins in it.
    text.split("[pod/").skip(1).flat_map(|piece| {
        let (place, line) = piece.split_once("] ").unwrap_or_default();
        let pod = place.split('/').next().unwrap_or_default();
        // What kubectl says of a pod without a log is on a line of its own, behind that of any other pod.
        let line = line.lines().next().unwrap_or_default();
        (!pod.is_empty()).then(|| (pod, line.trim_end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_and_pods_are_read_as_kubectl_prints_them() {
        let pod = |index: &str, status: serde_json::Value| {
            serde_json::json!({
                "kind": "Pod", "metadata": {"name": format!("p-{index}"), "labels": {INDEX: index}},
                "spec": {"nodeName": "n"}, "status": status,
            })
        };
        let waiting = serde_json::json!({"reason": "ImagePullBackOff", "message": "no such image"});
        let killed = serde_json::json!({"reason": "OOMKilled", "exitCode": 137});
        let refused = serde_json::json!({"type": "PodScheduled", "status": "False", "reason": "Unschedulable"});
        let list = serde_json::json!({"kind": "List", "items": [
            {"kind": "Job", "status": {"conditions": [{"type": "FailureTarget", "status": "True"}]}},
            pod("0", serde_json::json!({"phase": "Running", "containerStatuses": [{"state": {"running": {}}}]})),
            pod("1", serde_json::json!({"phase": "Pending", "containerStatuses": [{"state": {"waiting": waiting}}]})),
            pod("2", serde_json::json!({"phase": "Failed", "containerStatuses": [{"state": {"terminated": killed}}]})),
            pod("3", serde_json::json!({"phase": "Pending", "conditions": [refused]})),
            pod("4", serde_json::json!({"phase": "Failed", "reason": "Evicted"})),
            pod("5", serde_json::json!({})),
        ]});
        let seen = Seen::from_json(list.to_string().as_bytes()).unwrap();
        assert!(seen.goes_on);
        let wanted = [
            State::Runs,
            State::Waits("ImagePullBackOff: no such image".into()),
            State::Ended("OOMKilled, exit code 137".into()),
            State::Waits("Unschedulable".into()),
            State::Ended("Evicted".into()),
            State::Waits("Pending".into()),
        ];
        assert_eq!(seen.pods.values().map(|pod| pod.state.clone()).collect::<Vec<_>>(), wanted);
        assert_eq!(seen.pods[&2].place(), "pod p-2 on n");
        let done = br#"{"items": [{"kind": "Job", "status": {"conditions": [{"type": "Failed", "status": "True"}]}}]}"#;
        assert_eq!(Seen::from_json(done).unwrap(), Seen::default());
        assert!(Seen::from_json(b"error").is_err());
    }

    #[test]
    fn lines_have_the_names_of_their_pods() {
        let text =
            "[pod/a-0-x/worker] {\"a\":1}\n[pod/a-0-x/worker] second\n[pod/a-1-y/worker] cut[pod/a-2-z/worker] last\n";
        let found: Vec<_> = lines(text).collect();
        assert_eq!(found, [("a-0-x", "{\"a\":1}"), ("a-0-x", "second"), ("a-1-y", "cut"), ("a-2-z", "last")]);
        assert_eq!(lines("error: no pod\n").count(), 0);
        let waits = "[pod/a-1-y/worker] last\nerror: container \"worker\" in pod \"a-2-z\" is waiting to start\n";
        assert_eq!(lines(waits).collect::<Vec<_>>(), [("a-1-y", "last")]);
    }
}
