//! References are read as URIs, in which generators escape the names of generic types.

use std::collections::BTreeSet;

use mcp_runtime::__private::{Fragment, InputSchema};
use mcp_runtime::Schema;
use mcp_runtime_lint::{Lint, Listing};
use mcp_runtime_schema::validate::check_foreign;
use serde::Deserialize;
use serde_json::{Value, json};

use super::tool_with;

/// The rules about references that a schema breaks, but for those about references as such.
fn broken(property: &Value, definitions: &Value) -> BTreeSet<&'static str> {
    let mut tool = tool_with(property);
    tool["inputSchema"]["$defs"] = definitions.clone();
    broken_by(&tool)
}

fn broken_by(tool: &Value) -> BTreeSet<&'static str> {
    let report = Lint::ordinary().check(&Listing::new().page(json!({"tools": [tool]})));
    let rules = report.findings.iter().map(|finding| finding.rule.id());
    rules.filter(|id| id.starts_with("ref.") && !["ref.bedrock", "ref.defs"].contains(id)).collect()
}

#[test]
fn definitions_of_generic_types_are_found() {
    let node = |reference: &str| {
        json!({"type": "object", "description": "Items.", "properties": {
            "next": {"$ref": reference, "description": "More items."},
        }})
    };
    for (spelled, inside) in [
        ("#/$defs/Page%3CItem%3E", "#/$defs/Page%3CItem%3E"),
        ("#/$defs/Page<Item>", "#/$defs/Page%3cItem%3e"),
        ("#/$defs/Page%3CItem%3E", "#/$defs/Page<Item>"),
    ] {
        let property = json!({"$ref": spelled, "description": "Items."});
        let found = broken(&property, &json!({"Page<Item>": node(inside)}));
        assert_eq!(found, BTreeSet::new(), "{spelled} {inside}");
    }
}

#[test]
fn definitions_that_are_not_there_are_reported() {
    // An escaped slash divides keys, and what is no escape stands for itself.
    for (reference, name) in [("#/$defs/a%2Fb", "a/b"), ("#/$defs/%+f", "\u{f}")] {
        let property = json!({"$ref": reference, "description": "Items."});
        let found = broken(&property, &json!({name: {"type": "string"}}));
        assert!(found.is_superset(&["ref.unresolved", "ref.unused-defs"].into()), "{reference}");
    }
}

#[derive(Deserialize, Schema)]
#[expect(dead_code, reason = "decoded, and not used")]
struct Page<I> {
    items: Vec<I>,
    next: Option<Box<Self>>,
}

#[derive(Deserialize, Schema)]
#[expect(dead_code, reason = "decoded, and not used")]
struct Pages {
    /// Counts.
    counts: Page<u8>,
    /// Words.
    words: Page<Option<String>>,
}

#[test]
fn our_own_generic_types_have_references_that_are_found() {
    let schema = InputSchema::whole(Fragment::input::<Pages>().unwrap()).unwrap().schema;
    assert_eq!(schema["$defs"].as_object().map(serde_json::Map::len), Some(2), "{schema}");
    let mut tool = tool_with(&json!({}));
    tool["inputSchema"] = schema.clone();
    assert_eq!(broken_by(&tool), BTreeSet::new(), "{schema}");
    let given = |count: Value, word: Value| {
        let page = |item| json!({"items": [], "next": {"items": [item]}});
        check_foreign(&json!({"counts": page(count), "words": page(word)}).to_string(), &schema)
    };
    given(json!(1), json!("a")).unwrap();
    let wrong = given(json!("a"), json!("a")).unwrap_err().to_string();
    assert!(wrong.starts_with("`counts.next.items[0]`: "), "{wrong}");
    let wrong = given(json!(1), json!(1)).unwrap_err().to_string();
    assert!(wrong.starts_with("`words.next.items[0]`: "), "{wrong}");
}
