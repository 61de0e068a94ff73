//! Clients with many types, and those of strangers, compile.

use mcp_runtime_client::client;
use serde_json::json;

client!("tests/locks/types.lock", both_ways);

// `hostile.rs` of `mcp-runtime-codegen` writes it.
client!("tests/locks/hostile.lock", name = hostile, both_ways);

/// Where nothing has its usual meaning.
mod elsewhere {
    #![no_implicit_prelude]
    #![allow(non_camel_case_types, reason = "types are called as others are")]

    pub(crate) struct String;
    pub(crate) struct Option;
    pub(crate) struct bool;

    ::mcp_runtime_client::client!("tests/locks/types.lock", name = plain, both_ways,);
}

#[test]
fn schemas_of_types_of_rust_make_types() {
    let read: types::U8Result = serde_json::from_value(json!({ "x": 300 })).unwrap();
    assert_eq!(read.x, 300);
    let written = serde_json::to_value(elsewhere::plain::StringArgs::new("a")).unwrap();
    assert_eq!(written, json!({ "x": "a" }));
    let _ = (elsewhere::String, elsewhere::Option, elsewhere::bool);
}

macro_rules! of_a_macro {
    ($lock:literal) => {
        mcp_runtime_client::client!($lock, name = r#final, r"date-time" = Option<String>);
    };
}

#[test]
fn a_client_may_be_in_a_function_and_in_a_macro() {
    of_a_macro!("tests/ui/locks/notes.lock");
    let arguments = r#final::SearchArgs::new("a").at(Some("b".to_owned()));
    assert_eq!(serde_json::to_value(arguments).unwrap(), json!({ "query": "a", "at": "b" }));
}

#[test]
fn locks_of_strangers_make_clients() {
    let text = hostile::LOCK;
    assert!(text.contains("evil"));
}
