//! `card`: prints what `--card` serves.

use std::future::ready;

use mcp_runtime::clap::{Arg, ArgAction, ArgMatches, Command};
use mcp_runtime::terminal::Terminal;
use mcp_runtime::{Error, Result, RunMode, Server, Subcommand, SubcommandLine};

use super::card::{PUBLIC_URL, audience, named};
use super::{option, option_value};
use crate::Card;

const NAME: &str = "mcp-card-name";
const CATALOG: &str = "mcp-card-catalog";

/// The command `card`, which prints the card that `--card` serves: for a host of static files, or to
/// look at it. **Experimental**, as cards are.
///
/// ```no_run
/// use mcp_runtime_web::{Card, card_command};
///
/// fn main() -> mcp_runtime::Result<()> {
///     mcp_runtime::server!().subcommands([card_command(Card::new())]).run()
/// }
/// ```
#[must_use]
pub fn card_command(card: Card) -> Subcommand {
    let url = "The public URL of the server [env: MCP_PUBLIC_URL]";
    let command = Command::new("card")
        .about("Print the server card (experimental)")
        .arg(option(PUBLIC_URL, "URL", url))
        .arg(
            Arg::new(NAME)
                .long("name")
                .value_name("NAME")
                .help("The name in the card [default: made from the public URL]"),
        )
        .arg(
            Arg::new(CATALOG)
                .long("catalog")
                .action(ArgAction::SetTrue)
                .help("Print an AI catalog that lists the card, instead of the card"),
        );
    let run = move |server: Server, line: SubcommandLine| {
        ready(print(card.clone(), &server, line.matches()))
    };
    Subcommand::new(command, run).mode(RunMode::Inspection)
}

fn print(card: Card, server: &Server, line: &ArgMatches) -> Result<()> {
    let url = option_value(line, PUBLIC_URL).or_else(|| audience(line));
    let card = named(card, line.get_one(NAME), url);
    let json =
        if line.get_flag(CATALOG) { card.catalog_json(server)? } else { card.to_json(server)? };
    let text = serde_json::to_string_pretty(&json).map_err(Error::other)?;
    Terminal::take()?.text(&text)
}
