//! JSON for people.
//!
//! What a server lists and returns is read as JSON and not as the types of the protocol: a person is shown a few members,
//! a program gets all of them, and every server would have to be compiled with what reads those types.

use serde_json::Value;

/// A member that is a string, or nothing.
pub(super) fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_default()
}

/// The items of a member that is an array.
pub(super) fn items<'a>(object: &'a Value, key: &str) -> &'a [Value] {
    object[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Indents JSON, without changing the digits of any number.
pub(super) fn indented(json: &str) -> String {
    let mut text = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut is_string = false;
    let mut is_escaped = false;
    let mut rest = json.chars().peekable();
    while let Some(c) = rest.next() {
        if is_string {
            text.push(c);
            is_string = is_escaped || c != '"';
            is_escaped = c == '\\' && !is_escaped;
            continue;
        }
        match c {
            '{' | '[' => {
                text.push(c);
                while rest.next_if(|c| c.is_ascii_whitespace()).is_some() {}
                if let Some(end) = rest.next_if(|c| matches!(c, '}' | ']')) {
                    text.push(end);
                } else {
                    depth += 1;
                    line(&mut text, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut text, depth);
                text.push(c);
            }
            ',' => {
                text.push(c);
                line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            c if c.is_ascii_whitespace() => {}
            c => {
                is_string = c == '"';
                text.push(c);
            }
        }
    }
    text
}

fn line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn each_value_has_a_line() {
        let json = r#"{"a":[1,{"b":12345678901234567890123}],"c":{},"d":[ ],"e":"{\"\\"}"#;
        let expected = r#"{
  "a": [
    1,
    {
      "b": 12345678901234567890123
    }
  ],
  "c": {},
  "d": [],
  "e": "{\"\\"
}"#;
        assert_eq!(indented(json), expected);
        assert_eq!(indented(expected), expected);
        assert_eq!(indented("3"), "3");
    }
}
