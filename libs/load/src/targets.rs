//! Files of requests, in the form that vegeta reads.

use std::path::Path;

use crate::address::Url;
use crate::error::Error;
use crate::file::{read_file, read_text};
use crate::protocol::http::{Body, Request, is_token};

/// Requests to one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets {
    /// Where all of them go; the path is the first one's.
    pub url: Url,
    /// In the order of the file.
    pub requests: Vec<Request>,
}

impl Targets {
    /// Reads a file: for each request a line `METHOD URL`, lines `Name: value`, and a line `@FILE` with its content. `#` begins a
    /// comment, and empty lines may stand between requests. Files are found from the folder of this one.
    ///
    /// # Errors
    /// [`Error::File`], [`Error::Targets`] with the line.
    pub fn read(path: &Path) -> Result<Targets, Error> {
        let text = read_text(path).map_err(|source| Error::File { path: path.into(), source })?;
        Self::parse(&text, path.parent().unwrap_or(Path::new(".")))
    }

    /// As [`Targets::read`], of a text whose files are in `folder`.
    ///
    /// # Errors
    /// See [`Targets::read`].
    pub fn parse(text: &str, folder: &Path) -> Result<Targets, Error> {
        let mut targets: Option<Targets> = None;
        let mut within = false;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            let fault = |reason: String| Error::Targets { line: index + 1, reason };
            if line.starts_with('#') {
                continue;
            }
            if line.is_empty() {
                within = false;
                continue;
            }
            match (&mut targets, Line::of(line, within).map_err(fault)?) {
                (None, Line::Request(url, request)) => targets = Some(Targets { url: *url, requests: vec![request] }),
                (Some(targets), Line::Request(url, request)) => targets.add(&url, request).map_err(fault)?,
                (targets, Line::Content(file)) => {
                    let path = folder.join(file);
                    let content = read_file(&path).map_err(|source| Error::File { path, source })?;
                    let last = targets.as_mut().and_then(|targets| targets.requests.last_mut());
                    let body = last.map(|request| std::mem::replace(&mut request.body, Body::Sized(content)));
                    if body.is_some_and(|body| body != Body::Empty) {
                        return Err(fault("a request has one line @FILE".into()));
                    }
                }
                (targets, Line::Header(name, value)) => {
                    let last = targets.as_mut().and_then(|targets| targets.requests.last_mut());
                    last.into_iter().for_each(|request| add_header(request, name, value));
                }
            }
            within = true;
        }
        targets.ok_or_else(|| Error::Targets { line: 1, reason: "there is no request".into() })
    }

    fn add(&mut self, url: &Url, request: Request) -> Result<(), String> {
        if (self.url.scheme, &self.url.address) != (url.scheme, &url.address) {
            return Err("all requests must go to one server".into());
        }
        self.requests.push(request);
        Ok(())
    }
}

/// What a line says.
enum Line<'a> {
    Request(Box<Url>, Request),
    Header(&'a str, &'a str),
    Content(&'a str),
}

impl<'a> Line<'a> {
    /// Reads a line; `within` says that it may belong to the request before it.
    fn of(line: &'a str, within: bool) -> Result<Self, String> {
        if let (true, Some(file)) = (within, line.strip_prefix('@')) {
            return Ok(Self::Content(file));
        }
        let header = line.split_once(':').map(|(name, value)| (name.trim_end(), value.trim()));
        if let (true, Some((name, value))) = (within, header.filter(|(name, _)| is_token(name))) {
            return Ok(Self::Header(name, value));
        }
        // Where no empty line comes before it, a request is known by the capitals of its method.
        let (method, target) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_method = is_token(method) && (!within || method.bytes().all(|byte| byte.is_ascii_uppercase()));
        if !is_method || target.is_empty() {
            return Err(if within {
                "write a header as Name: value, and a request as METHOD URL".into()
            } else {
                "a request begins METHOD URL".into()
            });
        }
        let url = Url::parse(target.trim()).map_err(|error| error.to_string())?;
        let request = Request { method: method.into(), ..url.get() };
        Ok(Self::Request(Box::new(url), request))
    }
}

/// Adds a header; only one that a URL has given is replaced.
fn add_header(request: &mut Request, name: &str, value: &str) {
    let of_url = ["host", "authorization"].into_iter().any(|it| name.eq_ignore_ascii_case(it));
    if of_url {
        request.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
    }
    request.headers.push((name.into(), value.into()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Targets, Error> {
        Targets::parse(text, Path::new("/nowhere"))
    }

    #[test]
    fn requests_with_headers() {
        let text = "# two\nGET http://127.0.0.1:9/a\nX-One: 1\nhost: h\n\n\nDELETE http://127.0.0.1:9/b\n";
        let targets = parse(text).unwrap();
        let bytes: Vec<Vec<u8>> = targets.requests.iter().map(Request::bytes).collect();
        assert_eq!(bytes[0], b"GET /a HTTP/1.1\r\nX-One: 1\r\nhost: h\r\n\r\n");
        assert_eq!(bytes[1], b"DELETE /b HTTP/1.1\r\nhost: 127.0.0.1:9\r\n\r\n");
        assert_eq!(targets.url.authority, "127.0.0.1:9");
    }

    #[test]
    fn requests_need_no_empty_line_between_them() {
        let text = "GET http://127.0.0.1:9/a\nGET http://127.0.0.1:9/b\nCookie: a=1\nCookie: b=2\nHEAD\thttp://127.0.0.1:9/c?d:e\n";
        let bytes: Vec<String> =
            parse(text).unwrap().requests.iter().map(|it| String::from_utf8(it.bytes()).unwrap()).collect();
        let host = "host: 127.0.0.1:9\r\n";
        assert_eq!(bytes[0], format!("GET /a HTTP/1.1\r\n{host}\r\n"));
        assert_eq!(bytes[1], format!("GET /b HTTP/1.1\r\n{host}Cookie: a=1\r\nCookie: b=2\r\n\r\n"));
        assert_eq!(bytes[2], format!("HEAD /c?d:e HTTP/1.1\r\n{host}\r\n"));
        let of_user = parse("GET http://me@127.0.0.1:9/\nAuthorization: Bearer x\n").unwrap();
        assert_eq!(of_user.requests[0].headers[1..], [("Authorization".to_owned(), "Bearer x".to_owned())]);
    }

    #[test]
    fn content_is_given_once() {
        let folder = std::env::temp_dir();
        let file = folder.join(format!("wirecost-targets-{}", std::process::id()));
        std::fs::write(&file, "abc").unwrap();
        let line = format!("@{}\n", file.display());
        let once = parse(&format!("POST http://127.0.0.1:9/\n{line}x: 1\nPOST http://127.0.0.1:9/\n{line}"));
        let twice = parse(&format!("POST http://127.0.0.1:9/\n{line}{line}"));
        std::fs::remove_file(&file).unwrap();
        assert!(once.unwrap().requests.iter().all(|request| request.body == Body::Sized(b"abc".to_vec())));
        assert_eq!(twice.unwrap_err().to_string(), "targets, line 3: a request has one line @FILE");
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(fault("\n\nGET\n"), "targets, line 3: a request begins METHOD URL");
        let neither = "targets, line 2: write a header as Name: value, and a request as METHOD URL";
        for line in ["x", "X-Foo", "get http://127.0.0.1/", "Two words: 1", ": 1", "(x): 1"] {
            assert_eq!(fault(&format!("GET http://127.0.0.1/\n{line}\n")), neither);
        }
        assert!(fault("GET http://127.0.0.1/\nX Foo: 1\n").starts_with("targets, line 2: "));
        assert!(fault("G(T http://127.0.0.1/\n").contains("line 1: a request begins METHOD URL"));
        let two = "GET http://127.0.0.1/\n\nGET http://127.0.0.2/\n";
        assert_eq!(fault(two), "targets, line 3: all requests must go to one server");
        assert_eq!(fault(""), "targets, line 1: there is no request");
        assert!(fault("GET http://127.0.0.1/\n@missing\n").starts_with("/nowhere/missing: "));
    }
}
