//! JSON Schemas of tools.
//!
//! A schema is flattened into its nodes, one for each place where a schema stands (`node`,
//! `places`). Each of the other modules holds one group of rules and looks at single nodes, or,
//! where places depend on each other (`references`, `headers`), at all of them.

mod arrays;
mod combinators;
mod dialect;
mod formats;
mod headers;
mod node;
mod objects;
mod patterns;
mod places;
mod references;
mod root;
mod strict;
mod structure;
mod types;
mod values;

use serde_json::Value;

use super::Rule;
use super::findings::Subject;
use super::json::kind;
use node::{SchemaNode, Side};

/// Checks `inputSchema`, which is required.
pub(super) fn check_input(schema: Option<&Value>, subject: &mut Subject<'_, '_>) {
    match schema {
        Some(schema) if schema.is_object() => {
            root::check_input(schema, subject);
            check(schema, Side::Input, subject);
        }
        other => {
            let found = format!("it is {}", other.map_or("missing", kind));
            subject.report_found(Rule::InputMissing, Side::Input.pointer(), found);
        }
    }
}

/// Checks `outputSchema`, which is optional.
pub(super) fn check_output(schema: Option<&Value>, subject: &mut Subject<'_, '_>) {
    match schema {
        None => {}
        Some(schema) if schema.is_object() => {
            root::check_output(schema, subject);
            check(schema, Side::Output, subject);
        }
        Some(other) => {
            let found = format!("it is {}", kind(other));
            subject.report_found(Rule::OutputNull, Side::Output.pointer(), found);
        }
    }
}

fn check(schema: &Value, side: Side, subject: &mut Subject<'_, '_>) {
    let nodes = node::flatten(schema, side);
    for node in &nodes {
        if !structure::check_kind(node, subject) {
            continue;
        }
        structure::check(node, subject);
        dialect::check(node, subject);
        formats::check(node, subject);
        patterns::check(node, subject);
        values::check(node, subject);
        objects::check(node, subject);
        if side == Side::Input {
            check_sent_to_models(node, subject);
        }
    }
    references::check(schema, &nodes, subject);
    headers::check(&nodes, subject);
}

/// Checks that only apply to input schemas, which are all that providers see.
fn check_sent_to_models(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    types::check(node, subject);
    arrays::check(node, subject);
    combinators::check(node, subject);
    strict::check(node, subject);
}
