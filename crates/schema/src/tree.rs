//! A value as it was received: parsed once, keeping the digits of numbers and repeated keys.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde_json::{Number, Value};

use mcp_runtime_protocol::jsonrpc::{Scan, SyntaxError, string};
use mcp_runtime_protocol::step_limit::{Steps, TooComplex};

/// A value and its text.
#[derive(Debug)]
pub struct Tree<'a> {
    pub text: &'a str,
    pub node: Node<'a>,
}

#[derive(Debug)]
pub enum Node<'a> {
    Null,
    Bool(bool),
    /// Kept as text: no other form preserves all numbers.
    Number(&'a str),
    String(Cow<'a, str>),
    Array(Vec<Tree<'a>>),
    Object(ObjectEntries<'a>),
}

/// Why a text was not parsed.
#[derive(Debug)]
pub enum Unread {
    NotJson(SyntaxError),
    TooComplex,
}

impl From<SyntaxError> for Unread {
    fn from(error: SyntaxError) -> Self {
        Self::NotJson(error)
    }
}

impl From<TooComplex> for Unread {
    fn from(_: TooComplex) -> Self {
        Self::TooComplex
    }
}

/// The maximum depth, that of a message.
const MAX_DEPTH: usize = 128;

impl<'a> Tree<'a> {
    /// Parses a text, taking a step for each part.
    ///
    /// # Errors
    ///
    /// If it is not JSON, or too large.
    pub fn parse(text: &'a str, steps: &mut Steps) -> Result<Self, Unread> {
        let mut scan = Scan::new(text);
        let tree = Self::read(&mut scan, steps, MAX_DEPTH)?;
        scan.end()?;
        Ok(tree)
    }

    fn read(scan: &mut Scan<'a>, steps: &mut Steps, depth: usize) -> Result<Self, Unread> {
        steps.take(1)?;
        let (text, node) = scan.spanned(|scan| Node::read(scan, steps, depth));
        Ok(Self { text, node: node? })
    }

    /// Returns the number, if it can be used in calculations.
    pub fn number(&self) -> Option<Number> {
        match self.node {
            Node::Number(text) => serde_json::from_str(text).ok(),
            _ => None,
        }
    }
}

impl<'a> Node<'a> {
    fn read(scan: &mut Scan<'a>, steps: &mut Steps, depth: usize) -> Result<Self, Unread> {
        Ok(match scan.peek() {
            Some(b'[') => {
                let depth = depth.checked_sub(1).ok_or(TooComplex)?;
                let mut items = Vec::new();
                scan.items(|scan| Tree::read(scan, steps, depth).map(|item| items.push(item)))?;
                Self::Array(items)
            }
            Some(b'{') => {
                let depth = depth.checked_sub(1).ok_or(TooComplex)?;
                let mut entries = ObjectEntries::default();
                scan.members(|key, scan| {
                    Tree::read(scan, steps, depth).map(|value| entries.push(key, value))
                })?;
                Self::Object(entries)
            }
            Some(b'"') => {
                let at = scan.at();
                let text = scan.value()?;
                Self::String(string(text).ok_or(SyntaxError::NotJson { at })?)
            }
            first => {
                let text = scan.value()?;
                match first {
                    Some(b't' | b'f') => Self::Bool(text == "true"),
                    Some(b'n') => Self::Null,
                    _ => Self::Number(text),
                }
            }
        })
    }
}

/// The members of an object, in order.
#[derive(Debug, Default)]
pub struct ObjectEntries<'a> {
    list: Vec<ObjectEntry<'a>>,
    /// The index of the last member of each key, if there are many.
    places: HashMap<Cow<'a, str>, usize>,
}

#[derive(Debug)]
pub struct ObjectEntry<'a> {
    pub key: Cow<'a, str>,
    pub value: Tree<'a>,
    /// Whether it is the last of its key.
    counts: bool,
}

impl<'a> ObjectEntries<'a> {
    /// The maximum number of members for linear lookup; more are hashed.
    const LINEAR_LOOKUP_MAX: usize = 8;

    /// Returns all members, including those with repeated keys.
    pub fn given(&self) -> &[ObjectEntry<'a>] {
        &self.list
    }

    /// Returns the effective members: the last one of each key, as in serde_json.
    pub fn counting(&self) -> impl Iterator<Item = &ObjectEntry<'a>> {
        self.list.iter().filter(|entry| entry.counts)
    }

    pub fn get(&self, name: &str) -> Option<&Tree<'a>> {
        self.place(name).and_then(|place| self.list.get(place)).map(|entry| &entry.value)
    }

    fn push(&mut self, key: Cow<'a, str>, value: Tree<'a>) {
        if let Some(earlier) = self.place(&key).and_then(|place| self.list.get_mut(place)) {
            earlier.counts = false;
        }
        self.list.push(ObjectEntry { key, value, counts: true });
        // Once there is one too many, the earlier ones are hashed, too.
        let unknown = match self.list.len() {
            len if len > Self::LINEAR_LOOKUP_MAX + 1 => len - 1..len,
            len if len > Self::LINEAR_LOOKUP_MAX => 0..len,
            _ => return,
        };
        for place in unknown {
            self.places.insert(self.list[place].key.clone(), place);
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        if self.list.len() > Self::LINEAR_LOOKUP_MAX {
            return self.places.get(name).copied();
        }
        self.list.iter().rposition(|entry| entry.key == name)
    }
}

/// JSON as serde_json would write it.
impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Null => f.write_str("null"),
            Node::Bool(value) => write!(f, "{value}"),
            Node::Number(text) => match self.number() {
                Some(number) => write!(f, "{number}"),
                None => f.write_str(text),
            },
            Node::String(text) => write_string(f, text),
            Node::Array(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Node::Object(entries) => {
                f.write_str("{")?;
                for (index, entry) in entries.counting().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    write_string(f, &entry.key)?;
                    write!(f, ":{}", entry.value)?;
                }
                f.write_str("}")
            }
        }
    }
}

/// Writes a long string in pieces, so that the writer can stop early.
fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    const PIECE: usize = 256;
    f.write_str("\"")?;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(PIECE).map_or(rest.len(), |(end, _)| end);
        let (piece, after) = rest.split_at(end);
        let quoted = Value::from(piece).to_string();
        f.write_str(&quoted[1..quoted.len() - 1])?;
        rest = after;
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Tree<'_> {
        Tree::parse(text, &mut Steps::default()).unwrap()
    }

    #[test]
    fn a_tree_says_what_was_read() {
        for text in [
            "null",
            "true",
            "-1.5",
            r#""a\"bé""#,
            "[]",
            "{}",
            r#"[1,[2,{"a":null}]]"#,
            r#"{"a":1,"b":{"c":"d"},"e":[false]}"#,
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(parse(text).to_string(), value.to_string());
            assert_eq!(parse(&format!(" {text} ")).text, text);
        }
        let long = Value::from("ä\n".repeat(1000)).to_string();
        assert_eq!(parse(&long).to_string(), long);
    }

    #[test]
    fn digits_are_kept_and_numbers_compared() {
        let tree = parse("18446744073709551617");
        assert!(matches!(tree.node, Node::Number("18446744073709551617")));
        assert!(parse("1e400").number().is_none());
    }

    #[test]
    fn the_last_of_a_key_counts_and_all_are_there() {
        for others in [0, 20] {
            let members: String = (0..others).map(|n| format!(r#""k{n}":{n},"#)).collect();
            let text = format!(r#"{{"a":1,{members}"a":2,"b":3}}"#);
            let tree = parse(&text);
            let Node::Object(entries) = &tree.node else { panic!() };
            assert_eq!(entries.given().len(), others + 3);
            assert_eq!(entries.counting().count(), others + 2);
            assert_eq!(entries.get("a").unwrap().text, "2");
            assert_eq!(entries.get("b").unwrap().text, "3");
            assert!(entries.get("c").is_none());
            assert!(others == 0 || entries.get("k7").unwrap().text == "7");
        }
    }

    #[test]
    fn what_is_no_json_or_too_much_is_not_read() {
        let read = |text: &str| Tree::parse(text, &mut Steps::default()).map(drop);
        for text in ["", "[", "{\"a\"}", "nul", "1 2"] {
            assert!(matches!(read(text), Err(Unread::NotJson(_))), "{text}");
        }
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let wide = format!("[1{}]", ",1".repeat(Steps::PER_WALK));
        for text in [deep, wide] {
            assert!(matches!(read(&text), Err(Unread::TooComplex)));
        }
    }
}
