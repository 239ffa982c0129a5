//! The labs of servers: who serves most, who waits least and what it costs, for each message.

use wirecost_model::{CaseDocument, EstimateId, Lab, Label, RunDocument, Status};

use crate::leader::{self, By, Leader};
use crate::section::Section;
use crate::servers::sections;
use crate::units;

/// A message in one line.
const IN_LINE: usize = 2;

/// What servers were asked for, under one load or several.
#[derive(Debug, Clone)]
pub struct ServingAnswer<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// The message.
    pub message: &'a str,
    /// The operation.
    pub operation: &'a str,
    /// The loads, in the order of the run.
    pub loads: Vec<Section<'a>>,
}

/// What a load shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// How much a server answers where every connection asks again at once.
    Most,
    /// How long users wait at a planned rate.
    Planned,
    /// How long one call takes where nobody else calls.
    RoundTrip,
}

/// All that one server did with a message, its case under the first load of each kind.
#[derive(Debug, Clone)]
pub struct Server<'a> {
    /// Any of its cases.
    pub head: &'a CaseDocument,
    /// By [`Kind::ALL`]; none if it has no figure under such a load.
    pub cases: [Option<&'a CaseDocument>; 3],
    /// Whether this machine was too busy for all of them: no figure is ranked.
    pub set_aside: bool,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Most, Self::Planned, Self::RoundTrip];

    fn of(load: &Section<'_>) -> Self {
        match (load.round_trip, load.open_loop) {
            (true, _) => Self::RoundTrip,
            (_, true) => Self::Planned,
            _ => Self::Most,
        }
    }

    /// What answers the question of this kind of load first.
    fn first(self) -> By {
        match self {
            Self::Most => leader::MOST,
            Self::Planned => leader::WAIT,
            Self::RoundTrip => leader::ROUND_TRIP,
        }
    }
}

/// The messages of the labs of servers in a run, in its order. Those that nobody answered are not among them.
pub fn of(run: &RunDocument) -> Vec<ServingAnswer<'_>> {
    let mut all: Vec<ServingAnswer<'_>> = Vec::new();
    let (loads, _) = sections(run);
    for load in loads {
        let Some(head) = load.measured.first().or(load.set_aside.first()).copied() else { continue };
        let same = |it: &ServingAnswer<'_>| {
            (it.lab, it.message, it.operation) == (&head.lab, &*head.message, &*head.operation)
        };
        match all.iter_mut().find(|it| same(it)) {
            Some(known) => known.loads.push(load),
            None => {
                let (lab, message, operation) = (&head.lab, head.message.as_str(), head.operation.as_str());
                all.push(ServingAnswer { lab, message, operation, loads: vec![load] });
            }
        }
    }
    all
}

impl<'a> ServingAnswer<'a> {
    /// The first load of a kind.
    pub fn load(&self, kind: Kind) -> Option<&Section<'a>> {
        self.loads.iter().find(|load| Kind::of(load) == kind)
    }

    /// How many loads there are beside the first of each kind.
    pub fn more_loads(&self) -> usize {
        self.loads.len() - Kind::ALL.iter().filter(|kind| self.load(**kind).is_some()).count()
    }

    /// Under which load each column was measured.
    pub fn told_loads(&self) -> Vec<String> {
        let head = format!("{} {}: ", self.operation, self.message);
        let servers = self.servers();
        let load = |kind: Kind| {
            let title = &self.load(kind)?.title;
            let is_there =
                |column: &&Column| self.kind_of(column) == Some(kind) && servers.iter().any(|it| it.has(column.id));
            let columns: Vec<&str> = COLUMNS.iter().filter(is_there).map(|column| column.heading).collect();
            (!columns.is_empty())
                .then(|| format!("{}: {}", columns.join(", "), title.strip_prefix(&head).unwrap_or(title)))
        };
        Kind::ALL.into_iter().filter_map(load).collect()
    }

    /// The kind of load whose figures a column compares.
    fn kind_of(&self, column: &Column) -> Option<Kind> {
        column.kind.or_else(|| self.kind_for(column.id))
    }

    /// The kind of load under which most servers have an estimate; of several, the planned one before others.
    fn kind_for(&self, id: EstimateId) -> Option<Kind> {
        let with = |kind: &Kind| {
            let Some(load) = self.load(*kind) else { return (0, 0) };
            let count = |cases: &[&CaseDocument]| cases.iter().filter(|case| case.estimates.contains_key(&id)).count();
            (count(&load.measured), count(&load.set_aside))
        };
        // The last of the largest is taken.
        let kinds = [Kind::RoundTrip, Kind::Most, Kind::Planned].into_iter();
        kinds.filter(|kind| with(kind) != (0, 0)).max_by_key(with)
    }

    /// A load in two words, for a heading: `at 10,000/s`.
    fn at(&self, kind: Kind) -> String {
        let planned = |case: &&CaseDocument| case.server_load()?.rate_per_s;
        let rate = self.load(kind).and_then(|load| load.measured.iter().chain(&load.set_aside).find_map(planned));
        match (kind, rate) {
            (Kind::Most, _) => "at most".into(),
            (Kind::RoundTrip, _) => "alone".into(),
            (Kind::Planned, Some(rate)) => format!("at {}/s", units::grouped(rate)),
            (Kind::Planned, None) => "as planned".into(),
        }
    }

    /// Who leads by what a load of a kind asks first.
    pub fn leader(&self, kind: Kind) -> Option<Leader<'a>> {
        self.load(kind)?.leader(kind.first())
    }

    /// Who takes the least CPU time for a request, under the load of that column.
    pub fn cheapest(&self) -> Option<Leader<'a>> {
        let kind = self.kind_for(EstimateId::ServerCpuNs)?;
        self.load(kind)?.leader(if kind == Kind::RoundTrip { leader::SERVER_CPU } else { leader::CPU })
    }

    /// Who holds the least memory, under the load of that column.
    pub fn leanest(&self) -> Option<Leader<'a>> {
        self.load(self.kind_for(EstimateId::MemoryBytes)?)?.leader(leader::MEMORY)
    }

    /// All who lead, in the order of the summary: what is asked, the leader, and what follows its figure.
    fn leaders(&self) -> Vec<(&'static str, Leader<'a>, &'static str)> {
        let all = [
            ("serves most", self.leader(Kind::Most), " answers/s"),
            ("waits least", self.leader(Kind::Planned), " at p99"),
            ("shortest call", self.leader(Kind::RoundTrip), ""),
            ("least CPU", self.cheapest(), " of the server a request"),
            ("least memory", self.leanest(), ""),
        ];
        all.into_iter().filter_map(|(label, leader, unit)| Some((label, leader?, unit))).collect()
    }

    /// Who leads by what, in words.
    pub fn sentences(&self) -> Vec<(String, String)> {
        self.leaders().iter().map(|(label, leader, unit)| ((*label).to_owned(), told(leader, unit))).collect()
    }

    /// The noise floor of each of [`ServingAnswer::sentences`].
    pub fn noise(&self) -> Option<String> {
        let leaders = self.leaders();
        leader::noise_of(&leaders.iter().map(|(label, leader, _)| (*label, leader)).collect::<Vec<_>>())
    }

    /// The message in a line: its name, and who leads.
    pub fn line(&self) -> (String, String) {
        let told = self.sentences().into_iter().map(|(label, text)| format!("{label}: {text}"));
        let told = told.take(IN_LINE).collect::<Vec<_>>().join("; ");
        let was_busy = self.loads.iter().any(|load| !load.set_aside.is_empty());
        let told = if told.is_empty() { no_verdict(was_busy).to_owned() } else { told };
        (format!("{} {}", self.lab, self.message), told)
    }

    /// A row for each server, in the order of the first load that has it; those that are not ranked last.
    pub fn servers(&self) -> Vec<Server<'a>> {
        let mut servers: Vec<Server<'a>> = Vec::new();
        for (place, load) in Kind::ALL.iter().enumerate().filter_map(|(place, kind)| Some((place, self.load(*kind)?))) {
            let measured = load.measured.iter().map(|case| (*case, false));
            for (case, aside) in measured.chain(load.set_aside.iter().map(|case| (*case, true))) {
                let same = |it: &Server<'_>| (&it.head.candidate, &it.head.version) == (&case.candidate, &case.version);
                let index = servers.iter().position(same).unwrap_or_else(|| {
                    servers.push(Server { head: case, cases: [None; 3], set_aside: true });
                    servers.len() - 1
                });
                servers[index].cases[place] = Some(case);
                servers[index].set_aside &= aside;
            }
        }
        servers.sort_by_key(|server| !server.is_ranked());
        servers
    }
}

/// A column of the table of servers.
#[derive(Debug)]
pub struct Column {
    /// Its heading.
    pub heading: &'static str,
    /// How early a narrow terminal leaves it out.
    pub rank: usize,
    id: EstimateId,
    /// The kind of load that it belongs to; none if that is the one under which most servers have the figure.
    kind: Option<Kind>,
    unit: fn(f64) -> String,
}

const fn column(
    heading: &'static str,
    rank: usize,
    (id, kind): (EstimateId, Option<Kind>),
    unit: fn(f64) -> String,
) -> Column {
    Column { heading, rank, id, kind, unit }
}

/// The columns of the table of servers.
pub const COLUMNS: [Column; 7] = [
    column("answers/s", 0, (EstimateId::RatePerS, Some(Kind::Most)), units::grouped),
    column("p99 wait", 0, (EstimateId::LatencyP99Ns, Some(Kind::Planned)), units::time),
    column("round trip", 0, (EstimateId::TimeNs, Some(Kind::RoundTrip)), units::time),
    column("server CPU", 0, (EstimateId::ServerCpuNs, None), units::time),
    column("client CPU", 2, (EstimateId::ClientCpuNs, None), units::time),
    column("request", 3, (EstimateId::RequestBytes, None), units::bytes),
    column("memory", 1, (EstimateId::MemoryBytes, None), units::size),
];

/// The headings of the columns. Where they come from loads of several kinds, those of no kind of their own say which it is.
pub fn headings(serving: &ServingAnswer<'_>) -> Vec<String> {
    let servers = serving.servers();
    let is_there = |column: &&Column| servers.iter().any(|server| server.has(column.id));
    let kinds: Vec<Option<Kind>> = COLUMNS.iter().filter(is_there).map(|column| serving.kind_of(column)).collect();
    let differ = kinds.windows(2).any(|pair| pair[0] != pair[1]);
    let heading = |column: &Column| match serving.kind_of(column) {
        Some(kind) if differ && column.kind.is_none() => {
            let what = column.heading.strip_prefix("server ").unwrap_or(column.heading);
            format!("{what} {}", serving.at(kind))
        }
        _ => column.heading.to_owned(),
    };
    COLUMNS.iter().map(heading).collect()
}

/// What a table shows in place of a latency, if most windows were not valid.
const NO_FIGURE: &str = "-";
/// What marks a figure that the machine was too busy for.
const ASIDE: &str = "*";
/// What marks a figure of another load than that of the column.
const ELSEWHERE: &str = "+";

/// The figures of a server, one for each column, as text; a mark says what a column does not compare.
pub fn cells(serving: &ServingAnswer<'_>, server: &Server<'_>) -> Vec<Option<String>> {
    COLUMNS.iter().map(|column| cell(server, column, serving.kind_of(column)?)).collect()
}

/// The figure of a server under the load of its column, or, where the column belongs to no kind of load, under another.
fn cell(server: &Server<'_>, column: &Column, kind: Kind) -> Option<String> {
    let text =
        |mark: &str, kind: Kind| Some(format!("{mark}{}", (column.unit)(server.under(kind)?.median(column.id)?)));
    if let Some(figure) = text("", kind).filter(|_| server.set_aside || !server.is_set_aside(kind)) {
        return Some(figure);
    }
    let other = || Kind::ALL.into_iter().filter(|other| column.kind.is_none() && !server.is_set_aside(*other));
    let refused = |case: &CaseDocument| case.all_labels().any(|label| matches!(label, Label::WindowsNotValid { .. }));
    let is_refused = column.kind.is_some() && server.under(kind).is_some_and(refused);
    let refused = is_refused.then(|| NO_FIGURE.to_owned());
    other().find_map(|other| text(ELSEWHERE, other)).or_else(|| text(ASIDE, kind)).or(refused)
}

/// What the marks of a table of servers mean, a line each.
pub fn legend(servers: &[Server<'_>], cells: &[Vec<Option<String>>]) -> Vec<String> {
    let unranked = [
        (servers.iter().any(|server| server.head.is_floor()), "a floor does less than the work"),
        (servers.iter().any(|server| server.set_aside), "set aside: the machine was too busy"),
    ];
    let why: Vec<&str> = unranked.iter().filter(|(is_there, _)| *is_there).map(|(_, why)| *why).collect();
    let grey = (!why.is_empty()).then(|| format!("grey, last: not ranked ({})", why.join("; ")));
    let has = |mark: &str| cells.iter().flatten().flatten().any(|cell| cell.starts_with(mark));
    let marked = has(ASIDE).then(|| format!("{ASIDE}: not ranked (the machine was too busy for this load)"));
    let elsewhere =
        has(ELSEWHERE).then(|| format!("{ELSEWHERE}: under another load than the rest of its column: not compared"));
    let lacks_one = cells.iter().flatten().flatten().any(|cell| cell == NO_FIGURE);
    let lacking = lacks_one.then(|| format!("{NO_FIGURE}: the machine was too busy in half of the windows or more"));
    grey.into_iter().chain(marked).chain(elsewhere).chain(lacking).collect()
}

/// Why nobody leads.
pub(crate) fn no_verdict(was_busy: bool) -> &'static str {
    if was_busy { "No verdict: the machine was too busy" } else { "No verdict: there is nobody to compare with" }
}

/// Who leads, in words.
fn told(leader: &Leader<'_>, unit: &str) -> String {
    let names: Vec<String> = leader.cases.iter().map(|case| format!("{} {}", case.candidate, case.version)).collect();
    let value = &leader.value;
    match (leader.is_shown, names.len()) {
        (true, _) => {
            let behind = leader.behind().map_or(String::new(), |behind| format!("; {behind}"));
            format!("{}, {value}{unit}{behind}", names.join(", "))
        }
        (false, 1) => format!("{}, {value}{unit} (too few trials to show a difference)", names.join(", ")),
        (false, _) => {
            let why = leader::unshown(leader.trials_to_decide);
            format!("{} ({why}, from {value}{unit})", names.join(", "))
        }
    }
}

impl<'a> Server<'a> {
    /// Whether it does all of the work, on a machine that was not too busy for all of its loads.
    pub fn is_ranked(&self) -> bool {
        !self.set_aside && !self.head.is_floor()
    }

    /// Its case under the first load of a kind.
    pub fn under(&self, kind: Kind) -> Option<&'a CaseDocument> {
        let place = Kind::ALL.iter().position(|known| *known == kind)?;
        self.cases[place]
    }

    /// Whether this machine was too busy for its case under a load of this kind: that figure is not ranked.
    pub fn is_set_aside(&self, kind: Kind) -> bool {
        self.under(kind).is_some_and(|case| case.status == Status::Invalid)
    }

    /// Whether it has an estimate under any load.
    fn has(&self, id: EstimateId) -> bool {
        self.cases.iter().flatten().any(|case| case.estimates.contains_key(&id))
    }

    /// An estimate from the load that shows it best: at the planned rate, where there is one that the machine was not too busy
    /// for.
    pub fn estimate(&self, id: EstimateId) -> Option<f64> {
        let kinds = || [Kind::Planned, Kind::Most, Kind::RoundTrip].into_iter();
        let sound = kinds().filter(|kind| !self.is_set_aside(*kind));
        sound.chain(kinds()).find_map(|kind| self.under(kind)?.median(id))
    }
}
