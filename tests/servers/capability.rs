//! A tool for each capability of a client, which needs it and makes use of it.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use mcp_runtime::protocol::{
    ClientCapabilities, ClientCapability, CreateMessageParams, ExtensionId, IncludeContext,
};
use mcp_runtime::{
    Context, Elicit, ElicitUrl, Error, FromContext, Result, Roots, Sample, SampleTools, server,
    tool,
};

#[derive(Elicit)]
struct Confirm {
    #[expect(dead_code, reason = "only the question matters")]
    ok: bool,
}

/// A context parameter for a capability that has none of its own.
macro_rules! needs {
    ($($name:ident)*) => {
        $(struct $name(Context);

        impl FromContext for $name {
            const NEEDS: &'static [ClientCapability] = &[ClientCapability::$name];

            async fn from_context(context: &Context) -> Result<Self> {
                Context::from_context(context).await.map(Self)
            }
        })*
    };
}

needs!(RootsListChanged SamplingContext Elicitation);

/// A context parameter for an extension of the client.
macro_rules! needs_extension {
    ($($name:ident $id:ident)*) => {
        $(struct $name;

        impl FromContext for $name {
            const NEEDS: &'static [ClientCapability] =
                &[ClientCapability::Extension(ExtensionId::$id)];

            async fn from_context(_: &Context) -> Result<Self> {
                Ok(Self)
            }
        })*
    };
}

needs_extension!(TasksExtension TASKS UiExtension UI);

async fn ask_form(elicit: &Elicit) -> Result<&'static str> {
    elicit.form::<Confirm>("Well?").await?;
    Ok("asked")
}

async fn ask_url(elicit: &ElicitUrl) -> Result<&'static str> {
    elicit.open("Well?", "https://example.com").await?;
    Ok("asked")
}

async fn ask_model(sample: &Sample, params: CreateMessageParams) -> Result<&'static str> {
    sample.create(params).await?;
    Ok("asked")
}

async fn ask_model_with_tools(sample: &Sample) -> Result<&'static str> {
    sample.create("Well?").tools([]).await?;
    Ok("asked")
}

async fn ask_roots(roots: &Roots) -> Result<&'static str> {
    roots.list().await?;
    Ok("asked")
}

fn with_context() -> CreateMessageParams {
    let mut params = CreateMessageParams::from("Well?");
    params.include_context = Some(IncludeContext::ThisServer);
    params
}

/// Needs nothing.
#[tool]
fn nothing() -> &'static str {
    "asked"
}

/// Asks for the roots.
#[tool]
async fn roots(roots: Roots) -> Result<&'static str> {
    ask_roots(&roots).await
}

/// Asks for the roots, whose changes it wants to know.
#[tool]
async fn roots_list_changed(context: RootsListChanged) -> Result<&'static str> {
    ask_roots(&context.0.roots()).await
}

/// Asks the model.
#[tool]
async fn sampling(sample: Sample) -> Result<&'static str> {
    ask_model(&sample, "Well?".into()).await
}

/// Asks the model, with tools.
#[tool]
async fn sampling_tools(sample: SampleTools) -> Result<&'static str> {
    ask_model_with_tools(&sample).await
}

/// Asks the model, with context.
#[tool]
async fn sampling_context(context: SamplingContext) -> Result<&'static str> {
    ask_model(&context.0.sample(), with_context()).await
}

/// Asks the person in whatever way there is.
#[tool]
async fn elicitation(context: Elicitation) -> Result<&'static str> {
    let elicit = context.0.elicit();
    let capabilities = &context.0.client().capabilities;
    if capabilities.supports(ClientCapability::ElicitationForm) {
        return ask_form(&elicit).await;
    }
    // One of a mode that nobody knows is not asked.
    if capabilities.supports(ClientCapability::ElicitationUrl) {
        elicit.url("Well?", "https://example.com").await?;
    }
    Ok("asked")
}

/// Asks the person to fill in a form.
#[tool]
async fn elicitation_form(elicit: Elicit) -> Result<&'static str> {
    ask_form(&elicit).await
}

/// Asks the person to open a URL.
#[tool]
async fn elicitation_url(elicit: ElicitUrl) -> Result<&'static str> {
    ask_url(&elicit).await
}

/// Needs both.
#[tool]
async fn sampling_and_sampling_tools(sample: Sample, tools: SampleTools) -> Result<&'static str> {
    ask_model(&sample, "Well?".into()).await?;
    ask_model_with_tools(&tools).await
}

/// Needs both.
#[tool]
async fn elicitation_form_and_elicitation_url(
    elicit: Elicit,
    url: ElicitUrl,
) -> Result<&'static str> {
    ask_form(&elicit).await?;
    ask_url(&url).await
}

/// Needs all three.
#[tool]
async fn sampling_and_elicitation_and_roots(
    sample: Sample,
    elicitation: Elicitation,
    roots: Roots,
) -> Result<&'static str> {
    let _ = elicitation;
    ask_model(&sample, "Well?".into()).await?;
    ask_roots(&roots).await
}

/// Asks for all that the client can.
#[tool]
async fn whatever(
    form: Option<Elicit>,
    url: Option<ElicitUrl>,
    sample: Option<Sample>,
    tools: Option<SampleTools>,
    roots: Option<Roots>,
) -> Result<String> {
    let mut asked = Vec::new();
    if let Some(elicit) = form {
        asked.push(ask_form(&elicit).await.map(|_| "form"));
    }
    if let Some(elicit) = url {
        asked.push(ask_url(&elicit).await.map(|_| "url"));
    }
    if let Some(sample) = sample {
        asked.push(ask_model(&sample, "Well?".into()).await.map(|_| "sampling"));
    }
    if let Some(sample) = tools {
        asked.push(ask_model_with_tools(&sample).await.map(|_| "tools"));
    }
    if let Some(roots) = roots {
        asked.push(ask_roots(&roots).await.map(|_| "roots"));
    }
    let asked = asked.into_iter().flatten();
    Ok(asked.collect::<Vec<_>>().join(" "))
}

/// Asks for everything, whatever the client can.
#[tool]
async fn everything(context: &Context) -> String {
    let elicit = context.elicit();
    let sample = context.sample();
    let asked = [
        ask_form(&elicit).await.map(|_| "form"),
        elicit.url("Well?", "https://example.com").await.map(|_| "url"),
        ask_model(&sample, "Well?".into()).await.map(|_| "sampling"),
        ask_model(&sample, with_context()).await.map(|_| "context"),
        ask_model_with_tools(&sample).await.map(|_| "tools"),
        ask_roots(&context.roots()).await.map(|_| "roots"),
    ];
    asked.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Tells what the client has not declared of this, a JSON object.
#[tool]
fn missing(required: &str, context: &Context) -> Result<String> {
    let required: ClientCapabilities = serde_json::from_str(required).map_err(Error::other)?;
    let missing = required.missing_from(&context.client().capabilities);
    Ok(serde_json::to_string(&missing).unwrap_or_default())
}

/// Needs the extension of tasks.
#[tool]
fn tasks_extension(_tasks: TasksExtension) -> &'static str {
    "asked"
}

/// Needs two extensions.
#[tool]
fn tasks_and_ui_extensions(_tasks: TasksExtension, _ui: UiExtension) -> &'static str {
    "asked"
}

/// Needs an extension, and more.
#[tool]
fn sampling_and_url_and_roots_and_tasks_extension(
    _sample: Sample,
    _url: ElicitUrl,
    _roots: Roots,
    _tasks: TasksExtension,
) -> &'static str {
    "asked"
}

/// Tells what the client has declared, as it was understood.
#[tool]
fn declared(context: &Context) -> String {
    serde_json::to_string(&context.client().capabilities).unwrap_or_default()
}

fn main() -> Result<()> {
    mcp_test_support::serve(
        server!()
            .tool::<nothing>()
            .tool::<roots>()
            .tool::<roots_list_changed>()
            .tool::<sampling>()
            .tool::<sampling_tools>()
            .tool::<sampling_context>()
            .tool::<elicitation>()
            .tool::<elicitation_form>()
            .tool::<elicitation_url>()
            .tool::<sampling_and_sampling_tools>()
            .tool::<elicitation_form_and_elicitation_url>()
            .tool::<sampling_and_elicitation_and_roots>()
            .tool::<whatever>()
            .tool::<everything>()
            .tool::<declared>()
            .tool::<missing>()
            .tool::<tasks_extension>()
            .tool::<tasks_and_ui_extensions>()
            .tool::<sampling_and_url_and_roots_and_tasks_extension>(),
    )
}
