//! What a system takes at a rate of messages: cores and bytes a second, for each row.

use wirecost_model::EstimateId;

use super::answers::{Owned, codec, column, fitting, title, write_table};
use super::serving;
use super::{BOLD, Rendering, write_dim, write_line};
use crate::answer::demand::{Cores, Demand};
use crate::answer::serving::{Server, ServingAnswer};
use crate::answer::{Answers, By, Message, Row};
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
            &columns(answers.by, message),
            &shown,
            &|_, row| cells(answers.by, row, rate_per_s, width),
            width,
            &mut out,
        );
        let operations = message.operations.join(", ");
        write_dim(&format!("  {operations}, together: cores of {cpu}; <: no more than that"), width, &mut out);
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

fn columns(by: By, message: &Message<'_>) -> Vec<Owned> {
    let mut columns = vec![column("", false, 0)];
    columns.extend(message.operations.iter().map(|operation| column(operation, true, 0)));
    columns.extend([
        column("together", true, 0),
        column("network", true, 0),
        column("gzip", true, 1),
        column(if by == By::Library { "format" } else { "codec" }, false, 0),
    ]);
    columns
}

fn cells(by: By, row: &Row<'_>, rate_per_s: f64, width: usize) -> Vec<String> {
    let demand = Demand::of(row, rate_per_s);
    let mut cells = vec![if by == By::Library { codec(row, width) } else { row.name.clone() }];
    let of = |cores: &Option<Cores>| cores.map_or(String::new(), text);
    match &demand {
        Some(demand) => {
            cells.extend(demand.cores.iter().map(of));
            cells.push(of(&demand.together()));
        }
        None => cells.extend(std::iter::repeat_n("unknown".to_owned(), row.cells.len() + 1)),
    }
    let bytes = |bytes: Option<f64>| bytes.map_or(String::new(), units::bytes_per_s);
    cells.push(bytes(demand.as_ref().and_then(|demand| demand.bytes_per_s)));
    cells.push(bytes(demand.as_ref().and_then(|demand| demand.gzip_bytes_per_s)));
    cells.push(if by == By::Library { row.codec.format.clone() } else { codec(row, width) });
    cells
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
