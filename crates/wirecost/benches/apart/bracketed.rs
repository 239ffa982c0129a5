// What quick operations take between two quiet references, measured by nothing of wirecost's: a loop of arithmetic that fills
// the core's ports before and after each sample, and the samples where both took at most 3 % more than the least. Prints the mean
// over the inputs of the medians of these samples at the speed of the clock of the least, and what wirecost's reference takes at it, in
// ticks, known from how long both take side by side. Without arguments it is a runner: so wirecost can measure the same machine code.

use std::hint::black_box;
use std::time::Instant;

/// How long it works before the first sample.
const WARMUP_NS: u64 = 12_000_000;

/// How long a sample is to last.
const SAMPLE_NS: u64 = 40_000;

/// How long a case is measured.
const WINDOW_NS: u64 = 100_000_000;

/// The fewest quiet samples of an input that make a median.
const FEWEST: usize = 5;

/// How often both references run side by side.
const PAIRS: usize = 500;

/// How much longer than the least a reference may take, as a factor.
const LIMIT: f64 = 1.03;

/// How much longer than the least wirecost's may take by a slower clock.
const CLOCKS: f64 = 1.10;

fn main() -> std::process::ExitCode {
    if std::env::args().len() > 1 {
        bracketed();
        return std::process::ExitCode::SUCCESS;
    }
    let renamed: Vec<Candidate> = CANDIDATES.iter().map(|it| Candidate { name: "apart", ..*it }).collect();
    serve("rust", env!("RUSTC_VERSION"), &renamed)
}

fn bracketed() {
    let case = case();
    let count = case.inputs.len();
    let mut operation = verified(case);
    let (start, mut done) = (Instant::now(), 0);
    while ns_since(start) < WARMUP_NS {
        operation.repeat(count as u64).expect("it was checked");
        done += count as u64;
    }
    let one_ns = (ns_since(start) / done).max(1);
    // All inputs in turn, or one operation after the other: so each sample is of the same inputs as that `count` before.
    let times = match SAMPLE_NS / one_ns / count as u64 {
        0 => 1,
        turns => turns * count as u64,
    };
    let mut samples = Vec::new();
    let start = Instant::now();
    while ns_since(start) < WINDOW_NS {
        samples.extend((0..count).map(|_| sample(&mut *operation, times)));
    }
    let least = samples.iter().map(|sample| sample.before_ns.min(sample.after_ns)).min().expect("there are samples");
    let is_quiet = |sample: &&Sample| sample.before_ns.max(sample.after_ns) as f64 <= least as f64 * LIMIT;
    let of_input = |input: usize| {
        // A clock may wander.
        let scaled = |it: &Sample| it.took_ns as f64 * 2.0 * least as f64 / (it.before_ns + it.after_ns) as f64;
        let mut quiet: Vec<f64> = samples.iter().skip(input).step_by(count).filter(is_quiet).map(scaled).collect();
        quiet.sort_by(f64::total_cmp);
        (quiet.len() >= FEWEST).then(|| quiet[quiet.len() / 2] / times as f64)
    };
    match (0..count).map(of_input).sum::<Option<f64>>().zip(ratio()) {
        Some((sum, ratio)) => println!("{} {}", sum / count as f64, least as f64 * ratio),
        None => println!("not quiet"),
    }
}

/// The operation of a case after all that a run asks for before it measures: what was allocated meanwhile decides where later results
/// lie.
fn verified(case: Prepare) -> Box<dyn Operation> {
    let mut operation = ready(case);
    reply(value::Value::Null);
    assert_eq!(request(), Request::First);
    reply(value::to_value(&operation.first().expect("it was checked")).expect("it has a tree"));
    let Request::Verify { inputs } = request() else { panic!("inputs to verify come at last") };
    let answers = inputs.into_iter().map(|input| operation.answer(input).expect("it was checked"));
    reply(value::Value::Sequence(answers.collect()));
    operation
}

/// Tells it as a runner does, and nobody.
fn reply(body: value::Value) {
    let reply = value::Value::Map(vec![("ok".into(), body)]);
    write_frame(&reply, &mut std::io::sink()).expect("it has an encoding");
}

/// What wirecost's reference takes on an undisturbed core, in ticks, by what the loop here takes, in nanoseconds: both follow the clock.
/// A neighbour slows wirecost's by more than a clock does.
fn ratio() -> Option<f64> {
    let pairs: Vec<(u64, u64)> =
        (0..PAIRS).map(|_| (reference::mark().expect("it is for x86-64").ticks(), mark())).collect();
    let least = pairs.iter().map(|(ticks, _)| *ticks).min()? as f64;
    let quiet = pairs.iter().filter(|(ticks, _)| *ticks as f64 <= least * CLOCKS);
    let mut ratios: Vec<f64> = quiet.map(|(ticks, ns)| *ticks as f64 / *ns as f64).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().filter(|_| ratios.len() >= FEWEST)
}

struct Sample {
    before_ns: u64,
    took_ns: u64,
    after_ns: u64,
}

fn sample(operation: &mut dyn Operation, times: u64) -> Sample {
    operation.ready(times, Some(Vec::new()), None).expect("there is nothing to make ready");
    let before_ns = mark();
    let start = Instant::now();
    operation.run(0..times as usize).expect("it was checked");
    let took_ns = ns_since(start);
    Sample { before_ns, took_ns, after_ns: mark() }
}

fn mark() -> u64 {
    let start = Instant::now();
    black_box(reference(black_box(2_000)));
    ns_since(start)
}

fn ns_since(start: Instant) -> u64 {
    start.elapsed().as_nanos() as u64
}

/// Independent chains of arithmetic: whoever shares the core is felt at once.
#[inline(never)]
fn reference(turns: u64) -> u64 {
    let [mut a, mut b, mut c, mut d, mut e, mut f] = [1u64, 2, 3, 4, 5, 6];
    for turn in 0..turns {
        a = a.wrapping_mul(3).wrapping_add(turn);
        b ^= b << 1;
        c = c.wrapping_add(c >> 3);
        d = d.wrapping_add(a);
        e ^= turn;
        f = f.wrapping_add(e);
        b = b.wrapping_add(3);
        c ^= 7;
    }
    a ^ b ^ c ^ d ^ e ^ f
}
