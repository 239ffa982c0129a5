//! The same cases on several machines, side by side.

use serde_json::json;
use wirecost_model::RunDocument;
use wirecost_report::hosts::ByHost;
use wirecost_report::sheet::{Part, Table};

fn run(host: &str, costs: &[(&str, &str, Option<f64>)]) -> RunDocument {
    let case = |(candidate, version, cost): &(&str, &str, Option<f64>)| {
        let estimates =
            cost.map_or(json!({}), |cost| json!({ "cost_ns": { "median": cost, "low": cost, "high": cost } }));
        json!({
            "lab": "codec", "candidate": candidate, "version": version, "language": "rust", "format": "json",
            "message": "m", "operation": "decode", "parameters": { "binding": "typed" }, "estimates": estimates,
            "status": if cost.is_some() { "ok" } else { "skipped" }, "reason": cost.is_none().then_some("no program"),
        })
    };
    let document = json!({
        "schema": "wirecost.run/1", "run_id": format!("run-{host}"), "command": "c", "started": "2026-01-01T00:00:00Z",
        "seed": 1, "verdict_estimate": "cost_ns", "environment": { "cpu": format!("cpu of {host}"), "cores": 2 },
        "hosts": [{ "name": host }], "cases": costs.iter().map(case).collect::<Vec<_>>(),
    });
    serde_json::from_value(document).unwrap()
}

#[test]
fn a_row_has_the_cost_on_each_machine_and_its_ratio_to_the_first() {
    let one = run("a", &[("slow", "1", Some(2_000.0)), ("fast", "1", Some(100.0)), ("absent", "1", None)]);
    let two = run("b", &[("slow", "1", Some(3_000.0)), ("fast", "1", None), ("absent", "1", None)]);
    let table = ByHost::of(&[one, two]);
    assert_eq!(
        table.lines(),
        ["a: cpu of a, 2 cores; no A/A pair; run run-a", "b: cpu of b, 2 cores; no A/A pair; run run-b",]
    );
    let tables = tables(&table);
    assert_eq!(tables.len(), 1);
    let headings: Vec<&str> = tables[0].columns.iter().map(|heading| heading.text.as_str()).collect();
    assert_eq!(headings, ["candidate", "a", "b", "b by a"]);
    assert_eq!(cells(&tables[0]), [["fast", "100 ns", "-", ""], ["slow", "2.00 us", "3.00 us", "1.50x"]]);
    assert_eq!(table.cases[1].reasons, [None, Some("no program".to_owned())]);
}

#[test]
fn versions_that_differ_are_rows_of_their_own() {
    let table = ByHost::of(&[run("a", &[("x", "1.0", Some(10.0))]), run("b", &[("x", "1.1", Some(20.0))])]);
    assert_eq!(cells(&tables(&table)[0]), [["x 1.0", "10.0 ns", "-", ""], ["x 1.1", "-", "20.0 ns", ""]]);
}

fn tables(by_host: &ByHost) -> Vec<Table> {
    let parts = by_host.sheets().into_iter().flat_map(|sheet| sheet.parts);
    let table = |part| match part {
        Part::Table(table) => Some(table),
        _ => None,
    };
    parts.filter_map(table).collect()
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    table.rows.iter().map(|row| row.cells.clone()).collect()
}
