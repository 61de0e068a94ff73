//! Shapes that are not in the table: enums of all kinds, flattened and recursive types.

#![allow(dead_code, reason = "some types are only written and read")]

use std::collections::BTreeMap;

use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::structs::{Level, Point};

shapes! {
    tuple_of_recursive: (Tree, u8),
    adjacent_with_all: AdjacentWithAll,
    untagged_with_option: UntaggedWithOption,
    internal_with_option: InternalWithOption,
    internal_newtype: InternalNewtype,
    external_with_data_and_documents: ExternalWithData,
    flattened_documented_enum: FlattenedDocumentedEnum,
    flattened_twice: FlattenedTwice,
    flattened_optional: FlattenedOptional,
    flattened_map: FlattenedMap,
    flattened_adjacent: FlattenedAdjacent,
    tagged_struct: TaggedStruct,
    recursive_enum: Expr,
    recursive_by_default_key: ByDefaultKey,
    recursive_with_bounds: Tree,
    mutual: Folder,
    skipped_variants: SkippedVariants,
    aliases: Aliases,
    other_variant: OtherVariant,
    from_another: FromAnother,
    transparent_with_bounds: Grade,
    generic: Page<Option<Point>>,
    nonzero: Nonzero,
    values: Values,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "t", content = "c")]
enum AdjacentWithAll {
    Unit,
    New(Option<u8>),
    Pair(u8, String),
    Fields { a: u8, b: Option<u8> },
    Map(BTreeMap<String, u8>),
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(untagged)]
enum UntaggedWithOption {
    Number(Option<u8>),
    Text(String),
    Fields { a: Option<u8> },
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum InternalWithOption {
    FirstOne { some_field: Option<u8>, other_field: u8 },
    SecondHand(Point),
    Third,
    Fourth,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
enum InternalNewtype {
    A(One),
    B,
}

#[derive(Serialize, Deserialize, Schema)]
struct One {
    only: u8,
}

#[derive(Serialize, Deserialize, Schema)]
enum ExternalWithData {
    /// First.
    A,
    B(u8),
    /// Third.
    C,
    D,
    /// Two of them.
    E(Level, Level),
}

#[derive(Serialize, Deserialize, Schema)]
struct FlattenedDocumentedEnum {
    #[serde(flatten)]
    level: ExternalFlat,
    a: u8,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum ExternalFlat {
    /// By number.
    Id(u8),
    Both {
        first: u8,
    },
}

#[derive(Serialize, Deserialize, Schema)]
struct FlattenedTwice {
    #[serde(flatten)]
    outer: FlattenedInner,
    z: u8,
}

#[derive(Serialize, Deserialize, Schema)]
struct FlattenedInner {
    #[serde(flatten)]
    inner: Point,
    k: Option<bool>,
}

#[derive(Serialize, Deserialize, Schema)]
struct FlattenedOptional {
    #[serde(flatten)]
    inner: Option<One>,
    #[serde(flatten)]
    order: Option<InternalWithOption>,
}

#[derive(Serialize, Deserialize, Schema)]
struct FlattenedMap {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Vec<u8>>,
}

#[derive(Serialize, Deserialize, Schema)]
struct FlattenedAdjacent {
    a: u8,
    #[serde(flatten)]
    rest: AdjacentFlat,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "t", content = "c")]
enum AdjacentFlat {
    Name(String),
    Text(String),
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "type", rename = "thing")]
struct TaggedStruct {
    a: u8,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Expr {
    Add { left: Box<Self>, right: Box<Self> },
    Neg { of: Box<Self> },
    Num { value: f64 },
}

#[derive(Serialize, Deserialize, Schema)]
struct ByDefaultKey {
    default: Vec<Self>,
    r#enum: Option<Box<Self>>,
}

#[derive(Serialize, Deserialize, Schema)]
struct Tree {
    #[schema(length(1..=4))]
    name: String,
    #[schema(length(..=2))]
    #[serde(default)]
    kids: Vec<Self>,
}

#[derive(Serialize, Deserialize, Schema)]
struct Folder {
    files: Vec<File>,
}

#[derive(Serialize, Deserialize, Schema)]
struct File {
    link: Option<Box<Folder>>,
    size: u64,
}

#[derive(Serialize, Deserialize, Schema)]
enum SkippedVariants {
    A,
    #[serde(skip)]
    B,
    #[serde(skip_deserializing)]
    C,
    D {
        #[serde(skip, default)]
        x: u8,
        y: u8,
    },
}

#[derive(Serialize, Deserialize, Schema)]
struct Aliases {
    #[serde(alias = "b")]
    a: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<u8>,
    #[serde(skip_deserializing)]
    d: u8,
    #[serde(skip_serializing, default)]
    e: u8,
}

#[derive(Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
enum OtherVariant {
    A {
        x: u8,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Serialize, Deserialize, Schema)]
#[serde(from = "Point", into = "(i32, i32)")]
struct FromAnother(i32, i32);

impl From<Point> for FromAnother {
    fn from(point: Point) -> Self {
        Self(point.x, point.y.unwrap_or_default())
    }
}

impl From<FromAnother> for (i32, i32) {
    fn from(from: FromAnother) -> Self {
        (from.0, from.1)
    }
}

#[derive(Serialize, Deserialize, Schema)]
#[schema(range(1..=5))]
#[serde(transparent)]
struct Grade(u8);

#[derive(Serialize, Deserialize, Schema)]
struct Nonzero {
    signed: std::num::NonZeroI8,
    wide: std::num::NonZeroU64,
}

#[derive(Serialize, Deserialize, Schema)]
struct Page<T> {
    items: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize, Deserialize, Schema)]
struct Values {
    any: Value,
    #[serde(default)]
    maybe: Option<Value>,
    map: serde_json::Map<String, Value>,
}
