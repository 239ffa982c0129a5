//! HTTP requests as the options make them.

use std::path::Path;

use anyhow::{Context as _, bail};
use wirecost_load::Scheme;
use wirecost_load::protocol::http::{Body, Http, Request};
use wirecost_load::protocol::http2::Http2;

use super::{CloseArg, LoadArgs};

/// Refuses options that the protocol has no use for.
pub fn check_scheme(args: &LoadArgs, scheme: Scheme) -> anyhow::Result<()> {
    let of_http = [
        ("--method", args.method.is_some()),
        ("--header", !args.header.is_empty()),
        ("--body", args.body.is_some()),
        ("--data", args.data.is_some()),
        ("--content-type", args.content_type.is_some()),
        ("--expect", args.expect.is_some()),
        ("--expect-body", args.expect_body.is_some()),
        ("--targets", args.targets.is_some()),
        ("--http2", args.http2),
    ];
    let of_stores = [
        ("--set", args.set.is_some()),
        ("--fill", args.fill.is_some()),
        ("--keys", args.store.keys.is_some()),
        ("--user", args.user.is_some()),
    ];
    let (others, what) = match scheme {
        Scheme::Http | Scheme::Https => (&of_stores[..], "redis and memcached"),
        Scheme::Redis | Scheme::Memcached => (&of_http[..], "http"),
    };
    match others.iter().find(|(_, given)| *given) {
        Some((option, _)) => bail!("{option} is for {what}"),
        None => Ok(()),
    }
}

/// The requests as the options make them.
pub fn with_options(args: &LoadArgs, mut requests: Vec<Request>) -> anyhow::Result<Vec<Request>> {
    let content = match (&args.body, &args.data) {
        (Some(file), _) => Some(read(file)?),
        (None, data) => data.clone().map(String::into_bytes),
    };
    let mut headers = args.header.clone();
    headers.extend(args.content_type.iter().map(|kind| ("content-type".into(), kind.clone())));
    let says_so = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("connection"));
    if args.close() != CloseArg::KeepAlive && !says_so {
        headers.push(("connection".into(), "close".into()));
    }
    for request in &mut requests {
        // A file of targets says itself what its requests are, where it does.
        if let (Some(content), Body::Empty) = (&content, &request.body) {
            request.body = Body::Sized(content.clone());
            if args.targets.is_none() {
                request.method = "POST".into();
            }
        }
        if let Some(method) = &args.method {
            request.method.clone_from(method);
        }
        request.headers.retain(|(name, _)| !headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        request.headers.extend(headers.iter().cloned());
        request.check()?;
    }
    Ok(requests)
}

pub fn http(args: &LoadArgs, requests: Vec<Request>) -> anyhow::Result<Http> {
    let requests = with_options(args, requests)?;
    let mut http = Http::new(&requests, args.keyspace);
    if let Some(status) = args.expect {
        http = http.expect_status(status);
    }
    if let Some(file) = &args.expect_body {
        http = http.expect_content(read(file)?);
    }
    Ok(http)
}

pub fn http2(args: &LoadArgs, requests: &[Request]) -> anyhow::Result<Http2> {
    let mut http2 = Http2::new(requests);
    if let Some(status) = args.expect {
        http2 = http2.expect_status(status);
    }
    if let Some(file) = &args.expect_body {
        http2 = http2.expect_content(read(file)?);
    }
    Ok(http2)
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    wirecost_load::read_file(file).with_context(|| file.display().to_string())
}
