//! The live line of a load run.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use wirecost_load::Progress;

/// Progress in one line that is redrawn; nothing if no terminal shows it.
pub struct Live {
    line: ProgressBar,
    errors: u64,
}

impl Live {
    /// A line that is drawn if `shown`.
    pub fn new(shown: bool) -> Self {
        let target = if shown { ProgressDrawTarget::stderr_with_hz(5) } else { ProgressDrawTarget::hidden() };
        let line = ProgressBar::with_draw_target(None, target);
        // The template is fixed and known to parse; the default would do as well.
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            line.set_style(style);
        }
        Self { line, errors: 0 }
    }

    /// Draws what a tenth of a second brought.
    pub fn show(&mut self, tenth: &Progress) {
        self.errors += tenth.errors + tenth.misses;
        let phase = if tenth.at_s < 0.0 { "warm-up " } else { "" };
        let ms = |ns: u64| ns as f64 / 1e6;
        self.line.set_message(format!(
            "{phase}{:.1} s  {:.0}/s  p50 {:.3} ms  p99 {:.3} ms  {} errors",
            tenth.at_s,
            tenth.ok_per_s,
            ms(tenth.p50_ns),
            ms(tenth.p99_ns),
            self.errors
        ));
    }

    /// Draws a line of text.
    pub fn say(&self, text: String) {
        self.line.set_message(text);
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.line.finish_and_clear();
    }
}
