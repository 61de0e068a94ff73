//! How much memory JSON takes once it is parsed, which may be seventy times its length.

use serde_json::{Map, Value};

/// The overhead of containers, members and items: estimates for 64 bits, which most JSON stays far
/// below. A container with any content has room for four; one that grows has room for as much
/// again. A member has a hash, a slot in the table and a key with a block of its own; an item may
/// have a block of its own.
const OBJECT: usize = 512;
const ARRAY: usize = 384;
const MEMBER: usize = 272;
const ITEM: usize = 176;

/// An approximate upper bound for the bytes a JSON text takes once parsed, into whatever type.
#[inline]
pub fn memory_of(text: &str) -> usize {
    let mut bytes = text.len();
    let mut rest = text.as_bytes();
    // Whether the open containers are objects, the innermost one in the lowest bit. Deeper text is
    // not parsed.
    let mut objects = 0_u128;
    let steers = |byte: &u8| matches!(byte, b'"' | b',' | b'[' | b'{' | b']' | b'}');
    while let Some(at) = rest.iter().position(steers) {
        bytes += match rest[at] {
            b'{' => {
                objects = objects << 1 | 1;
                OBJECT
            }
            b'[' => {
                objects <<= 1;
                ARRAY
            }
            b']' | b'}' => {
                objects >>= 1;
                0
            }
            b',' if objects & 1 == 1 => MEMBER,
            b',' => ITEM,
            _ => 0,
        };
        rest = match rest[at] {
            b'"' => after_string(&rest[at + 1..]),
            _ => &rest[at + 1..],
        };
    }
    bytes
}

/// Returns what follows a string whose opening quote was consumed.
fn after_string(mut rest: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest) {
        let is_end = rest[at] == b'"';
        rest = rest.get(at + if is_end { 1 } else { 2 }..).unwrap_or_default();
        if is_end {
            break;
        }
    }
    rest
}

/// How many bytes the members of a parsed object take: each has a hash, a slot in the table and
/// room to grow.
pub fn memory_of_members(members: &Map<String, Value>) -> usize {
    const MEMBER: usize = 2 * (size_of::<String>() + size_of::<Value>());
    members.iter().map(|(key, value)| MEMBER + key.len() + inside(value)).sum()
}

fn inside(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| 2 * size_of::<Value>() + inside(item)).sum(),
        Value::Object(members) => memory_of_members(members),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_strings_takes_only_its_length() {
        for text in [r#""{[,,,]}""#, r#""\"{[,\\""#, r#""\\\"[""#, "12", r#""cut {[\"#] {
            assert_eq!(memory_of(text), text.len(), "{text}");
        }
        let text = r#"{"a,":["[",{}],"b":1}"#;
        assert_eq!(memory_of(text), text.len() + 2 * OBJECT + ARRAY + MEMBER + ITEM);
        let text = r#"[{"a":[0,0],"b":0},0,{}]"#;
        assert_eq!(memory_of(text), text.len() + 2 * OBJECT + 2 * ARRAY + MEMBER + 3 * ITEM);
    }

    #[test]
    fn small_values_take_much_and_long_ones_what_they_are_long() {
        assert_eq!(memory_of(&"x".repeat(1000)), 1000);
        assert!(memory_of(&format!("[{}0]", "0,".repeat(1000))) > 72 * 1000);
        assert!(memory_of(&format!("[{}[]]", "[0],".repeat(1000))) > 400 * 1000);
    }

    #[test]
    fn no_object_takes_more_than_its_text_says() {
        for text in [r#"{"a":1}"#, r#"{"a":[1,2,3],"b":{}}"#, r#"{"a":{"b":{"c":"d"}}}"#] {
            let read: Map<String, Value> = serde_json::from_str(text).unwrap();
            assert!(memory_of_members(&read) <= memory_of(text), "{text}");
        }
    }
}
