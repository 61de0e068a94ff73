//! What the user has allowed, by the definition of each tool: one that is defined differently is
//! asked for again.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use mcp_runtime_lint::lock::LockedTool;
use mcp_runtime_protocol::files::{FileAccess, replace};
use mcp_runtime_protocol::sync::Mutex;

use crate::tools::HostTool;

/// The digest of the definition that was allowed, by server and tool.
type AllowedDigests = BTreeMap<String, BTreeMap<String, String>>;

/// Remembers what the user has allowed: until the group ends, or in a file.
#[derive(Debug, Default)]
pub(crate) struct Consents {
    file: Option<PathBuf>,
    allowed: Mutex<AllowedDigests>,
}

impl Consents {
    /// What is allowed in a file, which need not be there.
    pub(crate) fn open(file: PathBuf) -> Self {
        let allowed = read(&file).unwrap_or_else(|error| {
            tracing::warn!(file = %file.display(), %error, "could not read saved consents; asking again");
            AllowedDigests::default()
        });
        Self { file: Some(file), allowed: Mutex::new(allowed) }
    }

    pub(crate) fn has(&self, tool: &HostTool) -> bool {
        let allowed = self.allowed.lock();
        let digest = allowed.get(&tool.server).and_then(|tools| tools.get(&tool.tool.name));
        digest.is_some_and(|digest| *digest == LockedTool::of(&tool.tool).hash)
    }

    /// Allows a tool until the group ends.
    pub(crate) fn add(&self, tool: &HostTool) {
        add(&mut self.allowed.lock(), tool);
    }

    /// Allows a tool in the file, too, if there is one.
    pub(crate) fn keep(&self, tool: &HostTool) {
        self.add(tool);
        let Some(file) = &self.file else { return };
        // Others may have written to it.
        let kept = read(file).map(|mut allowed| {
            add(&mut allowed, tool);
            allowed
        });
        if let Err(error) = kept.and_then(|allowed| write(file, &allowed)) {
            tracing::warn!(
                file = %file.display(),
                %error,
                "could not save a consent; the user will be asked again"
            );
        }
    }
}

fn add(allowed: &mut AllowedDigests, tool: &HostTool) {
    let digest = LockedTool::of(&tool.tool).hash;
    allowed.entry(tool.server.clone()).or_default().insert(tool.tool.name.clone(), digest);
}

fn read(file: &Path) -> io::Result<AllowedDigests> {
    match fs::read(file) {
        Ok(text) => Ok(serde_json::from_slice(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(AllowedDigests::default()),
        Err(error) => Err(error),
    }
}

/// Replaces the file as a whole.
fn write(file: &Path, allowed: &AllowedDigests) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let text = serde_json::to_vec_pretty(allowed)?;
    replace(file, FileAccess::Default, |file| file.write_all(&text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcp_runtime_client::protocol::Tool;
    use serde_json::json;

    use super::*;

    fn tool(server: &str, name: &str, description: &str) -> HostTool {
        let mut tool = Tool::new(name, json!({ "type": "object" }));
        tool.description = Some(description.to_owned());
        HostTool { name: name.to_owned(), server: server.to_owned(), tool: Arc::new(tool) }
    }

    #[test]
    fn what_is_allowed_is_known_to_later_groups_until_it_changes() {
        let folder = std::env::temp_dir().join(format!("mcp-consents-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let file = folder.join("a/consents.json");
        // A link that was left where a new file might be made is not followed.
        let elsewhere = folder.join("elsewhere");
        fs::create_dir_all(folder.join("a")).unwrap();
        fs::write(&elsewhere, "mine").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&elsewhere, file.with_extension("new")).unwrap();
        let first = Consents::open(file.clone());
        let second = Consents::open(file.clone());
        let push = tool("git", "push", "Pushes.");
        let pull = tool("git", "pull", "Pulls.");
        assert!(!first.has(&push));
        first.keep(&push);
        second.keep(&pull);
        second.add(&tool("git", "log", ""));
        let later = Consents::open(file.clone());
        assert!(first.has(&push) && later.has(&push) && later.has(&pull));
        assert!(!later.has(&tool("git", "log", "")));
        assert!(!later.has(&tool("git", "push", "Pushes to all.")));
        assert!(!later.has(&tool("other", "push", "Pushes.")));
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "mine");
        fs::write(&file, "no JSON").unwrap();
        let unreadable = Consents::open(file.clone());
        assert!(!unreadable.has(&push));
        unreadable.keep(&push);
        assert!(unreadable.has(&push));
        assert_eq!(fs::read_to_string(file).unwrap(), "no JSON");
        fs::remove_dir_all(folder).unwrap();
    }
}
