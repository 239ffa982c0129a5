//! One run of all parts: submit, watch, collect.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::collect::{Found, collect_folder};
use crate::document::{PartResult, write_whole};
use crate::engine::{self, WorkerSite};
use crate::error::Error;
use crate::plan::{Plan, Work};
use crate::signs::ProgressSign;

/// The file of the plan in the folder of a run.
pub(crate) const PLAN: &str = "plan.json";
/// The kind of the file that says how a part was cut off from the network.
pub(crate) const CUT_OFF: &str = "cut-off";
/// How often the engine is asked and the folder is looked at, at the most.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// How long workers may take to write their results once they are asked to end.
const PATIENCE: Duration = Duration::from_secs(15);
/// Bytes at the end of an output that hold its last lines.
const TAIL_BYTES: u64 = 4096;

/// What is placed, and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// Where results and outputs come to lie.
    pub folder: PathBuf,
    /// What all parts do.
    pub plan: Plan,
    /// The parts to place; the others have a result already.
    pub ranks: Vec<u64>,
    /// The program that is a worker, as its machine names it.
    pub program: String,
    /// Time from the submission, or from the moment at which the engine has placed all parts, to the agreed start.
    pub lead: Duration,
    /// How long a part may take from the agreed start to its result.
    pub longest: Duration,
    /// How much later than the first result the last may come.
    pub slack: Duration,
    /// Further options for the engine's own client.
    pub engine_options: Vec<String>,
    /// The container image of the workers.
    pub image: Option<String>,
    /// The addresses of this machine that local workers reach from network namespaces of their own; `None` if they are plain
    /// processes.
    pub namespaces: Option<Vec<Ipv4Addr>>,
}

/// How far the parts are together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watched {
    /// Parts that are at work.
    pub going: u64,
    /// Parts that have a result.
    pub ended: u64,
    /// All parts.
    pub parts: u64,
    /// How far the part is that is least far, seconds from the start of the window.
    pub at_s: f64,
    /// Good answers per second of all.
    pub ok_per_s: f64,
    /// Requests that failed, of all.
    pub errors: u64,
    /// Processes of a suite that were measured, and all of them, of the parts at work.
    pub processes: [u64; 2],
}

impl Job {
    /// Makes the folder, which must be empty, and writes the plan into it.
    ///
    /// # Errors
    /// [`Error::File`] if there is something in it, or it cannot be written.
    pub fn prepare(&self) -> Result<(), Error> {
        let cannot = || Error::file(&self.folder);
        std::fs::create_dir_all(&self.folder).map_err(cannot())?;
        if std::fs::read_dir(&self.folder).map_err(cannot())?.next().is_some() {
            return Err(cannot()(std::io::Error::other("it is not empty; results of another run may be in it")));
        }
        write_whole(&self.folder, PLAN, &(self.plan.to_json() + "\n"))
    }

    /// Goes on with a run whose folder was prepared before: only the parts without a result are placed. What is left of
    /// their earlier tries is removed.
    ///
    /// # Errors
    /// [`Error::Plan`] if the folder was prepared for another plan, [`Error::File`] if it cannot be read or changed.
    pub fn resume(&mut self) -> Result<(), Error> {
        let earlier = Plan::read(&self.folder.join(PLAN))?;
        self.plan.run.clone_from(&earlier.run);
        if earlier != self.plan {
            let folder = self.folder.display();
            return Err(Error::Plan(format!("{folder} holds another run: give the options that it began with")));
        }
        let is_whole = |rank: &u64| {
            let text = std::fs::read_to_string(self.folder.join(PartResult::file_name(*rank))).unwrap_or_default();
            let result = PartResult::from_text(&text);
            result.is_ok_and(|result| result.suite.is_some() && result.cut.is_none() && result.error.is_none())
        };
        self.ranks.retain(|rank| !is_whole(rank));
        for rank in &self.ranks {
            for kind in ["json", "begun.json", "out", "err", CUT_OFF] {
                let path = self.folder.join(format!("part-{rank}.{kind}"));
                if path.exists() {
                    std::fs::remove_file(&path).map_err(Error::file(&path))?;
                }
            }
        }
        Ok(())
    }

    /// Places all parts, waits until each has a result or the engine has none left, and gives what there is. `is_ended`
    /// ends the run early; `show` sees how far it is.
    ///
    /// # Errors
    /// [`Error::Engine`] if the parts cannot be placed, [`Error::File`] if the folder cannot be read.
    pub fn run(
        &self,
        place: &WorkerSite,
        is_ended: impl Fn() -> bool,
        mut show: impl FnMut(&Watched),
    ) -> Result<Vec<Found>, Error> {
        // Dropped where anything fails: then nothing that was placed stays.
        let mut placed = engine::place(place, self)?;
        let mut told: Option<Instant> = None;
        let mut first_result: Option<Instant> = None;
        loop {
            let looked = Instant::now();
            let is_running = placed.is_running()?;
            let watched = self.watch();
            show(&watched);
            if !is_running || watched.ended == self.plan.parts {
                break;
            }
            if watched.ended > 0 {
                first_result.get_or_insert_with(Instant::now);
            }
            let late = first_result.is_some_and(|first| first.elapsed() > self.slack);
            if (is_ended() || late) && told.is_none() {
                placed.tell_to_end();
                told = Some(Instant::now());
            }
            if told.is_some_and(|told| told.elapsed() > PATIENCE) {
                break;
            }
            // With very many parts, a look takes long; it is to take a fifth of the time at most.
            thread::sleep(LOOK_EVERY.max(looked.elapsed() * 4));
        }
        for (rank, words) in placed.cut_off()? {
            let path = self.folder.join(format!("part-{rank}.{CUT_OFF}"));
            std::fs::write(&path, words + "\n").map_err(Error::file(&path))?;
        }
        let said = placed.end();
        let (mut parts, _) = collect_folder(&self.folder)?;
        for (rank, words) in said {
            match parts.iter_mut().find(|found| found.rank == Some(rank)) {
                Some(found) => found.engine = Some(words),
                None => parts.push(Found { rank: Some(rank), engine: Some(words), ..Found::default() }),
            }
        }
        Ok(parts)
    }

    /// How far the parts are, as their outputs say.
    fn watch(&self) -> Watched {
        let mut watched = Watched { parts: self.plan.parts, at_s: f64::INFINITY, ..Watched::default() };
        for rank in 0..self.plan.parts {
            let output = self.output(rank);
            let tail = tail_of(&output);
            let is_ended = self.folder.join(PartResult::file_name(rank)).exists() || holds_result(&tail, &output);
            watched.ended += u64::from(is_ended);
            if let (Work::Run, false) = (self.plan.work, is_ended)
                && let Some(processes) = measured(&tail_of(&self.errors(rank)))
            {
                watched.going += 1;
                watched.processes = [0, 1].map(|at| watched.processes[at] + processes[at]);
            }
            if let (Some(going), false) = (tail.lines().rev().find_map(ProgressSign::from_line), is_ended) {
                watched.going += 1;
                watched.at_s = watched.at_s.min(going.at_s);
                watched.ok_per_s += going.ok_per_s;
                watched.errors += going.errors;
            }
        }
        watched
    }

    /// The file of a part's standard output.
    pub(crate) fn output(&self, rank: u64) -> PathBuf {
        self.folder.join(format!("part-{rank}.out"))
    }

    /// The file of a part's standard error.
    pub(crate) fn errors(&self, rank: u64) -> PathBuf {
        self.folder.join(format!("part-{rank}.err"))
    }
}

/// Whether an output holds a result: the end of one, whose line began before it.
fn holds_result(tail: &str, output: &Path) -> bool {
    tail.ends_with("}}\n")
        && std::fs::read(output)
            .is_ok_and(|bytes| String::from_utf8_lossy(&bytes).lines().any(|line| PartResult::from_text(line).is_ok()))
}

/// How far a run is that says `12/690 processes, 40 s left` from time to time.
fn measured(errors: &str) -> Option<[u64; 2]> {
    let counts = errors.lines().rev().find_map(|line| line.split_once(" processes, "))?.0;
    let (done, all) = counts.split_once('/')?;
    Some([done.parse().ok()?, all.parse().ok()?])
}

/// The last lines of a file; nothing while it is not there yet.
fn tail_of(path: &Path) -> String {
    tail(path).unwrap_or_default()
}

/// The last lines of a file.
fn tail(path: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
