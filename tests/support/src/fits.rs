//! Compares an answer with what a recorded case expects of it.

#![expect(clippy::unwrap_used, reason = "what is expected is well formed")]

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// What was found so far, by the names that the case has for it, such as `$taskId`.
pub type Bound = BTreeMap<String, Value>;

/// Whether a value is what is expected, as far as that says anything.
///
/// # Errors
///
/// What is not.
///
/// # Panics
///
/// When what is expected cannot be of the value.
pub fn fits(value: &Value, expected: &Value, bound: &mut Bound) -> Result<(), String> {
    let is = |fits: bool| if fits { Ok(()) } else { Err(format!("{value} is not {expected}")) };
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
                let found = if let Some(name) = name.strip_prefix('$') {
                    let (key, value) = value.as_object().unwrap().iter().next().unwrap();
                    bound.insert(name.to_owned(), key.as_str().into());
                    Some(value)
                } else {
                    value.get(optional.unwrap_or(name))
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
                let member = match named {
                    Some(name) => {
                        value.as_array().unwrap().iter().find(|value| value["name"] == *name)
                    }
                    None => value.get(place),
                };
                let found = member.ok_or_else(|| format!("no {item} in {value}"))?;
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

/// Fails the test where a value is not what is expected.
///
/// # Panics
///
/// Then.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "`json!` makes it where it is asked for")]
pub fn assert_fits(value: &Value, expected: Value) {
    if let Err(why) = fits(value, &expected, &mut Bound::new()) {
        panic!("{why}\nin {value}");
    }
}
