//! The output of a command: the result to standard output, everything else to standard error.

mod colour;
#[cfg(any(not(unix), mcp_portable))]
mod portable;
pub mod screen;
#[cfg(all(unix, not(mcp_portable)))]
mod unix;

#[cfg(any(not(unix), mcp_portable))]
use portable as system;
#[cfg(all(unix, not(mcp_portable)))]
use unix as system;

use std::io::{self, IsTerminal as _, LineWriter, Stderr, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;

use super::json::{indented, text};
use crate::error::{Error, Result};
use crate::jsonrpc::{Peer, json_text, printable};

pub use colour::Colour;

/// The standard output of the program: once it is taken, what handlers print goes to standard
/// error.
#[derive(Debug)]
pub struct Terminal(system::Output);

impl Terminal {
    /// Takes standard output.
    ///
    /// # Errors
    ///
    /// When standard output is closed.
    pub fn take() -> Result<Self> {
        system::take()
            .map(Self)
            .map_err(|error| Error::io("cannot take over standard output", error))
    }

    /// How many columns a line should have.
    pub fn width(&self) -> usize {
        system::columns(&self.0).unwrap_or(80).clamp(40, 100)
    }

    /// Whether a person reads it, or a program.
    pub fn is_for_a_person(&self) -> bool {
        self.0.is_terminal()
    }

    /// Whether it shows colours.
    pub fn has_colours(&self) -> bool {
        self.is_for_a_person() && colour::are_wanted()
    }

    /// Prints JSON: for a program on one line.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value)
            .map_err(|error| Error::other(format!("the answer is not JSON: {error}")))?;
        let shown = if self.is_for_a_person() { indented(&text) } else { text };
        self.text(&shown)
    }

    /// Prints text with colours, from which other control characters have already been removed.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn page(&mut self, text: &str) -> Result<()> {
        self.write(text.as_bytes())
    }

    /// Prints text, without characters that control a terminal.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn text(&mut self, text: &str) -> Result<()> {
        let shown = if self.0.is_terminal() { printable(text) } else { text.into() };
        self.write(shown.as_bytes())?;
        if text.is_empty() || text.ends_with('\n') { Ok(()) } else { self.write(b"\n") }
    }

    /// Prints the contents of a resource, byte for byte, so that they can be redirected to a file.
    ///
    /// # Errors
    ///
    /// When writing fails, or when the bytes would go to a terminal.
    pub(super) fn contents(&mut self, contents: &Value) -> Result<()> {
        match (contents["text"].as_str(), contents["blob"].as_str()) {
            (Some(text), _) if self.0.is_terminal() => self.text(text),
            (Some(text), _) => self.write(text.as_bytes()),
            (_, Some(_)) if self.0.is_terminal() => {
                Err(Error::other("the content is binary; redirect it to a file with `> FILE`"))
            }
            (_, Some(blob)) => {
                let bytes = STANDARD
                    .decode(blob)
                    .map_err(|error| Error::other(format!("the content is not Base64: {error}")))?;
                self.write(&bytes)
            }
            _ => Err(Error::other("the content is neither text nor bytes")),
        }
    }

    /// Writes bytes. A reader that has read enough, such as `head`, is not an error.
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        screen::clear();
        match self.0.write_all(bytes) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::io("cannot write to standard output", error))
            }
            _ => Ok(()),
        }
    }
}

/// A writer of text that cannot control a terminal.
#[derive(Debug)]
pub(crate) struct Printable<W>(pub(crate) W);

impl Printable<LineWriter<Stderr>> {
    /// Standard error, line-buffered: other output does not come between the parts of a line.
    pub(crate) fn stderr() -> Self {
        Self(LineWriter::new(io::stderr()))
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.write_all(printable(&String::from_utf8_lossy(text)).as_bytes())?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints the progress and the log messages of a call.
pub(super) struct StandardError;

impl Peer for StandardError {
    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }

    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(std::future::pending())
    }

    fn send(&self, message: &[u8]) {
        let message: Value = serde_json::from_str(json_text(message)).unwrap_or_default();
        let params = &message["params"];
        match text(&message, "method") {
            "notifications/progress" => screen::progress(&progress_line(params)),
            "notifications/message" => screen::line(&printable(&message_line(params))),
            _ => {}
        }
    }
}

fn progress_line(progress: &Value) -> String {
    let done = progress["progress"].as_f64().unwrap_or_default();
    let total = progress["total"].as_f64().map(|total| format!("/{total}"));
    let line = format!("[{done}{}] {}", total.unwrap_or_default(), text(progress, "message"));
    line.trim_end().to_owned()
}

fn message_line(message: &Value) -> String {
    let level = message["level"].as_str().unwrap_or("log");
    match message["data"].as_str() {
        Some(text) => format!("{level}: {text}"),
        None => format!("{level}: {}", message["data"]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn news_of_a_call_are_one_line() {
        let progress =
            json!({ "progressToken": 1, "progress": 2.0, "total": 5.0, "message": "reading" });
        assert_eq!(progress_line(&progress), "[2/5] reading");
        assert_eq!(progress_line(&json!({ "progressToken": 1, "progress": 0.5 })), "[0.5]");
        let message = json!({ "level": "warning", "data": "nothing is old" });
        assert_eq!(message_line(&message), "warning: nothing is old");
        let message = json!({ "level": "info", "data": { "n": 1 } });
        assert_eq!(message_line(&message), r#"info: {"n":1}"#);
    }
}
