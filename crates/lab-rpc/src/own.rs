//! Load by the stack's own client, in a process of its own.

use std::collections::BTreeMap;

use wirecost_host::Server;
use wirecost_load::{ClientCpu, LoadResult};
use wirecost_model::EstimateId;
use wirecost_rpc_protocol::phases::{Phase, Sums};
use wirecost_rpc_protocol::{PHASES_SOCKET, Stamped, WindowOutcome, phases};
use wirecost_server_lab::{Measured, Reason, Trial, Used};

use crate::calls::{Calls, Task};
use crate::client::Process;
use crate::record::record;

/// Loads the server by the stack's own client.
pub(crate) fn measure(trial: &Trial<'_>, server: &mut Server) -> Result<Measured, Reason> {
    let calls = Calls::of(trial);
    let socket = server.folder().join(PHASES_SOCKET);
    let stamped = !trial.stamped.is_zero() && socket.exists();
    let stamped_ms = if stamped { trial.stamped.as_millis() as u64 } else { 0 };
    let exchange = record(&calls, server)?;
    let mut client = Process::start(&calls, server, server.address(), Task::Call { stamped_ms })?;
    let cold = client.ready(server)?.cold();
    let start_unix_ns = client.begin()?;
    let warmup_ns = trial.warmup.as_nanos() as u64;
    let used = Used::within(server, Some(client.pid()), start_unix_ns + warmup_ns, trial.window);
    // From here to the end of the client, whose window is over.
    let before = stamped.then(|| phases::ask(&socket, true)).transpose().map_err(|error| error.to_string())?;
    let report = client.report(server)?;
    let mut result = match report.load {
        WindowOutcome::Result(result) => *result,
        WindowOutcome::Calls(calls) => {
            let got = used.client.ok_or("the CPU time of its client cannot be read")?;
            let cpu = ClientCpu { cpu_ns: got.cpu_ns, wanted: got.wanted, denied: got.denied };
            calls.result(&client.options(), cpu).map_err(|error| format!("its client: {error}"))?
        }
    };
    trial.judge(&mut result, &used);
    let mut more = round_trip(trial, &result);
    more.extend(exchange.sizes());
    if let (Some(before), Some(of_client)) = (before, report.stamped) {
        let after = phases::ask(&socket, false).map_err(|error| error.to_string())?;
        more.extend(phase_estimates(&of_client, &after.since(&before), trial.places.are_shared()));
    }
    Ok(Measured { result, used, cold, more })
}

/// What a call takes where one client makes one after the other: the measure of the historical experiments.
fn round_trip(trial: &Trial<'_>, result: &LoadResult) -> BTreeMap<EstimateId, f64> {
    let alone = trial.load.connections == 1 && trial.load.rate_per_s.is_none();
    let mean = result.service_time_ns.mean.filter(|_| alone);
    let mut estimates: BTreeMap<EstimateId, f64> = mean.into_iter().map(|mean| (EstimateId::TimeNs, mean)).collect();
    estimates.extend(result.generator.cpu_ns_per_request.map(|cpu| (EstimateId::ClientCpuNs, cpu)));
    estimates
}

/// The mean of each phase in the window with stamps. What of a call neither program spends in its own code is system calls,
/// transport and wake-ups. On cores of their own, the system call that sends can be separated from the rest; on shared ones, it
/// is where the other end runs.
fn phase_estimates(client: &Stamped, server: &Sums, shared: bool) -> BTreeMap<EstimateId, f64> {
    if client.sums.calls == 0 || server.calls == 0 {
        return BTreeMap::new();
    }
    let mut estimates = BTreeMap::from([(EstimateId::PhaseTotalNs, client.mean_ns)]);
    let mut known = 0.0;
    for phase in Phase::ALL {
        let sums = if phase.is_client() { &client.sums } else { server };
        let mean = sums.ns[phase as usize] as f64 / sums.calls as f64;
        // The client waits while the server works, and has the reply before the server's last system call is over.
        let hidden = matches!(phase, Phase::Wait | Phase::Answer) || (phase == Phase::Send && shared);
        // A step that a library takes within another is counted with it.
        if hidden || mean == 0.0 {
            continue;
        }
        known += mean;
        estimates.insert(EstimateId::named(&format!("phase_{}_ns", phase.name())), mean);
    }
    estimates.insert(EstimateId::PhaseTransportNs, client.mean_ns - known);
    estimates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_25_phases_add_up_to_the_call() {
        let client = Stamped { sums: Sums { ns: [100, 200, 5000, 50, 0, 0, 0, 0, 0], calls: 10 }, mean_ns: 540.0 };
        let server = Sums { ns: [0, 0, 0, 0, 300, 10, 20, 70, 900], calls: 10 };
        for shared in [false, true] {
            let estimates = phase_estimates(&client, &server, shared);
            let parts: f64 =
                estimates.iter().filter(|(id, _)| **id != EstimateId::PhaseTotalNs).map(|(_, ns)| ns).sum();
            assert!((parts - 540.0).abs() < 1e-9, "{estimates:?}");
            assert_eq!(estimates.contains_key(&EstimateId::PhaseClientSendNs), !shared);
        }
        assert!(phase_estimates(&client, &Sums::default(), false).is_empty(), "a server that stamps nothing");
    }
}
