//! The crawler: feeds of all kinds, servers that behave and that do not.

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::site::{Site, ok, status};
use wirecost_feed_rust::crawl::{Crawled, Crawler, Options, parse};
use wirecost_feed_rust::model::NewSource;
use wirecost_feed_rust::pubsub::Filter;
use wirecost_feed_rust::{Design, EntryId, Node, Pubsub};
use wirecost_kv_rust::engine::open_ordered;

struct Room {
    _folder: tempfile::TempDir,
    service: Arc<Pubsub>,
    crawler: Crawler,
    runtime: tokio::runtime::Runtime,
}

impl Room {
    fn new(options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let engine = open_ordered("sqlite-normal", folder.path()).unwrap();
        let service = Arc::new(Pubsub::new(engine, Design::default()).unwrap());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(service.make_user("anna".into())).unwrap();
        Self { _folder: folder, crawler: Crawler::new(Arc::clone(&service), options), service, runtime }
    }

    fn inside() -> Self {
        Self::new(Options { allows_internal: true, ..Options::default() })
    }

    fn source(&self, url: &str) -> Node {
        let new = NewSource { kind: "feed".into(), title: "a feed".into(), url: url.into() };
        self.runtime.block_on(self.service.make_source(1, new)).unwrap().id
    }

    fn titles(&self, source: Node) -> Vec<String> {
        let page = self.service.profile(source, EntryId::MAX, 100, &Filter::default()).unwrap();
        page.entries.into_iter().map(|entry| entry.title).collect()
    }
}

fn rss(items: &[(&str, &str)]) -> String {
    let item = |(guid, title): &(&str, &str)| format!("<item><guid>{guid}</guid><title>{title}</title></item>");
    let items: String = items.iter().map(item).collect();
    format!("<?xml version='1.0'?><rss version='2.0'><channel><title>t</title>{items}</channel></rss>")
}

#[test]
fn what_is_new_is_published_once_and_changes_change_it() {
    let room = Room::inside();
    let now = Arc::new(std::sync::Mutex::new(rss(&[("2", "second"), ("1", "first")])));
    let served = Arc::clone(&now);
    let site = Site::new(Box::new(move |_, _| ok("", served.lock().unwrap().as_bytes())));
    let source = room.source(&format!("{}/feed", site.url));
    assert_eq!(room.crawler.crawl(source).unwrap(), Crawled::Read { new: 2, updated: 0, refused: 0 });
    assert_eq!(room.titles(source), ["second", "first"]);
    assert_eq!(room.crawler.crawl(source).unwrap(), Crawled::Read { new: 0, updated: 0, refused: 0 });
    *now.lock().unwrap() = rss(&[("3", "third"), ("2", "second, corrected")]);
    assert_eq!(room.crawler.crawl(source).unwrap(), Crawled::Read { new: 1, updated: 1, refused: 0 });
    assert_eq!(room.titles(source), ["third", "second, corrected", "first"]);
}

#[test]
fn a_server_is_asked_whether_anything_is_new() {
    let room = Room::inside();
    let site = Site::new(Box::new(|_, lines| {
        let has = |field: &str| lines.iter().any(|line| line.eq_ignore_ascii_case(field));
        if has("if-none-match: \"v1\"") && has("if-modified-since: Fri, 03 Apr 2009 07:46:28 GMT") {
            return status("304 Not Modified", "");
        }
        ok("etag: \"v1\"\r\nlast-modified: Fri, 03 Apr 2009 07:46:28 GMT\r\n", rss(&[("1", "first")]).as_bytes())
    }));
    let source = room.source(&site.url);
    assert!(matches!(room.crawler.crawl(source).unwrap(), Crawled::Read { new: 1, .. }));
    assert_eq!(room.crawler.crawl(source).unwrap(), Crawled::Same);
    assert_eq!(site.requests.lock().unwrap().len(), 2);
}

#[test]
fn a_feed_that_is_gone_is_asked_for_no_more_and_one_that_fails_later() {
    let room = Room::new(Options { allows_internal: true, host_pause: Duration::ZERO, ..Options::default() });
    let site = Site::new(Box::new(|path, _| match path {
        "/gone" => status("410 Gone", ""),
        "/broken" => ok("", b"<html>no feed</html>"),
        _ => status("503 Service Unavailable", "retry-after: 100000\r\n"),
    }));
    let gone = room.source(&format!("{}/gone", site.url));
    assert_eq!(room.crawler.crawl(gone).unwrap(), Crawled::Gone);
    for path in ["broken", "busy"] {
        let source = room.source(&format!("{}/{path}", site.url));
        let error = room.crawler.crawl(source).unwrap_err().to_string();
        assert!(error.contains(if path == "busy" { "503" } else { "it is no RSS" }), "{error}");
    }
    // None of them is due, so a crawler that looks for what is finds nothing to ask for.
    let stop = std::sync::atomic::AtomicBool::new(false);
    let before = site.requests.lock().unwrap().len();
    std::thread::scope(|scope| {
        scope.spawn(|| room.crawler.run(&stop, &|failure| panic!("{failure}")));
        let good = Site::new(Box::new(|_, _| ok("", rss(&[("1", "first")]).as_bytes())));
        let source = room.source(&good.url);
        while room.titles(source).is_empty() {
            std::thread::sleep(Duration::from_millis(20));
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(site.requests.lock().unwrap().len(), before);
}

#[test]
fn addresses_inside_are_refused_also_behind_names_and_redirects() {
    let site = Site::new(Box::new(|_, _| ok("", rss(&[("1", "secret")]).as_bytes())));
    let port = site.url.rsplit(':').next().unwrap().to_owned();
    let room = Room::new(Options::default());
    for url in [
        site.url.clone(),
        format!("http://localhost:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://0:{port}/"),
    ] {
        let source = room.source(&url);
        let error = room.crawler.crawl(source).unwrap_err().to_string();
        assert!(error.contains("not public") || error.contains("host not found"), "{url}: {error}");
    }
    assert!(site.requests.lock().unwrap().is_empty(), "it was connected to");
}

#[test]
fn redirects_are_followed_and_not_for_ever() {
    let room = Room::inside();
    let site = Site::new(Box::new(|path, _| match path {
        "/moved" => status("301 Moved Permanently", "location: /feed\r\n"),
        "/round" => status("302 Found", "location: /round\r\n"),
        "/file" => status("302 Found", "location: file:///etc/passwd\r\n"),
        _ => ok("", rss(&[("1", "first")]).as_bytes()),
    }));
    let source = room.source(&format!("{}/moved", site.url));
    assert!(matches!(room.crawler.crawl(source).unwrap(), Crawled::Read { new: 1, .. }));
    let source = room.source(&format!("{}/round", site.url));
    assert!(room.crawler.crawl(source).is_err());
    // A file of this machine is none of the web: if anything is asked for, it is this path of the same site.
    let source = room.source(&format!("{}/file", site.url));
    if room.crawler.crawl(source).is_ok() {
        assert_eq!(room.titles(source), ["first"]);
    }
    assert!(site.requests.lock().unwrap().len() < 12);
}

#[test]
fn large_feeds_are_read_to_a_bound_and_no_further() {
    let items: Vec<(String, String)> =
        (0..40_000).map(|at| (format!("item {at}"), format!("title {at} {}", "x".repeat(80)))).collect();
    let items: Vec<(&str, &str)> = items.iter().map(|(guid, title)| (guid.as_str(), title.as_str())).collect();
    let large = rss(&items);
    assert!(large.len() > 5_000_000 && large.len() < 8_000_000, "{}", large.len());
    let parsed = parse(large.as_bytes(), "https://example.org/").unwrap();
    assert_eq!((parsed.entries.len(), parsed.entries[499].resource.as_str()), (500, "item 0"));
    let longer = format!("{large}{large}");
    assert!(parse(longer.as_bytes(), "https://example.org/").is_err());
    let room = Room::inside();
    // Without a length, so that the crawler has to count.
    let site = Site::new(Box::new(move |_, _| [b"HTTP/1.1 200 OK\r\n\r\n", longer.as_bytes()].concat()));
    let error = room.crawler.crawl(room.source(&site.url)).unwrap_err().to_string();
    assert!(error.contains("8388608") || error.contains("limit"), "{error}");
}

#[test]
fn bombs_of_entities_depth_and_compression_do_no_harm() {
    let mut bomb = "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a0 'ha'>".to_owned();
    for at in 1..40 {
        bomb += &format!("<!ENTITY a{at} '&a{0};&a{0};&a{0};&a{0};'>", at - 1);
    }
    bomb +=
        "]><rss version='2.0'><channel><title>t</title><item><guid>1</guid><title>&a39;</title></item></channel></rss>";
    if let Ok(parsed) = parse(bomb.as_bytes(), "https://example.org/") {
        assert!(parsed.entries.iter().all(|entry| entry.title.len() < 100), "{parsed:?}");
    }
    let outside = "<!DOCTYPE rss [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><rss version='2.0'><channel>\
        <item><guid>1</guid><title>&x;</title></item></channel></rss>";
    if let Ok(parsed) = parse(outside.as_bytes(), "https://example.org/") {
        assert!(!format!("{parsed:?}").contains("root:"), "{parsed:?}");
    }
    for deep in ["<rss version='2.0'><channel>".to_owned() + &"<a>".repeat(500_000), "[".repeat(1_000_000)] {
        assert!(parse(deep.as_bytes(), "https://example.org/").unwrap_err().to_string().contains("in each other"));
    }
    // 20 MB of spaces in 20 kB.
    let mut packed = Vec::new();
    let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &vec![b' '; 20 << 20]).unwrap();
    encoder.finish().unwrap();
    let room = Room::inside();
    let site = Site::new(Box::new(move |_, _| ok("content-encoding: gzip\r\n", &packed)));
    let error = room.crawler.crawl(room.source(&site.url)).unwrap_err().to_string();
    assert!(error.contains("8388608"), "{error}");
}

#[test]
fn scripts_in_titles_and_summaries_do_not_survive() {
    let room = Room::inside();
    let feed = rss(&[("1", "&lt;script&gt;alert(1)&lt;/script&gt;Hello <![CDATA[<b>w</b>]]>")]).replace(
        "</title></item>",
        "</title><link>javascript:alert(1)</link><description>&lt;img src=x onerror=alert(1)&gt;text</description></item>",
    );
    let site = Site::new(Box::new(move |_, _| ok("", feed.as_bytes())));
    let source = room.source(&site.url);
    room.crawler.crawl(source).unwrap();
    let entry = &room.service.profile(source, EntryId::MAX, 1, &Filter::default()).unwrap().entries[0];
    assert_eq!((entry.title.as_str(), entry.url.as_str()), ("Hello w", ""));
    assert_eq!(entry.summary, "<img src=\"x\">text");
}

/// What feedparser's users call right of each feed of ../shared/data/feeds: its title, how many entries, and what the first is called.
const FEEDS: &[Told] = &[
    Told("atom-media-youtube.xml", "PBS Space Time", 1, "Navigating with Quantum Entanglement"),
    Told("atom-spec.xml", "Example Feed", 1, "Atom-Powered Robots Run Amok"),
    Told("jsonfeed-spec.json", "JSON Feed", 1, "Announcing JSON Feed"),
    Told("rss091-spec.xml", "WriteTheWeb", 2, "Giving the world a pluggable Gnutella"),
    Told("rss10-rdf-iso8859.xml", "Golem.de", 1, "Digitalministerium: Neue Glasfaserförderung mit Schnellkasse"),
    Told("rss10-rdf-spec.xml", "Meerkat", 1, "XML: A Disruptive Technology"),
    Told("rss20-cloudflare.xml", "The Cloudflare Blog", 1, "Privacy-Preserving Compromised Credential Checking"),
    Told("rss20-podcast-nightvale.xml", "Welcome to Night Vale", 1, "221 - The Glow Cloud, Explained"),
    Told("rss20-spec.xml", "Scripting News", 2, ""),
    // An empty line before the declaration; an entity that is not declared; an end tag that does not end.
    Told(
        "malformed-atom-late-xmldecl.xml",
        "Scattered Thoughts",
        1,
        "0042: consulting lessons, there are no strings on me, buttondown, focus goof, jsfuck, 1ml",
    ),
    Told(
        "malformed-rss20-undefined-entity.xml",
        "DB-Engines.com Blog",
        1,
        "Snowflake is the DBMS of the Year 2022, defending the title from last year",
    ),
    Told("malformed-rss20-unclosed-end-tag.xml", "", 1, ""),
];

/// A file; the title of the feed in it, how many entries that has, and the title of the newest or last.
struct Told(&'static str, &'static str, usize, &'static str);

#[test]
fn feeds_of_the_web_say_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/feeds");
    if !folder.exists() {
        println!("skipped: there are no feeds in {}", folder.display());
        return;
    }
    let read = |name: &str| parse(&std::fs::read(folder.join(name)).unwrap(), "https://example.org/");
    for Told(name, title, entries, first) in FEEDS {
        let parsed = read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((parsed.title.as_str(), parsed.entries.len()), (*title, *entries), "{name}");
        assert!(parsed.entries.iter().any(|entry| entry.title == *first), "{name}: {parsed:?}");
    }
    assert_eq!(read("malformed-rss20-unclosed-end-tag.xml").unwrap().entries[0].url, "http://link/get?a=1&b=2");
    assert_eq!(read("atom-media-youtube.xml").unwrap().entries[0].media, "video");
    // It was cut off before its first entry: there is nothing to publish, and the crawler comes again.
    assert!(read("malformed-rss20-truncated.xml").unwrap_err().to_string().contains("it is no RSS"));
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, FEEDS.len() + 1, "each file has its line here");
}
