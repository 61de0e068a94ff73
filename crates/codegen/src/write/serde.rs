//! How types are read and written. Derived code for it would take most of the time of a build.

use super::Writer;
use crate::model::{Field, Item, Side, Type, Variant};
use crate::text::literal;

impl Writer<'_> {
    /// The members of a struct.
    pub(super) fn members(&mut self, item: &Item, fields: &[Field], rest: Option<&(String, Type)>) {
        let is_list = |field: &Field| item.side == Side::Results && field.list().is_some();
        let mut write = vec!["let mut members = ObjectMembers::default();".to_owned()];
        let mut read =
            vec!["read(deserializer, |members| {".to_owned(), "    Ok(Self {".to_owned()];
        for field in fields {
            let wire = literal(&field.wire);
            let name = &field.name;
            let is_optional = matches!(field.content, Type::Optional(_));
            let add = match (field.is_required, is_list(field)) {
                (false, true) => "add_list",
                (false, false) => "add_some",
                (true, _) => "add",
            };
            write.push(format!("members.{add}({wire}, &self.{name});"));
            // A member that is required and may be `null` is left out by some servers.
            let get = if is_optional { "optional" } else { "required" };
            read.push(format!("        {name}: members.{get}({wire})?,"));
        }
        if let Some((name, _)) = rest {
            write.push(format!("members.add_all(&self.{name});"));
            read.push(format!("        {name}: members.rest()?,"));
        }
        if fields.is_empty() && rest.is_none() {
            write = vec!["let members = ObjectMembers::default();".to_owned()];
            read = vec!["read(deserializer, |_| Ok(Self {}))".to_owned()];
        } else {
            read.extend(["    })".to_owned(), "})".to_owned()]);
        }
        write.push("members.write(serializer)".to_owned());
        self.serde(item, &write, &read);
    }

    /// The values of an enum of strings.
    pub(super) fn values(
        &mut self,
        item: &Item,
        variants: &[Variant<String>],
        other: Option<&str>,
    ) {
        let mut write = vec!["serializer.serialize_str(match self {".to_owned()];
        let mut read =
            vec!["text(deserializer, |value| {".to_owned(), "    Some(match value {".to_owned()];
        for Variant { name, content, .. } in variants {
            let value = literal(content);
            write.push(format!("    Self::{name} => {value},"));
            read.push(format!("        {value} => Self::{name},"));
        }
        match other {
            Some(name) => {
                write.push(format!("    Self::{name}(value) => value,"));
                read.push(format!("        _ => Self::{name}(value.into()),"));
            }
            None => read.push("        _ => return None,".to_owned()),
        }
        write.push("})".to_owned());
        read.extend(["    })".to_owned(), "})".to_owned()]);
        self.serde(item, &write, &read);
    }

    /// The forms of an enum that a member tells apart.
    pub(super) fn tags(
        &mut self,
        item: &Item,
        tag: &str,
        variants: &[Variant<(String, Type)>],
        other: Option<&str>,
    ) {
        let tag = literal(tag);
        let mut write = vec![
            "let mut members = ObjectMembers::default();".to_owned(),
            "match self {".to_owned(),
        ];
        let mut read = vec![
            format!("tagged(deserializer, {tag}, |name, value| {{"),
            "    Some(match name {".to_owned(),
        ];
        for Variant { name, content: (value, _), .. } in variants {
            let value = literal(value);
            write.push(format!("    Self::{name}(content) => {{"));
            write.push(format!("        members.add({tag}, {value});"));
            write.push("        members.add_all(content);".to_owned());
            write.push("    }".to_owned());
            read.push(format!(
                "        {value} => Deserialize::deserialize(value).map(Self::{name}),"
            ));
        }
        match other {
            Some(other) => {
                write.push(format!("    Self::{other}(name, content) => {{"));
                write.push(format!("        members.add({tag}, name);"));
                write.push("        members.add_all(content);".to_owned());
                write.push("    }".to_owned());
                read.push("        _ => Deserialize::deserialize(value)".to_owned());
                read.push(format!(
                    "            .map(|content| Self::{other}(name.into(), content)),"
                ));
            }
            None => read.push("        _ => return None,".to_owned()),
        }
        write.extend(["}".to_owned(), "members.write(serializer)".to_owned()]);
        read.extend(["    })".to_owned(), "})".to_owned()]);
        self.serde(item, &write, &read);
    }

    /// The implementations of the traits of serde that a type needs.
    pub(super) fn serde(&mut self, item: &Item, write: &[String], read: &[String]) {
        let name = &item.name;
        if self.serializes(item.side) {
            self.implementation(
                &format!("impl Serialize for {name}"),
                "fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>",
                write,
            );
        }
        if self.deserializes(item.side) {
            self.implementation(
                &format!("impl<'de> Deserialize<'de> for {name}"),
                "fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>",
                read,
            );
        }
    }

    fn implementation(&mut self, head: &str, function: &str, body: &[String]) {
        self.source.blank();
        self.source.line(format!("{head} {{"));
        self.source.line(format!("    {function} {{"));
        for line in body {
            self.source.line(format!("        {line}"));
        }
        self.source.line("    }");
        self.source.line("}");
    }
}
