//! An issue tracker for several users, over HTTP in axum, behind API keys.
//!
//! `TRACKER_KEYS="ada=secret bob=other" tracker`

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::{Router, routing::get};
use mcp_runtime::{
    Accepted, Changes, CompletionRequest, Context, Elicit, Env, FromContext, Json, Progress,
    Result, Schema, ServerBuilder, handlers, protocol::Resource, resource, server, shutdown_signal,
    tool,
};
use serde::Serialize;
use tokio::net::TcpListener;

const KEYS: Env = Env::new("TRACKER_KEYS").secret().why("Users and their keys, as in `ada=secret`");

/// Who calls.
struct User(String);

impl FromContext for User {
    async fn from_context(context: &Context) -> Result<Self> {
        Ok(Self(context.caller().principal().ok_or("this needs an API key")?.to_owned()))
    }
}

#[derive(Clone, Serialize, Schema)]
struct Issue {
    #[serde(skip)]
    owner: String,
    id: u64,
    title: String,
    open: bool,
}

#[derive(Elicit)]
struct Deletion {
    /// Really delete it?
    sure: bool,
}

#[derive(Elicit)]
struct Export {
    /// Those that are closed, too?
    closed: bool,
}

/// The issues of all users. A number is given once, so a URI means one issue to everybody.
#[derive(Default)]
struct Issues {
    last: u64,
    all: Vec<Issue>,
}

#[derive(Clone, Default)]
struct Tracker(Arc<Mutex<Issues>>);

impl Tracker {
    fn issues(&self) -> MutexGuard<'_, Issues> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, user: &User) -> Vec<Issue> {
        self.issues().all.iter().filter(|issue| issue.owner == user.0).cloned().collect()
    }

    /// Changes an issue, if it is one of the user's.
    fn change<T>(&self, user: &User, id: u64, change: impl FnOnce(&mut Issue) -> T) -> Result<T> {
        let mut issues = self.issues();
        let issue = issues.all.iter_mut().find(|issue| issue.id == id && issue.owner == user.0);
        Ok(change(issue.ok_or_else(|| format!("you have no issue {id}; list them"))?))
    }

    /// The resources of a user.
    async fn listed(&self, context: &Context) -> Result<Vec<Resource>> {
        let issues = self.of(&User::from_context(context).await?).into_iter();
        Ok(issues.map(|issue| Resource::new(uri(issue.id), issue.title)).collect())
    }

    async fn ids(&self, asked: &CompletionRequest) -> Result<Vec<String>> {
        let issues = self.of(&User::from_context(asked.context()).await?).into_iter();
        let ids = issues.map(|issue| issue.id.to_string());
        Ok(ids.filter(|id| id.starts_with(asked.typed())).collect())
    }
}

fn uri(id: u64) -> String {
    format!("issues://{id}")
}

/// Tracks the issues of whoever asks.
#[handlers(open_world = false)]
impl Tracker {
    /// Opens an issue.
    #[tool(destructive = false)]
    fn open_issue(
        &self,
        #[arg(length(1..=200))] title: String,
        user: User,
        context: &Context,
    ) -> Result<Issue> {
        let mut issues = self.issues();
        issues.last += 1;
        let issue = Issue { owner: user.0, id: issues.last, title, open: true };
        issues.all.push(issue.clone());
        context.server().resources_changed()?;
        Ok(issue)
    }

    /// Lists your issues.
    #[tool(read_only)]
    fn list_issues(&self, user: &User) -> Vec<Issue> {
        self.of(user)
    }

    /// Changes the title of an issue, closes it or opens it again.
    #[tool(destructive = false, idempotent)]
    fn change_issue(
        &self,
        id: u64,
        #[arg(length(1..=200))] title: Option<String>,
        open: Option<bool>,
        user: &User,
        context: &Context,
    ) -> Result<Issue> {
        let issue = self.change(user, id, |issue| {
            issue.title = title.unwrap_or_else(|| issue.title.clone());
            issue.open = open.unwrap_or(issue.open);
            issue.clone()
        })?;
        context.server().resource_updated(&uri(id));
        context.server().resources_changed()?;
        Ok(issue)
    }

    /// Deletes an issue.
    #[tool(destructive)]
    async fn delete_issue(&self, id: u64, user: &User, context: &Context) -> Result<&'static str> {
        let title = self.change(user, id, |issue| issue.title.clone())?;
        let question = context.elicit().form(format!("Delete {title}?"));
        let Accepted(Deletion { sure: true }) = question.await? else {
            return Ok("Nothing was deleted.");
        };
        self.issues().all.retain(|issue| issue.id != id);
        context.server().resource_updated(&uri(id));
        context.server().resources_changed()?;
        Ok("Deleted the issue.")
    }

    /// Writes your issues as a list in Markdown.
    #[tool(read_only, task)]
    async fn export_issues(&self, user: User, ask: Elicit, progress: Progress) -> Result<String> {
        let Accepted(Export { closed }) = ask.form("What is to be exported?").await? else {
            return Err("the user did not answer".into());
        };
        let mut issues = self.of(&user);
        issues.retain(|issue| issue.open || closed);
        let mut list = String::new();
        for (done, issue) in (1..).zip(&issues) {
            let mark = if issue.open { ' ' } else { 'x' };
            list += &format!("- [{mark}] {}\n", issue.title);
            progress.report_of(done, issues.len(), &issue.title).await;
        }
        Ok(list)
    }

    /// One of your issues.
    #[resource("issues://{id}", list = Self::listed)]
    fn issue(&self, #[arg(complete = Self::ids)] id: u64, user: &User) -> Option<Json<Issue>> {
        self.change(user, id, |issue| Json(issue.clone())).ok()
    }
}

fn tracker(tracker: &Tracker) -> ServerBuilder {
    server!().handlers(tracker.clone()).changes(Changes::new().resource_updates().resources())
}

fn router(mcp: mcp_runtime::http::Http) -> Router {
    Router::new().route_service("/mcp", mcp).route("/health", get(async || "ok"))
}

#[tokio::main]
async fn main() -> Result<()> {
    let pairs = KEYS.value().ok_or("set TRACKER_KEYS, as in `ada=secret bob=other`")?;
    let keys = pairs.split(' ').filter_map(|pair| pair.split_once('='));
    let mcp = tracker(&Tracker::default()).build()?.into_http().api_keys("X-API-Key", keys)?;
    let listener = TcpListener::bind("127.0.0.1:8000").await?;
    let end = shutdown_signal()?;
    let serve = axum::serve(listener, router(mcp.clone())).with_graceful_shutdown(async move {
        end.await;
        mcp.close();
    });
    Ok(serve.await?)
}

#[cfg(test)]
mod tests {
    use mcp_runtime::protocol::CompletionReference;
    use mcp_runtime_client::{Change, HttpTransport, Started};
    use mcp_runtime_testing::{self as testing, json};
    use serde_json::Value;

    use super::*;

    #[tokio::test]
    async fn nobody_sees_the_issues_of_others() -> Result<()> {
        let server = tracker(&Tracker::default()).build()?;
        let ada = testing::connect(server.clone()).principal("ada").await?;
        let bob = testing::connect(server).principal("bob").await?;
        let issue = json!({ "id": 1, "title": "It burns", "open": true });
        assert_eq!(ada.call::<Value>("open_issue", json!({ "title": "It burns" })).await?, issue);
        assert_eq!(ada.list_resources().await?[0].uri, "issues://1");
        assert_eq!(ada.read_resource("issues://1").await?.text(), issue.to_string());
        let mut changes = ada.listen([Change::Resources, Change::Resource(uri(1))]).await?;
        ada.call_tool("change_issue", json!({ "id": 1, "title": "It is wet" })).await?;
        assert!(changes.next().await.is_some() && changes.next().await.is_some());
        let id = || CompletionReference::resource_template("issues://{id}");
        assert_eq!(ada.complete(id(), "id", "").await?.values, ["1"]);

        assert_eq!(bob.call::<Value>("list_issues", ()).await?, json!([]));
        assert!(bob.list_resources().await?.is_empty());
        assert!(bob.read_resource("issues://1").await.is_err());
        assert!(bob.complete(id(), "id", "").await?.values.is_empty());
        assert!(bob.subscribe("issues://1").await.is_err());
        assert!(bob.call::<Value>("change_issue", json!({ "id": 1 })).await.is_err());
        assert!(bob.call::<Value>("delete_issue", json!({ "id": 1 })).await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn questions_are_asked_in_every_revision() -> Result<()> {
        let all = Tracker::default();
        testing::everywhere(|| tracker(&all))
            .principal("ada")
            .answers([json!({ "closed": false }), json!({ "sure": true })])
            .run(async |client| {
                let issue: Value = client.call("open_issue", json!({ "title": "Fire" })).await?;
                assert_eq!(client.call::<String>("export_issues", ()).await?, "- [ ] Fire\n");
                assert!(client.notifications().iter().any(|told| told.params["message"] == "Fire"));
                client.call_tool("delete_issue", json!({ "id": issue["id"] })).await?;
                assert!(client.call::<Vec<Value>>("list_issues", ()).await?.is_empty());
                assert_eq!(client.asked(), ["What is to be exported?", "Delete Fire?"]);
                Ok(())
            })
            .await
    }

    #[tokio::test]
    async fn an_export_is_a_task_that_asks() -> Result<()> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/mcp", listener.local_addr()?);
        let mcp = tracker(&Tracker::default())
            .build()?
            .into_http()
            .api_keys("X-API-Key", [("ada", "secret")])?;
        tokio::spawn(axum::serve(listener, router(mcp)).into_future());
        assert!(testing::connect(HttpTransport::new(&url)).await.is_err(), "there is no key");
        let http = HttpTransport::new(&url).header("X-API-Key", "secret");
        let ada = testing::connect(http).tasks().answers([json!({ "closed": true })]).await?;
        ada.call_tool("open_issue", json!({ "title": "It burns" })).await?;
        ada.call_tool("change_issue", json!({ "id": 1, "open": false })).await?;
        let Started::Task(task) = ada.start("export_issues", ()).await? else {
            panic!("it is no task");
        };
        assert_eq!(task.result().await?.text(), "- [x] It burns\n");
        Ok(())
    }

    #[test]
    fn clients_get_along_with_it() -> Result<()> {
        Ok(testing::lint(&tracker(&Tracker::default()).build()?)?)
    }
}
