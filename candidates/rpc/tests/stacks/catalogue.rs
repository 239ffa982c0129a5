//! The stacks as their folders describe them, and a server of each: in this process, or, where it is another program's, in
//! one of its own.

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

/// A variant of a stack.
pub struct Subject {
    pub name: String,
    pub variant: String,
    /// The program and arguments that start its server, where that is not the stack's.
    program: Option<Vec<String>>,
    pub stack: Stack,
    pub types: Vec<String>,
    pub operations: Vec<Operation>,
    pub is_floor: bool,
}

impl Subject {
    /// Every variant of every folder with a `candidate.toml`.
    pub fn all() -> Vec<Self> {
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
        let words = |of: &toml::Table, key: &str| -> Option<Vec<String>> {
            Some(of.get(key)?.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect())
        };
        let client = file["client"].as_table().unwrap();
        let start = words(file["start"].as_table().unwrap(), "command").unwrap();
        let command = words(client, "command").unwrap();
        assert_eq!(
            command[..2],
            ["{own}", "rpc-client"],
            "{name}: a client that is another program is not tested here"
        );
        let asked = words(client, "operations").unwrap_or_else(|| vec!["echo".into(), "count".into()]);
        let operations = asked.iter().map(|word| if word == "count" { Operation::Count } else { Operation::Echo });
        let operations: Vec<Operation> = operations.collect();
        let floors = words(&file, "floors").unwrap_or_default();
        let variants = words(&file, "variants").unwrap_or_else(|| vec![String::new()]);
        let variant = |variant: String| Self {
            name: format!("{name} {variant}").trim().to_owned(),
            is_floor: floors.contains(&variant),
            program: (start[0] != "{own}").then(|| {
                let put_in =
                    |word: &String| word.replace("{folder}", folder.to_str().unwrap()).replace("{variant}", &variant);
                start.iter().map(put_in).collect()
            }),
            variant,
            stack: stack(&command[2]).unwrap(),
            types: words(client, "types").unwrap(),
            operations: operations.clone(),
        };
        variants.into_iter().map(variant).collect()
    }

    /// A server of it, on a thread that ends with the process or in a process that ends with the server.
    pub fn start(&self) -> Server<'_> {
        let (reserved, address) = reserve_port();
        let folder = tempfile::tempdir().unwrap();
        let child = match &self.program {
            Some(words) => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]).env("WIRECOST_PORT", address.port().to_string());
                command.env("WIRECOST_FOLDER", folder.path()).env("WIRECOST_CORES", "1");
                // It says what it thinks of hostile octets.
                Some(command.stderr(Stdio::null()).spawn().unwrap())
            }
            None => {
                self.serve(address, folder.path());
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

    fn serve(&self, address: SocketAddr, folder: &Path) {
        let serving = Serving {
            address,
            variant: self.variant.clone(),
            folder: folder.to_owned(),
            cores: 1,
            phases: Box::leak(Box::default()),
        };
        let (serve, name) = (self.stack.serve, self.name.clone());
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
    /// What a client of it is told.
    pub fn calling(&self, message_type: &str, operation: Operation, value: &Value) -> Calling {
        let mut message = Vec::new();
        encoding::encode(value, &mut message).unwrap();
        Calling {
            ability: None,
            address: self.address,
            folder: self.folder.path().to_owned(),
            variant: self.subject.variant.clone(),
            message_type: message_type.to_owned(),
            message_octets: message.len(),
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
        }
    }

    /// A client.
    pub fn connect(&self, calling: &Calling) -> Result<Box<dyn Client>, Fault> {
        (self.subject.stack.connect)(calling)
    }
}
