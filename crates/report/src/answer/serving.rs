//! The labs of servers: who serves most, who waits least and what it costs, for each message.

use wirecost_model::{CaseDocument, EstimateId, Lab, Label, RunDocument, Status};

use crate::leader::{self, By, Leader};
use crate::servers::{Section, sections};
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
        let load = |kind: Kind| {
            let title = &self.load(kind)?.title;
            let what = match kind {
                Kind::Most => "answers/s",
                Kind::Planned => "p99 wait",
                Kind::RoundTrip => "round trip",
            };
            Some(format!("{what}: {}", title.strip_prefix(&head).unwrap_or(title)))
        };
        let servers = self.servers();
        let is_shown = |kind: &Kind| servers.iter().any(|server| server.under(*kind).is_some());
        Kind::ALL.into_iter().filter(is_shown).filter_map(load).collect()
    }

    /// Who leads by what a load of a kind asks first.
    pub fn leader(&self, kind: Kind) -> Option<Leader<'a>> {
        self.load(kind)?.leader(kind.first())
    }

    /// Who takes the least CPU time for a request, and at which load: at the planned rate, where there is one.
    pub fn cheapest(&self) -> Option<(Leader<'a>, Kind)> {
        let by = |kind: Kind| if kind == Kind::RoundTrip { leader::SERVER_CPU } else { leader::CPU };
        let kinds = [Kind::Planned, Kind::Most, Kind::RoundTrip];
        kinds.into_iter().find_map(|kind| Some((self.load(kind)?.leader(by(kind))?, kind)))
    }

    /// Who holds the least memory.
    pub fn leanest(&self) -> Option<Leader<'a>> {
        [Kind::Planned, Kind::Most].into_iter().find_map(|kind| self.load(kind)?.leader(leader::MEMORY))
    }

    /// All who lead, in the order of the summary.
    pub fn leaders(&self) -> Vec<Leader<'a>> {
        let of_loads = Kind::ALL.into_iter().map(|kind| self.leader(kind));
        of_loads.chain([self.cheapest().map(|(leader, _)| leader), self.leanest()]).flatten().collect()
    }

    /// Who leads by what, in words.
    pub fn sentences(&self) -> Vec<(String, String)> {
        let lead = |label: &str, leader: Option<Leader<'_>>, unit: &str| Some((label.to_owned(), told(&leader?, unit)));
        let lines = [
            lead("serves most", self.leader(Kind::Most), " answers/s"),
            lead("waits least", self.leader(Kind::Planned), " at p99"),
            lead("shortest call", self.leader(Kind::RoundTrip), ""),
            lead("least CPU", self.cheapest().map(|(leader, _)| leader), " of the server a request"),
            lead("least memory", self.leanest(), ""),
        ];
        lines.into_iter().flatten().collect()
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

/// The headings of the columns, and how early a narrow terminal leaves each out.
pub const COLUMNS: [(&str, usize); 7] = [
    ("answers/s", 0),
    ("p99 wait", 0),
    ("round trip", 0),
    ("server CPU", 0),
    ("client CPU", 2),
    ("request", 3),
    ("memory", 1),
];

/// What a table shows in place of a latency, if most windows were not valid.
const NO_FIGURE: &str = "-";

/// The figures of a server, one for each column; `*` marks those that are not ranked.
pub fn cells(server: &Server<'_>) -> Vec<Option<String>> {
    let under = |kind: Kind, id: EstimateId, unit: fn(f64) -> String| {
        let case = server.under(kind)?;
        let Some(figure) = case.median(id).map(unit) else {
            let has_refused = case.labels.iter().any(|label| matches!(label, Label::WindowsNotValid { .. }));
            return has_refused.then(|| NO_FIGURE.to_owned());
        };
        let is_marked = server.is_set_aside(kind) && !server.set_aside;
        Some(if is_marked { format!("*{figure}") } else { figure })
    };
    vec![
        under(Kind::Most, EstimateId::RatePerS, units::grouped),
        under(Kind::Planned, EstimateId::LatencyP99Ns, units::time),
        under(Kind::RoundTrip, EstimateId::TimeNs, units::time),
        server.estimate(EstimateId::ServerCpuNs).map(units::time),
        server.estimate(EstimateId::ClientCpuNs).map(units::time),
        server.estimate(EstimateId::RequestBytes).map(units::bytes),
        server.estimate(EstimateId::MemoryBytes).map(units::size),
    ]
}

/// What the marks of a table of servers mean, a line each.
pub fn legend(servers: &[Server<'_>], cells: &[Vec<Option<String>>]) -> Vec<String> {
    let unranked = [
        (servers.iter().any(|server| server.head.is_floor()), "a floor does less than the work"),
        (servers.iter().any(|server| server.set_aside), "set aside: the machine was too busy"),
    ];
    let why: Vec<&str> = unranked.iter().filter(|(is_there, _)| *is_there).map(|(_, why)| *why).collect();
    let grey = (!why.is_empty()).then(|| format!("grey, last: not ranked ({})", why.join("; ")));
    let is_marked = cells.iter().flatten().flatten().any(|cell| cell.starts_with('*'));
    let marked = is_marked.then(|| "*: not ranked (the machine was too busy for this load)".to_owned());
    let lacks_one = cells.iter().flatten().flatten().any(|cell| cell == NO_FIGURE);
    let lacking = lacks_one.then(|| format!("{NO_FIGURE}: the machine was too busy in half of the windows or more"));
    grey.into_iter().chain(marked).chain(lacking).collect()
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
        (false, _) => format!("{} (tie, from {value}{unit})", names.join(", ")),
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

    /// An estimate from the load that shows it best: at the planned rate, where there is one that the machine was not too busy
    /// for.
    pub fn estimate(&self, id: EstimateId) -> Option<f64> {
        let kinds = || [Kind::Planned, Kind::Most, Kind::RoundTrip].into_iter();
        let sound = kinds().filter(|kind| !self.is_set_aside(*kind));
        sound.chain(kinds()).find_map(|kind| self.under(kind)?.median(id))
    }
}
