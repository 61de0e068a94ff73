//! What is read of a stream before its reader leaves.

use serde_json::Value;

use super::{Event, Response};

/// The id of the last event, and the messages, of so many.
///
/// # Panics
///
/// When the stream ends before.
pub async fn read(stream: &mut Response, count: usize) -> (String, Vec<Value>) {
    let mut last = None;
    let mut messages = Vec::new();
    while messages.len() < count {
        let (Event { id, .. }, message) =
            stream.message_event().await.expect("the stream continues");
        last = id.or(last);
        messages.push(message);
    }
    (last.expect("an event has an id"), messages)
}

/// The progress that was told.
///
/// # Panics
///
/// When it was no whole number.
pub fn steps(messages: &[Value]) -> Vec<u64> {
    let told = messages.iter().filter_map(|message| message["params"]["progress"].as_f64());
    told.map(|progress| format!("{progress}").parse().expect("it is a step")).collect()
}
