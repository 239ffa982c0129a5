//! The page of a comparison: what it must say of runs that differ.

mod generated;

use wirecost_model::{CaseDocument, MessageDigest, RunDocument};
use wirecost_report::html::Medium;
use wirecost_report::html::comparison::{Compared, render};
use wirecost_verdict::gate;

fn of(earlier: &[RunDocument], later: &RunDocument) -> String {
    let outcome = gate::runs(earlier, later, 0.03, |_| false);
    render(&Compared { earlier, later, outcome: &outcome }, Medium::File)
}

fn runs() -> (Vec<RunDocument>, RunDocument) {
    let earlier = (1..=3).map(|number| generated::run(1, 12, number)).collect();
    (earlier, generated::changed(generated::run(1, 12, 4)))
}

#[test]
fn the_answer_comes_first_and_names_the_case_that_changed_most() {
    let (earlier, later) = runs();
    let html = of(&earlier, &later);
    let answers = html.split_once("id=\"answers\"").unwrap().1.split("</section>").next().unwrap();
    assert!(
        answers.contains("slower by more than the bound") && answers.contains("Slowed down most: codec/"),
        "{answers}"
    );
    assert!(answers.contains("have another size now: candidate-0 echo-float, 300 B to 307 B"), "{answers}");
    assert!(html.find("id=\"answers\"") < html.find("id=\"compared-cases\""));
}

#[test]
fn every_case_has_its_verdict_its_ratio_and_the_band_of_noise() {
    let (earlier, later) = runs();
    let outcome = gate::runs(&earlier, &later, 0.03, |_| false);
    let html = of(&earlier, &later);
    let table = html.split_once("id=\"compared-cases\"").unwrap().1.split("</table>").next().unwrap();
    assert_eq!(table.matches("<tr id=\"case-").count(), outcome.cases.len());
    for case in &outcome.cases {
        let link = format!(">{}</a>", case.key.replace('&', "&amp;"));
        let row = table.split("<tr ").find(|row| row.contains(&link)).unwrap_or_else(|| panic!("{link}: {table}"));
        assert!(row.contains(&format!("{:.3}x", case.comparison.ratio.median)), "{row}");
    }
    assert!(html.contains("are not reported") && table.contains("regressed") && table.contains("inconclusive"));
}

#[test]
fn another_message_of_the_same_name_is_said_and_not_compared() {
    let (earlier, mut later) = runs();
    for case in later.cases.iter_mut().filter(|case| case.message == "echo-float") {
        case.message_digest =
            Some(MessageDigest { sha256: "another".into(), type_sha256: None, ..MessageDigest::default() });
    }
    let html = of(&earlier, &later);
    let reason = "another message has this name now";
    assert!(html.contains(&format!("<li>Not compared: codec/candidate-0/echo-float/decode: {reason}.</li>")), "{html}");
    assert!(!html.contains("candidate-0 echo-float, 300 B"), "no size has changed: {html}");
    let table = html.split_once("id=\"compared-cases\"").unwrap().1.split("</table>").next().unwrap();
    assert!(!table.contains("/echo-float/"), "{table}");
}

#[test]
fn two_runs_are_shown_with_the_doubt_about_them() {
    let (earlier, later) = runs();
    let html = of(&earlier[2..], &later);
    assert!(html.contains("class=\"warning\">Advice only: 1 earlier run"), "{html}");
}

#[test]
fn servers_of_both_runs_share_pictures_and_have_one_verdict() {
    let (earlier, later) = runs();
    let html = of(&earlier[2..], &later);
    let servers = html.split_once("id=\"servers\"").unwrap().1.split("</section>").next().unwrap();
    assert!(servers.contains("server-0, before") && servers.contains("server-0, after"));
    assert!(
        servers.contains("class=\"line s0 dashed\"") && servers.contains("class=\"line s0\""),
        "a colour for a server"
    );
    assert!(servers.contains("Only CPU/request has a verdict"));
    let table = html.split_once("id=\"compared-cases\"").unwrap().1.split("</table>").next().unwrap();
    assert!(table.contains("http/server-0/"), "{table}");
}

#[test]
fn each_of_several_runs_has_a_line_of_its_own() {
    let (earlier, later) = runs();
    let html = of(&earlier, &later);
    let servers = html.split_once("id=\"servers\"").unwrap().1.split("</section>").next().unwrap();
    let legend = servers.split_once("class=\"series\"").unwrap().1.split("</ul>").next().unwrap();
    for run in &earlier[..2] {
        assert!(legend.contains(&format!("server-0, {}", run.run_id)), "{legend}");
    }
    assert!(legend.contains("server-0, before") && legend.contains("server-0, after"), "{legend}");
    let colours: Vec<&str> =
        legend.split("class=\"line ").skip(1).map(|it| it.split(['"', ' ']).next().unwrap()).collect();
    let mut different = colours.clone();
    different.dedup();
    assert_eq!(colours.len(), different.len(), "{legend}");
    // Three servers in four runs are more lines than there are colours.
    assert!(servers.contains("4 more lines have no colour left"), "{servers}");
}

#[test]
fn conditions_that_differ_are_marked() {
    let (earlier, mut later) = runs();
    later.environment.kernel = "7.0".into();
    let html = of(&earlier, &later);
    let conditions = html.split_once("class=\"beside\"").unwrap().1;
    let system = conditions.split("<tr").find(|row| row.contains("kernel 7.0")).unwrap();
    assert!(system.contains("differs") && system.contains("kernel 6.1"), "{system}");
}

#[test]
fn runs_without_common_cases_and_hostile_names_have_a_page() {
    let (earlier, later) = runs();
    let hostile = "<b>\"'&</script><img src=x>";
    let cases: Vec<CaseDocument> =
        later.cases.iter().map(|case| CaseDocument { candidate: hostile.into(), ..case.clone() }).collect();
    let other = RunDocument { cases, run_id: hostile.into(), command: hostile.into(), ..later.clone() };
    for (earlier, later) in [(&earlier[..], &other), (std::slice::from_ref(&other), &other)] {
        let html = of(earlier, later);
        assert!(
            !html.contains("<img") && !html.contains("could not be drawn") && html.matches("</script>").count() == 1
        );
    }
    assert!(of(&earlier, &other).contains("No case could be compared"));
}
