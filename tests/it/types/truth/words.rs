//! What a schema says in words, for want of a keyword that all clients read.

use mcp_test_support::random::Random;
use serde_json::{Map, Value};

type Object = Map<String, Value>;

fn description(schema: &Object) -> &str {
    schema.get("description").and_then(Value::as_str).unwrap_or_default()
}

/// `One of: 1, 2.`
pub(super) fn listed(schema: &Object) -> Option<Vec<Value>> {
    let values = description(schema).strip_prefix("One of: ")?.strip_suffix('.')?;
    Some(values.split(", ").map(|value| serde_json::from_str(value).expect("a value")).collect())
}

pub(super) fn not_zero(schema: &Object) -> bool {
    description(schema) == "Not zero."
}

/// A string of a format that is named, or told by an example.
pub(super) fn text(schema: &Object, random: &mut Random) -> Option<String> {
    let named = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let examples: &[&str] = match (named, description(schema)) {
        ("date-time", _) => &["2026-01-31T12:30:00Z", "1969-07-20T20:17:40.123456789+02:00"],
        ("date", _) => &["2026-01-31", "1600-02-29"],
        ("time", _) => &["12:30:00Z"],
        ("uuid", _) => &["67e55044-10b1-426f-9247-bb680e5fe0c8"],
        ("uri", _) => &["https://example.org/a?b#c", "urn:isbn:0451450523"],
        ("email", _) => &["ada@example.org"],
        ("ipv4", _) => &["127.0.0.1"],
        ("ipv6", _) => &["::1", "2001:db8::8a2e:370:7334"],
        ("", words) if words.starts_with("Date and time without") => &["2026-01-31T12:30:00"],
        ("", words) if words.starts_with("Time of day without") => &["12:30:00", "23:59:59.5"],
        ("", "IPv4 or IPv6 address.") => &["127.0.0.1", "::1"],
        ("", "Base64-encoded bytes.") => &["", "AAEC", "/+8="],
        ("", _) => return None,
        (other, _) => panic!("nothing is known of the format {other}"),
    };
    Some((*random.pick(examples)).to_owned())
}

/// `Exactly 2 items: integer, string or null.`
pub(super) fn items(schema: &Object) -> Option<Vec<&str>> {
    let (_, kinds) = description(schema).strip_prefix("Exactly ")?.split_once(" items: ")?;
    let mut depth = 0;
    let kinds = kinds.strip_suffix('.')?.split(|letter| {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        depth == 0 && letter == ','
    });
    Some(kinds.map(str::trim).collect())
}

/// Whether a branch is what the words say of an item.
pub(super) fn is_kind(branch: &Value, kind: &str) -> bool {
    if let Some(reference) = branch.get("$ref").and_then(Value::as_str) {
        return reference.strip_prefix("#/$defs/") == Some(kind);
    }
    match kind.strip_prefix('[').and_then(|kinds| kinds.strip_suffix(']')) {
        Some(kinds) => {
            let words = branch.get("description").and_then(Value::as_str).unwrap_or_default();
            words.ends_with(&format!(" items: {kinds}."))
        }
        None => branch.get("type").and_then(Value::as_str).unwrap_or("any") == kind,
    }
}

/// A key that the schema does not name.
pub(super) fn key(schema: &Object, random: &mut Random) -> String {
    let number = random.below(100);
    match description(schema) {
        "Keys are integers." => number.to_string(),
        _ => format!("more{number}"),
    }
}

/// Which keys of a flattened enum go together.
pub(super) struct Together {
    concerned: Vec<String>,
    pub(super) chosen: Vec<String>,
    tag: Option<(String, Value)>,
}

impl Together {
    pub(super) fn concerns(&self, key: &str) -> bool {
        self.concerned.iter().any(|one| one == key)
    }

    pub(super) fn fixed(&self, key: &str) -> Option<Value> {
        let (tag, value) = self.tag.as_ref()?;
        (tag == key).then(|| value.clone())
    }
}

/// `Give exactly one of: id, name with title.` or `kind circle, ball: r. kind square: side.`
pub(super) fn together(schema: &Object, random: &mut Random) -> Option<Together> {
    let mut all = Together { concerned: Vec::new(), chosen: Vec::new(), tag: None };
    for line in description(schema).lines() {
        let groups = line.strip_prefix("Give exactly one of: ");
        let optional = line.strip_prefix("Give at most one of: ");
        if let Some(groups) = groups.or(optional).and_then(|groups| groups.strip_suffix('.')) {
            let groups: Vec<Vec<&str>> =
                groups.split(", ").map(|group| group.split(" with ").collect()).collect();
            all.concerned.extend(groups.iter().flatten().map(|&key| key.to_owned()));
            if optional.is_none() || random.once_in(2) {
                let chosen = random.pick(&groups);
                all.chosen.extend(chosen.iter().map(|&key| key.to_owned()));
            }
        } else {
            by_tag(schema, line, &mut all, random);
        }
    }
    (!all.concerned.is_empty()).then_some(all)
}

fn by_tag(schema: &Object, line: &str, all: &mut Together, random: &mut Random) -> Option<()> {
    let (tag, _) = line.split_once(' ')?;
    let values = schema["properties"].get(tag)?.get("enum")?.as_array()?;
    let value = random.pick(values).clone();
    let mut fields_of_value = Vec::new();
    for sentence in line.trim_end_matches('.').split(". ") {
        let (values, fields) = sentence.strip_prefix(tag)?.trim().split_once(": ")?;
        let fields: Vec<&str> = fields.split(", ").collect();
        all.concerned.extend(fields.iter().map(|&field| field.to_owned()));
        if values.split(", ").any(|one| value == one) {
            fields_of_value.extend(fields.iter().map(|&field| field.to_owned()));
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    if required.is_some_and(|all| all.contains(&tag.into())) || random.once_in(2) {
        all.chosen.extend(fields_of_value);
        all.chosen.push(tag.to_owned());
        all.tag = Some((tag.to_owned(), value));
    }
    all.concerned.push(tag.to_owned());
    Some(())
}
