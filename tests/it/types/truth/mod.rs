//! What a schema says of a type is true: instances of the input schema decode, what violates it
//! is refused, and values that are written are valid against the output schema.
//!
//! The instances are random, from a seed that is the name of the type. They are judged by a
//! validator that is not ours. Every row of the table goes through this as well, from its check.

/// One test for each type.
macro_rules! shapes {
    ($($name:ident: $ty:ty,)*) => {
        /// So many shapes are here.
        pub(super) const COUNT: usize = [$(stringify!($name)),*].len();

        $(#[test]
        fn $name() {
            super::holds::<$ty>(stringify!($name));
        })*
    };
}

mod broken;
mod enums;
mod instances;
mod structs;
mod words;

use std::fmt::Debug;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use mcp_runtime::__private::{Fragment, InputSchema, OutputSchema, Parameter};
use mcp_runtime::Schema;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_test_support::random::Random;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::cases;
use super::check::sent;

/// So many instances are made of each type.
const INSTANCES: usize = 100;

const _: () = assert!(cases::ROWS.len() + structs::COUNT + enums::COUNT >= 200, "too few types");

/// Types that take more than their schema admits, which is not an untruth: nobody is told to send it.
const TAKES_MORE: [&str; 7] = [
    // serde does not look at the tag of a struct.
    "enum-lowercase-tag-struct",
    "tagged_struct",
    // What does not decode is `None`.
    "flatten-option-struct",
    "flattened_optional",
    // The content of a variant that holds an `Option` may be missing.
    "adjacent_with_all",
    // A `Value` with a narrower schema.
    "type_lists",
    // Whatever tag comes.
    "other_variant",
];

/// Types that are decoded by code which takes less than the shape that they say.
const TAKES_LESS: [&str; 5] = ["enum-repr", "from-into", "socketaddr", "value-with", "with-module"];

/// Closed types of other crates, which schemars does not say.
const CLOSED: [&str; 1] = ["range"];

/// Holds a type against its schemas.
pub(super) fn holds<T: Schema + Serialize + DeserializeOwned>(id: &str) {
    let parameter = Parameter { name: "x", ..Parameter::default() };
    let input = InputSchema::named(vec![(parameter, Fragment::input::<T>())]).expect("a schema");
    let arguments = Validator::of(&input.schema, Formats::Checked);
    let structure = Validator::of(&input.schema, Formats::Ignored);
    let results = Results::of::<T>();
    let mut random = Random::of(id);
    for _ in 0..INSTANCES {
        let instance = instances::of(&input.schema, !CLOSED.contains(&id), &mut random);
        arguments.check(&instance, "the generator");
        if let Some(x) = instance.get("x") {
            match decode::<T>(&input, x) {
                Ok(value) => results.check(&value),
                Err(_) if TAKES_LESS.contains(&id) => {}
                Err(found) => panic!("{id}: {x} is refused: {found}\nby {}", input.schema),
            }
        }
        for broken in broken::some(&instance, &mut random) {
            let Some(x) = broken.get("x").filter(|_| !structure.admits(&broken)) else {
                continue;
            };
            let taken = decode::<T>(&input, x).is_ok() && !TAKES_MORE.contains(&id);
            assert!(!taken, "{id}: {x} is taken, against {}", input.schema);
        }
    }
}

/// What a call decodes with, in strict mode.
fn decode<T: DeserializeOwned>(input: &InputSchema, x: &Value) -> Result<T, String> {
    let decoded = input.decode(0, &x.to_string(), false);
    decoded
        .map(|value| value.expect("nothing is left out"))
        .map_err(|found| found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

/// What is advertised of results, in both forms.
struct Results {
    wrap: bool,
    modern: Validator,
    legacy: Validator,
}

impl Results {
    fn of<T: Schema>() -> Self {
        let output = OutputSchema::of::<T>().expect("a schema");
        Self {
            wrap: output.wrap,
            modern: Validator::of(&output.schema, Formats::Checked),
            legacy: Validator::of(&sent(&output, ProtocolVersion::V2025_11_25), Formats::Checked),
        }
    }

    fn check(&self, value: &impl Serialize) {
        let written = serde_json::to_value(value).expect("a value that can be written");
        self.modern.check(&written, "what is written");
        let wrapped = if self.wrap { json!({ "result": written }) } else { written };
        self.legacy.check(&wrapped, "what is written");
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Formats {
    Checked,
    Ignored,
}

/// A schema in the eyes of somebody else.
struct Validator {
    schema: Value,
    compiled: Schemas,
    index: SchemaIndex,
}

impl Validator {
    fn of(schema: &Value, formats: Formats) -> Self {
        const URL: &str = "https://example.org/schema";
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        if formats == Formats::Checked {
            compiler.enable_format_assertions();
        }
        let mut compiled = Schemas::new();
        compiler.add_resource(URL, schema.clone()).expect("a URL of its own");
        let index = compiler.compile(URL, &mut compiled).expect("a schema");
        Self { schema: schema.clone(), compiled, index }
    }

    fn admits(&self, value: &Value) -> bool {
        self.compiled.validate(value, self.index).is_ok()
    }

    fn check(&self, value: &Value, whose: impl Debug) {
        if let Err(error) = self.compiled.validate(value, self.index) {
            panic!("{whose:?}: {value} is not admitted by {}\n{error:#}", self.schema);
        }
    }
}
