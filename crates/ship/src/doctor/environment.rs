//! The environments in which clients start servers.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use crate::clients::Passes;

/// The `PATH` of a desktop session on macOS, which no shell has set up.
pub(super) const DESKTOP_PATH: &str = "/usr/bin:/bin:/usr/sbin:/sbin";

/// The variables that Codex passes to servers.
const CODEX: [&str; 10] = [
    "HOME",
    "LANG",
    "PATH",
    "SHELL",
    "TERM",
    "USER",
    "LOGNAME",
    "TMPDIR",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];

/// The variables of a desktop session.
const DESKTOP: [&str; 7] = ["HOME", "LANG", "SHELL", "USER", "LOGNAME", "TMPDIR", "DISPLAY"];

/// Parts of the names of variables that Gemini CLI does not pass to servers.
const LOOKS_SECRET: [&str; 7] =
    ["TOKEN", "KEY", "SECRET", "AUTH", "PASSWORD", "CREDENTIAL", "CERT"];

/// The environment in which a program is started.
#[derive(Clone, Debug)]
pub(super) struct StartEnvironment {
    pub(super) variables: BTreeMap<String, String>,
    pub(super) directory: Option<PathBuf>,
}

impl StartEnvironment {
    /// The environment of this process.
    pub(super) fn usual() -> Self {
        let variables = env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self { variables: variables.collect(), directory: None }
    }

    /// The environment of a client that is configured to set some variables.
    pub(super) fn of(passes: Passes, set: &[(String, String)]) -> Self {
        let mut this = Self::usual();
        match passes {
            Passes::All => {}
            Passes::Codex => this.variables.retain(|name, _| CODEX.contains(&name.as_str())),
            Passes::Gemini => this.variables.retain(|name, _| !looks_secret(name)),
            Passes::Desktop => {
                this.variables.retain(|name, _| DESKTOP.contains(&name.as_str()));
                this.variables.insert("PATH".to_owned(), DESKTOP_PATH.to_owned());
                this.directory = root();
            }
        }
        this.variables.extend(set.iter().cloned());
        this
    }

    pub(super) fn in_root(mut self) -> Self {
        self.directory = root();
        self
    }

    pub(super) fn without(mut self, name: &str) -> Self {
        self.variables.remove(name);
        self
    }
}

/// The directory in which desktop apps start servers.
fn root() -> Option<PathBuf> {
    Some(PathBuf::from("/")).filter(|root| root.is_dir())
}

pub(super) fn looks_secret(name: &str) -> bool {
    let name = name.to_uppercase();
    LOOKS_SECRET.iter().any(|part| name.contains(part))
}
