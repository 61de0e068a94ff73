//! The forms of a union.

use std::borrow::Cow;

use serde_json::Value;

use super::{Builder, Members, Place};
use crate::error::CodegenResult as Result;
use crate::limits::{MAX_BRANCHES, MAX_DEPTH};
use crate::model::Type;

/// What a value looks like in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    Array,
    Object,
}

/// A form of a union. Nothing of the lock is copied for it.
#[derive(Debug)]
pub(super) struct Branch<'s> {
    pub(super) kind: Kind,
    /// Whether its schema says that in a list of types, as one of them.
    is_listed: bool,
    /// As it is written: with the name of what it refers to.
    pub(super) schema: Cow<'s, Value>,
    /// With what it refers to.
    pub(super) resolved: Cow<'s, Value>,
}

impl Branch<'_> {
    /// The members of its schema.
    pub(super) fn members(&self) -> Option<&Members> {
        self.resolved.as_object()
    }
}

impl<'a> Builder<'a, '_> {
    /// Separates the forms of a schema, each of one kind; none if that is not known of all.
    pub(super) fn branches<'s>(
        &mut self,
        schemas: Vec<Cow<'s, Value>>,
    ) -> Result<Option<Vec<Branch<'s>>>>
    where
        'a: 's,
    {
        let mut found = Vec::new();
        Ok(self.separate_all(schemas, &mut found, 0)?.then_some(found))
    }

    /// The type of a form.
    pub(super) fn of_branch(&mut self, branch: &Branch<'_>, place: &Place) -> Result<Type> {
        match branch.members() {
            Some(members) if branch.is_listed && place.depth <= MAX_DEPTH => {
                self.of_kind(branch.kind.name(), &branch.schema, members, place)
            }
            _ => self.of(&branch.schema, place),
        }
    }

    /// Adds the forms of a schema; returns whether their kinds are known.
    fn separate<'s>(
        &mut self,
        schema: Cow<'s, Value>,
        found: &mut Vec<Branch<'s>>,
        depth: usize,
    ) -> Result<bool>
    where
        'a: 's,
    {
        self.shared.budget.spend(1)?;
        if depth > MAX_DEPTH || found.len() > MAX_BRANCHES {
            return Ok(false);
        }
        let resolved = match &schema {
            Cow::Borrowed(schema) => self.resolved(schema)?,
            Cow::Owned(schema) => Cow::Owned(self.resolved(schema)?.into_owned()),
        };
        let Some(members) = resolved.as_object() else {
            return Ok(false);
        };
        let is_union =
            ["anyOf", "oneOf"].iter().any(|key| members.get(*key).is_some_and(Value::is_array));
        let values = match (members.get("const"), members.get("enum")) {
            (Some(only), _) => Some(std::slice::from_ref(only)),
            (None, Some(Value::Array(values))) => Some(values.as_slice()),
            _ => None,
        };
        let types = members.get("type").and_then(Value::as_array).filter(|_| values.is_none());
        let kinds = match (values, types) {
            (Some(values), _) => kinds_of_values(values),
            _ if is_union && members.contains_key("properties") => None,
            _ if is_union => return self.separate_all(listed(resolved), found, depth + 1),
            (_, Some(kinds)) => kinds.iter().map(|kind| kind_of(kind.as_str()?)).collect(),
            _ => kind_of_members(members).map(|kind| vec![kind]),
        };
        let is_listed = types.is_some();
        let schema = if is_listed { resolved.clone() } else { schema };
        for kind in kinds.iter().flatten().copied() {
            let schema = schema.clone();
            let resolved = resolved.clone();
            let branch = Branch { kind, is_listed, schema, resolved };
            for part in [&branch.schema, &branch.resolved] {
                if let Cow::Owned(copy) = part {
                    self.spend_on(copy)?;
                }
            }
            found.push(branch);
        }
        Ok(kinds.is_some())
    }

    /// Adds the forms of several schemas; returns whether the kinds of all are known.
    fn separate_all<'s>(
        &mut self,
        schemas: Vec<Cow<'s, Value>>,
        found: &mut Vec<Branch<'s>>,
        depth: usize,
    ) -> Result<bool>
    where
        'a: 's,
    {
        for schema in schemas {
            if !self.separate(schema, found, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The forms that a schema lists.
fn listed(schema: Cow<'_, Value>) -> Vec<Cow<'_, Value>> {
    let is_list = |schema: &Value, key: &str| schema.get(key).is_some_and(Value::is_array);
    let key = if is_list(&schema, "anyOf") { "anyOf" } else { "oneOf" };
    match schema {
        Cow::Borrowed(schema) => {
            let forms = schema.get(key).and_then(Value::as_array);
            forms.into_iter().flatten().map(Cow::Borrowed).collect()
        }
        Cow::Owned(mut schema) => match schema.get_mut(key).map(Value::take) {
            Some(Value::Array(forms)) => forms.into_iter().map(Cow::Owned).collect(),
            _ => Vec::new(),
        },
    }
}

/// The kinds of values, which have to be of one beside `null`.
fn kinds_of_values(values: &[Value]) -> Option<Vec<Kind>> {
    let mut given = values.iter().filter(|value| !value.is_null()).map(kind_of_value);
    let first = given.next();
    let null = values.iter().any(Value::is_null).then_some(Kind::Null);
    given.all(|kind| Some(kind) == first).then(|| null.into_iter().chain(first).collect())
}

/// The kind that the members of a schema tell.
fn kind_of_members(members: &Members) -> Option<Kind> {
    let has = |keys: [&str; 2]| keys.iter().any(|key| members.contains_key(*key));
    match members.get("type") {
        Some(kind) => kind.as_str().and_then(kind_of),
        None if has(["properties", "additionalProperties"]) => Some(Kind::Object),
        None if has(["items", "prefixItems"]) => Some(Kind::Array),
        None => None,
    }
}

impl Kind {
    /// Its name in a schema.
    fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Text => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

fn kind_of(name: &str) -> Option<Kind> {
    Some(match name {
        "null" => Kind::Null,
        "boolean" => Kind::Boolean,
        "integer" => Kind::Integer,
        "number" => Kind::Number,
        "string" => Kind::Text,
        "array" => Kind::Array,
        "object" => Kind::Object,
        _ => return None,
    })
}

fn kind_of_value(value: &Value) -> Kind {
    match value {
        Value::Null => Kind::Null,
        Value::Bool(_) => Kind::Boolean,
        Value::Number(number) if number.is_f64() => Kind::Number,
        Value::Number(_) => Kind::Integer,
        Value::String(_) => Kind::Text,
        Value::Array(_) => Kind::Array,
        Value::Object(_) => Kind::Object,
    }
}
