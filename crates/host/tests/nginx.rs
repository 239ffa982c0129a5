//! A real server with workers of its own, where it is installed.

use std::process::Command;
use wirecost_host::{Launch, Nonce, Server};

const CONF: &str = "daemon off; worker_processes 2; pid {dir}/pid; events {}
    http {
        access_log off; client_body_temp_path {dir}/body; proxy_temp_path {dir}/proxy;
        fastcgi_temp_path {dir}/fastcgi; uwsgi_temp_path {dir}/uwsgi; scgi_temp_path {dir}/scgi;
        server { listen 127.0.0.1:{port}; location = /who { return 200 '{nonce}'; } }
    }";

fn nginx() -> Option<Launch> {
    if Command::new("nginx").arg("-v").output().is_err() {
        println!("skipped: nginx is not installed");
        return None;
    }
    let mut launch = Launch::new("nginx", ["-p", "{dir}", "-e", "stderr", "-c", "{dir}/nginx.conf"]);
    launch.files = vec![("nginx.conf".into(), CONF.into())];
    launch.nonce = Some(Nonce { question: "GET /who HTTP/1.0\r\n\r\n".into() });
    Some(launch)
}

#[test]
fn nginx_comes_with_its_workers_and_goes_with_them() {
    let Some(launch) = nginx() else { return };
    let server = Server::start(&launch).unwrap();
    let pid = server.pid();
    // The master listens before its workers are there.
    while server.usage().processes < 3 {
        std::thread::yield_now();
    }
    let children = format!("/proc/{pid}/task/{pid}/children");
    let children = std::fs::read_to_string(children).unwrap_or_default();
    server.stop();
    for pid in children.split_ascii_whitespace().chain([pid.to_string().as_str()]) {
        assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists(), "{pid} is left");
    }
}

#[test]
fn a_broken_configuration_is_said_in_the_servers_words() {
    let Some(mut launch) = nginx() else { return };
    launch.files[0].1 = "no_such_directive;".into();
    let fault = Server::start(&launch).unwrap_err().to_string();
    assert!(fault.contains("unknown directive \"no_such_directive\""), "{fault}");
}
