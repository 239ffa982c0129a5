//! The feed lab in a run: what an entry costs by design, and from where on pushing entries costs more than looking them up.

use std::collections::BTreeSet;

use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};

use crate::sheet::{Part, Sheet, Table, Tone};
use crate::units;

/// The lab's name.
const LAB: Lab = Lab::named("feed");

fn parameter<'a>(case: &'a CaseDocument, name: &str) -> &'a str {
    case.parameters.get(name).map_or("", String::as_str)
}

fn followers(case: &CaseDocument) -> Option<u32> {
    parameter(case, "followers").parse().ok()
}

/// The measured cases of a run.
struct Cases<'a>(Vec<&'a CaseDocument>);

impl<'a> Cases<'a> {
    fn of(&self, candidate: &str, operation: &str) -> impl Iterator<Item = &'a CaseDocument> {
        self.0.iter().copied().filter(move |case| case.candidate == candidate && case.operation == operation)
    }

    fn median(&self, candidate: &str, operation: &str, id: EstimateId) -> Option<f64> {
        self.of(candidate, operation).find_map(|case| case.median(id))
    }

    /// What a delivery of a candidate takes at a number of followers, nanoseconds of CPU time.
    fn delivery_ns(&self, candidate: &str, wanted: u32) -> Option<f64> {
        let case = self.of(candidate, "deliver").find(|case| followers(case) == Some(wanted))?;
        case.median(EstimateId::CpuNs)
    }

    fn candidates(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for case in &self.0 {
            if !names.contains(&case.candidate.as_str()) {
                names.push(&case.candidate);
            }
        }
        names
    }

    fn numbers_of_followers(&self) -> Vec<u32> {
        let deliveries = self.0.iter().filter(|case| case.operation == "deliver");
        deliveries.filter_map(|case| followers(case)).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The tables of a run of the feed lab; none where it had no part.
pub fn sheets(run: &RunDocument) -> Vec<Sheet> {
    let measured = |case: &&CaseDocument| case.lab == LAB && case.status == Status::Ok && !case.trials.is_empty();
    let cases = Cases(run.cases.iter().filter(measured).collect());
    let failed = run.cases.iter().filter(|case| case.lab == LAB && case.status == Status::Failed);
    let failures: Vec<Part> = failed
        .map(|case| {
            let reason = case.reason.as_deref().unwrap_or_default();
            Part::line(format!("{} {} failed: {reason}", case.candidate, case.operation), Tone::Bad)
        })
        .collect();
    if cases.0.is_empty() && failures.is_empty() {
        return Vec::new();
    }
    let mut parts = failures;
    if !cases.0.is_empty() {
        parts.extend(deliveries(&cases));
        parts.extend(reading(&cases));
        parts.extend(formats(&cases));
        parts.extend(crossover(&cases));
    }
    vec![Sheet { title: "feed: what a published entry costs".into(), parts }]
}

fn shown(figure: Option<f64>, unit: impl Fn(f64) -> String) -> String {
    figure.map_or_else(|| "-".to_owned(), unit)
}

fn deliveries(cases: &Cases<'_>) -> Vec<Part> {
    let numbers = cases.numbers_of_followers();
    let mut headings = vec!["design".to_owned()];
    headings.extend(numbers.iter().map(|followers| format!("CPU at {}", units::count(f64::from(*followers)))));
    headings.extend(["written", "last p50", "last p99", "last max", "disk", "lost"].map(str::to_owned));
    let row = |candidate: &&str| {
        let most = cases.of(candidate, "deliver").max_by_key(|case| followers(case));
        let of_most = |id| most.and_then(|case| case.median(id));
        let mut row = vec![(*candidate).to_owned()];
        row.extend(numbers.iter().map(|followers| shown(cases.delivery_ns(candidate, *followers), units::time)));
        row.push(shown(of_most(EstimateId::WrittenBytes), units::size));
        let waits = [EstimateId::LatencyP50Ns, EstimateId::LatencyP99Ns, EstimateId::LatencyMaxNs];
        row.extend(waits.map(|id| shown(of_most(id), units::time)));
        row.push(shown(cases.median(candidate, "store", EstimateId::DiskBytes), units::size));
        let lost = cases.median(candidate, "crash", EstimateId::LostWrites);
        let answered = cases.median(candidate, "crash", EstimateId::AnsweredWrites);
        row.push(shown(lost.zip(answered).map(|(lost, _)| lost), units::count));
        row
    };
    let rows = cases.candidates().iter().map(row).collect();
    let note = "CPU time of a delivery by the number of followers, publishing shared among them; written and disk: bytes for each \
                delivery at the most followers; last: from publishing to the last of the most followers; lost: entries that were answered \
                and gone after kill -9";
    vec![Part::Heading("Deliveries".into()), Part::Table(Table::of_numbers(headings, rows)), Part::Note(note.into())]
}

fn reading(cases: &Cases<'_>) -> Vec<Part> {
    let headings = [
        "design",
        "home CPU",
        "p50",
        "p99",
        "p99.9",
        "unread CPU",
        "unread/home",
        "update CPU",
        "removal CPU",
        "memory",
    ];
    let row = |candidate: &&str| {
        let median = |operation, id| cases.median(candidate, operation, id);
        let home = median("home", EstimateId::CpuNs);
        let unread = median("unread", EstimateId::CpuNs);
        let share = unread.zip(home).map(|(unread, home)| unread / home);
        vec![
            (*candidate).to_owned(),
            shown(home, units::time),
            shown(median("home", EstimateId::LatencyP50Ns), units::time),
            shown(median("home", EstimateId::LatencyP99Ns), units::time),
            shown(median("home", EstimateId::LatencyP999Ns), units::time),
            shown(unread, units::time),
            shown(share, |share| format!("{} %", units::significant(share * 100.0))),
            shown(median("update", EstimateId::CpuNs), units::time),
            shown(median("delete", EstimateId::CpuNs), units::time),
            shown(median("store", EstimateId::PeakRssBytes), units::size),
        ]
    };
    let rows = cases.candidates().iter().map(row).collect();
    let note = "a home page of 50 entries without its bytes on the wire, one after the other; removal: for each reference in an inbox";
    vec![
        Part::Heading("Reading, changing, removing".into()),
        Part::Table(Table::of_numbers(headings.map(str::to_owned).into(), rows)),
        Part::Note(note.into()),
    ]
}

/// Bodies are the same in every design, so the first one tells.
fn formats(cases: &Cases<'_>) -> Vec<Part> {
    let Some(candidate) = cases.candidates().first().copied() else { return Vec::new() };
    let home = cases.median(candidate, "home", EstimateId::CpuNs);
    let row = |case: &CaseDocument| {
        let cpu = case.median(EstimateId::CpuNs);
        let share = cpu.zip(home).map(|(codec, store)| codec / (codec + store));
        vec![
            case.format.clone(),
            shown(cpu, units::time),
            shown(case.median(EstimateId::SizeBytes), units::size),
            shown(share, |share| format!("{} %", units::significant(share * 100.0))),
        ]
    };
    let rows: Vec<_> = cases.of(candidate, "encode").map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let headings = ["format", "CPU", "bytes", "share of the page"].map(str::to_owned);
    let note = format!("writing a home page; its share of that and of reading the page from the store ({candidate})");
    vec![
        Part::Heading("Formats of bodies".into()),
        Part::Table(Table::of_numbers(headings.into(), rows)),
        Part::Note(note),
    ]
}

/// From how many reads on, for each entry of a source, pushing it to a reader costs less than looking it up. A page that looks entries up
/// costs more, and each of the sources that its reader follows has an equal part in that.
fn crossover(cases: &Cases<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let candidates = cases.candidates();
    let of_delivery = |candidate: &&&str, delivery: &str| {
        let home = cases.of(candidate, "home").next();
        home.is_some_and(|case| parameter(case, "delivery") == delivery && parameter(case, "unread") == "read")
    };
    for push in candidates.iter().filter(|candidate| of_delivery(candidate, "push")) {
        let Some(home) = cases.of(push, "home").next() else { continue };
        let store = parameter(home, "store");
        let on_store = |candidate: &&&str| {
            cases.of(candidate, "home").next().is_some_and(|case| parameter(case, "store") == store)
        };
        let Some(pull) = candidates.iter().filter(on_store).find(|candidate| of_delivery(candidate, "pull")) else {
            continue;
        };
        let of_page = |candidate: &str| cases.median(candidate, "home", EstimateId::CpuNs);
        let (Some(pushed), Some(pulled)) = (of_page(push), of_page(pull)) else { continue };
        let sources: f64 = parameter(home, "follows").parse().unwrap_or(1.0);
        if pulled <= pushed {
            let text = format!("{store}: looking entries up makes no page dearer here, so pushing pays nowhere");
            parts.push(Part::line(text, Tone::Plain));
            continue;
        }
        let numbers = cases.numbers_of_followers();
        let reads = |followers: &u32| {
            let more = cases.delivery_ns(push, *followers)? - cases.delivery_ns(pull, *followers)?;
            Some((*followers, (more.max(0.0)) * sources / (pulled - pushed)))
        };
        let curve: Vec<(u32, f64)> = numbers.iter().filter_map(reads).collect();
        let rows = curve
            .iter()
            .map(|(followers, reads)| vec![units::count(f64::from(*followers)), units::significant(*reads)]);
        let headings = ["followers".to_owned(), "reads for each entry".to_owned()];
        parts.push(Part::Table(Table::of_numbers(headings.into(), rows.collect())));
        if let Some((followers, reads)) = curve.last() {
            let text = format!(
                "{store}: at {} followers, pushing an entry stops paying where its readers open fewer than {} pages for each entry of \
                 the source (a delivery takes {} more, and a page that looks up {} sources {} more)",
                units::count(f64::from(*followers)),
                units::significant(*reads),
                units::time(reads * (pulled - pushed) / sources),
                units::count(sources),
                units::time(pulled - pushed),
            );
            parts.push(Part::line(text, Tone::Plain));
        }
    }
    if !parts.is_empty() {
        parts.insert(0, Part::Heading("Push or pull".into()));
        parts.push(Part::Note(
            "pages that a reader opens for each entry of a source, at which both cost the same CPU time".into(),
        ));
    }
    parts
}
