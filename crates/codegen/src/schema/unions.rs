//! Types for `oneOf`, `anyOf` and lists of types.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::branches::{Branch, Kind};
use super::differences::{common_tag, size_of, tag_of, told_apart, variant_name};
use super::values::EnumValue;
use super::{Builder, Members, Place, constraints};
use crate::error::CodegenResult as Result;
use crate::limits::MAX_BRANCHES;
use crate::model::{ItemKind, Type, Variant};
use crate::names::{self, NameScope};

/// What makes a form of a union more than a condition.
const FORMS: [&str; 11] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "enum",
    "items",
    "oneOf",
    "prefixItems",
    "properties",
    "type",
];

/// Of these, those that all forms share when they stand beside them.
const SHARED: [&str; 5] =
    ["additionalProperties", "items", "prefixItems", "properties", "required"];

impl Builder<'_, '_> {
    /// The type of a union; none for what is not one.
    pub(super) fn of_union(
        &mut self,
        schema: &Value,
        members: &Members,
        place: &Place,
    ) -> Result<Option<Type>> {
        let Some(forms) = self.forms(schema, members)? else {
            return Ok(None);
        };
        let Some(mut branches) = self.branches(forms)? else {
            return Ok(Some(Type::Value));
        };
        let before = branches.len();
        branches.retain(|branch| branch.kind != Kind::Null);
        let is_nullable = branches.len() < before;
        let content = match branches.as_slice() {
            [] if is_nullable => return Ok(Some(Type::Null)),
            [] => return Ok(Some(Type::Value)),
            [only] => self.of_branch(only, place)?,
            all if all.len() > MAX_BRANCHES => Type::Value,
            all => self.of_branches(schema, all, place)?,
        };
        Ok(Some(if is_nullable { content.optional() } else { content }))
    }

    /// The forms of a union, with what stands beside them.
    fn forms<'s>(
        &mut self,
        schema: &'s Value,
        members: &'s Members,
    ) -> Result<Option<Vec<Cow<'s, Value>>>> {
        let list = |key: &str| members.get(key).and_then(Value::as_array);
        let (key, forms) = match (list("oneOf"), list("anyOf"), list("type")) {
            (Some(forms), None, _) => ("oneOf", forms),
            (None, Some(forms), _) => ("anyOf", forms),
            // One form, which is separated by its types.
            (None, None, Some(_)) => return Ok(Some(vec![Cow::Borrowed(schema)])),
            _ => return Ok(None),
        };
        let is_form = |form: &Value| FORMS.iter().any(|key| form.get(*key).is_some());
        if forms.is_empty() || !forms.iter().any(is_form) {
            // Conditions, such as that one of two members is there.
            return Ok(None);
        }
        if !SHARED.iter().any(|key| members.contains_key(*key)) {
            return Ok(Some(forms.iter().map(Cow::Borrowed).collect()));
        }
        let beside = Value::Object(self.copied(members, &[key])?);
        let mut merged = Vec::with_capacity(forms.len());
        for form in forms {
            let flat = self.flattened(form, 0)?;
            let mut form = match flat.as_object() {
                Some(form) => self.copied(form, &[])?,
                None => Members::new(),
            };
            self.merge(&mut form, &beside)?;
            merged.push(Cow::Owned(Value::Object(form)));
        }
        Ok(Some(merged))
    }

    fn of_branches(&mut self, schema: &Value, all: &[Branch<'_>], place: &Place) -> Result<Type> {
        // Each form is compared with each other one.
        let members = all.iter().filter_map(|one| one.members()).map(size_of).sum::<usize>();
        self.shared.budget.spend(members * all.len())?;
        if let Some(tag) = common_tag(all) {
            return self.tagged(schema, &tag, all, place);
        }
        let of =
            |kinds: &[Kind]| all.iter().filter(|one| kinds.contains(&one.kind)).collect::<Vec<_>>();
        let texts = of(&[Kind::Text]);
        let numbers = of(&[Kind::Integer, Kind::Number]);
        let booleans = of(&[Kind::Boolean]);
        let arrays = of(&[Kind::Array]);
        let Some(objects) = told_apart(of(&[Kind::Object])) else {
            return Ok(Type::Value);
        };
        if arrays.len() > 1 {
            return Ok(Type::Value);
        }
        let groups = [&texts, &numbers, &booleans, &arrays];
        if groups.iter().filter(|group| !group.is_empty()).count() == 1 && objects.is_empty() {
            return Ok(match (texts.is_empty(), numbers.is_empty()) {
                (false, _) => self.of_texts(schema, &texts, place)?,
                (_, false) => self.of_numbers(&numbers, place)?,
                _ => Type::Boolean,
            });
        }
        let name = self.name(place);
        let place = place.named(&name);
        let mut variants = Vec::new();
        let mut add = |name: &str, content| {
            variants.push(Variant { name: name.to_owned(), docs: Vec::new(), content });
        };
        if !texts.is_empty() {
            add("String", self.of_texts(&json!({}), &texts, &place.part("String"))?);
        }
        if !numbers.is_empty() {
            let content = self.of_numbers(&numbers, &place.part("Number"))?;
            add(if content == Type::Number { "Number" } else { "Integer" }, content);
        }
        if !booleans.is_empty() {
            add("Boolean", Type::Boolean);
        }
        for array in arrays {
            add("Array", self.of_branch(array, &place.part("Array"))?);
        }
        let mut taken = NameScope::with(&["String", "Number", "Integer", "Boolean", "Array"]);
        for object in &objects {
            let variant = taken.pascal(&variant_name(object, &objects));
            let content = self.of_branch(object, &place.part(&variant))?;
            add(&variant, content);
        }
        Ok(self.add(name, schema, ItemKind::Untagged(variants)))
    }

    /// The type of several forms that are strings.
    fn of_texts(&mut self, schema: &Value, texts: &[&Branch<'_>], place: &Place) -> Result<Type> {
        if let [only] = texts {
            return self.of_branch(only, place);
        }
        let mut listed = Vec::new();
        for text in texts {
            let Some(members) = text.members() else {
                return Ok(Type::Text);
            };
            match (members.get("const"), members.get("enum")) {
                (Some(Value::String(value)), _) => {
                    let docs = constraints::description(&text.resolved);
                    listed.push(EnumValue { value: value.clone(), docs });
                }
                (None, Some(Value::Array(values))) => {
                    let values = values.iter().filter_map(Value::as_str);
                    listed.extend(
                        values.map(|value| EnumValue { value: value.to_owned(), docs: Vec::new() }),
                    );
                }
                _ => return Ok(Type::Text),
            }
        }
        Ok(self.strings(schema, listed, place))
    }

    /// The type of several forms that are numbers.
    fn of_numbers(&mut self, numbers: &[&Branch<'_>], place: &Place) -> Result<Type> {
        let mut common = None;
        for number in numbers {
            let content = self.of_branch(number, place)?;
            common = Some(match (common, content) {
                (None, content) => content,
                (Some(Type::Number), _) | (_, Type::Number) => Type::Number,
                (Some(Type::Unsigned), Type::Unsigned) => Type::Unsigned,
                _ => Type::Integer,
            });
        }
        Ok(common.unwrap_or(Type::Number))
    }

    fn tagged(
        &mut self,
        schema: &Value,
        tag: &str,
        all: &[Branch<'_>],
        place: &Place,
    ) -> Result<Type> {
        let name = self.name(place);
        let place = place.named(&name);
        let other = self.other();
        let mut taken = NameScope::with(other.as_deref().as_slice());
        let mut variants = Vec::with_capacity(all.len());
        for (at, branch) in all.iter().enumerate() {
            let Some(members) = branch.members() else {
                continue;
            };
            let value = tag_of(members, tag).unwrap_or_default().to_owned();
            let variant = taken.pascal(&names::pascal(&value, "Value", at + 1));
            let place = place.part(&variant);
            self.shared.budget.spend(members.len())?;
            let content = if place.depth > crate::limits::MAX_DEPTH {
                Type::Map(Box::new(Type::Value))
            } else {
                self.of_object(&branch.resolved, members, Some(tag), &place)?
            };
            let docs = constraints::description(&branch.resolved);
            variants.push(Variant { name: variant, docs, content: (value, content) });
        }
        let tag = tag.to_owned();
        Ok(self.add(name, schema, ItemKind::Tagged { tag, variants, other }))
    }
}
