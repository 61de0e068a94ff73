//! TOML, as Codex has it.

use serde_json::{Map, Number, Value};
use toml_edit::{DocumentMut, Item, Value as Toml};

pub(super) fn parse(text: &str) -> Result<Value, String> {
    let document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    Ok(item(document.as_item()))
}

fn item(of: &Item) -> Value {
    match of {
        Item::None => Value::Null,
        Item::Value(inline) => value(inline),
        Item::Table(table) => members(table.iter()),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| members(table.iter())).collect(),
    }
}

fn members<'t>(of: impl Iterator<Item = (&'t str, &'t Item)>) -> Value {
    Value::Object(of.map(|(name, member)| (name.to_owned(), item(member))).collect::<Map<_, _>>())
}

fn value(of: &Toml) -> Value {
    match of {
        Toml::String(text) => text.value().as_str().into(),
        Toml::Integer(number) => (*number.value()).into(),
        Toml::Float(number) => Number::from_f64(*number.value()).map_or(Value::Null, Value::Number),
        Toml::Boolean(truth) => (*truth.value()).into(),
        Toml::Datetime(time) => time.value().to_string().into(),
        Toml::Array(items) => items.iter().map(value).collect(),
        Toml::InlineTable(table) => {
            let members = table.iter().map(|(name, member)| (name.to_owned(), value(member)));
            Value::Object(members.collect())
        }
    }
}
