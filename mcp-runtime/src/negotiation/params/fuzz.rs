//! Compares the members of `params` with those that serde_json reads.

use super::*;
use crate::protocol::meta::keys;
use mcp_fuzz::{bad_messages, fuzz, good_messages, members};

/// The known members, and those of the arguments.
type Said = (Vec<Option<String>>, Vec<(String, String)>);

fn found(params: &Params<'_>) -> Said {
    let meta = &params.meta;
    let found = [
        params.name,
        params.uri,
        params.cursor,
        params.request_state,
        params.input_responses,
        params.arguments.raw,
        meta.protocol_version,
        meta.client_capabilities,
        meta.client_info,
        meta.log_level,
        meta.progress_token,
    ];
    let arguments =
        params.arguments.members.iter().map(|(key, value)| (key.to_string(), value.to_string()));
    (found.map(|text| text.map(str::to_owned)).to_vec(), arguments.collect())
}

/// `None` if a member is given twice, or is not an object but has to be one.
fn expected(text: &str) -> Option<Said> {
    const NAMES: [&str; 6] =
        ["name", "uri", "cursor", "requestState", "inputResponses", "arguments"];
    const META: [&str; 5] = [
        keys::PROTOCOL_VERSION,
        keys::CLIENT_CAPABILITIES,
        keys::CLIENT_INFO,
        keys::LOG_LEVEL,
        keys::PROGRESS_TOKEN,
    ];
    let all = members(text)?;
    let meta = members(only(&all, "_meta")?.unwrap_or("{}"))?;
    let mut said = Vec::new();
    for (members, names) in [(&all, &NAMES[..]), (&meta, &META)] {
        for name in names {
            said.push(only(members, name)?.map(str::to_owned));
        }
    }
    let arguments = said.get_mut(5)?;
    *arguments = arguments.take().filter(|text| *text != "null");
    let arguments = arguments
        .as_deref()
        .and_then(members)
        .unwrap_or_default()
        .into_iter()
        .map(|(key, value)| (key, value.to_owned()))
        .collect();
    Some((said, arguments))
}

/// The value of the member with a name, if there is one; `None` if there are two.
fn only<'a>(members: &[(String, &'a str)], name: &str) -> Option<Option<&'a str>> {
    let mut values = members.iter().filter(|(key, _)| key == name).map(|(_, value)| *value);
    let first = values.next();
    values.next().is_none().then_some(first)
}

#[test]
fn parameters_are_what_serde_json_reads() {
    let messages = [bad_messages(), good_messages()]
        .concat()
        .into_iter()
        .filter_map(|message| String::from_utf8(message).ok());
    let params = messages.filter_map(|message| {
        let params = members(&message)?.into_iter().find(|(key, _)| key == "params")?;
        Some(params.1.to_owned())
    });
    let refused = [
        r#"{"name":"a","name":"b","arguments":{"a":1,"a":2},"_meta":{"progressToken":1}}"#,
        r#"{"uri":"a:b","_meta":{"progressToken":1,"progressToken":2}}"#,
        r#"{"uri":"a:b","_meta":[],"_meta":null}"#,
        r#"{"name":"a","arguments":null,"arguments":{"a":1}}"#,
        r#"{"name":"a","arguments":{},"arguments":null}"#,
        "[]",
    ];
    let seeds: Vec<String> = params.chain(refused.map(str::to_owned)).collect();
    let mut read = 0;
    let mut refused = 0;
    fuzz(&seeds, |input| {
        // Invalid JSON is refused earlier.
        let Ok(text) = std::str::from_utf8(input) else { return };
        let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
        if !is_json || text.trim_ascii() == "null" {
            return;
        }
        let params = Params::scan(Some(text)).ok();
        assert_eq!(params.as_ref().map(found), expected(text));
        *(if params.is_some() { &mut read } else { &mut refused }) += 1;
    });
    assert!(read > 100 && refused > 10, "{read} are read, {refused} are refused");
}
