//! `--card`, `--catalog` and `--public-url`.

use std::env;

use mcp_runtime::Result;
use mcp_runtime::clap::{Arg, ArgAction, ArgMatches};
use mcp_runtime::http::Http;

use super::{Named, option, option_value};
use crate::Card;

const CARD: &str = "card";
const CATALOG: &str = "catalog";
pub(super) const PUBLIC_URL: Named = ("public-url", "MCP_PUBLIC_URL");
/// The option of `mcp-runtime-auth` that is such a URL.
const AUDIENCE: Named = ("audience", "MCP_AUDIENCE");

pub(super) fn args() -> Vec<Arg> {
    let card = "Experimental: serve a server card, with this name or one made from the public URL";
    let url = "The public URL of the server, for its card [env: MCP_PUBLIC_URL]";
    vec![
        option((CARD, ""), "NAME", card).num_args(0..=1).default_missing_value(""),
        Arg::new(CATALOG)
            .long(CATALOG)
            .action(ArgAction::SetTrue)
            .requires(CARD)
            .help("Experimental: serve an AI catalog that lists the card"),
        option(PUBLIC_URL, "URL", url),
    ]
}

/// Serves a card, if there has to be one.
pub(super) fn apply(card: &Card, http: Http, line: &ArgMatches) -> Result<Http> {
    let Some(name) = line.get_one::<String>(CARD) else { return Ok(http) };
    let url = option_value(line, PUBLIC_URL).or_else(|| audience(line));
    let base = named(card.clone(), Some(name), url);
    let card = if line.get_flag(CATALOG) { base.catalog() } else { base };
    card.add_to(http)
}

/// Sets the name and the URL of a card, if there are any.
pub(super) fn named(card: Card, name: Option<&String>, url: Option<String>) -> Card {
    let card = match name.filter(|name| !name.is_empty()) {
        Some(name) => card.name(name),
        None => card,
    };
    match url {
        Some(url) => card.public_url(url),
        None => card,
    }
}

/// What tokens are for, if the program has that option.
pub(super) fn audience(line: &ArgMatches) -> Option<String> {
    let (name, variable) = AUDIENCE;
    let has_option = line.ids().any(|id| id == name);
    let typed =
        has_option.then(|| line.get_raw(name)?.next()?.to_str()).flatten().map(str::to_owned);
    typed.or_else(|| env::var(variable).ok().filter(|value| !value.is_empty()))
}
