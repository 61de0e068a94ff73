//! Which tools may be called, and which the user is asked for.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use mcp_runtime_client::protocol::Tool;
use serde_json::Value;
use tokio::task::spawn_blocking;

use crate::approval::{Approval, Verdict};
use crate::consents::Consents;
use crate::tools::HostTool;

/// Which tools may be called: by patterns of the names of a server and of a tool, with `*` for any
/// text.
///
/// What is denied is not listed. What denies counts before what asks, and that before what allows;
/// everything else is as a [file of servers](crate::Config) says, or allowed.
///
/// ```
/// use mcp_runtime_host::{Clients, Consent, Permissions};
///
/// let permissions = Permissions::new()
///     .deny("git/push*")
///     .ask_writes("*/*")
///     .trust("git")
///     .ask("time/set*");
/// let builder = Clients::builder("agent", "1.0").permissions(permissions).on_ask(|ask| async move {
///     println!("{} of {}: {}", ask.tool.tool.name, ask.tool.server, ask.arguments);
///     Consent::Once
/// });
/// # let _ = builder;
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Permissions {
    rules: Vec<(Rule, Pattern)>,
    trusted: Vec<Pattern>,
}

/// What a pattern is for. The first of these that fits a tool counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rule {
    Deny,
    Ask,
    AskWrites,
    Allow,
}

/// A text in which `*` is any text.
#[derive(Clone, Debug)]
struct Pattern(Vec<String>);

impl Permissions {
    /// Everything is allowed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Neither lists nor calls these tools, such as `git/push*`.
    pub fn deny(self, tools: &str) -> Self {
        self.rule(Rule::Deny, tools)
    }

    /// Asks the user before each call to these tools.
    pub fn ask(self, tools: &str) -> Self {
        self.rule(Rule::Ask, tools)
    }

    /// Asks the user before each call to these tools that may change something. Only a
    /// [trusted](Self::trust) server can say that a tool does not.
    pub fn ask_writes(self, tools: &str) -> Self {
        self.rule(Rule::AskWrites, tools)
    }

    /// Allows these tools: a rule for tools that no other one is for.
    pub fn allow(self, tools: &str) -> Self {
        self.rule(Rule::Allow, tools)
    }

    /// Believes what these servers say of their tools: whether they change anything.
    pub fn trust(mut self, servers: &str) -> Self {
        self.trusted.push(Pattern::new(servers));
        self
    }

    fn rule(mut self, rule: Rule, tools: &str) -> Self {
        self.rules.push((rule, Pattern::new(tools)));
        self
    }

    /// What is to be done with the calls to a tool, if there is a rule for it.
    pub(crate) fn judge(&self, server: &str, tool: &Tool) -> Option<Verdict> {
        // Most hosts have no rules, and this is asked for each call.
        if self.rules.is_empty() { None } else { self.judge_by_rules(server, tool) }
    }

    fn judge_by_rules(&self, server: &str, tool: &Tool) -> Option<Verdict> {
        let name = format!("{server}/{}", tool.name);
        let fitting = self.rules.iter().filter(|(_, pattern)| pattern.fits(&name));
        Some(match fitting.map(|(rule, _)| *rule).min()? {
            Rule::Deny => Verdict::Deny,
            Rule::Ask => Verdict::Ask,
            Rule::AskWrites if !self.changes_nothing(server, tool) => Verdict::Ask,
            Rule::AskWrites | Rule::Allow => Verdict::Allow,
        })
    }

    fn changes_nothing(&self, server: &str, tool: &Tool) -> bool {
        let hints = tool.annotations.as_ref();
        hints.and_then(|hints| hints.read_only_hint) == Some(true)
            && self.trusted.iter().any(|trusted| trusted.fits(server))
    }
}

impl Pattern {
    fn new(text: &str) -> Self {
        Self(text.split('*').map(str::to_owned).collect())
    }

    fn fits(&self, text: &str) -> bool {
        let Some((first, parts)) = self.0.split_first() else { return false };
        let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
        let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
        for part in between {
            match rest.find(part.as_str()) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

/// A call that needs the consent of the user.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ask {
    /// The tool, and the server that has it.
    pub tool: Arc<HostTool>,
    /// The arguments of the call.
    pub arguments: Value,
}

/// The decision of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Consent {
    /// This call may be made.
    Once,
    /// The tool may be called until the group is closed, or until it is defined differently.
    Session,
    /// The tool may be called until it is defined differently, also by later groups with the same
    /// [file of consents](crate::ClientsBuilder::consents). Without one, as [`Session`](Self::Session).
    Always,
    /// This call may not be made.
    Deny,
}

type ConsentFuture = Pin<Box<dyn Future<Output = Consent> + Send>>;

/// What asks the user.
pub(crate) type OnAsk = Box<dyn Fn(Ask) -> ConsentFuture + Send + Sync>;

/// Decides on calls, and remembers what the user has.
#[derive(Default)]
pub(crate) struct Guard {
    pub(crate) permissions: Permissions,
    pub(crate) on_ask: Option<OnAsk>,
    pub(crate) consents: Arc<Consents>,
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").field("permissions", &self.permissions).finish_non_exhaustive()
    }
}

impl Guard {
    /// Whether a tool is listed.
    pub(crate) fn lists(&self, server: &str, tool: &Tool) -> bool {
        self.permissions.judge(server, tool) != Some(Verdict::Deny)
    }

    /// What is to be done with a call: by the rules of the host, or else by what a file says of the
    /// server.
    pub(crate) fn judge(&self, approval: &Approval, tool: &HostTool) -> Verdict {
        let verdict = self.permissions.judge(&tool.server, &tool.tool);
        match verdict.or_else(|| approval.judge(&tool.tool)).unwrap_or(Verdict::Allow) {
            Verdict::Ask if self.consents.has(tool) => Verdict::Allow,
            verdict => verdict,
        }
    }

    /// Asks the user whether a call may be made. Nobody is there to ask if there is no handler.
    pub(crate) async fn ask(&self, tool: &Arc<HostTool>, arguments: &[u8]) -> bool {
        let Some(on_ask) = &self.on_ask else { return false };
        // Nobody allows what cannot be shown, such as arguments of more than 128 levels.
        let arguments = if arguments.is_empty() { b"null" } else { arguments };
        let Ok(arguments) = serde_json::from_slice(arguments) else { return false };
        let ask = Ask { tool: Arc::clone(tool), arguments };
        match on_ask(ask).await {
            Consent::Once => {}
            Consent::Session => self.consents.add(tool),
            Consent::Always => {
                let consents = Arc::clone(&self.consents);
                let tool = Arc::clone(tool);
                // A file may be on a disk that is slow.
                let _ = spawn_blocking(move || consents.keep(&tool)).await;
            }
            Consent::Deny => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use mcp_runtime_client::protocol::ToolAnnotations;
    use serde_json::json;

    use super::*;

    fn tool(name: &str, read_only: Option<bool>) -> Tool {
        let mut tool: Tool =
            serde_json::from_value(json!({ "name": name, "inputSchema": { "type": "object" } }))
                .unwrap();
        let mut hints = ToolAnnotations::default();
        hints.read_only_hint = read_only;
        tool.annotations = Some(hints);
        tool
    }

    #[test]
    fn what_denies_counts_before_what_asks_and_that_before_what_allows() {
        let permissions = Permissions::new()
            .allow("*")
            .ask_writes("git/*")
            .ask("git/reset*")
            .deny("git/push*")
            .trust("git");
        for (server, name, read_only, verdict) in [
            ("git", "push_force", Some(true), Verdict::Deny),
            ("git", "reset", Some(true), Verdict::Ask),
            ("git", "log", Some(true), Verdict::Allow),
            ("git", "log", Some(false), Verdict::Ask),
            ("git", "log", None, Verdict::Ask),
            ("other", "push", None, Verdict::Allow),
        ] {
            assert_eq!(
                permissions.judge(server, &tool(name, read_only)),
                Some(verdict),
                "{server}/{name}"
            );
        }
        assert_eq!(Permissions::new().judge("a", &tool("b", None)), None);
    }

    #[test]
    fn only_trusted_servers_say_what_changes_nothing() {
        let permissions = Permissions::new().ask_writes("*");
        let reads = tool("read", Some(true));
        assert_eq!(permissions.judge("web", &reads), Some(Verdict::Ask));
        assert_eq!(permissions.trust("we*").judge("web", &reads), Some(Verdict::Allow));
    }

    #[test]
    fn patterns_have_any_number_of_stars() {
        for (pattern, text, fits) in [
            ("", "", true),
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("*", "a/b", true),
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("a*ac", "ac", false),
            ("*b*", "abc", true),
            ("a*b*c", "a1b2c", true),
            ("a*b*c", "a1c2b", false),
            ("ab*ba", "aba", false),
        ] {
            assert_eq!(Pattern::new(pattern).fits(text), fits, "{pattern} {text}");
        }
    }
}
