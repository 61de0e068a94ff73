//! Whether two schemas are equivalent, as far as can be seen: equal except for annotations, order
//! and the names of the targets of references.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::super::hash::canonical;
use super::node::{Node, is_annotation};
use super::prepare::{MAPS, is_place};
use super::{Comparison, MAX_NESTING, MAX_PAIRS, address};

impl<'a> Comparison<'a, '_> {
    pub(super) fn is_same(&self, old: &'a Value, new: &'a Value) -> bool {
        Sameness { of: self, seen: BTreeSet::new(), nesting: 0 }.schemas(old, new)
    }
}

struct Sameness<'a, 'b, 'c> {
    of: &'b Comparison<'a, 'c>,
    seen: BTreeSet<(usize, usize)>,
    nesting: usize,
}

impl<'a> Sameness<'a, '_, '_> {
    fn schemas(&mut self, old: &'a Value, new: &'a Value) -> bool {
        let (Value::Object(_), Value::Object(_)) = (old, new) else {
            return self.values(old, new);
        };
        if !self.seen.insert((address(old), address(new))) {
            return true;
        }
        if self.seen.len() > MAX_PAIRS || self.nesting >= MAX_NESTING {
            return false;
        }
        let (Some(a), Some(b)) = (Node::of(old, self.of.old), Node::of(new, self.of.new)) else {
            return old == new;
        };
        self.nesting += 1;
        let same = self.members(a.members, b.members);
        self.nesting -= 1;
        same
    }

    fn members(&mut self, old: &'a Map<String, Value>, new: &'a Map<String, Value>) -> bool {
        let counts = |key: &&String| !is_annotation(key) && !is_place(key);
        old.keys().filter(counts).count() == new.keys().filter(counts).count()
            && old
                .iter()
                .filter(|(key, _)| counts(key))
                .all(|(key, old)| new.get(key).is_some_and(|new| self.member(key, old, new)))
    }

    fn member(&mut self, key: &str, old: &'a Value, new: &'a Value) -> bool {
        match (old, new) {
            (Value::Object(old), Value::Object(new)) if MAPS.contains(&key) => {
                old.len() == new.len()
                    && old
                        .iter()
                        .all(|(name, old)| new.get(name).is_some_and(|new| self.schemas(old, new)))
            }
            _ if matches!(key, "const") => canonical(old) == canonical(new),
            (Value::Array(old), Value::Array(new))
                if matches!(key, "required" | "enum" | "type") =>
            {
                let set = |values: &[Value]| values.iter().map(canonical).collect::<BTreeSet<_>>();
                set(old) == set(new)
            }
            _ => self.values(old, new),
        }
    }

    fn values(&mut self, old: &'a Value, new: &'a Value) -> bool {
        match (old, new) {
            (Value::Object(_), Value::Object(_)) => self.schemas(old, new),
            (Value::Array(old), Value::Array(new)) => {
                old.len() == new.len()
                    && old.iter().zip(new).all(|(old, new)| self.values(old, new))
            }
            _ => canonical(old) == canonical(new),
        }
    }
}
