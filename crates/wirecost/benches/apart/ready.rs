/// The next request of those that a run begins a trial with, as a runner reads it. They come on standard input.
fn request() -> Request {
    let frame = read_frame(&mut std::io::stdin().lock()).expect("a frame comes").expect("a frame comes");
    value::from_value(frame).expect("a request comes")
}

/// The case of the first request.
fn case() -> Prepare {
    let Request::Prepare(prepare) = request() else { panic!("a case comes first") };
    prepare
}

/// The operation of a case.
fn ready(case: Prepare) -> Box<dyn Operation> {
    let Prepare { operation, message, message_type, schema, inputs, .. } = case;
    let has_type = |known: &&Candidate| {
        known.types.is_none_or(|types| message_type.as_ref().is_some_and(|it| types.contains(&it.as_str())))
    };
    let candidate = CANDIDATES.iter().find(|it| it.name == case.candidate && has_type(it));
    let prepare = candidate.expect("there is such a candidate").prepare;
    prepare(Case { operation, message, message_type, schema, inputs }).unwrap_or_else(|error| panic!("{error}"))
}

