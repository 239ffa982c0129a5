//! The pages. Each is made anew from the store, in a thread that may wait for it.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use wirecost_model::RunDocument;
use wirecost_report::html::comparison::{self, Compared};
use wirecost_report::html::served::{self, Histories};
use wirecost_report::html::{self, Medium};
use wirecost_report::{csv as tables, markdown as texts};
use wirecost_verdict::gate;

use crate::Shared;
use crate::answer::{Failure, file, page as answer};
use crate::site::Site;

/// A slowdown that counts: as `wirecost compare` has it.
const MAX_SLOWDOWN: f64 = 0.03;

/// The most runs that are compared at once.
const MOST_RUNS: usize = 50;

type Answered<T> = Result<T, Failure>;

/// Does `work` where it may take its time.
pub(crate) async fn apart<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce(&Site) -> Answered<T> + Send + 'static,
) -> Answered<T> {
    let site = Arc::clone(&shared.site);
    tokio::task::spawn_blocking(move || work(&site)).await.unwrap_or(Err(Failure::Broken))
}

/// The values of a name in a query.
fn values(query: &RawQuery, name: &str) -> Vec<String> {
    let pairs = form_urlencoded::parse(query.0.as_deref().unwrap_or_default().as_bytes());
    pairs.filter(|(known, _)| known == name).map(|(_, value)| value.into_owned()).collect()
}

/// All runs, or those that a search leaves, one page at a time.
pub(crate) async fn runs(State(shared): State<Shared>, query: RawQuery) -> Answered<Html<String>> {
    let search = values(&query, "search").join(" ");
    let page = values(&query, "page").pop().unwrap_or_else(|| "1".into());
    let number = page.parse().ok().filter(|number| *number > 0);
    let number: usize = number.ok_or_else(|| Failure::Asked(format!("page={page}: pages are numbered from 1.")))?;
    apart(&shared, move |site| {
        let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
        let list = site.list(&words, number)?;
        if number > list.last() {
            return Err(Failure::Asked(format!("There is no page {number}: the last one is page {}.", list.last())));
        }
        Ok(answer(served::runs(&list, &search, &site.database.display().to_string())))
    })
    .await
}

/// The report of a run.
pub(crate) async fn report(State(shared): State<Shared>, Path(run): Path<String>) -> Answered<Html<String>> {
    apart(&shared, move |site| {
        let (run, past) = site.with_past(&run)?;
        Ok(answer(html::report(&run, &past, Medium::Served)))
    })
    .await
}

/// The report of a run as a file to send to others.
pub(crate) async fn page(State(shared): State<Shared>, Path(run): Path<String>) -> Answered<Response> {
    apart(&shared, move |site| {
        let (run, past) = site.with_past(&run)?;
        Ok(file(html::render(&run, &past), "text/html; charset=utf-8", &run.run_id, "html"))
    })
    .await
}

/// A run in another form: how it is written, its type, and how the name of the file ends.
async fn form(
    shared: Shared,
    run: String,
    write: fn(&RunDocument) -> Answered<String>,
    kind: &'static str,
    ending: &'static str,
) -> Answered<Response> {
    apart(&shared, move |site| {
        let (store, run_id) = site.find(&run)?;
        let run = site.load(&store, &run_id)?;
        Ok(file(write(&run)?, kind, &run.run_id, ending))
    })
    .await
}

/// The document of a run.
pub(crate) async fn json(State(shared): State<Shared>, Path(run): Path<String>) -> Answered<Response> {
    form(shared, run, |run| Ok(serde_json::to_string_pretty(run)?), "application/json", "json").await
}

/// A run as a row for each case.
pub(crate) async fn csv(State(shared): State<Shared>, Path(run): Path<String>) -> Answered<Response> {
    form(shared, run, |run| Ok(tables::render(run)?), "text/csv; charset=utf-8", "csv").await
}

/// A run as tables in a text.
pub(crate) async fn markdown(State(shared): State<Shared>, Path(run): Path<String>) -> Answered<Response> {
    form(shared, run, |run| Ok(texts::render(run)), "text/markdown; charset=utf-8", "md").await
}

/// The runs that a query names, in the order of their time.
fn chosen(site: &Site, names: &[String]) -> Answered<Vec<RunDocument>> {
    if !(2..=MOST_RUNS).contains(&names.len()) {
        return Err(Failure::Asked(format!(
            "Choose from 2 to {MOST_RUNS} runs to compare; {} were chosen.",
            names.len()
        )));
    }
    let mut runs = Vec::new();
    for name in names {
        let (store, run_id) = site.find(name)?;
        if runs.iter().any(|run: &RunDocument| run.run_id == run_id) {
            return Err(Failure::Asked(format!("Run {run_id} was chosen twice.")));
        }
        runs.push(site.load(&store, &run_id)?);
    }
    runs.sort_by(|a, b| a.started.cmp(&b.started).then(a.run_id.cmp(&b.run_id)));
    Ok(runs)
}

/// The page of a comparison, and the identifier of the run in question.
fn compared(site: &Site, names: &[String], place: Medium) -> Answered<(String, String)> {
    let runs = chosen(site, names)?;
    let Some((later, earlier)) = runs.split_last() else { return Err(Failure::Asked("No run was chosen.".into())) };
    let outcome = gate::runs(earlier, later, MAX_SLOWDOWN, |_| false);
    Ok((comparison::render(&Compared { earlier, later, outcome: &outcome }, place), later.run_id.clone()))
}

/// Runs beside each other.
pub(crate) async fn compare(State(shared): State<Shared>, query: RawQuery) -> Answered<Html<String>> {
    let names = values(&query, "run");
    apart(&shared, move |site| Ok(answer(compared(site, &names, Medium::Served)?.0))).await
}

/// The same as a file to send to others.
pub(crate) async fn compare_page(State(shared): State<Shared>, query: RawQuery) -> Answered<Response> {
    let names = values(&query, "run");
    apart(&shared, move |site| {
        let (html, run_id) = compared(site, &names, Medium::File)?;
        Ok(file(html, "text/html; charset=utf-8", &format!("comparison-{run_id}"), "html"))
    })
    .await
}

/// A case over the stored runs, or the cases that a search finds.
pub(crate) async fn history(State(shared): State<Shared>, query: RawQuery) -> Answered<Html<String>> {
    let (case, search) = (values(&query, "case"), values(&query, "search").join(" "));
    apart(&shared, move |site| {
        let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
        let case = case.into_iter().next();
        let (found, runs) = match &case {
            Some(case) => site.histories(|key| key == case)?,
            None => site.histories(|key| words.iter().all(|word| key.to_lowercase().contains(word)))?,
        };
        let asked = case.as_deref().unwrap_or(&search);
        Ok(answer(served::histories(&Histories { asked, is_case: case.is_some(), found: &found, runs })))
    })
    .await
}

/// What there is not.
pub(crate) async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, answer(served::failure("Nothing is here", "No page has this address."))).into_response()
}
