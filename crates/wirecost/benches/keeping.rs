//! What keeping the results of a batch costs an honest candidate (docs/BIAS.md): every Rust candidate of the default suite,
//! on its messages, once as a batch is timed and once with each result dropped at once.
//!
//! `cargo bench -p wirecost --bench keeping`

use apart::Apart;
use wirecost_catalog::{Catalog, Suite, globs};
use wirecost_codec_protocol::{Binding, OperationKind};

mod apart;

fn main() {
    let suite = Suite::load("quick", &Catalog::default()).expect("it comes with wirecost");
    let excluded = globs(&suite.exclude).expect("they are globs");
    let recipes = wirecost_built::Recipes::embedded();
    let offers = recipes.all().flat_map(|recipe| &recipe.candidates);
    let chosen = offers.filter(|offer| offer.binding != Binding::Nothing && !excluded.is_match(&offer.name));
    let main = concat!(include_str!("apart/ready.rs"), include_str!("apart/keeping.rs"));
    let mut ratios = Vec::new();
    println!("{:<52} {:>9} {:>8} {:>7}", "case", "ns", "batch", "ratio");
    for offer in chosen {
        for message in &suite.messages {
            let Some(apart) = Apart::new(&offer.name, message) else { continue };
            for kind in [OperationKind::Decode, OperationKind::Encode] {
                if !apart.takes(kind) {
                    continue;
                }
                let told = apart.told_by(main, kind);
                let figures: Vec<f64> = told.split_whitespace().map(|word| word.parse().expect("a number")).collect();
                let [ns, batch, ratio] = figures[..] else { panic!("three numbers, and not {told:?}") };
                let case = format!("{} {message} {}", offer.name, kind.name());
                println!("{case:<52} {ns:>9.1} {batch:>8} {ratio:>7.3}");
                ratios.push(ratio);
            }
        }
    }
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios[((ratios.len() - 1) as f64 * share).round() as usize];
    println!(
        "kept / dropped at once over {} cases: median {:.3}, quartiles {:.3} to {:.3}, 5 % to 95 % {:.3} to {:.3}",
        ratios.len(),
        at(0.5),
        at(0.25),
        at(0.75),
        at(0.05),
        at(0.95)
    );
}
