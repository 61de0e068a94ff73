//! Compares the members read from results with those that `serde_json` reads.

use super::*;
use mcp_fuzz::{fuzz, good_messages, members};

#[test]
fn results_are_what_serde_json_reads() {
    let messages =
        good_messages().into_iter().filter_map(|message| String::from_utf8(message).ok());
    let results = messages.filter_map(|message| {
        let result = members(&message)?.into_iter().find(|(key, _)| key == "result")?;
        Some(result.1.to_owned())
    });
    let known = r#"{"io.modelcontextprotocol/serverInfo":{"name":"a","version":"1"}}"#;
    let tool = r#"{"content":[],"structuredContent":{"a":1},"isError":true,"resultType":"x"}"#;
    let repeated = format!(r#"{{"_meta":{known},"structuredContent":null}}"#);
    let seeds: Vec<String> = results.chain([tool.to_owned(), repeated]).collect();
    let mut read = 0;
    fuzz(&seeds, |input| {
        // The text is already known to be JSON.
        let Ok(text) = std::str::from_utf8(input) else { return };
        if serde_json::from_str::<serde_json::Value>(text).is_err() {
            return;
        }
        let mut reader = ResultReader::after(known);
        reader.read(&mut Scan::new(text)).unwrap();
        let result = reader.to_owned();
        assert_eq!(result.text(), text.trim_ascii());
        // If a member occurs twice, the last one counts.
        let all = members(text).unwrap_or_default();
        let last =
            |name: &str| all.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value);
        let content = last("structuredContent").filter(|content| *content != "null");
        assert_eq!(result.structured_content(), content);
        assert_eq!(result.is_error, last("isError") == Some("true"));
        let kind = last("resultType").and_then(|kind| serde_json::from_str::<String>(kind).ok());
        assert_eq!(result.is_input_required, kind.as_deref() == Some("input_required"));
        read += 1;
    });
    assert!(read > 100, "{read} are read");
}
