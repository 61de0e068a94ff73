//! Enums whose forms are told apart by what they look like.

use std::fmt::Write as _;

use super::Writer;
use crate::model::{Field, Item, ItemKind, Type, Variant};
use crate::text::literal;

/// How many types are looked through, each of which is only another name of the next.
const MAX_NAMES: usize = 8;

impl Writer<'_> {
    /// Which form a value has is seen from outside: none is tried.
    pub(super) fn forms(&mut self, item: &Item, variants: &[Variant<Type>]) {
        let mut write = vec!["match self {".to_owned()];
        let mut looks = Vec::new();
        let mut read = Vec::new();
        for (at, Variant { name, content, .. }) in variants.iter().enumerate() {
            write.push(format!("    Self::{name}(content) => content.serialize(serializer),"));
            looks.push(format!("        {},", self.outline(content)));
            let form = if at + 1 < variants.len() { at.to_string() } else { "_".to_owned() };
            read.push(format!(
                "        {form} => Deserialize::deserialize(value).map(Self::{name}),"
            ));
        }
        write.push("}".to_owned());
        let line = |line: &str| vec![line.to_owned()];
        let read = [
            line("forms("),
            line("    deserializer,"),
            line("    &["),
            looks,
            line("    ],"),
            line("    |form, value| match form {"),
            read,
            line("    },"),
            line(")"),
        ];
        self.serde(item, &write, &read.concat());
    }

    /// What a type looks like, with its members.
    fn outline(&self, content: &Type) -> String {
        match self.behind(content) {
            (_, Some(ItemKind::Struct { fields, .. })) => {
                let mut members = String::new();
                for (at, field) in fields.iter().enumerate() {
                    let between = if at == 0 { "" } else { ", " };
                    let name = literal(&field.wire);
                    let need = need(field);
                    let outline = self.within(&field.content);
                    // Writing to a string does not fail.
                    let _ = write!(members, "{between}({name}, Need::{need}, {outline})");
                }
                format!("ValueForm::Object(&[{members}])")
            }
            (_, Some(ItemKind::Tagged { tag, .. })) => {
                format!("ValueForm::Object(&[({}, Need::Required, ValueForm::Text)])", literal(tag))
            }
            _ => self.within(content).to_owned(),
        }
    }

    /// What a type looks like within another one.
    fn within(&self, content: &Type) -> &'static str {
        match self.behind(content) {
            (_, Some(ItemKind::Struct { .. } | ItemKind::Tagged { .. })) | (Type::Map(_), _) => {
                "ValueForm::Object(&[])"
            }
            (_, Some(ItemKind::Strings { .. })) | (Type::Text | Type::Format(_), _) => {
                "ValueForm::Text"
            }
            (Type::Boolean, _) => "ValueForm::Boolean",
            (Type::Integer | Type::Unsigned, _) => "ValueForm::Integer",
            (Type::Number, _) => "ValueForm::Number",
            (Type::List(_) | Type::Tuple(_), _) => "ValueForm::Array",
            _ => "ValueForm::Any",
        }
    }

    /// The type behind boxes, options and other names; what it is, if it has a name.
    fn behind<'t>(&'t self, content: &'t Type) -> (&'t Type, Option<&'t ItemKind>) {
        let mut found = content;
        for _ in 0..MAX_NAMES {
            found = match found {
                Type::Optional(inner) | Type::Boxed(inner) => inner,
                Type::Named(name) => match self.items.get(name.as_str()) {
                    Some(ItemKind::Alias(content)) => content,
                    kind => return (found, kind.copied()),
                },
                _ => break,
            };
        }
        (found, None)
    }
}

/// Whether a member has to be there, as it is read.
fn need(field: &Field) -> &'static str {
    match (&field.content, field.is_required) {
        (Type::Optional(_), true) => "Nullable",
        (Type::Optional(_), false) => "Optional",
        _ => "Required",
    }
}
