//! The table of checks.

use super::Severity::{self, Failure, Info, Warning};

/// A problem that is checked for.
#[derive(Debug)]
pub(super) struct Check {
    pub(super) id: &'static str,
    pub(super) severity: Severity,
    pub(super) area: &'static str,
    /// Whether `install` fixes it.
    pub(super) is_fixed_by_install: bool,
}

const fn check(id: &'static str, severity: Severity, area: &'static str) -> Check {
    Check { id, severity, area, is_fixed_by_install: false }
}

const fn fixable(id: &'static str, severity: Severity, area: &'static str) -> Check {
    Check { is_fixed_by_install: true, ..check(id, severity, area) }
}

const PROGRAM: &str = "Program";
const STDIO: &str = "As a client starts it";
const CLIENTS: &str = "Clients";
const OFFERS: &str = "What it offers";
const HTTP: &str = "Over HTTP";

pub(super) const ALL: &[Check] = &[
    check("P1", Failure, PROGRAM), // a variable that the server needs is not set
    check("P2", Warning, CLIENTS), // set in the shell, and not passed on by a client
    check("P3", Warning, CLIENTS), // a secret in a file that others can read
    check("P5", Failure, PROGRAM), // needs a newer library than the system has
    check("P6", Failure, PROGRAM), // made for another kind of machine
    check("P7", Warning, CLIENTS), // a debug build
    check("P8", Warning, CLIENTS), // a path that may be gone tomorrow
    check("P9", Info, HTTP),       // another version
    check("P10", Warning, PROGRAM), // another program of that name on the path
    check("P11", Failure, PROGRAM), // ends at once, or cannot be started
    check("P12", Warning, STDIO),  // starts slowly
    check("P13", Warning, PROGRAM), // not everything could be checked in time
    check("S1", Failure, STDIO),   // text on standard output
    check("S2", Failure, STDIO),   // no answer to `initialize`
    check("S3", Failure, STDIO),   // ends on `server/discover`
    check("S4", Failure, STDIO),   // continues after its input has ended
    check("S5", Warning, STDIO),   // exits with a status other than 0
    check("S6", Warning, STDIO),   // does not end when it is asked to
    check("S7", Failure, STDIO),   // needs a directory of its own
    check("S8", Warning, STDIO),   // needs HOME
    check("S9", Warning, STDIO),   // much standard error
    check("S10", Failure, STDIO),  // Windows line endings
    check("S11", Warning, STDIO),  // colours in the log
    check("S12", Info, STDIO),     // cannot run twice
    fixable("C1", Failure, CLIENTS), // the command does not exist
    fixable("C2", Failure, CLIENTS), // a bare name, which a desktop app does not find
    check("C3", Failure, CLIENTS), // the file does not parse
    check("C4", Failure, CLIENTS), // under a key that the client does not read
    fixable("C5", Failure, CLIENTS), // a URL without its type
    fixable("C6", Failure, CLIENTS), // in a file that another build of the client reads
    fixable("C7", Failure, CLIENTS), // only in a legacy file
    check("C8", Warning, CLIENTS), // two scopes, two commands
    check("C9", Failure, CLIENTS), // the folder, or the server in it, is not trusted
    check("C10", Failure, CLIENTS), // a name that the client does not take
    check("C11", Failure, CLIENTS), // `cmd /c` around a program
    check("C12", Failure, CLIENTS), // a path of another system
    check("C13", Warning, CLIENTS), // switched off
    check("C14", Warning, CLIENTS), // only some tools
    check("C15", Info, CLIENTS),   // the client has to be started again
    check("C16", Warning, CLIENTS), // `docker run` with a terminal, or without input
    fixable("C17", Warning, CLIENTS), // a URL as a command
    fixable("C19", Warning, CLIENTS), // a number where a string belongs
    check("C20", Failure, CLIENTS), // what is started does not answer
    fixable("C21", Failure, CLIENTS), // a member that the client refuses, or does not read
    check("C22", Failure, CLIENTS), // a URL where the client takes programs only
    check("L", Failure, OFFERS),   // what the lint finds
    check("H1", Failure, HTTP),    // nothing listens
    check("H2", Failure, HTTP),    // a page, or nothing, at the path
    check("H3", Failure, HTTP),    // requires what not every client accepts
    check("H4", Failure, HTTP),    // the host is refused
    check("H5", Failure, HTTP),    // its own pages are refused
    check("H6", Failure, HTTP),    // pages of any site are served
    check("H7", Failure, HTTP),    // events are buffered
    check("H9", Failure, HTTP),    // headers are dropped on the way
    check("H10", Failure, HTTP),   // a redirect
    check("H11", Failure, HTTP),   // a trailing slash leads elsewhere
    check("H12", Failure, HTTP),   // a certificate of an unknown issuer
    check("H13", Failure, HTTP),   // a certificate that is expired or not yet valid
    check("H14", Warning, HTTP),   // a proxy is used for this machine
    check("H15", Failure, HTTP),   // replicas do not share sessions
    check("H16", Failure, HTTP),   // an unknown session is not answered with 404
    check("H17", Warning, HTTP),   // GET fails
    check("H18", Warning, HTTP),   // browsers cannot read the session
    check("H19", Warning, HTTP),   // responses that gateways truncate
    check("H20", Warning, HTTP),   // open to the network
    check("A1", Failure, HTTP),    // no 401 where a token is missing
    check("A2", Failure, HTTP),    // 401 that does not say where to log in
    check("A3", Failure, HTTP),    // metadata at the root alone
    check("A4", Failure, HTTP),    // metadata of another URL
    check("A5", Failure, HTTP),    // an issuer without metadata
    check("A6", Failure, HTTP),    // web pages in place of metadata
    check("A7", Failure, HTTP),    // an issuer that does not register clients
    check("A8", Failure, HTTP),    // an issuer without S256
    check("A11", Warning, HTTP),   // metadata that are limited
];
