//! The service as a process of its own, and a client that speaks to it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

pub struct Server {
    process: Child,
    pub url: String,
}

impl Server {
    /// Starts a service on a folder; these words are added to its command.
    pub fn start(folder: &Path, words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wirecost-feed-rust"));
        command.args(["feed-server", "--data"]).arg(folder).args(words).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().nth(2).unwrap_or_else(|| panic!("it did not start: {line:?}"));
        let url = format!("http://{address}");
        Self { process, url }
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Ends it at once, as `kill -9` does.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// What came back: the status, the media type, the bytes.
pub struct Reply {
    pub status: u16,
    pub media_type: String,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

#[derive(Clone)]
pub struct Client {
    pub agent: ureq::Agent,
    pub url: String,
    pub token: String,
}

impl Client {
    /// A client without a token.
    pub fn new(server: &Server) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build();
        Self { agent: config.into(), url: server.url.clone(), token: String::new() }
    }

    /// The operator.
    pub fn operator(server: &Server, folder: &Path) -> Self {
        let secret = std::fs::read_to_string(folder.join("operator.secret")).unwrap();
        Self::new(server).signed_in("operator", secret.trim(), "")
    }

    /// The same client with a token for what these credentials stand for.
    pub fn signed_in(&self, client: &str, secret: &str, scope: &str) -> Self {
        let form = format!("grant_type=client_credentials&client_id={client}&client_secret={secret}&scope={scope}");
        let reply = self.send(
            "POST",
            "/oauth/token",
            &[("content-type", "application/x-www-form-urlencoded")],
            form.as_bytes(),
        );
        assert_eq!(reply.status, 200, "{}", reply.text());
        Self { token: reply.json()["access_token"].as_str().unwrap().to_owned(), ..self.clone() }
    }

    /// A new user, by the operator.
    pub fn make_user(&self, name: &str) -> (u32, Self) {
        let reply = self.json("POST", "/v1/users", &format!(r#"{{"name": "{name}"}}"#));
        assert_eq!(reply.status, 201, "{}", reply.text());
        let made = reply.json();
        let text = |field: &str| made[field].as_str().unwrap().to_owned();
        (made["id"].as_u64().unwrap() as u32, self.signed_in(&text("client_id"), &text("client_secret"), ""))
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        self.try_send(method, path, headers, body).unwrap()
    }

    /// As `send`; an error if the connection breaks.
    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Reply, ureq::Error> {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = self.agent.run(request.body(body).unwrap())?;
        let media_type = response.headers().get("content-type").map(|it| it.to_str().unwrap().to_owned());
        let status = response.status().as_u16();
        let mut bytes = Vec::new();
        response.body_mut().as_reader().read_to_end(&mut bytes)?;
        Ok(Reply { status, media_type: media_type.unwrap_or_default(), bytes })
    }

    pub fn json(&self, method: &str, path: &str, body: &str) -> Reply {
        self.send(method, path, &[("content-type", "application/json")], body.as_bytes())
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }
}
