//! A client that holds its server to a lock.

use super::change::Changes;
use super::entries::{LockedPrompt, LockedResource, LockedServer, LockedTool};
use super::file::Lock;
use super::of_server::capabilities;
use super::tools;
use crate::client::{Approval, Client, ClientBuilder};
use crate::error::{Error, Result};
use crate::jsonrpc::truncate_for_display;
use crate::protocol::{Implementation, Tool};

impl ClientBuilder {
    /// Holds the server to a lock: connecting to a server whose name or instructions differ from
    /// the lock fails, and a tool that is not in the lock, or that differs from it, is not listed
    /// and cannot be called. Tools are listed before the first call, and again before a call if the
    /// server has notified that they changed; a tool that has changed stays refused.
    ///
    /// [`Client::lock`] creates a lock of a server that is currently trusted.
    ///
    /// ```
    /// use mcp_runtime::client::Client;
    /// use mcp_runtime::json;
    /// use mcp_runtime::lock::Lock;
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let server = server!().tool::<add>().build()?;
    /// let lock = Lock::of(&server);
    /// let client = Client::builder("agent", "1.0").lock(lock).connect(server).await?;
    /// let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
    /// # assert_eq!(sum, 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn lock(self, lock: Lock) -> Self {
        self.approval(Box::new(lock))
    }
}

impl Client {
    /// Creates a lock of the server as it is now, to hold it to later. It only has what the server
    /// shows to clients.
    ///
    /// # Errors
    ///
    /// When a request to the server fails.
    pub async fn lock(&self) -> Result<Lock> {
        let mut lock = Lock {
            server: LockedServer::of(self.server_info(), self.instructions()),
            ..Lock::default()
        };
        let declared = self.server_capabilities();
        lock.server.revisions = vec![self.version().to_string()];
        lock.server.capabilities =
            capabilities(&serde_json::to_value(declared).map_err(Error::other)?);
        if declared.tools {
            let tools = self.list_tools().await?.into_iter();
            lock.tools = tools.map(|tool| (tool.name.clone(), LockedTool::of(&tool))).collect();
        }
        if declared.prompts {
            let prompts = self.list_prompts().await?.into_iter();
            let prompts = prompts.map(|prompt| (prompt.name.clone(), LockedPrompt::of(&prompt)));
            lock.prompts = prompts.collect();
        }
        if declared.resources {
            let resources = self.list_resources().await?.into_iter();
            let resources = resources.map(|one| (one.uri.clone(), LockedResource::of(&one)));
            lock.resources = resources.collect();
            let templates = self.list_resource_templates().await?.into_iter();
            let templates =
                templates.map(|one| (one.uri_template.clone(), LockedResource::of_template(&one)));
            lock.templates = templates.collect();
        }
        Ok(lock)
    }
}

impl Approval for Lock {
    fn check_server(&self, info: &Implementation, instructions: Option<&str>) -> Result<()> {
        let (name, locked) = (info.name.as_str(), self.server.name.as_str());
        if name != locked {
            let name = truncate_for_display(name);
            return Err(Error::other(format!(
                "the server is {name:?}, and the lock is of {locked:?}"
            )));
        }
        if instructions != self.server.instructions.as_deref() {
            return Err(Error::other(format!(
                "the instructions of {locked:?} are not those of the lock"
            )));
        }
        Ok(())
    }

    fn has_tool(&self, name: &str) -> bool {
        self.tools.contains_key(name)
    }

    fn check_tool(&self, tool: &Tool) -> Result<()> {
        let name = &tool.name;
        let Some(locked) = self.tools.get(name) else {
            return Err(Error::other(format!("the tool `{name}` is not in the lock")));
        };
        let is = LockedTool::of(tool);
        if is.hash == locked.hash {
            return Ok(());
        }
        let mut changes = Changes::default();
        let seen = LockedTool { needs: Vec::new(), confirms: false, ..locked.clone() };
        tools::one(name, &seen, &is, &mut changes);
        let mut changes: Vec<_> =
            changes.0.iter().map(|it| format!("{} ({}, {})", it.text, it.rule, it.at)).collect();
        if changes.is_empty() {
            changes.push("its schemas are written differently".to_owned());
        }
        let what = changes.join("; ");
        let what = truncate_for_display(&what);
        Err(Error::other(format!("the tool `{name}` is not the one of the lock: {what}")))
    }
}
