//! The HTML report: all that it must hold, whatever the run.

mod generated;

use proptest::prelude::*;
use wirecost_model::{
    CaseDocument, EstimateDocument, EstimateId, Lab, Label, LoadDocument, RunDocument, Status, TenthDocument,
    TrialDocument,
};
use wirecost_report::html::render;
use wirecost_verdict::history::histories;

fn of(run: &RunDocument) -> String {
    render(run, &[])
}

#[test]
fn every_case_has_a_row_with_its_status_and_reason() {
    let run = generated::run(2, 9, 1);
    let html = of(&run);
    let table = html.split_once("id=\"all-cases\"").unwrap().1;
    assert_eq!(table.split("</table>").next().unwrap().matches("<tr data-key=").count(), run.cases.len());
    for case in run.cases.iter().filter(|case| !case.candidate.contains('<')) {
        assert!(table.contains(&format!("data-key=\"{}\"", case.key().replace('&', "&amp;"))), "{}", case.key());
    }
    for reason in ["mixed content at line 12", "expected 3600, found 3601", "the generator was saturated"] {
        assert!(table.contains(reason), "{reason}");
    }
    for role in ["control: what measuring itself costs", "the second of the A/A pair"] {
        assert!(table.contains(role), "{role}");
    }
}

#[test]
fn the_page_loads_nothing_from_elsewhere() {
    let runs: Vec<RunDocument> = (1..4).map(|number| generated::run(2, 9, number)).collect();
    let html = render(&runs[2], &histories(&runs, |_| true));
    for asks in ["http:", "https:", "<img", "<script ", "<iframe", "@import", "url(", "fetch("] {
        assert!(!html.contains(asks), "{asks}");
    }
    assert_eq!(html.matches("<link").count(), 1, "the icon alone");
    assert!(html.contains("href=\"data:image/svg+xml"));
}

#[test]
fn text_of_others_is_text() {
    let mut run = generated::run(1, 4, 1);
    let hostile = "<b>\"'&</script><img src=x>";
    for case in &mut run.cases {
        case.message = hostile.into();
        case.version = hostile.into();
        case.lab = Lab::from(hostile.to_owned());
        case.labels = vec![Label::read(hostile)];
    }
    run.suite = hostile.into();
    run.warnings = vec![hostile.into()];
    let runs = [generated::run(1, 4, 1), run.clone()];
    let html = render(&run, &histories(&runs, |_| true));
    assert!(!html.contains("<img") && !html.contains("\"'&<") && html.matches("</script>").count() == 1);
    assert!(html.contains("&lt;b&gt;"));
}

#[test]
fn the_answers_name_the_fastest_its_ties_and_the_smallest() {
    let run = generated::run(1, 40, 1);
    let groups = wirecost_verdict::group::groups(&run);
    let html = of(&run);
    let answers = html.split_once("class=\"answers\"").unwrap().1.split("</table>").next().unwrap();
    assert!(groups.len() > 7);
    for group in &groups {
        let fastest = &group.fastest.unwrap().case.candidate;
        let won = groups.iter().filter_map(|group| group.winner()).filter(|won| won.case.candidate == *fastest).count();
        assert_eq!(answers.matches(&format!("<b>{fastest}</b>")).count(), won, "{fastest}");
        assert!(answers.contains(fastest));
        assert!(group.ties().all(|tie| answers.contains(&wirecost_report::words::name(tie.ranked.case))));
    }
    assert!(groups.iter().any(|group| group.winner().is_some()));
    assert!(groups.iter().any(|group| group.winner().is_none()) && answers.contains("no winner shown"));
    assert!(answers.contains("<b>json</b>"), "{answers}");
}

/// The cells of the table of costs that hold a badge, with their candidates.
fn badges(html: &str) -> Vec<(String, String)> {
    let table = html.split_once("<table class=\"costs\">").unwrap().1.split("</table>").next().unwrap();
    let rows = table.split("<tr").filter(|row| row.contains("class=\"badge"));
    let between =
        |text: &str, from: &str, to: &str| text.split_once(from)?.1.split_once(to).map(|(it, _)| it.to_owned());
    rows.filter_map(|row| Some((between(row, "scope=\"row\">", " ")?, between(row, "class=\"badge ", "\"")?))).collect()
}

/// Three typed cases of one message: `a` too fast to rank, and the costs of all three.
fn typed(costs: [f64; 3], at_floor: bool) -> RunDocument {
    let mut run = generated::run(1, 1, 1);
    let like = run.cases.iter().find(|case| case.lab == Lab::CODEC && case.operation == "decode").unwrap().clone();
    let case = |(name, cost): (&str, f64)| {
        let mut case = CaseDocument { candidate: name.into(), labels: Vec::new(), ..like.clone() };
        for (place, trial) in case.trials.iter_mut().enumerate() {
            trial.estimates.insert(EstimateId::CpuNs, cost * (1.0 + place as f64 / 1000.0));
            trial.estimates.insert(EstimateId::EmptyNs, 1.4);
        }
        wirecost_store::complete(&mut case);
        case
    };
    run.cases = ["a", "b", "c"].into_iter().zip(costs).map(case).collect();
    if at_floor {
        run.cases[0].labels = vec![Label::read("too fast to rank")];
    }
    run
}

#[test]
fn method_31_no_badge_is_above_a_faster_row_and_none_is_won_alone() {
    let html = of(&typed([20.0, 30.0, 40.0], false));
    assert_eq!(badges(&html), [("a".to_owned(), "fastest".to_owned())]);
    let html = of(&typed([4.0, 30.0, 40.0], true));
    assert_eq!(badges(&html), []);
    let answers = html.split_once("class=\"answers\"").unwrap().1.split("</table>").next().unwrap();
    assert!(
        answers.contains("1 too fast to rank (under 14.0 ns): a 1.2.3") && !answers.contains("<b>b</b>"),
        "{answers}"
    );
    assert!(answers.contains("1.33x faster than c 1.2.3"), "{answers}");
    assert!(html.contains("Not in the picture: typed, 1 too fast to rank (under 14.0 ns): a 1.2.3."));
    let mut alone = typed([20.0, 30.0, 40.0], false);
    alone.cases.truncate(1);
    let html = of(&alone);
    assert_eq!(badges(&html), []);
    assert!(html.contains("nothing to compare it with") && !html.contains("<b>a</b>"));
}

/// A run whose equals differ by half claims no difference of a third, neither in the terminal nor on the page.
#[test]
fn method_31_a_difference_below_the_noise_floor_is_claimed_nowhere() {
    let mut run = typed([100.0, 135.0, 140.0], false);
    let said = |run: &RunDocument| {
        let html = of(run);
        let answers = html.split_once("class=\"answers\"").unwrap().1.split("</table>").next().unwrap().to_owned();
        let screen = wirecost_report::terminal::Screen::of(150);
        (answers + &wirecost_report::terminal::render(run, screen), badges(&html))
    };
    let (text, badges) = said(&run);
    assert_eq!(text.matches("faster than").count(), 2, "{text}");
    assert_eq!(badges, [("a".to_owned(), "fastest".to_owned())]);
    let mut twin = run.cases[0].clone();
    twin.parameters.insert("twin".into(), "true".into());
    for (trial, factor) in twin.trials.iter_mut().zip([0.6, 1.6, 0.7, 1.5, 0.65, 1.4]) {
        trial.estimates.insert(EstimateId::CpuNs, 100.0 * factor);
    }
    wirecost_store::complete(&mut twin);
    run.cases.push(twin);
    let (text, badges) = said(&run);
    assert!(!text.contains("faster than") && text.contains("no winner shown"), "{text}");
    assert!(badges.iter().all(|(_, badge)| badge == "undecided"), "{badges:?}");
}

#[test]
fn the_ladder_the_published_figures_and_the_past_are_there_where_they_can_be() {
    let runs: Vec<RunDocument> = (1..4).map(|number| generated::run(2, 9, number)).collect();
    let again = RunDocument { suite: "historical-small-messages".into(), ..runs[2].clone() };
    let html = render(&again, &histories(&runs, |_| true));
    for part in [
        "The ladder of XML",
        "Xerces 1 DOM",
        "550 MHz Pentium III",
        "5.53 ms",
        "by the statistic of that time",
        "3 runs",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let html = render(&runs[2], &histories(&runs, |_| true));
    assert!(
        html.contains("The ladder of XML") && !html.contains("Xerces 1 DOM"),
        "another suite has no figures of then"
    );
    let mut other = runs[0].clone();
    other.cases.retain(|case| case.message != "echo-float");
    let html = of(&other);
    for part in ["The ladder of XML", "Xerces 1 DOM", "id=\"history\""] {
        assert!(!html.contains(part), "{part}");
    }
}

#[test]
fn a_published_figure_is_paired_with_the_same_system_before_a_faster_one() {
    let mut run = RunDocument { suite: "historical-small-messages".into(), ..generated::run(1, 40, 1) };
    let row = |run: &RunDocument| {
        let html = of(run);
        let table = html.split_once("<th scope=\"row\">Xerces 1 DOM</th>").unwrap().1;
        table.split("</tr>").next().unwrap().to_owned()
    };
    assert!(row(&run).contains("lowest median of its kind"));
    let group = wirecost_verdict::group::groups(&run);
    let trees = group.iter().find(|group| group.binding == "tree" && group.operation == "decode").unwrap();
    let slowest = trees.others.last().unwrap().ranked.case.candidate.clone();
    let fastest = trees.fastest.as_ref().unwrap().case.candidate.clone();
    run.cases.iter_mut().filter(|case| case.candidate == slowest).for_each(|case| {
        case.candidate = "xerces-1.4.4-dom".into();
    });
    assert!(row(&run).contains("xerces-1.4.4-dom") && !row(&run).contains("lowest median of its kind"));
    // Another setting of the same parser is not the parser.
    run.cases.iter_mut().filter(|case| case.candidate == fastest).for_each(|case| {
        case.candidate = "xerces-1.4.4-dom-deferred".into();
    });
    assert!(row(&run).contains("xerces-1.4.4-dom ") && !row(&run).contains("deferred"));
}

#[test]
fn servers_stand_apart_from_codecs_each_load_in_a_table_of_its_own() {
    let html = of(&generated::run(1, 9, 1));
    let lab = html.split_once("id=\"lab-http\"").unwrap().1.split("</section>").next().unwrap();
    assert_eq!(lab.matches("<table class=\"costs servers\"").count(), 2);
    assert!(
        lab.contains("get hello: 100 connections") && lab.contains("as fast as they go") && lab.contains("at 1000/s")
    );
    assert!(lab.find("server-0") < lab.find("server-1"), "the highest rate first");
    assert_eq!(lab.matches(">latency p99<").count(), 1, "a closed loop has no latency");
    let answers = html.split_once("class=\"answers\"").unwrap().1.split("</table>").next().unwrap();
    assert!(!answers.contains("hello") && !answers.contains("server-0"));
}

#[test]
fn who_serves_most_waits_least_and_costs_least_comes_before_the_tables() {
    let mut run = generated::run(1, 9, 1);
    let lab = |run: &RunDocument| {
        let html = of(run);
        html.split_once("id=\"lab-http\"").unwrap().1.split("</section>").next().unwrap().to_owned()
    };
    // Three trials show nothing.
    let few = lab(&run);
    assert!(few.contains("too few trials to show a difference") && !few.contains("<dd><b>"), "{few}");
    for case in run.cases.iter_mut().filter(|case| case.lab == Lab::HTTP) {
        case.trials.extend(case.trials.clone());
    }
    let said = lab(&run);
    for leader in ["serves most</dt><dd>server-0 ", "waits least</dt><dd>server-0 "] {
        assert!(said.find(leader) < said.find("<table") && said.contains(leader), "{leader}: {said}");
    }
    // Each load has its own, on demand.
    for leader in ["most answers per second</dt><dd><b>server-0</b>", "lowest p99 of latency</dt><dd><b>server-0</b>"] {
        assert!(said.contains(leader), "{leader}: {said}");
    }
    let glance = said.split_once("class=\"costs leading\"").unwrap().1.split("</table>").next().unwrap();
    assert!(glance.contains("answers/s") && glance.contains("p99 wait") && glance.contains("server-2"), "{glance}");
    assert!(said.contains("least memory</dt><dd><span class=\"tie\">no winner shown"), "all take the same: {said}");
    // Where intervals overlap, nobody wins.
    for case in run.cases.iter_mut().filter(|case| case.lab == Lab::HTTP) {
        for estimate in case.estimates.values_mut() {
            (estimate.low, estimate.high) = (estimate.median * 0.1, estimate.median * 10.0);
        }
    }
    let said = lab(&run);
    let leaders = said.split("<table").next().unwrap();
    assert!(leaders.contains("(tie, from ") && said.contains("no winner shown") && !said.contains("<b>"), "{said}");
}

#[test]
fn failures_of_one_reason_stand_together_and_many_of_them_fold_away() {
    let mut run = generated::run(1, 30, 1);
    for case in run.cases.iter_mut().filter(|case| case.lab == Lab::CODEC).take(20) {
        (case.status, case.reason) = (Status::Failed, Some("its runner ended".into()));
        case.estimates.clear();
    }
    let list = |run: &RunDocument| {
        let html = of(run);
        html.split_once("class=\"unmeasured\"").unwrap().1.split("</details>").next().unwrap().to_owned()
    };
    let few = list(&run);
    assert_eq!(few.matches("its runner ended").count(), 1, "{few}");
    assert!(few.starts_with(" open") && few.contains("of them failed"), "{few}");
    for (index, case) in run.cases.iter_mut().filter(|case| case.status == Status::Failed).enumerate() {
        case.reason = Some(format!("a reason of its own, {index}"));
    }
    assert!(!list(&run).starts_with(" open"), "what is long folds away");
}

#[test]
fn a_load_is_shown_by_quantile_and_through_time_where_it_was_recorded() {
    let mut run = generated::run(1, 9, 1);
    let courses = |run: &RunDocument| {
        let html = of(run);
        let courses =
            html.split("class=\"course\"").skip(1).map(|rest| rest.split("</table>").next().unwrap().to_owned());
        courses.collect::<Vec<_>>()
    };
    let [closed, planned] = &courses(&run)[..] else { panic!("a table for each load") };
    assert_eq!((closed.matches("<svg").count(), planned.matches("<svg").count()), (9, 9), "three for each server");
    assert!(closed.contains(">p99.9<") && closed.contains(">0.4 s<"));
    assert!(of(&run).contains("latency from the planned instant</span><span class=\"key encode\">"));
    for trial in run.cases.iter_mut().flat_map(|case| &mut case.trials) {
        trial.load = None;
    }
    assert_eq!(courses(&run).len(), 0);
}

#[test]
fn published_round_trips_stand_beside_those_of_today() {
    let mut run = RunDocument { suite: "historical-sbw".into(), ..generated::run(1, 9, 1) };
    assert!(!of(&run).contains("thought possible"));
    let mut call = run.cases.iter().find(|case| case.lab == Lab::HTTP).unwrap().clone();
    (call.lab, call.message, call.operation) = (Lab::RPC, "empty".into(), "count".into());
    call.candidate = "xml-rpc-base64".into();
    let of_one_caller = [
        ("connections", "1"),
        ("schedule", "closed"),
        ("placement", "together"),
        ("close", "keep-alive"),
        ("transfer", "whole"),
    ];
    call.parameters = of_one_caller.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    call.estimates.insert(EstimateId::TimeNs, EstimateDocument { median: 24e3, low: 23e3, high: 25e3 });
    run.cases = vec![call];
    let html = of(&run);
    let table = html.split_once("id=\"published\"").unwrap().1.split("</table>").next().unwrap();
    let row = table.split_once("<th scope=\"row\">XML-RPC, arrays as bytes").unwrap().1.split("</tr>").next().unwrap();
    for cell in ["1.20 ms<", "1.10 ms - 900 us", "xml-rpc-base64", "24.0 us", "50.0x"] {
        assert!(row.contains(cell), "{cell}: {row}");
    }
    assert!(table.contains("not in this run"));
    run.cases[0].parameters.insert("placement".into(), "apart".into());
    assert!(!of(&run).contains("thought possible"));
}

#[test]
fn pictures_are_named_and_stay_small() {
    let run = generated::run(5, 40, 1);
    let html = of(&run);
    let pictures = html.matches("<svg").count();
    let of = |role: &str| html.matches(&format!("<svg {role}")).count();
    let named = of("role=\"img\"") + of("role=\"group\" aria-label=");
    assert_eq!(named + of("aria-hidden=\"true\""), pictures);
    assert_eq!(named, html.matches("<desc>").count());
    assert!(html.len() < 5000 * run.cases.len(), "{} bytes for {} cases", html.len(), run.cases.len());
}

#[test]
fn a_report_of_a_thousand_cases_stays_under_five_megabytes() {
    let run = generated::run(25, 20, 1);
    let bytes = of(&run).len();
    assert!(run.cases.len() >= 1000 && bytes < 5_000_000, "{bytes} bytes for {} cases", run.cases.len());
}

#[test]
fn a_link_to_a_case_is_the_same_in_the_page_of_any_run() {
    let case = "id=\"case-codec/candidate-3/echo-float/encode\"";
    let link = "href=\"#case-codec/candidate-3/echo-float/encode\"";
    for run in [generated::run(1, 9, 1), generated::run(3, 20, 2)] {
        let html = of(&run);
        assert_eq!(html.matches(case).count(), 1);
        // From the table of formats, that of costs, a picture, and the row itself.
        assert!(html.matches(link).count() >= 3, "{}", html.matches(link).count());
        let linked = html.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
        for anchor in linked {
            assert!(html.contains(&format!("id=\"{anchor}\"")), "{anchor}");
        }
    }
}

#[test]
fn one_message_is_answered_by_formats_beside_their_baseline_on_top() {
    let html = of(&generated::run(1, 9, 1));
    let answers = html.split_once("id=\"answers\"").unwrap().1.split("id=\"lab-codec\"").next().unwrap();
    for part in [
        "<dt>smallest</dt>",
        "<dt>fastest to decode</dt>",
        "class=\"formats\"",
        "baseline</span>",
        "Decode, encode and size",
    ] {
        assert!(answers.contains(part), "{part}");
    }
    let sentences = answers.find("class=\"verdicts\"").unwrap();
    assert!(sentences < answers.find("class=\"formats\"").unwrap(), "sentences come first");
    assert!(answers.contains("class=\"near\"") && html.contains("within the noise floor of the fastest"));
    // Each bar has its figure beside it, and the bars are for the eye alone.
    assert!(answers.matches("class=\"meter ").count() > 9);
    assert_eq!(
        answers.matches("class=\"meter ").count(),
        answers.matches("aria-hidden=\"true\"><span class=\"fill\"").count()
    );
}

#[test]
fn several_messages_have_a_line_each_that_leads_to_their_formats() {
    let html = of(&generated::run(3, 9, 1));
    let answers = html.split_once("id=\"answers\"").unwrap().1.split("id=\"lab-codec\"").next().unwrap();
    for message in ["echo-float", "message-1", "message-2"] {
        assert!(answers.contains(&format!("href=\"#message-{message}\"")), "{message}");
        let section = html.split_once(&format!("<section id=\"message-{message}\"")).unwrap().1;
        assert!(section.split("</section>").next().unwrap().contains("class=\"formats\""), "{message}");
    }
}

#[test]
fn a_label_of_an_axis_says_no_more_than_it_must() {
    let run = generated::run(1, 9, 1);
    let html = of(&run);
    let axis = |class: &str| {
        let table = html.split_once(&format!("class=\"{class}\"")).unwrap().1;
        let axis = table.split_once("class=\"axis\"").unwrap().1.split("</div>").next().unwrap();
        axis.split("</span>").filter_map(|span| Some(span.rsplit_once('>')?.1.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(axis("ladder")[0], "0 ns");
    assert!(axis("costs").contains(&"1 us".to_owned()), "{:?}", axis("costs"));
    assert!(axis("sizes").contains(&"500 B".to_owned()), "{:?}", axis("sizes"));
}

#[test]
fn sizes_stand_with_the_time_that_compressing_takes() {
    let html = of(&generated::run(1, 9, 1));
    let table = html.split_once("class=\"sizes\"").unwrap().1.split("</table>").next().unwrap();
    let json = table.split_once(">json</th>").unwrap().1.split("</tr>").next().unwrap();
    for figure in ["300 B", "150 B", "in 6.00 us", "120 B"] {
        assert!(json.contains(figure), "{figure}: {json}");
    }
    assert_eq!(json.matches("in ").count(), 1, "no time is known of zstd");
}

#[test]
fn one_trial_has_no_interval() {
    let mut run = generated::run(1, 3, 1);
    for case in &mut run.cases {
        case.trials.truncate(1);
    }
    assert!(!of(&run).contains(" ns - "));
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(-1.0),
        Just(f64::NAN),
        Just(f64::INFINITY),
        Just(f64::MAX),
        Just(f64::MIN_POSITIVE),
        0.1..1e9f64,
    ]
}

fn case() -> impl Strategy<Value = CaseDocument> {
    let names =
        prop::sample::select(vec!["cpu_ns", "instructions", "size_bytes", "gzip_bytes", "cold_ns", "seed_best_ns"]);
    let estimate =
        (number(), number(), number()).prop_map(|(median, low, high)| EstimateDocument { median, low, high });
    let estimates = prop::collection::btree_map(names.prop_map(EstimateId::named), estimate, 0..6);
    let word = |words: &[&str]| prop::sample::select(words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    let place = (
        word(&["echo-float", "dns-record", "<b>", ""]),
        word(&["decode", "encode", "borrow", ""]),
        word(&["typed", "tree", "events", "floor", "", "new"]),
        word(&["xml", "none", "json"]),
        word(&["codec", "http"]),
    );
    let status = prop::sample::select(vec![Status::Ok, Status::Ok, Status::Failed, Status::Skipped, Status::Invalid]);
    (".{0,12}", place, status, estimates, prop::collection::vec(number(), 0..4), any::<bool>()).prop_map(
        |(candidate, (message, operation, binding, format, lab), status, estimates, trials, twin)| {
            let mut case = generated::run(1, 1, 1).cases.remove(0);
            let trial = case.trials[0].clone();
            case.trials = trials
                .into_iter()
                .map(|value| {
                    let estimates = [(EstimateId::CpuNs, value)].into();
                    let tenth = TenthDocument {
                        at_s: value,
                        ok: value as u64,
                        p50_ns: Some(value as u64),
                        ..Default::default()
                    };
                    let load = Some(LoadDocument {
                        valid: true,
                        duration_s: f64::INFINITY,
                        series: vec![tenth],
                        ..Default::default()
                    });
                    TrialDocument { estimates, load, ..trial.clone() }
                })
                .collect();
            case.parameters = [("binding".to_owned(), binding)].into();
            if twin {
                case.parameters.insert("twin".into(), "true".into());
            }
            CaseDocument { candidate, message, operation, format, lab: Lab::from(lab), status, estimates, ..case }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_document_has_a_report(cases in prop::collection::vec(case(), 0..12), suite in ".{0,12}") {
        let mut run = generated::run(1, 0, 1);
        run.cases = cases;
        run.suite = suite;
        let html = render(&run, &histories(&[run.clone(), run.clone()], |_| true));
        prop_assert_eq!(html.matches("<tr data-key=").count(), run.cases.len());
        prop_assert!(!html.contains("could not be drawn"));
    }
}
