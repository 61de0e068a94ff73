//! One case per row of `tests/data/lint/types.jsonl`, written by `generate.py`.
#![allow(
    dead_code,
    deprecated,
    unreachable_pub,
    unused_imports,
    missing_docs,
    clippy::all,
    clippy::too_many_lines,
    clippy::use_self,
    clippy::uninlined_format_args,
    reason = "the types stand as they are in the rows"
)]

use super::check::{Visitor, check};
use mcp_runtime::Schema;
use serde::{Deserialize, Serialize};

/// The rows that have a case here.
pub(super) const ROWS: [&str; 181] = [
    "bool",
    "u8",
    "u16",
    "u32",
    "i8",
    "i16",
    "i32",
    "u64",
    "i64",
    "usize",
    "isize",
    "u128",
    "i128",
    "f64",
    "f32",
    "char",
    "string",
    "nonzero-u32",
    "nonzero-i32",
    "wrapping",
    "atomic",
    "option-string",
    "option-u32",
    "option-bool",
    "option-f64",
    "option-vec",
    "option-char",
    "option-map",
    "option-box",
    "option-value",
    "option-enum",
    "option-struct",
    "option-skip-none",
    "option-default",
    "nullable-opt-in",
    "str-ref",
    "cow-str",
    "box-str",
    "arc-str",
    "slice-ref",
    "slice-str",
    "option-str",
    "ref-struct",
    "path-ref",
    "path-buf",
    "box",
    "arc",
    "rc-field-less",
    "mutex",
    "cell",
    "vec",
    "vec-vec",
    "vec-option",
    "array-3",
    "array-0",
    "vecdeque",
    "linkedlist",
    "binaryheap",
    "hashset",
    "btreeset",
    "box-slice",
    "vec-u8",
    "base64",
    "tuple-same",
    "tuple-mixed",
    "tuple-1",
    "tuple-3",
    "vec-tuple-same",
    "vec-tuple-mixed",
    "hashmap",
    "btreemap",
    "map-value",
    "map-int-key",
    "map-option",
    "map-enum-key",
    "map-newtype-key",
    "map-nested",
    "value",
    "vec-value",
    "value-map",
    "value-number",
    "raw-value",
    "option-vec-value",
    "array-value",
    "tuple-value",
    "map-vec-value",
    "value-field",
    "value-default",
    "value-variant",
    "value-with",
    "value-flatten",
    "struct",
    "struct-docs",
    "nested",
    "nested-doc-field-wins",
    "newtype",
    "newtype-param-self",
    "transparent",
    "tuple-struct",
    "empty-struct",
    "generic",
    "generic-two",
    "const-generic",
    "phantom-skip",
    "raw-ident",
    "raw-ident-param",
    "recursive",
    "recursive-option-box",
    "recursive-mutual",
    "recursive-enum",
    "rename",
    "rename-all-camel",
    "rename-all-kebab",
    "rename-split",
    "rename-all-split",
    "alias",
    "default",
    "default-fn",
    "default-container",
    "skip",
    "skip-deserializing",
    "skip-serializing",
    "skip-if-vec",
    "deny-unknown",
    "with-module",
    "from-into",
    "getter-remote",
    "flatten-struct",
    "flatten-option-struct",
    "flatten-map-typed",
    "flatten-internal-enum",
    "flatten-external-enum",
    "enum-unit",
    "enum-rename-all",
    "enum-docs",
    "enum-field-docs",
    "enum-alias",
    "enum-skip-variant",
    "enum-single",
    "enum-default-field",
    "enum-external",
    "enum-external-one",
    "enum-external-docs",
    "enum-internal",
    "enum-internal-newtype",
    "enum-internal-rename-fields",
    "enum-internal-other",
    "enum-adjacent",
    "enum-untagged",
    "enum-untagged-structs",
    "enum-untagged-same",
    "enum-untagged-unit",
    "enum-untagged-variant",
    "enum-lowercase-tag-struct",
    "enum-in-option-vec",
    "enum-repr",
    "chrono-datetime-utc",
    "chrono-datetime-fixed",
    "chrono-naive-date",
    "chrono-naive-datetime",
    "chrono-naive-time",
    "chrono-weekday",
    "uuid",
    "url",
    "ipaddr",
    "ipv4",
    "ipv6",
    "socketaddr",
    "range",
    "schemars-range",
    "schemars-length",
    "schemars-regex",
    "schemars-description",
    "schemars-title",
    "schemars-example",
    "schemars-format",
    "schemars-skip",
    "schemars-rename",
    "schemars-extend",
    "schemars-deprecated",
    "schemars-inline-false",
];

mod bool {
    use super::*;

    type T = bool;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("bool");
    }
    #[test]
    fn row() {
        check::<T>("bool");
    }
}

mod u8 {
    use super::*;

    type T = u8;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("u8");
    }
    #[test]
    fn row() {
        check::<T>("u8");
    }
}

mod u16 {
    use super::*;

    type T = u16;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("u16");
    }
    #[test]
    fn row() {
        check::<T>("u16");
    }
}

mod u32 {
    use super::*;

    type T = u32;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("u32");
    }
    #[test]
    fn row() {
        check::<T>("u32");
    }
}

mod i8 {
    use super::*;

    type T = i8;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("i8");
    }
    #[test]
    fn row() {
        check::<T>("i8");
    }
}

mod i16 {
    use super::*;

    type T = i16;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("i16");
    }
    #[test]
    fn row() {
        check::<T>("i16");
    }
}

mod i32 {
    use super::*;

    type T = i32;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("i32");
    }
    #[test]
    fn row() {
        check::<T>("i32");
    }
}

mod u64 {
    use super::*;

    type T = u64;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("u64");
    }
    #[test]
    fn row() {
        check::<T>("u64");
    }
}

mod i64 {
    use super::*;

    type T = i64;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("i64");
    }
    #[test]
    fn row() {
        check::<T>("i64");
    }
}

mod usize {
    use super::*;

    type T = usize;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("usize");
    }
    #[test]
    fn row() {
        check::<T>("usize");
    }
}

mod isize {
    use super::*;

    type T = isize;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("isize");
    }
    #[test]
    fn row() {
        check::<T>("isize");
    }
}

mod u128 {
    use super::*;

    type T = u128;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("u128");
    }
    #[test]
    fn row() {
        check::<T>("u128");
    }
}

mod i128 {
    use super::*;

    type T = i128;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("i128");
    }
    #[test]
    fn row() {
        check::<T>("i128");
    }
}

mod f64 {
    use super::*;

    type T = f64;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("f64");
    }
    #[test]
    fn row() {
        check::<T>("f64");
    }
}

mod f32 {
    use super::*;

    type T = f32;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("f32");
    }
    #[test]
    fn row() {
        check::<T>("f32");
    }
}

mod char {
    use super::*;

    type T = char;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("char");
    }
    #[test]
    fn row() {
        check::<T>("char");
    }
}

mod string {
    use super::*;

    type T = String;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("string");
    }
    #[test]
    fn row() {
        check::<T>("string");
    }
}

mod nonzero_u32 {
    use super::*;

    type T = std::num::NonZeroU32;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("nonzero-u32");
    }
    #[test]
    fn row() {
        check::<T>("nonzero-u32");
    }
}

mod nonzero_i32 {
    use super::*;

    type T = std::num::NonZeroI32;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("nonzero-i32");
    }
    #[test]
    fn row() {
        check::<T>("nonzero-i32");
    }
}

mod wrapping {
    use super::*;

    type T = std::num::Wrapping<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("wrapping");
    }
    #[test]
    fn row() {
        check::<T>("wrapping");
    }
}

mod atomic {
    use super::*;

    type T = std::sync::atomic::AtomicU32;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("atomic");
    }
    #[test]
    fn row() {
        check::<T>("atomic");
    }
}

mod option_string {
    use super::*;

    type T = Option<String>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-string");
    }
    #[test]
    fn row() {
        check::<T>("option-string");
    }
}

mod option_u32 {
    use super::*;

    type T = Option<u32>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-u32");
    }
    #[test]
    fn row() {
        check::<T>("option-u32");
    }
}

mod option_bool {
    use super::*;

    type T = Option<bool>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-bool");
    }
    #[test]
    fn row() {
        check::<T>("option-bool");
    }
}

mod option_f64 {
    use super::*;

    type T = Option<f64>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-f64");
    }
    #[test]
    fn row() {
        check::<T>("option-f64");
    }
}

mod option_vec {
    use super::*;

    type T = Option<Vec<String>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-vec");
    }
    #[test]
    fn row() {
        check::<T>("option-vec");
    }
}

mod option_char {
    use super::*;

    type T = Option<char>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-char");
    }
    #[test]
    fn row() {
        check::<T>("option-char");
    }
}

mod option_map {
    use super::*;

    type T = Option<std::collections::BTreeMap<String, i32>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-map");
    }
    #[test]
    fn row() {
        check::<T>("option-map");
    }
}

mod option_box {
    use super::*;

    type T = Option<Box<u8>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-box");
    }
    #[test]
    fn row() {
        check::<T>("option-box");
    }
}

mod option_value {
    use super::*;

    type T = Option<serde_json::Value>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-value");
    }
    #[test]
    fn row() {
        check::<T>("option-value");
    }
}

mod option_enum {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "snake_case")]
    enum Level {
        Low,
        High,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        level: Option<Level>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-enum");
    }
    #[test]
    fn row() {
        check::<T>("option-enum");
    }
}

mod option_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct P {
        x: i32,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        p: Option<P>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-struct");
    }
    #[test]
    fn row() {
        check::<T>("option-struct");
    }
}

mod option_skip_none {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(skip_serializing_if = "Option::is_none")]
        n: Option<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-skip-none");
    }
    #[test]
    fn row() {
        check::<T>("option-skip-none");
    }
}

mod option_default {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default)]
        n: Option<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-default");
    }
    #[test]
    fn row() {
        check::<T>("option-default");
    }
}

mod nullable_opt_in {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default, deserialize_with = "double")]
        #[schema(nullable)]
        n: Option<Option<u8>>,
    }
    fn double<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<Option<u8>>, D::Error> {
        Option::<u8>::deserialize(d).map(Some)
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("nullable-opt-in");
    }
    #[test]
    fn row() {
        check::<T>("nullable-opt-in");
    }
}

mod str_ref {
    use super::*;

    type T = String;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("str-ref");
    }
    #[test]
    fn row() {
        check::<T>("str-ref");
    }
}

mod cow_str {
    use super::*;

    type T = std::borrow::Cow<'static, str>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("cow-str");
    }
    #[test]
    fn row() {
        check::<T>("cow-str");
    }
}

mod box_str {
    use super::*;

    type T = Box<str>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("box-str");
    }
    #[test]
    fn row() {
        check::<T>("box-str");
    }
}

mod arc_str {
    use super::*;

    type T = std::sync::Arc<str>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("arc-str");
    }
    #[test]
    fn row() {
        check::<T>("arc-str");
    }
}

mod slice_ref {
    use super::*;

    type T = Vec<u32>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("slice-ref");
    }
    #[test]
    fn row() {
        check::<T>("slice-ref");
    }
}

mod slice_str {
    use super::*;

    type T = Vec<String>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("slice-str");
    }
    #[test]
    fn row() {
        check::<T>("slice-str");
    }
}

mod option_str {
    use super::*;

    type T = Option<String>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-str");
    }
    #[test]
    fn row() {
        check::<T>("option-str");
    }
}

mod ref_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct Point {
        x: i32,
    }
    type T = Point;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("ref-struct");
    }
    #[test]
    fn row() {
        check::<T>("ref-struct");
    }
}

mod path_ref {
    use super::*;

    type T = std::path::PathBuf;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("path-ref");
    }
    #[test]
    fn row() {
        check::<T>("path-ref");
    }
}

mod path_buf {
    use super::*;

    type T = std::path::PathBuf;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("path-buf");
    }
    #[test]
    fn row() {
        check::<T>("path-buf");
    }
}

mod box_ {
    use super::*;

    type T = Box<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("box");
    }
    #[test]
    fn row() {
        check::<T>("box");
    }
}

mod arc {
    use super::*;

    type T = std::sync::Arc<Vec<u8>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("arc");
    }
    #[test]
    fn row() {
        check::<T>("arc");
    }
}

mod rc_field_less {
    use super::*;

    type T = std::rc::Rc<String>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("rc-field-less");
    }
    #[test]
    fn row() {
        check::<T>("rc-field-less");
    }
}

mod mutex {
    use super::*;

    type T = std::sync::Mutex<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("mutex");
    }
    #[test]
    fn row() {
        check::<T>("mutex");
    }
}

mod cell {
    use super::*;

    type T = std::cell::RefCell<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("cell");
    }
    #[test]
    fn row() {
        check::<T>("cell");
    }
}

mod vec {
    use super::*;

    type T = Vec<i32>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec");
    }
    #[test]
    fn row() {
        check::<T>("vec");
    }
}

mod vec_vec {
    use super::*;

    type T = Vec<Vec<f64>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec-vec");
    }
    #[test]
    fn row() {
        check::<T>("vec-vec");
    }
}

mod vec_option {
    use super::*;

    type T = Vec<Option<u8>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec-option");
    }
    #[test]
    fn row() {
        check::<T>("vec-option");
    }
}

mod array_3 {
    use super::*;

    type T = [u8; 3];
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("array-3");
    }
    #[test]
    fn row() {
        check::<T>("array-3");
    }
}

mod array_0 {
    use super::*;

    type T = [u8; 0];
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("array-0");
    }
    #[test]
    fn row() {
        check::<T>("array-0");
    }
}

mod vecdeque {
    use super::*;

    type T = std::collections::VecDeque<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vecdeque");
    }
    #[test]
    fn row() {
        check::<T>("vecdeque");
    }
}

mod linkedlist {
    use super::*;

    type T = std::collections::LinkedList<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("linkedlist");
    }
    #[test]
    fn row() {
        check::<T>("linkedlist");
    }
}

mod binaryheap {
    use super::*;

    type T = std::collections::BinaryHeap<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("binaryheap");
    }
    #[test]
    fn row() {
        check::<T>("binaryheap");
    }
}

mod hashset {
    use super::*;

    type T = std::collections::HashSet<String>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("hashset");
    }
    #[test]
    fn row() {
        check::<T>("hashset");
    }
}

mod btreeset {
    use super::*;

    type T = std::collections::BTreeSet<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("btreeset");
    }
    #[test]
    fn row() {
        check::<T>("btreeset");
    }
}

mod box_slice {
    use super::*;

    type T = Box<[u8]>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("box-slice");
    }
    #[test]
    fn row() {
        check::<T>("box-slice");
    }
}

mod vec_u8 {
    use super::*;

    type T = Vec<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec-u8");
    }
    #[test]
    fn row() {
        check::<T>("vec-u8");
    }
}

mod base64 {
    use super::*;

    type T = mcp_runtime::Base64;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("base64");
    }
    #[test]
    fn row() {
        check::<T>("base64");
    }
}

mod tuple_same {
    use super::*;

    type T = (f64, f64);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("tuple-same");
    }
    #[test]
    fn row() {
        check::<T>("tuple-same");
    }
}

mod tuple_mixed {
    use super::*;

    type T = (i32, String);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("tuple-mixed");
    }
    #[test]
    fn row() {
        check::<T>("tuple-mixed");
    }
}

mod tuple_1 {
    use super::*;

    type T = (u8,);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("tuple-1");
    }
    #[test]
    fn row() {
        check::<T>("tuple-1");
    }
}

mod tuple_3 {
    use super::*;

    type T = (u8, u8, bool);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("tuple-3");
    }
    #[test]
    fn row() {
        check::<T>("tuple-3");
    }
}

mod vec_tuple_same {
    use super::*;

    type T = Vec<(f64, f64)>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec-tuple-same");
    }
    #[test]
    fn row() {
        check::<T>("vec-tuple-same");
    }
}

mod vec_tuple_mixed {
    use super::*;

    type T = Vec<(String, u8)>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec-tuple-mixed");
    }
    #[test]
    fn row() {
        check::<T>("vec-tuple-mixed");
    }
}

mod hashmap {
    use super::*;

    type T = std::collections::HashMap<String, i32>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("hashmap");
    }
    #[test]
    fn row() {
        check::<T>("hashmap");
    }
}

mod btreemap {
    use super::*;

    type T = std::collections::BTreeMap<String, Vec<String>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("btreemap");
    }
    #[test]
    fn row() {
        check::<T>("btreemap");
    }
}

mod map_value {
    use super::*;

    type T = std::collections::HashMap<String, serde_json::Value>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-value");
    }
    #[test]
    fn row() {
        check::<T>("map-value");
    }
}

mod map_int_key {
    use super::*;

    type T = std::collections::BTreeMap<u32, String>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-int-key");
    }
    #[test]
    fn row() {
        check::<T>("map-int-key");
    }
}

mod map_option {
    use super::*;

    type T = std::collections::BTreeMap<String, Option<u8>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-option");
    }
    #[test]
    fn row() {
        check::<T>("map-option");
    }
}

mod map_enum_key {
    use super::*;
    #[derive(Serialize, Deserialize, Schema, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "lowercase")]
    enum K {
        A,
        B,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        m: std::collections::BTreeMap<K, u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-enum-key");
    }
    #[test]
    fn row() {
        check::<T>("map-enum-key");
    }
}

mod map_newtype_key {
    use super::*;
    #[derive(Serialize, Deserialize, Schema, PartialEq, Eq, PartialOrd, Ord)]
    struct Id(String);
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        m: std::collections::BTreeMap<Id, u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-newtype-key");
    }
    #[test]
    fn row() {
        check::<T>("map-newtype-key");
    }
}

mod map_nested {
    use super::*;

    type T = std::collections::HashMap<String, std::collections::HashMap<String, bool>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-nested");
    }
    #[test]
    fn row() {
        check::<T>("map-nested");
    }
}

mod value {
    use super::*;

    type T = serde_json::Value;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value");
    }
    #[test]
    fn row() {
        check::<T>("value");
    }
}

mod vec_value {
    use super::*;

    type T = Vec<serde_json::Value>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("vec-value");
    }
    #[test]
    fn row() {
        check::<T>("vec-value");
    }
}

mod value_map {
    use super::*;

    type T = serde_json::Map<String, serde_json::Value>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-map");
    }
    #[test]
    fn row() {
        check::<T>("value-map");
    }
}

mod value_number {
    use super::*;

    type T = serde_json::Number;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-number");
    }
    #[test]
    fn row() {
        check::<T>("value-number");
    }
}

mod raw_value {
    use super::*;

    type T = Box<serde_json::value::RawValue>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("raw-value");
    }
    #[test]
    fn row() {
        check::<T>("raw-value");
    }
}

mod option_vec_value {
    use super::*;

    type T = Option<Vec<serde_json::Value>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("option-vec-value");
    }
    #[test]
    fn row() {
        check::<T>("option-vec-value");
    }
}

mod array_value {
    use super::*;

    type T = [serde_json::Value; 2];
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("array-value");
    }
    #[test]
    fn row() {
        check::<T>("array-value");
    }
}

mod tuple_value {
    use super::*;

    type T = (String, serde_json::Value);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("tuple-value");
    }
    #[test]
    fn row() {
        check::<T>("tuple-value");
    }
}

mod map_vec_value {
    use super::*;

    type T = std::collections::HashMap<String, Vec<serde_json::Value>>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("map-vec-value");
    }
    #[test]
    fn row() {
        check::<T>("map-vec-value");
    }
}

mod value_field {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        v: serde_json::Value,
        w: Option<serde_json::Value>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-field");
    }
    #[test]
    fn row() {
        check::<T>("value-field");
    }
}

mod value_default {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default)]
        v: serde_json::Value,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-default");
    }
    #[test]
    fn row() {
        check::<T>("value-default");
    }
}

mod value_variant {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "snake_case")]
    enum E {
        Raw(serde_json::Value),
        Text(String),
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        e: E,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-variant");
    }
    #[test]
    fn row() {
        check::<T>("value-variant");
    }
}

mod value_with {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(with = "serde_json::Value")]
        v: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-with");
    }
    #[test]
    fn row() {
        check::<T>("value-with");
    }
}

mod value_flatten {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: u8,
        #[serde(flatten)]
        rest: std::collections::HashMap<String, serde_json::Value>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("value-flatten");
    }
    #[test]
    fn row() {
        check::<T>("value-flatten");
    }
}

mod struct_ {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: u8,
        b: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("struct");
    }
    #[test]
    fn row() {
        check::<T>("struct");
    }
}

mod struct_docs {
    use super::*;
    /// A place.
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        /// Latitude in degrees.
        lat: f64,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("struct-docs");
    }
    #[test]
    fn row() {
        check::<T>("struct-docs");
    }
}

mod nested {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct P {
        x: i32,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        p: P,
        q: Vec<P>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("nested");
    }
    #[test]
    fn row() {
        check::<T>("nested");
    }
}

mod nested_doc_field_wins {
    use super::*;
    /// A point.
    #[derive(Serialize, Deserialize, Schema)]
    struct P {
        x: i32,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        /// Upper left.
        p: P,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("nested-doc-field-wins");
    }
    #[test]
    fn row() {
        check::<T>("nested-doc-field-wins");
    }
}

mod newtype {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct Id(u32);
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        id: Id,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("newtype");
    }
    #[test]
    fn row() {
        check::<T>("newtype");
    }
}

mod newtype_param_self {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T(String);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("newtype-param-self");
    }
    #[test]
    fn row() {
        check::<T>("newtype-param-self");
    }
}

mod transparent {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(transparent)]
    struct T {
        inner: Vec<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("transparent");
    }
    #[test]
    fn row() {
        check::<T>("transparent");
    }
}

mod tuple_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T(i32, i32);
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("tuple-struct");
    }
    #[test]
    fn row() {
        check::<T>("tuple-struct");
    }
}

mod empty_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {}
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("empty-struct");
    }
    #[test]
    fn row() {
        check::<T>("empty-struct");
    }
}

mod generic {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct Page<I> {
        items: Vec<I>,
        next: Option<String>,
    }
    type T = Page<u8>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("generic");
    }
    #[test]
    fn row() {
        check::<T>("generic");
    }
}

mod generic_two {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct Page<I> {
        items: Vec<I>,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: Page<u8>,
        b: Page<String>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("generic-two");
    }
    #[test]
    fn row() {
        check::<T>("generic-two");
    }
}

mod const_generic {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        m: [[f32; 2]; 2],
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("const-generic");
    }
    #[test]
    fn row() {
        check::<T>("const-generic");
    }
}

mod phantom_skip {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: u8,
        #[serde(skip)]
        p: std::marker::PhantomData<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("phantom-skip");
    }
    #[test]
    fn row() {
        check::<T>("phantom-skip");
    }
}

mod raw_ident {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        r#type: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("raw-ident");
    }
    #[test]
    fn row() {
        check::<T>("raw-ident");
    }
}

mod raw_ident_param {
    use super::*;

    type T = String;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("raw-ident-param");
    }
    #[test]
    fn row() {
        check::<T>("raw-ident-param");
    }
}

mod recursive {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct Node {
        name: String,
        kids: Vec<Node>,
    }
    type T = Node;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("recursive");
    }
    #[test]
    fn row() {
        check::<T>("recursive");
    }
}

mod recursive_option_box {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct List {
        v: u8,
        next: Option<Box<List>>,
    }
    type T = List;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("recursive-option-box");
    }
    #[test]
    fn row() {
        check::<T>("recursive-option-box");
    }
}

mod recursive_mutual {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct A {
        b: Vec<Bb>,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct Bb {
        a: Vec<A>,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: A,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("recursive-mutual");
    }
    #[test]
    fn row() {
        check::<T>("recursive-mutual");
    }
}

mod recursive_enum {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "snake_case")]
    enum Expr {
        Num(f64),
        Neg(Box<Expr>),
    }
    type T = Expr;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("recursive-enum");
    }
    #[test]
    fn row() {
        check::<T>("recursive-enum");
    }
}

mod rename {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(rename = "userId")]
        user_id: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("rename");
    }
    #[test]
    fn row() {
        check::<T>("rename");
    }
}

mod rename_all_camel {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "camelCase")]
    struct T {
        user_id: u8,
        is_ok: bool,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("rename-all-camel");
    }
    #[test]
    fn row() {
        check::<T>("rename-all-camel");
    }
}

mod rename_all_kebab {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "kebab-case")]
    struct T {
        user_id: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("rename-all-kebab");
    }
    #[test]
    fn row() {
        check::<T>("rename-all-kebab");
    }
}

mod rename_split {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(rename(serialize = "out", deserialize = "in"))]
        v: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("rename-split");
    }
    #[test]
    fn row() {
        check::<T>("rename-split");
    }
}

mod rename_all_split {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
    struct T {
        my_v: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("rename-all-split");
    }
    #[test]
    fn row() {
        check::<T>("rename-all-split");
    }
}

mod alias {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(alias = "q")]
        query: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("alias");
    }
    #[test]
    fn row() {
        check::<T>("alias");
    }
}

mod default {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default)]
        n: u8,
        #[serde(default)]
        v: Vec<u8>,
        #[serde(default)]
        b: bool,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("default");
    }
    #[test]
    fn row() {
        check::<T>("default");
    }
}

mod default_fn {
    use super::*;
    fn ten() -> u32 {
        10
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default = "ten")]
        limit: u32,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("default-fn");
    }
    #[test]
    fn row() {
        check::<T>("default-fn");
    }
}

mod default_container {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(default)]
    struct T {
        a: u8,
        s: String,
    }
    impl Default for T {
        fn default() -> T {
            T { a: 5, s: "x".into() }
        }
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("default-container");
    }
    #[test]
    fn row() {
        check::<T>("default-container");
    }
}

mod skip {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: u8,
        #[serde(skip)]
        cache: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("skip");
    }
    #[test]
    fn row() {
        check::<T>("skip");
    }
}

mod skip_deserializing {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(skip_deserializing)]
        id: u8,
        n: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("skip-deserializing");
    }
    #[test]
    fn row() {
        check::<T>("skip-deserializing");
    }
}

mod skip_serializing {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(skip_serializing)]
        password: String,
        n: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("skip-serializing");
    }
    #[test]
    fn row() {
        check::<T>("skip-serializing");
    }
}

mod skip_if_vec {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        v: Vec<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("skip-if-vec");
    }
    #[test]
    fn row() {
        check::<T>("skip-if-vec");
    }
}

mod deny_unknown {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(deny_unknown_fields)]
    struct T {
        a: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("deny-unknown");
    }
    #[test]
    fn row() {
        check::<T>("deny-unknown");
    }
}

mod with_module {
    use super::*;
    mod hex {
        use serde::*;
        pub fn serialize<S: Serializer>(v: &u32, s: S) -> Result<S::Ok, S::Error> {
            s.serialize_str(&format!("{v:x}"))
        }
        pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u32, D::Error> {
            u32::from_str_radix(&String::deserialize(d)?, 16).map_err(de::Error::custom)
        }
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(with = "hex")]
        #[schemars(with = "String")]
        n: u32,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("with-module");
    }
    #[test]
    fn row() {
        check::<T>("with-module");
    }
}

mod from_into {
    use super::*;
    #[derive(Serialize, Deserialize, Schema, Clone)]
    #[serde(try_from = "u8", into = "u8")]
    struct Percent(u8);
    impl TryFrom<u8> for Percent {
        type Error = String;
        fn try_from(v: u8) -> Result<Self, String> {
            if v <= 100 { Ok(Percent(v)) } else { Err("over 100".into()) }
        }
    }
    impl From<Percent> for u8 {
        fn from(p: Percent) -> u8 {
            p.0
        }
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        p: Percent,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("from-into");
    }
    #[test]
    fn row() {
        check::<T>("from-into");
    }
}

mod getter_remote {
    use super::*;
    mod theirs {
        pub struct Pt {
            pub x: i32,
        }
    }
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(remote = "theirs::Pt")]
    struct PtDef {
        x: i32,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(with = "PtDef")]
        p: theirs::Pt,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("getter-remote");
    }
    #[test]
    fn row() {
        check::<T>("getter-remote");
    }
}

mod flatten_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct Paging {
        limit: u8,
        cursor: Option<String>,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        q: String,
        #[serde(flatten)]
        page: Paging,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("flatten-struct");
    }
    #[test]
    fn row() {
        check::<T>("flatten-struct");
    }
}

mod flatten_option_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct P {
        x: i32,
        y: i32,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: u8,
        #[serde(flatten)]
        p: Option<P>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("flatten-option-struct");
    }
    #[test]
    fn row() {
        check::<T>("flatten-option-struct");
    }
}

mod flatten_map_typed {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: String,
        #[serde(flatten)]
        m: std::collections::HashMap<String, u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("flatten-map-typed");
    }
    #[test]
    fn row() {
        check::<T>("flatten-map-typed");
    }
}

mod flatten_internal_enum {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Shape {
        Circle { r: f64 },
        Square { side: f64 },
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        id: u8,
        #[serde(flatten)]
        s: Shape,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("flatten-internal-enum");
    }
    #[test]
    fn row() {
        check::<T>("flatten-internal-enum");
    }
}

mod flatten_external_enum {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "snake_case")]
    enum By {
        Id(u8),
        Name(String),
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(flatten)]
        by: By,
        deep: bool,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("flatten-external-enum");
    }
    #[test]
    fn row() {
        check::<T>("flatten-external-enum");
    }
}

mod enum_unit {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    enum T {
        Red,
        Green,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-unit");
    }
    #[test]
    fn row() {
        check::<T>("enum-unit");
    }
}

mod enum_rename_all {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    enum T {
        VeryLow,
        High,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-rename-all");
    }
    #[test]
    fn row() {
        check::<T>("enum-rename-all");
    }
}

mod enum_docs {
    use super::*;
    /// Speed.
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "lowercase")]
    enum T {
        /// Take care.
        Slow,
        Fast,
        /// No limit.
        Max,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-docs");
    }
    #[test]
    fn row() {
        check::<T>("enum-docs");
    }
}

mod enum_field_docs {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "lowercase")]
    enum Sp {
        /// Take care.
        Slow,
        Fast,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        /// How fast.
        s: Sp,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-field-docs");
    }
    #[test]
    fn row() {
        check::<T>("enum-field-docs");
    }
}

mod enum_alias {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "lowercase")]
    enum T {
        #[serde(alias = "colour")]
        Color,
        Gray,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-alias");
    }
    #[test]
    fn row() {
        check::<T>("enum-alias");
    }
}

mod enum_skip_variant {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    enum T {
        A,
        #[serde(skip)]
        Hidden,
        B,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-skip-variant");
    }
    #[test]
    fn row() {
        check::<T>("enum-skip-variant");
    }
}

mod enum_single {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    enum T {
        Only,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-single");
    }
    #[test]
    fn row() {
        check::<T>("enum-single");
    }
}

mod enum_default_field {
    use super::*;
    #[derive(Serialize, Deserialize, Schema, Default)]
    #[serde(rename_all = "lowercase")]
    enum Lv {
        #[default]
        Low,
        High,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(default)]
        l: Lv,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-default-field");
    }
    #[test]
    fn row() {
        check::<T>("enum-default-field");
    }
}

mod enum_external {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    enum T {
        Stop,
        Wait,
        Move { dx: i32 },
        Say(String),
        Pair(i32, i32),
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-external");
    }
    #[test]
    fn row() {
        check::<T>("enum-external");
    }
}

mod enum_external_one {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    enum T {
        Move { dx: i32 },
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-external-one");
    }
    #[test]
    fn row() {
        check::<T>("enum-external-one");
    }
}

mod enum_external_docs {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    enum T {
        /// Go.
        Move {
            dx: i32,
        },
        Say(String),
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-external-docs");
    }
    #[test]
    fn row() {
        check::<T>("enum-external-docs");
    }
}

mod enum_internal {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum T {
        Circle { r: f64 },
        None,
        All,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-internal");
    }
    #[test]
    fn row() {
        check::<T>("enum-internal");
    }
}

mod enum_internal_newtype {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct C {
        r: f64,
    }
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "kind")]
    enum T {
        C(C),
        D {},
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-internal-newtype");
    }
    #[test]
    fn row() {
        check::<T>("enum-internal-newtype");
    }
}

mod enum_internal_rename_fields {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "op", rename_all = "snake_case", rename_all_fields = "camelCase")]
    enum T {
        SetName { new_name: String },
        DropAll,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-internal-rename-fields");
    }
    #[test]
    fn row() {
        check::<T>("enum-internal-rename-fields");
    }
}

mod enum_internal_other {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "t", rename_all = "lowercase")]
    enum T {
        A {
            x: u8,
        },
        #[serde(other)]
        Unknown,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-internal-other");
    }
    #[test]
    fn row() {
        check::<T>("enum-internal-other");
    }
}

mod enum_adjacent {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "t", content = "c")]
    enum T {
        A(u8),
        B { x: u8 },
        U,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-adjacent");
    }
    #[test]
    fn row() {
        check::<T>("enum-adjacent");
    }
}

mod enum_untagged {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(untagged)]
    enum T {
        Num(u32),
        Text(String),
        Many(Vec<String>),
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-untagged");
    }
    #[test]
    fn row() {
        check::<T>("enum-untagged");
    }
}

mod enum_untagged_structs {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(untagged)]
    enum T {
        ById { id: u8 },
        ByName { name: String },
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-untagged-structs");
    }
    #[test]
    fn row() {
        check::<T>("enum-untagged-structs");
    }
}

mod enum_untagged_same {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(untagged)]
    enum T {
        A(String),
        B(String),
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-untagged-same");
    }
    #[test]
    fn row() {
        check::<T>("enum-untagged-same");
    }
}

mod enum_untagged_unit {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(untagged)]
    enum T {
        Nothing,
        N(u8),
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-untagged-unit");
    }
    #[test]
    fn row() {
        check::<T>("enum-untagged-unit");
    }
}

mod enum_untagged_variant {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "lowercase")]
    enum T {
        Auto,
        #[serde(untagged)]
        Px(u32),
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-untagged-variant");
    }
    #[test]
    fn row() {
        check::<T>("enum-untagged-variant");
    }
}

mod enum_lowercase_tag_struct {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(tag = "type")]
    struct T {
        a: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-lowercase-tag-struct");
    }
    #[test]
    fn row() {
        check::<T>("enum-lowercase-tag-struct");
    }
}

mod enum_in_option_vec {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[serde(rename_all = "lowercase")]
    enum C {
        A,
        B,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        v: Option<Vec<C>>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-in-option-vec");
    }
    #[test]
    fn row() {
        check::<T>("enum-in-option-vec");
    }
}

mod enum_repr {
    use super::*;
    #[derive(Serialize, Deserialize, Schema, Clone, Copy)]
    #[serde(try_from = "u8", into = "u8")]
    enum T {
        Low = 1,
        High = 5,
    }
    impl TryFrom<u8> for T {
        type Error = String;
        fn try_from(v: u8) -> Result<T, String> {
            match v {
                1 => Ok(T::Low),
                5 => Ok(T::High),
                _ => Err("1 or 5".into()),
            }
        }
    }
    impl From<T> for u8 {
        fn from(t: T) -> u8 {
            t as u8
        }
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("enum-repr");
    }
    #[test]
    fn row() {
        check::<T>("enum-repr");
    }
}

mod chrono_datetime_utc {
    use super::*;

    type T = chrono::DateTime<chrono::Utc>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("chrono-datetime-utc");
    }
    #[test]
    fn row() {
        check::<T>("chrono-datetime-utc");
    }
}

mod chrono_datetime_fixed {
    use super::*;

    type T = chrono::DateTime<chrono::FixedOffset>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("chrono-datetime-fixed");
    }
    #[test]
    fn row() {
        check::<T>("chrono-datetime-fixed");
    }
}

mod chrono_naive_date {
    use super::*;

    type T = chrono::NaiveDate;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("chrono-naive-date");
    }
    #[test]
    fn row() {
        check::<T>("chrono-naive-date");
    }
}

mod chrono_naive_datetime {
    use super::*;

    type T = chrono::NaiveDateTime;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("chrono-naive-datetime");
    }
    #[test]
    fn row() {
        check::<T>("chrono-naive-datetime");
    }
}

mod chrono_naive_time {
    use super::*;

    type T = chrono::NaiveTime;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("chrono-naive-time");
    }
    #[test]
    fn row() {
        check::<T>("chrono-naive-time");
    }
}

mod chrono_weekday {
    use super::*;

    type T = chrono::Weekday;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("chrono-weekday");
    }
    #[test]
    fn row() {
        check::<T>("chrono-weekday");
    }
}

mod uuid_ {
    use super::*;

    type T = uuid::Uuid;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("uuid");
    }
    #[test]
    fn row() {
        check::<T>("uuid");
    }
}

mod url_ {
    use super::*;

    type T = url::Url;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("url");
    }
    #[test]
    fn row() {
        check::<T>("url");
    }
}

mod ipaddr {
    use super::*;

    type T = std::net::IpAddr;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("ipaddr");
    }
    #[test]
    fn row() {
        check::<T>("ipaddr");
    }
}

mod ipv4 {
    use super::*;

    type T = std::net::Ipv4Addr;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("ipv4");
    }
    #[test]
    fn row() {
        check::<T>("ipv4");
    }
}

mod ipv6 {
    use super::*;

    type T = std::net::Ipv6Addr;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("ipv6");
    }
    #[test]
    fn row() {
        check::<T>("ipv6");
    }
}

mod socketaddr {
    use super::*;

    type T = std::net::SocketAddr;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("socketaddr");
    }
    #[test]
    fn row() {
        check::<T>("socketaddr");
    }
}

mod range {
    use super::*;

    type T = std::ops::Range<u32>;
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("range");
    }
    #[test]
    fn row() {
        check::<T>("range");
    }
}

mod schemars_range {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(range(min = 1, max = 10))]
        n: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-range");
    }
    #[test]
    fn row() {
        check::<T>("schemars-range");
    }
}

mod schemars_length {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(length(min = 1, max = 3))]
        s: String,
        #[schemars(length(max = 2))]
        v: Vec<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-length");
    }
    #[test]
    fn row() {
        check::<T>("schemars-length");
    }
}

mod schemars_regex {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(regex(pattern = "^[a-z]+$"))]
        s: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-regex");
    }
    #[test]
    fn row() {
        check::<T>("schemars-regex");
    }
}

mod schemars_description {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(description = "Text.")]
        /// doc
        s: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-description");
    }
    #[test]
    fn row() {
        check::<T>("schemars-description");
    }
}

mod schemars_title {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[schemars(title = "Big")]
    struct T {
        #[schemars(title = "S")]
        s: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-title");
    }
    #[test]
    fn row() {
        check::<T>("schemars-title");
    }
}

mod schemars_example {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(example = &"a@b.c")]
        s: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-example");
    }
    #[test]
    fn row() {
        check::<T>("schemars-example");
    }
}

mod schemars_format {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(email)]
        s: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-format");
    }
    #[test]
    fn row() {
        check::<T>("schemars-format");
    }
}

mod schemars_skip {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        a: u8,
        #[schemars(skip)]
        #[serde(default)]
        b: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-skip");
    }
    #[test]
    fn row() {
        check::<T>("schemars-skip");
    }
}

mod schemars_rename {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[serde(rename = "x")]
        #[schemars(rename = "x")]
        a: u8,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-rename");
    }
    #[test]
    fn row() {
        check::<T>("schemars-rename");
    }
}

mod schemars_extend {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[schemars(extend("x-mcp-header" = "Region"))]
        region: String,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-extend");
    }
    #[test]
    fn row() {
        check::<T>("schemars-extend");
    }
}

mod schemars_deprecated {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        #[deprecated]
        old: Option<u8>,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-deprecated");
    }
    #[test]
    fn row() {
        check::<T>("schemars-deprecated");
    }
}

mod schemars_inline_false {
    use super::*;
    #[derive(Serialize, Deserialize, Schema)]
    #[schemars(inline)]
    struct P {
        x: i32,
    }
    #[derive(Serialize, Deserialize, Schema)]
    struct T {
        p: P,
    }
    pub(super) fn show(visitor: &mut impl Visitor) {
        visitor.visit::<T>("schemars-inline-false");
    }
    #[test]
    fn row() {
        check::<T>("schemars-inline-false");
    }
}
/// Shows each of the types.
pub(crate) fn show_all(visitor: &mut impl Visitor) {
    bool::show(visitor);
    u8::show(visitor);
    u16::show(visitor);
    u32::show(visitor);
    i8::show(visitor);
    i16::show(visitor);
    i32::show(visitor);
    u64::show(visitor);
    i64::show(visitor);
    usize::show(visitor);
    isize::show(visitor);
    u128::show(visitor);
    i128::show(visitor);
    f64::show(visitor);
    f32::show(visitor);
    char::show(visitor);
    string::show(visitor);
    nonzero_u32::show(visitor);
    nonzero_i32::show(visitor);
    wrapping::show(visitor);
    atomic::show(visitor);
    option_string::show(visitor);
    option_u32::show(visitor);
    option_bool::show(visitor);
    option_f64::show(visitor);
    option_vec::show(visitor);
    option_char::show(visitor);
    option_map::show(visitor);
    option_box::show(visitor);
    option_value::show(visitor);
    option_enum::show(visitor);
    option_struct::show(visitor);
    option_skip_none::show(visitor);
    option_default::show(visitor);
    nullable_opt_in::show(visitor);
    str_ref::show(visitor);
    cow_str::show(visitor);
    box_str::show(visitor);
    arc_str::show(visitor);
    slice_ref::show(visitor);
    slice_str::show(visitor);
    option_str::show(visitor);
    ref_struct::show(visitor);
    path_ref::show(visitor);
    path_buf::show(visitor);
    box_::show(visitor);
    arc::show(visitor);
    rc_field_less::show(visitor);
    mutex::show(visitor);
    cell::show(visitor);
    vec::show(visitor);
    vec_vec::show(visitor);
    vec_option::show(visitor);
    array_3::show(visitor);
    array_0::show(visitor);
    vecdeque::show(visitor);
    linkedlist::show(visitor);
    binaryheap::show(visitor);
    hashset::show(visitor);
    btreeset::show(visitor);
    box_slice::show(visitor);
    vec_u8::show(visitor);
    base64::show(visitor);
    tuple_same::show(visitor);
    tuple_mixed::show(visitor);
    tuple_1::show(visitor);
    tuple_3::show(visitor);
    vec_tuple_same::show(visitor);
    vec_tuple_mixed::show(visitor);
    hashmap::show(visitor);
    btreemap::show(visitor);
    map_value::show(visitor);
    map_int_key::show(visitor);
    map_option::show(visitor);
    map_enum_key::show(visitor);
    map_newtype_key::show(visitor);
    map_nested::show(visitor);
    value::show(visitor);
    vec_value::show(visitor);
    value_map::show(visitor);
    value_number::show(visitor);
    raw_value::show(visitor);
    option_vec_value::show(visitor);
    array_value::show(visitor);
    tuple_value::show(visitor);
    map_vec_value::show(visitor);
    value_field::show(visitor);
    value_default::show(visitor);
    value_variant::show(visitor);
    value_with::show(visitor);
    value_flatten::show(visitor);
    struct_::show(visitor);
    struct_docs::show(visitor);
    nested::show(visitor);
    nested_doc_field_wins::show(visitor);
    newtype::show(visitor);
    newtype_param_self::show(visitor);
    transparent::show(visitor);
    tuple_struct::show(visitor);
    empty_struct::show(visitor);
    generic::show(visitor);
    generic_two::show(visitor);
    const_generic::show(visitor);
    phantom_skip::show(visitor);
    raw_ident::show(visitor);
    raw_ident_param::show(visitor);
    recursive::show(visitor);
    recursive_option_box::show(visitor);
    recursive_mutual::show(visitor);
    recursive_enum::show(visitor);
    rename::show(visitor);
    rename_all_camel::show(visitor);
    rename_all_kebab::show(visitor);
    rename_split::show(visitor);
    rename_all_split::show(visitor);
    alias::show(visitor);
    default::show(visitor);
    default_fn::show(visitor);
    default_container::show(visitor);
    skip::show(visitor);
    skip_deserializing::show(visitor);
    skip_serializing::show(visitor);
    skip_if_vec::show(visitor);
    deny_unknown::show(visitor);
    with_module::show(visitor);
    from_into::show(visitor);
    getter_remote::show(visitor);
    flatten_struct::show(visitor);
    flatten_option_struct::show(visitor);
    flatten_map_typed::show(visitor);
    flatten_internal_enum::show(visitor);
    flatten_external_enum::show(visitor);
    enum_unit::show(visitor);
    enum_rename_all::show(visitor);
    enum_docs::show(visitor);
    enum_field_docs::show(visitor);
    enum_alias::show(visitor);
    enum_skip_variant::show(visitor);
    enum_single::show(visitor);
    enum_default_field::show(visitor);
    enum_external::show(visitor);
    enum_external_one::show(visitor);
    enum_external_docs::show(visitor);
    enum_internal::show(visitor);
    enum_internal_newtype::show(visitor);
    enum_internal_rename_fields::show(visitor);
    enum_internal_other::show(visitor);
    enum_adjacent::show(visitor);
    enum_untagged::show(visitor);
    enum_untagged_structs::show(visitor);
    enum_untagged_same::show(visitor);
    enum_untagged_unit::show(visitor);
    enum_untagged_variant::show(visitor);
    enum_lowercase_tag_struct::show(visitor);
    enum_in_option_vec::show(visitor);
    enum_repr::show(visitor);
    chrono_datetime_utc::show(visitor);
    chrono_datetime_fixed::show(visitor);
    chrono_naive_date::show(visitor);
    chrono_naive_datetime::show(visitor);
    chrono_naive_time::show(visitor);
    chrono_weekday::show(visitor);
    uuid_::show(visitor);
    url_::show(visitor);
    ipaddr::show(visitor);
    ipv4::show(visitor);
    ipv6::show(visitor);
    socketaddr::show(visitor);
    range::show(visitor);
    schemars_range::show(visitor);
    schemars_length::show(visitor);
    schemars_regex::show(visitor);
    schemars_description::show(visitor);
    schemars_title::show(visitor);
    schemars_example::show(visitor);
    schemars_format::show(visitor);
    schemars_skip::show(visitor);
    schemars_rename::show(visitor);
    schemars_extend::show(visitor);
    schemars_deprecated::show(visitor);
    schemars_inline_false::show(visitor);
}
