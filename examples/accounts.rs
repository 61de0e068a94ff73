//! A to-do list for each account, behind API keys, and a page that shows it.
//!
//! `claude mcp add --transport http todo http://127.0.0.1:8000/mcp --header "X-API-Key: key-of-alice"`

use std::collections::HashMap;
use std::env;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Extension, State};
use axum::routing::get;
use mcp_runtime::http::Principal;
use mcp_runtime::{Context, Error, FromContext, Result, ServerBuilder, handlers, server, tool};

/// Who has which key. A real server would read the keys from files or variables.
const KEYS: [(&str, &str); 2] = [("alice", "key-of-alice"), ("bob", "key-of-bob")];

/// The account that calls.
struct Account(Arc<str>);

impl FromContext for Account {
    async fn from_context(context: &Context) -> Result<Self> {
        let name = context.caller().principal();
        Ok(Self(name.ok_or_else(|| Error::other("this needs an API key"))?.into()))
    }
}

/// The to-do lists of all accounts, which the tools and the page share.
#[derive(Clone, Default)]
struct Lists(Arc<Mutex<HashMap<Arc<str>, Vec<String>>>>);

impl Lists {
    fn with<T>(&self, use_lists: impl FnOnce(&mut HashMap<Arc<str>, Vec<String>>) -> T) -> T {
        use_lists(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn of(&self, name: &str) -> Vec<String> {
        self.with(|lists| lists.get(name).cloned().unwrap_or_default())
    }
}

fn is_admin(context: &Context) -> bool {
    context.caller().principal() == Some("alice")
}

/// Keeps the to-do list of whoever calls.
#[handlers]
impl Lists {
    /// Puts something on the list.
    #[tool(destructive = false, open_world = false)]
    fn add(&self, #[arg(length(1..=200))] task: String, account: &Account) {
        self.with(|lists| lists.entry(Arc::clone(&account.0)).or_default().push(task));
    }

    /// Reads the list.
    #[tool(read_only, open_world = false)]
    fn list(&self, account: &Account) -> Vec<String> {
        self.of(&account.0)
    }

    /// Says how much everybody has to do. Only admins see this tool.
    #[tool(read_only, open_world = false, visible = is_admin)]
    fn everybody(&self) -> HashMap<String, usize> {
        let count = |(name, tasks): (&Arc<str>, &Vec<String>)| (name.to_string(), tasks.len());
        self.with(|lists| lists.iter().map(count).collect())
    }
}

async fn page(State(lists): State<Lists>, Extension(account): Extension<Principal>) -> String {
    lists.of(&account.name()).join("\n")
}

fn todo(lists: &Lists) -> ServerBuilder {
    server!().handlers(lists.clone())
}

#[tokio::main]
async fn main() -> Result<()> {
    let lists = Lists::default();
    let address = env::var("ADDRESS").unwrap_or_else(|_| "127.0.0.1:8000".to_owned());
    todo(&lists)
        .build()?
        .into_http()
        .api_keys("X-API-Key", KEYS)?
        .protected_route("/", get(page).with_state(lists))
        .serve(address.parse().map_err(Error::other)?)
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_runtime_testing::{self as testing, json};

    #[tokio::test]
    async fn each_account_has_its_own_list() -> Result<()> {
        let server = todo(&Lists::default()).build()?;
        let alice = testing::connect(server.clone()).principal("alice").await?;
        let bob = testing::connect(server).principal("bob").await?;
        alice.call_tool("add", json!({ "task": "tea" })).await?;
        assert_eq!(alice.call::<Vec<String>>("list", ()).await?, ["tea"]);
        assert_eq!(bob.call::<Vec<String>>("list", ()).await?, [""; 0]);
        assert_eq!(alice.call_tool("everybody", ()).await?.text(), r#"{"alice":1}"#);
        assert!(bob.call_tool("everybody", ()).await.is_err(), "he is no admin");
        Ok(())
    }

    #[tokio::test]
    async fn every_revision_knows_the_account() -> Result<()> {
        let server = testing::everywhere(|| todo(&Lists::default()));
        server
            .principal("bob")
            .run(async |client| {
                let added = client.call_tool("add", json!({ "task": "tea" })).await?;
                assert_eq!(added.is_error, None, "{}", added.text());
                Ok(())
            })
            .await
    }
}
