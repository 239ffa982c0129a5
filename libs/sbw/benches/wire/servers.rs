//! The other ends, each a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use sbw::SessionKey;
use sbw::block::Block;
use sbw::broker::{Broker, Options};
use sbw::message::Frame;
use sbw::module::{Methods, Module};

use crate::peers::{greet, open};

/// A started server. It ends when this is dropped, or this process.
pub struct Server {
    child: Child,
    _stdin: Option<ChildStdin>,
    pub address: SocketAddr,
    said: String,
}

impl Server {
    /// Starts this program in a role and reads what it says: an address, then a key or an id.
    pub fn start(role: &[&str]) -> Self {
        Self::of(&std::env::current_exe().expect("this program has a path"), role)
    }

    /// As [`Server::start`], of another build of this program.
    pub fn of(program: &Path, role: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.arg("serve").args(role).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("this program can be started");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line of text");
        let (address, said) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let address = address.parse().expect("an address");
        Server { _stdin: child.stdin.take(), child, address, said: said.to_owned() }
    }

    pub fn key_text(&self) -> &str {
        &self.said
    }

    pub fn key(&self) -> SessionKey {
        SessionKey::from_bytes(self.said.clone()).expect("the key it said")
    }

    pub fn id(&self) -> i32 {
        self.said.parse().expect("the id it said")
    }

    /// CPU time of all its threads.
    pub fn cpu(&self) -> Duration {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it runs");
        let nanoseconds = tasks.filter_map(|task| {
            let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(nanoseconds.sum())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn say(address: SocketAddr, more: &str) {
    println!("{address} {more}");
}

fn listen() -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    say(listener.local_addr().expect("a bound socket"), "");
    listener
}

/// Works in a role for ever.
pub fn serve(role: &[String]) -> sbw::Result<()> {
    let role: Vec<&str> = role.iter().map(String::as_str).collect();
    match role.as_slice() {
        ["echo"] => {
            for stream in listen().incoming().flatten() {
                std::thread::spawn(move || echo(stream));
            }
        }
        ["relay", to] => {
            for stream in listen().incoming().flatten() {
                relay(stream, open(to.parse().expect("an address")));
            }
        }
        ["direct"] => {
            let server = sbw::direct::Server::start([127, 0, 0, 1].into(), vec![Box::new(service()?)])?;
            say(server.address(), &String::from_utf8_lossy(server.key().bytes()));
            loop {
                std::thread::park();
            }
        }
        ["broker"] => {
            let broker = Broker::bind(Options::private())?;
            say(broker.address(), &String::from_utf8_lossy(broker.key().bytes()));
            broker.run()?;
        }
        ["module", address, key] => {
            let address = address.parse().expect("an address");
            let builder = Module::builder("module").service(service()?).workers(0);
            let module = builder.connect(address, &SessionKey::from_bytes(*key)?)?;
            say(address, &module.id().to_string());
            module.wait();
        }
        ["streams", address, key] => {
            crate::crowd::stream_for_ever(address.parse().expect("an address"), key)?;
        }
        ["raw-module", address, key] => raw_module(address.parse().expect("an address"), key)?,
        other => panic!("no such role: {other:?}"),
    }
    Ok(())
}

fn service() -> sbw::Result<Methods> {
    Methods::new("echo").method("void empty()", "", |_| Ok(Block::new()))?.method(
        "double[] echo(double[] doubles)",
        "",
        |call| {
            let (doubles,): (Vec<f64>,) = call.arguments()?;
            call.answer(&(doubles,))
        },
    )
}

/// Sends each message back once it is whole.
fn echo(mut stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    let mut buffer = vec![0; 64 * 1024];
    let mut filled = 0;
    loop {
        match stream.read(&mut buffer[filled..]) {
            Ok(count) if count > 0 => filled += count,
            _ => return,
        }
        let size = u32::from_le_bytes([buffer[0], buffer[1], buffer[2], buffer[3]]) as usize;
        buffer.resize(size.max(64 * 1024), 0);
        if filled == size {
            let _ = stream.write_all(&buffer[..size]);
            filled = 0;
        }
    }
}

/// Passes bytes both ways, each on a thread.
fn relay(one: TcpStream, other: TcpStream) {
    let _ = one.set_nodelay(true);
    let pairs = [(one.try_clone().expect("a socket"), other.try_clone().expect("a socket")), (other, one)];
    for (mut from, mut to) in pairs {
        std::thread::spawn(move || {
            let mut buffer = vec![0; 256 * 1024];
            while let Ok(count) = from.read(&mut buffer) {
                if count == 0 || to.write_all(&buffer[..count]).is_err() {
                    return;
                }
            }
        });
    }
}

/// Answers every call with an empty reply, all that came in one read in one write, without looking at more than it
/// needs.
fn raw_module(address: SocketAddr, key: &str) -> sbw::Result<()> {
    let mut stream = open(address);
    let id = greet(&mut stream, &SessionKey::from_bytes(key)?);
    say(address, &id.to_string());
    let mut buffer = vec![0; 64 * 1024];
    let mut filled = 0;
    loop {
        let count = stream.read(&mut buffer[filled..]).unwrap_or(0);
        if count == 0 {
            return Ok(());
        }
        filled += count;
        let (mut at, mut answers) = (0, Vec::new());
        while filled - at >= 4 {
            let word = |offset: usize| {
                i32::from_le_bytes([
                    buffer[at + offset],
                    buffer[at + offset + 1],
                    buffer[at + offset + 2],
                    buffer[at + offset + 3],
                ])
            };
            let size = word(0) as usize;
            if filled - at < size {
                break;
            }
            // Notices are sends and get no answer.
            if buffer[at + 8] == 2 {
                let reply = Frame::reply(sbw::message::ModuleId(word(13)), word(9), Block::new())?;
                answers.extend_from_slice(reply.bytes());
            }
            at += size;
        }
        buffer.copy_within(at..filled, 0);
        filled -= at;
        if !answers.is_empty() && stream.write_all(&answers).is_err() {
            return Ok(());
        }
    }
}
