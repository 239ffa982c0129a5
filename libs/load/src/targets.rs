//! Files of requests, in the form that vegeta reads.

use std::path::Path;

use crate::address::Url;
use crate::error::Error;
use crate::protocol::http::{Body, Request};

/// Requests to one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets {
    /// Where all of them go; the path is the first one's.
    pub url: Url,
    /// In the order of the file.
    pub requests: Vec<Request>,
}

impl Targets {
    /// Reads a file: for each request a line `METHOD URL`, lines `Name: value`, a line `@FILE` with its content, and an
    /// empty line; `#` begins a comment. Files are found from the folder of this one.
    ///
    /// # Errors
    /// [`Error::File`], [`Error::Targets`] with the line, [`Error::Target`].
    pub fn read(path: &Path) -> Result<Targets, Error> {
        let text = std::fs::read_to_string(path).map_err(|source| Error::File { path: path.into(), source })?;
        Self::parse(&text, path.parent().unwrap_or(Path::new(".")))
    }

    /// As [`Targets::read`], of a text whose files are in `folder`.
    ///
    /// # Errors
    /// See [`Targets::read`].
    pub fn parse(text: &str, folder: &Path) -> Result<Targets, Error> {
        let mut url: Option<Url> = None;
        let mut requests: Vec<Request> = Vec::new();
        let mut within = false;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            let fault = |reason: &str| Error::Targets { line: index + 1, reason: reason.into() };
            if line.starts_with('#') {
                continue;
            }
            if line.is_empty() {
                within = false;
                continue;
            }
            let (true, Some(request)) = (within, requests.last_mut()) else {
                let (method, target) = line.split_once(' ').ok_or_else(|| fault("a request begins METHOD URL"))?;
                let parsed = Url::parse(target.trim())?;
                let request = Request { method: method.into(), ..Request::get(&parsed.authority, &parsed.path) };
                let first = url.get_or_insert_with(|| parsed.clone());
                if (first.scheme, &first.address) != (parsed.scheme, &parsed.address) {
                    return Err(fault("all requests must go to one server"));
                }
                requests.push(request);
                within = true;
                continue;
            };
            if let Some(file) = line.strip_prefix('@') {
                let path = folder.join(file);
                let content = std::fs::read(&path).map_err(|source| Error::File { path, source })?;
                request.body = Body::Sized(content);
            } else {
                let (name, value) = line.split_once(':').ok_or_else(|| fault("write a header as Name: value"))?;
                request.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name.trim()));
                request.headers.push((name.trim().into(), value.trim().into()));
            }
        }
        let url = url.ok_or_else(|| Error::Targets { line: 1, reason: "there is no request".into() })?;
        Ok(Targets { url, requests })
    }
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
    fn faults_name_their_line() {
        let fault = |text| parse(text).unwrap_err().to_string();
        assert_eq!(fault("\n\nGET\n"), "targets, line 3: a request begins METHOD URL");
        assert_eq!(fault("GET http://127.0.0.1/\nx\n"), "targets, line 2: write a header as Name: value");
        let two = "GET http://127.0.0.1/\n\nGET http://127.0.0.2/\n";
        assert_eq!(fault(two), "targets, line 3: all requests must go to one server");
        assert_eq!(fault(""), "targets, line 1: there is no request");
        assert!(fault("GET http://127.0.0.1/\n@missing\n").starts_with("/nowhere/missing: "));
    }
}
