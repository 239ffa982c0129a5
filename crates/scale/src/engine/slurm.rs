//! Slurm: a batch script, and its submission by sbatch, squeue and scancel.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use super::{Placed, complaint};
use crate::error::Error;
use crate::job::{Job, PLAN};
use crate::plan::Work;

/// How long a job may take to leave the queue when its results are there.
const PATIENCE: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// The queue is asked at most this often.
const ASK_EVERY: Duration = Duration::from_millis(500);
/// A controller that does not answer may come back.
const MOST_FAILURES: usize = 60;

/// The batch script of a job.
///
/// # Errors
/// [`Error::Plan`] if the folder has a name that Slurm would read in another way.
pub fn script(job: &Job) -> Result<String, Error> {
    let folder = job.folder.to_str().filter(|folder| folder.starts_with('/')).unwrap_or_default();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./+,:@".contains(letter);
    if folder.is_empty() || !folder.chars().all(is_plain) {
        let folder = job.folder.display();
        return Err(Error::Plan(format!(
            "Slurm would read the folder {folder} in another way: choose one of letters, digits and -_./ with --work-dir"
        )));
    }
    let (run, places, lead) = (&job.plan.run, job.ranks.len(), job.lead.as_secs().max(1));
    // The time limit is a last resort: beyond it, Slurm ends the job.
    let minutes = (job.lead + job.longest).as_secs() / 60 + 2;
    let mut out = format!(
        "#!/bin/sh\n\
         #SBATCH --job-name=wirecost-{run}\n\
         #SBATCH --ntasks={places}\n\
         #SBATCH --ntasks-per-node=1\n\
         #SBATCH --time={minutes}\n\
         #SBATCH --no-requeue\n\
         #SBATCH --output={folder}/job.out\n"
    );
    for option in &job.engine_options {
        let _ = writeln!(out, "#SBATCH {option}");
    }
    let worker = format!("{} worker --plan {folder}/{PLAN} --out {folder} --progress", super::quoted(&job.program));
    if job.plan.work == Work::Load {
        let _ = write!(
            out,
            "# Slurm starts this script when it has a place for each of the {places} parts. They begin together {lead} s later.\n\
             # The folder must be one that every node sees. Results: wirecost merge {folder}\n\
             start=$(( $(date +%s) + {lead} ))\n\
             srun --kill-on-bad-exit=0 --wait=0 --output={folder}/part-%t.out --error={folder}/part-%t.err \\\n  \
             {worker} --start-at \"@$start\"\n"
        );
        return Ok(out);
    }
    let _ = write!(
        out,
        "#SBATCH --no-kill\n\
         # Each part is a step of its own: the loss of a node ends the part on it, and no other.\n\
         # The folder must be one that every node sees. Results: wirecost merge {folder}\n"
    );
    for rank in &job.ranks {
        let _ = writeln!(
            out,
            "srun --ntasks=1 --nodes=1 --exclusive --output={folder}/part-{rank}.out --error={folder}/part-{rank}.err \\\n  \
             {worker} --rank {rank} &"
        );
    }
    out.push_str("wait\n");
    Ok(out)
}

/// A job that was submitted.
pub(crate) struct Slurm {
    job: String,
    is_ended: bool,
    asked: Option<Instant>,
    failures: usize,
}

fn call(program: &str, arguments: &[&str]) -> Result<Output, Error> {
    Command::new(program).args(arguments).output().map_err(|fault| Error::Engine {
        command: program.to_owned(),
        reason: match fault.kind() {
            std::io::ErrorKind::NotFound => "there is no such program: the clients of Slurm are needed here".into(),
            _ => fault.to_string(),
        },
    })
}

impl Slurm {
    /// Writes the script and submits it.
    pub(crate) fn submit(job: &Job) -> Result<Self, Error> {
        let path = job.folder.join("job.sbatch");
        std::fs::write(&path, script(job)?).map_err(Error::file(&path))?;
        let output = call("sbatch", &["--parsable", &path.to_string_lossy()])?;
        let failed = |reason: String| Error::Engine { command: "sbatch".into(), reason };
        if !output.status.success() {
            return Err(failed(complaint(&output)));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        // The number, and behind a semicolon the cluster.
        let number = text.trim().split(';').next().unwrap_or_default();
        if number.is_empty() || !number.chars().all(|digit| digit.is_ascii_digit()) {
            return Err(failed(format!("it gave no number of a job, but {:?}", text.trim())));
        }
        Ok(Self { job: number.to_owned(), is_ended: false, asked: None, failures: 0 })
    }

    fn cancel(&self, options: &[&str]) {
        // A job that is gone needs no end.
        let _ = call("scancel", &[options, &[&self.job]].concat());
    }
}

impl Placed for Slurm {
    fn is_running(&mut self) -> Result<bool, Error> {
        if self.is_ended || self.asked.is_some_and(|asked| asked.elapsed() < ASK_EVERY) {
            return Ok(!self.is_ended);
        }
        self.asked = Some(Instant::now());
        let output = call("squeue", &["--noheader", "--format=%T", "--jobs", &self.job])?;
        // A job that completes has no step left: its nodes tidy up, and one that was lost takes minutes to be given up.
        let states = String::from_utf8_lossy(&output.stdout);
        let is_there = !matches!(states.trim(), "" | "COMPLETING");
        if output.status.success() || complaint(&output).contains("Invalid job id") {
            self.failures = 0;
            self.is_ended = !is_there;
            return Ok(is_there);
        }
        self.failures += 1;
        if self.failures > MOST_FAILURES {
            return Err(Error::Engine { command: "squeue".into(), reason: complaint(&output) });
        }
        Ok(true)
    }

    fn tell_to_end(&mut self) {
        // The steps get it, which leave what they have; a job that still waits for its place is taken back.
        self.cancel(&["--state=PENDING"]);
        self.cancel(&["--signal=TERM"]);
    }

    fn end(&mut self) -> BTreeMap<u64, String> {
        let start = Instant::now();
        while !self.is_ended && start.elapsed() < PATIENCE {
            self.asked = None;
            if self.is_running().is_err() {
                break;
            }
            thread::sleep(LOOK_EVERY);
        }
        if !self.is_ended {
            self.cancel(&[]);
            self.is_ended = true;
        }
        // What Slurm says of a task is no evidence.
        BTreeMap::new()
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        if !self.is_ended {
            self.cancel(&[]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    fn job(folder: &str) -> Job {
        let mut plan = Plan::new(3, vec!["http://127.0.0.1:1/".into()]);
        plan.run = "r1".into();
        Job {
            folder: folder.into(),
            ranks: (0..plan.parts).collect(),
            plan,
            program: "/opt/wire cost".into(),
            lead: Duration::from_secs(5),
            longest: Duration::from_secs(100),
            slack: Duration::from_secs(30),
            engine_options: vec!["--partition=quiet".into()],
            image: None,
            namespaces: None,
        }
    }

    #[test]
    fn the_script_is_what_sbatch_takes() {
        let text = script(&job("/shared/runs/r1")).unwrap();
        let wanted = "#!/bin/sh
#SBATCH --job-name=wirecost-r1
#SBATCH --ntasks=3
#SBATCH --ntasks-per-node=1
#SBATCH --time=3
#SBATCH --no-requeue
#SBATCH --output=/shared/runs/r1/job.out
#SBATCH --partition=quiet
# Slurm starts this script when it has a place for each of the 3 parts. They begin together 5 s later.
# The folder must be one that every node sees. Results: wirecost merge /shared/runs/r1
start=$(( $(date +%s) + 5 ))
srun --kill-on-bad-exit=0 --wait=0 --output=/shared/runs/r1/part-%t.out --error=/shared/runs/r1/part-%t.err \\
  '/opt/wire cost' worker --plan /shared/runs/r1/plan.json --out /shared/runs/r1 --progress --start-at \"@$start\"
";
        assert_eq!(text, wanted);
    }

    #[test]
    fn the_parts_of_a_suite_are_steps_of_their_own() {
        let whole = job("/shared/r1");
        let plan = Plan { work: Work::Run, ..whole.plan.clone() };
        let text = script(&Job { ranks: vec![0, 2], plan, ..whole }).unwrap();
        assert!(text.contains("#SBATCH --ntasks=2\n") && text.ends_with("&\nwait\n"), "{text}");
        let steps: Vec<&str> = text.lines().filter(|line| line.contains(" worker ")).collect();
        assert!(steps.len() == 2 && steps[1].contains("--rank 2 &"), "{text}");
    }

    #[test]
    fn a_folder_that_slurm_would_read_otherwise_is_refused() {
        for folder in ["relative", "/a b", "/a%j", "/a\nb", "/a'b"] {
            assert!(script(&job(folder)).unwrap_err().to_string().contains("--work-dir"), "{folder}");
        }
    }
}
