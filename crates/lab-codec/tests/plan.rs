//! From descriptions to a plan: which cases, in which processes, for how long.

use std::time::Duration;

use wirecost_catalog::{Catalog, Measure, PlanError, Selection, Suite};
use wirecost_codec_protocol::{Binding, CandidateDescription, Description, OperationKind, PROTOCOL};
use wirecost_lab_codec::receipt::Receipt;
use wirecost_lab_codec::runners::RunnerSpec;
use wirecost_lab_codec::{CodecPlan, Draft, Runner};

const SUITE: &str = r#"
budget = "10s"
trials = 3
messages = ["doubles-1000", "echo-float"]
[rules]
sample = "1ms"
warmup = "20ms"
window = "10ms"
min_samples = 5
[interpreted]
share_process = true
"#;

fn candidate(name: &str, format: &str, binding: Binding) -> CandidateDescription {
    CandidateDescription {
        name: name.into(),
        package: name.into(),
        version: "1".into(),
        format: format.into(),
        binding,
        operations: vec![OperationKind::Decode, OperationKind::Encode],
        types: (binding == Binding::Typed).then(|| vec!["doubles".to_owned()]),
        reference: false,
        omits: Vec::new(),
        parameters: Default::default(),
        max_depth: None,
    }
}

fn control(name: &str) -> CandidateDescription {
    CandidateDescription { operations: vec![OperationKind::Decode], ..candidate(name, "none", Binding::Nothing) }
}

fn runner(name: &str, interpreted: bool, candidates: Vec<CandidateDescription>) -> Runner {
    let spec = RunnerSpec {
        name: name.into(),
        command: Vec::new(),
        interpreted,
        receipt: Receipt::SelfReported,
        remedy: None,
        known: None,
        side: None,
        warmup: None,
        more: None,
    };
    let description =
        Description { protocol: PROTOCOL, language: name.into(), runtime: "r".into(), interpreter: None, candidates };
    Runner::found(spec, description, Duration::from_millis(if interpreted { 100 } else { 5 }))
}

fn runners() -> Vec<Runner> {
    vec![
        runner(
            "rust",
            false,
            vec![
                control("empty"),
                candidate("typed", "protobuf", Binding::Typed),
                candidate("dynamic", "json", Binding::Dynamic),
                candidate("tree", "xml", Binding::Tree),
            ],
        ),
        runner("python", true, vec![control("python-empty"), candidate("python", "json", Binding::Dynamic)]),
    ]
}

/// The plan of a suite with nothing built.
fn planned(suite: &Suite, selection: &Selection, runners: Vec<Runner>) -> Result<CodecPlan, PlanError> {
    let messages = wirecost_catalog::messages(&suite.messages, selection, &Catalog::default())?;
    Ok(CodecPlan::new(Draft::new(suite.clone(), selection, messages, runners, 5)?, Vec::new()))
}

fn plan(selection: &Selection, runners: Vec<Runner>) -> Result<CodecPlan, PlanError> {
    planned(&Suite::parse("s", "s.toml", SUITE)?, selection, runners)
}

fn keys(plan: &CodecPlan) -> Vec<String> {
    plan.cases.iter().map(|case| case.key()).collect()
}

#[test]
fn cases_follow_from_what_candidates_say() {
    let plan = plan(&Selection::default(), runners()).unwrap();
    assert_eq!(
        keys(&plan),
        [
            "codec/empty/doubles-1000/decode",
            "codec/typed/doubles-1000/decode",
            "codec/typed/doubles-1000/encode",
            "codec/dynamic/doubles-1000/decode",
            "codec/dynamic/doubles-1000/encode",
            "codec/tree/doubles-1000/decode",
            "codec/tree/doubles-1000/encode",
            "codec/tree/echo-float/decode",
            "codec/tree/echo-float/encode",
            "codec/python-empty/doubles-1000/decode",
            "codec/python/doubles-1000/decode",
            "codec/python/doubles-1000/encode",
            // The A/A pair: a compiled, typed decode of the middle message, once more.
            "codec/tree/echo-float/decode?twin=true",
        ]
    );
    let reasons: Vec<(String, &str)> =
        plan.skipped.iter().map(|skipped| (skipped.case.key(), skipped.reason.as_str())).collect();
    assert!(reasons.contains(&(
        "codec/typed/echo-float/decode".into(),
        "the candidate has no struct for messages of type \"echo-float\""
    )));
    assert!(reasons.contains(&(
        "codec/python/echo-float/encode".into(),
        "not representable: a 32-bit float, which JSON without a schema does not hold"
    )));
}

#[test]
fn an_interpreter_measures_all_messages_of_a_candidate_in_one_process() {
    let selection = Selection { candidates: vec!["python".into(), "tree".into()], ..Selection::default() };
    let plan = plan(&selection, runners()).unwrap();
    let units: Vec<Vec<String>> =
        plan.units.iter().map(|unit| unit.cases.iter().map(|&case| keys(&plan)[case].clone()).collect()).collect();
    let what = "controls, four cases of `tree`, one process for `python`, a twin, and the A/A pair once more";
    assert_eq!(units.len(), 1 + 4 + 1 + 1 + 1 + 2, "{what}: {units:?}");
    assert_eq!(units.iter().map(Vec::len).max(), Some(2));
    // Counting instructions starts every case anew.
    let selection = Selection { measure: Measure::Instructions, ..selection };
    assert_eq!(self::plan(&selection, runners()).unwrap().units.len(), 9);
}

/// Of candidates that are built, one takes no message of this depth: nothing is built, and their control has nothing to show.
#[test]
fn the_control_of_what_is_built_is_left_out_where_nothing_is_built() {
    let deep = CandidateDescription { max_depth: Some(1), ..candidate("shallow", "json", Binding::Dynamic) };
    let found = runner("rust", false, vec![control("empty"), deep]);
    let known = Some(found.description.clone());
    let to_build = Runner::found(RunnerSpec { known, ..found.spec }, found.description, Duration::from_millis(5));
    let python = runner("python", true, vec![control("python-empty"), candidate("python", "json", Binding::Dynamic)]);
    let selection = Selection { operations: vec![OperationKind::Decode], ..Selection::default() };
    let plan = plan(&selection, vec![to_build, python]).unwrap();
    assert!(plan.cases.iter().all(|case| case.candidate.name.starts_with("python")), "{:?}", keys(&plan));
    assert!(plan.skipped.iter().any(|skipped| skipped.case.candidate.name == "shallow"));
}

#[test]
fn a_language_chooses_its_runner_and_what_the_suite_leaves_out() {
    let mut suite = Suite::parse("s", "s.toml", SUITE).unwrap();
    suite.exclude = vec!["python".into()];
    let planned = |languages: &[&str]| {
        let languages = languages.iter().map(|it| (*it).to_owned()).collect();
        let selection = Selection { languages, ..Selection::default() };
        self::planned(&suite, &selection, runners())
    };
    assert!(!keys(&planned(&[]).unwrap()).iter().any(|key| key.starts_with("codec/python/")));
    let python = keys(&planned(&["python"]).unwrap());
    assert!(python.iter().any(|key| key.starts_with("codec/python/")), "{python:?}");
    assert!(!python.iter().any(|key| key.starts_with("codec/typed/")), "{python:?}");
    let refusal = planned(&["cobol"]).unwrap_err().to_string();
    assert!(refusal.contains("no candidate in \"cobol\"") && refusal.contains("rust, python"), "{refusal}");
}

#[test]
fn a_typed_candidate_that_names_no_types_takes_every_message_with_a_type() {
    // Without a schema, JSON has no 32-bit float; a candidate that gets the types reads one.
    let beans = CandidateDescription { types: None, ..candidate("beans", "json", Binding::Typed) };
    let typed = runner("java", true, vec![beans]);
    let found = keys(&plan(&Selection::default(), vec![typed]).unwrap());
    assert!(found.contains(&"codec/beans/echo-float/decode".to_owned()), "{found:?}");
}

#[test]
fn every_round_holds_every_unit_in_an_order_of_its_own() {
    let plan = plan(&Selection::default(), runners()).unwrap();
    assert_eq!(plan.order.len(), 3);
    assert_ne!(plan.order[0], plan.order[1]);
    for round in &plan.order {
        assert_eq!(round.len(), plan.units.len());
    }
}

#[test]
fn the_prediction_follows_from_start_up_and_rules() {
    let selection = Selection { candidates: vec!["typed".into()], ..Selection::default() };
    let plan = plan(&selection, runners()).unwrap();
    // Six processes a round, two of the twin and two of its case among them: start-up 5 ms, half the warm-up, the window and
    // three samples with half as much for marks and exchanges, 18 ms, and 0.4 us a byte.
    let bytes = plan.messages[0].size() as u64;
    let batches = Duration::from_millis(10 + 10 + 3) * 3 / 2;
    let each = Duration::from_millis(5 + 18) + batches + Duration::from_nanos(400 * bytes);
    let round: Duration = plan.units.iter().map(|unit| plan.predicted_unit(unit)).sum();
    assert_eq!(round * plan.suite.trials as u32, each * 18);
}

#[test]
fn the_statistic_of_a_historical_experiment_takes_its_time_once_a_case() {
    let periods = "[best_of]\nperiods = 5\nlength = \"11s\"\ndropped = \"1s\"\n";
    let suite = |text: &str| Suite::parse("s", "s.toml", text);
    let selection = Selection { candidates: vec!["typed".into()], ..Selection::default() };
    let made = |text: &str| planned(&suite(text).unwrap(), &selection, runners()).unwrap();
    let (without, with) = (made(SUITE), made(&format!("{SUITE}{periods}")));
    let taken = |plan: &CodecPlan| -> Duration { plan.units.iter().map(|unit| plan.predicted_periods(unit)).sum() };
    assert_eq!(taken(&without), Duration::ZERO);
    assert_eq!(taken(&with), Duration::from_secs(55) * 2, "not of control and twin");
    let refusal = suite(&format!("{SUITE}{}", periods.replace("\"1s\"", "\"11s\""))).unwrap_err().to_string();
    assert!(refusal.contains("nothing of a period is left"), "{refusal}");
}

#[test]
fn two_builds_are_measured_side_by_side() {
    let build = |side: &str, candidates| {
        let mut runner = runner(side, false, candidates);
        runner.spec.side = Some(side.into());
        runner
    };
    let typed = || candidate("typed", "protobuf", Binding::Typed);
    let runners = vec![
        runner("rust", false, vec![control("empty"), typed()]),
        build("base", vec![typed(), candidate("gone", "json", Binding::Dynamic)]),
        build("new", vec![typed()]),
    ];
    let plan = plan(&Selection::default(), runners).unwrap();
    let keys = keys(&plan);
    assert!(keys.iter().all(|key| key.contains("?side=")), "nothing but the two builds: {keys:?}");
    assert!(keys.contains(&"codec/typed/doubles-1000/decode?side=base&twin=true".into()), "{keys:?}");
    let reasons: Vec<&str> = plan.skipped.iter().map(|skipped| skipped.reason.as_str()).collect();
    assert!(reasons.contains(&"runner \"new\" does not have it"), "{reasons:?}");
    for round in &plan.order {
        let place = |key: &str| round.iter().position(|&unit| keys[plan.units[unit].cases[0]] == key).unwrap();
        let (base, new) = ("codec/typed/doubles-1000/encode?side=base", "codec/typed/doubles-1000/encode?side=new");
        assert_eq!(place(base).abs_diff(place(new)), 1);
    }
}

#[test]
fn only_the_control_of_a_chosen_runner_is_measured_with_it() {
    let selection = Selection { candidates: vec!["ty*".into()], ..Selection::default() };
    let plan = plan(&selection, runners()).unwrap();
    assert!(keys(&plan).contains(&"codec/empty/doubles-1000/decode".into()));
    assert!(!keys(&plan).iter().any(|key| key.contains("python")), "{:?}", keys(&plan));
    let refusal = self::plan(&Selection { candidates: vec!["empty".into()], ..Selection::default() }, runners());
    assert!(
        refusal.unwrap_err().to_string().contains("no candidate matches empty"),
        "a control alone measures nothing"
    );
}

#[test]
fn the_same_seed_gives_the_same_plan() {
    let orders: Vec<_> = (0..2).map(|_| plan(&Selection::default(), runners()).unwrap().order).collect();
    assert_eq!(orders[0], orders[1]);
}

#[test]
fn operations_are_those_of_the_suite_or_of_the_command_line() {
    let suite = Suite::parse("s", "s.toml", &SUITE.replace("[rules]", "operations = [\"encode\"]\n[rules]")).unwrap();
    let planned = |selection: &Selection| self::planned(&suite, selection, runners()).map(|plan| keys(&plan)).unwrap();
    let of_suite = planned(&Selection::default());
    assert!(of_suite.contains(&"codec/typed/doubles-1000/encode".to_owned()), "{of_suite:?}");
    let decodes = |keys: &[String]| keys.iter().filter(|key| key.ends_with("/decode")).cloned().collect::<Vec<_>>();
    assert_eq!(decodes(&of_suite), ["codec/empty/doubles-1000/decode", "codec/python-empty/doubles-1000/decode"]);
    let chosen = planned(&Selection { operations: vec![OperationKind::Decode], ..Selection::default() });
    assert!(chosen.iter().all(|key| key.contains("/decode")) && chosen.len() > 2, "{chosen:?}");
}

#[test]
fn a_message_of_a_users_brings_excluded_trees_of_values() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.json");
    std::fs::write(&file, "[[[1]], \"x\"]").unwrap();
    let text = SUITE.replace("[rules]", "exclude = [\"dynamic\", \"tree\", \"shallow\", \"by-schema\"]\n[rules]");
    let suite = Suite::parse("s", "s.toml", &text).unwrap();
    let mut runners = runners();
    let shallow = CandidateDescription { max_depth: Some(2), ..candidate("shallow", "json", Binding::Dynamic) };
    runners[0].description.candidates.extend([shallow, candidate("by-schema", "protobuf", Binding::Dynamic)]);
    let planned = |messages: Vec<String>| {
        let selection = Selection { messages, ..Selection::default() };
        self::planned(&suite, &selection, runners.clone()).unwrap()
    };
    let of_suite = planned(Vec::new());
    assert!(!keys(&of_suite).iter().any(|key| key.starts_with("codec/dynamic/")), "{:?}", keys(&of_suite));
    assert!(of_suite.skipped.iter().all(|skipped| skipped.case.candidate.name != "by-schema"));
    let own = planned(vec![file.display().to_string()]);
    assert!(keys(&own).contains(&"codec/dynamic/own/encode".to_owned()), "{:?}", keys(&own));
    assert!(!keys(&own).iter().any(|key| key.starts_with("codec/tree/")), "{:?}", keys(&own));
    let reason = |name: &str| {
        let skipped = own.skipped.iter().find(|skipped| skipped.case.candidate.name == name);
        skipped.map(|skipped| skipped.reason.clone()).unwrap_or_default()
    };
    assert_eq!(reason("shallow"), "nested 3 levels deep; the library reads 2");
    assert!(reason("by-schema").contains("--schema FILE"), "{}", reason("by-schema"));
}

/// Candidates of one library in several settings, beside one that has none.
fn in_settings() -> Vec<Runner> {
    let setting = |name: &str, limit: &str, vocabulary: &str| CandidateDescription {
        parameters: [("limit".into(), limit.into()), ("vocabulary".into(), vocabulary.into())].into(),
        ..candidate(name, name, Binding::Tree)
    };
    let settings = vec![
        control("empty"),
        setting("a", "7", "none"),
        setting("b", "16", "none"),
        setting("c", "16", "external"),
        candidate("tree", "xml", Binding::Tree),
    ];
    vec![runner("rust", false, settings)]
}

fn candidates_with(parameters: &[&str], exclude: &str) -> Vec<String> {
    let parameters = parameters.iter().map(|text| text.parse::<wirecost_catalog::Parameter>().unwrap()).collect();
    let selection = Selection { parameters, operations: vec![OperationKind::Decode], ..Selection::default() };
    let suite = Suite { exclude: vec![exclude.into()], ..Suite::parse("s", "s.toml", SUITE).unwrap() };
    let plan = planned(&suite, &selection, in_settings()).unwrap();
    let cases = plan.cases.iter().filter(|case| case.message == plan.messages[0].name && !case.twin);
    cases.map(|case| case.candidate.name.clone()).collect()
}

#[test]
fn parameters_choose_among_candidates_that_have_them() {
    assert_eq!(candidates_with(&[], ""), ["empty", "a", "b", "c", "tree"]);
    assert_eq!(candidates_with(&["limit=16"], ""), ["empty", "b", "c", "tree"]);
    assert_eq!(candidates_with(&["limit=16", "limit=7", "vocabulary=none"], ""), ["empty", "a", "b", "tree"]);
    // What the suite leaves out stands where its parameter names it.
    assert_eq!(candidates_with(&[], "[ab]"), ["empty", "c", "tree"]);
    assert_eq!(candidates_with(&["vocabulary=external"], "[abc]"), ["empty", "c", "tree"]);
}

#[test]
fn a_candidate_that_a_parameter_rules_out_is_said() {
    let parameters = ["limit=16".parse::<wirecost_catalog::Parameter>().unwrap()].into_iter().collect();
    let selection = Selection { candidates: vec!["a".into()], parameters, ..Selection::default() };
    let refused = plan(&selection, in_settings()).unwrap_err().to_string();
    assert!(refused.contains("no candidate matches a with the chosen parameters"), "{refused}");
}
