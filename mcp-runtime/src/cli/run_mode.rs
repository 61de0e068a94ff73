//! What a program was started for.

/// What a program was started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunMode {
    /// To serve standard input and output.
    Stdio,
    /// To serve HTTP.
    Http,
    /// For a command that may call handlers.
    Command,
    /// For a command that calls no handler, such as `list`.
    Inspection,
}
