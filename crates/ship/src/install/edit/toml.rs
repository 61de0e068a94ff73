//! TOML: tables, inline or with a header.

use serde_json::{Map, Value};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value as Node};

use super::{EditError, line_end};

/// Parses the text.
pub(super) fn read(text: &str) -> Result<Value, EditError> {
    Ok(value_of_table(parse(text)?.as_table()))
}

/// Sets the table at a key, and returns the new text.
pub(super) fn set(text: &str, key: &[String], new: &Value) -> Result<String, EditError> {
    if !text.is_empty() && parse(text)?.is_empty() {
        // All there is are comments, which would come after the table.
        let end = line_end(text);
        let glue = if text.ends_with('\n') { "" } else { end };
        return Ok(format!("{text}{glue}{}", set("", key, new)?.replace('\n', end)));
    }
    edited(text, |document| {
        let Some((last, parents)) = key.split_last() else { return Ok(()) };
        let mut table: &mut dyn TableLike = document.as_table_mut();
        let mut is_inline = false;
        for part in parents {
            if table.get(part).is_none() {
                let mut made = Table::new();
                made.set_implicit(true);
                table.insert(part, if is_inline { empty() } else { Item::Table(made) });
            }
            let item = table
                .get_mut(part)
                .filter(|item| item.is_table_like())
                .ok_or_else(|| format!("`{part}` is not a table"))?;
            is_inline = item.is_inline_table();
            table = item.as_table_like_mut().ok_or_else(|| format!("`{part}` is not a table"))?;
        }
        let Some(members) = new.as_object() else { return Err("not a table".to_owned()) };
        let item = if is_inline { inline(members) } else { with_header(members) };
        match table.get_mut(last) {
            Some(old) => match old.as_table_like_mut() {
                Some(old) => update(old, members),
                None => *old = item,
            },
            None => drop(table.insert(last, item)),
        }
        Ok(())
    })
}

/// Removes the value at a key, and returns the new text.
pub(super) fn remove(text: &str, key: &[String]) -> Result<String, EditError> {
    edited(text, |document| {
        let Some((last, parents)) = key.split_last() else { return Ok(()) };
        let mut table: &mut dyn TableLike = document.as_table_mut();
        for part in parents {
            let item = table.get_mut(part).and_then(Item::as_table_like_mut);
            let Some(item) = item else { return Ok(()) };
            table = item;
        }
        table.remove(last);
        Ok(())
    })
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse::<DocumentMut>().map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        EditError::at(text, at, error.message().to_owned())
    })
}

/// Edits a text, with its line endings converted to `\n` in the meantime.
fn edited(
    text: &str,
    edit: impl FnOnce(&mut DocumentMut) -> Result<(), String>,
) -> Result<String, EditError> {
    let end = line_end(text);
    let is_whole = end == "\r\n" && text.matches('\n').count() == text.matches("\r\n").count();
    let plain = if is_whole { text.replace("\r\n", "\n") } else { text.to_owned() };
    let mut document = parse(&plain)?;
    edit(&mut document).map_err(|why| EditError { line: 1, column: 1, why })?;
    let edited = document.to_string();
    Ok(if is_whole { edited.replace('\n', "\r\n") } else { edited })
}

/// Changes a table member by member, so that what stands around the others is kept.
fn update(table: &mut dyn TableLike, members: &Map<String, Value>) {
    let names: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
    for gone in names.iter().filter(|name| !members.contains_key(*name)) {
        table.remove(gone);
    }
    for (name, new) in members {
        match table.get_mut(name) {
            Some(old) if value_of_item(old) == *new => {}
            Some(old) => match (old.as_table_like_mut(), new) {
                (Some(old), Value::Object(members)) => update(old, members),
                _ => replace(old, new),
            },
            None => drop(table.insert(name, Item::Value(node(new)))),
        }
    }
}

/// Replaces a value, and keeps the comment beside it.
fn replace(item: &mut Item, new: &Value) {
    let mut value = node(new);
    if let Some(old) = item.as_value() {
        *value.decor_mut() = old.decor().clone();
    }
    *item = Item::Value(value);
}

fn empty() -> Item {
    Item::Value(Node::InlineTable(InlineTable::new()))
}

fn with_header(members: &Map<String, Value>) -> Item {
    let mut table = Table::new();
    for (name, member) in members {
        table.insert(name, Item::Value(node(member)));
    }
    table.decor_mut().set_prefix("\n");
    Item::Table(table)
}

fn inline(members: &Map<String, Value>) -> Item {
    Item::Value(inline_node(members))
}

fn inline_node(members: &Map<String, Value>) -> Node {
    let members = members.iter().map(|(name, member)| (name.clone(), node(member)));
    Node::InlineTable(members.collect())
}

fn node(value: &Value) -> Node {
    match value {
        Value::Bool(flag) => Node::from(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(number) => Node::from(number),
            None => Node::from(number.as_f64().unwrap_or_default()),
        },
        Value::Array(items) => Node::Array(items.iter().map(node).collect::<Array>()),
        Value::Object(members) => inline_node(members),
        Value::String(text) => Node::from(text.as_str()),
        Value::Null => Node::from(""),
    }
}

fn value_of_table(table: &dyn TableLike) -> Value {
    let members = table.iter().map(|(name, item)| (name.to_owned(), value_of_item(item)));
    Value::Object(members.collect())
}

fn value_of_item(item: &Item) -> Value {
    match item {
        Item::Value(node) => value_of(node),
        Item::Table(table) => value_of_table(table),
        Item::ArrayOfTables(tables) => {
            Value::Array(tables.iter().map(|table| value_of_table(table)).collect())
        }
        Item::None => Value::Null,
    }
}

fn value_of(node: &Node) -> Value {
    match node {
        Node::String(text) => Value::from(text.value().as_str()),
        Node::Integer(number) => Value::from(*number.value()),
        Node::Float(number) => Value::from(*number.value()),
        Node::Boolean(flag) => Value::from(*flag.value()),
        Node::Datetime(time) => Value::from(time.value().to_string()),
        Node::Array(items) => Value::Array(items.iter().map(value_of).collect()),
        Node::InlineTable(table) => value_of_table(table),
    }
}
