//! A line of the log.

use std::time::{Duration, SystemTime};

use tracing::Level;

use super::fields::Fields;
use crate::cli::terminal::{Colour, screen};
use crate::jsonrpc::printable;

/// Writes a line: the time, the level, and the message. The message may quote a peer: it is kept on
/// one line, and cannot control the terminal.
pub(super) fn write(level: Level, what: &str) {
    let when = humantime::format_rfc3339_seconds(SystemTime::now());
    let what = printable(what).replace('\n', "\\n");
    let name = format!("{level:>5}");
    let level = colour(level).paint(&name, screen::has_colours());
    screen::log_line(&format!("{when} {level} {what}"));
}

/// Describes a request that has ended: its method, name, revision, outcome and duration.
pub(super) fn request(fields: &Fields, took: Duration) -> String {
    let names =
        ["mcp.method.name", "gen_ai.tool.name", "gen_ai.prompt.name", "mcp.protocol.version"];
    let mut line = String::new();
    for part in names.into_iter().filter_map(|name| fields.get(name)) {
        line += part;
        line.push(' ');
    }
    line += fields.get("outcome").unwrap_or("cancelled");
    if let Some(code) = fields.get("rpc.response.status_code") {
        line = line + " " + code;
    }
    format!("{line} {:.1}ms", took.as_secs_f64() * 1000.0)
}

/// Describes an event, with its target unless that is in the framework.
pub(super) fn event(target: &str, mut fields: Fields) -> String {
    let message = fields.take("message").unwrap_or_default();
    let place = if is_ours(target) { String::new() } else { format!("{target}: ") };
    format!("{place}{message}{fields}")
}

fn is_ours(target: &str) -> bool {
    target.split("::").next().is_some_and(|name| name.starts_with(env!("CARGO_CRATE_NAME")))
}

/// The name of a span in the lines that are written inside of it.
pub(super) fn label(name: &str, fields: &Fields) -> String {
    let Some(method) = fields.get("mcp.method.name") else { return name.to_owned() };
    let name = fields.get("gen_ai.tool.name").or_else(|| fields.get("gen_ai.prompt.name"));
    name.map_or_else(|| method.to_owned(), |name| format!("{method} {name}"))
}

fn colour(level: Level) -> Colour {
    match level {
        Level::ERROR => Colour::Red,
        Level::WARN => Colour::Yellow,
        Level::INFO => Colour::Green,
        _ => Colour::Dim,
    }
}
