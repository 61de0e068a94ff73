//! What a server offers: the entries of its tools, prompts and resources, in the order in which
//! they were added.

mod app_pages;
mod extension_method;
mod features;
mod pagination;
mod prompt;
mod resource;
mod tool;

use std::sync::Arc;

use super::States;
use super::feature_services::FeatureServices;
use super::handler::Handler;
use super::other_protocol::ProtocolHandler;
use super::tasks::TaskDef;
use super::tool_middleware::AroundTool;

pub(crate) use extension_method::MethodEntry;
pub use features::Feature;
pub(crate) use features::{Entry, Features};
pub(crate) use pagination::{decode_cursor, encode_cursor};
pub(crate) use prompt::PromptEntry;
pub(crate) use resource::ResourceEntry;
pub(crate) use tool::ToolEntry;

/// The entries of handler sets, before they are merged.
#[derive(Default)]
pub(crate) struct Entries {
    pub(crate) instructions: Vec<String>,
    /// The mistakes in handlers, which are therefore not among the entries.
    pub(crate) mistakes: Vec<String>,
    pub(crate) tools: Vec<ToolEntry>,
    pub(crate) prompts: Vec<PromptEntry>,
    pub(crate) resources: Vec<ResourceEntry>,
    /// What extensions add.
    pub(crate) methods: Vec<MethodEntry>,
    pub(crate) around: Vec<AroundTool>,
    /// Those of another protocol.
    pub(crate) of_protocol: Vec<ProtocolHandler>,
}

impl Entries {
    /// Changes the handlers of tools, prompts and resources, before they are shared.
    pub(crate) fn edit_handlers(&mut self, edit: &mut dyn FnMut(&mut Handler)) {
        for tool in &mut self.tools {
            Arc::get_mut(&mut tool.handler).map(&mut *edit);
        }
        for prompt in &mut self.prompts {
            Arc::get_mut(&mut prompt.handler).map(&mut *edit);
        }
        for resource in &mut self.resources {
            Arc::get_mut(&mut resource.handler).map(&mut *edit);
        }
    }

    /// Removes the flat key of tools with pages, if it is not wanted.
    pub(crate) fn set_flat_ui_key(&mut self, is_wanted: bool) {
        if !is_wanted {
            for tool in &mut self.tools {
                tool.drop_flat_key();
            }
        }
    }

    /// Checks whether a server has what the handlers need.
    pub(crate) fn check_needs(&self, states: &States, mistakes: &mut Vec<String>) {
        for tool in &self.tools {
            tool.handler.check(states, mistakes);
        }
        for prompt in &self.prompts {
            prompt.handler.check(states, mistakes);
        }
        for resource in &self.resources {
            resource.handler.check(states, mistakes);
        }
    }

    /// Whether there are tools, prompts or resources among them.
    pub(crate) fn have_features(&self) -> bool {
        !(self.tools.is_empty() && self.prompts.is_empty() && self.resources.is_empty())
    }
}

/// Everything that a server offers. It is immutable: a server that changes gets a new one.
#[derive(Clone, Default)]
pub(crate) struct Catalog {
    pub(crate) tools: Features<ToolEntry>,
    pub(crate) prompts: Features<PromptEntry>,
    pub(crate) resources: Features<ResourceEntry>,
    pub(crate) templates: Features<ResourceEntry>,
}

impl Catalog {
    /// Adds entries of the outermost server, and reports every mistake in each of them.
    pub(crate) fn extend(&mut self, entries: Entries, mistakes: &mut Vec<String>) {
        for tool in &entries.tools {
            tool.check(mistakes);
        }
        for (place, resource) in entries.resources.iter().enumerate() {
            resource.check(mistakes);
            resource.check_hidden(&self.templates, &entries.resources[..place], mistakes);
        }
        self.insert(entries, mistakes);
    }

    /// Adds entries; a duplicate is a mistake.
    pub(crate) fn insert(&mut self, entries: Entries, mistakes: &mut Vec<String>) {
        mistakes.extend(entries.mistakes);
        for tool in entries.tools {
            self.tools.insert(tool, mistakes);
        }
        for prompt in entries.prompts {
            self.prompts.insert(prompt, mistakes);
        }
        for resource in entries.resources {
            let features =
                if resource.is_template() { &mut self.templates } else { &mut self.resources };
            features.insert(resource, mistakes);
        }
    }

    /// Whether a resource announces its changes.
    pub(crate) fn is_watched(&self) -> bool {
        let mut resources = self.resources.iter().chain(self.templates.iter());
        resources.any(|resource| resource.is_watched())
    }

    /// Whether any handler can ask its client for input.
    pub(crate) fn asks(&self) -> bool {
        self.has(&|handler| handler.target.resume.is_some())
    }

    /// The task definition of a tool whose calls may become tasks, if there is one.
    pub(crate) fn task(&self) -> Option<TaskDef> {
        self.tools.iter().find_map(|tool| tool.handler.target.call.task)
    }

    /// Whether any handler may be hidden from some callers.
    pub(crate) fn is_filtered(&self) -> bool {
        self.has(&|handler| handler.target.is_restricted)
    }

    /// Whether any handler, or code that belongs to it, may read the transport's requests.
    pub(crate) fn reads_requests(&self) -> bool {
        self.is_filtered()
            || self.has(&|handler| {
                handler.target.reads_request
                    || !handler.completers.is_empty()
                    || handler.instances.is_some()
            })
    }

    /// Whether any handler is like this.
    fn has(&self, is_like: &dyn Fn(&Handler) -> bool) -> bool {
        let mut resources = self.resources.iter().chain(self.templates.iter());
        self.tools.iter().any(|tool| is_like(tool.handler()))
            || self.prompts.iter().any(|prompt| is_like(prompt.handler()))
            || resources.any(|resource| is_like(resource.handler()))
    }

    /// What serves the features of the catalog.
    pub(crate) fn services(&self) -> FeatureServices {
        let resources = self.resources.iter().chain(self.templates.iter());
        let services = self.prompts.iter().map(|prompt| prompt.services);
        services
            .chain(resources.map(|resource| resource.services))
            .fold(FeatureServices::default(), FeatureServices::or)
    }
}
