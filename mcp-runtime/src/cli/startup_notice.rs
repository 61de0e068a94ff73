//! What is printed for a person who starts a server at a terminal: what is served and where, and
//! what to paste into a client.

use std::env;
use std::io::{self, IsTerminal as _};

use super::terminal::{Colour, screen};
use crate::jsonrpc::printable;
use crate::server::Server;

/// Explains to a person who started the program at a terminal what it waits for.
pub(crate) fn print_stdio_notice(server: &Server) {
    if !io::stdin().is_terminal() {
        return;
    }
    let name = &server.info().name;
    let what = format!(
        "{name} waits for a client that speaks {} on its standard input; `--help` shows what else \
         it does.",
        server.protocol()
    );
    let program =
        env::current_exe().map(|path| path.display().to_string()).unwrap_or_else(|_| name.clone());
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let command: Vec<String> =
        [program].into_iter().chain(words).map(|word| quoted(&word)).collect();
    let command = command.join(" ");
    let added = format!("claude mcp add {} -- {command}", quoted(name));
    print(&what, if server.speaks_only_other() { &command } else { &added });
}

/// Shows a person what is served at a URL.
pub(super) fn print_http_notice(server: &Server, url: &str, headers: &[(String, String)]) {
    if !io::stderr().is_terminal() {
        return;
    }
    let info = server.info();
    let counts: Vec<String> = server.counts().into_iter().filter_map(counted).collect();
    let offers = if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") };
    let what = format!("{} {} serves {offers} at {url} until Ctrl-C.", info.name, info.version);
    let name = quoted(&info.name);
    let mut add = format!("claude mcp add --transport http {name} {url}");
    for (name, value) in headers {
        add += &format!(" --header {}", quoted(&format!("{name}: {value}")));
    }
    print(&what, &add);
}

fn print(what: &str, paste: &str) {
    let plain = printable(paste);
    let paste = Colour::Cyan.paint(&plain, screen::has_colours());
    screen::line(&format!("{}\nFor a client: {paste}", printable(what)));
}

fn counted((what, count): (&str, usize)) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
