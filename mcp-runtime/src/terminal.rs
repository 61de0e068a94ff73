//! What a [`Subcommand`](crate::Subcommand) prints and asks: its result goes to standard output, all
//! else to standard error.
//!
//! Text of others cannot control the terminal of the user, and colours are only shown where they
//! are supported and wanted.
//!
//! ```no_run
//! use mcp_runtime::clap::Command;
//! use mcp_runtime::terminal::{Colour, Terminal, stderr};
//! use mcp_runtime::{Result, Subcommand, json, server};
//!
//! fn main() -> Result<()> {
//!     let count = Subcommand::new(Command::new("count"), async |_, line| {
//!         stderr::line(&Colour::Dim.paint("counting", stderr::has_colours()));
//!         let mut terminal = Terminal::take()?;
//!         if line.is_json() {
//!             return terminal.json(&json!({ "notes": 3 }));
//!         }
//!         terminal.text("3 notes")
//!     });
//!     server!().subcommands([count]).run()
//! }
//! ```

pub use crate::cli::answers::{Answers, is_interactive};
pub use crate::cli::terminal::{Colour, Terminal, screen as stderr};
