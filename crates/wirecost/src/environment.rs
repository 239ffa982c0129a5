//! What machine this is, and how busy.

mod load;
mod machine;

use std::collections::BTreeMap;

use wirecost_model::Environment;
use wirecost_verdict::trust;

pub use load::CpuTimes;

/// Variables that programs of a language, or all programs, read when they start, and that change what a message costs there.
const VARIABLES: [&str; 14] = [
    "GLIBC_TUNABLES",
    "GODEBUG",
    "GOGC",
    "GOMAXPROCS",
    "GOMEMLIMIT",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "_JAVA_OPTIONS",
    "LD_PRELOAD",
    "MALLOC_CONF",
    "NODE_OPTIONS",
    "PYTHONDEVMODE",
    "PYTHONMALLOC",
    "PYTHONOPTIMIZE",
];

/// The commit of this build; none of sources without a history.
pub fn commit() -> Option<&'static str> {
    Some(env!("WIRECOST_COMMIT")).filter(|commit| !commit.is_empty())
}

/// What is known before the run; `busy` watches the machine for a moment.
pub fn before() -> Environment {
    let machine = machine::read();
    Environment {
        wirecost_version: env!("CARGO_PKG_VERSION").into(),
        git_commit: commit().map(str::to_owned),
        functions_aligned_64: env!("WIRECOST_ALIGNED") == "true",
        optimised: !cfg!(debug_assertions),
        load_before: load::average(),
        busy_before: load::busy(),
        variables: variables(),
        ..machine
    }
}

/// The [`VARIABLES`] that are set.
fn variables() -> BTreeMap<String, String> {
    let value = |name: &&str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
    VARIABLES.iter().filter_map(|name| Some(((*name).to_owned(), value(name)?))).collect()
}

/// Adds what is known after the run, or after a part of it: it was as disturbed as the worst of its parts.
pub fn after(environment: &mut Environment, start: Option<CpuTimes>) {
    environment.load_after = load::average();
    let stolen = start.and_then(|start| Some(CpuTimes::now()?.since(start).steal_share()));
    environment.steal_during = [environment.steal_during, stolen].into_iter().flatten().reduce(f64::max);
}

/// Why this machine is too busy to measure; none if it is fit.
pub fn unfit(environment: &Environment) -> Option<String> {
    let busy = environment.busy_before?;
    trust::is_full(environment).then(|| {
        format!(
            "the machine is busy: others use {:.0} % of {} cores, and less than one core is free; figures will vary",
            busy * 100.0,
            environment.cores
        )
    })
}

/// What a reader must know before believing a figure from this build and machine.
pub fn warnings(environment: &Environment) -> Vec<String> {
    let mut warnings = Vec::new();
    if !environment.optimised {
        warnings.push("built without optimisation: the figures mean nothing; use cargo run --release".to_owned());
    }
    if !environment.functions_aligned_64 {
        warnings.push(
            "functions are not aligned to 64 bytes, so unrelated code can change a figure (docs/BIAS.md)".to_owned(),
        );
    }
    if !environment.variables.is_empty() {
        warnings.push(format!("figures are those of programs that run with {}", environment.list_variables()));
    }
    warnings.extend(unfit(environment));
    warnings
}

/// The warning of a run during which the hypervisor took more than a little.
pub fn steal_warning(environment: &Environment) -> Option<String> {
    let share = trust::stolen(environment)?;
    Some(format!("the hypervisor took {:.0} % of the time during the run", share * 100.0))
}
