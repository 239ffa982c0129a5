//! Hostile servers of RESP and of memcached's text protocol.

use crate::{Act, Case, any_request, case, check};
use wirecost_load::Login;
use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::resp::Resp;

fn closes(texts: &[&str], allowed: &'static [&'static str]) -> Vec<Case> {
    texts.iter().map(|text| case(format!("{text:?}"), Act::Close(text.as_bytes().to_vec()), allowed)).collect()
}

fn flood(name: &str, first: &str, again: &str, allowed: &'static [&'static str]) -> Case {
    case(name, Act::Flood(first.as_bytes().to_vec(), again.as_bytes().to_vec()), allowed)
}

#[test]
fn resp() {
    let malformed = [
        "x\r\n",
        "\r\n",
        "+OK\n",
        ":x\r\n",
        "$x\r\n",
        "$-2\r\n",
        "$1\r\nabc\r\n",
        "*-2\r\n",
        "_x\r\n",
        "HTTP/1.1 200 OK\r\n",
    ];
    let cut = [
        "",
        "$",
        "$3",
        "$3\r",
        "$3\r\n",
        "$3\r\nab",
        "$3\r\nabc",
        "$3\r\nabc\r",
        "*2\r\n$1\r\na\r\n",
        "*9999999999\r\n",
    ];
    let mut cases = closes(&malformed, &["wrong"]);
    cases.extend(closes(&cut, &["closed"]));
    cases.extend(closes(&["$-1\r\n", "*-1\r\n", "_\r\n", "*0\r\n"], &["miss"]));
    cases.extend(closes(&["-ERR\r\n", "-\r\n", "!3\r\nERR\r\n", "*2\r\n-a\r\n+b\r\n"], &["status"]));
    cases.push(flood("endless line", "+", "x", &["wrong"]));
    cases.push(flood("endless string", "$999999999999\r\n", "x", &["timeout"]));
    cases.push(flood("endless list", "*999999999999\r\n", ":1\r\n", &["timeout"]));
    cases.push(flood("endless depth", "", "*1\r\n", &["timeout", "closed"]));
    cases.push(flood("endless errors", "*999999999999\r\n", "-ERR\r\n", &["timeout"]));
    check(&cases, any_request, &Resp::new(vec![Resp::command(&["GET", "k"])], 1), |_| {});
}

#[test]
fn memcached() {
    let malformed =
        ["x\r\n", "\r\n", "STORED\n", "VALUE k 0\r\n", "VALUE k 0 x\r\n", "VALUE k 0 -1\r\n", "VALUE k 0 1\r\nabc\r\n"];
    let cut = [
        "",
        "E",
        "END",
        "END\r",
        "VALUE k 0 3\r\n",
        "VALUE k 0 3\r\nabc",
        "VALUE k 0 3\r\nabc\r\n",
        "VALUE k 0 3\r\nabc\r\nEN",
    ];
    let mut cases = closes(&malformed, &["wrong"]);
    cases.extend(closes(&cut, &["closed"]));
    cases.extend(closes(&["END\r\n", "NOT_FOUND\r\n", "NOT_STORED\r\n", "EXISTS\r\n"], &["miss"]));
    cases.extend(closes(&["ERROR\r\n", "CLIENT_ERROR x\r\n", "SERVER_ERROR\r\n"], &["status"]));
    cases.push(flood("endless line", "", "x", &["wrong"]));
    cases.push(flood("endless value", "VALUE k 0 1073741824\r\n", "x", &["timeout", "wrong"]));
    cases.push(flood("endless values", "", "VALUE k 0 1\r\nx\r\n", &["timeout", "closed"]));
    check(&cases, any_request, &Memcached::new(vec![Memcached::get("k")], 1), |_| {});
}

/// A server that is asked who it speaks with, and answers anything at all.
#[test]
fn logins() {
    let mut cases = closes(&["", "+", "-ERR\r\n", "x\r\n", "STORED\r\n", "\0\0\0\n"], &["connect", "closed"]);
    cases.push(flood("endless line", "", "x", &["connect", "closed"]));
    cases.push(case("silence", Act::Hold(Vec::new()), &["timeout", "connect", "closed"]));
    let protocol = Resp::new(vec![Resp::command(&["GET", "k"])], 1);
    check(&cases, any_request, &protocol, |options| options.target.login = Some(Login::redis(None, "pw")));
}
