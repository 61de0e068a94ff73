//! The message parser compared with serde_json, which is the reference for what is JSON and what it
//! means.

use std::collections::HashSet;

use serde_json::Value;

use super::*;
use mcp_fuzz::{bad_messages, fuzz, fuzz_at_least, good_messages, members};

/// Texts on which JSON parsers have disagreed, and the nesting limit.
fn texts() -> Vec<Vec<u8>> {
    const HARD: &str = r#"
        [0, -0, -0.0, 1e5, 1E+05, 1.0e-3, 1e400, -1e400, 1e-400, 123456789012345678901234567890]
        [01]  [-]  [+1]  [.5]  [1.]  [1e]  [1e+]  [0x1]  [NaN]  [Infinity]  [--1]  [1 2]  [1,]  [,1]
        {"a":1,"a":2}  {"a":1,}  {,}  {"a"}  {"a":}  {a:1}  {'a':1}  {"a":1 "b":2}  {1:2}
        "\ud83d\ude00"  "\ud83d"  "\ude00"  "\ud83d\ud83d"  "\ud83d\n"  "\ud83dx"  "\uD83D\uDE00"
        "\u0000"  "\u00e"  "\U0041"  "\x41"  "\'"  "\"  "\\"  "a\/b"  "é😀"  ""  "
        {"\u0069d":1,"id":2,"jsonrpc":"2.0","method":"ping"}
        {"jsonrpc":"2.0","id":1}x  {"jsonrpc":"2.0","id":1,"method":"ping"}{}  {"id":1]  [{}]]  [1}
        {"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}  {"jsonrpc":"2.0","id":"\u0031","method":"ping"}
        {"jsonrpc":"2.0","id":-0,"method":"ping"}  {"jsonrpc":"2.0","id":1.0,"method":"ping"}
        {"jsonrpc":"2.0","id":1e400,"method":"ping"}  {"jsonrpc":"2.0","id":1e2,"method":"p\u0069ng"}
        {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}  {"jsonrpc":"2.0","result":null}
        true  false  null  tru  truee  nul  nullnull  // /**/
    "#;
    let hard = HARD.split("  ").map(|text| text.trim().into());
    let nested = (125..=129).flat_map(|depth| {
        let arrays = "[".repeat(depth);
        let objects = "{\"a\":".repeat(depth - 1);
        let deep = |open: &str, close: &str| format!("{open}{}", close.repeat(depth));
        let params = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"arguments":{}{}}}}}"#,
            "[".repeat(depth - 2),
            "]".repeat(depth - 2),
        );
        [deep(&arrays, "]"), deep(&(objects + "{"), "}"), params]
    });
    let odd =
        ["\0", "\u{FEFF}{}", "[1]\u{a0}", "[1\u{b}]", "\"\u{1f}\"", "\"\u{7f}\"", " \t\r\n1 "]
            .into_iter()
            .map(|text| text.into());
    hard.chain(nested.map(String::into_bytes)).chain(odd).collect()
}

/// Whether serde_json accepts a text; it rejects numbers of more than 308 digits.
fn is_json(text: &str) -> bool {
    let mut text = text.to_owned();
    loop {
        let error = match serde_json::from_str::<Value>(&text) {
            Ok(_) => return true,
            Err(error) if error.to_string().starts_with("number out of range") => error,
            Err(_) => return false,
        };
        let lines = text.split_inclusive('\n').take(error.line() - 1);
        let at = lines.map(str::len).sum::<usize>() + error.column();
        let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let start = text[..at].trim_end_matches(is_part).len();
        let end = text.len() - text[at..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // With its own exponent, so that what follows is not taken for more of the number.
        text.replace_range(start..end, "0e0");
    }
}

#[test]
fn the_scan_takes_what_serde_json_takes() {
    let seeds = [texts(), bad_messages(), good_messages()].concat();
    let mut taken = 0;
    let mut refused = 0;
    fuzz_at_least(100_000, &seeds, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let mut scan = Scan::new(text);
        let found = scan.value().and_then(|value| scan.end().map(|()| value));
        let space = [' ', '\t', '\r', '\n'];
        let expected = is_json(text).then(|| text.trim_matches(space));
        assert_eq!(found.as_ref().ok(), expected.as_ref(), "{found:?}");
        *(if expected.is_some() { &mut taken } else { &mut refused }) += 1;
    });
    assert!(taken > 1000 && refused > 1000, "{taken} are taken, {refused} are refused");
}

/// The content of a message: the code of the error if it is malformed, its id and its parts.
type MessageParts = (Option<i64>, Option<RequestId>, Option<String>, [Option<String>; 3]);

#[test]
fn messages_say_what_serde_json_reads() {
    let seeds = [texts(), bad_messages(), good_messages()].concat();
    let mut kinds = HashSet::new();
    fuzz(&seeds, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let found = match Frame::split(text) {
            Ok(Frame::Single(text)) => vec![said(Incoming::read(text, &mut None, &mut None))],
            Ok(Frame::Batch(texts)) => {
                let mut parts: Vec<_> = texts.iter().map(|_| (None, None)).collect();
                Incoming::read_all(&texts, &mut parts).into_iter().map(said).collect()
            }
            Err(error) => vec![(Some(error.code.0), None, None, [None, None, None])],
        };
        assert_eq!(found, expected(text));
        let kind = |(code, id, method, parts): &MessageParts| {
            (*code, id.is_some(), method.is_some(), parts.each_ref().map(Option::is_some))
        };
        kinds.extend(found.iter().map(kind));
    });
    assert!(kinds.len() > 10, "{kinds:?}");
}

type Read<'a, 'p> = Incoming<'a, &'p mut Option<&'a str>, &'p mut Option<&'a str>>;

fn said(message: Result<Read<'_, '_>, Malformed>) -> MessageParts {
    let owned = |part: Option<&str>| part.map(str::to_owned);
    let part = |part: &mut Option<&str>| owned(*part);
    match message {
        Ok(Incoming::Request { id, method, params }) => {
            (None, Some(id), Some(method.into()), [part(params), None, None])
        }
        Ok(Incoming::Notification { method, params }) => {
            (None, None, Some(method.into()), [part(params), None, None])
        }
        Ok(Incoming::Response(response)) => {
            (None, response.id, None, [None, part(response.result), owned(response.error)])
        }
        Err(Malformed { id, error, .. }) => {
            // What is left of text that is not JSON, `remains` tests.
            let id = id.filter(|_| error.code != ErrorCode::PARSE_ERROR);
            (Some(error.code.0), id, None, [None, None, None])
        }
    }
}

fn expected(text: &str) -> Vec<MessageParts> {
    const NOTHING: [Option<String>; 3] = [None, None, None];
    if !is_json(text) {
        return vec![(Some(-32700), None, None, NOTHING)];
    }
    match serde_json::from_str::<Vec<&serde_json::value::RawValue>>(text) {
        Ok(items) => items.iter().map(|item| expected_of_one(item.get())).collect(),
        Err(_) => vec![expected_of_one(text)],
    }
}

fn expected_of_one(text: &str) -> MessageParts {
    let wrong = |id| (Some(-32600), id, None, [None, None, None]);
    let Some(members) = members(text) else { return wrong(None) };
    let mut found = [None; 6];
    let mut twice = [false; 6];
    for (key, value) in &members {
        let names = ["jsonrpc", "id", "method", "params", "result", "error"];
        let Some(slot) = names.iter().position(|name| name == key) else { continue };
        twice[slot] |= found[slot].replace(*value).is_some();
    }
    let [version, id, method, params, result, error] = found;
    let read_id = id.and_then(|id| serde_json::from_str::<RequestId>(id).ok());
    if twice.contains(&true) {
        return wrong(read_id.filter(|_| !twice[1]));
    }
    if version != Some("\"2.0\"") {
        return wrong(read_id);
    }
    let part = |part: Option<&str>| part.map(str::to_owned);
    let error = error.filter(|error| *error != "null");
    match (method.map(serde_json::from_str::<String>), id) {
        (None, _) if result.or(error).is_none() => wrong(read_id),
        (None, _) => (None, read_id, None, [None, part(result), part(error)]),
        (Some(Err(_)), _) => wrong(read_id),
        (Some(Ok(_)), Some(_)) if read_id.is_none() => wrong(None),
        (Some(Ok(method)), _) => (None, read_id, Some(method), [part(params), None, None]),
    }
}
