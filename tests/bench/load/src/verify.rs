//! Checks each answer. The first one is parsed, and what stands around its id is kept: an answer that has the same around its
//! own id is right by comparison, any other is parsed as well. So all are checked, and that costs little.

use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use crate::wire::{ADD_SUM, Case, ECHO_TEXT, ORDER_COUNT, ORDER_TOTAL};

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
}

pub struct Verifier {
    case: Case,
    known: Option<(Vec<u8>, Vec<u8>)>,
}

impl Verifier {
    pub fn new(case: Case) -> Self {
        Self { case, known: None }
    }

    /// The id that this message answers rightly; none if it is a request or a notification of the server.
    pub fn see(&mut self, message: &[u8]) -> Result<Option<u64>, String> {
        if let Some((before, after)) = &self.known
            && let Some(rest) = message.strip_prefix(&before[..])
            && let Some(id) = rest.strip_suffix(&after[..]).and_then(digits)
        {
            return Ok(Some(id));
        }
        self.parse(message)
    }

    fn parse(&mut self, message: &[u8]) -> Result<Option<u64>, String> {
        let Some((id, result)) = answer(message)? else { return Ok(None) };
        check(self.case, result.get()).map_err(|why| format!("{why}: {}", clip(result.get())))?;
        let at = id.as_ptr() as usize - message.as_ptr() as usize;
        self.known = Some((message[..at].to_vec(), message[at + id.len()..].to_vec()));
        Ok(digits(id.as_bytes()))
    }
}

/// Whether a message is a result for this id.
pub fn result_of(message: &[u8], id: u64) -> Result<(), String> {
    match answer(message)? {
        Some((seen, _)) if digits(seen.as_bytes()) == Some(id) => Ok(()),
        _ => Err(format!("no answer to {id}: {}", clip(&String::from_utf8_lossy(message)))),
    }
}

/// The id and the result of a message; `None` if it is not an answer.
fn answer(message: &[u8]) -> Result<Option<(&str, &RawValue)>, String> {
    let text = str::from_utf8(message).map_err(|error| error.to_string())?;
    let envelope: Envelope<'_> =
        serde_json::from_str(text).map_err(|error| format!("{error}: {}", clip(text)))?;
    match (envelope.method, envelope.id, envelope.result) {
        (Some(_), _, _) => Ok(None),
        (None, Some(id), Some(result)) if digits(id.get().as_bytes()).is_some() => {
            Ok(Some((id.get(), result)))
        }
        _ => Err(clip(text)),
    }
}

fn digits(bytes: &[u8]) -> Option<u64> {
    if bytes.is_empty() || bytes.len() > 19 {
        return None;
    }
    let digit = |number: u64, byte: &u8| {
        byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
    };
    bytes.iter().try_fold(0, digit)
}

fn clip(text: &str) -> String {
    text.chars().take(240).collect()
}

fn check(case: Case, result: &str) -> Result<(), String> {
    let result: Value = serde_json::from_str(result).map_err(|error| error.to_string())?;
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    let value = structured(&result, text);
    let right = match case {
        _ if result["isError"] == true => false,
        // Some give a string as JSON, in quotes.
        Case::Echo => {
            text == ECHO_TEXT
                || serde_json::from_str::<String>(text).is_ok_and(|text| text == ECHO_TEXT)
        }
        Case::Add => number(&value["sum"]) == Some(ADD_SUM),
        Case::Order => {
            number(&value["total"]) == Some(ORDER_TOTAL)
                && number(&value["count"]) == Some(ORDER_COUNT)
        }
    };
    right.then_some(()).ok_or_else(|| "a wrong answer".to_owned())
}

/// The structured result, otherwise the text; some wrap it as `result`.
fn structured(result: &Value, text: &str) -> Value {
    let value = match result.get("structuredContent") {
        Some(value) if !value.is_null() => value.clone(),
        _ => serde_json::from_str(text).unwrap_or(Value::Null),
    };
    if value["result"].is_object() { value["result"].clone() } else { value }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_like_the_first_are_right_and_others_are_looked_at() {
        let mut verifier = Verifier::new(Case::Add);
        let right = |id: u64| {
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{{\"sum\":42}}"}}]}}}}"#
            )
        };
        assert_eq!(verifier.see(right(7).as_bytes()), Ok(Some(7)));
        assert_eq!(verifier.see(right(8).as_bytes()), Ok(Some(8)));
        assert!(verifier.see(right(9).replace("42", "43").as_bytes()).is_err());
        let failed = right(11).replace("\"content\"", "\"isError\":true,\"content\"");
        assert!(verifier.see(failed.as_bytes()).is_err());
        assert!(
            verifier
                .see(br#"{"jsonrpc":"2.0","id":10,"error":{"code":-32603,"message":"no"}}"#)
                .is_err()
        );
        assert_eq!(
            verifier.see(br#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#),
            Ok(None)
        );
    }
}
