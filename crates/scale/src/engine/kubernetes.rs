//! Kubernetes: the manifest of an Indexed Job, which the user applies.

use super::instant;
use crate::error::Error;
use crate::job::{Job, PLAN};

/// Bytes that a ConfigMap may hold, less what stands around the plan.
const MOST_BYTES: usize = 1_000_000;

/// The manifest of a job: a ConfigMap with the plan, and an Indexed Job of which each pod is a part. It is YAML whose
/// texts are JSON strings, which YAML reads as they are.
///
/// # Errors
/// [`Error::Plan`] if no image is named, or the plan is larger than a ConfigMap may be.
pub fn manifest(job: &Job) -> Result<String, Error> {
    let Some(image) = &job.image else {
        return Err(Error::Plan("Kubernetes needs a container image with wirecost: give --image".into()));
    };
    let plan = job.plan.to_json();
    if plan.len() > MOST_BYTES {
        return Err(Error::Plan(format!("its {} bytes are more than a ConfigMap may hold ({MOST_BYTES})", plan.len())));
    }
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let (name, parts) = (format!("wirecost-{}", job.plan.run), job.plan.parts);
    let label = format!("batch.kubernetes.io/job-name={name},batch.kubernetes.io/job-completion-index=$part");
    let deadline = (job.lead + job.longest).as_secs() + 60;
    let words: Vec<String> = ["worker", "--plan"].into_iter().map(text).collect();
    let start = instant(job.lead);
    let (image, program) = (text(image), text(&job.program));
    let (config, plan) = (text(&name), text(&plan));
    Ok(format!(
        "# {parts} parts of one load. Apply it within {lead} s of writing it: the parts begin together at {start} (seconds\n\
         # since 1970), and a pod that comes later is left out.\n\
         #   kubectl apply -f FILE\n\
         #   kubectl wait --for=condition=Complete --timeout={deadline}s job/{name}     # in vain if a part fails\n\
         #   mkdir {name}\n\
         #   for part in $(seq 0 {last}); do\n\
         #     kubectl logs --tail=-1 -l \"{label}\" > {name}/part-$part.out\n\
         #   done\n\
         #   wirecost merge {name}\n\
         #   kubectl delete -f FILE\n\
         apiVersion: v1\n\
         kind: ConfigMap\n\
         metadata:\n  name: {config}\n\
         data:\n  {PLAN}: {plan}\n\
         ---\n\
         apiVersion: batch/v1\n\
         kind: Job\n\
         metadata:\n  name: {config}\n\
         spec:\n\
         \x20 completionMode: Indexed\n\
         \x20 completions: {parts}\n\
         \x20 parallelism: {parts}\n\
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
         \x20       args: [{words}, \"/plan/{PLAN}\", \"--out\", \"-\", \"--start-at\", \"{start}\"]\n\
         \x20       volumeMounts:\n\
         \x20       - name: plan\n\
         \x20         mountPath: /plan\n\
         \x20         readOnly: true\n\
         \x20     volumes:\n\
         \x20     - name: plan\n\
         \x20       configMap:\n\
         \x20         name: {config}\n",
        lead = job.lead.as_secs(),
        last = parts - 1,
        words = words.join(", "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use std::time::Duration;

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
        };
        assert!(manifest(&job).unwrap_err().to_string().contains("--image"));
        job.image = Some("registry.example/wirecost:1".into());
        let text = manifest(&job).unwrap();
        assert!(text.contains("backoffLimitPerIndex: 0") && text.contains("completions: 3"), "{text}");
        let line = text.lines().find(|line| line.trim_start().starts_with("plan.json: ")).unwrap();
        let held: String = serde_json::from_str(line.trim_start().trim_start_matches("plan.json: ")).unwrap();
        assert_eq!(Plan::from_json(&held).unwrap(), job.plan);
        job.plan.add_file("body", &vec![0; 1_000_000]);
        assert!(manifest(&job).unwrap_err().to_string().contains("ConfigMap"));
    }
}
