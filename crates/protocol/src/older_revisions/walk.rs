//! The parts of each type of value, defined once for all steps.

use super::{NotExpressible, Revise, RevisionStep, TryRevise};
use crate::{
    base::Annotations,
    cancelled::CancelledParams,
    completion::{CompleteParams, CompleteResult, CompletionReference},
    content::ContentBlock,
    discover::DiscoverResult,
    elicitation::{ElicitParams, ElicitationCompleteParams, PrimitiveSchema},
    implementation::Implementation,
    initialize::{InitializeParams, InitializeResult},
    input::{InputRequest, InputRequiredResult},
    logging::LoggingMessageParams,
    params::{EmptyResult, RequestParams},
    progress::ProgressParams,
    prompts::{GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage},
    resource_contents::ResourceContents,
    resources::{
        ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
        ResourceTemplate, ResourceUpdatedParams,
    },
    roots::{ListRootsResult, Root},
    sampling::{CreateMessageParams, SamplingMessage},
    subscriptions::{SubscriptionsListenParams, SubscriptionsListenResult},
    tasks::TaskStatusParams,
    tasks_extension::DetailedTask,
    tool_definition::Tool,
    tool_result::CallToolResult,
    tools::ListToolsResult,
};

impl<T: Revise> Revise for Option<T> {
    fn step(&mut self, step: &dyn RevisionStep) {
        self.iter_mut().for_each(|value| value.step(step));
    }
}

impl<T: Revise> Revise for Vec<T> {
    fn step(&mut self, step: &dyn RevisionStep) {
        self.iter_mut().for_each(|value| value.step(step));
    }
}

impl Revise for Implementation {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.implementation(self);
        step.title(&mut self.title);
        step.icons(&mut self.icons);
    }
}

impl Revise for Annotations {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.annotations(self);
    }
}

impl Revise for Tool {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.tool(self);
        step.title(&mut self.title);
        step.icons(&mut self.icons);
        step.object_meta(&mut self.meta);
    }
}

impl Revise for Prompt {
    #[inline]
    fn step(&mut self, step: &dyn RevisionStep) {
        step.title(&mut self.title);
        step.icons(&mut self.icons);
        step.object_meta(&mut self.meta);
        self.arguments.step(step);
    }
}

impl Revise for PromptArgument {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.title(&mut self.title);
    }
}

impl Revise for PromptMessage {
    fn step(&mut self, step: &dyn RevisionStep) {
        self.content.step(step);
    }
}

impl Revise for Resource {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.title(&mut self.title);
        step.icons(&mut self.icons);
        step.object_meta(&mut self.meta);
        self.annotations.step(step);
    }
}

impl Revise for ResourceTemplate {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.title(&mut self.title);
        step.icons(&mut self.icons);
        step.object_meta(&mut self.meta);
        self.annotations.step(step);
    }
}

impl Revise for ResourceContents {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.object_meta(match self {
            Self::Text(text) => &mut text.meta,
            Self::Blob(blob) => &mut blob.meta,
        });
    }
}

impl Revise for ContentBlock {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.content_block(self);
        let (meta, annotations) = match self {
            Self::Text(text) => (&mut text.meta, &mut text.annotations),
            Self::Image(image) => (&mut image.meta, &mut image.annotations),
            Self::Audio(audio) => (&mut audio.meta, &mut audio.annotations),
            Self::ResourceLink(link) => {
                step.title(&mut link.title);
                step.icons(&mut link.icons);
                (&mut link.meta, &mut link.annotations)
            }
            Self::Resource(embedded) => {
                embedded.resource.step(step);
                (&mut embedded.meta, &mut embedded.annotations)
            }
            Self::ToolUse(tool_use) => return step.object_meta(&mut tool_use.meta),
            Self::ToolResult(result) => {
                result.content.step(step);
                return step.object_meta(&mut result.meta);
            }
        };
        step.object_meta(meta);
        annotations.step(step);
    }
}

impl Revise for Root {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.object_meta(&mut self.meta);
    }
}

impl Revise for ListRootsResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        self.roots.step(step);
    }
}

impl Revise for CompleteParams {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.complete(self);
        if let CompletionReference::Prompt(prompt) = &mut self.reference {
            step.title(&mut prompt.title);
        }
    }
}

impl Revise for ProgressParams {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.progress(self);
    }
}

impl Revise for InitializeParams {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.client_capabilities(&mut self.capabilities);
        self.client_info.step(step);
    }
}

impl Revise for InitializeResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.server_capabilities(&mut self.capabilities);
        self.server_info.step(step);
    }
}

impl Revise for CallToolResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.result(&mut self.result_type, &mut self.meta);
        step.call_tool_result(self);
        self.content.step(step);
    }
}

impl Revise for CompleteResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.result(&mut self.result_type, &mut self.meta);
    }
}

impl Revise for EmptyResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.result(&mut self.result_type, &mut self.meta);
    }
}

impl Revise for SubscriptionsListenResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.result(&mut self.result_type, &mut self.meta);
    }
}

impl Revise for GetPromptResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.result(&mut self.result_type, &mut self.meta);
        self.messages.step(step);
    }
}

impl Revise for DiscoverResult {
    fn step(&mut self, step: &dyn RevisionStep) {
        step.result(&mut self.result_type, &mut self.meta);
        step.cache(&mut self.ttl_ms, &mut self.cache_scope);
        step.server_capabilities(&mut self.capabilities);
    }
}

macro_rules! cached_results {
    ($($result:ty: $items:ident),* $(,)?) => {$(
        impl Revise for $result {
            #[inline]
            fn step(&mut self, step: &dyn RevisionStep) {
                step.result(&mut self.result_type, &mut self.meta);
                step.cache(&mut self.ttl_ms, &mut self.cache_scope);
                self.$items.step(step);
            }
        }
    )*};
}

cached_results!(
    ListPromptsResult: prompts,
    ListResourceTemplatesResult: resource_templates,
    ListResourcesResult: resources,
    ListToolsResult: tools,
    ReadResourceResult: contents,
);

/// Types that are the same in every revision that has them.
macro_rules! unchanged {
    ($($value:ty),* $(,)?) => {$(
        impl Revise for $value {
            fn step(&mut self, _: &dyn RevisionStep) {}
        }
    )*};
}

unchanged!(
    CancelledParams,
    DetailedTask,
    ElicitationCompleteParams,
    InputRequiredResult,
    LoggingMessageParams,
    RequestParams,
    ResourceUpdatedParams,
    SubscriptionsListenParams,
    TaskStatusParams,
);

impl TryRevise for InputRequest {
    #[inline]
    fn try_step(&mut self, step: &dyn RevisionStep) -> Result<(), NotExpressible> {
        match self {
            Self::Elicit(params) => params.try_step(step),
            Self::CreateMessage(params) => params.try_step(step),
            Self::ListRoots(_) => Ok(()),
        }
    }
}

impl TryRevise for ElicitParams {
    #[inline]
    fn try_step(&mut self, step: &dyn RevisionStep) -> Result<(), NotExpressible> {
        step.elicit(self)?;
        match self {
            Self::Form(form) => {
                let mut fields = form.requested_schema.properties.0.iter_mut();
                fields.try_for_each(|(_, schema)| schema.try_step(step))
            }
            Self::Url(_) => Ok(()),
        }
    }
}

impl TryRevise for PrimitiveSchema {
    fn try_step(&mut self, step: &dyn RevisionStep) -> Result<(), NotExpressible> {
        step.primitive_schema(self)
    }
}

impl TryRevise for CreateMessageParams {
    #[inline]
    fn try_step(&mut self, step: &dyn RevisionStep) -> Result<(), NotExpressible> {
        step.create_message(self)?;
        self.tools.step(step);
        self.messages.iter_mut().try_for_each(|message| message.try_step(step))
    }
}

impl TryRevise for SamplingMessage {
    #[inline]
    fn try_step(&mut self, step: &dyn RevisionStep) -> Result<(), NotExpressible> {
        step.sampling_message(self)?;
        self.content.blocks_mut().iter_mut().for_each(|block| block.step(step));
        Ok(())
    }
}
