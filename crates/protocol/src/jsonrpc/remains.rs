//! What a message that cannot be read still says: the id of its request, and whether it answers
//! one.
//!
//! Half a surrogate pair, `NaN` or a lost end spoil the whole text for every decoder, but its
//! sender waits for an answer all the same. So the text is searched once more, with as little as
//! possible taken for granted: strings end with a quote, and objects and arrays are nested.

use super::{RequestId, Scan, string};

/// What is left of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Remains {
    /// The id, if it is there once and is complete.
    #[doc(hidden)]
    pub id: Option<RequestId>,
    #[doc(hidden)]
    pub kind: RemainsKind,
}

/// What kind of message it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RemainsKind {
    /// It has a method.
    Request,
    /// It has a result or an error.
    Response,
    /// Too little is left.
    #[default]
    Unknown,
}

impl Remains {
    /// Searches a message; other text than one object has none, not even if it begins with one.
    #[cold]
    pub(super) fn of(text: &[u8]) -> Self {
        search(text, b'{', 1).pop().unwrap_or_default()
    }

    /// Searches the messages of a batch, but not more than `limit`.
    #[cold]
    pub(super) fn of_batch(text: &[u8], limit: usize) -> Vec<Self> {
        search(text, b'[', limit)
    }
}

/// What is known of the object that is searched.
#[derive(Default)]
struct FoundMembers<'a> {
    ids: usize,
    id: Option<&'a [u8]>,
    has_method: bool,
    has_answer: bool,
}

impl<'a> FoundMembers<'a> {
    fn member(&mut self, key: &[u8], value: Option<&'a [u8]>) {
        let key = std::str::from_utf8(key).ok().and_then(string);
        match key.as_deref() {
            Some("id") => (self.ids, self.id) = (self.ids + 1, value),
            Some("method") => self.has_method = true,
            Some("result" | "error") => self.has_answer = true,
            _ => {}
        }
    }

    fn remains(&self) -> Remains {
        let only = self.id.filter(|_| self.ids == 1);
        let id = only.and_then(|id| read_id(std::str::from_utf8(id).ok()?));
        let kind = match (self.has_method, self.has_answer) {
            (true, _) => RemainsKind::Request,
            (false, true) => RemainsKind::Response,
            (false, false) => RemainsKind::Unknown,
        };
        Remains { id, kind }
    }
}

/// Searches the objects that have nothing or an array around them; `first` is the first byte.
fn search(text: &[u8], first: u8, limit: usize) -> Vec<Remains> {
    let text = text.trim_ascii();
    if text.first() != Some(&first) {
        return Vec::new();
    }
    let level = if first == b'[' { 2 } else { 1 };
    let mut all = Vec::new();
    let mut found = FoundMembers::default();
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.get(at).filter(|_| all.len() < limit) {
        let mut next = at + 1;
        match byte {
            b'"' => {
                let Some(end) = string_end(text, at) else { break };
                next = end;
                if depth == level
                    && let Some(value) = after_colon(text, end)
                {
                    found.member(&text[at..end], scalar(text, value));
                    next = value;
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                if depth == level && *byte == b'}' {
                    all.push(std::mem::take(&mut found).remains());
                }
                depth -= 1;
                if depth == 0 {
                    // What follows shows that it is no message, but perhaps a part of a log.
                    return if next == text.len() { all } else { Vec::new() };
                }
            }
            _ => {}
        }
        at = next;
    }
    if depth >= level && all.len() < limit {
        all.push(found.remains());
    }
    all
}

fn read_id(json: &str) -> Option<RequestId> {
    let mut scan = Scan::new(json);
    scan.value().and_then(|_| scan.end()).ok()?;
    RequestId::read(json)
}

/// The end of a string that begins here, behind its quote.
fn string_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        match text.get(at) {
            Some(b'"') => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// Where the value of a member begins whose key ends here.
fn after_colon(text: &[u8], key_end: usize) -> Option<usize> {
    let colon = skip_space(text, key_end);
    (text.get(colon) == Some(&b':')).then(|| skip_space(text, colon + 1))
}

fn skip_space(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.len() - rest.trim_ascii_start().len()
}

/// The string or the number that begins here, if its end is there as well.
fn scalar(text: &[u8], start: usize) -> Option<&[u8]> {
    let end = match text.get(start)? {
        b'"' => string_end(text, start)?,
        _ => {
            let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace();
            start + text[start..].iter().position(ends)?
        }
    };
    text.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jsonrpc::Incoming;
    use mcp_fuzz::{fuzz, good_messages};

    fn remains(text: &str) -> (Option<RequestId>, RemainsKind) {
        let Remains { id, kind } = Remains::of(text.as_bytes());
        (id, kind)
    }

    #[test]
    fn finds_the_id_beside_what_no_decoder_reads() {
        use RemainsKind::{Request, Response, Unknown};
        for (text, expected) in [
            (r#"{"jsonrpc":"2.0","id":7,"method":"a","params":{"a":"cut \ud83d off"}}"#, Request),
            (r#"{"method":"a","params":{"id":8,"a":NaN},"jsonrpc":"2.0","id":7}"#, Request),
            (r#"{"result":{"a":"\udc00"},"jsonrpc":"2.0","id":7}"#, Response),
            (r#"{"error":{"a":-Infinity,"id":8},"id" : 7 }"#, Response),
            ("{\"result\":\"a\tb\",\"id\":7}", Response),
            (r#"{"result":{"a":"he said "no", twice"},"id":7}"#, Response),
            (r#"{"\u0069d":7,"re\u0073ult":undefined}"#, Response),
            (r#"{"id":7,"result":{"a":"cut"#, Response),
            (r#"{"id":7.0,"resu"#, Unknown),
            (r#" {"id":7,"a\ud800":1} "#, Unknown),
        ] {
            assert_eq!(remains(text), (Some(7.into()), expected), "{text}");
        }
        let deep = format!(r#"{{"result":{},"id":"x"}}"#, "[".repeat(500) + &"]".repeat(500));
        assert_eq!(remains(&deep), (Some("x".into()), Response));
        let bytes = b"{\"id\":7,\"result\":\"\xe9t\xe9\"}";
        assert_eq!(Remains::of(bytes).id, Some(7.into()));
    }

    #[test]
    fn an_id_that_is_not_certain_is_none() {
        for text in [
            "",
            "{",
            r#"{"id":7"#,
            r#"{"id":"7"#,
            r#"{"id":"\ud800"}"#,
            r#"{"id":7,"id":7}"#,
            r#"{"id":+7,"a":1}"#,
            r#"{"id":07,"a":1}"#,
            r#"{"id":NaN,"a":1}"#,
            r#"{"id":{"id":7}}"#,
            r#"{"a":{"id":7}}"#,
            r#"{"a":"\"id\":7"}"#,
            r#"{"id":7}x"#,
            r#"{"id":7}{"id":8}"#,
            r#"sent: {"id":7,"result":1}"#,
            r#"[{"id":7}]"#,
            "{'id': 7}",
        ] {
            assert_eq!(remains(text).0, None, "{text}");
        }
    }

    #[test]
    fn finds_the_ids_of_a_batch() {
        let ids = |text: &str, limit| {
            let all = Remains::of_batch(text.as_bytes(), limit).into_iter();
            all.map(|remains| remains.id).collect::<Vec<_>>()
        };
        let text = r#"[{"id":1,"result":NaN},{"result":{"id":9}}, {"id":3,"error"#;
        assert_eq!(ids(text, 9), [Some(1.into()), None, Some(3.into())]);
        assert_eq!(ids(text, 1), [Some(1.into())]);
        assert_eq!(ids(r#"[{"id":1}] ok"#, 9), []);
        assert_eq!(ids(r#"{"id":1}"#, 9), []);
    }

    /// Whatever is lost at the end, the id of another request is never found.
    #[test]
    fn a_part_of_a_message_has_its_id_or_none() {
        let mut found = 0;
        fuzz(&good_messages(), |input| {
            let Ok(text) = std::str::from_utf8(input) else { return };
            let mut params: Option<&str> = None;
            let mut result: Option<&str> = None;
            let whole = match Incoming::read(text, &mut params, &mut result) {
                Ok(Incoming::Request { id, .. }) => Some(id),
                Ok(Incoming::Response(response)) => response.id,
                Ok(Incoming::Notification { .. }) => None,
                Err(_) => return,
            };
            assert_eq!(remains(text).0, whole, "{text}");
            let end = text.char_indices().map(|(at, _)| at).nth(text.len() / 2);
            let part = remains(&text[..end.unwrap_or_default()]).0;
            assert!(part.is_none() || part == whole, "{part:?} of {text}");
            found += usize::from(part.is_some());
        });
        assert!(found > 10, "{found}");
    }
}
