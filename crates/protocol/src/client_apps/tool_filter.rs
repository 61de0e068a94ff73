//! Which tools of a server a client offers, by the entry of the server.

use serde_json::Value;

/// The member of Gemini CLI that lists the tools which are offered alone.
const OF_GEMINI: &str = "includeTools";

/// The member of Goose that does.
const OF_GOOSE: &str = "available_tools";

/// The members that list the tools which are offered alone, of Codex, Gemini CLI, Copilot and Goose.
///
/// For Copilot, an empty list is none, and `*` in a list is all of them:
/// <https://github.com/github/copilot-sdk/blob/main/docs/features/mcp.md#tool-configuration>,
/// <https://docs.github.com/en/copilot/how-tos/use-copilot-agents/coding-agent/extend-coding-agent-with-mcp>.
const ONLY: [&str; 4] = ["enabled_tools", OF_GEMINI, "tools", OF_GOOSE];

/// The members that list the tools which are not offered, of Codex, Gemini CLI, and of Kiro, Amazon Q,
/// Windsurf, Roo and Kilo.
const WITHOUT: [&str; 3] = ["disabled_tools", "excludeTools", "disabledTools"];

/// Which tools of a server are offered.
#[derive(Clone, Debug, Default)]
pub struct ToolFilter {
    /// These alone.
    pub only: Option<ToolList>,
    pub without: Vec<ToolList>,
}

/// A list of tools.
#[derive(Clone, Debug)]
pub struct ToolList {
    /// The member of the entry that has it.
    pub member: &'static str,
    pub tools: Vec<String>,
}

impl ToolFilter {
    /// Reads the lists of an entry, in the form of any known client.
    pub fn read(entry: &Value) -> Self {
        let list = |member: &'static str| {
            let names = entry.get(member)?.as_array()?.iter();
            let tools = names.filter_map(|name| name.as_str().map(str::to_owned)).collect();
            Some(ToolList { member, tools })
        };
        // For Goose, an empty list is all of them.
        let restricts = |list: &ToolList| list.member != OF_GOOSE || !list.tools.is_empty();
        Self {
            only: ONLY.into_iter().filter_map(list).find(restricts),
            without: WITHOUT.into_iter().filter_map(list).collect(),
        }
    }

    /// Whether a tool is offered.
    pub fn takes(&self, tool: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.offers(tool))
            && !self.without.iter().any(|list| list.names(tool))
    }

    /// The list without which more tools would be offered.
    pub fn restricting(&self) -> Option<&ToolList> {
        self.only.as_ref().filter(|only| !only.is_all())
    }
}

impl ToolList {
    fn is_all(&self) -> bool {
        self.tools.iter().any(|name| name == "*")
    }

    fn names(&self, tool: &str) -> bool {
        self.tools.iter().any(|name| name == tool)
    }

    fn offers(&self, tool: &str) -> bool {
        // Gemini CLI takes `tool(arguments)` for the tool, here and not in `excludeTools`:
        // <https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-client.ts>,
        // `isEnabled`.
        let is_call =
            |name: &String| name.strip_prefix(tool).is_some_and(|rest| rest.starts_with('('));
        self.is_all()
            || self.names(tool)
            || (self.member == OF_GEMINI && self.tools.iter().any(is_call))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Which of the tools `a` and `b` are offered.
    fn takes(entry: &Value) -> [bool; 2] {
        let tools = ToolFilter::read(entry);
        ["a", "b"].map(|tool| tools.takes(tool))
    }

    #[test]
    fn an_empty_list_of_tools_is_what_it_is_for_its_client() {
        for member in ["enabled_tools", "includeTools", "tools"] {
            assert_eq!(takes(&json!({ member: [] })), [false, false], "{member}");
            assert_eq!(takes(&json!({ member: ["a"] })), [true, false], "{member}");
            assert_eq!(takes(&json!({ member: ["*"] })), [true, true], "{member}");
        }
        assert_eq!(takes(&json!({ "available_tools": [] })), [true, true]);
        assert_eq!(takes(&json!({ "available_tools": ["b"] })), [false, true]);
        for member in ["disabled_tools", "excludeTools", "disabledTools"] {
            assert_eq!(takes(&json!({ member: [] })), [true, true], "{member}");
            assert_eq!(takes(&json!({ member: ["a"] })), [false, true], "{member}");
        }
        let both = json!({ "excludeTools": ["a"], "disabledTools": ["b"] });
        assert_eq!(takes(&both), [false, false]);
        assert_eq!(takes(&json!({ "tools": ["*", "a"], "disabled_tools": ["b"] })), [true, false]);
        assert_eq!(takes(&json!({ "tools": "a", "includeTools": { "a": 1 } })), [true, true]);
        assert_eq!(takes(&json!({})), [true, true]);
    }

    #[test]
    fn a_call_in_the_list_of_gemini_names_its_tool() {
        for name in ["a(x)", "a(", "a()", "a(b(c))", "a((x)"] {
            assert_eq!(takes(&json!({ "includeTools": [name] })), [true, false], "{name}");
            // Others have names alone, and so has the other list of Gemini.
            for member in ["enabled_tools", "tools", "available_tools"] {
                assert_eq!(takes(&json!({ member: [name] })), [false, false], "{member}: {name}");
            }
            assert_eq!(takes(&json!({ "excludeTools": [name] })), [true, true], "{name}");
        }
        for name in ["aa(x)", "a (x)", "(a)", "x(a)", "A(x)", ""] {
            assert_eq!(takes(&json!({ "includeTools": [name] })), [false, false], "{name}");
        }
        let both = json!({ "includeTools": ["a(x)", "b"], "excludeTools": ["a"] });
        assert_eq!(takes(&both), [false, true]);
    }
}
