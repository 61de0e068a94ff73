//! Shapes that are not in the table: keys, maps, tuples, bounds and defaults.

#![allow(dead_code, reason = "some types are only written and read")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mcp_runtime::Schema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

shapes! {
    option_with_code: OptionWithCode,
    option_with_code_and_default: OptionWithCodeAndDefault,
    container_default_with_code: ContainerDefaultWithCode,
    denies_with_equal_options: DeniesWithEqualOptions,
    denies_in_untagged: DeniesInUntagged,
    denies_in_adjacent: DeniesInAdjacent,
    denies_in_internal: DeniesInInternal,
    denies_in_external: DeniesInExternal,
    denies_and_is_content: DeniesAndIsContent,
    denies_and_is_flattened: DeniesAndIsFlattened,
    denies_with_map_by_enum: DeniesWithMapByEnum,
    map_by_plain_enum: BTreeMap<Color, u8>,
    map_by_documented_enum: BTreeMap<Level, Option<u8>>,
    map_by_enum_in_option: Option<HashMap<Color, Vec<Point>>>,
    map_by_signed_number: BTreeMap<i16, bool>,
    map_by_newtype_number: BTreeMap<Id, Point>,
    ranges: Ranges,
    type_lists: TypeLists,
    option_in_tuple: (u8, Option<String>),
    structs_in_tuple: (Point, Option<Point>, Vec<u8>),
    tuples_in_tuple: ((u8, String), (bool, Option<i8>)),
    tuple_with_enum: (Color, u8),
    tuple_struct_with_option: TupleStruct,
    moving_defaults: MovingDefaults,
    default_in_other_words: DefaultInOtherWords,
    keys_of_linked_data: Written,
    external_with_documents: Level,
    nested_options_of_lists: Option<Vec<Option<Vec<Option<u8>>>>>,
    sets: BTreeSet<(u8, bool)>,
    results: Result<u8, String>,
    bounds_of_std: std::ops::Bound<u8>,
    bytes: BTreeMap<String, mcp_runtime::Base64>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

/// How much.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Schema)]
pub(super) enum Level {
    /// Hardly.
    Low,
    High,
    /// As far as it goes.
    #[serde(rename = "max")]
    Most,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Schema)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: Option<i32>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Schema)]
struct Id(u32);

/// A number as hexadecimal text.
mod hex {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "as serde calls it")]
    pub(super) fn serialize<S: Serializer>(value: &Option<u32>, to: S) -> Result<S::Ok, S::Error> {
        value.map(|value| format!("{value:x}")).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        Ok(text.map(|text| u32::try_from(text.len()).unwrap_or_default()))
    }
}

#[derive(Serialize, Deserialize, Schema)]
struct OptionWithCode {
    #[serde(with = "hex")]
    #[schema(as = "Option<String>")]
    both: Option<u32>,
    #[serde(deserialize_with = "hex::deserialize")]
    #[schema(as = "Option<String>")]
    #[serde(serialize_with = "hex::serialize")]
    each: Option<u32>,
    plain: Option<u32>,
}

#[derive(Serialize, Deserialize, Schema)]
struct OptionWithCodeAndDefault {
    #[serde(default, with = "hex")]
    #[schema(as = "Option<String>")]
    both: Option<u32>,
}

#[derive(Default, Serialize, Deserialize, Schema)]
#[serde(default)]
struct ContainerDefaultWithCode {
    #[serde(with = "hex")]
    #[schema(as = "Option<String>")]
    both: Option<u32>,
    other: u8,
}

#[derive(Default, Serialize, Deserialize, Schema)]
#[serde(deny_unknown_fields)]
struct DeniesWithEqualOptions {
    a: Option<u8>,
    b: Option<u8>,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(untagged, deny_unknown_fields)]
enum DeniesInUntagged {
    One { one: u8 },
    Two { two: Option<bool>, three: Option<bool> },
    Text(String),
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind", content = "data", deny_unknown_fields)]
enum DeniesInAdjacent {
    Unit,
    Unit2,
    /// With words.
    Unit3,
    Text(String),
    Point {
        x: u8,
    },
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind", deny_unknown_fields)]
enum DeniesInInternal {
    Empty {},
    One { one: u8 },
    Two { two: Option<u8>, three: Option<u8> },
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(deny_unknown_fields)]
enum DeniesInExternal {
    Unit,
    One { one: u8 },
    Two { two: Option<u8>, three: Option<u8> },
    Held(DeniesWithEqualOptions),
}

#[derive(Serialize, Deserialize, Schema)]
struct DeniesAndIsContent {
    list: Vec<DeniesWithEqualOptions>,
    held: Option<DeniesWithEqualOptions>,
}

#[derive(Serialize, Deserialize, Schema)]
struct DeniesAndIsFlattened {
    #[serde(flatten)]
    inner: DeniesWithEqualOptions,
    c: u8,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(deny_unknown_fields)]
struct DeniesWithMapByEnum {
    by: BTreeMap<Color, u8>,
    by_words: Option<BTreeMap<Level, u8>>,
}

#[derive(Serialize, Deserialize, Schema)]
struct Ranges {
    #[schema(range(-5..-1))]
    below: i32,
    #[schema(range(-5.5..=-1.5))]
    exact: f64,
    #[schema(range(-1..))]
    from: i64,
    #[schema(range(..10))]
    to: u8,
    #[schema(range(1..=3))]
    maybe: Option<u16>,
    #[schema(length(2..4))]
    word: String,
    #[schema(length(1..3))]
    list: Option<Vec<u8>>,
    #[schema(length(1..=2))]
    map: BTreeMap<String, u8>,
    #[schema(pattern = "^[a-z]+$", length(..=3))]
    letters: String,
}

/// Hand-written words in the schema of a field.
#[derive(Serialize, Deserialize, Schema)]
struct TypeLists {
    #[schemars(extend("type" = ["string", "integer"], "minLength" = 2, "minimum" = 5))]
    text_or_number: Value,
    #[schemars(extend("type" = ["array", "null"], "items" = { "type": "integer" }, "minItems" = 1))]
    list_or_null: Value,
    #[schemars(extend("type" = ["string", "boolean"], "enum" = ["a", "b", true, false]))]
    listed: Value,
    #[schemars(extend("type" = ["number", "string", "null"], "maximum" = 9, "pattern" = "^[a-z]+$"))]
    three: Value,
    #[schemars(extend(
        "type" = ["object", "string"],
        "properties" = { "a": { "type": "integer" } },
        "required" = ["a"],
        "additionalProperties" = false,
        "maxLength" = 3
    ))]
    object_or_text: Value,
}

#[derive(Serialize, Deserialize, Schema)]
struct TupleStruct(u8, Option<bool>, String);

fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::try_from(now.as_nanos()).unwrap()
}

#[derive(Serialize, Deserialize, Schema)]
struct MovingDefaults {
    #[serde(default = "now")]
    at: u64,
    #[serde(default = "uuid::Uuid::nil")]
    id: uuid::Uuid,
}

fn far() -> Renamed {
    Renamed { far: 1 }
}

#[derive(Serialize, Deserialize, Schema)]
struct Renamed {
    #[serde(rename(serialize = "out", deserialize = "in"))]
    far: u8,
}

/// What is written is not what is read.
#[derive(Serialize, Deserialize, Schema)]
struct DefaultInOtherWords {
    #[serde(default = "far")]
    renamed: Renamed,
}

#[derive(Serialize, Deserialize, Schema)]
struct Written {
    #[serde(rename(serialize = "@context", deserialize = "context"))]
    context: String,
    #[serde(rename(serialize = "$id", deserialize = "id"))]
    id: Option<Point>,
    #[serde(rename(serialize = "$ref", deserialize = "ref"))]
    reference: Vec<Point>,
    default: Option<Point>,
    r#enum: Option<Point>,
    properties: Option<BTreeMap<String, Point>>,
}
