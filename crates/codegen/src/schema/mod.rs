//! Schemas become types.
//!
//! `reference` follows pointers, `merge` makes one schema of several, `branches` separates the forms
//! of a union, and `differences` tells them apart; `types` and its neighbours decide on a type.

mod branches;
mod constraints;
mod differences;
mod merge;
mod objects;
mod reference;
mod types;
mod unions;
mod values;

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use crate::error::CodegenResult as Result;
use crate::limits::Budget;
use crate::model::{Item, ItemKind, Side, Type};
use crate::names::NameScope;
use reference::Reference;

/// The members of a schema.
type Members = Map<String, Value>;

/// What the schemas of all tools share.
#[derive(Debug)]
pub(crate) struct SharedDefinitions<'a> {
    pub(crate) formats: &'a BTreeMap<String, String>,
    /// The formats that occurred.
    pub(crate) formats_seen: std::collections::BTreeSet<String>,
    pub(crate) names: NameScope,
    pub(crate) items: Vec<Item>,
    pub(crate) budget: Budget,
}

/// Makes types of one schema.
struct Builder<'a, 'b> {
    document: &'a Value,
    side: Side,
    /// The name of the root type.
    root: &'a str,
    references: HashMap<String, Reference>,
    shared: &'b mut SharedDefinitions<'a>,
}

/// Where a schema is.
#[derive(Clone, Debug)]
struct Place {
    /// The name for its type, from its path.
    name: String,
    /// Whether the name is already its own: that of the root.
    is_root: bool,
    /// The reference that led here.
    reference: Option<String>,
    depth: usize,
}

impl Place {
    /// The place of a part with its own name.
    fn part(&self, name: &str) -> Self {
        Self {
            name: crate::names::joined(&self.name, name),
            is_root: false,
            reference: None,
            depth: self.depth + 1,
        }
    }

    /// Renames the place when its name is taken.
    fn named(&self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self.clone() }
    }

    /// The place of a part without a name of its own, such as the items of an array.
    fn inner(&self) -> Self {
        self.part("")
    }
}

/// Makes the type of a schema, with a name that is already taken; all others that it needs are
/// added as well. Returns whether a value may be `null` instead, which the type does not say.
///
/// # Errors
///
/// When a reference leads nowhere, or there is too much.
pub(crate) fn build<'a>(
    document: &'a Value,
    side: Side,
    root: &'a str,
    shared: &mut SharedDefinitions<'a>,
) -> Result<bool> {
    let mut builder = Builder { document, side, root, references: HashMap::new(), shared };
    let reference = Some("#".to_owned());
    builder.references.insert("#".to_owned(), Reference::open(document));
    let place = Place { name: root.to_owned(), is_root: true, reference, depth: 0 };
    let content = builder.of(document, &place)?;
    let (content, is_nullable) = match content {
        Type::Optional(inner) => (*inner, true),
        content => (content, false),
    };
    if content != Type::Named(root.to_owned()) {
        let kind = ItemKind::Alias(content);
        builder.add(root.to_owned(), document, kind);
    }
    Ok(is_nullable)
}

impl Builder<'_, '_> {
    /// Adds a named type.
    fn add(&mut self, name: String, schema: &Value, kind: ItemKind) -> Type {
        let docs = constraints::docs(schema);
        self.shared.items.push(Item { name: name.clone(), docs, side: self.side, kind });
        Type::Named(name)
    }

    /// Takes the name of a type, before its parts are made, which may refer to it.
    fn name(&mut self, place: &Place) -> String {
        let name =
            if place.is_root { place.name.clone() } else { self.shared.names.pascal(&place.name) };
        if let Some(open) = place.reference.as_ref().and_then(|at| self.references.get_mut(at)) {
            open.named(&name);
        }
        name
    }
}
