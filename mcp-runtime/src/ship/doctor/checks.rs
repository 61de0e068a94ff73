//! The table of what is looked for.

use super::Severity::{self, Failure, Info, Warning};

/// Something that goes wrong.
#[derive(Debug)]
pub(super) struct Check {
    pub(super) id: &'static str,
    pub(super) state: Severity,
    pub(super) area: &'static str,
}

const fn check(id: &'static str, state: Severity, area: &'static str) -> Check {
    Check { id, state, area }
}

const PROGRAM: &str = "Program";
const STDIO: &str = "As a client starts it";
const CLIENTS: &str = "Clients";
const OFFERS: &str = "What it offers";
const HTTP: &str = "Over HTTP";

pub(super) const ALL: &[Check] = &[
    check("P1", Failure, PROGRAM), // a variable that the server needs is not set
    check("P2", Warning, CLIENTS), // set in the shell, and not given on by a client
    check("P3", Warning, CLIENTS), // a secret in a file that others can read
    check("P7", Warning, CLIENTS), // a debug build
    check("P8", Warning, CLIENTS), // a path that is not there tomorrow
    check("P9", Info, CLIENTS),    // another build
    check("P10", Warning, PROGRAM), // another program of that name on the path
    check("P11", Failure, PROGRAM), // ends at once, or cannot be started
    check("P12", Warning, STDIO),  // starts slowly
    check("S1", Failure, STDIO),   // text on standard output
    check("S2", Failure, STDIO),   // no answer to `initialize`
    check("S3", Failure, STDIO),   // ends on `server/discover`
    check("S4", Failure, STDIO),   // goes on after its input has ended
    check("S5", Warning, STDIO),   // ends with another status than 0
    check("S6", Warning, STDIO),   // does not end when it is asked to
    check("S7", Failure, STDIO),   // needs a directory of its own
    check("S8", Warning, STDIO),   // needs HOME
    check("S9", Warning, STDIO),   // much standard error
    check("S10", Failure, STDIO),  // line ends of Windows
    check("S11", Warning, STDIO),  // colours in the log
    check("S12", Info, STDIO),     // cannot run twice
    check("C1", Failure, CLIENTS), // the command does not exist
    check("C2", Failure, CLIENTS), // a bare name, which a desktop app does not find
    check("C3", Failure, CLIENTS), // the file does not parse
    check("C4", Failure, CLIENTS), // under a key that the client does not read
    check("C5", Failure, CLIENTS), // a URL without its type
    check("C7", Failure, CLIENTS), // only in a file of before
    check("C8", Warning, CLIENTS), // two scopes, two commands
    check("C10", Failure, CLIENTS), // a name that the client does not take
    check("C11", Failure, CLIENTS), // `cmd /c` around a program
    check("C12", Failure, CLIENTS), // a path of another system
    check("C13", Warning, CLIENTS), // switched off
    check("C14", Warning, CLIENTS), // some tools only
    check("C16", Warning, CLIENTS), // `docker run` with a terminal, or without input
    check("C17", Warning, CLIENTS), // a URL as a command
    check("C19", Warning, CLIENTS), // a number where a text belongs
    check("L", Failure, OFFERS),   // what the lint finds
    check("H1", Failure, HTTP),    // nothing listens
    check("H2", Failure, HTTP),    // a page, or nothing, at the path
    check("H4", Failure, HTTP),    // the host is refused
    check("H6", Failure, HTTP),    // pages of any site are served
    check("H10", Failure, HTTP),   // a redirect
    check("H14", Warning, HTTP),   // a proxy catches this machine
    check("H16", Failure, HTTP),   // an unknown session is answered with something else than 404
    check("H17", Warning, HTTP),   // GET fails
    check("A2", Failure, HTTP),    // 401 that does not say where to log in
];
