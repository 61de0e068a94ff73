//! Who enforces a rule, and how hard.

use std::fmt;

use crate::protocol::ProtocolVersion;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing; nothing breaks.
    Info,
    /// Known trouble: something is cut, ignored or misread.
    Warning,
    /// A tool, a whole list or a request is dropped or refused.
    Error,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

macro_rules! targets {
    ($($(#[$doc:meta])* $target:ident = $name:literal;)*) => {
        /// A client, a model provider or a document whose rules a server is held to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Target {
            $($(#[$doc])* $target,)*
        }

        impl Target {
            /// Every target.
            pub const ALL: &'static [Self] = &[$(Self::$target),*];

            /// The name that findings use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$target => $name,)*
                }
            }
        }
    };
}

targets! {
    /// The MCP specification; stands for the three revisions below too.
    Spec = "spec";
    /// Rules that only revision 2025-06-18 has.
    Spec2025_06_18 = "spec-2025-06-18";
    /// Rules that only revision 2025-11-25 has.
    Spec2025_11_25 = "spec-2025-11-25";
    /// Rules that only revision 2026-07-28 has.
    Spec2026_07_28 = "spec-2026-07-28";
    /// Clients built on the official SDKs and their schema validators.
    Sdk = "sdk";
    /// Claude Code and Anthropic's API.
    Anthropic = "anthropic";
    /// Claude Desktop.
    ClaudeDesktop = "claude-desktop";
    /// OpenAI's API with ordinary tools, and Azure's.
    OpenAi = "openai";
    /// OpenAI's strict mode. A choice of the client: it requires `additionalProperties: false`,
    /// which [`Gemini`](Self::Gemini) refuses, so no tool can satisfy both.
    OpenAiStrict = "openai-strict";
    /// Gemini, with the schema sent as `parameters`.
    Gemini = "gemini";
    /// Amazon Bedrock AgentCore.
    Bedrock = "bedrock";
    /// Fireworks.
    Fireworks = "fireworks";
    /// Kimi.
    Kimi = "kimi";
    /// VS Code with Copilot.
    VsCode = "vscode";
    /// Cursor.
    Cursor = "cursor";
    /// The directories of Claude and ChatGPT that list servers.
    Directory = "directory";
    /// The size of all tools together, which every request pays for.
    Budget = "budget";
    /// What makes a server pleasant for models and people.
    Quality = "quality";
}

impl Target {
    /// Whether choosing `self` chooses the rules of `other`.
    pub(super) fn covers(self, other: Self) -> bool {
        self == other || (self == Self::Spec && other.revision().is_some())
    }

    /// The revision it stands for, if it is a single one.
    pub(super) const fn revision(self) -> Option<ProtocolVersion> {
        match self {
            Self::Spec2025_06_18 => Some(ProtocolVersion::V2025_06_18),
            Self::Spec2025_11_25 => Some(ProtocolVersion::V2025_11_25),
            Self::Spec2026_07_28 => Some(ProtocolVersion::V2026_07_28),
            _ => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
