//! Literals in expressions.

use syn::{Expr, ExprLit, Lit, LitStr};

/// The expression as a literal, if it is one.
pub(crate) fn literal(value: &Expr) -> Option<&Lit> {
    match ungrouped(value) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// The expression as a string literal, if it is one.
pub(crate) fn string(value: &Expr) -> Option<&LitStr> {
    match literal(value)? {
        Lit::Str(text) => Some(text),
        _ => None,
    }
}

/// The expression without the invisible groups that a `macro_rules!` variable adds.
pub(crate) fn ungrouped(value: &Expr) -> &Expr {
    match value {
        Expr::Group(group) => ungrouped(&group.expr),
        other => other,
    }
}
