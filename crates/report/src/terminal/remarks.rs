//! What a reader must know beside the answers: warnings, what was not measured and why, what failed, where more is.

use anstyle::Style;
use wirecost_model::{CaseDocument, Lab, Label, Rank, RunDocument, Status};

use super::{BAD, DIM, OtherLanguage, Rendering, WARNING, write_dim, write_line};
use crate::counted::{self, Common};
use crate::view::Counts;

/// How many failed cases are shown, and how many that were set aside; the others are counted.
const MOST: usize = 3;

/// How many reasons are shown why cases were skipped or are not ranked: of several messages one each, since the answer is to stay on the
/// screen.
fn reasons(run: &RunDocument) -> usize {
    let first = run.cases.first().map(|case| &case.message);
    if run.cases.iter().all(|case| Some(&case.message) == first) { MOST } else { 1 }
}

/// The lines below the answers.
pub fn render(run: &RunDocument, options: &Rendering<'_>) -> String {
    let width = options.screen.width;
    let mut out = String::new();
    // The tables say each of these where it belongs.
    let told_below = options.screen.verbose;
    for warning in run.warnings.iter().filter(|_| !told_below) {
        write_line(&format!("warning: {warning}"), WARNING, width, &mut out);
    }
    machines(run).into_iter().for_each(|line| write_dim(&line, width, &mut out));
    ended(run, Status::Failed, "failed", BAD, width, &mut out);
    ended(run, Status::Invalid, "invalid, machine busy", DIM, width, &mut out);
    if !told_below {
        less_work(run, width, &mut out);
    }
    let skipped = counted::skipped(run, reasons(run)).into_iter().chain(Common::of(run).line()).filter(|_| !told_below);
    let left_out = languages(run, options.others).into_iter().chain(skipped).filter(|_| !options.is_told);
    left_out.for_each(|line| write_dim(&line, width, &mut out));
    let details = if options.screen.verbose { String::new() } else { format!("; details: {} -v", options.details) };
    write_line(&format!("{}{details}", Counts::of(run)), Style::new(), width, &mut out);
    // A path is there to be copied: it is never broken.
    out.extend(options.page.iter().map(|page| format!("page: {page}\n")));
    out
}

/// The cases that ended in a way.
fn ended(run: &RunDocument, status: Status, word: &str, style: Style, width: usize, out: &mut String) {
    let of_status = run.cases.iter().filter(|case| case.status == status);
    let reason = |case: &CaseDocument| case.reason.clone().unwrap_or_else(|| "no reason recorded".to_owned());
    write_each(of_status.map(|case| (case, reason(case))), word, MOST, style, width, out);
}

/// The codecs that have figures and no place in the answers, which only those have that do all of the work.
fn less_work(run: &RunDocument, width: usize, out: &mut String) {
    let measured = run.cases.iter().filter(|case| case.lab == Lab::CODEC && case.status == Status::Ok);
    let told = measured.filter_map(|case| {
        let label = case.all_labels().find(|label| label.rank() == Rank::LessWork)?;
        Some((case, Label::to_string(label)))
    });
    write_each(told, "not ranked", reasons(run), DIM, width, out);
}

/// A line for the cases of one candidate and reason together, and how many more there are than `most`.
fn write_each<'a>(
    cases: impl Iterator<Item = (&'a CaseDocument, String)>,
    word: &str,
    most: usize,
    style: Style,
    width: usize,
    out: &mut String,
) {
    let mut told: Vec<(&str, String, Vec<&CaseDocument>)> = Vec::new();
    for (case, reason) in cases {
        match told.iter_mut().find(|(candidate, known, _)| *candidate == case.candidate && *known == reason) {
            Some((.., cases)) => cases.push(case),
            None => told.push((&case.candidate, reason, vec![case])),
        }
    }
    for (candidate, reason, cases) in told.iter().take(most) {
        let first = cases[0];
        let more = if cases.len() > 1 { format!(" and {} more", cases.len() - 1) } else { String::new() };
        let text = format!("{candidate}: {word}: {reason} ({} {}{more})", first.operation, first.message);
        write_line(&text, style, width, out);
    }
    if told.len() > most {
        write_line(&format!("{} more {word}; -v shows each", told.len() - most), style, width, out);
    }
}

/// Which machines measured the run, where several did.
fn machines(run: &RunDocument) -> Option<String> {
    let names: Vec<&str> = run.hosts.iter().map(|host| host.name.as_str()).collect();
    let several = format!(
        "measured on {} machines: {}; the noise floor holds what they differ by",
        names.len(),
        names.join("; ")
    );
    (names.len() > 1).then_some(several)
}

/// In which languages codecs were measured, and what adds others.
fn languages(run: &RunDocument, others: Option<&[OtherLanguage]>) -> Option<String> {
    let mut languages: Vec<&str> = Vec::new();
    for case in run.cases.iter().filter(|case| case.lab == Lab::CODEC && case.status == Status::Ok) {
        if !languages.contains(&case.language.as_str()) {
            languages.push(&case.language);
        }
    }
    let languages_measured = languages.clone();
    let (last, before) = languages.split_last()?;
    let were = if before.is_empty() {
        format!("only codecs in {last} were measured")
    } else {
        format!("only codecs in {} and {last} were measured", before.join(", "))
    };
    let Some(others) = others else { return Some(format!("{were}; wirecost doctor shows what adds others")) };
    let adds = |OtherLanguage { language, command, candidates }: &OtherLanguage| match candidates {
        Some(count) if languages_measured.contains(&language.as_str()) => {
            format!("{command} adds {count} more in {language}")
        }
        Some(count) => format!("{command} adds {count} in {language}"),
        None => format!("{command} adds those in {language}"),
    };
    // Where every language was measured there is nothing to add.
    (!others.is_empty()).then(|| std::iter::once(were).chain(others.iter().map(adds)).collect::<Vec<_>>().join("; "))
}
