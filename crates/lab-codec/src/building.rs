//! The crates that the requests of a run need, and their builds. One crate holds a candidate for a set of the messages that come with
//! wirecost; any other message has a crate of its own, which the next run with it finds again.

use std::time::Duration;

use wirecost_built::{Built, Job, NotBuilt, Part, Watch, Workshop};
use wirecost_catalog::PlanError;
use wirecost_catalog::suite::Span;
use wirecost_lab::{Planning, Progress};

use crate::requests::BuildRequest;
use crate::types::{Models, Ready, parts};

/// A crate, with what waits for it.
struct Crate<'a> {
    request: &'a BuildRequest,
    set: Option<usize>,
    names: Vec<&'a str>,
    messages: Vec<&'a str>,
    parts: Vec<Part>,
}

impl<'a> Crate<'a> {
    fn of(request: &'a BuildRequest, ready: &'a Ready) -> Self {
        Self {
            request,
            set: ready.as_ref().and_then(|typed| typed.set),
            names: vec![&request.name],
            messages: request.message.iter().map(String::as_str).collect(),
            parts: ready.iter().map(|typed| typed.part.clone()).collect(),
        }
    }

    /// Adds a request to this crate, if it is for the same library and no other type in the crate has the name of its type.
    fn takes(&mut self, request: &'a BuildRequest, ready: &'a Ready) -> bool {
        let is_same = self.request.recipe == request.recipe && self.request.changes == request.changes;
        let part = ready.as_ref().map(|typed| &typed.part);
        let known = part.and_then(|part| self.parts.iter().find(|it| it.type_name() == part.type_name()));
        // The same types of the same message serve all candidates of a library.
        let fits = match (known, ready) {
            (Some(known), _) => Some(known) == part,
            (None, Some(typed)) => self.set.is_some() && self.set == typed.set,
            (None, None) => true,
        };
        if !is_same || !fits {
            return false;
        }
        let name = request.name.as_str();
        self.names.extend((!self.names.contains(&name)).then_some(name));
        let message = request.message.as_deref().filter(|message| !self.messages.contains(message));
        self.messages.extend(message);
        self.parts.extend(part.filter(|_| known.is_none()).cloned());
        true
    }

    /// The job, for which the crate gets all types of its set.
    fn job(mut self, workshop: &Workshop, sets: &[Models]) -> Result<Job, String> {
        let BuildRequest { recipe, name, changes, .. } = self.request;
        if let Some(models) = self.set.and_then(|set| sets.get(set)) {
            for part in parts(workshop, recipe, models) {
                if self.parts.iter().all(|it| it.type_name() != part.type_name()) {
                    self.parts.push(part);
                }
            }
            self.parts.sort_by(|a, b| a.type_name().cmp(b.type_name()));
        }
        let parts: Vec<&Part> = self.parts.iter().collect();
        workshop.job(recipe, name, &parts, changes).map_err(|refusal| refusal.to_string())
    }

    /// What is built, in a few words.
    fn title(&self) -> String {
        let names = few(&self.names);
        if self.set.is_some() || self.messages.is_empty() {
            names
        } else {
            format!("{names} for {}", few(&self.messages))
        }
    }
}

/// The first few names, and how many more there are.
fn few(all: &[&str]) -> String {
    const NAMED: usize = 3;
    let named = all[..all.len().min(NAMED)].join(", ");
    match all.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// A build that is to be made, or what came of it.
enum Build {
    Waits { title: String, job: Box<Job>, predicted: Duration },
    Ended(Result<Option<Built>, String>),
}

/// The builds of a run, one after the other.
pub struct Building<'a> {
    planning: &'a Planning<'a>,
    workshop: &'a Workshop,
    builds: Vec<Build>,
    /// Which of the builds each request waits for; none where it cannot be built.
    of_requests: Vec<Option<usize>>,
    /// How many builds must be made, and what they will take together.
    count: usize,
    left: Duration,
    /// How many have begun.
    number: usize,
}

impl<'a> Building<'a> {
    /// The builds for these requests.
    pub fn new(
        planning: &'a Planning<'a>,
        workshop: &'a Workshop,
        requests: &[(BuildRequest, Result<Ready, String>)],
        sets: &[Models],
    ) -> Self {
        let mut crates: Vec<Crate<'_>> = Vec::new();
        let mut of_requests = Vec::with_capacity(requests.len());
        for (request, ready) in requests {
            let place = ready.as_ref().ok().map(|ready| {
                let known = crates.iter_mut().position(|known| known.takes(request, ready));
                known.unwrap_or_else(|| {
                    crates.push(Crate::of(request, ready));
                    crates.len() - 1
                })
            });
            of_requests.push(place);
        }
        let build = |known: Crate<'_>| {
            let title = known.title();
            match known.job(workshop, sets) {
                Err(reason) => Build::Ended(Err(reason)),
                Ok(job) => match (workshop.finished(&job), workshop.compiler()) {
                    (Some(built), _) => Build::Ended(Ok(Some(built))),
                    // Nobody waits for what cannot be built.
                    (None, Err(reason)) => Build::Ended(Err(reason.to_string())),
                    (None, Ok(_)) => {
                        let predicted = workshop.predicted(&job);
                        Build::Waits { title, job: Box::new(job), predicted }
                    }
                },
            }
        };
        let builds: Vec<Build> = crates.into_iter().map(build).collect();
        let spans = builds.iter().filter_map(|build| match build {
            Build::Waits { predicted, .. } => Some(*predicted),
            Build::Ended(_) => None,
        });
        let (count, left) = (spans.clone().count(), spans.sum());
        Self { planning, workshop, builds, of_requests, count, left, number: 0 }
    }

    /// Whether anything must be built before the run.
    pub fn waits(&self) -> bool {
        self.planning.build && self.count > 0
    }

    /// How long is left of all builds.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The program of the request at this place, or why there is none; none at all where this run builds nothing.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub fn built(&mut self, request: usize) -> Result<Result<Option<Built>, String>, PlanError> {
        let Some(place) = self.of_requests[request] else { return Ok(Ok(None)) };
        let (title, job, predicted) = match &self.builds[place] {
            Build::Ended(built) => return Ok(built.clone()),
            Build::Waits { .. } if !self.planning.build => return Ok(Ok(None)),
            Build::Waits { title, job, predicted } => (title, job, *predicted),
        };
        self.number += 1;
        let what = format!("building {title} ({} of {}", self.number, self.count);
        let progress = self.planning.progress;
        progress.begin(&format!("{what}; about {} for all that is left; kept for later runs)", rounded(self.left)));
        let built = self.workshop.build(job, &Watching { progress, what: &what, predicted });
        self.left = self.left.saturating_sub(predicted);
        let built = match built {
            Err(NotBuilt::Interrupted) => return Err(PlanError::Interrupted),
            built => built.map(Some).map_err(|error| error.to_string()),
        };
        self.builds[place] = Build::Ended(built.clone());
        Ok(built)
    }
}

/// What a build tells people.
struct Watching<'a> {
    progress: &'a dyn Progress,
    what: &'a str,
    predicted: Duration,
}

impl Watch for Watching<'_> {
    fn waits(&self) {
        self.progress.begin(&format!("waiting for another wirecost that builds, then {})", self.what));
    }

    fn compiles(&self, done: usize, of: usize) {
        let share = (of - done) as f64 / of.max(1) as f64;
        let left = rounded(self.predicted.mul_f64(share));
        self.progress.update(&format!("{}: {done} of {of} packages, about {left} left)", self.what));
    }

    fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }
}

/// A time in whole seconds, and at least one.
fn rounded(span: Duration) -> Span {
    Span(Duration::from_secs((span.as_secs_f64().round() as u64).max(1)))
}
