//! Asks the user for confirmation before a tool runs: `#[tool(confirm = "..")]`.

use serde_json::Value;

use super::retry::resume;
use super::{Call, Confirm, Piece};
use crate::protocol::Answer;
use crate::protocol::{CallToolResult, RequestedSchema};
use crate::schema::{InputSchema, SchemaError};
use crate::server::respond::{Explains as _, Failure};
use crate::server::response::BoxFuture;
use crate::server::{Reply, Response};

/// How many characters of an argument are shown.
const MAX_SHOWN_CHARS: usize = 500;

impl Confirm {
    /// A confirmation with this question.
    #[inline]
    pub const fn new(question: &'static [Piece]) -> Self {
        Self { question, ask, resume }
    }

    /// Checks that the question shows nothing but arguments.
    pub(super) fn check(&self, schema: &InputSchema) -> Result<(), SchemaError> {
        for piece in self.question {
            let Piece::Argument(name) = piece else { continue };
            if schema.arguments.iter().all(|known| known.name != *name) {
                let known = schema
                    .arguments
                    .iter()
                    .map(|known| format!("`{{{}}}`", known.name))
                    .collect::<Vec<_>>()
                    .join(" and ");
                let wrong = format!(
                    "`confirm` refers to `{{{name}}}`, which is not an argument: the tool has {known}"
                );
                return Err(SchemaError::new(wrong));
            }
        }
        Ok(())
    }
}

/// Asks, with the arguments in the question; an error is the response to the call instead.
///
/// The form is empty: a client shows it as a message to accept or decline, whereas a field would
/// have to be ticked first.
#[inline]
fn ask(call: &Call<'_>, question: &[Piece]) -> BoxFuture<Result<(), Response>> {
    let shown: String = question
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Argument(name) => show(call.value_of(name)),
        })
        .collect();
    let question = call.as_context().elicit().custom_form(shown, RequestedSchema::default());
    Box::pin(async move {
        let why = match question.await {
            Ok(Answer::Accepted(_)) => return Ok(()),
            Ok(Answer::Declined) => "the user declined",
            Ok(Answer::Cancelled) => "the user closed the question without an answer",
            Err(error) => return Err(Failure(error).error().tool_response()),
        };
        // An error, since any other result has to match the output schema.
        Err(Ok(Reply::Tool(CallToolResult::error(format!("Nothing was done: {why}.")))))
    })
}

/// Formats the value on one line, so that it cannot be mistaken for part of the question.
#[inline]
fn show(value: Option<Value>) -> String {
    let text = match value {
        Some(Value::String(text)) => text,
        Some(Value::Null) | None => "(none)".to_owned(),
        Some(value) => value.to_string(),
    };
    let mut shown: String = text.chars().take(MAX_SHOWN_CHARS).map(plain).collect();
    if text.chars().nth(MAX_SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

/// Replaces control characters, and those that change the text direction, with a space.
fn plain(next: char) -> char {
    let turns =
        matches!(next, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(next, '\u{2028}' | '\u{2029}');
    if turns || breaks || next.is_control() { ' ' } else { next }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::show;

    #[test]
    fn a_value_stays_in_its_place() {
        assert_eq!(show(Some(json!("a\n\nb\u{202e}c"))), "a  b c");
        assert_eq!(show(Some(json!({ "a": [1, null] }))), r#"{"a":[1,null]}"#);
        assert_eq!((show(None), show(Some(json!(null)))), ("(none)".into(), "(none)".into()));
        assert_eq!(show(Some(json!("ä".repeat(501)))), "ä".repeat(500) + "…");
    }
}
