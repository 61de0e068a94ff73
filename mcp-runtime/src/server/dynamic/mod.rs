//! Tools, prompts and resources that are added as closures and removed while a server runs.

mod closure;
mod list_changes;
mod new_tool;
mod prompts;
mod relay;
mod resources;
mod tools;

use std::sync::Arc;

use super::catalog::{Catalog, Entry, Features};
use super::handler::{Call, Handler, Inputs, Target};
use super::handler_kind::HandlerKind;
use super::response::Step;
use super::{Catalogs, Current, Response, Server};
use crate::error::{Error, Result};

pub use closure::{Arguments, ContextParameters, HandlerClosure};
pub(super) use list_changes::{List, Lists};
pub use new_tool::NewTool;

/// The location of entries that have none in the source.
const LOCATION: &str = "added while the server runs";

impl Server {
    /// Changes one list, if it is dynamic, and notifies clients.
    pub(super) fn change(
        &self,
        list: List,
        edit: impl FnOnce(&mut Catalog) -> Result<()>,
    ) -> Result<()> {
        let (Catalogs::Changing(current), true) =
            (&self.0.catalogs, self.0.abilities.dynamic[list])
        else {
            let message =
                format!("the {list} of the server cannot change: build it with .dynamic_{list}()");
            return Err(Error::other(message));
        };
        {
            let mut current = current.write();
            let mut catalog = current.catalog.clone();
            edit(&mut catalog)?;
            *current = Arc::new(Current::new(catalog, self.0.abilities));
        }
        self.0.changes.send_modify(|changes| changes[list] += 1);
        if let Some(sharing) = self.sharing() {
            let mut changed = Lists::default();
            changed[list] = true;
            sharing.publish_lists(changed);
        }
        Ok(())
    }
}

fn add<F: Entry>(features: &mut Features<F>, feature: F) -> Result<()> {
    let key = feature.key();
    if features.get(key).is_some() {
        return Err(Error::other(format!("there is a {} `{key}` already", F::WHAT)));
    }
    features.insert(feature, &mut Vec::new());
    Ok(())
}

fn remove<F: Entry>(features: &mut Features<F>, key: &str) -> Result<()> {
    if features.remove(key) {
        return Ok(());
    }
    Err(Error::other(format!("the server has no {} `{key}`", F::WHAT)))
}

/// Creates a handler from a closure, whose value `respond` turns into a response.
pub(super) fn handler<Closure: HandlerClosure<Parameters>, Parameters>(
    kind: HandlerKind,
    closure: Closure,
    respond: fn(Closure::Value) -> Response,
) -> Result<Handler> {
    described(kind, Closure::describe, move |call| match closure.run(call) {
        None => call.refuse(),
        Some(future) => Step::future(call, async move { respond(future.await) }),
    })
}

/// The error for what cannot be added, with everything that is wrong with it.
fn cannot_add(mistakes: &[String]) -> Error {
    Error::other(format!("it cannot be added to the server:\n- {}", mistakes.join("\n- ")))
}

/// Checks whether the server has what a handler needs.
fn check(handler: &Handler, server: &Server) -> Result<()> {
    let mut mistakes = Vec::new();
    handler.check(server.states(), &mut mistakes);
    if mistakes.is_empty() { Ok(()) } else { Err(cannot_add(&mistakes)) }
}

/// Creates a handler whose parameters `describe` adds, and `run` takes.
fn described(
    kind: HandlerKind,
    describe: impl FnOnce(&mut Inputs<()>),
    run: impl Fn(&mut Call<'_>) -> Step + Send + Sync + 'static,
) -> Result<Handler> {
    let mut inputs = Inputs::describe(describe);
    let spec = inputs.finish().map_err(|errors| {
        cannot_add(&errors.iter().map(|error| format!("{kind}: {error}")).collect::<Vec<_>>())
    })?;
    Ok(Handler {
        target: Target {
            asks: inputs.asks,
            reads_request: inputs.reads_request,
            reads_meta: inputs.reads_meta,
            ..Target::new(kind, spec)
        },
        run: Box::new(run),
        completers: Vec::new(),
        requirements: inputs.requirements,
        needs: inputs.needs,
        resolvers: inputs.resolvers,
        gate: None,
    })
}
