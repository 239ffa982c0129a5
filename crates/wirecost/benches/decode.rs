//! The decoding of `dns-100` as criterion measures it, for comparison with wirecost (see `agreement.rs`).
//!
//! The same code and the same rotating inputs. Criterion's clock is replaced by the CPU time of the process, which is
//! what wirecost's verdicts use on shared machines.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, criterion_group, criterion_main};
use prost::Message as _;
use wirecost_catalog::{Catalog, Message};
use wirecost_codec_protocol::value::{Value, from_value, json};

/// `dns-100` as the candidates serde_json and prost have it.
#[derive(Clone, PartialEq, prost::Message, serde::Serialize, serde::Deserialize)]
struct Dns {
    #[prost(message, repeated, tag = "1")]
    records: Vec<Record>,
}

#[derive(Clone, PartialEq, prost::Message, serde::Serialize, serde::Deserialize)]
struct Record {
    #[prost(string, required, tag = "1")]
    key: String,
    #[prost(string, required, tag = "2")]
    value: String,
    #[prost(string, required, tag = "3")]
    first: String,
    #[prost(string, required, tag = "4")]
    last: String,
    #[prost(string, optional, tag = "5")]
    #[serde(rename = "type")]
    record_type: Option<String>,
    #[prost(int32, optional, tag = "6")]
    ttl: Option<i32>,
}

struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
    }

    fn end(&self, start: Duration) -> Duration {
        self.start() - start
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn values() -> Vec<Value> {
    let message = Message::load("dns-100", &Catalog::default()).expect("it comes with wirecost");
    message.variants(8, 1).into_iter().map(|content| content.value.expect("it has a data tree")).collect()
}

fn rotate<'a, T>(inputs: &'a [T], next: &mut usize) -> &'a T {
    let input = &inputs[*next];
    *next = (*next + 1) % inputs.len();
    black_box(input)
}

fn benches(criterion: &mut Criterion<CpuTime>) {
    let texts: Vec<Vec<u8>> = values().iter().map(|value| json::write(value).expect("JSON holds it")).collect();
    let mut next = 0;
    criterion.bench_function("serde_json", |bencher| {
        bencher.iter(|| serde_json::from_slice::<Dns>(rotate(&texts, &mut next).as_slice()));
    });
    let messages = values().into_iter().map(|value| {
        let dns: Dns = from_value(value).expect("the struct fits");
        dns.encode_to_vec()
    });
    let messages: Vec<Vec<u8>> = messages.collect();
    criterion.bench_function("prost", |bencher| {
        bencher.iter(|| {
            let bytes = rotate(&messages, &mut next).as_slice();
            Dns::decode(bytes)
        });
    });
}

criterion_group! {
    name = group;
    config = Criterion::default().with_measurement(CpuTime).without_plots();
    targets = benches
}
criterion_main!(group);
