//! What a system takes at a rate of messages: cores and bytes a second, for each row.

use wirecost_model::EstimateId;

use super::answers::{Owned, codec, column, fitting, other_codec, title, write_table};
use super::serving;
use super::{BOLD, Rendering, write_dim, write_line};
use crate::answer::demand::{Cores, Demand};
use crate::answer::serving::{Server, ServingAnswer};
use crate::answer::{Answers, By, Message, Row, Section};
use crate::units;

/// A screen for each message.
pub fn screens(answers: &Answers<'_>, rate_per_s: f64, options: &Rendering<'_>) -> String {
    let width = options.screen.width;
    let cpu = answers.run.environment.cpu.as_deref().unwrap_or("an unknown processor");
    let mut out = String::new();
    let rate = units::grouped(rate_per_s);
    for message in &answers.messages {
        let alone = answers.messages.len() == 1;
        write_line(&format!("{rate} messages a second of {}", title(answers, message, alone)), BOLD, width, &mut out);
        out.push('\n');
        let (shown, _) = fitting(message, usize::MAX);
        write_table(
            &columns(answers.by, message, options.link_bits_per_s),
            &shown,
            &|section, row| Lines { by: answers.by, rate_per_s, link: options.link_bits_per_s, width }.of(section, row),
            width,
            &mut out,
        );
        let operations = message.operations.join(", ");
        write_dim(&format!("  {operations}, together: cores of {cpu}; <: no more than that"), width, &mut out);
        write_dim(
            "  gzip level 6, zstd level 3: encode and compress, decompress and decode; saved: of the cores and bytes of the first row",
            width,
            &mut out,
        );
        out.push('\n');
    }
    for it in crate::answer::serving::of(answers.run) {
        let title = serving::title(answers.run, &it, answers.messages.is_empty());
        write_line(&format!("{rate} requests a second of {title}"), BOLD, width, &mut out);
        out.push('\n');
        write_servers(&it, rate_per_s, width, &mut out);
        write_dim(
            &format!("  cores of {cpu}, if the CPU time per request stays as it was under the load of the run"),
            width,
            &mut out,
        );
        out.push('\n');
    }
    out
}

fn columns(by: By, message: &Message<'_>, link: Option<f64>) -> Vec<Owned> {
    let mut columns = vec![column("", false, 0)];
    columns.extend(message.operations.iter().map(|operation| column(operation, true, 0)));
    columns.extend([
        column("together", true, 0),
        column("network", true, 0),
        column("cores saved", true, 1),
        column("bytes saved", true, 1),
    ]);
    columns.extend(link.map(|_| column("on the wire", true, 0)));
    columns.extend([column(if by == By::Library { "format" } else { "codec" }, false, 0)]);
    columns
}

/// How the lines of a row are made.
struct Lines {
    by: By,
    rate_per_s: f64,
    /// How fast a link is on which the bytes travel, bits a second.
    link: Option<f64>,
    width: usize,
}

/// What one line says beside its name.
struct Line<'a> {
    cores: &'a [Option<Cores>],
    together: Option<Cores>,
    bytes_per_s: Option<f64>,
}

impl Lines {
    /// The lines of a row: plain, and under each compression.
    fn of(&self, section: &Section<'_>, row: &Row<'_>) -> Vec<Vec<String>> {
        let (name, last) = match self.by {
            By::Library => (codec(row, self.width), row.codec.format.clone()),
            _ => (row.name.clone(), other_codec(row, self.width)),
        };
        let Some(demand) = Demand::of(row, self.rate_per_s) else {
            let unknown = std::iter::repeat_n("unknown".to_owned(), row.cells.len() + 1);
            let blank = std::iter::repeat_n(String::new(), 3 + usize::from(self.link.is_some()));
            return vec![std::iter::once(name).chain(unknown).chain(blank).chain([last]).collect()];
        };
        let baseline = section.baseline.and_then(|index| Demand::of(section.rows.get(index)?, self.rate_per_s));
        let plain = Line { cores: &demand.cores, together: demand.together(), bytes_per_s: demand.bytes_per_s };
        let compressed = demand.compressed.iter().map(|it| {
            let line = Line { cores: &it.cores, together: it.together(), bytes_per_s: Some(it.bytes_per_s) };
            (format!("  {}", it.name), line, String::new())
        });
        let all = std::iter::once((name, plain, last)).chain(compressed);
        all.map(|(name, line, last)| self.line(name, &line, last, baseline.as_ref())).collect()
    }

    fn line(&self, name: String, line: &Line<'_>, last: String, baseline: Option<&Demand>) -> Vec<String> {
        let of = |cores: &Option<Cores>| cores.map_or(String::new(), text);
        let mut cells = vec![name];
        cells.extend(line.cores.iter().map(of));
        cells.push(of(&line.together));
        cells.push(line.bytes_per_s.map_or(String::new(), units::bytes_per_s));
        let cores = baseline.and_then(Demand::together).zip(line.together);
        cells.push(cores.map_or(String::new(), |(of, own)| saved(of.cores, own.cores)));
        let bytes = baseline.and_then(|of| of.bytes_per_s).zip(line.bytes_per_s);
        cells.push(bytes.map_or(String::new(), |(of, own)| saved(of, own)));
        if let Some(bits_per_s) = self.link {
            let ns = line.bytes_per_s.map(|bytes| bytes / self.rate_per_s * 8e9 / bits_per_s);
            cells.push(ns.map_or(String::new(), units::time));
        }
        cells.push(last);
        cells
    }
}

/// What is saved of an amount: `51 %`; where more is taken, how many times as much.
fn saved(of: f64, own: f64) -> String {
    match own / of {
        ratio if !ratio.is_finite() || own == of => String::new(),
        ratio if ratio >= 2.0 => format!("{}x as many", units::significant(ratio)),
        ratio => format!("{:.0} %", (1.0 - ratio) * 100.0),
    }
}

fn text(cores: Cores) -> String {
    format!("{}{}", if cores.at_most { "<" } else { "" }, units::significant(cores.cores))
}

/// The headings of the columns, and how early a narrow terminal leaves each out.
const OF_SERVERS: [(&str, usize); 4] = [("server cores", 0), ("client cores", 1), ("network", 1), ("memory", 2)];

fn write_servers(serving: &ServingAnswer<'_>, rate_per_s: f64, width: usize, out: &mut String) {
    let cores = |ns: f64| units::significant(rate_per_s * ns / 1e9);
    let cells = |server: &Server<'_>| {
        let both_ways = server.estimate(EstimateId::RequestBytes).zip(server.estimate(EstimateId::ReplyBytes));
        vec![
            server.estimate(EstimateId::ServerCpuNs).map(cores),
            server.estimate(EstimateId::ClientCpuNs).map(cores),
            both_ways.map(|(request, reply)| units::bytes_per_s(rate_per_s * (request + reply))),
            server.estimate(EstimateId::MemoryBytes).map(units::size),
        ]
    };
    serving::write_table(serving, &OF_SERVERS, &cells, width, out);
}
