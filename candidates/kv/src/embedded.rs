//! An engine without a server: its operations are called in this process, as `wirecost-kv-protocol` asks for them.

use std::io::BufReader;
use std::net::{TcpListener, TcpStream};

use wirecost_kv_protocol::{Done, Job, Work, receive, send};
use wirecost_load::protocol::store::{Dialect, Operation, Store};
use wirecost_load::{Address, Embedded, Options, Schedule, Target, run_embedded};

use crate::engine::{self, Engine, Failure};
use crate::{Fault, Settings};

/// Carries out the jobs of one caller after the other until the process is ended, with the settings of the environment.
///
/// # Errors
/// If there is no such engine, a variable is missing or broken, the port is taken, or it cannot be opened.
pub fn embed(engine: &str, variant: &str) -> Result<(), Fault> {
    let settings = Settings::from_environment()?;
    let mut engine = engine::open(engine, variant, &settings.folder)?;
    let listener = TcpListener::bind(settings.address)?;
    let mut keeper = Keeper { engine: engine.as_mut(), store: None };
    for stream in listener.incoming() {
        // A caller that goes ends nothing for the next.
        if let Err(error) = keeper.serve(stream?) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

/// An engine, and what is known of what is in it.
struct Keeper<'a> {
    engine: &'a mut dyn Engine,
    store: Option<Store>,
}

impl Keeper<'_> {
    fn serve(&mut self, stream: TcpStream) -> Result<(), wirecost_kv_protocol::Error> {
        stream.set_nodelay(true)?;
        let mut answers = stream.try_clone()?;
        let mut jobs = BufReader::new(stream);
        while let Some(job) = receive::<Job>(&mut jobs)? {
            let done = match job {
                Job::Check { word } => match self.check(&word) {
                    Ok(answer) => Done::Checked(answer),
                    Err(failure) => Done::Failed(failure.to_string()),
                },
                Job::Load(work) => self.load(&work),
            };
            send(&done, &mut answers)?;
        }
        Ok(())
    }

    /// Stores a word and fetches it again, as a server is asked before anything else.
    fn check(&mut self, word: &str) -> Result<Option<String>, Failure> {
        let mut answer = None;
        let mut calls = Calls(&mut *self.engine);
        calls.turn(&[Operation::Set { key: b"who", value: word.as_bytes() }], &mut |_| {})?;
        calls.turn(&[Operation::Get { key: b"who" }], &mut |value| {
            answer = value.map(|value| String::from_utf8_lossy(value).into_owned());
        })?;
        Ok(answer)
    }

    fn load(&mut self, work: &Work) -> Done {
        let Work { among, order, writes, seed, turn, requests, window, .. } = *work;
        // No protocol is spoken.
        let store = self.store.get_or_insert_with(|| work.store(Dialect::Memcached));
        let target = Target::plain("a call in this process", Address::Unix("in-process".into()));
        let options = Options {
            connections: turn,
            duration: window,
            requests,
            warmup: std::time::Duration::ZERO,
            ..Options::new(target, Schedule::closed())
        };
        let asked = store.among(among).then(order, writes, seed);
        match run_embedded(&options, asked, &mut Calls(&mut *self.engine)) {
            Ok(result) => Done::Loaded { load: Box::new(result.load), engine_cpu_ns: result.engine_cpu_ns },
            Err(error) => Done::Failed(error.to_string()),
        }
    }
}

/// Calls of an engine.
struct Calls<'a>(&'a mut dyn Engine);

impl Embedded for Calls<'_> {
    type Fault = Failure;

    fn turn(&mut self, operations: &[Operation<'_>], found: &mut dyn FnMut(Option<&[u8]>)) -> Result<(), Failure> {
        self.0.turn(&mut |batch| {
            for operation in operations {
                match *operation {
                    Operation::Set { key, value } => batch.set(key, value)?,
                    Operation::Get { key } => {
                        if !batch.get(key, &mut |entry| found(Some(entry)))? {
                            found(None);
                        }
                    }
                }
            }
            Ok(())
        })
    }
}
