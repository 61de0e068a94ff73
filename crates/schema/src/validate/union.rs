//! Unions: selects the intended branch, by the outermost level of the value if that decides it.

use std::ptr::from_ref;
use std::rc::Rc;

use serde_json::Value;

use super::check::{Check, CheckResult, Demand, MAX_VIOLATIONS};
use super::messages::{expected_of, is_missing, list, not_listed, quoted};
use super::path::Path;
use crate::branches::tags;
use crate::json::Object;
use crate::tree::{Node, Tree};
use mcp_runtime_protocol::Violation;
use mcp_runtime_protocol::step_limit::TooComplex;

impl<'a> Check<'a, '_> {
    /// Reports nothing if one branch accepts the value, else the violations of the closest branch.
    pub(super) fn union(
        &mut self,
        at: Path<'_>,
        value: &Tree<'_>,
        branches: &'a [Value],
        only_one: bool,
    ) -> CheckResult {
        if self.is_full() {
            return Ok(());
        }
        let (_, best_matches) = self.matcher.best_matches(value, branches, self.steps)?;
        let found = match best_matches[..] {
            [] => return self.no_match(at, value, branches),
            // No other branch can accept it, so there is nothing to compare.
            [only] => return self.value(at, value, only),
            _ => self.nearest(at, value, branches, &best_matches, only_one)?,
        };
        self.found.extend(found.iter().cloned());
        self.found.truncate(MAX_VIOLATIONS);
        Ok(())
    }

    /// Returns the violations in a value for its closest branch, cached.
    fn nearest(
        &mut self,
        at: Path<'_>,
        value: &Tree<'_>,
        branches: &'a [Value],
        best_matches: &[&'a Value],
        only_one: bool,
    ) -> Result<Rc<[Violation]>, TooComplex> {
        let key = (from_ref(value).cast::<()>(), branches.as_ptr().cast::<()>());
        if let Some(found) = self.known.get(&key) {
            return Ok(Rc::clone(found));
        }
        let before = std::mem::take(&mut self.found);
        let found = self.tried(at, value, best_matches, only_one && self.demand == Demand::Foreign);
        self.found = before;
        let found: Rc<[Violation]> = found?.into();
        self.known.insert(key, Rc::clone(&found));
        Ok(found)
    }

    fn tried(
        &mut self,
        at: Path<'_>,
        value: &Tree<'_>,
        branches: &[&'a Value],
        only_one: bool,
    ) -> Result<Vec<Violation>, TooComplex> {
        let mut nearest: Option<Vec<Violation>> = None;
        let mut fitting = 0;
        for branch in branches {
            self.value(at, value, branch)?;
            let found = std::mem::take(&mut self.found);
            fitting += usize::from(found.is_empty());
            if fitting == 1 && !only_one {
                return Ok(found);
            }
            if nearest.as_ref().is_none_or(|nearest| found.len() < nearest.len()) {
                nearest = Some(found);
            }
        }
        if fitting > 1 {
            return Ok(vec![Violation::new(
                at.to_string(),
                "it matches more than one schema of `oneOf`",
            )]);
        }
        Ok(nearest.unwrap_or_default())
    }

    fn no_match(&mut self, at: Path<'_>, value: &Tree<'_>, branches: &'a [Value]) -> CheckResult {
        self.steps.take(branches.len())?;
        match wrong_tag(value, branches) {
            Some((tag, message)) => self.structural(Path::Key(&at, tag), |_| message),
            None => self.structural(at, |check| {
                let expected = expected_of(branches, check.matcher.root);
                format!("expected {expected}, got {}", quoted(value))
            }),
        }
    }
}

/// Returns the tag of a tagged enum if no branch matches it, and what is wrong with it.
fn wrong_tag<'a>(value: &Tree<'_>, branches: &'a [Value]) -> Option<(&'a str, String)> {
    let branches: Vec<&Object> = branches.iter().filter_map(Value::as_object).collect();
    let (tag, _) = tags(branches.first()?).next()?;
    let of_branch = |branch: &&'a Object| tags(branch).find(|(name, _)| *name == tag);
    let of_branches = branches.iter().map(of_branch).collect::<Option<Vec<_>>>()?;
    let all = of_branches.iter().flat_map(|(_, values)| *values);
    let Node::Object(entries) = &value.node else {
        return None;
    };
    let message = match entries.get(tag) {
        Some(given) => not_listed(given, all),
        None => is_missing(&list(all), None),
    };
    Some((tag, message))
}
