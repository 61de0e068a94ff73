//! Retries of calls that asked: they continue where the questions ended.

use std::sync::Arc;

use super::{Call, Handler};
use crate::jsonrpc::ErrorObject;
use crate::server::asking::Retry;
use crate::server::response::{BoxFuture, Step};

/// Resolves once no other replica can continue with a state.
type Claim = BoxFuture<Result<(), ErrorObject>>;

/// Restores the state of earlier rounds of questions, once no other replica can use it.
///
/// A call that was waiting for answers continues with them.
///
/// # Errors
///
/// When the state does not belong to this call.
#[inline]
pub(super) fn resume(
    call: &mut Call<'_>,
    handler: &Arc<Handler>,
) -> Result<Option<Step>, ErrorObject> {
    if let Some((retry, claim)) = claim(call)? {
        return Ok(Some(after_claim(call, retry, claim, handler)));
    }
    let Some(retry) = call.take_retry(|_| true) else { return Ok(None) };
    let resumed = call.as_context().resume(&retry, call.binding())?;
    Ok(resumed.map(|resumed| {
        Step::Pending(match call.asked() {
            // This request reports what became of the call.
            Some(asked) => asked.run(resumed),
            None => Box::pin(resumed),
        })
    }))
}

/// If other replicas could also continue with the state of a retry, returns the retry and a future
/// that claims the state.
#[inline]
fn claim(call: &mut Call<'_>) -> Result<Option<(Retry, Claim)>, ErrorObject> {
    let Some(sharing) = call.as_context().server().sharing().cloned() else { return Ok(None) };
    let Some(retry) = call.take_retry(|retry| !retry.is_claimed()) else { return Ok(None) };
    let (state, time) = call.as_context().server().retries().claimable(&retry, call.binding())?;
    let retry = Retry::clone(&retry).claimed();
    Ok(Some((retry, sharing.claim(&state, time))))
}

/// Restarts a call with a copy of its arguments, once no other replica can use its state.
#[inline]
fn after_claim(call: &mut Call<'_>, retry: Retry, claim: Claim, handler: &Arc<Handler>) -> Step {
    let mut context = call.take_context();
    let handler = Arc::clone(handler);
    let kept = call.arguments().to_kept();
    context.set_retry(retry);
    Step::Pending(Box::pin(async move {
        claim.await?;
        let step = handler.start(&mut context, &kept.members());
        step.response().await
    }))
}
