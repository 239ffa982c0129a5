//! A search for the highest rate that keeps a goal, as one HTML file: the answer, its probes, and what the last run of full
//! length found.

use maud::{Markup, html};

use super::loaded::{self, Loaded};
use super::parts;

/// What a search found.
#[derive(Debug)]
pub struct Searched {
    /// The server.
    pub target: String,
    /// The rate, or why there is none.
    pub answer: String,
    /// What the latency of a probe is called, such as `p99`.
    pub quantile: String,
    /// Every probe, in order.
    pub probes: Vec<Probe>,
}

/// A run at one rate.
#[derive(Debug)]
pub struct Probe {
    /// Its rate.
    pub rate: String,
    /// Its latency, nanoseconds; none without a good answer.
    pub quantile_ns: Option<u64>,
    /// Whether it kept the goal.
    pub is_kept: bool,
    /// What it showed.
    pub said: String,
}

/// The page of a search, with its confirmation where there is one, and other results beside that.
pub fn render(searched: &Searched, confirmation: Option<&Loaded>, others: &[Loaded]) -> String {
    let body = html! {
        header {
            div class="bar" { h1 { "Which rate keeps the goal?" } (parts::theme()) }
            p { "Load on " code { (searched.target) } "." }
        }
        main {
            section id="answers" aria-label="Answers" { p { b { (parts::capital(&searched.answer)) "." } } }
            (probes(searched))
            @if let Some(loaded) = confirmation {
                section id="confirmation" aria-labelledby="confirmation-heading" {
                    h2 id="confirmation-heading" { "The confirmation" }
                    @if let Some(reason) = &loaded.not_valid { p class="warning" { b { "Not valid" } ": " (reason) } }
                    ul { @for sentence in &loaded.sentences { li { (sentence) } } }
                }
                (loaded::details(loaded, others))
            }
        }
    };
    super::page(&format!("wirecost load {}", searched.target), &body)
}

fn probes(searched: &Searched) -> Markup {
    html! { section id="probes" aria-labelledby="probes-heading" {
        h2 id="probes-heading" { "Probes" }
        @if searched.probes.is_empty() { p { "None came to its end." } } @else {
            (parts::scrolled("Probes", html! { table class="probes" {
                thead { tr {
                    th scope="col" class="number" { "Requests a second" }
                    th scope="col" class="number" { (searched.quantile) }
                    th scope="col" { "Goal" }
                } }
                tbody { @for probe in &searched.probes { tr class=[(!probe.is_kept).then_some("unranked")] {
                    th scope="row" class="number" { (probe.rate) }
                    td class="number" { (parts::shown(probe.quantile_ns.map(|ns| ns as f64), crate::units::time)) }
                    td { (probe.said) }
                } } }
            } }))
        }
    } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_the_answer_and_every_probe() {
        let probe = |rate: &str, quantile_ns, is_kept, said: &str| Probe {
            rate: rate.into(),
            quantile_ns,
            is_kept,
            said: said.into(),
        };
        let searched = Searched {
            target: "<b>http://127.0.0.1/".into(),
            answer: "NO FIGURE: the search was ended early".into(),
            quantile: "p99".into(),
            probes: vec![
                probe("100", Some(1_200_000), true, "kept"),
                probe("200", None, false, "not valid: the schedule was missed"),
            ],
        };
        let page = render(&searched, None, &[]);
        for part in
            ["&lt;b&gt;http", "NO FIGURE: the search was ended early", "1.20 ms", ">kept<", "the schedule was missed"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("The confirmation"), "{page}");
        assert!(render(&Searched { probes: Vec::new(), ..searched }, None, &[]).contains("None came to its end"));
    }
}
