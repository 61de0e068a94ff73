//! Headers and bodies: the version vectors, and ways to fool gateways.

use serde_json::{Value, json};

use super::*;
use crate::http::head::tests::with_head;
use crate::protocol::ProtocolVersion;

type Headers<'a> = &'a [(&'a str, &'a str)];

/// The code and the message with which a request is refused.
fn refused(
    given: Headers<'_>,
    method: &str,
    params: Option<&str>,
    mirrored: &[Mirrored],
) -> Option<(i64, String)> {
    let params = Params::scan(params).unwrap();
    let checked = with_head(given, |head| {
        head.check_unique().map_err(|refusal| refusal.error.clone())?;
        let purpose = Purpose { name: method, method: Method::parse(method), stands_alone: true };
        check(head, &purpose, &params)?;
        check_arguments(head, &params, mirrored)
    });
    let error = checked.err()?;
    Some((error.code.0, error.message.into_owned()))
}

/// Whether a request with these headers in addition to the right ones is a mismatch.
#[track_caller]
fn mismatches(method: &str, params: Value, given: Headers<'_>, mirrored: &[Mirrored]) -> bool {
    let version = ProtocolVersion::LATEST.as_str();
    let mut params = params;
    params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": version });
    mismatches_text(method, &params.to_string(), given, mirrored)
}

#[track_caller]
fn mismatches_text(method: &str, params: &str, given: Headers<'_>, mirrored: &[Mirrored]) -> bool {
    let mut all = given.to_vec();
    for right in [(PROTOCOL_VERSION, ProtocolVersion::LATEST.as_str()), (METHOD, method)] {
        if !given.iter().any(|(name, _)| name.eq_ignore_ascii_case(right.0)) {
            all.push(right);
        }
    }
    let refused = refused(&all, method, Some(params), mirrored);
    if let Some((code, message)) = &refused {
        assert_eq!(*code, -32020, "{message}");
        assert!(message.len() < 300, "{message}");
    }
    refused.is_some()
}

fn mirrored(header: &str, path: &[&str]) -> Mirrored {
    Mirrored {
        header: header.to_owned(),
        path: path.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Whether a header and an argument of a tool are a mismatch.
#[track_caller]
fn argument_mismatches(header: Option<&str>, argument: &Value) -> bool {
    let mut given = vec![("Mcp-Name", "hdr")];
    given.extend(header.map(|header| ("Mcp-Param-X", header)));
    let params = json!({ "name": "hdr", "arguments": { "x": argument } });
    mismatches("tools/call", params, &given, &[mirrored("mcp-param-x", &["x"])])
}

#[test]
fn agrees_with_the_version_vectors() {
    let text = include_str!("../../../../tests/data/versions/version-negotiation.json");
    let vectors: Value = serde_json::from_str(text).unwrap();
    let mut checked = 0;
    for record in vectors["modern_per_request"].as_array().unwrap() {
        let request = &record["request"];
        let (Some(method), false) = (request["method"].as_str(), request["id"].is_null()) else {
            continue;
        };
        let given: Vec<_> = record["http_headers"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str().unwrap()))
            .collect();
        let params = request.get("params").map(Value::to_string);
        let refused = refused(&given, method, params.as_deref(), &[]);
        let is_mismatch = record["expect"]["error"]["code"] == -32020;
        assert_eq!(refused.is_some(), is_mismatch, "{record}: {refused:?}");
        checked += 1;
    }
    assert_eq!(checked, 30);
}

#[test]
fn compares_arguments_as_the_version_vectors_do() {
    let text = include_str!("../../../../tests/data/versions/headers.json");
    let vectors: Value = serde_json::from_str(text).unwrap();
    let records = vectors["server_compare"].as_array().unwrap();
    assert_eq!(records.len(), 8);
    for record in records {
        // Where the specification is silent, a header without a matching argument is refused.
        let is_ok = record["ok"].as_bool().unwrap_or(false);
        let found = argument_mismatches(record["header"].as_str(), &record["body"]);
        assert_eq!(found, !is_ok, "{record}");
    }
    for record in vectors["encode"].as_array().unwrap() {
        assert!(!argument_mismatches(record["header"].as_str(), &record["value"]), "{record}");
    }
}

#[test]
fn the_method_is_repeated_exactly() {
    let list = |given: Headers<'_>| mismatches("tools/list", json!({}), given, &[]);
    assert!(!list(&[]));
    assert!(!list(&[("mcp-method", "tools/list")]));
    assert!(!list(&[("MCP-METHOD", " tools/list\t")]));
    assert!(!list(&[("Mcp-Name", "no source in the body")]));
    for method in ["tools/call", "TOOLS/LIST", "", "=?base64?dG9vbHMvbGlzdA==?="] {
        assert!(list(&[("Mcp-Method", method)]), "{method}");
    }
    let twice = [("Mcp-Method", "tools/list"), ("Mcp-Method", "tools/list")];
    assert!(list(&twice));
}

#[test]
fn the_version_is_repeated_exactly() {
    let list = |given: Headers<'_>| mismatches("tools/list", json!({}), given, &[]);
    let older = ProtocolVersion::LATEST_LEGACY.as_str();
    assert!(list(&[("MCP-Protocol-Version", older)]));
    assert!(list(&[("MCP-Protocol-Version", "")]));
    let latest = ProtocolVersion::LATEST.as_str();
    assert!(list(&[("MCP-Protocol-Version", latest), ("MCP-Protocol-Version", older)]));
    assert!(list(&[("MCP-Protocol-Version", &format!("{latest}, {older}"))]));
}

#[test]
fn the_name_is_repeated_where_there_is_one() {
    for (method, key) in
        [("tools/call", "name"), ("prompts/get", "name"), ("resources/read", "uri")]
    {
        let call = |given: Headers<'_>| mismatches(method, json!({ key: "echo" }), given, &[]);
        assert!(!call(&[("Mcp-Name", "echo")]), "{method}");
        assert!(!call(&[("mCP-nAME", "  echo\t")]), "{method}");
        assert!(!call(&[("Mcp-Name", "=?base64?ZWNobw==?=")]), "{method}");
        assert!(call(&[]), "{method}");
        for name in [
            "ECHO",
            "",
            "echo, echo",
            "=?base64?%%%?=",
            "=?base64?ZWNobw?=",
            "=?base64?ZWNobx==?=",
            "=?BASE64?ZWNobw==?=",
            "=?base64?/////w==?=",
            "=?base64?ZWNobw==",
        ] {
            assert!(call(&[("Mcp-Name", name)]), "{method} {name}");
        }
        // Missing members in the body are refused as such.
        assert!(!mismatches(method, json!({}), &[], &[]), "{method}");
        assert!(!mismatches(method, json!({ key: 5 }), &[], &[]), "{method}");
    }
}

#[test]
fn texts_are_compared_as_they_are() {
    for (header, argument) in [
        ("us-west1", json!("us-west1")),
        ("=?base64?SGVsbG8=?=", json!("Hello")),
        ("SGVsbG8=", json!("SGVsbG8=")),
        ("=?base64?SGVsbG8=", json!("=?base64?SGVsbG8=")),
        ("42", json!("42")),
        ("true", json!("true")),
        ("=?base64?NDI=?=", json!(42)),
        ("null", json!("null")),
    ] {
        assert!(!argument_mismatches(Some(header), &argument), "{header} {argument}");
    }
    for (header, argument) in [
        ("us-west2", json!("us-west1")),
        ("US-WEST1", json!("us-west1")),
        ("\"us-west1\"", json!("us-west1")),
        ("=?base64?literal?=", json!("=?base64?literal?=")),
        ("42.0", json!("42")),
        ("1", json!(true)),
        ("TRUE", json!(true)),
        ("true", json!(1)),
        ("null", json!(null)),
        ("", json!(null)),
        ("[\"a\"]", json!(["a"])),
        ("{}", json!({})),
    ] {
        assert!(argument_mismatches(Some(header), &argument), "{header} {argument}");
    }
    assert!(argument_mismatches(None, &json!(["a"])));
    assert!(!argument_mismatches(None, &json!(null)));
}

#[test]
fn numbers_are_compared_exactly() {
    for header in ["9007199254740993", "9007199254740993.0"] {
        assert!(!argument_mismatches(Some(header), &json!(9_007_199_254_740_993_u64)));
    }
    for header in ["9007199254740992", "9007199254740992.0", "9.007199254740993e14", "x", ""] {
        assert!(argument_mismatches(Some(header), &json!(9_007_199_254_740_993_u64)), "{header}");
    }
}

#[test]
fn a_header_has_only_plain_characters() {
    let body = json!({ "name": "\u{e9}" });
    assert!(mismatches("tools/call", body, &[("Mcp-Name", "\u{e9}")], &[]));
    assert!(argument_mismatches(Some("\u{e9}"), &json!("\u{e9}")));
}

#[test]
fn arguments_are_found_in_arguments() {
    let declared = [mirrored("mcp-param-region", &["of", "region"])];
    let call = |arguments: &str, region: Option<&str>| {
        let mut given = vec![("Mcp-Name", "hdr")];
        given.extend(region.map(|region| ("Mcp-Param-Region", region)));
        let params = format!(r#"{{"name":"hdr","arguments":{arguments}}}"#);
        mismatches_text("tools/call", &params, &given, &declared)
    };
    assert!(!call(r#"{"of": {"region": "eu"}}"#, Some("eu")));
    assert!(call(r#"{"of": {"region": "eu"}}"#, Some("us")));
    assert!(call(r#"{"of": {"region": "eu"}}"#, None));
    for nothing in ["{}", "null", r#"{"of":null}"#, r#"{"of":{}}"#, r#"{"of":{"region":null}}"#] {
        assert!(!call(nothing, None), "{nothing}");
        assert!(call(nothing, Some("eu")), "{nothing}");
    }
    // Another reader may take the other value, or the one written in the text.
    for unclear in [
        r#"{"of":{"region":"eu","region":"us"}}"#,
        r#"{"of":{"region":"eu"},"of":{}}"#,
        r#"{"of":{"region":null,"r\u0065gion":"us"}}"#,
        r#"{"of":"{\"region\":\"us\"}"}"#,
        r#"{"of":[{"region":"us"}]}"#,
    ] {
        assert!(call(unclear, None), "{unclear}");
        assert!(call(unclear, Some("eu")), "{unclear}");
    }
}

#[test]
fn a_refusal_tells_what_differs() {
    let body = json!({ "name": "bar" }).to_string();
    let given = [("Mcp-Method", "tools/call"), ("Mcp-Name", "foo")];
    let (_, message) = refused(&given, "tools/call", Some(&body), &[]).unwrap();
    let expected =
        r#"Header mismatch: mcp-name header value "foo" does not match body value "bar""#;
    assert_eq!(message, expected);
}
