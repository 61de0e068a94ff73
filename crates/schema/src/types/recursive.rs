//! Recursive enums in all representations of serde, for tests.

use schemars::JsonSchema;
use serde_json::{Value, json};

use mcp_runtime_protocol::Violation;
use mcp_runtime_protocol::step_limit::Steps;

use super::InputSchema;
use super::input::{Fragment, Parameter};
use crate::tree::Tree;
use crate::validate::{breaches, fits, violations};

macro_rules! expr {
    ($($name:ident, $attribute:meta;)*) => {$(
        #[derive(serde::Deserialize, JsonSchema)]
        #[expect(dead_code, reason = "only its schema is looked at")]
        #[$attribute]
        pub(super) enum $name {
            Add { left: Box<Self>, right: Box<Self> },
            Mul { left: Box<Self>, right: Box<Self> },
            Neg { left: Box<Self> },
            Num {
                #[schemars(range(min = 0))]
                value: f64,
            },
        }
    )*};
}

expr! {
    External, serde(rename_all = "PascalCase");
    Internal, serde(tag = "t");
    Adjacent, serde(tag = "t", content = "c");
    Untagged, serde(untagged);
}

/// Writes a variant with these fields.
pub(super) type Write = fn(variant: &str, fields: Value) -> Value;

/// The representations, with the schema of an argument for each.
pub(super) fn ways() -> [(&'static str, InputSchema, Write); 4] {
    fn schema<T: JsonSchema + serde::de::DeserializeOwned>() -> InputSchema {
        let parameter = Parameter { name: "x", ..Parameter::default() };
        InputSchema::named(vec![(parameter, Fragment::input::<T>())]).unwrap()
    }
    [
        ("external", schema::<External>(), |variant, fields| json!({ variant: fields })),
        ("internal", schema::<Internal>(), |variant, mut fields| {
            fields["t"] = variant.into();
            fields
        }),
        ("adjacent", schema::<Adjacent>(), |variant, fields| json!({ "t": variant, "c": fields })),
        ("untagged", schema::<Untagged>(), |_, fields| fields),
    ]
}

/// Additions nested to a depth on the left side, ending in a leaf.
pub(super) fn deep(write: Write, depth: usize, leaf: Value) -> String {
    let number = |value: Value| write("Num", json!({ "value": value }));
    let add = |left, _| write("Add", json!({ "left": left, "right": number(json!(1)) }));
    (0..depth).fold(number(leaf), add).to_string()
}

/// The steps that a walk over an argument takes, what it reports, and what it reports of the bounds alone.
fn steps(json: &str, schema: &Value) -> (usize, Vec<Violation>, Vec<Violation>) {
    let mut steps = Steps::default();
    let value = Tree::parse(json, &mut steps).unwrap();
    let property = schema["properties"]["x"].as_object().unwrap();
    let fits = fits(&value, property, schema, &mut steps).unwrap();
    let found = violations("x", json, property, schema);
    assert_eq!(fits, found.is_empty());
    (steps.taken(), found, breaches("x", json, property, schema))
}

#[test]
fn a_wrong_leaf_of_a_recursive_enum_is_found_in_steps_by_its_depth() {
    for (way, input, write) in ways() {
        // Adjacent tags take two levels of JSON for one of the enum.
        for depth in [12, 14, 20, 40, 60] {
            let (taken, all, bounds) = steps(&deep(write, depth, json!(-1)), &input.schema);
            assert!(taken < 400 + 200 * depth, "{way} {depth}: {taken}");
            for found in [all, bounds] {
                let found: Vec<String> = found.iter().map(ToString::to_string).collect();
                assert!(found.len() <= 3, "{way} {depth}: {found:?}");
                let expected = "expected a number of at least 0, got -1";
                assert!(found[0].ends_with(expected), "{way} {depth}: {found:?}");
            }
            let (taken, found, _) = steps(&deep(write, depth, json!("one")), &input.schema);
            assert!(taken < 400 + 200 * depth, "{way} {depth}: {taken}");
            assert!(found[0].to_string().ends_with("got \"one\""), "{way} {depth}: {found:?}");
            let (taken, found, _) = steps(&deep(write, depth, json!(1)), &input.schema);
            assert!(taken < 400 + 200 * depth, "{way} {depth}: {taken}");
            assert_eq!(found, []);
        }
    }
}
