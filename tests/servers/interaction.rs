//! The server that asks: `[--no-park] [--key HEX] [--answer-time MS] stdio | http PORT`.

use std::time::Duration;

use mcp_runtime::{Error, Limits, Result};
use mcp_test_support::interaction::interaction;

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut server = interaction();
    if let Some(at) = arguments.iter().position(|argument| argument == "--no-park") {
        arguments.remove(at);
        server = server.limits(Limits::new().without_parking());
    }
    if let Some(key) = take(&mut arguments, "--key") {
        let decoded = key_of(&key);
        let key = decoded.ok_or_else(|| Error::other("--key takes 64 hexadecimal digits"))?;
        server = server.state_keys([key]);
    }
    if let Some(time) = take(&mut arguments, "--answer-time") {
        server = server.limits(
            Limits::new()
                .answer_timeout(Duration::from_millis(time.parse().map_err(Error::other)?)),
        );
    }
    mcp_test_support::serve_as(server, &arguments)
}

/// Takes an option and its value.
fn take(arguments: &mut Vec<String>, option: &str) -> Option<String> {
    let at = arguments.iter().position(|argument| argument == option)?;
    arguments.drain(at..arguments.len().min(at + 2)).nth(1)
}

fn key_of(hex: &str) -> Option<[u8; 32]> {
    let digits = |at: usize| u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok();
    let bytes = (0..hex.len().div_ceil(2)).map(digits).collect::<Option<Vec<u8>>>()?;
    bytes.try_into().ok()
}
