//! How models call the tools of MCP servers.
//!
//! Servers and their tools may have any names, those of servers are for people, and providers of
//! models refuse a whole request for one name that is not of letters, digits, `_` and `-`, or
//! longer than 64.

use sha2::{Digest as _, Sha256};

use crate::hex::hex;

/// The longest name that all providers take.
const MAX_NAME: usize = 64;

/// How much of the name of a server is kept.
const MAX_SERVER: usize = 24;

/// How many bytes of the digest tell names apart that had to be changed.
const DIGEST_BYTES: usize = 4;

/// The name by which models call a tool of a server: `server__tool`, with a digest of both names if
/// they do not fit.
///
/// It depends on these two names alone, so that another server changes no names, for which
/// permissions may have been given.
///
/// ```
/// use mcp_runtime_protocol::tool_names::name_for_models;
///
/// assert_eq!(name_for_models("github", "search"), "github__search");
/// assert_eq!(name_for_models("github", "issues.list/all"), "github__issues_list_all_8fbe6640");
/// ```
#[must_use]
pub fn name_for_models(server: &str, tool: &str) -> String {
    let server_part = part_of_server(server);
    let tool_part = allowed(tool);
    let mut name = format!("{server_part}__{tool_part}");
    if server_part == server && tool_part == tool && name.len() <= MAX_NAME {
        return name;
    }
    let digest = Sha256::new().chain_update(server).chain_update([0]).chain_update(tool).finalize();
    name.truncate(MAX_NAME - 1 - 2 * DIGEST_BYTES);
    name.push('_');
    name.push_str(&hex(&digest[..DIGEST_BYTES]));
    name
}

/// Whether a tool of this name may be one of a server: the first part of the name is never cut.
#[doc(hidden)]
#[must_use]
pub fn may_be_of(server: &str, name: &str) -> bool {
    name.strip_prefix(&*part_of_server(server)).is_some_and(|rest| rest.starts_with("__"))
}

/// The name of a server, as the first part of a name: it begins with a letter or `_`, as Gemini
/// wants it, and has no `__`, so that the parts cannot be taken for others.
fn part_of_server(server: &str) -> String {
    let allowed = allowed(server);
    let words: Vec<&str> = allowed.split('_').filter(|word| !word.is_empty()).collect();
    let mut part = words.join("_");
    part.truncate(MAX_SERVER);
    match part.chars().next() {
        None => part.push('s'),
        Some(first) if !first.is_ascii_alphabetic() => part.insert(0, '_'),
        Some(_) => {}
    }
    part
}

/// The text with `_` in place of each character that providers refuse.
fn allowed(text: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    text.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_suit_all_providers() {
        let names = [
            ("github", "search", "github__search"),
            ("github", "issues.list/all", "github__issues_list_all_8fbe6640"),
            ("claude.ai Gmail (work)", "send", "claude_ai_Gmail_work__send_ee1c94c6"),
            ("a__b", "c", "a_b__c_a92700ce"),
            ("1. Büro", "add", "_1_B_ro__add_cda84b9b"),
            ("数据", "查询", "s_____69cd7997"),
        ];
        for (server, tool, name) in names {
            assert_eq!(name_for_models(server, tool), name);
        }
        let odd = ["", "_", "-", "9", "__", "a__add", "my server!", "my_server_", "é\u{0}"];
        let long = ["x".repeat(24), "x".repeat(25), "x".repeat(500)];
        let odd: Vec<&str> = odd.into_iter().chain(long.iter().map(String::as_str)).collect();
        let mut seen = std::collections::BTreeSet::new();
        for server in &odd {
            for tool in &odd {
                let name = name_for_models(server, tool);
                assert!(name.len() <= MAX_NAME && allowed(&name) == name, "{name}");
                assert!(name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()), "{name}");
                assert!(seen.insert(name), "{server:?} {tool:?}");
            }
        }
    }
}
