//! The first figures of a run that must build many candidates: those that are ready, in a few trials of the first message.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::time::Duration;

use wirecost_catalog::{Catalog, Selection, Suite};
use wirecost_lab::{Lab as _, Progress};
use wirecost_model::RunDocument;
use wirecost_report::answer::{Answers, By};
use wirecost_report::{plain, terminal};

use super::args::RunArgs;
use super::labs::{Plans, Preparation};
use super::measure::{RunOptions, measure};
use super::request::Request;
use crate::output::print;
use crate::paths::Paths;
use crate::progress::{Steps, span};
use crate::screen::Screen;

/// Trials of each case: the fewest that have an interval.
const TRIALS: usize = 3;

/// Steps that measure and show what is ready, once, where the rest takes long to build.
pub struct Preview<'a> {
    steps: &'a Steps,
    request: &'a Request,
    paths: &'a Paths,
    catalog: &'a Catalog,
    screen: Screen,
    /// Whether there is to be one.
    is_due: Cell<bool>,
}

impl<'a> Preview<'a> {
    /// A preview of what is requested: where somebody watches, and nothing was asked for that shows no figures.
    pub fn new(
        args: &RunArgs,
        request: &'a Request,
        steps: &'a Steps,
        (paths, catalog): (&'a Paths, &'a Catalog),
        screen: Screen,
    ) -> Self {
        let watched = std::io::stdout().is_terminal() && !screen.quiet;
        let is_due = watched && !(args.no_preview || args.test || args.resume.is_some());
        Self { steps, request, paths, catalog, screen, is_due: Cell::new(is_due) }
    }

    fn show(&self, message: &str, candidates: &[&str], left: Duration) -> anyhow::Result<()> {
        let mut request = first_look(self.request, message, candidates);
        let preparation = Preparation { progress: self.steps, build: true };
        let plans = Plans::prepare(&request, self.paths, self.catalog, &preparation)?;
        self.steps.finish();
        let options = RunOptions { time: None, strict: false, screen: self.screen, goes_on: false };
        let Ok(run) = measure(&mut request, &plans, None, &options, self.paths)? else { return Ok(()) };
        print_so_far(&run, self.screen)?;
        self.screen.note(&format!(
            "provisional: {} in {TRIALS} trials; about {} to build the others, then all are measured together",
            candidates.join(", "),
            span(left)
        ));
        Ok(())
    }
}

/// Shows the codecs of a run to whoever watches, while servers are still to be built and measured.
pub fn show_codecs(run: &RunDocument, screen: Screen) -> anyhow::Result<()> {
    if std::io::stdout().is_terminal() { print_so_far(run, screen) } else { Ok(()) }
}

/// Prints what a run shows so far.
fn print_so_far(run: &RunDocument, screen: Screen) -> anyhow::Result<()> {
    let lines = plain::mapped(run, plain::line);
    print(&terminal::so_far(&Answers::by_default(&lines, By::Format), screen.of_report())).map(drop)
}

/// What is requested with one message and these candidates alone.
fn first_look(whole: &Request, message: &str, candidates: &[&str]) -> Request {
    let suite = Suite { trials: TRIALS, messages: vec![message.to_owned()], ..whole.suite.clone() };
    let selection = Selection {
        messages: whole.selection.messages.first().cloned().into_iter().collect(),
        candidates: candidates.iter().map(|name| (*name).to_owned()).collect(),
        ..whole.selection.clone()
    };
    let labs = vec![wirecost_lab_codec::LAB.name().to_owned()];
    Request { suite, selection, labs, provisional: true, runners: Vec::new(), ..whole.clone() }
}

impl Progress for Preview<'_> {
    fn begin(&self, what: &str) {
        self.steps.begin(what);
    }

    fn update(&self, what: &str) {
        self.steps.update(what);
    }

    fn is_cancelled(&self) -> bool {
        self.steps.is_cancelled()
    }

    fn note(&self, what: &str) {
        self.steps.note(what);
    }

    fn ready(&self, message: &str, candidates: &[&str], left: Duration) {
        if self.is_due.replace(false)
            && let Err(error) = self.show(message, candidates, left)
        {
            self.note(&format!("no first look: {error:#}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Verb};

    fn requested(words: &[&str]) -> (RunArgs, Request) {
        let cli = Cli::parse_from([&["wirecost", "run"], words].concat());
        let Verb::Run(args) = cli.verb else { unreachable!("it is a run") };
        let request = super::super::request::request(&args, &Catalog::default(), Screen::new(false, true)).unwrap();
        (*args, request)
    }

    #[test]
    fn a_first_look_is_at_one_message_and_is_marked() {
        let (_, whole) = requested(&["--lab", "codec"]);
        let look = first_look(&whole, "order", &["serde_json", "postcard"]);
        assert_eq!((look.suite.messages, look.selection.candidates.len()), (vec!["order".to_owned()], 2));
        assert!(look.provisional && look.suite.trials < whole.suite.trials);
    }

    #[test]
    fn servers_are_built_after_the_codecs_unless_something_is_chosen() {
        let parts = |words: &[&str]| {
            let (args, request) = requested(words);
            super::super::in_parts(&request, &args).unwrap()
        };
        assert_eq!(parts(&[]), (vec!["codec".to_owned()], vec!["http".to_owned(), "kv".to_owned()]));
        let instructions = &["--measure", "instructions"];
        let labs = &["--lab", "codec", "--lab", "http"];
        for chosen in [&["--candidate", "p*"][..], &["--time", "30"], &["--dry-run"], &["http"], labs, instructions] {
            assert!(parts(chosen).1.is_empty(), "{chosen:?}");
        }
    }
}
