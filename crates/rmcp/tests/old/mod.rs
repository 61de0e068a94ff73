//! A server of rmcp as people write them: five tools, two prompts and a resource template.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::borrow::Cow;

use rmcp::handler::server::tool::InputResponses;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequest,
    CreateMessageRequestParams, ElicitRequest, ElicitRequestParams, ElicitationSchema,
    GetPromptResult, InputRequest, InputRequests, InputRequiredResult, ListResourceTemplatesResult,
    PaginatedRequestParams, ProgressNotificationParam, PromptMessage, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
    ResourceTemplate, Role, SamplingMessage, ServerCapabilities, ServerConfig,
};
use rmcp::schemars::JsonSchema;
use rmcp::service::RequestContext;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, prompt, prompt_handler, prompt_router, tool,
    tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

/// The server; it tells its test how many calls were cancelled.
#[derive(Clone, Default)]
pub(crate) struct OldServer {
    pub(crate) cancelled: watch::Sender<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Addends {
    #[schemars(description = "The first addend")]
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Sum {
    sum: i64,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Steps {
    steps: u32,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Person {
    name: String,
}

rmcp::elicit_safe!(Person);

#[tool_router]
impl OldServer {
    #[tool(description = "Adds two numbers", annotations(read_only_hint = true))]
    fn add(&self, Parameters(Addends { a, b }): Parameters<Addends>) -> Json<Sum> {
        Json(Sum { sum: a + b })
    }

    #[tool(description = "Asks the user")]
    async fn ask(
        &self,
        InputResponses(responses): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !returns_questions(&context) {
            let person = context.peer.elicit::<Person>("Who are you?").await.map_err(internal)?;
            return Ok(text(person.map(|person| person.name).unwrap_or_default()));
        }
        let question = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: "Who are you?".to_owned(),
            requested_schema: ElicitationSchema::from_type::<Person>().map_err(internal)?,
        };
        Ok(match answer(responses.as_ref()) {
            Some(answer) => text(words(&answer["content"]["name"])),
            None => asking(InputRequest::Elicitation(ElicitRequest::new(question))),
        })
    }

    #[tool(description = "Asks the model")]
    async fn sample(
        &self,
        InputResponses(responses): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let message = SamplingMessage::user_text("Say something");
        let params = CreateMessageRequestParams::new(vec![message], 10);
        if !returns_questions(&context) {
            let created = context.peer.create_message(params).await.map_err(internal)?;
            let said = serde_json::to_value(created).map_err(internal)?;
            return Ok(text(words(&said["content"]["text"])));
        }
        Ok(match answer(responses.as_ref()) {
            Some(said) => text(words(&said["content"]["text"])),
            None => asking(InputRequest::CreateMessage(CreateMessageRequest::new(params))),
        })
    }

    #[tool(description = "Reports each step")]
    async fn progress(
        &self,
        Parameters(Steps { steps }): Parameters<Steps>,
        context: RequestContext<RoleServer>,
    ) -> Result<String, ErrorData> {
        for step in 1..=steps {
            report(&context, step).await?;
        }
        Ok("done".to_owned())
    }

    #[tool(description = "Waits until it is cancelled")]
    async fn wait(&self, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
        report(&context, 1).await?;
        context.ct.cancelled().await;
        self.cancelled.send_modify(|count| *count += 1);
        Ok("cancelled".to_owned())
    }
}

#[prompt_router]
impl OldServer {
    #[prompt(description = "Greets somebody")]
    fn greet(&self, Parameters(Person { name }): Parameters<Person>) -> Vec<PromptMessage> {
        vec![PromptMessage::new_text(Role::User, format!("Greet {name}."))]
    }

    #[prompt(description = "Reviews an image")]
    fn review(&self) -> GetPromptResult {
        let image = ContentBlock::image("aW1hZ2U=", "image/png");
        GetPromptResult::new(vec![
            PromptMessage::new(Role::User, image),
            PromptMessage::new_text(Role::Assistant, "It is blank."),
        ])
    }
}

#[tool_handler]
#[prompt_handler]
impl ServerHandler for OldServer {
    fn get_info(&self) -> ServerConfig {
        let offers =
            ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources();
        ServerConfig::new(offers.build()).with_instructions("Greet everybody.")
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("notes://{name}", "note").with_title("A note");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        // Where the server is mounted with a prefix, that is not part of the URI here.
        let Some(name) = request.uri.strip_prefix("notes://").filter(|name| *name != "none") else {
            return Err(ErrorData::resource_not_found("there is no such note", None));
        };
        let note = ResourceContents::text(format!("a note of {name}"), &request.uri);
        Ok(ReadResourceResult::new(vec![note]).into())
    }
}

/// A server that speaks these revisions, and breaks when a resource is read: it panics, or sends a
/// message that is longer than its client accepts.
#[derive(Clone)]
pub(crate) struct BrokenServer(pub(crate) &'static [ProtocolVersion]);

impl ServerHandler for BrokenServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(self.0)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new("notes://{name}", "note");
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let note = match request.uri.strip_prefix("notes://") {
            Some("short") => "short".to_owned(),
            Some("long") => "a".repeat(17 * 1024 * 1024),
            _ => panic!("a secret"),
        };
        Ok(ReadResourceResult::new(vec![ResourceContents::text(note, request.uri)]).into())
    }
}

/// Whether a question is a result; before 2026-07-28 it is a request.
fn returns_questions(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version() == Some(ProtocolVersion::V_2026_07_28)
}

fn asking(request: InputRequest) -> CallToolResponse {
    let mut requests = InputRequests::new();
    requests.insert("question".to_owned(), request);
    InputRequiredResult::new(Some(requests), Some("asked".to_owned())).into()
}

fn answer(responses: Option<&rmcp::model::InputResponses>) -> Option<&Value> {
    responses?.get("question")
}

fn text(text: String) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` gives it away")]
fn internal(error: impl ToString) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

/// Reports a step to clients that ask for it.
async fn report(context: &RequestContext<RoleServer>, step: u32) -> Result<(), ErrorData> {
    let Some(token) = context.meta.get_progress_token() else { return Ok(()) };
    let report = ProgressNotificationParam::new(token, f64::from(step));
    context.peer.notify_progress(report).await.map_err(internal)
}
