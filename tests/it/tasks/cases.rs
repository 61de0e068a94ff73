//! The cases, and what their expectations mean.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

/// A case as it is written.
pub(super) struct Case {
    pub(super) id: String,
    pub(super) era: String,
    send: Value,
    expect: Value,
}

/// What was found so far, by the names that the case has for it, such as `$taskId`.
pub(super) type Bound = BTreeMap<String, Value>;

impl Case {
    /// The messages, with what is expected of each.
    pub(super) fn steps(&self) -> Vec<(&Value, &Value)> {
        match (&self.send, &self.expect) {
            (Value::Array(messages), Value::Array(answers)) => {
                assert_eq!(messages.len(), answers.len(), "{}", self.id);
                messages.iter().zip(answers).collect()
            }
            (message, answer) => vec![(message, answer)],
        }
    }
}

static FILE: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../data/extensions/tasks-cases.json");
    serde_json::from_str(text).unwrap()
});

/// All cases.
pub(super) fn cases() -> Vec<Case> {
    let case = |case: &Value| Case {
        id: case["id"].as_str().unwrap().to_owned(),
        era: case["era"].as_str().unwrap().to_owned(),
        send: case["send"].clone(),
        expect: case["expect"].clone(),
    };
    FILE["cases"].as_array().unwrap().iter().map(case).collect()
}

/// The `_meta` that has a name in the cases.
pub(super) fn meta(name: &str) -> Value {
    let meta = FILE["meta"][name].clone();
    assert!(meta.is_object(), "{name}");
    meta
}

/// A text of a case with what it stands for.
pub(super) fn filled(value: &Value, bound: &Bound) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => bound.get(name).cloned().unwrap_or_else(|| meta(name)),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| filled(item, bound)).collect(),
        Value::Object(members) => {
            let key = |key: &str| match key.strip_prefix('$').and_then(|name| bound.get(name)) {
                Some(found) => found.as_str().unwrap().to_owned(),
                None => key.to_owned(),
            };
            members.iter().map(|(name, value)| (key(name), filled(value, bound))).collect()
        }
        _ => value.clone(),
    }
}

/// Whether a value is what is expected, as far as that says anything; what is not, if not.
pub(super) fn fits(value: &Value, expected: &Value, bound: &mut Bound) -> Result<(), String> {
    let is = |fits: bool| match fits {
        true => Ok(()),
        false => Err(format!("{value} is not {expected}")),
    };
    match expected {
        Value::String(text) if text.starts_with('$') => is(fits_matcher(value, text, bound)),
        Value::Object(members) if members.is_empty() => is(*value == json!({})),
        Value::Object(members) => {
            is(value.is_object())?;
            if let Some(either) = members.get("either").and_then(Value::as_array) {
                return is(either.iter().any(|one| fits(value, one, &mut bound.clone()).is_ok()));
            }
            for (name, expected) in members {
                let optional = name.strip_suffix('?');
                let found = match name.starts_with('$') {
                    true => {
                        let (key, value) = value.as_object().unwrap().iter().next().unwrap();
                        bound.insert(name[1..].to_owned(), key.as_str().into());
                        Some(value)
                    }
                    false => value.get(optional.unwrap_or(name)),
                };
                match found {
                    Some(_) if expected == "$absent" => return Err(format!("{name} in {value}")),
                    Some(found) => {
                        fits(found, expected, bound).map_err(|why| format!("{name}: {why}"))?;
                    }
                    None if optional.is_some() || expected == "$absent" => {}
                    None => return Err(format!("no {name} in {value}")),
                }
            }
            Ok(())
        }
        // Each of them is there, and what has a name is looked for by it.
        Value::Array(items) => {
            is(value.is_array())?;
            for (place, item) in items.iter().enumerate() {
                let named = item.get("name").filter(|name| name.is_string());
                let found = match named {
                    Some(name) => {
                        value.as_array().unwrap().iter().find(|value| value["name"] == *name)
                    }
                    None => value.get(place),
                };
                let found = found.ok_or_else(|| format!("no {item} in {value}"))?;
                fits(found, item, bound)?;
            }
            Ok(())
        }
        _ => is(value == expected),
    }
}

fn fits_matcher(value: &Value, matcher: &str, bound: &mut Bound) -> bool {
    let text = value.as_str().unwrap_or_default();
    let statuses = ["working", "input_required", "completed", "failed", "cancelled"];
    match matcher {
        "$string" => !text.is_empty(),
        "$int" => value.is_i64(),
        "$positive" => value.as_i64().is_some_and(|number| number > 0),
        "$positive_or_null" => value.is_null() || value.as_i64().is_some_and(|number| number > 0),
        "$iso" => text.len() >= 20 && text[..4].parse::<u16>().is_ok() && text.ends_with('Z'),
        "$status" => statuses.contains(&text),
        "$array" => value.as_array().is_some_and(|items| !items.is_empty()),
        "$object" => value.is_object(),
        "$array of 2" => value.as_array().is_some_and(|items| items.len() == 2),
        "$each:execution absent" => {
            value.as_array().is_some_and(|items| items.iter().all(|of| of["execution"].is_null()))
        }
        _ => match matcher.strip_prefix("$one_of:") {
            Some(ones) => ones.split(',').any(|one| one == text),
            None => bound.get(&matcher[1..]).is_some_and(|found| found == value),
        },
    }
}

#[track_caller]
pub(crate) fn assert_fits(value: &Value, expected: Value) {
    if let Err(why) = fits(value, &expected, &mut Bound::new()) {
        panic!("{why}\nin {value}");
    }
}
