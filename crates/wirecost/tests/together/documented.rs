//! The commands of README, docs and help texts, as somebody would give them who has the files that they name: every `run` is
//! planned, and of those that take less than 15 seconds and build no candidates for a message as many are made as twenty seconds have room for.
//! `cargo xtask prove documents` makes them all.

use std::time::{Duration, Instant};

use crate::common::documented::{Written, of_documents, of_help};
use crate::common::{Home, Ran, SHORT, example, proves, workspace};

/// A run is made where its plan says that it takes less.
const SHORT_RUN: Duration = Duration::from_secs(15);

/// How long runs are made for, unless all are to be.
const ALL_RUNS: Duration = Duration::from_secs(20);

const PROTO: &str = "syntax = \"proto3\";\nmessage Line { string sku = 1; int32 count = 2; double price = 3; }\n\
    message Order { int64 id = 1; string customer = 2; bool express = 3; double total = 4; repeated Line lines = 5; }\n";
const ORDER: &str = r#"{"id": 90210, "customer": "Ada Lovelace", "express": true, "total": 129.9,
    "lines": [{"sku": "PEN-1", "count": 10, "price": 1.99}, {"sku": "INK-7", "count": 2, "price": 55.0}]}"#;
const ORDER_TYPE: &str = "type = \"order\"\n[types.order]\nid = \"i64\"\ncustomer = \"text\"\nexpress = \"bool\"\n\
    total = \"f64\"\nlines = \"[line]\"\n[types.line]\nsku = \"text\"\ncount = \"i64\"\nprice = \"f64\"\n";
const INVOICE: &str =
    "<invoice id='1'><line sku='a' price='1.5'>pen</line><line sku='b' price='2.5'>ink</line></invoice>";

const SCHEMA: &str = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='invoice'><xs:complexType>\
    <xs:sequence><xs:element name='line' maxOccurs='unbounded'><xs:complexType><xs:simpleContent>\
    <xs:extension base='xs:string'><xs:attribute name='sku'/><xs:attribute name='price' type='xs:double'/></xs:extension>\
    </xs:simpleContent></xs:complexType></xs:element></xs:sequence><xs:attribute name='id' type='xs:int'/>\
    </xs:complexType></xs:element></xs:schema>";

/// A home with the files that the documents name, and a stored run.
fn furnished() -> Home {
    let home = Home::new();
    for name in ["order.json", "small.json", "large.json"] {
        home.write(name, ORDER);
    }
    home.write("a.xml", INVOICE);
    home.write("invoice.xml", INVOICE);
    home.write("order.xml", INVOICE);
    home.write("invoices/one.xml", INVOICE);
    home.write("DIR/one.xml", INVOICE);
    home.write("order.yaml", "id: 17\nlines:\n  - {sku: PEN-1, price: 1.5}\n");
    home.write("order.message.toml", ORDER_TYPE);
    home.write("order.proto", PROTO);
    home.write("order.xsd", SCHEMA);
    home.write("shop.proto", PROTO);
    std::fs::create_dir_all(home.path("FOLDER/candidates")).unwrap();
    // What `wirecost tap` leaves.
    let captured = workspace().join("messages/echo-float");
    for file in std::fs::read_dir(captured).unwrap().flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap();
        home.write(&format!("captured/echo-float-request/{}", file.file_name().display()), &text);
    }
    for runner in ["release/examples/own_runner", "release/my-runner", "native/release/examples/native"] {
        let path = home.path("target").join(runner);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(example("filled_runner"), path).unwrap();
    }
    let server = format!("[\"{}\", \"canned\"]", example("faulty_server"));
    let mine = "summary = \"s\"\nlanguage = \"c\"\npackage = \"p\"\n[version]\ncommand = [\"echo\", \"1\"]\n[start]\n";
    home.write(".config/wirecost/candidates/http/mine/candidate.toml", &format!("{mine}command = {server}\n"));
    home.run(&["vocabulary", "invoice.xml", "-o", "invoice.fivoc"]).expect(0);
    let suite = home.write("short.toml", SHORT);
    let run = ["run", &suite, "--candidate", "prost", "--candidate", "serde_json", "--save-as", "before"];
    let (ran, _) = home.run_json(&run);
    ran.expect(0);
    for name in ["monday", "tuesday", "wednesday", "yesterday", "today"] {
        std::fs::copy(home.path("run.json"), home.path(&format!("{name}.json"))).unwrap();
    }
    home
}

/// The commands of all documents, and of the help of every verb.
fn shown(home: &Home) -> Vec<Written> {
    let help = home.run(&["--help"]).expect(0).out;
    let verbs = help.lines().skip_while(|line| *line != "Measure:").take_while(|line| *line != "Options:");
    let verbs = verbs.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let verbs: Vec<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(verbs.contains(&"run") && verbs.contains(&"load"), "{verbs:?}");
    let mut shown = of_documents(&workspace());
    for verb in verbs.into_iter().filter(|verb| *verb != "help") {
        let help = home.run(&[verb, "--help"]).expect(0).out;
        let (_, examples) = help.split_once("Examples:").unwrap_or_default();
        shown.extend(of_help(&format!("{verb} --help"), examples));
    }
    shown
}

fn given<'a>(words: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    words.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

/// Whether candidates are built for a run: for a message that is a file, or as a version, with a feature
/// or from a checkout.
fn builds(home: &Home, words: &[String]) -> bool {
    /// Labs, languages and candidates that take any message as they are.
    const AS_THEY_ARE: [&str; 4] = ["http", "rpc", "java", "fast-infoset*"];
    let any = words.iter().any(|word| AS_THEY_ARE.contains(&word.as_str()));
    words.windows(2).any(|pair| match pair[0].as_str() {
        "--message" => !any && home.path(&pair[1]).exists(),
        "--candidate" => pair[1].contains(['@', '+', '=']),
        _ => false,
    })
}

/// Whether a run needs machines that only the reader has.
fn is_elsewhere(words: &[String]) -> bool {
    words.windows(2).any(|pair| pair[0] == "--on" && !pair[1].starts_with("local"))
}

/// How long a plan says that it takes: `about 1 m 27 s`, a line for each lab.
fn predicted(ran: &Ran) -> Duration {
    let spans = ran.out.lines().filter_map(|line| line.rsplit_once(": about ")).map(|(_, span)| span);
    spans.map(|span| humantime::parse_duration(span).unwrap_or_else(|error| panic!("{span}: {error}"))).sum()
}

#[test]
fn every_run_that_is_shown_is_planned_and_the_short_ones_are_made() {
    let home = furnished();
    let mut shown = shown(&home);
    shown.retain(|written| written.words.first().is_some_and(|verb| verb == "run"));
    shown.sort_by(|a, b| a.words.cmp(&b.words));
    shown.dedup_by(|a, b| a.words == b.words);
    assert!(shown.len() > 30, "{}", shown.len());
    let (mut broken, mut made, start) = (Vec::new(), 0, Instant::now());
    for Written { place, words } in &shown {
        let plans = !words.iter().any(|word| word == "--test" || word == "--resume");
        let planned = if plans { home.run(&given(words, &["--dry-run"])) } else { home.run(&["run", "--dry-run"]) };
        let told = planned.transcript();
        let lacks =
            ["neither counters nor valgrind", "try: wirecost setup java"].iter().any(|lack| told.contains(lack));
        let lacks = lacks && planned.code != 0;
        if planned.code != 0 && !lacks {
            broken.push(format!("{place}: {}", planned.transcript()));
            continue;
        }
        // To count the instructions of programs that nobody optimised takes minutes; other tests do it for few.
        let counts = words.iter().any(|word| word == "--measure");
        let cannot = lacks || !plans || counts || builds(&home, words) || is_elsewhere(words);
        let has_time = proves("documents") || start.elapsed() < ALL_RUNS;
        if cannot || !has_time || predicted(&planned) >= SHORT_RUN {
            continue;
        }
        // One trial shows that a command works.
        let few: &[&str] =
            if words.iter().any(|word| word == "--trials" || word == "-n") { &[] } else { &["--trials", "1"] };
        let ran = home.run(&given(words, few));
        made += 1;
        // Servers of the catalogue that this machine has answer right; the one of the user's above does not.
        if ran.code != 0 && !words.iter().any(|word| word == "mine") {
            broken.push(format!("{place}: {}", ran.transcript()));
        }
    }
    println!("{} planned, {made} made", shown.len());
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
    assert!(made > 0, "none was short enough to be made");
}

#[test]
fn commands_that_only_read_run_as_shown() {
    let home = furnished();
    let reads = ["list", "runs", "size", "report", "compare", "history", "export", "convert", "dump", "vocabulary"];
    let mut ran_verbs = std::collections::BTreeSet::new();
    // Documents are converted before they are dumped.
    for document in ["order", "invoice"] {
        home.run(&["convert", &format!("{document}.xml"), &format!("{document}.fi")]).expect(0);
    }
    for Written { place, words } in &shown(&home) {
        let verb = words.first().map_or("", String::as_str);
        let emits = words.iter().any(|word| word == "--emit");
        let names = words.len() == 2 && verb == "start";
        // A shell puts names in for a pattern, a browser needs a screen, round trips need a run of the rpc lab, and machines side
        // by side one of several.
        let skipped = ["*.xml", "--open", "-", "--work", "host"];
        let known = reads.contains(&verb) || emits || names;
        if !known || words.iter().any(|word| skipped.contains(&word.as_str())) {
            continue;
        }
        let files = words.iter().filter(|word| word.contains('.') && !word.contains('*') && !word.contains(':'));
        if verb != "vocabulary" && files.clone().any(|file| !home.path(file).exists()) && verb != "convert" {
            continue;
        }
        let ran = home.run(&given(words, &[]));
        // Examples name files, runs and cases that are not here.
        let absent = ["no run ", "No such file or directory"].iter().any(|said| ran.err.contains(said));
        assert!(ran.code == 0 || ran.code == 2 && (absent || verb == "history"), "{place}: {}", ran.transcript());
        if ran.code == 0 {
            ran_verbs.insert(verb.to_owned());
        }
    }
    assert!(ran_verbs.len() >= 6, "{ran_verbs:?}");
}
