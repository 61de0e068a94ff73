//! A server of rmcp, for the client of this project: `rmcp-server stdio` or `rmcp-server http PORT`.
#![allow(deprecated, reason = "what is deprecated is what the client has to answer, too")]

mod tools;

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use rmcp::model::{
    CancelTaskParams, CompleteRequestParams, CompleteResult, CompletionInfo,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, GetTaskParams, GetTaskResult,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    PaginatedRequestParams, Prompt, PromptArgument, PromptMessage, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
    ResourceUpdatedNotificationParam, Role, ServerCapabilities, ServerConfig,
    SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use rmcp::task_manager::TaskManager;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool_handler};
use tokio::net::TcpListener;
use tokio::sync::watch;

const COUNTER: &str = "fixture://counter";
const GREETING: &str = "fixture://greeting/";
const NAMES: [&str; 3] = ["ada", "alan", "grace"];

#[derive(Clone)]
struct Fixture(Arc<State>);

struct State {
    counter: watch::Sender<i64>,
    /// Has seen no change.
    unchanged: watch::Receiver<i64>,
    cancelled: AtomicI64,
    tasks: TaskManager,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (counter, unchanged) = watch::channel(0);
    let state =
        State { counter, unchanged, cancelled: AtomicI64::new(0), tasks: TaskManager::new() };
    let fixture = Fixture(Arc::new(state));
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("http"), Some(port)) => {
            let service = StreamableHttpService::new(
                move || Ok(fixture.clone()),
                Arc::new(LocalSessionManager::default()),
                StreamableHttpServerConfig::default(),
            );
            let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await?;
            axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
        }
        _ => {
            fixture.serve(stdio()).await?.waiting().await?;
        }
    }
    Ok(())
}

#[tool_handler]
impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_completions()
            .enable_tasks()
            .build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("rmcp", "3.9.0"))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![Resource::new(COUNTER, "counter")]))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new(format!("{GREETING}{{name}}"), "greeting");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let text = match uri.strip_prefix(GREETING) {
            Some(name) => format!("Hello {name}"),
            None if uri == COUNTER => self.0.counter.borrow().to_string(),
            None => return Err(ErrorData::resource_not_found("the resource does not exist", None)),
        };
        Ok(ReadResourceResult::new(vec![ResourceContents::text(text, uri)]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let name = PromptArgument::new("name").with_required(true);
        let prompt = Prompt::new("greet", None::<String>, Some(vec![name]));
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let name = arguments.get("name").and_then(|name| name.as_str()).unwrap_or("nobody");
        let message = PromptMessage::new_text(Role::User, format!("Greet {name}"));
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let names = NAMES.iter().filter(|name| name.starts_with(&request.argument.value));
        let values = names.map(|name| (*name).to_owned()).collect();
        let completion = CompletionInfo::with_all_values(values)
            .map_err(|error| ErrorData::internal_error(error, None))?;
        Ok(CompleteResult::new(completion))
    }

    async fn get_task(
        &self,
        request: GetTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        Ok(GetTaskResult::new(self.0.tasks.get_task(&request.task_id)?))
    }

    async fn update_task(
        &self,
        request: UpdateTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.tasks.update_task(&request.task_id, request.input_responses)
    }

    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.tasks.cancel_task(&request.task_id)
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mut changes = self.0.counter.subscribe();
        tokio::spawn(async move {
            while changes.changed().await.is_ok() {
                let updated = ResourceUpdatedNotificationParam::new(&request.uri);
                if context.peer.notify_resource_updated(updated).await.is_err() {
                    return;
                }
            }
        });
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        // The client may have changed the counter since its subscription was acknowledged.
        let mut changes = self.0.unchanged.clone();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.changed() => if changed.is_err() { return Ok(()) },
            }
            if context.sink().notify_resource_updated(COUNTER).await.is_err() {
                return Ok(());
            }
        }
    }
}
