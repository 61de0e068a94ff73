//! References within a document.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::{Builder, Place};
use crate::error::{CodegenError, CodegenResult as Result};
use crate::model::Type;
use crate::names;

/// The type that a reference leads to.
#[derive(Debug)]
pub(super) enum Reference {
    /// It is made right now.
    Open {
        name: Option<String>,
        is_nullable: bool,
    },
    Done(Type),
}

impl Reference {
    pub(super) fn open(schema: &Value) -> Self {
        Self::Open { name: None, is_nullable: accepts_null(schema) }
    }

    /// Sets the name of the type that is made.
    pub(super) fn named(&mut self, of_type: &str) {
        if let Self::Open { name, .. } = self {
            *name = Some(of_type.to_owned());
        }
    }

    /// The type; for one that contains itself without a name it is any value.
    fn content(&self) -> Type {
        match self {
            Self::Done(content) => content.clone(),
            Self::Open { name: None, .. } => Type::Value,
            Self::Open { name: Some(name), is_nullable } => {
                let content = Type::Named(name.clone());
                if *is_nullable { content.optional() } else { content }
            }
        }
    }
}

impl<'a> Builder<'a, '_> {
    /// The type that a reference leads to.
    pub(super) fn follow(&mut self, reference: &str, place: &Place) -> Result<Type> {
        let Some(target) = self.target(reference)? else {
            return Ok(Type::Value);
        };
        if let Some(known) = self.references.get(reference) {
            return Ok(known.content());
        }
        self.references.insert(reference.to_owned(), Reference::open(target));
        let last = last_key(reference);
        let place = Place {
            name: names::joined(self.root, &names::pascal(&last, "Type", self.references.len())),
            is_root: false,
            reference: Some(reference.to_owned()),
            depth: place.depth + 1,
        };
        let content = self.of(target, &place)?;
        self.references.insert(reference.to_owned(), Reference::Done(content.clone()));
        Ok(content)
    }

    /// The schema that a reference leads to; none if that is outside of the document.
    ///
    /// # Errors
    ///
    /// When nothing is there.
    pub(super) fn target(&self, reference: &str) -> Result<Option<&'a Value>> {
        let Some(pointer) = reference.strip_prefix('#') else {
            return Ok(None);
        };
        let pointer = percent_decode_str(pointer).decode_utf8_lossy();
        // The rest is an `$anchor`, which schemas of tools do not have.
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return Ok(None);
        }
        let found = self.document.pointer(&pointer);
        found.map(Some).ok_or_else(|| CodegenError::new(format!("{reference} does not exist")))
    }

    /// The schema behind references: itself, if it is none.
    pub(super) fn behind<'s>(&self, schema: &'s Value) -> Result<&'s Value>
    where
        'a: 's,
    {
        let mut found = schema;
        // A document has fewer references in a row, or they lead in a circle.
        for _ in 0..crate::limits::MAX_DEPTH {
            let Some(reference) = found.get("$ref").and_then(Value::as_str) else {
                return Ok(found);
            };
            match self.target(reference)? {
                Some(target) => found = target,
                None => return Ok(&ANYTHING),
            }
        }
        Ok(&ANYTHING)
    }
}

/// The schema of any value.
static ANYTHING: Value = Value::Bool(true);

/// The last key of a reference, as in the document.
pub(super) fn last_key(reference: &str) -> String {
    let pointer = percent_decode_str(reference).decode_utf8_lossy();
    let last = pointer.rsplit('/').next().unwrap_or_default();
    last.replace("~1", "/").replace("~0", "~")
}

/// Whether `null` is one of the forms of a schema.
fn accepts_null(schema: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    let of_type = |schema: &Value| match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is_null),
        Some(kind) => is_null(kind),
        None => false,
    };
    let branches = ["anyOf", "oneOf"].iter().filter_map(|key| schema.get(key)?.as_array());
    of_type(schema) || branches.flatten().any(of_type)
}
