/// The inputs that come on standard input.
fn inputs() -> Vec<value::Value> {
    let inputs = read_frame(&mut std::io::stdin().lock()).expect("a frame comes").expect("a frame comes");
    let value::Value::Sequence(inputs) = inputs else { panic!("a frame with inputs comes") };
    inputs
}

/// The operation that the arguments name, ready on these inputs.
fn ready(inputs: Vec<value::Value>) -> Box<dyn Operation> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, message_type, operation] = &words[..] else { panic!("give candidate, type and operation") };
    let operation = if operation == "encode" { OperationKind::Encode } else { OperationKind::Decode };
    let has_type = |candidate: &&Candidate| candidate.types.is_none_or(|types| types.contains(&message_type.as_str()));
    let candidate = CANDIDATES.iter().find(|it| it.name == name && has_type(it)).expect("there is such a candidate");
    let message_type = Some(message_type.clone()).filter(|it| !it.is_empty());
    let case = Case { operation, message: "message".into(), message_type, schema: None, inputs };
    (candidate.prepare)(case).unwrap_or_else(|error| panic!("{name}: {error}"))
}

