//! The command line: options for `--http`, and the command `card`.

mod card;
mod command;
#[cfg(feature = "tls")]
mod tls;
#[cfg(not(feature = "tls"))]
#[path = "without_tls.rs"]
mod tls;
mod well_known;

use std::env;

use mcp_runtime::HttpOptions;
use mcp_runtime::clap::{Arg, ArgMatches};

use crate::Card;
use crate::systemd;
pub use command::card_command;

/// An option of the command line: its name, and the variable that is read where it is not typed.
type Named = (&'static str, &'static str);

/// The options of this crate, for a program that serves HTTP.
///
/// ```no_run
/// fn main() -> mcp_runtime::Result<()> {
///     mcp_runtime::server!().http_options(mcp_runtime_web::options()).run()
/// }
/// ```
///
/// | option | what for |
/// |---|---|
/// | `--tls-cert FILE`, `--tls-key FILE` | encrypts connections; see `Tls` |
/// | `--tls-client-ca FILE` | accepts only clients whose certificate was issued by a CA in this PEM file |
/// | `--http systemd` | serves on the sockets of [systemd]; also tells it when the server is ready |
/// | `--card [NAME]`, `--catalog`, `--public-url URL` | serves a [`Card`] |
/// | `--well-known NAME=TEXT` | serves a [`WellKnown`](crate::WellKnown) file; `NAME=@FILE` reads it |
///
/// The public URL of the card is otherwise that of `--audience`, if the program has the options of
/// `mcp-runtime-auth`.
#[must_use]
pub fn options() -> HttpOptions {
    options_with(Card::new())
}

/// The [`options`] of this crate, with the card that `--card` serves.
///
/// ```no_run
/// use mcp_runtime_web::Card;
///
/// fn main() -> mcp_runtime::Result<()> {
///     let card = Card::new().repository("https://github.com/me/notes");
///     mcp_runtime::server!().http_options(mcp_runtime_web::options_with(card)).run()
/// }
/// ```
#[must_use]
pub fn options_with(card: Card) -> HttpOptions {
    let args = [tls::args(), card::args(), well_known::args()].into_iter().flatten();
    let options = HttpOptions::new(args, move |http, line| {
        let encrypted = tls::apply(http, line)?;
        let with_card = card::apply(&card, encrypted, line)?;
        let http = well_known::apply(with_card, line)?;
        Ok(if env::var_os("NOTIFY_SOCKET").is_some() {
            http.on_started(systemd::notify_ready)
        } else {
            http
        })
    });
    options.opens("systemd", systemd::sockets)
}

fn option((name, _): Named, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// What is typed, or in the environment.
fn option_value(line: &ArgMatches, (name, variable): Named) -> Option<String> {
    let typed = line.get_one::<String>(name).cloned();
    typed.or_else(|| env::var(variable).ok().filter(|value| !value.is_empty()))
}
