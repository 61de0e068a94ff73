//! Enums.

use std::collections::HashSet;

use super::Writer;
use crate::model::{Item, Side, Type, Variant};
use crate::text::documentation;

impl Writer<'_> {
    pub(super) fn strings(
        &mut self,
        item: &Item,
        variants: &[Variant<String>],
        other: Option<&str>,
    ) {
        self.docs(item);
        // Values are compared; all else is taken apart.
        self.source.line("#[derive(Clone, Debug, PartialEq, Eq)]");
        self.source.line(format!("pub enum {} {{", item.name));
        for Variant { name, docs, content } in variants {
            let value = documentation(&format!("The value {content:?}.")).join(" ");
            self.source.docs_at("    ", docs, &value);
            self.source.line(format!("    {name},"));
        }
        if let Some(name) = other {
            self.source.docs_at("    ", &[], "A value that was not in the lock.");
            self.source.line(format!("    {name}(String),"));
        }
        self.source.line("}");
        self.values(item, variants, other);
    }

    pub(super) fn tagged(
        &mut self,
        item: &Item,
        tag: &str,
        variants: &[Variant<(String, Type)>],
        other: Option<&str>,
    ) {
        self.head(item);
        self.source.line(format!("pub enum {} {{", item.name));
        for Variant { name, docs, content: (value, content) } in variants {
            let otherwise = documentation(&format!("The value {value:?}.")).join(" ");
            self.source.docs_at("    ", docs, &otherwise);
            self.source.line(format!("    {name}({content}),"));
        }
        if let Some(name) = other {
            let what = "A variant that is not in the lock: its name, and its other members.";
            self.source.docs_at("    ", &[], what);
            self.source.line(format!("    {name}(String, BTreeMap<String, Value>),"));
        }
        self.source.line("}");
        self.tags(item, tag, variants, other);
        let contents = variants.iter().map(|variant| (&*variant.name, &variant.content.1));
        self.conversions(item, contents);
    }

    pub(super) fn untagged(&mut self, item: &Item, variants: &[Variant<Type>]) {
        self.head(item);
        self.source.line(format!("pub enum {} {{", item.name));
        for Variant { name, docs, content } in variants {
            self.source.docs_at("    ", docs, "One of the variants.");
            self.source.line(format!("    {name}({content}),"));
        }
        self.source.line("}");
        self.forms(item, variants);
        let contents = variants.iter().map(|variant| (&*variant.name, &variant.content));
        self.conversions(item, contents);
    }

    /// What can be given where the enum is expected in arguments.
    fn conversions<'a>(
        &mut self,
        item: &Item,
        contents: impl Iterator<Item = (&'a str, &'a Type)>,
    ) {
        if item.side == Side::Results {
            return;
        }
        let mut seen = HashSet::new();
        for (variant, content) in contents {
            let (from, value) = match content {
                Type::Boxed(inner) => (inner.to_string(), "Box::new(value)"),
                _ => (content.to_string(), "value"),
            };
            if !seen.insert(from.clone()) {
                continue;
            }
            self.conversion(&item.name, variant, &from, value);
            if *content == Type::Text {
                self.conversion(&item.name, variant, "&str", "value.into()");
            }
        }
    }

    fn conversion(&mut self, name: &str, variant: &str, from: &str, value: &str) {
        self.source.blank();
        self.source.line(format!("impl From<{from}> for {name} {{"));
        self.source.line(format!("    fn from(value: {from}) -> Self {{"));
        self.source.line(format!("        Self::{variant}({value})"));
        self.source.line("    }");
        self.source.line("}");
    }
}
