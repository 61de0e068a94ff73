//! How the forms of a union differ.

use serde_json::Value;

use super::Members;
use super::branches::{Branch, Kind};
use super::objects::required;
use super::reference::last_key;
use crate::names;

/// How many members are named in a schema.
pub(super) fn size_of(members: &Members) -> usize {
    let properties = members.get("properties").and_then(Value::as_object).map_or(0, Members::len);
    properties + members.get("required").and_then(Value::as_array).map_or(0, Vec::len)
}

/// The member that is another constant in each form.
pub(super) fn common_tag(all: &[Branch<'_>]) -> Option<String> {
    let first = all.first()?.members()?;
    let properties = first.get("properties")?.as_object()?;
    let is_common = |tag: &str| {
        let mut seen = std::collections::HashSet::new();
        all.iter().all(|branch| {
            let members = branch.members().filter(|_| branch.kind == Kind::Object);
            members.and_then(|members| tag_of(members, tag)).is_some_and(|value| seen.insert(value))
        })
    };
    properties.keys().find(|tag| is_common(tag)).cloned()
}

/// The constant of a required member.
pub(super) fn tag_of<'a>(members: &'a Members, tag: &str) -> Option<&'a str> {
    let schema =
        members.get("properties")?.get(tag).filter(|_| required(members).contains(&tag))?;
    match (schema.get("const"), schema.get("enum").and_then(Value::as_array)) {
        (Some(value), _) => value.as_str(),
        (None, Some(values)) if values.len() == 1 => values.first()?.as_str(),
        _ => None,
    }
}

/// The objects in an order in which each has a required member that those after it do not have.
pub(super) fn told_apart<'b>(mut objects: Vec<&'b Branch<'b>>) -> Option<Vec<&'b Branch<'b>>> {
    let is_apart = |objects: &[&Branch<'_>]| {
        (0..objects.len()).all(|at| {
            objects[at + 1..].iter().all(|after| own_member(objects[at], after).is_some())
        })
    };
    if !is_apart(&objects) {
        objects.sort_by_key(|one| {
            std::cmp::Reverse(one.members().map_or(0, |all| required(all).len()))
        });
    }
    is_apart(&objects).then_some(objects)
}

/// A required member of the first that the second does not have.
fn own_member<'a>(one: &'a Branch<'_>, other: &Branch<'_>) -> Option<&'a str> {
    let properties = other.members()?.get("properties");
    let has = |name: &&str| properties.is_some_and(|all| all.get(*name).is_some());
    required(one.members()?).into_iter().find(|name| !has(name))
}

/// The name of a form: of what it refers to, or of the member that only it has.
pub(super) fn variant_name(object: &Branch<'_>, all: &[&Branch<'_>]) -> String {
    let last = object.schema.get("$ref").and_then(Value::as_str).map(last_key);
    if all.len() == 1 {
        return "Object".to_owned();
    }
    let others = || all.iter().filter(|other| !std::ptr::eq(**other, object));
    let own = || others().find_map(|other| own_member(object, other)).map(str::to_owned);
    names::pascal(&last.or_else(own).unwrap_or_default(), "Object", 1)
}
