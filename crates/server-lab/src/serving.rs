//! What a suite says of servers under load: the table of a lab of servers, such as `[http]`.

use serde::{Deserialize, Serialize};
pub use wirecost_model::{AllCores, CalledBy, Closing, Idle, Placement, ServerCores, ServerLoad, Transfer};
pub use wirecost_rpc_protocol::Operation;

use wirecost_catalog::suite::Span;

/// Which servers are measured, with which messages, under which loads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Serving {
    /// The longest that the measuring may be predicted to take.
    pub budget: Span,
    /// Trials of each case.
    pub trials: usize,
    /// Globs of the messages to serve.
    pub messages: Vec<String>,
    /// Globs of the candidates, in the order in which they are looked for.
    pub candidates: Vec<String>,
    /// How many of them take part: the first that are installed. None: all.
    #[serde(default)]
    pub at_most: Option<usize>,
    /// What is asked of a server, in the rpc lab.
    #[serde(default = "echo")]
    pub operations: Vec<Operation>,
    /// A window after that of each trial in which both ends of a stack stamp where the time of a call goes, in the rpc
    /// lab. None where it is not there.
    #[serde(default)]
    pub stamped: Span,
    /// How long each server of a group is loaded in slices, in turn with the others and with the control beside it. None
    /// where servers are measured one after the other.
    #[serde(default)]
    pub slices: Span,
    /// The same at a planned rate, where the cost of a request differs more from slice to slice. None: as in a closed loop.
    #[serde(default)]
    pub planned_slices: Option<Span>,
    /// The candidate that is the control between servers that take turns. None: the lab's own choice.
    #[serde(default)]
    pub control: Option<String>,
    /// Load before the window or the slices, which is not counted.
    pub warmup: Span,
    /// What is measured of a trial.
    pub window: Span,
    /// The same at a planned rate, which sends fewer requests than a closed loop. None: as in a closed loop.
    #[serde(default)]
    pub planned_window: Option<Span>,
    /// How long an answer may take.
    #[serde(default = "timeout")]
    pub timeout: Span,
    /// The loads: every combination of what each of them lists.
    pub load: Vec<Loads>,
}

fn timeout() -> Span {
    Span(std::time::Duration::from_secs(10))
}

fn echo() -> Vec<Operation> {
    vec![Operation::Echo]
}

/// Loads that differ in one or more parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loads {
    /// Connections: the users of a closed loop; what an open loop has at hand.
    pub connections: Vec<usize>,
    /// What becomes of a connection after an answer.
    #[serde(default = "keep_alive")]
    pub close: Vec<Closing>,
    /// Requests due a second, whatever the server does. None: a closed loop, as fast as the connections go.
    #[serde(default)]
    pub rate_per_s: Vec<f64>,
    /// Cores of the server.
    #[serde(default = "one_core")]
    pub server_cores: Vec<ServerCores>,
    /// Where server and generator run.
    #[serde(default = "apart")]
    pub placement: Vec<Placement>,
    /// Generators that load the server together, each with an equal share.
    #[serde(default = "one")]
    pub generators: Vec<usize>,
    /// What becomes of cores that have nothing to do.
    #[serde(default = "let_be")]
    pub idle: Vec<Idle>,
    /// Who calls, in the rpc lab.
    #[serde(default = "own")]
    pub client: Vec<CalledBy>,
    /// How a request's body goes over HTTP, in the rpc lab.
    #[serde(default = "whole")]
    pub transfer: Vec<Transfer>,
}

fn keep_alive() -> Vec<Closing> {
    vec![Closing::KeepAlive]
}

fn one_core() -> Vec<ServerCores> {
    vec![ServerCores::Count(1)]
}

fn apart() -> Vec<Placement> {
    vec![Placement::Apart]
}

fn one() -> Vec<usize> {
    vec![1]
}

fn let_be() -> Vec<Idle> {
    vec![Idle::LetBe]
}

fn own() -> Vec<CalledBy> {
    vec![CalledBy::Own]
}

fn whole() -> Vec<Transfer> {
    vec![Transfer::Whole]
}

impl Serving {
    /// What makes no load; none if all is well.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        Some(if self.trials == 0 {
            "trials must be at least 1"
        } else if self.window.0.is_zero() || self.planned_window.is_some_and(|window| window.0.is_zero()) {
            "a window must last longer than 0"
        } else if self.planned_slices.is_some() && self.slices.0.is_zero() {
            "planned_slices are for servers that take turns, which slices says"
        } else if self.at_most == Some(0) {
            "at_most must be at least 1"
        } else if self.operations.is_empty() {
            "there is no operation"
        } else if self.loads().is_empty() {
            "there is no load"
        } else if self.loads().iter().any(|load| !is_sound(load)) {
            "connections, generators and cores of a load must be at least 1, connections at least as many as \
             generators, rates above 0"
        } else {
            return None;
        })
    }

    /// Whether it says something that has a meaning for calls only.
    pub(crate) fn says_how_to_call(&self) -> bool {
        let of_calls = |load: &ServerLoad| (load.client, load.transfer) != (CalledBy::Own, Transfer::Whole);
        self.operations != echo() || !self.stamped.0.is_zero() || self.loads().iter().any(of_calls)
    }

    /// How long each server is loaded in slices.
    pub fn slices_of(&self, load: &ServerLoad) -> Span {
        self.planned_slices.filter(|_| load.rate_per_s.is_some()).unwrap_or(self.slices)
    }

    /// How long the window is.
    pub fn window_of(&self, load: &ServerLoad) -> Span {
        self.planned_window.filter(|_| load.rate_per_s.is_some()).unwrap_or(self.window)
    }

    /// Every load, in the order of the suite.
    pub fn loads(&self) -> Vec<ServerLoad> {
        self.load.iter().flat_map(Loads::combinations).collect()
    }
}

impl Loads {
    fn combinations(&self) -> Vec<ServerLoad> {
        let rates: Vec<Option<f64>> =
            if self.rate_per_s.is_empty() { vec![None] } else { self.rate_per_s.iter().copied().map(Some).collect() };
        let mut loads = vec![];
        for &connections in &self.connections {
            let usual = ServerLoad::of_connections(connections);
            loads.extend(self.close.iter().map(|&close| ServerLoad { close, ..usual }));
        }
        loads = each(loads, &rates, |load, &rate_per_s| ServerLoad { rate_per_s, ..load });
        loads = each(loads, &self.server_cores, |load, &server_cores| ServerLoad { server_cores, ..load });
        loads = each(loads, &self.placement, |load, &placement| ServerLoad { placement, ..load });
        loads = each(loads, &self.generators, |load, &generators| ServerLoad { generators, ..load });
        loads = each(loads, &self.idle, |load, &idle| ServerLoad { idle, ..load });
        loads = each(loads, &self.client, |load, &client| ServerLoad { client, ..load });
        each(loads, &self.transfer, |load, &transfer| ServerLoad { transfer, ..load })
    }
}

/// Every load with every one of `values`.
fn each<T>(loads: Vec<ServerLoad>, values: &[T], with: impl Fn(ServerLoad, &T) -> ServerLoad) -> Vec<ServerLoad> {
    loads.into_iter().flat_map(|load| values.iter().map(|value| with(load, value)).collect::<Vec<_>>()).collect()
}

fn is_sound(load: &ServerLoad) -> bool {
    let rate = load.rate_per_s.is_none_or(|rate| rate > 0.0 && rate <= 1e9);
    rate && load.generators > 0 && load.connections >= load.generators && load.server_cores != ServerCores::Count(0)
}

#[cfg(test)]
mod tests {
    use crate::part::part;
    use wirecost_catalog::Suite;

    const SUITE: &str = r#"
[http]
budget = "15s"
trials = 3
messages = ["hello"]
candidates = ["hyper"]
warmup = "100ms"
window = "400ms"
[[http.load]]
connections = [30, 100]
close = ["keep-alive", "fin"]
server_cores = [1, "all"]
[[http.load]]
connections = [10]
rate_per_s = [2000]
"#;

    #[test]
    fn both_words_for_a_reset_mean_the_same_and_one_is_printed() {
        let parameters = |word: &str| -> Vec<_> {
            let suite = Suite::parse("s", "s.toml", &SUITE.replace("\"fin\"", word)).unwrap();
            part("http", &suite).unwrap().unwrap().loads().iter().flat_map(|load| load.http_parameters()).collect()
        };
        assert_eq!(parameters("\"rst\""), parameters("\"reset\""));
        assert!(parameters("\"rst\"").contains(&("close", "reset".into())));
    }

    #[test]
    fn loads_are_every_combination() {
        let suite = Suite::parse("s", "s.toml", SUITE).unwrap();
        let loads = part("http", &suite).unwrap().unwrap().loads();
        assert_eq!(loads.len(), 2 * 2 * 2 + 1);
        let all = loads[1].http_parameters();
        assert_eq!(all[3], ("server_cores", "all".into()));
        let last: Vec<String> =
            loads[8].http_parameters().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(
            last.join(" "),
            "connections=10 close=keep-alive schedule=2000/s server_cores=1 placement=apart generators=1 idle=let-be"
        );
    }

    #[test]
    fn slices_and_windows_at_a_planned_rate_may_last_longer() {
        let lasts = |said: &str| {
            let suite =
                Suite::parse("s", "s.toml", &SUITE.replace("window = ", &format!("{said}\nwindow = "))).unwrap();
            let serving = part("http", &suite).unwrap().unwrap();
            let loads = serving.loads();
            let spans = |load| [serving.slices_of(load), serving.window_of(load)].map(|span| span.0.as_millis());
            [&loads[0], &loads[8]].map(spans)
        };
        assert_eq!(lasts("slices = \"200ms\""), [[200, 400], [200, 400]]);
        let planned = "slices = \"200ms\"\nplanned_slices = \"500ms\"\nplanned_window = \"1s\"";
        assert_eq!(lasts(planned), [[200, 400], [500, 1000]]);
    }

    #[test]
    fn options_that_make_no_load_are_refused() {
        for (sound, broken, said) in [
            ("trials = 3", "trials = 0", "trials"),
            ("window = \"400ms\"", "window = \"0s\"", "window"),
            ("connections = [10]", "connections = [0]", "connections"),
            ("rate_per_s = [2000]", "rate_per_s = [0]", "rates"),
            ("server_cores = [1, \"all\"]", "server_cores = [0]", "cores"),
            ("server_cores = [1, \"all\"]", "server_cores = [\"most\"]", "server_cores"),
            ("candidates = [\"hyper\"]", "candidates = [\"hyper\"]\nat_most = 0", "at_most"),
            ("rate_per_s = [2000]", "rate = [2000]", "rate"),
            ("trials = 3", "trials = 3\nplanned_slices = \"1s\"", "planned_slices"),
        ] {
            let suite = Suite::parse("s", "s.toml", &SUITE.replace(sound, broken)).unwrap();
            let error = part("http", &suite).unwrap_err().to_string();
            assert!(error.starts_with("s.toml") && error.contains(said), "{broken}: {error}");
        }
    }
}
