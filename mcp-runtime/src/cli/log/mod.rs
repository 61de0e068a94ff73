//! `-v` and `RUST_LOG`: logs events to standard error, one per line.
//!
//! This is a subscriber of our own: `tracing-subscriber` would add four crates to every server, of
//! which this needs a tenth.

mod fields;
mod filter;
mod line;
mod subscriber;

use std::env;

use filter::Filter;
use subscriber::LogSubscriber;

/// Starts logging if `-v` was typed or `RUST_LOG` is set; a subscriber of the program is kept.
pub(crate) fn install(verbosity: u8) {
    let directives = env::var("RUST_LOG").unwrap_or_default();
    if verbosity > 0 || !directives.is_empty() {
        let _ = tracing::subscriber::set_global_default(LogSubscriber::new(Filter::new(
            verbosity,
            &directives,
        )));
    }
}
