//! Load by wirecost's own generators.

use crate::serving::Closing;
use wirecost_host::Server;
use wirecost_load::{Address, Close, Error, LoadResult, Options, Protocol, Rendezvous, Schedule, Target, merge};

use crate::Reason;
use crate::trial::Trial;
use crate::used::Used;

/// How far the start of the window may be from the instant from which the server was watched, as a share of the window.
const SHIFT: f64 = 0.05;

impl Trial<'_> {
    /// Loads the server from every generator, and reads what it used in the window.
    ///
    /// # Errors
    /// If a generator cannot work.
    pub fn load_from_generators<P: Protocol>(
        &self,
        server: &Server,
        protocol: P,
    ) -> Result<(LoadResult, Used), Reason> {
        let generators = self.load.generators;
        let warmup_ns = self.warmup.as_nanos() as u64;
        let rendezvous = Rendezvous::new(generators);
        let (results, used) = std::thread::scope(|scope| {
            let generators: Vec<_> = (0..generators)
                .map(|index| {
                    let (options, protocol) = (self.options(server, index, &rendezvous), protocol.clone());
                    scope.spawn(move || wirecost_load::run(&options, protocol, |_| {}))
                })
                .collect();
            let window_ns = rendezvous.start_unix_ns().map(|start_ns| start_ns + warmup_ns);
            let used = window_ns.map(|start_ns| Used::within(server, None, start_ns, self.window));
            let results: Vec<_> = generators.into_iter().map(|generator| generator.join()).collect();
            (results, used)
        });
        let results = results.into_iter().map(|result| result.map_err(|_| Error::Panicked)?);
        let results = results.collect::<Result<Vec<LoadResult>, Error>>()?;
        let mut result = match results.as_slice() {
            [only] => only.clone(),
            several => merge(several, generators as u64)?,
        };
        let used = used.ok_or("no generator started")?;
        self.judge(&mut result, &used);
        Ok((result, used))
    }

    /// Refuses a result whose server was watched at another time, or that holds nothing.
    pub fn judge(&self, result: &mut LoadResult, used: &Used) {
        let shift_ns = result.started_unix_ns.abs_diff(used.start_unix_ns);
        if shift_ns as f64 > SHIFT * self.window.as_nanos() as f64 {
            result.refuse(&format!("the server was sampled {:.0} ms outside the window", shift_ns as f64 / 1e6));
        }
        if result.sent == 0 {
            result.refuse("no request was sent in the window");
        }
    }

    /// What the generator does when this server has its turn.
    pub(crate) fn options_in_turn(&self, server: &Server) -> Options {
        self.share_of_options(server, 0, None)
    }

    /// What one of the generators does.
    fn options(&self, server: &Server, index: usize, rendezvous: &Rendezvous) -> Options {
        Options { server_pids: server.pids(), ..self.share_of_options(server, index, Some(rendezvous.clone())) }
    }

    fn share_of_options(&self, server: &Server, index: usize, rendezvous: Option<Rendezvous>) -> Options {
        let share = |whole: usize| whole / self.load.generators + usize::from(index < whole % self.load.generators);
        let schedule = match self.load.rate_per_s {
            Some(rate_per_s) => Schedule::constant(rate_per_s / self.load.generators as f64),
            None => Schedule::closed(),
        };
        let target = Target::plain(server.address().to_string(), Address::Tcp(server.address()));
        let connections = share(self.load.connections);
        let core = self.places.generator.get(index % self.places.generator.len().max(1)).copied();
        Options {
            connections,
            max_connections: connections,
            cores: core.into_iter().collect(),
            close: match self.load.close {
                Closing::KeepAlive => Close::KeepAlive,
                Closing::Fin => Close::Fin,
                Closing::Reset => Close::Reset,
            },
            duration: self.window,
            warmup: self.warmup,
            timeout: self.timeout,
            shares_cores: self.places.are_shared(),
            rendezvous,
            ..Options::new(target, schedule)
        }
    }
}
