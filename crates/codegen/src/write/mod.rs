//! Text for the types of a client.

mod arguments;
mod client;
mod enums;
mod forms;
mod serde;
mod source;
mod structs;

use std::collections::{HashMap, HashSet};

use crate::model::{ClientModel, Item, ItemKind, Side};
use source::Source;

/// What types need to be known as, while they are written.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    source: Source,
    both_ways: bool,
    /// The methods whose arguments or results the types are.
    roots: HashMap<String, String>,
    /// The enums that other types convert into.
    enums: HashSet<String>,
    /// The types by their names.
    items: HashMap<&'a str, &'a ItemKind>,
}

/// Writes the items of a module.
pub(crate) fn write(model: &ClientModel, both_ways: bool) -> String {
    let is_enum = |item: &&Item| {
        item.side == Side::Arguments
            && matches!(item.kind, ItemKind::Tagged { .. } | ItemKind::Untagged(_))
    };
    let enums = model.items.iter().filter(is_enum).map(|item| item.name.clone()).collect();
    let mut roots = HashMap::new();
    for method in &model.methods {
        let link = format!("[`{}::{}`]", model.name, method.name);
        roots.insert(method.arguments.clone(), format!("The arguments of {link}."));
        if let Some(result) = &method.result {
            roots.insert(result.clone(), format!("The result of {link}."));
        }
    }
    let items = model.items.iter().map(|item| (item.name.as_str(), &item.kind)).collect();
    let mut writer = Writer { source: Source::default(), both_ways, roots, enums, items };
    writer.client(model);
    for item in &model.items {
        writer.item(item);
    }
    writer.source.0
}

impl Writer<'_> {
    fn item(&mut self, item: &Item) {
        self.source.blank();
        match &item.kind {
            ItemKind::Struct { fields, rest } => self.structure(item, fields, rest.as_ref()),
            ItemKind::Strings { variants, other } => self.strings(item, variants, other.as_deref()),
            ItemKind::Tagged { tag, variants, other } => {
                self.tagged(item, tag, variants, other.as_deref());
            }
            ItemKind::Untagged(variants) => self.untagged(item, variants),
            ItemKind::Alias(content) => {
                self.docs(item);
                self.source.line(format!("pub type {} = {content};", item.name));
            }
        }
    }

    /// The documentation of a type.
    fn docs(&mut self, item: &Item) {
        let otherwise = match item.side {
            Side::Arguments => "A type used in arguments.",
            Side::Results => "A type used in results.",
        };
        let root = self.roots.get(&item.name).map(String::as_str);
        self.source.docs(&item.docs, root.unwrap_or(otherwise));
    }

    /// The documentation and the attributes of a type.
    fn head(&mut self, item: &Item) {
        self.docs(item);
        self.source.line("#[derive(Clone, Debug)]");
    }

    fn serializes(&self, side: Side) -> bool {
        self.both_ways || side == Side::Arguments
    }

    fn deserializes(&self, side: Side) -> bool {
        self.both_ways || side == Side::Results
    }
}
