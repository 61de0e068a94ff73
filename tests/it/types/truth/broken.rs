//! Instances with one thing changed: a key taken away, a key added, a value of another type.

use mcp_test_support::random::Random;
use serde_json::{Value, json};

/// Some ways to break an instance; what is still valid is for the caller to sort out.
pub(super) fn some(instance: &Value, random: &mut Random) -> Vec<Value> {
    (0..3).map(|_| one(instance, random)).collect()
}

fn one(instance: &Value, random: &mut Random) -> Value {
    let mut broken = instance.clone();
    let places = places(instance);
    let Some(place) = broken.pointer_mut(random.pick::<String>(&places)) else {
        return broken;
    };
    match place {
        Value::Object(object) if random.once_in(2) => {
            let keys: Vec<String> = object.keys().cloned().collect();
            if keys.is_empty() || random.once_in(2) {
                object.insert("nobodyKnows".to_owned(), 1.into());
            } else {
                object.remove(random.pick(&keys));
            }
        }
        place => *place = of_another_type(place, random),
    }
    broken
}

/// Not `null`, which also stands for nothing, and no array, which serde takes for a struct.
fn of_another_type(value: &Value, random: &mut Random) -> Value {
    let others = [json!("not this"), json!(-7.25), json!(true), json!({ "not": "this" })];
    let differs = |other: &&Value| std::mem::discriminant(*other) != std::mem::discriminant(value);
    let others: Vec<&Value> = others.iter().filter(differs).collect();
    (*random.pick(&others)).clone()
}

/// The pointers to all values below the arguments.
fn places(instance: &Value) -> Vec<String> {
    let mut places = Vec::new();
    let mut open = vec![(String::new(), instance)];
    while let Some((path, value)) = open.pop() {
        match value {
            Value::Object(object) => open.extend(object.iter().map(|(key, value)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                (format!("{path}/{key}"), value)
            })),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(at, value)| (format!("{path}/{at}"), value)));
            }
            _ => {}
        }
        if !path.is_empty() {
            places.push(path);
        }
    }
    places.extend(instance.as_object().is_none_or(|all| all.is_empty()).then(String::new));
    places
}
