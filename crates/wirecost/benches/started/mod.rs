//! Servers that benches start, on a core of their own.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The core of servers.
pub const SERVERS_CORE: &str = "0";
/// The core of what loads them.
pub const OWN_CORE: &str = "1";

/// A process that ends with this.
pub struct Ended(pub Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // One that has ended already needs neither. A killed nginx would leave its workers behind.
        let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&self.0), rustix::process::Signal::TERM);
        let _ = self.0.wait();
    }
}

pub fn on_core(core: &str, program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", core]).arg(program);
    command
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("there is a port").port()
}

pub fn await_port(port: u16) {
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// nginx with one worker and a file of 1 kB.
pub fn nginx(folder: &Path, number: usize) -> (Ended, u16) {
    let (own, port) = (folder.join(format!("nginx-{number}")), free_port());
    std::fs::create_dir_all(&own).expect("it can be written");
    std::fs::write(own.join("x"), "x".repeat(1024)).expect("it can be written");
    let place = own.display();
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let paths: String = paths.iter().map(|path| format!("{path}_temp_path {place}/{path};")).collect();
    let config = format!(
        "worker_processes 1; daemon off; pid {place}/pid; error_log {place}/errors; events {{ worker_connections 4096; }} \
         http {{ access_log off; keepalive_requests 1000000000; {paths} \
         server {{ listen 127.0.0.1:{port}; root {place}; }} }}"
    );
    std::fs::write(own.join("nginx.conf"), config).expect("it can be written");
    let mut command = on_core(SERVERS_CORE, "nginx");
    let child = command.arg("-p").arg(&own).arg("-c").arg(own.join("nginx.conf")).stderr(Stdio::null()).spawn();
    let child = Ended(child.expect("nginx and taskset are there"));
    await_port(port);
    (child, port)
}
