//! Every row of the table is accounted for.

use std::collections::BTreeMap;
use std::path::Path;

use super::{cases, handlers, refused, results, rows};

/// Rows that do not compile, with the file that shows it.
const REFUSED: [(&str, &str); 44] = [
    ("unit-param", "tool/fail/unit_parameter"),
    ("never-param", "tool/fail/infallible_parameter"),
    ("option-option", "tool/fail/option_of_option"),
    ("option-unit", "tool/fail/option_of_unit"),
    ("mut-ref", "tool/fail/mut_reference"),
    ("osstring", "tool/fail/os_string"),
    ("impl-trait", "tool/fail/impl_trait_parameter"),
    ("dyn", "tool/fail/dyn_parameter"),
    ("fn-pointer", "tool/fail/fn_pointer"),
    ("raw-pointer", "tool/fail/raw_pointer"),
    ("generic-fn", "tool/fail/generic_function"),
    ("pattern-arg", "tool/fail/pattern_parameter"),
    ("no-schema", "tool/fail/not_a_parameter"),
    ("lifetime-static", "tool/fail/static_str"),
    ("array-64", "tool/fail/large_array"),
    ("map-tuple-key", "tool/fail/tuple_key"),
    ("unit-struct", "schema/fail/unit_struct"),
    ("phantom-bare", "schema/fail/phantom_data"),
    ("rename-bad-key", "schema/fail/key_renamed"),
    ("rename-duplicate", "schema/fail/key_twice"),
    ("with-no-schema", "schema/fail/with_module"),
    ("flatten-scalar", "schema/fail/flatten_scalar"),
    ("flatten-deny", "schema/fail/flatten_and_deny"),
    ("enum-empty", "schema/fail/enum_empty"),
    ("enum-internal-tuple", "schema/fail/enum_tagged_tuple"),
    ("enum-internal-scalar", "schema/fail/enum_tagged_scalar"),
    ("result-param", "tool/fail/result_parameter"),
    ("instant", "tool/fail/instant"),
    ("schema-regex-rust", "schema/fail/pattern_flags"),
    ("schema-regex-lookaround", "schema/fail/pattern_lookaround"),
    ("header-on-float", "tool/fail/header_on_float"),
    ("sig-two-args-structs", "tool/fail/two_args"),
    ("sig-duplicate", "tool/fail/duplicate_parameter"),
    ("sig-wild", "tool/fail/wild_parameter"),
    ("sig-bad-tool-name", "tool/fail/dot_in_name"),
    ("result-impl-serialize", "tool/fail/impl_trait_result"),
    ("result-no-schema", "tool/fail/result_without_schema"),
    ("result-err-no-display", "tool/fail/error_without_display"),
    ("result-ref", "tool/fail/borrowed_result"),
    ("result-map-int", "tool/fail/tuple_key_result"),
    // Also found when a server is built, behind an alias.
    ("duration", "tool/fail/duration_without_unit"),
    ("systemtime", "tool/fail/system_time"),
    ("option-params", "tool/fail/optional_args"),
    ("value-params", "tool/fail/value_as_args"),
];

#[test]
fn every_row_is_somewhere() {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let refused_by_macros = REFUSED.iter().map(|(row, _)| *row);
    let built: Vec<&str> = refused::ROWS
        .into_iter()
        .filter(|row| REFUSED.iter().all(|(other, _)| other != row))
        .collect();
    let everywhere = cases::ROWS
        .into_iter()
        .chain(results::ROWS)
        .chain(handlers::ROWS)
        .chain(refused_by_macros)
        .chain(built);
    for row in everywhere {
        *places.entry(row.to_owned()).or_default() += 1;
    }
    let rows = rows::all();
    assert_eq!(rows.len(), 263);
    for row in &rows {
        assert_eq!(places.remove(&row.id), Some(1), "{}", row.id);
        let refused =
            REFUSED.iter().any(|(id, _)| *id == row.id) || refused::ROWS.contains(&row.id.as_str());
        assert_eq!(refused, row.compile_error, "{}", row.id);
    }
    assert_eq!(places, BTreeMap::new(), "not in the table");
}

#[test]
fn every_refusal_has_its_file() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    for (row, file) in REFUSED {
        assert!(ui.join(file).with_extension("rs").is_file(), "{row}: ui/{file}.rs");
    }
}
