//! The nodes of a schema.

use serde_json::Value;

use super::places::{Subschema, inside};

/// Which schema of a tool it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

impl Side {
    pub(super) const fn pointer(self) -> &'static str {
        match self {
            Self::Input => "/inputSchema",
            Self::Output => "/outputSchema",
        }
    }
}

/// One position of a schema, and its value.
pub(super) struct SchemaNode<'a> {
    pub(super) value: &'a Value,
    pub(super) side: Side,
    /// From the tool's definition.
    pub(super) pointer: String,
    /// The keyword that holds it, none for the root.
    pub(super) keyword: Option<&'static str>,
    /// The depth of the value that it describes.
    pub(super) depth: usize,
    /// Whether `properties` alone lead here.
    pub(super) is_reachable: bool,
    /// The innermost property around it.
    pub(super) property: &'a str,
    /// The types it names, none when they are invalid.
    pub(super) types: Vec<&'a str>,
}

/// Lists the nodes of a schema, each before those inside it.
pub(super) fn flatten(schema: &Value, side: Side) -> Vec<SchemaNode<'_>> {
    let mut nodes = Vec::new();
    add(SchemaNode::root(schema, side), &mut nodes);
    nodes
}

fn add<'a>(node: SchemaNode<'a>, nodes: &mut Vec<SchemaNode<'a>>) {
    let places = inside(node.value);
    let children: Vec<_> = places.iter().map(|place| node.child(place)).collect();
    nodes.push(node);
    for child in children {
        add(child, nodes);
    }
}

/// The types a schema names, or none when its `type` is invalid.
pub(super) fn types(schema: &Value) -> Option<Vec<&str>> {
    const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "object", "array", "null"];
    let names = match schema.get("type") {
        None => return Some(Vec::new()),
        Some(Value::String(name)) => vec![name.as_str()],
        Some(Value::Array(names)) if !names.is_empty() => {
            names.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?
        }
        Some(_) => return None,
    };
    let is_known = names.iter().all(|name| TYPES.contains(name));
    let is_unique = names.iter().enumerate().all(|(i, name)| !names[..i].contains(name));
    (is_known && is_unique).then_some(names)
}

impl<'a> SchemaNode<'a> {
    fn root(value: &'a Value, side: Side) -> Self {
        Self {
            value,
            side,
            pointer: side.pointer().to_owned(),
            keyword: None,
            depth: 0,
            is_reachable: true,
            property: "",
            types: types(value).unwrap_or_default(),
        }
    }

    fn child(&self, place: &Subschema<'a>) -> Self {
        let is_property = place.keyword == "properties";
        // These describe the same value as the schema around them.
        let is_alternative = ["allOf", "anyOf", "oneOf"].contains(&place.keyword);
        Self {
            value: place.value,
            side: self.side,
            pointer: format!("{}{}", self.pointer, place.pointer),
            keyword: Some(place.keyword),
            depth: self.depth + usize::from(!is_alternative),
            is_reachable: self.is_reachable && is_property,
            property: place.name.filter(|_| is_property).unwrap_or(self.property),
            types: types(place.value).unwrap_or_default(),
        }
    }

    pub(super) fn is_root(&self) -> bool {
        self.keyword.is_none()
    }

    pub(super) fn is_input(&self) -> bool {
        self.side == Side::Input
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&'a Value> {
        self.value.get(keyword)
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.get(keyword).is_some()
    }

    pub(super) fn is_type(&self, name: &str) -> bool {
        self.types.contains(&name)
    }

    /// The pointer of one of its keywords.
    pub(super) fn at(&self, keyword: &str) -> String {
        format!("{}/{keyword}", self.pointer)
    }
}
