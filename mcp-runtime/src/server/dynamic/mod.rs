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
use super::handler::{Call, CallDef, Handler, Inputs};
use super::handler_kind::HandlerKind;
use super::namespace::Namespace;
use super::response::Step;
use super::{Catalogs, ChangingCatalog, Response, Server};
use crate::error::{Error, Result};
use crate::sync::RwLock;

pub use closure::{Arguments, ContextParameters, HandlerClosure};
pub(super) use list_changes::{List, Lists};
pub use new_tool::NewTool;
pub(super) use relay::replace;
pub use resources::ResourceChanges;
pub(super) use resources::resource_entry;

/// The location of entries that have none in the source.
const LOCATION: &str = "added while the server runs";

impl Server {
    /// Changes one list, if it is dynamic, and notifies clients. If the edit fails, nothing changes.
    pub(super) fn change(
        &self,
        list: List,
        edit: impl FnOnce(&mut Catalog) -> Result<()>,
    ) -> Result<()> {
        let catalogs = self.changing(list)?;
        let before = {
            let mut changing = catalogs.write();
            let mut catalog = changing.newest_catalog().clone();
            edit(&mut catalog)?;
            changing.replace(catalog)
        };
        drop(before);
        self.publish(list);
        Ok(())
    }

    /// Adds an entry to a list, if it is dynamic, or removes one, and notifies clients. It costs the
    /// same however many entries there are. The edit must change nothing if it fails, and leave what
    /// it removes to the caller, since dropping that may run any code.
    fn change_one<T>(&self, list: List, edit: impl FnOnce(&mut Catalog) -> Result<T>) -> Result<T> {
        let changed = edit(self.changing(list)?.write().newest())?;
        self.publish(list);
        Ok(changed)
    }

    /// Offers a list that has changed, and notifies clients.
    #[inline]
    fn publish(&self, list: List) {
        if let Some(changes) = &self.0.mount.changes {
            changes.publish(&self.0.inner, &self.0.mount, list);
        }
        self.notify_of_list(list);
    }

    /// Makes a handler one of this server, which may be mounted in others: it gets their limits.
    #[inline]
    fn admit(&self, handler: &mut Handler) {
        match &self.0.mount.changes {
            Some(changes) => changes.admit(handler),
            None => handler.limit(&self.0.limits.limiter, &Namespace::default()),
        }
    }

    /// Notifies clients of a list, if it is dynamic.
    #[inline]
    fn announce_list(&self, list: List) -> Result<()> {
        self.changing(list)?;
        self.notify_of_list(list);
        Ok(())
    }

    #[inline]
    fn changing(&self, list: List) -> Result<&RwLock<ChangingCatalog>> {
        match &self.0.mount.catalogs {
            Catalogs::Changing(catalogs) if self.0.subscriptions.abilities.dynamic[list] => {
                Ok(catalogs)
            }
            _ => Err(Error::other(format!(
                "the {list} of the server cannot change: build it with .changes(Changes::new().{list}())"
            ))),
        }
    }

    #[inline]
    fn notify_of_list(&self, list: List) {
        self.0.subscriptions.changes.send_modify(|changes| changes[list] += 1);
        if let Some(sharing) = self.sharing() {
            let mut changed = Lists::default();
            changed[list] = true;
            sharing.publish_lists(changed);
        }
    }
}

fn add<F: Entry>(features: &mut Features<F>, feature: F) -> Result<()> {
    let key = feature.key();
    if features.get(key).is_some() {
        return Err(Error::other(format!("the server already has a {} `{key}`", F::WHAT)));
    }
    features.insert(feature, &mut Vec::new());
    Ok(())
}

fn remove<F: Entry>(features: &mut Features<F>, key: &str) -> Result<Arc<F>> {
    let missing = || Error::other(format!("the server has no {} `{key}`", F::WHAT));
    features.remove(key).ok_or_else(missing)
}

/// Creates a handler from a closure, whose value `respond` turns into a response.
pub(super) fn handler<Closure: HandlerClosure<Parameters>, Parameters>(
    kind: HandlerKind,
    call: CallDef,
    closure: Closure,
    respond: fn(Closure::Value) -> Response,
) -> Result<Handler> {
    described(kind, call, Closure::describe, move |call| match closure.run(call) {
        None => call.refuse(),
        Some(future) => Step::future(call, async move { respond(future.await) }),
    })
}

/// The error for what cannot be added, with everything that is wrong with it.
fn cannot_add(mistakes: &[String]) -> Error {
    Error::other(format!("it cannot be added to the server:\n- {}", mistakes.join("\n- ")))
}

/// Checks whether the server has what a handler needs.
#[inline]
fn check(handler: &Handler, server: &Server) -> Result<()> {
    let mut mistakes = Vec::new();
    handler.check(server.states(), &mut mistakes);
    if mistakes.is_empty() { Ok(()) } else { Err(cannot_add(&mistakes)) }
}

/// Creates a handler whose parameters `describe` adds, and `run` takes.
fn described(
    kind: HandlerKind,
    call: CallDef,
    describe: impl FnOnce(&mut Inputs<()>),
    run: impl Fn(&mut Call<'_>) -> Step + Send + Sync + 'static,
) -> Result<Handler> {
    let what = kind.clone();
    Handler::new(kind, call, Inputs::describe(describe), Box::new(run)).map_err(|errors| {
        cannot_add(&errors.iter().map(|error| format!("{what}: {error}")).collect::<Vec<_>>())
    })
}
