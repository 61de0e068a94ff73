//! The tools. Before 2026-07-28 they ask by sending a request, and then by answering with one.

use std::sync::atomic::Ordering;
use std::time::Duration;

use rmcp::handler::server::tool::InputResponses;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, CreateMessageRequest,
    CreateMessageRequestParams, CreateTaskResult, ElicitRequest, ElicitRequestParams, InputRequest,
    InputRequests, InputRequiredResult, ListRootsRequest, ProgressNotificationParam,
    ProtocolVersion, SamplingMessage,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::task_manager::TaskOptions;
use rmcp::{ErrorData, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Fixture;

#[derive(Deserialize, JsonSchema)]
struct Addends {
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Number {
    result: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Steps {
    steps: u32,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Person {
    name: String,
}

rmcp::elicit_safe!(Person);

#[tool_router(vis = "pub(crate)")]
impl Fixture {
    #[tool(description = "Adds two numbers")]
    fn add(&self, Parameters(Addends { a, b }): Parameters<Addends>) -> Json<Number> {
        Json(Number { result: a + b })
    }

    #[tool(description = "Fails")]
    fn fail(&self) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text("on purpose")])
    }

    #[tool(description = "Reports each step")]
    async fn progress(
        &self,
        Parameters(Steps { steps }): Parameters<Steps>,
        context: RequestContext<RoleServer>,
    ) -> String {
        for step in 1..=steps {
            report(&context, step, Some(steps)).await;
        }
        "done".to_owned()
    }

    #[tool(description = "Takes a minute")]
    async fn slow(&self, context: RequestContext<RoleServer>) -> String {
        report(&context, 1, None).await;
        let minute = tokio::time::sleep(Duration::from_secs(60));
        tokio::select! {
            () = context.ct.cancelled() => {
                self.0.cancelled.fetch_add(1, Ordering::Relaxed);
                "cancelled".to_owned()
            }
            () = minute => "not cancelled".to_owned(),
        }
    }

    #[tool(description = "How many calls were cancelled")]
    fn cancelled(&self) -> Json<Number> {
        Json(Number { result: self.0.cancelled.load(Ordering::Relaxed) })
    }

    #[tool(description = "Asks the person")]
    async fn ask(
        &self,
        InputResponses(responses): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !is_modern(&context) {
            let person = context.peer.elicit::<Person>("Who are you?").await.map_err(internal)?;
            return Ok(text(format!(
                "Hello {}",
                person.map(|person| person.name).unwrap_or_default()
            )));
        }
        let form = who()?;
        Ok(match answer(responses.as_ref()) {
            Some(answer) => text(format!("Hello {}", words(&answer["content"]["name"]))),
            None => question(InputRequest::Elicitation(ElicitRequest::new(form))),
        })
    }

    #[tool(description = "Asks in the middle; a task for those who follow one")]
    async fn job(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !is_modern(&context) {
            let answer = context.peer.elicit::<Person>("Who are you?").await.map_err(internal)?;
            let person = serde_json::to_value(answer).map_err(internal)?;
            return Ok(CallToolResult::structured(person).into());
        }
        let question = InputRequest::Elicitation(ElicitRequest::new(who()?));
        let task = self.0.tasks.spawn(TaskOptions::new().with_poll_interval_ms(100), |task| {
            Box::pin(async move {
                task.set_status_message("half of it is done");
                let answer = task.request_input("who", question).await?;
                Ok(CallToolResult::structured(answer["content"].clone()))
            })
        });
        Ok(CallToolResponse::Task(CreateTaskResult::new(task)))
    }

    #[tool(description = "Asks the model")]
    async fn sample(
        &self,
        InputResponses(responses): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let message = SamplingMessage::user_text("Say something");
        let params = CreateMessageRequestParams::new(vec![message], 10);
        if !is_modern(&context) {
            let result = context.peer.create_message(params).await.map_err(internal)?;
            let said = serde_json::to_value(result).map_err(internal)?;
            return Ok(text(words(&said["content"]["text"])));
        }
        Ok(match answer(responses.as_ref()) {
            Some(said) => text(words(&said["content"]["text"])),
            None => question(InputRequest::CreateMessage(CreateMessageRequest::new(params))),
        })
    }

    #[tool(description = "Asks for the directories")]
    async fn roots(
        &self,
        InputResponses(responses): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let listed = if is_modern(&context) {
            let Some(listed) = answer(responses.as_ref()) else {
                return Ok(question(InputRequest::ListRoots(ListRootsRequest::default())));
            };
            listed.clone()
        } else {
            let listed = context.peer.list_roots().await.map_err(internal)?;
            serde_json::to_value(listed).map_err(internal)?
        };
        Ok(text(words(&listed["roots"][0]["uri"])))
    }

    #[tool(description = "Changes the counter")]
    fn tick(&self) {
        self.0.counter.send_modify(|counter| *counter += 1);
    }
}

fn who() -> Result<ElicitRequestParams, ErrorData> {
    Ok(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "Who are you?".to_owned(),
        requested_schema: serde_json::from_value(json!({
            "type": "object",
            "properties": { "name": { "type": "string" } },
            "required": ["name"],
        }))
        .map_err(internal)?,
    })
}

fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version() == Some(ProtocolVersion::V_2026_07_28)
}

fn question(request: InputRequest) -> CallToolResponse {
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

fn internal(error: impl ToString) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

/// Reports progress to a client that asked for it.
async fn report(context: &RequestContext<RoleServer>, step: u32, total: Option<u32>) {
    if let Some(token) = context.meta.get_progress_token() {
        let mut progress = ProgressNotificationParam::new(token, f64::from(step));
        progress.total = total.map(f64::from);
        let _ = context.peer.notify_progress(progress).await;
    }
}
