//! `wirecost worker`

use std::io::{BufRead as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use signal_hook::consts::{SIGINT, SIGTERM};
use wirecost_catalog::Catalog;
use wirecost_load::{Clocks, Progress, Share, Stop};
use wirecost_scale::{BeginSign, Kept, PartResult, Plan, ProgressSign, Work, ask, host_name, keep, kept, release};

use super::load::LoadArgs;
use super::load::part::{Measured, measure};
use super::load::values::span;
use super::run::args::RunArgs;
use super::run::many::measure_part;
use crate::options::planned;
use crate::paths::Paths;

/// Variables in which engines number their workers, from 0 on.
const RANKS: [&str; 2] = ["SLURM_PROCID", "JOB_COMPLETION_INDEX"];
/// Tenths of a second from one line of progress to the next.
const TENTHS: u64 = 5;

/// Options of `worker`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct WorkerArgs {
    /// Follow this plan. `-` reads it from standard input, one line; the worker then ends when standard input does
    #[arg(long, value_name = "FILE|-", required_unless_present = "hand_over")]
    plan: Option<PathBuf>,

    /// Take this part, from 0 on [default: the rank in the plan, or the one that Slurm or Kubernetes gives]
    #[arg(long, value_name = "N")]
    rank: Option<u64>,

    /// Begin the warm-up at this instant: 2030-01-31T12:00:00Z, or seconds since 1970 as @1893499200.5 [default: at once]
    #[arg(long, value_name = "TIME", value_parser = instant)]
    start_at: Option<u64>,

    /// Write the result into this folder. `-` writes it to standard output, one line
    #[arg(long, value_name = "FOLDER|-", required_unless_present = "hand_over")]
    out: Option<PathBuf>,

    /// Print a line of JSON about the progress twice a second
    #[arg(long)]
    progress: bool,

    /// Keep running for up to this long after the result was written, until another worker releases it. Use it if the folder
    /// disappears with the worker, as in a pod
    #[arg(long, value_name = "SPAN", value_parser = span)]
    keep: Option<Duration>,

    /// Print the result that a worker keeps in this folder, and measure nothing
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["plan", "rank", "start_at", "out", "progress", "keep"])]
    hand_over: Option<PathBuf>,

    /// With --hand-over: print nothing, and let the worker that keeps the result end
    #[arg(long, requires = "hand_over")]
    release: bool,
}

const EXAMPLES: &str = "\
Examples:
  wirecost worker --plan plan.json --rank 0 --start-at 2030-01-31T12:00:00Z --out results
  wirecost merge results

`wirecost load --on` and `wirecost run --on` write plans and start workers. The result appears in the folder as part-RANK.json, whole or not at
all; `wirecost merge` adds the results of all parts.

Exit codes: 0 done: a result was written, and it holds what was measured; 1 a result was written, and it says why nothing
was measured; 2 refused: no result was written (usage, a broken plan, a folder that cannot be written).";

/// An instant, nanoseconds since 1970.
fn instant(text: &str) -> anyhow::Result<u64> {
    let Some(seconds) = text.strip_prefix('@') else {
        let at: jiff::Timestamp = text.parse()?;
        return u64::try_from(at.as_nanosecond()).context("it lies too far in the past");
    };
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let is_digits = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
    ensure!(
        is_digits(seconds) && is_digits(fraction) && fraction.len() <= 9,
        "write seconds since 1970 as @1893499200.5"
    );
    let seconds: u64 = seconds.parse().context("write seconds since 1970 as @1893499200.5")?;
    let fraction: u64 = format!("{fraction:0<9}").parse()?;
    seconds.checked_mul(1_000_000_000).and_then(|ns| ns.checked_add(fraction)).context("it lies too far in the future")
}

/// What ended the worker before its time: the first cause counts.
type Cause = Arc<OnceLock<&'static str>>;

/// Runs one part of a plan.
pub fn run(args: &WorkerArgs) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.hand_over {
        return hand_over(folder, args.release);
    }
    let is_piped = args.plan.as_deref() == Some(Path::new("-"));
    let plan = match &args.plan {
        Some(file) if !is_piped => Plan::read(file)?,
        _ => read_line()?,
    };
    let rank = rank(args, &plan)?;
    let folder = args.out.as_deref().filter(|folder| *folder != Path::new("-"));
    ensure!(folder.is_some() || args.keep.is_none(), "--keep needs a folder: --out FOLDER");
    let begun = BeginSign::here(&plan.run, rank);
    if let Some(folder) = folder {
        PartResult::check_absent(folder, rank)?;
        begun.write(folder)?;
    }
    if folder.is_none() || args.keep.is_some() {
        line(&begun.to_line())?;
    }
    let (stop, cause) = (Stop::default(), Cause::default());
    obey_signals(stop.clone(), Arc::clone(&cause))?;
    if is_piped {
        end_with_input(stop.clone(), Arc::clone(&cause));
    }
    let mut result = PartResult {
        run: plan.run.clone(),
        rank,
        parts: plan.parts,
        host: host_name(),
        version: concat!(env!("CARGO_PKG_VERSION"), " (", env!("WIRECOST_COMMIT"), ")").into(),
        start_at_unix_ns: args.start_at,
        start_lateness_ns: None,
        clocks: None,
        cut: None,
        error: None,
        schedule: None,
        load: None,
        suite: None,
    };
    if let Err(error) = work(args, &plan, &stop, &mut result) {
        result.error = Some(crate::with_causes(&error));
    }
    result.cut = cause.get().map(ToString::to_string);
    match folder {
        Some(folder) => result.write(folder)?,
        None => line(&result.to_line()?)?,
    }
    if let (Some(folder), Some(longest)) = (folder, args.keep) {
        line(&Kept::new(rank).to_line())?;
        // The signal that ended the part does not end this.
        let was_stopped = stop.is_stopped();
        keep(folder, longest, || stop.is_stopped() && !was_stopped);
    }
    let is_measured = result.load.is_some() || result.suite.is_some();
    Ok(if is_measured { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the result that a worker keeps, or lets that worker end.
fn hand_over(folder: &Path, is_over: bool) -> anyhow::Result<ExitCode> {
    if is_over {
        release(folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = kept(folder)?;
    let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
    let mut out = std::io::stdout().lock();
    out.write_all(&text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Fills in what can be measured.
fn work(args: &WorkerArgs, plan: &Plan, stop: &Stop, result: &mut PartResult) -> anyhow::Result<()> {
    let files = tempfile::tempdir()?;
    let words = plan.unpacked(result.rank, files.path())?;
    let load: LoadArgs = match plan.work {
        Work::Load => planned(plan.work.verb(), words)?.1,
        Work::Run => {
            let (global, run) = planned::<RunArgs>(plan.work.verb(), words)?;
            let paths = Paths::new(&global)?;
            let catalog = Catalog::new(Some(paths.overlay.clone()));
            result.suite = measure_part(&run, &paths, &catalog, files.path(), stop.clone())?.map(Box::new);
            return Ok(());
        }
    };
    let before = plan.clock.as_deref().map(ask).transpose()?;
    // The instant by the clock of this machine.
    let offset_ns = before.map_or(0, |before| before.offset_ns);
    let start_unix_ns = args.start_at.map(|start_ns| start_ns.saturating_add_signed(offset_ns.saturating_neg()));
    let share = Share { index: result.rank as usize, of: plan.parts as usize };
    let progress = progress(args.progress, result.rank);
    let Measured { schedule, warmup, result: measured } = measure(load, share, start_unix_ns, stop.clone(), progress)?;
    if let (Some(reference), Some(before)) = (plan.clock.clone(), before) {
        result.clocks = Some(Clocks { after: ask(&reference).ok(), reference, before });
    }
    let began_unix_ns = measured.as_ref().map(|load| load.started_unix_ns as i64 - warmup.as_nanos() as i64);
    result.start_lateness_ns = began_unix_ns.zip(start_unix_ns).map(|(began_ns, start_ns)| began_ns - start_ns as i64);
    (result.schedule, result.load) = (Some(schedule), measured);
    Ok(())
}

/// Which part this worker takes.
fn rank(args: &WorkerArgs, plan: &Plan) -> anyhow::Result<u64> {
    let of_engine = || plan.rank_of_place(RANKS.iter().find_map(|name| std::env::var(name).ok()?.parse().ok())?);
    let rank = match (args.rank, plan.rank) {
        (Some(rank), Some(other)) if rank != other => {
            bail!("--rank {rank} differs from the plan, which is for part {other}")
        }
        (Some(rank), _) | (None, Some(rank)) => rank,
        (None, None) => of_engine().context("which part this worker takes is not known: give --rank")?,
    };
    ensure!(rank < plan.parts, "part {rank} of {} does not exist; the first is 0", plan.parts);
    Ok(rank)
}

/// A line of progress for every few tenths of a second, if it is wanted.
fn progress(is_wanted: bool, rank: u64) -> impl FnMut(&Progress) {
    let (mut tenths, mut ok_per_s, mut errors) = (0, 0.0, 0);
    move |tenth| {
        tenths += 1;
        ok_per_s += tenth.ok_per_s;
        errors += tenth.errors + tenth.misses;
        if is_wanted && tenths % TENTHS == 0 {
            // Whoever looked is gone: the work goes on.
            let _ = line(&ProgressSign::new(rank, tenth.at_s, ok_per_s / TENTHS as f64, errors).to_line());
            ok_per_s = 0.0;
        }
    }
}

/// The plan on standard input.
fn read_line() -> anyhow::Result<Plan> {
    let mut text = String::new();
    std::io::stdin().lock().read_line(&mut text).context("standard input")?;
    Ok(Plan::from_json(&text)?)
}

/// Prints a line at once.
fn line(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Ends the part when a signal comes; the second signal ends it without a result.
fn obey_signals(stop: Stop, cause: Cause) -> anyhow::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let name = if signal == SIGINT { "SIGINT" } else { "SIGTERM" };
            if stop.is_stopped() {
                std::process::exit(130);
            }
            cause.get_or_init(|| name);
            stop.stop();
        }
    });
    Ok(())
}

/// Ends the part when standard input ends, as it does when the one who started this worker ends or ends the run.
fn end_with_input(stop: Stop, cause: Cause) {
    std::thread::spawn(move || {
        let mut rest = [0; 64];
        // What cannot be read has ended as well.
        while std::io::stdin().lock().read(&mut rest).is_ok_and(|length| length > 0) {}
        cause.get_or_init(|| "the end of its standard input: whoever started it ended the run, or is gone");
        stop.stop();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants() {
        assert_eq!(instant("@1893499200").unwrap(), 1_893_499_200_000_000_000);
        assert_eq!(instant("@1893499200.025").unwrap(), 1_893_499_200_025_000_000);
        assert_eq!(instant("1970-01-01T00:00:01Z").unwrap(), 1_000_000_000);
        for text in ["@", "@x", "@1.x", "@-1", "@1.0000000001", "tomorrow", "@99999999999999999"] {
            assert!(instant(text).is_err(), "{text}");
        }
    }
}
