//! The manifest of an Indexed Job. Each of its pods is a part.

use std::time::Duration;

use serde_json::json;

use super::super::instant;
use crate::error::Error;
use crate::job::{Job, PLAN};
use crate::plan::Plan;

/// The bytes that a plan may have in a ConfigMap: its limit without what surrounds the plan.
const MOST_BYTES: usize = 1_000_000;
/// How long a pod keeps its result for the one who collects it, seconds.
const KEPT_S: u64 = 600;
/// The folder in a pod that holds its result.
pub(super) const RESULTS: &str = "/results";

/// How the results of pods are fetched.
#[derive(Clone, Copy, PartialEq)]
enum Results {
    /// By the user, from the logs of the pods.
    InLogs,
    /// By wirecost. Pods keep them until then.
    Kept,
}

/// The name of the objects of a job.
fn name(job: &Job) -> String {
    format!("wirecost-{}", job.plan.run)
}

/// The same, for a job that may go on with one whose objects are still being deleted.
pub(super) fn name_of_its_own(job: &Job) -> String {
    if takes_all(job) { name(job) } else { format!("{}-{:04x}", name(job), fastrand::u16(..)) }
}

fn takes_all(job: &Job) -> bool {
    job.ranks.len() as u64 == job.plan.parts
}

/// The manifest that a user applies: a ConfigMap with the plan, and an Indexed Job whose pods are the parts. It is YAML
/// whose documents are JSON, which YAML reads as it is.
///
/// # Errors
/// [`Error::Plan`] if no image is named, or the plan is larger than a ConfigMap may be.
pub fn manifest(job: &Job) -> Result<String, Error> {
    let (name, parts, lead, last) = (name(job), job.ranks.len(), job.lead.as_secs(), job.ranks.len() - 1);
    let label = format!("batch.kubernetes.io/job-name={name},batch.kubernetes.io/job-completion-index=$part");
    let (start, deadline) = (instant(job.lead), deadline(job, Results::InLogs));
    let head = format!(
        "# {parts} parts of one load. Apply it within {lead} s of writing it: the parts begin together at {start} (seconds\n\
         # since 1970), and a pod that comes later is left out.\n\
         #   kubectl apply -f FILE\n\
         #   kubectl wait --for=condition=Complete --timeout={deadline}s job/{name}     # in vain if a part fails\n\
         #   mkdir {name}\n\
         #   for part in $(seq 0 {last}); do\n\
         #     kubectl logs --tail=-1 -l \"{label}\" > {name}/part-$part.out\n\
         #   done\n\
         #   wirecost merge {name}\n\
         #   kubectl delete -f FILE\n"
    );
    Ok(head + &objects(job, &name, &start, Results::InLogs)?)
}

/// The manifest that wirecost applies itself. Pods keep their results until they were collected.
pub(super) fn submitted(job: &Job, name: &str) -> Result<String, Error> {
    let head = "# wirecost applies this, collects the results, and deletes it.\n";
    Ok(head.to_owned() + &objects(job, name, &instant(job.lead), Results::Kept)?)
}

/// When Kubernetes ends what is left of a job, seconds after it was applied.
fn deadline(job: &Job, results: Results) -> u64 {
    let kept_s = if results == Results::Kept { KEPT_S } else { 0 };
    (job.lead + job.longest + Duration::from_secs(60 + kept_s)).as_secs()
}

fn objects(job: &Job, name: &str, start: &str, results: Results) -> Result<String, Error> {
    let Some(image) = &job.image else {
        return Err(Error::Plan("Kubernetes needs a container image with wirecost: give --image".into()));
    };
    let ranks = if takes_all(job) { Vec::new() } else { job.ranks.clone() };
    let plan = Plan { ranks, ..job.plan.clone() }.to_json();
    if plan.len() > MOST_BYTES {
        return Err(Error::Plan(format!("its {} bytes are more than a ConfigMap may hold ({MOST_BYTES})", plan.len())));
    }
    let mut words = vec!["worker".to_owned(), format!("--plan=/plan/{PLAN}"), format!("--start-at={start}")];
    let mut mounts = vec![json!({"name": "plan", "mountPath": "/plan", "readOnly": true})];
    let mut volumes = vec![json!({"name": "plan", "configMap": {"name": name}})];
    match results {
        Results::InLogs => words.push("--out=-".into()),
        Results::Kept => {
            words.extend([format!("--out={RESULTS}"), "--progress".into(), format!("--keep={KEPT_S}s")]);
            mounts.push(json!({"name": "results", "mountPath": RESULTS}));
            volumes.push(json!({"name": "results", "emptyDir": {}}));
        }
    }
    let labels = json!({"app.kubernetes.io/name": "wirecost", "app.kubernetes.io/instance": name});
    let config = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {PLAN: plan}});
    let worker = json!({
        "name": "worker",
        "image": image,
        "command": [job.program],
        "args": words,
        "volumeMounts": mounts,
    });
    let pod = json!({
        "restartPolicy": "Never",
        "topologySpreadConstraints": [{
            "maxSkew": 1,
            "topologyKey": "kubernetes.io/hostname",
            "whenUnsatisfiable": "ScheduleAnyway",
            "labelSelector": {"matchLabels": {"app.kubernetes.io/instance": name}},
        }],
        "containers": [worker],
        "volumes": volumes,
    });
    let of_parts = json!({
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "completionMode": "Indexed",
            "completions": job.ranks.len(),
            "parallelism": job.ranks.len(),
            // A part that failed is not tried again: it would run alone. The others go on.
            "backoffLimitPerIndex": 0,
            "activeDeadlineSeconds": deadline(job, results),
            "template": {"metadata": {"labels": labels}, "spec": pod},
        },
    });
    Ok(format!("{config:#}\n---\n{of_parts:#}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use std::time::Duration;

    /// The plan in a manifest.
    fn held(manifest: &str) -> Plan {
        let (config, _) = manifest.split_once("\n---\n").unwrap();
        let config: Vec<&str> = config.lines().filter(|line| !line.starts_with('#')).collect();
        let config: serde_json::Value = serde_json::from_str(&config.concat()).unwrap();
        Plan::from_json(config["data"][PLAN].as_str().unwrap()).unwrap()
    }

    #[test]
    fn a_manifest_needs_an_image_and_a_plan_that_fits() {
        let mut job = Job {
            folder: "x".into(),
            ranks: vec![0, 1, 2],
            plan: Plan::new(3, vec!["http://a: b#\"c\"/\n".into()]),
            program: "wirecost".into(),
            lead: Duration::from_secs(120),
            longest: Duration::from_secs(30),
            slack: Duration::from_secs(30),
            engine_options: Vec::new(),
            image: None,
            namespaces: None,
        };
        assert!(manifest(&job).unwrap_err().to_string().contains("--image"));
        job.image = Some("registry.example/wirecost:1".into());
        let text = manifest(&job).unwrap();
        assert!(text.contains("\"backoffLimitPerIndex\": 0") && text.contains("\"completions\": 3"), "{text}");
        assert_eq!(held(&text), job.plan);
        // Where two parts are missing, two pods take them.
        job.ranks = vec![0, 2];
        let text = submitted(&job, &name_of_its_own(&job)).unwrap();
        assert!(text.contains("\"completions\": 2") && text.contains("\"--keep=600s\""), "{text}");
        assert_eq!(held(&text), Plan { ranks: vec![0, 2], ..job.plan.clone() });
        job.plan.add_file("body", &vec![0; 1_000_000]);
        assert!(manifest(&job).unwrap_err().to_string().contains("ConfigMap"));
    }
}
