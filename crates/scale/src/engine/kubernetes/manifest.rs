//! The manifest of an Indexed Job. Each of its pods is a part.

use std::time::Duration;

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
/// whose texts are JSON strings, which YAML reads as they are.
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
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let mut words = vec!["worker".to_owned(), format!("--plan=/plan/{PLAN}"), format!("--start-at={start}")];
    let (mounts, volumes) = match results {
        Results::InLogs => {
            words.push("--out=-".into());
            ("", "")
        }
        Results::Kept => {
            words.extend([format!("--out={RESULTS}"), "--progress".into(), format!("--keep={KEPT_S}s")]);
            (MOUNT_OF_RESULTS, VOLUME_OF_RESULTS)
        }
    };
    let words: Vec<String> = words.iter().map(|word| text(word)).collect();
    let (config, image, program, plan) = (text(name), text(image), text(&job.program), text(&plan));
    Ok(format!(
        "apiVersion: v1\n\
         kind: ConfigMap\n\
         metadata:\n  name: {config}\n\
         data:\n  {PLAN}: {plan}\n\
         ---\n\
         apiVersion: batch/v1\n\
         kind: Job\n\
         metadata:\n\
         \x20 name: {config}\n\
         \x20 labels:\n\
         \x20   app.kubernetes.io/name: wirecost\n\
         \x20   app.kubernetes.io/instance: {config}\n\
         spec:\n\
         \x20 completionMode: Indexed\n\
         \x20 completions: {places}\n\
         \x20 parallelism: {places}\n\
         \x20 # A part that failed is not tried again: it would run alone. The others go on.\n\
         \x20 backoffLimitPerIndex: 0\n\
         \x20 activeDeadlineSeconds: {deadline}\n\
         \x20 template:\n\
         \x20   metadata:\n\
         \x20     labels:\n\
         \x20       app.kubernetes.io/name: wirecost\n\
         \x20       app.kubernetes.io/instance: {config}\n\
         \x20   spec:\n\
         \x20     restartPolicy: Never\n\
         \x20     topologySpreadConstraints:\n\
         \x20     - maxSkew: 1\n\
         \x20       topologyKey: kubernetes.io/hostname\n\
         \x20       whenUnsatisfiable: ScheduleAnyway\n\
         \x20       labelSelector:\n\
         \x20         matchLabels:\n\
         \x20           app.kubernetes.io/instance: {config}\n\
         \x20     containers:\n\
         \x20     - name: worker\n\
         \x20       image: {image}\n\
         \x20       command: [{program}]\n\
         \x20       args: [{words}]\n\
         \x20       volumeMounts:\n\
         \x20       - name: plan\n\
         \x20         mountPath: /plan\n\
         \x20         readOnly: true\n\
         {mounts}\
         \x20     volumes:\n\
         \x20     - name: plan\n\
         \x20       configMap:\n\
         \x20         name: {config}\n\
         {volumes}",
        places = job.ranks.len(),
        deadline = deadline(job, results),
        words = words.join(", "),
    ))
}

const MOUNT_OF_RESULTS: &str = "        - name: results\n          mountPath: /results\n";
const VOLUME_OF_RESULTS: &str = "      - name: results\n        emptyDir: {}\n";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use std::time::Duration;

    /// The plan in a manifest.
    fn held(manifest: &str) -> Plan {
        let line = manifest.lines().find_map(|line| line.trim_start().strip_prefix("plan.json: ")).unwrap();
        Plan::from_json(&serde_json::from_str::<String>(line).unwrap()).unwrap()
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
        assert!(text.contains("backoffLimitPerIndex: 0") && text.contains("completions: 3"), "{text}");
        assert_eq!(held(&text), job.plan);
        // Where two parts are missing, two pods take them.
        job.ranks = vec![0, 2];
        let text = submitted(&job, &name_of_its_own(&job)).unwrap();
        assert!(text.contains("completions: 2") && text.contains("\"--keep=600s\""), "{text}");
        assert_eq!(held(&text), Plan { ranks: vec![0, 2], ..job.plan.clone() });
        job.plan.add_file("body", &vec![0; 1_000_000]);
        assert!(manifest(&job).unwrap_err().to_string().contains("ConfigMap"));
    }
}
