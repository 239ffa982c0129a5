//! A comparison of servers on the terminal: the verdict, a picture of it, then the figures.

use std::fmt::Write as _;

use wirecost_load::{Schedule, Total};
use wirecost_measure::compare::Comparison;
use wirecost_measure::estimate::Estimate;
use wirecost_measure::gate::Verdict;
use wirecost_report::html::in_turn::Row;
use wirecost_report::units;

use super::document::{Document, ServerDocument};
use super::evaluation::{Evaluation, Figure, PairFigure, PairFigures};

/// Half of the width of the picture, in characters.
const HALF: usize = 12;

/// The picture shows differences of at least this size.
const LEAST_SCALE: f64 = 0.05;

/// The longest name of a server, in characters: two of them and a picture fit a line of 100.
const NAME: usize = 20;

/// Short names of servers by their targets: each is told from all others by its name.
pub fn names(targets: &[String]) -> Vec<String> {
    let short = |target: &String| {
        let plain: Vec<char> = target.chars().filter(|c| !c.is_whitespace()).collect();
        let start = plain.len().saturating_sub(NAME);
        // Ends differ more than beginnings do: ports, and the names of sockets.
        if start > 0 { format!("..{}", plain[start + 2..].iter().collect::<String>()) } else { plain.iter().collect() }
    };
    let short: Vec<String> = targets.iter().map(short).collect();
    let is_once = |name: &String| short.iter().filter(|other| *other == name).count() == 1;
    let named = |(index, name): (usize, &String)| {
        if is_once(name) {
            return name.clone();
        }
        format!("{}#{}", name.chars().take(NAME - 4).collect::<String>(), index + 1)
    };
    short.iter().enumerate().map(named).collect()
}

/// What is known so far, in one line.
pub fn brief(evaluation: &Evaluation<'_>, names: &[String]) -> String {
    let mut text = String::new();
    for pair in evaluation.comparisons() {
        let [first, other] = pair.servers.map(|server| &names[server]);
        let figures = pair.figures.iter().filter(|(figure, _)| matches!(figure, Figure::Cpu | Figure::P50));
        for (figure, compared) in figures {
            let Estimate { median, low, high } = compared.used.ratio;
            let _ = write!(text, "  {other} by {first}: {} {median:.3} ({low:.3} to {high:.3})", name(*figure));
        }
    }
    text.trim_start().to_owned()
}

/// All of it.
pub fn text(document: &Document) -> String {
    let mut out = String::new();
    for server in &document.servers {
        let target = if server.name == server.target { String::new() } else { format!(": {}", server.target) };
        let _ = writeln!(out, "{}{target}{}", server.name, processes(server));
    }
    for pair in &document.comparisons {
        out.push('\n');
        lines(&mut out, sentences(document, pair));
    }
    match &document.comparisons[..] {
        [only] => {
            out.push('\n');
            table(&mut out, document, only);
        }
        _ => {
            out.push('\n');
            table_of_all(&mut out, document);
        }
    }
    out.push('\n');
    lines(&mut out, conditions(document));
    out
}

fn lines(out: &mut String, lines: Vec<String>) {
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
}

fn processes(server: &ServerDocument) -> String {
    match &server.processes[..] {
        [] => String::new(),
        [only] => format!("  (process {only})"),
        all => format!("  ({} processes)", all.len()),
    }
}

/// What is said of two servers, a sentence each.
pub fn sentences(document: &Document, pair: &PairFigures) -> Vec<String> {
    let servers = pair.servers.map(|server| &document.servers[server]);
    let [first, second] = servers.map(|server| server.name.as_str());
    let broken = servers.into_iter().filter(|server| server.total.failed() > 0);
    let broken =
        broken.map(|server| format!("NOT VALID: requests to {} failed: {}", server.name, failed(&server.total)));
    let mut all: Vec<String> = broken.collect();
    if pair.figures.is_empty() {
        all.push(format!("{second} cannot be compared with {first}: too few slices; measure longer (--duration)"));
    }
    all.extend(pair.figures.iter().map(|(figure, compared)| {
        let doubt = match figure {
            Figure::Cpu => "",
            _ if document.generator_was_busy() => "  (the generator was busy all the time: this may be its own limit)",
            _ => "",
        };
        format!("{}{doubt}{}", sentence(*figure, compared, first, second), judged(compared.verdict))
    }));
    all
}

/// What of the requests failed, by kind, and what is known of the reason.
pub fn failed(total: &Total) -> String {
    let errors = &total.errors;
    let kinds = [
        ("another status", errors.status),
        ("wrong answer", errors.wrong_answer),
        ("timeout", errors.timeout),
        ("no connection", errors.connect),
        ("connection closed", errors.closed),
        ("no value", total.misses),
        ("never sent", total.unsent),
    ];
    let told = kinds.iter().filter(|(_, count)| *count > 0).map(|(kind, count)| format!("{count} {kind}"));
    let statuses: Vec<&str> = total.statuses.keys().map(String::as_str).collect();
    let statuses = if statuses.is_empty() { String::new() } else { format!(" ({})", statuses.join(", ")) };
    let fault = total.fault.as_ref().map(|fault| format!("; the first connection failed: {fault}"));
    told.collect::<Vec<_>>().join(", ") + &statuses + &fault.unwrap_or_default()
}

fn judged(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        None => "",
        Some(Verdict::Regressed) => ": REGRESSED",
        Some(Verdict::Inconclusive) => ": could not decide",
        Some(Verdict::WithinBound) => ": within the bound",
        Some(Verdict::NoDifference) => ": passed",
        Some(Verdict::Improved) => ": improved",
    }
}

/// One figure of two servers in words.
fn sentence(figure: Figure, compared: &PairFigure, first: &str, second: &str) -> String {
    let ratio = shown_ratio(figure, &compared.used);
    if !compared.shown {
        let most = compared.used.largest_possible() * 100.0;
        return format!("{}: no difference is shown; it is {most:.1} % at most", name(figure));
    }
    let (more, less) = match figure {
        Figure::Cpu => ("more CPU time per request", "less CPU time per request"),
        Figure::Time => ("more answers per second", "fewer answers per second"),
        Figure::P50 => ("longer median latency", "shorter median latency"),
        Figure::P90 => ("longer 90 % latency", "shorter 90 % latency"),
    };
    let verb = match figure {
        Figure::Cpu => "takes",
        Figure::Time => "gives",
        Figure::P50 | Figure::P90 => "has a",
    };
    if ratio.median >= SEVERAL_TIMES {
        let Estimate { median, low, high } = ratio;
        let times = match figure {
            Figure::Cpu => "times as much CPU time per request as",
            Figure::Time => "times as many answers per second as",
            Figure::P50 => "times the median latency of",
            Figure::P90 => "times the 90 % latency of",
        };
        let verb = if verb == "has a" { "has" } else { verb };
        return format!(
            "{second} {verb} {} {times} {first} ({} to {})",
            in_three(median),
            in_three(low),
            in_three(high)
        );
    }
    let is_more = ratio.median > 1.0;
    let percent = |ratio: f64| (ratio - 1.0).abs() * 100.0;
    let (near, far) = if is_more { (ratio.low, ratio.high) } else { (ratio.high, ratio.low) };
    let what = if is_more { more } else { less };
    format!(
        "{second} {verb} {:.1} % {what} than {first} ({:.1} to {:.1} %)",
        percent(ratio.median),
        percent(near),
        percent(far)
    )
}

/// From which ratio on people say "times as long" and no percentage.
const SEVERAL_TIMES: f64 = 2.0;

/// A number with three digits.
fn in_three(number: f64) -> String {
    let decimals = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.decimals$}")
}

/// A ratio as a reader sees it: of rates, where times were measured.
fn shown_ratio(figure: Figure, comparison: &Comparison) -> Estimate {
    let Estimate { median, low, high } = comparison.ratio;
    match figure {
        Figure::Time => Estimate { median: 1.0 / median, low: 1.0 / high, high: 1.0 / low },
        _ => comparison.ratio,
    }
}

fn name(figure: Figure) -> &'static str {
    match figure {
        Figure::Cpu => "CPU time per request",
        Figure::Time => "answers per second",
        Figure::P50 => "median latency",
        Figure::P90 => "90 % latency",
    }
}

/// The figures of two servers.
pub fn rows(document: &Document, pair: &PairFigures) -> Vec<Row> {
    let servers = pair.servers.map(|server| &document.servers[server]);
    let compared = |(figure, compared): &(Figure, PairFigure)| {
        let of = |server: &ServerDocument| figure_of(server, *figure).unwrap_or_default();
        Row { name: name(*figure), amounts: servers.map(of), ratio: Some(shown_ratio(*figure, &compared.used)) }
    };
    let alone = |name, of: fn(&ServerDocument) -> String| Row { name, amounts: servers.map(of), ratio: None };
    let mut rows: Vec<Row> = pair.figures.iter().map(compared).collect();
    rows.push(alone("99 % latency", |server| {
        server.total.latency_ns.p99.map_or_else(String::new, |ns| units::time(ns as f64))
    }));
    rows.push(alone("good answers", |server| server.total.ok.to_string()));
    rows.push(alone("quiet slices", |server| format!("{:.0} %", server.quiet_share * 100.0)));
    rows
}

fn table(out: &mut String, document: &Document, pair: &PairFigures) {
    let [first, second] = pair.servers.map(|server| document.servers[server].name.as_str());
    let rows = rows(document, pair);
    let ends = rows.iter().filter_map(|row| row.ratio).flat_map(|ratio| [ratio.low, ratio.high]);
    let scale = ends.map(|end| end.ln().abs()).fold(LEAST_SCALE.ln_1p(), f64::max);
    let ends = (format!("{:.0} %", (-scale).exp_m1() * 100.0), format!("+{:.0} %", scale.exp_m1() * 100.0));
    let [one, other] = [first, second].map(|name| name.chars().count().max(9));
    let head = format!("{:<20} {first:>one$} {second:>other$} {:>7}", "", "ratio");
    let _ = writeln!(out, "{head}  {:<HALF$}0{:>HALF$}", ends.0, ends.1);
    for Row { name, amounts: [first, second], ratio } in &rows {
        let row = format!("{name:<20} {first:>one$} {second:>other$}");
        let ratio = ratio.map(|ratio| format!(" {:>7.3}  {}", ratio.median, picture(&ratio, scale)));
        let _ = writeln!(out, "{row}{}", ratio.unwrap_or_default());
    }
}

/// The figures of all servers, a line for each, with the ratio to the first.
fn table_of_all(out: &mut String, document: &Document) {
    let width = document.servers.iter().map(|server| server.name.chars().count()).max().unwrap_or(0);
    let head = format!("{:<width$}", "");
    let shown = [Figure::Cpu, Figure::Time, Figure::P50, Figure::P90];
    let shown: Vec<Figure> =
        shown.into_iter().filter(|figure| document.servers.iter().any(|of| figure_of(of, *figure).is_some())).collect();
    let heads = shown.iter().map(|figure| match figure {
        Figure::Cpu => "CPU/request",
        Figure::Time => "answers/s",
        Figure::P50 => "median",
        Figure::P90 => "90 %",
    });
    let heads: String = heads.map(|head| format!(" {head:>11}        ")).collect();
    let _ = writeln!(out, "{}", format!("{head}{heads}").trim_end());
    for (index, server) in document.servers.iter().enumerate() {
        let pair = document.comparisons.iter().find(|pair| pair.servers[1] == index);
        let cells = shown.iter().map(|figure| {
            let known = figure_of(server, *figure).unwrap_or_default();
            let compared = pair.and_then(|pair| pair.figures.iter().find(|(of, _)| of == figure));
            let ratio = compared.map(|(_, compared)| format!("{:.3}", shown_ratio(*figure, &compared.used).median));
            format!(" {known:>11} {:>7}", ratio.unwrap_or_default())
        });
        let line = format!("{:<width$}{}", server.name, cells.collect::<String>());
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// A figure of one server with its unit.
fn figure_of(server: &ServerDocument, figure: Figure) -> Option<String> {
    let known = server.figures.iter().find(|(known, _)| *known == figure)?;
    Some(amount(figure, known.1.estimate.median))
}

fn amount(figure: Figure, ns: f64) -> String {
    match figure {
        Figure::Time => format!("{:.0}", 1e9 / ns),
        _ => units::time(ns),
    }
}

/// Which slices the ratios come from.
fn basis(pair: &PairFigures) -> &'static str {
    let quiet = pair.figures.iter().filter(|(_, figure)| figure.quiet == Some(figure.used)).count();
    match (quiet, pair.figures.len()) {
        (_, 0) => "",
        (quiet, all) if quiet == all => "ratios are those of quiet slices",
        (0, _) => "ratios are those of all slices, side by side",
        _ => "ratios are those of quiet slices where there are enough, else of all, side by side",
    }
}

/// An interval on an axis with 1 in its middle.
fn picture(ratio: &Estimate, scale: f64) -> String {
    let place = |value: f64| {
        let offset = (value.ln() / scale * HALF as f64).round().clamp(-(HALF as f64), HALF as f64);
        (HALF as f64 + offset) as usize
    };
    let mut line = vec![' '; 2 * HALF + 1];
    line[HALF] = '|';
    line[place(ratio.low)..=place(ratio.high)].fill('-');
    line[place(ratio.median)] = '*';
    line.into_iter().collect::<String>().trim_end().to_owned()
}

/// Under which conditions the servers were compared, a sentence each.
pub fn conditions(document: &Document) -> Vec<String> {
    let rate = match &document.schedule {
        Schedule::Rate { segments, .. } => match segments.first() {
            Some(first) => format!("{}/s at planned instants", first.from_per_s),
            None => "planned instants".into(),
        },
        schedule if schedule.is_closed() => "a closed loop".into(),
        _ => "planned instants".into(),
    };
    let slice_ms = document.slice_ns as f64 / 1e6;
    let mut all = vec![format!(
        "in turn for {:.0} s, {slice_ms:.0} ms each: {rate} over {} connections",
        document.duration_s, document.connections
    )];
    let mut bases: Vec<&str> = document.comparisons.iter().map(basis).filter(|basis| !basis.is_empty()).collect();
    bases.dedup();
    all.extend(bases.into_iter().map(str::to_owned));
    if document.apart_ns.is_none() {
        all.push("slices of a round start further than 40 ms apart: the machine may change between them".into());
    }
    if let [_] = &document.comparisons[..] {
        all.push("99 % latency is that of all slices".into());
    } else {
        let first = document.servers.first().map_or("", |server| &server.name);
        all.push(format!("the number beside a figure is its ratio to that of {first}"));
    }
    let waits = document.servers.iter().filter_map(|server| Some((&server.name, server.acknowledgement_wait?)));
    all.extend(waits.map(|(name, wait)| format!("{name}: {wait}")));
    all.push("equal servers differ by up to 2 % for as long as they run: restart both to detect less".into());
    if document.new_processes > 0 {
        let count = document.new_processes;
        all.push(format!("{count} processes were started meanwhile: their CPU time counts from when they were seen"));
    }
    let shared: Vec<&str> =
        document.servers.iter().filter(|server| server.shares_processes).map(|server| server.name.as_str()).collect();
    if !shared.is_empty() {
        let shared = shared.join(" and ");
        all.push(format!("{shared} have processes in common"));
        all.push("what these work between slices is charged to none of them".into());
    }
    if document.servers.iter().any(|server| server.processes.is_empty()) {
        all.push("CPU time is not compared: the processes of a server are not known (--pid, once for each)".into());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(median: f64, low: f64, high: f64, shown: bool) -> PairFigure {
        let used = Comparison { ratio: Estimate { median, low, high }, p: 0.001, enough: true, detectable: 0.01 };
        PairFigure { paired: Some(used), quiet: None, used, shown, verdict: None }
    }

    #[test]
    fn a_sentence_says_which_how_much_and_how_sure() {
        let say = |figure, pair: PairFigure| sentence(figure, &pair, "A", "B");
        assert_eq!(
            say(Figure::Cpu, compared(1.034, 1.029, 1.040, true)),
            "B takes 3.4 % more CPU time per request than A (2.9 to 4.0 %)"
        );
        assert_eq!(
            say(Figure::Time, compared(1.25, 1.20, 1.30, true)),
            "B gives 20.0 % fewer answers per second than A (16.7 to 23.1 %)"
        );
        assert_eq!(
            say(Figure::P50, compared(0.9, 0.88, 0.91, true)),
            "B has a 10.0 % shorter median latency than A (9.0 to 12.0 %)"
        );
        assert_eq!(
            say(Figure::P90, compared(1.002, 0.995, 1.012, false)),
            "90 % latency: no difference is shown; it is 1.2 % at most"
        );
    }

    #[test]
    fn a_picture_has_one_in_its_middle() {
        let ratio = |median, low, high| Estimate { median, low, high };
        assert_eq!(picture(&ratio(1.0, 0.95, 1.05), 0.1), "      ------*------");
        assert_eq!(picture(&ratio(1.05, 1.04, 1.08), 0.1), "            |    -*---");
    }

    #[test]
    fn what_is_several_times_as_long_has_no_percentage() {
        let say = |figure, pair: PairFigure| sentence(figure, &pair, "old:80", "new:80");
        assert_eq!(
            say(Figure::P50, compared(120.38, 118.2, 123.0, true)),
            "new:80 has 120 times the median latency of old:80 (118 to 123)"
        );
        assert_eq!(
            say(Figure::Time, compared(0.25, 0.24, 0.26, true)),
            "new:80 gives 4.00 times as many answers per second as old:80 (3.85 to 4.17)"
        );
        assert_eq!(
            say(Figure::Cpu, compared(2.5, 2.4, 2.6, true)),
            "new:80 takes 2.50 times as much CPU time per request as old:80 (2.40 to 2.60)"
        );
    }

    #[test]
    fn a_server_is_called_what_tells_it_from_the_others() {
        let of = |targets: &[&str]| names(&targets.iter().map(|target| (*target).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["127.0.0.1:80", "bench:81"]), ["127.0.0.1:80", "bench:81"]);
        assert_eq!(of(&["unix:/var/run/a very/long/way/to/one.sock", "b"]), ["..ng/way/to/one.sock", "b"]);
        assert_eq!(of(&["a:80", "b:80", "a:80"]), ["a:80#1", "b:80", "a:80#3"]);
    }
}
