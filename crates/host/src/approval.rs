//! What a file says of the calls for which its user wants to be asked.

use std::collections::BTreeMap;

use mcp_runtime_client::protocol::Tool;
use serde_json::Value;

/// What is to be done with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Allow,
    Ask,
    Deny,
}

/// The approval of the tools of a server, where the host has no rule of its own for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Approval {
    of_all: Option<ApprovalMode>,
    of_tools: BTreeMap<String, ApprovalMode>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ApprovalMode {
    Ask,
    /// Asks unless the tool says that it changes nothing.
    AskWrites,
    Allow,
}

impl Approval {
    /// Reads the members of Codex (`default_tools_approval_mode`, and `approval_mode` in `tools`), of
    /// Cline and others (`alwaysAllow`, `autoApprove`) and of Gemini (`trust`).
    pub(crate) fn read(entry: &Value) -> Self {
        let allowed = ["alwaysAllow", "autoApprove"]
            .into_iter()
            .filter_map(|member| entry.get(member)?.as_array())
            .flatten();
        let mut of_tools: BTreeMap<_, _> = allowed
            .filter_map(Value::as_str)
            .map(|tool| (tool.to_owned(), ApprovalMode::Allow))
            .collect();
        let modes = entry
            .get("tools")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .filter_map(|(tool, of)| Some((tool.clone(), mode(of.get("approval_mode")?))));
        of_tools.extend(modes);
        let is_trusted = entry.get("trust").and_then(Value::as_bool) == Some(true);
        let trusted = is_trusted.then_some(ApprovalMode::Allow);
        let of_all = entry.get("default_tools_approval_mode").map(mode).or(trusted);
        Self { of_all, of_tools }
    }

    /// What is to be done with the calls to a tool, if the file says it.
    pub(crate) fn judge(&self, tool: &Tool) -> Option<Verdict> {
        let mode = self.of_tools.get(&tool.name).copied().or(self.of_all)?;
        let hints = tool.annotations.as_ref();
        let changes_nothing = hints.and_then(|hints| hints.read_only_hint) == Some(true);
        Some(match mode {
            ApprovalMode::Allow => Verdict::Allow,
            ApprovalMode::AskWrites if changes_nothing => Verdict::Allow,
            ApprovalMode::AskWrites | ApprovalMode::Ask => Verdict::Ask,
        })
    }
}

/// Codex's modes. What is not known is asked for.
fn mode(text: &Value) -> ApprovalMode {
    match text.as_str() {
        Some("approve") => ApprovalMode::Allow,
        Some("auto" | "writes") => ApprovalMode::AskWrites,
        _ => ApprovalMode::Ask,
    }
}

#[cfg(test)]
mod tests {
    use mcp_runtime_client::protocol::ToolAnnotations;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_members_of_all_clients_are_understood() {
        let ask = Some(Verdict::Ask);
        let allow = Some(Verdict::Allow);
        for (entry, of_read, of_write) in [
            (json!({}), None, None),
            (json!({ "trust": false }), None, None),
            (json!({ "trust": true }), allow, allow),
            (json!({ "alwaysAllow": ["read"] }), allow, None),
            (json!({ "autoApprove": ["write", 1] }), None, allow),
            (json!({ "default_tools_approval_mode": "prompt" }), ask, ask),
            (json!({ "default_tools_approval_mode": "writes" }), allow, ask),
            (json!({ "default_tools_approval_mode": "auto" }), allow, ask),
            (json!({ "default_tools_approval_mode": "approve" }), allow, allow),
            (json!({ "default_tools_approval_mode": "later" }), ask, ask),
            (json!({ "tools": { "write": { "approval_mode": "approve" } } }), None, allow),
            (json!({ "tools": ["read"] }), None, None),
            (
                json!({ "default_tools_approval_mode": "prompt", "autoApprove": ["read"] }),
                allow,
                ask,
            ),
        ] {
            let approval = Approval::read(&entry);
            for (name, wanted) in [("read", of_read), ("write", of_write)] {
                let mut tool = Tool::new(name, json!({ "type": "object" }));
                let mut hints = ToolAnnotations::default();
                hints.read_only_hint = Some(name == "read");
                tool.annotations = Some(hints);
                assert_eq!(approval.judge(&tool), wanted, "{name}: {entry}");
            }
        }
    }
}
