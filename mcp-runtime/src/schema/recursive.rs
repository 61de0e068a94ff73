//! Recursive enums in all representations of serde, for tests.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::InputSchema;
use super::input::{Fragment, Parameter};

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
