//! `-v` and `RUST_LOG`: what happens, a line each, on standard error.
//!
//! It is a subscriber of our own: `tracing-subscriber` would be four crates more for every server,
//! of which this needs a tenth.

mod fields;
mod filter;
mod line;
mod subscriber;

use std::env;

use filter::Filter;
use subscriber::LogSubscriber;

/// Logs, if `-v` was typed or `RUST_LOG` is set; a subscriber that the program has stays.
pub(crate) fn install(verbosity: u8) {
    let directives = env::var("RUST_LOG").unwrap_or_default();
    if verbosity > 0 || !directives.is_empty() {
        let _ = tracing::subscriber::set_global_default(LogSubscriber::new(Filter::new(
            verbosity,
            &directives,
        )));
    }
}
