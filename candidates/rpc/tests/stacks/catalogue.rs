//! The stacks as their folders describe them, and a server of each: in this process, or, where it is another program's, in
//! one of its own. A client that is another program is in `programs.rs`.

use std::net::{SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use wirecost_rpc_rust::call::Client;
use wirecost_rpc_rust::client::{Calling, Transfer};
use wirecost_rpc_rust::messages::{Operation, Value};
use wirecost_rpc_rust::server::Serving;
use wirecost_rpc_rust::{Fault, Stack, stack};
use wirecost_value::encoding;

use crate::common::reserve_port;

/// No wait of a test lasts longer.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A server or a client.
pub enum End {
    /// Of a stack of this crate.
    Stack(Stack),
    /// Another program, with its arguments.
    Program(Vec<String>),
}

impl End {
    /// `words` are `{own}`, a verb, and the name of a stack, or a program.
    fn of(words: &[String], verb: &str, put_in: impl Fn(&String) -> String) -> Self {
        match words {
            [own, said, name, ..] if own == "{own}" => {
                assert_eq!(said, verb);
                Self::Stack(stack(name).unwrap())
            }
            _ => Self::Program(words.iter().map(put_in).collect()),
        }
    }
}

/// A variant of a stack.
pub struct Subject {
    pub name: String,
    pub variant: String,
    server: End,
    pub client: End,
    pub types: Vec<String>,
    pub operations: Vec<Operation>,
    pub is_floor: bool,
}

impl Subject {
    /// Every variant whose client is of this crate.
    pub fn all() -> Vec<Self> {
        Self::every().into_iter().filter(|subject| matches!(subject.client, End::Stack(_))).collect()
    }

    /// Every variant of every folder with a `candidate.toml`, without what is built first: crates/wirecost/tests/one_at_a_time/java_stacks.rs
    /// has those.
    pub fn every() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
        let mut folders: Vec<PathBuf> = folders.filter(|folder| folder.join("candidate.toml").is_file()).collect();
        folders.sort();
        assert!(!folders.is_empty(), "no stack in {}", root.display());
        folders.iter().flat_map(|folder| Self::of(folder)).collect()
    }

    fn of(folder: &Path) -> Vec<Self> {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let file: toml::Table = std::fs::read_to_string(folder.join("candidate.toml")).unwrap().parse().unwrap();
        if file.contains_key("build") {
            return Vec::new();
        }
        let words = |of: &toml::Table, key: &str| -> Option<Vec<String>> {
            Some(of.get(key)?.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect())
        };
        let client = file["client"].as_table().unwrap();
        let start = words(file["start"].as_table().unwrap(), "command").unwrap();
        let command = words(client, "command").unwrap();
        let files = file.get("files_of").map_or(name, |other| other.as_str().unwrap());
        let files = folder.with_file_name(files);
        let asked = words(client, "operations").unwrap_or_else(|| vec!["echo".into(), "count".into()]);
        let operations = asked.iter().map(|word| if word == "count" { Operation::Count } else { Operation::Echo });
        let operations: Vec<Operation> = operations.collect();
        let floors = words(&file, "floors").unwrap_or_default();
        let variants = words(&file, "variants").unwrap_or_else(|| vec![String::new()]);
        let variant = |variant: String| {
            let put_in =
                |word: &String| word.replace("{folder}", files.to_str().unwrap()).replace("{variant}", &variant);
            Self {
                name: format!("{name} {variant}").trim().to_owned(),
                is_floor: floors.contains(&variant),
                server: End::of(&start, "rpc-server", put_in),
                client: End::of(&command, "rpc-client", put_in),
                types: words(client, "types").unwrap(),
                operations: operations.clone(),
                variant,
            }
        };
        variants.into_iter().map(variant).collect()
    }

    /// What connects its client.
    pub fn connect(&self) -> fn(&Calling) -> Result<Box<dyn Client>, Fault> {
        match &self.client {
            End::Stack(stack) => stack.connect,
            End::Program(words) => panic!("the client of {} is another program: {words:?}", self.name),
        }
    }

    /// A server of it, on a thread that ends with the process or in a process that ends with the server.
    pub fn start(&self) -> Server<'_> {
        let (reserved, address) = reserve_port();
        let folder = tempfile::tempdir().unwrap();
        let child = match &self.server {
            End::Program(words) => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]).env("WIRECOST_PORT", address.port().to_string());
                command.env("WIRECOST_FOLDER", folder.path()).env("WIRECOST_CORES", "1");
                // It says what it thinks of hostile bytes.
                Some(command.stderr(Stdio::null()).spawn().unwrap())
            }
            End::Stack(stack) => {
                self.serve(stack, address, folder.path());
                None
            }
        };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < PATIENCE, "{} does not listen", self.name);
            std::thread::yield_now();
        }
        Server { subject: self, address, folder, child, _reserved: reserved }
    }

    fn serve(&self, stack: &Stack, address: SocketAddr, folder: &Path) {
        let serving = Serving {
            address,
            variant: self.variant.clone(),
            folder: folder.to_owned(),
            cores: 1,
            phases: Box::leak(Box::default()),
        };
        let (serve, name) = (stack.serve, self.name.clone());
        std::thread::spawn(move || {
            let ended = serve(&serving);
            eprintln!("the server of {name} ended: {ended:?}");
        });
    }
}

/// A running server.
pub struct Server<'a> {
    pub subject: &'a Subject,
    pub address: SocketAddr,
    folder: TempDir,
    child: Option<Child>,
    _reserved: OwnedFd,
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
}

impl Server<'_> {
    /// What a client of it gets to read.
    pub fn calling(&self, message_type: &str, operation: Operation, value: &Value) -> Calling {
        let mut message = Vec::new();
        encoding::encode(value, &mut message).unwrap();
        Calling {
            ability: None,
            address: self.address,
            folder: self.folder.path().to_owned(),
            variant: self.subject.variant.clone(),
            message_type: message_type.to_owned(),
            message_bytes: message.len(),
            message,
            operation,
            close: false,
            transfer: Transfer::Whole,
            timeout_ms: PATIENCE.as_millis() as u64,
            connections: 1,
            cores: Vec::new(),
            rate_per_s: None,
            warmup_ms: 0,
            window_ms: 0,
            stamped_ms: 0,
            in_turn: false,
        }
    }

    /// A client.
    pub fn connect(&self, calling: &Calling) -> Result<Box<dyn Client>, Fault> {
        (self.subject.connect())(calling)
    }
}
