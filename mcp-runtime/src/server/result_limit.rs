//! The limit of what a handler may return.

use std::fmt::Write as _;

use crate::jsonrpc::ErrorObject;
use crate::protocol::{CallToolResult, ContentBlock};
use crate::server::handler_kind::HandlerKind;
use crate::server::response::{Reply, Response};

/// The most that `_meta` may ask Claude Code to show, in characters.
const MAX_SHOWN: usize = 500_000;

/// The limit of what a handler may return, as JSON: `#[tool(max_result = "200 KB")]`.
#[derive(Clone, Copy, Debug)]
pub struct ResultLimit {
    bytes: usize,
    hint: &'static str,
    truncates: bool,
}

impl ResultLimit {
    /// Creates a limit of this many bytes.
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, hint: "", truncates: false }
    }

    /// Tells the model how to ask for less.
    #[must_use]
    pub const fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// Shortens text instead of refusing it.
    #[must_use]
    pub const fn truncate(self) -> Self {
        Self { truncates: true, ..self }
    }

    /// Whether it is for text alone.
    pub(crate) fn is_of_text(&self) -> bool {
        self.truncates
    }

    /// How many characters of a result a client should show to the model.
    pub(crate) fn shown(limit: Option<Self>) -> usize {
        limit.map_or(MAX_SHOWN, |limit| limit.bytes.min(MAX_SHOWN))
    }

    /// Replaces a result that is too large by an error, or by as much of it as there is room for.
    pub(crate) fn apply(&self, kind: &HandlerKind, response: &mut Response) {
        let size = match response {
            Ok(reply) => size(reply),
            Err(_) => return,
        };
        if size <= self.bytes {
            return;
        }
        if self.truncates
            && let Ok(Reply::Tool(result)) = response
            && self.shorten(result)
        {
            return;
        }
        let mut text = format!("the result is {size} bytes, and the limit is {}", self.bytes);
        if !self.hint.is_empty() {
            let _ = write!(text, ": {}", self.hint);
        }
        *response = kind.failure(text, ErrorObject::internal);
    }

    /// Cuts texts from the end, until they fit with a line that says what is missing. `false` if the
    /// result has something else than texts, or there is no room for the line.
    fn shorten(&self, result: &mut CallToolResult) -> bool {
        let is_text = |block: &ContentBlock| matches!(block, ContentBlock::Text(_));
        if result.structured_content.is_some() || !result.content.iter().all(is_text) {
            return false;
        }
        let mut missing = 0;
        let note = |missing: usize| format!("[{missing} bytes of text are missing]");
        // The line has the most digits that it could need.
        let room = self.bytes.saturating_sub(json_size(&note(usize::MAX)));
        let mut over = json_size(result).saturating_sub(room);
        while let Some(ContentBlock::Text(last)) = result.content.last_mut() {
            let size = escaped_size(&last.text);
            if over <= size {
                let end = start_within(&last.text, size - over);
                missing += last.text.len() - end;
                last.text.truncate(end);
                last.text.push('\n');
                last.text += &note(missing);
                return true;
            }
            missing += last.text.len();
            let removed = result.content.pop();
            // With the comma before it.
            over = over.saturating_sub(json_size(&removed) + 1);
        }
        false
    }
}

/// The size of a result; what was not yet run to its end has none.
fn size(reply: &Reply) -> usize {
    match reply {
        Reply::Tool(result) => json_size(result),
        Reply::Structured(result) => match result.clone().into_result() {
            Ok(result) => json_size(&result),
            Err(_) => 0,
        },
        Reply::Prompt(result) => json_size(result),
        Reply::Resource(result) | Reply::Watched(result, _) => json_size(result),
        _ => 0,
    }
}

/// How many bytes a text has as JSON, without its quotes.
fn escaped_size(text: &str) -> usize {
    text.chars().map(escaped_char).sum()
}

fn escaped_char(c: char) -> usize {
    match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => 6,
        c => c.len_utf8(),
    }
}

/// Where the start of a text ends that has at most this many bytes as JSON.
fn start_within(text: &str, bytes: usize) -> usize {
    let mut used = 0;
    let beyond = text.char_indices().find(|(_, c)| {
        used += escaped_char(*c);
        used > bytes
    });
    beyond.map_or(text.len(), |(end, _)| end)
}

fn json_size(value: &impl serde::Serialize) -> usize {
    serde_json::to_vec(value).map_or(0, |json| json.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each text is looked at once, however many there are.
    #[test]
    fn many_texts_are_cut_from_the_end() {
        for limit in [1_000, 1_001, 100_000] {
            let texts = (0..20_000).map(|_| ContentBlock::text("a text"));
            let mut response = Ok(Reply::Tool(CallToolResult::new(texts.collect())));
            let kind = HandlerKind::Tool("many".into());
            ResultLimit::new(limit).truncate().apply(&kind, &mut response);
            let Ok(Reply::Tool(result)) = response else { panic!("it is a result") };
            assert_eq!(result.is_error, None);
            assert!((limit - 100..=limit).contains(&json_size(&result)), "{}", json_size(&result));
            assert!(result.text().ends_with(" bytes of text are missing]"));
        }
        let mut response = Ok(Reply::Tool(CallToolResult::new(vec![ContentBlock::text("a text")])));
        ResultLimit::new(10).truncate().apply(&HandlerKind::Tool("one".into()), &mut response);
        let Ok(Reply::Tool(result)) = response else { panic!("it is a result") };
        assert_eq!(result.is_error, Some(true), "there is no room for the line");
    }
}
