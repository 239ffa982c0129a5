//! Each view over HTTP, from a database with runs that were generated.

#[path = "../../report/tests/generated/mod.rs"]
mod generated;

use std::path::Path;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt as _;
use tokio::sync::watch;
use tower::ServiceExt as _;
use wirecost_model::{CaseDocument, EstimateId, MessageDigest, RecordedRun, RunDocument};
use wirecost_store::Store;
use wirecost_web::{Hosts, Site, router};

/// A site of its own.
struct Served {
    folder: tempfile::TempDir,
    ends: watch::Sender<bool>,
}

impl Served {
    /// With these runs.
    fn new(runs: &[RunDocument]) -> Self {
        let served = Self { folder: tempfile::tempdir().unwrap(), ends: watch::channel(false).0 };
        if !runs.is_empty() {
            let mut store = served.store();
            runs.iter().for_each(|run| store.insert(run, "{}").unwrap());
        }
        served
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn store(&self) -> Store {
        Store::open(&self.path("runs.db")).unwrap()
    }

    fn router(&self) -> axum::Router {
        let site =
            Site { database: self.path("runs.db"), lock: self.path("lock"), conclude: RecordedRun::into_document };
        router(site, Hosts::new("127.0.0.1:4750".parse().unwrap(), &[]), self.ends.subscribe())
    }

    async fn respond(&self, path: &str, host: &str) -> Response {
        self.router().oneshot(request(path, host)).await.unwrap()
    }

    /// The status and the text of an answer.
    async fn get(&self, path: &str) -> (StatusCode, String) {
        let response = self.respond(path, "localhost:4750").await;
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(bytes.to_vec()).unwrap())
    }

    async fn ok(&self, path: &str) -> String {
        let (status, text) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {text}");
        text
    }
}

fn request(path: &str, host: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, host).body(Body::empty()).unwrap()
}

fn runs(numbers: std::ops::RangeInclusive<u64>) -> Vec<RunDocument> {
    numbers.map(|number| RunDocument { ended: Some("later".into()), ..generated::run(1, 5, number) }).collect()
}

#[tokio::test]
async fn without_a_database_the_list_says_what_makes_one() {
    let served = Served::new(&[]);
    assert!(served.ok("/").await.contains("wirecost run"));
    let (status, text) = served.get("/runs/latest").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(text.contains("there is no database") && text.contains("All runs"), "{text}");
    assert!(!served.path("runs.db").exists(), "showing makes nothing");
}

#[tokio::test]
async fn the_list_shows_every_run_with_its_state_and_a_search_leaves_some() {
    let mut runs = runs(1..=3);
    runs[0].command = "wirecost run --message <order>.json".into();
    runs[2].ended = None;
    let served = Served::new(&runs);
    let all = served.ok("/").await;
    for run in &runs {
        assert!(all.contains(&format!("href=\"/runs/{}\"", run.run_id)), "{}", run.run_id);
    }
    assert!(all.contains("not finished") && all.contains("&lt;order&gt;.json") && !all.contains("<order>"), "{all}");
    let found = served.ok("/?search=ORDER+json").await;
    assert!(found.contains(&runs[0].run_id) && !found.contains(&runs[1].run_id) && found.contains("1 of 3 runs"));
    assert!(served.ok("/?search=%3Cscript%3E").await.contains("No run has all of these words"));
}

#[tokio::test]
async fn the_list_comes_in_pages_that_a_query_makes() {
    let mut runs = runs(1..=60);
    runs.iter_mut().enumerate().for_each(|(number, run)| {
        run.cases.truncate(1);
        run.run_id = format!("r{number:03}");
        run.command = format!("wirecost run {}", if number < 55 { "a=b" } else { "other" });
    });
    let served = Served::new(&runs);
    let rows = |page: &str| page.matches("name=\"run\"").count();
    let (first, second) = (served.ok("/").await, served.ok("/?page=2").await);
    assert_eq!((rows(&first), rows(&second)), (50, 10));
    assert!(
        first.contains("1 to 50 of 60 runs") && first.contains("href=\"/?page=2\"") && !first.contains("rel=\"prev\"")
    );
    assert!(
        second.contains("51 to 60 of 60 runs")
            && second.contains("href=\"/?page=1\"")
            && !second.contains("rel=\"next\"")
    );
    let found = served.ok("/?search=A%3DB&page=2").await;
    assert!(rows(&found) == 5 && found.contains("51 to 55 of 55 that were found, of 60 runs"), "{found}");
    assert!(found.contains("href=\"/?search=A=B&amp;page=1\""), "{found}");
    for (page, said) in [("0", "numbered from 1"), ("x", "numbered from 1"), ("3", "the last one is page 2")] {
        let (status, text) = served.get(&format!("/?page={page}")).await;
        assert!(status == StatusCode::BAD_REQUEST && text.contains(said), "{text}");
    }
}

#[tokio::test]
async fn only_so_many_follow_a_run_and_who_leaves_makes_room() {
    let mut runs = runs(1..=1);
    runs[0].ended = None;
    let served = Served::new(&runs);
    let router = served.router();
    let events = || router.clone().oneshot(request("/runs/latest/events", "localhost"));
    let mut open = Vec::new();
    for _ in 0..16 {
        open.push(events().await.unwrap());
    }
    assert!(open.iter().all(|answer| answer.status() == StatusCode::OK));
    assert_eq!(events().await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
    drop(open.pop());
    assert_eq!(events().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn who_waits_for_the_same_page_gets_the_same_and_it_is_no_older_than_the_request() {
    let runs = runs(1..=2);
    let served = Served::new(&runs[..1]);
    let router = served.router();
    let list = || async {
        router.clone().oneshot(request("/", "localhost")).await.unwrap().into_body().collect().await.unwrap().to_bytes()
    };
    let (one, other) = tokio::join!(list(), list());
    assert!(one == other && std::str::from_utf8(&one).unwrap().contains("1 of 1 runs"));
    served.store().insert(&runs[1], "{}").unwrap();
    assert!(std::str::from_utf8(&list().await).unwrap().contains("2 of 2 runs"));
}

#[tokio::test]
async fn a_run_is_running_while_its_process_holds_the_lock() {
    let mut runs = runs(1..=1);
    runs[0].ended = None;
    let served = Served::new(&runs);
    std::fs::write(served.path("lock"), &runs[0].run_id).unwrap();
    let holder = std::fs::File::open(served.path("lock")).unwrap();
    assert!(served.ok("/").await.contains("not finished"));
    holder.lock().unwrap();
    let page = served.ok("/").await;
    assert!(page.contains("running") && !page.contains("not finished"), "{page}");
}

#[tokio::test]
async fn a_report_is_that_of_the_file_with_ways_to_the_other_pages() {
    let runs = runs(1..=3);
    let served = Served::new(&runs);
    let report = served.ok(&format!("/runs/{}", runs[2].run_id)).await;
    for part in [
        "What does a message cost?",
        "All runs",
        "id=\"all-cases\"",
        "/history?case=codec/candidate-0/echo-float/decode",
    ] {
        assert!(report.contains(part), "{part}");
    }
    assert_eq!(report, served.ok("/runs/latest").await, "names stand for runs as they do on the command line");
    let (status, text) = served.get("/runs/nothing").await;
    assert!(status == StatusCode::NOT_FOUND && text.contains("no run &quot;nothing&quot;"), "{text}");
}

#[tokio::test]
async fn a_run_is_shared_as_a_file_that_needs_no_server() {
    let runs = runs(1..=2);
    let served = Served::new(&runs);
    let of = |form: &str| format!("/runs/{}/{form}", runs[1].run_id);
    let response = served.respond(&of("page"), "localhost").await;
    let name = response.headers()[header::CONTENT_DISPOSITION].to_str().unwrap().to_owned();
    assert_eq!(name, format!("attachment; filename=\"wirecost-{}.html\"", runs[1].run_id));
    let page = served.ok(&of("page")).await;
    assert!(page.contains("What does a message cost?") && !page.contains("href=\"/"), "it leads nowhere else");
    let json: RunDocument = serde_json::from_str(&served.ok(&of("json")).await).unwrap();
    assert_eq!(json.cases.len(), runs[1].cases.len());
    assert!(served.ok(&of("csv")).await.lines().count() > runs[1].cases.len());
    assert!(served.ok(&of("markdown")).await.starts_with(&format!("# {}", runs[1].run_id)));
}

#[tokio::test]
async fn any_runs_are_compared_in_the_order_of_their_time() {
    let mut runs: Vec<RunDocument> = (1..=4).map(|number| generated::run(1, 20, number)).collect();
    runs[3] = generated::changed(runs[3].clone());
    let served = Served::new(&runs);
    let ids: Vec<&str> = runs.iter().map(|run| run.run_id.as_str()).collect();
    let page = served.ok(&format!("/compare?run={}&run={}&run={}&run={}", ids[3], ids[0], ids[2], ids[1])).await;
    assert!(page.contains(&format!("wirecost {} against {}, {}, {}<", ids[3], ids[0], ids[1], ids[2])));
    assert!(page.contains("slower by more than the bound") && page.contains("id=\"servers\""));
    assert!(page.contains("href=\"/compare/page?run=") && page.contains(&format!("href=\"/runs/{}\"", ids[0])));
    let file = served.ok(&format!("/compare/page?run={}&run={}", ids[0], ids[1])).await;
    assert!(file.contains("What changed?") && !file.contains("href=\"/"));
    for (query, said) in
        [("", "Choose from 2"), ("?run=latest", "Choose from 2"), ("?run=latest&run=latest", "chosen twice")]
    {
        let (status, text) = served.get(&format!("/compare{query}")).await;
        assert!(status == StatusCode::BAD_REQUEST && text.contains(said), "{query}: {text}");
    }
}

#[tokio::test]
async fn a_case_is_followed_over_runs_and_its_change_is_said() {
    let mut runs = runs(1..=12);
    for run in &mut runs[6..] {
        for trial in run.cases[1].trials.iter_mut() {
            trial.estimates.values_mut().for_each(|value| *value *= 1.5);
        }
    }
    let key = runs[0].cases[1].key();
    let served = Served::new(&runs);
    let page = served.ok(&format!("/history?case={key}")).await;
    assert!(page.contains("slower</b> since run <a href=\"/runs/20260102-030407-abcd\">"), "{page}");
    assert!(page.contains(&format!("<h1>{key}</h1>")) && page.contains("/compare?run=20260102-030406-abcd&amp;run="));
    let steady = served.ok(&format!("/history?case={}", runs[0].cases[4].key())).await;
    assert!(steady.contains("No change is shown over 12 runs"), "{steady}");
    let found = served.ok("/history?search=candidate-0+encode").await;
    assert!(
        found.contains("1 case in the latest 12 runs") && found.contains(&format!("href=\"/history?case={key}\"")),
        "{found}"
    );
    assert!(served.ok("/history?case=no/such/case/here").await.contains("No case of the latest 12 runs"));
}

#[tokio::test]
async fn a_line_joins_neither_two_kinds_of_figures_nor_two_messages() {
    let mut runs = runs(1..=4);
    for trial in &mut runs[1].cases[1].trials {
        trial.estimates.insert(EstimateId::Instructions, 5e6);
    }
    runs[3].cases[1].message_digest =
        Some(MessageDigest { sha256: "another".into(), type_sha256: None, ..MessageDigest::default() });
    let (key, served) = (runs[0].cases[1].key(), Served::new(&runs));
    let page = served.ok(&format!("/history?case={key}")).await;
    assert_eq!(page.matches("class=\"timeline\"").count(), 3, "{page}");
    for apart in ["instructions", "cpu_ns, message echo-flo", "cpu_ns, message another"] {
        assert!(page.contains(&format!("<h2>{key} ({apart})</h2>")), "{apart}: {page}");
    }
}

/// The next event of a stream.
async fn event(body: &mut Body) -> Option<String> {
    let frame = body.frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().ok()?.to_vec()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_watched_while_it_is_measured_until_its_end() {
    let mut run = generated::run(1, 3, 1);
    let trials: Vec<_> = run.cases[0].trials.drain(..).collect();
    let served = Served::new(std::slice::from_ref(&run));
    let page = served.ok(&format!("/runs/{}/live", run.run_id)).await;
    assert!(page.contains(&format!("data-events=\"/runs/{}/events\"", run.run_id)), "{page}");
    let response = served.respond(&format!("/runs/{}/events", run.run_id), "localhost").await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    let mut body = response.into_body();
    let first = event(&mut body).await.unwrap();
    assert!(first.starts_with("event: progress\n") && first.contains("0 of 6</span>"), "{first}");
    let mut store = served.store();
    store.add_trial(&run.run_id, &run.cases[0].key(), 0, &trials[0], &[]).unwrap();
    let second = event(&mut body).await.unwrap();
    assert!(second.contains("1 of 6</span>") && second.contains("Latest trials"), "{second}");
    run.ended = Some("2026-01-01T00:00:00Z".into());
    store.update_run(&run).unwrap();
    assert!(event(&mut body).await.unwrap().starts_with("event: done\n"));
    assert_eq!(event(&mut body).await, None, "the stream ends");
}

/// The run says the fewest of its labs; a run of an earlier release says nothing else.
#[tokio::test]
async fn a_case_is_complete_when_it_has_the_trials_that_it_was_to_have() {
    let mut run = generated::run(1, 2, 1);
    run.ended = None;
    let trial = run.cases[0].trials[0].clone();
    for case in &mut run.cases {
        case.trials = vec![trial.clone(); 6];
        case.trials_planned = 10;
    }
    let served = Served::new(std::slice::from_ref(&run));
    let page = served.ok(&format!("/runs/{}/live", run.run_id)).await;
    let cases = served.store().progress(&run.run_id).unwrap();
    let open = cases.iter().filter(|case| case.is_open).count();
    assert!(open > 0 && cases.iter().all(|case| case.planned == Some(10)), "{cases:?}");
    assert!(page.contains(&format!("value=\"{}\" max=\"{}\"", 6 * open, 10 * open)), "{page}");
    let cases = run.cases.clone().into_iter().map(|case| CaseDocument { trials_planned: 0, ..case }).collect();
    served.store().insert(&RunDocument { cases, run_id: "earlier".into(), ..run }, "{}").unwrap();
    let page = served.ok("/runs/earlier/live").await;
    assert!(page.contains(&format!("value=\"{}\" max=\"{}\"", 6 * open, 6 * open)), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_the_server() {
    let run = generated::run(1, 1, 1);
    let served = Served::new(std::slice::from_ref(&run));
    let mut body = served.respond(&format!("/runs/{}/events", run.run_id), "localhost").await.into_body();
    assert!(event(&mut body).await.is_some());
    served.ends.send(true).unwrap();
    assert_eq!(event(&mut body).await, None);
}

#[tokio::test]
async fn another_host_is_refused_on_every_path() {
    let runs = runs(1..=1);
    let served = Served::new(&runs);
    for path in ["/", "/runs/latest", "/runs/latest/json", "/runs/latest/events", "/nothing"] {
        let response = served.respond(path, "evil.example:4750").await;
        assert_eq!(response.status(), StatusCode::MISDIRECTED_REQUEST, "{path}");
        assert!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
        let text = response.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(text.contains("--allow-host") && !text.contains(&runs[0].run_id), "{text}");
    }
}

#[tokio::test]
async fn every_answer_has_rules_for_the_browser_and_nothing_is_taken_but_get() {
    let served = Served::new(&runs(1..=1));
    for path in ["/", "/runs/latest", "/runs/latest/json", "/nothing"] {
        let response = served.respond(path, "localhost").await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
    }
    assert_eq!(served.get("/nothing").await.0, StatusCode::NOT_FOUND);
    let site =
        Site { database: served.path("runs.db"), lock: served.path("lock"), conclude: RecordedRun::into_document };
    let hosts = Hosts::new("127.0.0.1:1".parse().unwrap(), &[]);
    let request = Request::post("/runs/latest").header(header::HOST, "localhost").body(Body::empty()).unwrap();
    let response = router(site, hosts, served.ends.subscribe()).oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
}

/// The store is where it was said to be.
#[tokio::test]
async fn a_database_that_is_none_is_told_of() {
    let served = Served::new(&[]);
    std::fs::write(served.path("runs.db"), "no database at all, but long enough to be looked at").unwrap();
    let (status, text) = served.get("/").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(text.contains("not a wirecost database"), "{text}");
    assert!(Path::new(&served.path("runs.db")).exists());
}
