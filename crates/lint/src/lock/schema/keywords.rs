//! Bounds, patterns and formats, defaults, and the texts of a schema.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::super::hash::canonical;
use super::node::{Node, TEXTS};
use super::{Bump, Comparison, Direction};

/// Bounds that accept less as they grow.
const LOWER: [&str; 5] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
/// Bounds that accept less as they shrink.
const UPPER: [&str; 5] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
/// Keywords that restrict what is accepted, with the prefixes of their rules.
const DEMANDS: [(&str, &str); 4] = [
    ("pattern", "pattern"),
    ("format", "format"),
    ("multipleOf", "multiple"),
    ("uniqueItems", "unique"),
];

impl<'a> Comparison<'a, '_> {
    pub(super) fn keywords(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        for keyword in LOWER {
            self.bound(keyword, Ordering::Greater, old, new, at);
        }
        for keyword in UPPER {
            self.bound(keyword, Ordering::Less, old, new, at);
        }
        for (keyword, rule) in DEMANDS {
            let is_said = |value: &&Value| **value != Value::Bool(false);
            let said = |node: Node<'a>| node.get(keyword).filter(is_said);
            self.demand((keyword, rule), said(old), said(new), at);
        }
    }

    /// Compares a bound. `narrows` is the ordering of the new value to the old one if it accepts
    /// less.
    fn bound(&mut self, keyword: &str, narrows: Ordering, old: Node<'a>, new: Node<'a>, at: &str) {
        let a = old.get(keyword);
        let b = new.get(keyword);
        let narrows = match (a, b) {
            (None, None) => return,
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => match compare(b, a) {
                Some(Ordering::Equal) => return,
                Some(order) => order == narrows,
                None if a == b => return,
                None => return self.unknown(at, &format!("`{keyword}` is not a number")),
            },
        };
        let rule = if narrows { "bound-tightened" } else { "bound-loosened" };
        let text = format!("{keyword} {} -> {}", value_text(a), value_text(b));
        self.add(rule, narrows, at, &text);
    }

    fn demand(
        &mut self,
        (keyword, rule): (&str, &str),
        old: Option<&Value>,
        new: Option<&Value>,
        at: &str,
    ) {
        let text = format!("{keyword} {} -> {}", value_text(old), value_text(new));
        let (Some(old), Some(new)) = (old, new) else {
            match new {
                Some(_) => self.add(&format!("{rule}-added"), true, at, &text),
                None if old.is_some() => self.add(&format!("{rule}-removed"), false, at, &text),
                None => {}
            }
            return;
        };
        if canonical(old) == canonical(new) {
            return;
        }
        let is_multiple = |of: &Value, by: &Value| {
            let of = of.as_f64();
            let by = by.as_f64();
            of.zip(by).is_some_and(|(of, by)| by != 0.0 && of % by == 0.0)
        };
        match rule {
            "multiple" if is_multiple(old, new) => self.add("multiple-loosened", false, at, &text),
            "multiple" if is_multiple(new, old) => self.add("multiple-tightened", true, at, &text),
            _ => self.add_as(&format!("{rule}-changed"), Bump::Major, at, &text),
        }
    }

    /// Compares the keywords that do not affect what is accepted.
    pub(super) fn texts(&mut self, old: Node<'a>, new: Node<'a>, at: &str) {
        let differs = |keyword: &str| {
            let old = old.get(keyword);
            let new = new.get(keyword);
            old.map(canonical) != new.map(canonical)
        };
        if differs("default") {
            let old = old.get("default");
            let new = new.get("default");
            let text = format!("default {} -> {}", value_text(old), value_text(new));
            let rule = self.rule("default-changed");
            match self.direction {
                Direction::In => self.changes.review(rule, Bump::Minor, at, &text),
                Direction::Out => self.changes.add(rule, Bump::Minor, at, &text),
            }
        }
        for keyword in TEXTS.into_iter().filter(|keyword| differs(keyword)) {
            self.text(keyword, at, &format!("{keyword} changed"));
        }
    }

    /// Adds a change of a text. Models read those of arguments.
    pub(super) fn text(&mut self, keyword: &str, at: &str, text: &str) {
        let rule = format!("text.{keyword}");
        match self.direction {
            Direction::In => self.changes.review(rule, Bump::Patch, at, text),
            Direction::Out => self.changes.add(rule, Bump::Patch, at, text),
        }
    }
}

fn compare(one: &Value, other: &Value) -> Option<Ordering> {
    let one = one.as_number()?;
    let other = other.as_number()?;
    let whole = |number: &Number| number.as_i128();
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

fn value_text(value: Option<&Value>) -> String {
    value.map_or_else(|| "none".to_owned(), Value::to_string)
}
