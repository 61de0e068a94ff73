//! Handlers that may have to wait for their context parameters, or for their turn.

use std::sync::Arc;
use std::task::{self, Poll, Waker};

use super::resolve::ResolvedValue;
use super::run::Limits;
use super::{Call, CallDef, Handler, Target};
use crate::error::Result;
use crate::server::rate_limit::{Gate, Turn};
use crate::server::response::{BoxFuture, Step};
use crate::server::{Context, Response};

/// What a call runs with: the parameters that are resolved, and its turn.
pub(super) type RunInputs = (Vec<ResolvedValue>, Option<Turn>);

async fn prepare(
    context: Context,
    handler: Arc<Handler>,
    resolving: Vec<BoxFuture<Result<ResolvedValue>>>,
    is_retry: bool,
) -> Result<RunInputs, Response> {
    let Target { kind, call: CallDef { timeout, confirm, .. }, .. } = &handler.target;
    let asked = context.asking();
    if let Some(gate) = handler.gate.as_ref().filter(|_| !is_retry && !asked.is_rerun()) {
        gate.count(context.caller()).await?;
    }
    // One that is to be confirmed, or becomes a task, waits for its turn after that.
    let waits_later = asked.may_be_task() || confirm.is_some();
    let turn = match handler.gate.as_ref().and_then(Gate::turns).filter(|_| !waits_later) {
        Some(turns) => Some(turns.wait(context.caller(), *timeout, || false).await?),
        None => None,
    };
    let mut resolved = Vec::with_capacity(resolving.len());
    for value in resolving {
        resolved.push(value.await.map_err(|error| kind.error_response(error))?);
    }
    Ok((resolved, turn))
}

impl Step {
    /// Runs a handler once its parameters are resolved: at once, if none has to wait.
    pub(crate) fn after_resolving(
        call: &mut Call<'_>,
        handler: &Arc<Handler>,
        is_retry: bool,
    ) -> Self {
        let context = call.shared_context();
        let caught = Self::caught(call, |call| {
            handler.resolvers.iter().map(|resolver| resolver.begin(call)).collect()
        });
        let begun = match caught {
            Ok(begun) => begun,
            Err(panicked) => return panicked,
        };
        let mut resolving = Box::pin(prepare(context, Arc::clone(handler), begun, is_retry));
        let mut noop = task::Context::from_waker(Waker::noop());
        // Polled once without a waker: if nothing has to wait, no argument is copied. A panic
        // counts as one of the handler.
        let polled = Self::caught(call, |_| resolving.as_mut().poll(&mut noop));
        match polled {
            Ok(Poll::Ready(Ok(prepared))) => handler.enter_in_turn(call, prepared),
            Ok(Poll::Ready(Err(refused))) => Self::Ready(refused),
            Ok(Poll::Pending) => Self::later(call, resolving, Arc::clone(handler)),
            Err(panicked) => panicked,
        }
    }

    /// Runs a handler when its parameters are resolved, with a copy of its arguments.
    fn later(
        call: &mut Call<'_>,
        resolving: impl Future<Output = Result<RunInputs, Response>> + Send + 'static,
        handler: Arc<Handler>,
    ) -> Self {
        let mut context = call.take_context();
        let asked = call.asked().cloned();
        let binding = call.binding();
        let kept = call.arguments().to_kept();
        let limits = Limits::of(call);
        let whole = async move {
            let prepared = match resolving.await {
                Ok(prepared) => prepared,
                Err(refused) => return refused,
            };
            let step = {
                let arguments = kept.members();
                let call = Call::new(&mut context, &handler.target, &arguments);
                handler.enter_in_turn(&mut call.bounded_already(), prepared)
            };
            step.response().await
        };
        // One timeout for both: resolving context parameters counts towards the handler's.
        let future =
            Box::pin(async move { limits.apply(whole).await.unwrap_or_else(|ended| ended) });
        match asked {
            None => Self::Pending(future),
            Some(asked) => Self::Pending(asked.suspendable(future, binding)),
        }
    }
}
