//! Limits on schemas, which come from servers that nobody vouches for.

use serde_json::Value;

use super::{Fault, MAX_BYTES};

/// The depth to which schemas nest, as that of a message.
const MAX_DEPTH: usize = 128;

/// What may still be read or written.
#[derive(Debug)]
pub(super) struct Budget {
    bytes: usize,
    depth: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: MAX_BYTES, depth: MAX_DEPTH }
    }
}

impl Budget {
    /// A budget of some bytes.
    pub(super) fn of(bytes: usize) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// Takes a key, or a keyword.
    pub(super) fn key(&mut self, key: &str) -> Result<(), Fault> {
        self.bytes(key.len() + 4)
    }

    /// Takes a value that is no schema.
    pub(super) fn value(&mut self, value: &Value) -> Result<(), Fault> {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => self.bytes(4),
            Value::String(text) => self.bytes(text.len() + 2),
            Value::Array(items) => {
                self.enter()?;
                items.iter().try_for_each(|item| self.value(item))?;
                self.leave();
                Ok(())
            }
            Value::Object(members) => {
                self.enter()?;
                for (key, value) in members {
                    self.key(key)?;
                    self.value(value)?;
                }
                self.leave();
                Ok(())
            }
        }
    }

    /// Goes one level further down; after an error, the budget is of no more use.
    pub(super) fn enter(&mut self) -> Result<(), Fault> {
        self.bytes(2)?;
        self.depth = self.depth.checked_sub(1).ok_or_else(|| {
            Fault::new("schema.depth", format!("it nests more than {MAX_DEPTH} levels deep"))
        })?;
        Ok(())
    }

    /// Comes back from there.
    pub(super) fn leave(&mut self) {
        self.depth += 1;
    }

    fn bytes(&mut self, count: usize) -> Result<(), Fault> {
        self.bytes = self.bytes.checked_sub(count).ok_or_else(Fault::too_large)?;
        Ok(())
    }
}
