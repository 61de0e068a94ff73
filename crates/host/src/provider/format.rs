//! The tools of a snapshot in the format of a provider.

use serde_json::Value;

use super::converted::{self, OneTool};
use super::part::{Room, Shows, is_blank, parts};
use super::schema::{self, Fault};
use super::shorten::shorten;
use super::wire::{Declaration, Output};
use super::{CallAnswer, ModelCall, Provider, call};
use crate::conversions::{ConversionSettings, Converted};
use crate::left_out::{LeftOut, Loss};
use crate::tools::{HostTool, Tools};

/// The bytes of text of a result that models get, unless another limit is set.
const MAX_TEXT: usize = 100_000;

/// The longest description of a tool: no model reads more than that of one tool.
const MAX_DESCRIPTION: usize = 16 * 1024;

/// A snapshot of tools for the models of a provider: what they are offered, what they call, and
/// what comes back.
///
/// ```
/// use mcp_runtime_host::client::protocol::{CallToolResult, Tool};
/// use mcp_runtime_host::{Provider, Tools};
/// use serde_json::json;
///
/// let add = Tool::new("add", json!({ "type": "object", "properties": { "a": { "type": "integer" } } }));
/// let tools = Tools::new([("calc", vec![add])]);
/// let format = tools.format(Provider::Anthropic);
/// assert_eq!(format.tools()[0]["name"], "calc__add");
///
/// // What the model answered: for each call, the result or an error goes back to it.
/// let called = json!({ "type": "tool_use", "id": "toolu_1", "name": "calc__add", "input": { "a": 1 } });
/// let answer = match format.call(&called) {
///     Ok(call) => {
///         assert_eq!((&*call.tool.server, &*call.tool.tool.name), ("calc", "add"));
///         call.answer(CallToolResult::new(vec!["1".into()])) // from the server
///     }
///     Err(answer) => answer,
/// };
/// let text = json!({ "type": "text", "text": "1" });
/// assert_eq!(
///     format.results(&[answer]),
///     [json!({ "type": "tool_result", "tool_use_id": "toolu_1", "content": [text] })]
/// );
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ProviderFormat {
    tools: Tools,
    provider: Provider,
    strict: bool,
    output_schemas: bool,
    images: bool,
    max_text: usize,
}

impl ProviderFormat {
    pub(crate) fn new(tools: Tools, provider: Provider) -> Self {
        let strict = false;
        let output_schemas = false;
        let images = true;
        Self { tools, provider, strict, output_schemas, images, max_text: MAX_TEXT }
    }

    /// Offers tools in the strict mode of OpenAI, Anthropic and Bedrock, in which models cannot
    /// give arguments of another form.
    ///
    /// A tool whose schema cannot be said in it is offered without, as [`left_out`](Self::left_out)
    /// tells. OpenAI's models must give all arguments then, null for those that could be left out,
    /// which [`call`](Self::call) removes again. Providers also have limits for all strict tools of
    /// a request together, so that many tools may be refused that are taken otherwise.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Offers the schemas of results, too, where that is possible: Gemini and Responses. They cost
    /// tokens.
    pub fn output_schemas(mut self) -> Self {
        self.output_schemas = true;
        self
    }

    /// Whether the model sees images: otherwise it is told that there was one.
    pub fn images(mut self, images: bool) -> Self {
        self.images = images;
        self
    }

    /// How many bytes of text a model gets of one result: 100,000 if this is not called. The middle
    /// of a longer one is left out.
    pub fn max_text(mut self, bytes: usize) -> Self {
        self.max_text = bytes;
        self
    }

    /// The value of `tools` in a request, empty if there are none: providers then want no `tools`
    /// at all.
    ///
    /// The schemas are converted once for a snapshot. All tools together have at most a mebibyte,
    /// written out.
    #[must_use]
    pub fn tools(&self) -> Vec<Value> {
        self.converted(|converted| self.provider.wire().tools(converted.tools.clone()))
    }

    /// The tools, and parts of tools, that models are not offered, and why.
    ///
    /// It begins with that of the snapshot, [`Tools::left_out`]. A tool that the provider would
    /// refuse is left out whole, since it refuses all others of the request with it.
    #[must_use]
    pub fn left_out(&self) -> Vec<LeftOut> {
        let mut all = self.tools.left_out().to_vec();
        self.converted(|converted| all.extend_from_slice(&converted.left_out));
        all
    }

    /// What a model calls, as the provider has it in an answer of the model: an element of
    /// `tool_calls`, a `function_call` item, a `tool_use` block, a `functionCall` or a `toolUse`.
    ///
    /// # Errors
    ///
    /// If there is no such tool, or the arguments are no JSON object: the answer tells the model,
    /// and goes to [`results`](Self::results) with all others.
    pub fn call(&self, call: &Value) -> Result<ModelCall, CallAnswer> {
        let wire = self.provider.wire();
        let strict = self.strict && wire.strict().is_some();
        call::read(&wire.call(call), &self.tools, strict)
    }

    /// All results of a turn, in the order of the calls, as they are added to the conversation.
    ///
    /// For Chat Completions, Responses and Ollama these are items of the conversation, for Anthropic
    /// and Bedrock the first blocks of the user's next message, for Gemini the parts of it.
    #[must_use]
    pub fn results(&self, answers: &[CallAnswer]) -> Vec<Value> {
        let wire = self.provider.wire();
        let of_wire = wire.shows();
        let shows = Shows { image: if self.images { of_wire.image } else { 0 }, ..of_wire };
        let mut room = Room::new(shows);
        let outputs = answers.iter().map(|answer| Output {
            id: answer.id.as_deref(),
            name: &answer.name,
            is_error: answer.result.is_error == Some(true),
            parts: parts(&answer.result, &mut room, self.max_text),
        });
        wire.results(outputs.collect())
    }

    /// Looks at the tools as the provider takes them.
    fn converted<R>(&self, look: impl FnOnce(&Converted) -> R) -> R {
        let Self { provider, strict, output_schemas, .. } = *self;
        let settings = ConversionSettings { provider, strict, output_schemas };
        let conversion = self.tools.conversions().get(settings, || self.convert());
        look(conversion.get().unwrap_or(&Converted::default()))
    }

    fn convert(&self) -> Converted {
        let tools: Vec<&HostTool> = self.tools.iter().collect();
        let each = converted::all(tools.len(), |at, max| self.declaration(tools[at], max));
        let mut converted = Converted::default();
        for (tool, each) in tools.into_iter().zip(each) {
            match each {
                Ok((declared, losses)) => {
                    converted.tools.push(declared);
                    converted.left_out.extend(losses);
                }
                Err(fault) => converted.left_out.push(left_out(tool, Loss::Tool, fault)),
            }
        }
        converted
    }

    /// A tool for the provider, and what is left out of it, within some bytes.
    fn declaration(&self, tool: &HostTool, max: usize) -> OneTool {
        let wire = self.provider.wire();
        let strict = wire.strict().filter(|_| self.strict);
        let converted = schema::input(&tool.tool.input_schema, wire.dialect(), strict, max)?;
        let faults = converted.faults.into_iter();
        let mut losses: Vec<LeftOut> =
            faults.map(|(loss, fault)| left_out(tool, loss, fault)).collect();
        let declared = tool.tool.output_schema.as_ref();
        let sent = declared.filter(|_| self.output_schemas && wire.has_outputs());
        let output = match sent.map(|output| schema::output(output, wire.dialect(), max)) {
            Some(Err(fault)) if fault.is_size(max) => return Err(fault),
            Some(Err(mut fault)) => {
                fault.why.insert_str(0, "in the output schema: ");
                losses.push(left_out(tool, Loss::Detail, fault));
                None
            }
            Some(Ok(output)) => Some(output),
            None => None,
        };
        let declaration = Declaration {
            name: &tool.name,
            description: description(tool),
            schema: converted.schema,
            strict: converted.strict,
            output,
        };
        Ok((wire.tool(declaration), losses))
    }
}

/// What a tool is for: models choose by it, so that a title is better than nothing.
fn description(tool: &HostTool) -> Option<String> {
    let annotated =
        tool.tool.annotations.as_ref().and_then(|annotations| annotations.title.as_ref());
    let texts = [tool.tool.description.as_ref(), tool.tool.title.as_ref(), annotated];
    let text = texts.into_iter().flatten().find(|text| !is_blank(text))?;
    Some(shorten(text.clone(), MAX_DESCRIPTION))
}

fn left_out(tool: &HostTool, loss: Loss, fault: Fault) -> LeftOut {
    LeftOut {
        server: tool.server.clone(),
        tool: tool.tool.name.clone(),
        loss,
        rule: fault.rule,
        at: fault.at,
        why: fault.why,
    }
}
