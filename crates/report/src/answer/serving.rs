//! The labs of servers: who serves most, who waits least and what it costs, for each message.

use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument, Status};

use crate::servers::{Leader, Section, sections};

/// What servers were asked for, under one load or several.
#[derive(Debug, Clone)]
pub struct Serving<'a> {
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
    /// By [`Kind::ALL`]; none where it has no figure under such a load.
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

    /// What answers the question of this kind of load first, in the words of [`Section::leaders`].
    fn first(self) -> &'static str {
        match self {
            Self::Most => "most answers per second",
            Self::Planned => "lowest p99 of latency",
            Self::RoundTrip => "shortest round trip",
        }
    }
}

/// The messages of the labs of servers in a run, in its order. Those that nobody answered are not among them.
pub fn of(run: &RunDocument) -> Vec<Serving<'_>> {
    let mut all: Vec<Serving<'_>> = Vec::new();
    let (loads, _) = sections(run);
    for load in loads {
        let Some(head) = load.measured.first().or(load.set_aside.first()).copied() else { continue };
        let same =
            |it: &Serving<'_>| (it.lab, it.message, it.operation) == (&head.lab, &*head.message, &*head.operation);
        match all.iter_mut().find(|it| same(it)) {
            Some(known) => known.loads.push(load),
            None => {
                let (lab, message, operation) = (&head.lab, head.message.as_str(), head.operation.as_str());
                all.push(Serving { lab, message, operation, loads: vec![load] });
            }
        }
    }
    all
}

impl<'a> Serving<'a> {
    /// The first load of a kind.
    pub fn load(&self, kind: Kind) -> Option<&Section<'a>> {
        self.loads.iter().find(|load| Kind::of(load) == kind)
    }

    /// How many loads there are beside the first of each kind.
    pub fn more_loads(&self) -> usize {
        self.loads.len() - Kind::ALL.iter().filter(|kind| self.load(**kind).is_some()).count()
    }

    /// Who leads by what a load of a kind asks first.
    pub fn leader(&self, kind: Kind) -> Option<Leader<'_>> {
        self.leader_by(kind, kind.first())
    }

    /// Who takes the least CPU time for a request, and at which load: at the planned rate, where there is one.
    pub fn cheapest(&self) -> Option<(Leader<'_>, Kind)> {
        let by = |kind: Kind| {
            if kind == Kind::RoundTrip { "least CPU time of the server" } else { "least CPU time per request" }
        };
        let kinds = [Kind::Planned, Kind::Most, Kind::RoundTrip];
        kinds.into_iter().find_map(|kind| Some((self.leader_by(kind, by(kind))?, kind)))
    }

    /// Who holds the least memory.
    pub fn leanest(&self) -> Option<Leader<'_>> {
        [Kind::Planned, Kind::Most].into_iter().find_map(|kind| self.leader_by(kind, "least memory"))
    }

    fn leader_by(&self, kind: Kind, what: &str) -> Option<Leader<'_>> {
        self.load(kind)?.leaders().into_iter().find(|leader| leader.what == what)
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
