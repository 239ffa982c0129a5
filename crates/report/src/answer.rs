//! The answer of a run: what to choose, by format, by library or by language.
//!
//! [`Answers`] arranges what the codec lab measured, once, for every kind of report: for each message sections of rows
//! whose figures may be compared, the best codec of each row, and how it compares with a baseline. [`sentences`] says what
//! is smallest and what is fastest; [`machine`] how quiet the machine was; [`demand`] what a rate of messages takes.

pub mod demand;
pub mod document;
mod leader_document;
pub mod machine;
mod section;
pub mod sentences;
pub mod serving;
pub mod stores;
mod stores_document;
pub mod together;

use wirecost_measure::control::FLOOR_FACTOR;
use wirecost_measure::finding::Finding;
use wirecost_model::{Binding, CaseDocument, EstimateDocument, EstimateId, Lab, Label, RunDocument, Status};
use wirecost_verdict::group::{apart, is_ranked, is_too_fast};
use wirecost_verdict::versus::{Judge, Versus};
use wirecost_verdict::{binding, cost_estimate};

use crate::units;

/// What a row stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum By {
    /// A row for each format: its best codec in a language. A section for each language and binding; one that has a single
    /// format has a row for each library.
    #[default]
    Format,
    /// A row for each library. A section for each binding.
    Library,
    /// A row for each language and binding: its best codec for a format. A section for each format.
    Language,
}

/// No row has the name that was to be the baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoBaseline {
    /// The name.
    pub name: String,
    /// The names that rows have.
    pub known: Vec<String>,
}

/// What the codec lab's part of a run answers.
#[derive(Debug, Clone)]
pub struct Answers<'a> {
    /// The run.
    pub run: &'a RunDocument,
    /// What rows stand for.
    pub by: By,
    /// What sizes and costs are compared with, as it was asked for; none if there is nothing.
    pub baseline: Option<String>,
    /// Its messages, in the order of the run.
    pub messages: Vec<Message<'a>>,
}

/// What was measured with a message.
#[derive(Debug, Clone)]
pub struct Message<'a> {
    /// Its name.
    pub name: &'a str,
    /// The operations of its rows: decode, encode, then the others.
    pub operations: Vec<&'a str>,
    /// The rows, those together that do the same work. The section with the most rows is the first.
    pub sections: Vec<Section<'a>>,
}

/// Rows whose figures may be compared.
#[derive(Debug, Clone)]
pub struct Section<'a> {
    /// The language of all rows; none if these are of several.
    pub language: Option<&'a str>,
    /// The format of all rows; none if these are of several.
    pub format: Option<&'a str>,
    /// What all of them decode into or encode from; none if these are several, which have no ratio to each other.
    pub binding: Option<&'a str>,
    /// Why they are ranked apart from others, if they are.
    pub apart: Option<&'a str>,
    /// The rows: the baseline first; formats in the order of their sizes, others in that of their costs.
    pub rows: Vec<Row<'a>>,
    /// Which of the rows the others are compared with; none if the baseline is not among them.
    pub baseline: Option<usize>,
}

/// The best codec of those that the row stands for.
#[derive(Debug, Clone)]
pub struct Row<'a> {
    /// What it stands for: a format, a library or a language.
    pub name: String,
    /// Any case of the codec: its cases differ in operation alone.
    pub codec: &'a CaseDocument,
    /// A cell for each of [`Message::operations`]; none if the codec has no figure.
    pub cells: Vec<Option<Cell<'a>>>,
    /// How many codecs it is the best of.
    pub codecs: usize,
    /// The size of the message as a share more than that of the baseline: -0.5 is half as large.
    pub size_difference: Option<f64>,
}

/// What is decoded into or encoded from, and why it is ranked apart from others of that binding, if it is. Only what does
/// the same work is compared.
pub type Work<'a> = (&'a str, Option<&'a str>);

/// What an operation costs.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'a> {
    /// The case.
    pub case: &'a CaseDocument,
    /// What the cost is an estimate of.
    pub id: EstimateId,
    /// Its cost.
    pub cost: EstimateDocument,
    /// Whether the cost is too small to be the case's own: neither it nor a ratio is to be shown.
    pub too_fast: bool,
    /// How it compares with the baseline; none for the baseline itself and where it cannot be compared.
    pub versus: Option<Versus>,
}

/// Asks for a comparison with the row of each section whose operations cost the least together.
pub const BEST: &str = "best";

/// What is compared with where nothing is asked for, the first that a run has; of documents of the user's, the last.
const BASELINES: [&str; 2] = ["json", "xml"];

impl<'a> Answers<'a> {
    /// What `run` answers, with ratios to the default baseline: JSON, or else XML; by language the one that most sections
    /// have.
    pub fn by_default(run: &'a RunDocument, by: By) -> Self {
        let mut answers = Self::uncompared(run, by, None);
        if let Some(name) = default_baseline(by, &answers.messages) {
            answers.compare(name);
        }
        answers
    }

    /// What `run` answers, with ratios to `baseline`: the name of a row, or a library, format or language, or [`BEST`]. A library
    /// that is asked for stands for its row, also where another codec of that row costs less.
    ///
    /// # Errors
    /// If no case with figures [can be](can_be_baseline) that baseline.
    pub fn against(run: &'a RunDocument, by: By, baseline: &str) -> Result<Self, NoBaseline> {
        let mut answers = Self::uncompared(run, by, Some(baseline));
        let is_row = |case: &CaseDocument| is_shown(run, case) && can_be_baseline(case, by, baseline);
        if baseline != BEST && !run.cases.iter().any(is_row) {
            return Err(NoBaseline { name: baseline.to_owned(), known: answers.names() });
        }
        answers.compare(baseline.to_owned());
        Ok(answers)
    }

    fn uncompared(run: &'a RunDocument, by: By, asked: Option<&str>) -> Self {
        let mut messages: Vec<Message<'a>> = Vec::new();
        for case in run.cases.iter().filter(|case| is_shown(run, case)) {
            let index = messages.iter().position(|message| message.name == case.message).unwrap_or_else(|| {
                messages.push(Message { name: &case.message, operations: Vec::new(), sections: Vec::new() });
                messages.len() - 1
            });
            if !messages[index].operations.contains(&case.operation.as_str()) {
                messages[index].operations.push(&case.operation);
            }
        }
        for message in &mut messages {
            message.operations.sort_by_key(|operation| order_of_operation(operation));
            message.sections = sections(run, by, message, asked);
        }
        Self { run, by, baseline: None, messages }
    }

    /// Puts the row called `name` first in each section that has it, and compares the others with it.
    fn compare(&mut self, name: String) {
        let judge = Judge::of(self.run);
        for message in &mut self.messages {
            for section in &mut message.sections {
                // A row's own name counts before what its codec is.
                let exact = section.rows.iter().position(|row| row.name == name);
                let is_it = |row: &Row<'_>| row.is(&name);
                let found = exact.or_else(|| section.rows.iter().position(is_it));
                let Some(index) = found.or_else(|| section.cheapest().filter(|_| name == BEST)) else { continue };
                let row = section.rows.remove(index);
                section.rows.insert(0, row);
                section.baseline = Some(0);
                judge_section(self.run, &judge, section);
            }
            compare_sizes(self.by, message);
        }
        self.baseline = Some(name);
    }

    /// All sections.
    pub fn sections(&self) -> impl Iterator<Item = &Section<'a>> {
        self.messages.iter().flat_map(|message| &message.sections)
    }

    /// The names of all rows, each once.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.sections().flat_map(|section| &section.rows).map(|row| row.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }
}

impl<'a> Message<'a> {
    /// The kinds of work that its rows do, each once, that of the first row first: what is decoded into or encoded from,
    /// and why it is ranked apart.
    pub fn works(&self) -> Vec<Work<'a>> {
        let mut works = Vec::new();
        for row in self.sections.iter().flat_map(|section| &section.rows) {
            let work = (binding(row.codec), apart(row.codec));
            if !works.contains(&work) {
                works.push(work);
            }
        }
        works
    }

    /// The row whose size stands for the message: the baseline, or where rows are languages, that of the usual format.
    pub fn usual(&self, by: By) -> Option<&Row<'a>> {
        let rows = || self.sections.iter().flat_map(|section| &section.rows);
        let of_format = |format: &str| rows().find(|row| row.codec.format == format);
        let baseline = self.baseline().filter(|_| by != By::Language);
        baseline.or_else(|| BASELINES.iter().find_map(|format| of_format(format))).or_else(|| rows().next())
    }

    /// The row that sizes are compared with, wherever it stands.
    pub fn baseline(&self) -> Option<&Row<'a>> {
        self.sections.iter().find_map(|section| Some(&section.rows[section.baseline?]))
    }
}

impl<'a> Row<'a> {
    /// An estimate that its cases share, such as the size; the least of them where inputs vary. Of XML it is that of the document that
    /// is read: a writer spells it anew, so what is written is not the message.
    pub fn shared(&self, id: EstimateId) -> Option<f64> {
        let of_cases = |operation: Option<&str>| {
            let cases = self.cells.iter().flatten().map(|cell| cell.case);
            let wanted = cases.filter(|case| operation.is_none_or(|operation| case.operation == operation));
            wanted.filter_map(|case| case.median(id)).reduce(f64::min)
        };
        let is_read = self.codec.format == "xml" && id.is_exact();
        is_read.then(|| of_cases(Some("decode"))).flatten().or_else(|| of_cases(None))
    }

    /// How many operations it has no figure of.
    fn lacks(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// What all of its operations cost together.
    fn whole(&self) -> f64 {
        self.cells.iter().flatten().map(|cell| cell.cost.median).sum()
    }

    fn is(&self, name: &str) -> bool {
        self.name == name || self.codec.candidate == name || self.codec.format == name || self.codec.language == name
    }
}

impl Cell<'_> {
    /// Whether instructions were counted, in place of time.
    pub fn is_counted(&self) -> bool {
        self.id == EstimateId::Instructions
    }

    /// The cost, or its upper bound where it is too small to measure. In nanoseconds, or instructions.
    pub fn most(&self) -> f64 {
        let empty = self
            .case
            .median(EstimateId::EmptyNs)
            .filter(|_| self.case.all_labels().any(|label| label == &Label::AtFloor));
        let below = empty.filter(|_| self.too_fast).map(|empty| FLOOR_FACTOR * empty);
        below.unwrap_or(self.cost.median).max(self.cost.median)
    }

    /// The cost as people read it: `19.4 us`, `<14.0 ns` where it is too small to measure.
    pub fn text(&self) -> String {
        let amount = if self.is_counted() { units::grouped(self.most()) } else { units::time(self.most()) };
        if self.too_fast { format!("<{amount}") } else { amount }
    }

    /// The ratio to the baseline: `0.21x`, `~1.0x` where no difference is shown, `undecided` where the trials do not tell. Empty where
    /// there is none.
    pub fn ratio(&self) -> String {
        let Some(Versus { ratio, finding }) = self.versus else { return String::new() };
        match finding {
            Finding::Differ => units::ratio(ratio),
            Finding::Alike => units::about(ratio),
            Finding::Undecided { .. } => "undecided".into(),
        }
    }
}

/// Whether a case can appear in a row: a candidate's own that does all of the work, as far as is known of it.
fn may_stand(case: &CaseDocument) -> bool {
    let measured = case.lab == Lab::CODEC && case.status == Status::Ok && case.side().is_none();
    measured && (is_ranked(case) || is_too_fast(case))
}

/// Whether a case is in a row: it has a figure, too.
fn is_shown(run: &RunDocument, case: &CaseDocument) -> bool {
    may_stand(case) && case.estimates.contains_key(&cost_estimate(run, case))
}

/// Whether a case makes `name` a baseline that others can be compared with: it can appear in a row, and `name` is that
/// of the row, or the library, format or language of the case. It decides before a run and after it.
pub fn can_be_baseline(case: &CaseDocument, by: By, name: &str) -> bool {
    baseline_names(case, by).iter().any(|known| known == name)
}

/// The names by which a case can be asked for as the baseline; none if it cannot be.
pub fn baseline_names(case: &CaseDocument, by: By) -> Vec<String> {
    if !may_stand(case) {
        return Vec::new();
    }
    let CaseDocument { candidate, format, language, .. } = case;
    vec![name_of_row(by, case), candidate.clone(), format.clone(), language.clone()]
}

fn order_of_operation(operation: &str) -> usize {
    ["decode", "encode"].iter().position(|known| *known == operation).unwrap_or(2)
}

/// What sets the sections of a message apart: language, format, binding, and why they are ranked apart.
type Place<'a> = (Option<&'a str>, Option<&'a str>, Option<&'a str>, Option<&'a str>);

fn place(by: By, case: &CaseDocument) -> Place<'_> {
    let language = (by == By::Format).then_some(case.language.as_str());
    let format = (by == By::Language).then_some(case.format.as_str());
    let binding = (by != By::Language).then_some(binding(case));
    (language, format, binding, apart(case))
}

/// A codec with its version, and with the settings that set it apart from others of its library.
pub fn codec_name(case: &CaseDocument) -> String {
    let name = crate::words::name(case);
    let settings = case.parameters.iter().filter(|(key, _)| *key != "binding");
    let settings: Vec<String> = settings.map(|(key, value)| format!("{key} {value}")).collect();
    if settings.is_empty() { name } else { format!("{name} ({})", settings.join(", ")) }
}

fn name_of_row(by: By, case: &CaseDocument) -> String {
    match by {
        By::Format => case.format.clone(),
        By::Library => codec_name(case),
        By::Language => format!("{}, {}", case.language, binding(case)),
    }
}

/// The sections of a message. A codec of the library that is `asked` for stands for its row.
fn sections<'a>(run: &'a RunDocument, by: By, message: &Message<'a>, asked: Option<&str>) -> Vec<Section<'a>> {
    let mut sections: Vec<Section<'a>> = Vec::new();
    // Every codec is a row at first; the best of each name stay.
    for case in run.cases.iter().filter(|case| is_shown(run, case) && case.message == message.name) {
        let (language, format, binding, apart) = place(by, case);
        let same = |s: &Section<'_>| (s.language, s.format, s.binding, s.apart) == (language, format, binding, apart);
        let index = sections.iter().position(same).unwrap_or_else(|| {
            sections.push(Section { language, format, binding, apart, rows: Vec::new(), baseline: None });
            sections.len() - 1
        });
        add(&mut sections[index].rows, by, case, message, run);
    }
    for section in &mut sections {
        let rows = std::mem::take(&mut section.rows);
        let by = of_one_format(section, by, &rows);
        section.rows = best(named(rows, by), asked);
        // Those of a part of the operations come after the others, which they would seem cheaper than.
        let key = |row: &Row<'_>| match by {
            By::Format => (0, row.shared(EstimateId::SizeBytes).unwrap_or(f64::INFINITY)),
            By::Library | By::Language => (row.lacks(), row.whole()),
        };
        let order = |a: &Row<'_>, b: &Row<'_>| key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1));
        section.rows.sort_by(|a, b| order(a, b).then_with(|| a.name.cmp(&b.name)));
    }
    sections.sort_by_key(|section| {
        (std::cmp::Reverse(section.rows.len()), Binding::order(section.binding.unwrap_or_default()))
    });
    sections
}

/// What the rows of a section stand for: where all are of one format, its libraries, of which the best would hide the others.
fn of_one_format<'a>(section: &mut Section<'a>, by: By, rows: &[Row<'a>]) -> By {
    let format = rows.first().map(|row| row.codec.format.as_str());
    let is_one = rows.len() > 1 && rows.iter().all(|row| Some(row.codec.format.as_str()) == format);
    if by == By::Format && is_one {
        section.format = format;
        return By::Library;
    }
    by
}

/// Rows with the names of what they stand for.
fn named<'a>(rows: Vec<Row<'a>>, by: By) -> Vec<Row<'a>> {
    rows.into_iter().map(|row| Row { name: name_of_row(by, row.codec), ..row }).collect()
}

/// Adds a case to the row of its codec.
fn add<'a>(rows: &mut Vec<Row<'a>>, by: By, case: &'a CaseDocument, message: &Message<'a>, run: &RunDocument) {
    let id = cost_estimate(run, case);
    let Some(cost) = case.estimates.get(&id).copied() else { return };
    let Some(column) = message.operations.iter().position(|operation| *operation == case.operation) else { return };
    let same = |row: &Row<'_>| {
        let key = |case: &CaseDocument| (case.candidate.clone(), case.version.clone(), case.parameters.clone());
        key(row.codec) == key(case)
    };
    let index = rows.iter().position(same).unwrap_or_else(|| {
        let (name, cells) = (name_of_row(by, case), vec![None; message.operations.len()]);
        rows.push(Row { name, codec: case, cells, codecs: 1, size_difference: None });
        rows.len() - 1
    });
    rows[index].cells[column] = Some(Cell { case, id, cost, too_fast: is_too_fast(case), versus: None });
}

/// The best of the rows of each name: that of the library that is `asked` for, then that with the most operations, then
/// the one whose operations cost the least together.
fn best<'a>(mut codecs: Vec<Row<'a>>, asked: Option<&str>) -> Vec<Row<'a>> {
    let rank = |row: &Row<'_>| (asked.is_none_or(|asked| row.codec.candidate != asked), row.lacks());
    codecs.sort_by(|a, b| rank(a).cmp(&rank(b)).then(a.whole().total_cmp(&b.whole())));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for codec in codecs {
        match rows.iter_mut().find(|row| row.name == codec.name) {
            Some(row) => row.codecs += 1,
            None => rows.push(codec),
        }
    }
    rows
}

fn default_baseline(by: By, messages: &[Message<'_>]) -> Option<String> {
    let rows = || messages.iter().flat_map(|message| &message.sections).flat_map(|section| &section.rows);
    if by == By::Language {
        let languages: Vec<&str> = rows().map(|row| row.codec.language.as_str()).collect();
        let count = |name: &str| languages.iter().filter(|language| **language == name).count();
        // The first of those with the most rows.
        return languages.iter().rev().max_by_key(|name| count(name)).map(|name| (*name).to_owned());
    }
    let is_there = |name: &&str| rows().any(|row| row.codec.format == *name);
    let is_of_document = |row: &Row<'_>| row.codec.message_digest.as_ref().is_some_and(|digest| digest.is_document);
    let mut names = BASELINES;
    if rows().all(is_of_document) {
        names.reverse();
    }
    names.into_iter().find(is_there).map(str::to_owned)
}

/// Says how much more than the baseline rows take. A size is the same in every language; where rows are languages, it is
/// compared within its format.
fn compare_sizes(by: By, message: &mut Message<'_>) {
    let size = |row: &Row<'_>| row.shared(EstimateId::SizeBytes).filter(|size| *size > 0.0);
    let of_message = message.baseline().and_then(size).filter(|_| by != By::Language);
    for section in &mut message.sections {
        let of_section = section.baseline.and_then(|index| size(&section.rows[index]));
        let Some(base) = of_message.or(of_section) else { continue };
        for row in &mut section.rows {
            row.size_difference = size(row).map(|size| size / base - 1.0);
        }
    }
}

/// Says how the rows of a section compare with its first, where they do the same work. All codecs that could have been rows
/// are judged together.
fn judge_section(run: &RunDocument, judge: &Judge<'_>, section: &mut Section<'_>) {
    let (language, format) = (section.language, section.format);
    let Some((base, rows)) = section.rows.split_first_mut() else { return };
    for column in 0..base.cells.len() {
        let Some(base) = base.cells[column] else { continue };
        let work = |case: &CaseDocument| {
            let (binding, apart) = (binding(case).to_owned(), apart(case).map(str::to_owned));
            (case.message.clone(), case.operation.clone(), binding, apart)
        };
        let of_section = |case: &&CaseDocument| {
            is_shown(run, case)
                && work(case) == work(base.case)
                && language.is_none_or(|language| case.language == language)
                && format.is_none_or(|format| case.format == format)
                && !std::ptr::eq(*case, base.case)
        };
        let others: Vec<&CaseDocument> = run.cases.iter().filter(of_section).collect();
        let versus = judge.versus(base.case, &others);
        for cell in rows.iter_mut().filter_map(|row| row.cells[column].as_mut()) {
            let place = others.iter().position(|case| std::ptr::eq(*case, cell.case));
            cell.versus = place.and_then(|place| versus[place]);
        }
    }
}
