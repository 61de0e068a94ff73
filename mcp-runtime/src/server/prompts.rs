//! Prompts: how they are listed and filled in.
//!
//! Source: [2026-07-28, "Prompts"](https://modelcontextprotocol.io/specification/2026-07-28/server/prompts).

use super::observe::Observation;
use super::response::Step;
use super::{Context, Current, Reply, Server};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use crate::protocol::{ListPromptsResult, Method};

impl Server {
    /// Serves the requests for prompts.
    #[inline]
    pub(super) fn serve_prompts(
        &self,
        mut context: Context,
        method: Method,
        params: &Params<'_>,
        observation: Option<&mut Observation>,
    ) -> Result<Step, ErrorObject> {
        if method == Method::ListPrompts {
            return self.list_prompts(&context, params.cursor).map(Step::of);
        }
        context.read_retry(params)?;
        self.current().get_prompt(&mut context, params, observation)
    }

    #[inline]
    fn list_prompts(&self, context: &Context, cursor: Option<&str>) -> Result<Reply, ErrorObject> {
        self.list(
            Method::ListPrompts,
            context,
            cursor,
            |catalog| &catalog.prompts,
            |_, _| true,
            |prompts, next_cursor, cache| {
                let mut result = ListPromptsResult::default();
                result.prompts = prompts.into_iter().map(|entry| entry.prompt.clone()).collect();
                result.next_cursor = next_cursor;
                (result.ttl_ms, result.cache_scope) = cache.stated();
                result
            },
        )
    }
}

impl Current {
    #[inline]
    fn get_prompt(
        &self,
        context: &mut Context,
        params: &Params<'_>,
        observation: Option<&mut Observation>,
    ) -> Result<Step, ErrorObject> {
        let prompt = self.catalog.prompts.named(params.name, |prompt| context.can_see(prompt))?;
        if let Some(observation) = observation {
            observation.set_handler(&prompt.handler);
        }
        prompt.handler.call(context, params)
    }
}
