//! What of a request a context holds, and when.

use std::sync::Arc;

use super::Context;
use crate::caller::Caller;
use crate::negotiation::{BackChannel, ClientFacts, Params, RequestContext};
use crate::protocol::ProtocolVersion;
use crate::server::handler::Inputs;
use crate::server::{FromContext, ServerBuilder, SessionState};

fn context() -> Context {
    let client = ClientFacts::default();
    let request = RequestContext::unsent(1, ProtocolVersion::LATEST, client, BackChannel::none());
    Context::new(ServerBuilder::new("test", "1").build().unwrap(), request)
}

/// Takes up the `_meta` of parameters that are read anew, as behind middleware.
fn take_up(context: &mut Context, params: &str) {
    context.set_meta(&Params::scan(Some(params)).unwrap());
}

#[test]
fn meta_that_middleware_leaves_as_it_is_is_copied_once() {
    let mut context = context();
    take_up(&mut context, r#"{"name":"add","_meta":{"trace":1}}"#);
    let copied = context.meta.clone().unwrap();
    take_up(&mut context, r#"{"name":"sub","_meta":{"trace":1}}"#);
    assert!(Arc::ptr_eq(&copied, context.meta.as_ref().unwrap()));
    take_up(&mut context, r#"{"name":"add","_meta":{"trace":2}}"#);
    assert_eq!(context.meta()["trace"], 2);
    take_up(&mut context, r#"{"name":"add"}"#);
    assert!(context.meta().is_empty());
}

#[test]
fn a_handler_with_state_of_its_session_copies_no_meta() {
    fn reads<T: FromContext>() -> (bool, bool) {
        let inputs = Inputs::<()>::describe(|inputs| inputs.context::<T>());
        (inputs.reads_request, inputs.reads_meta)
    }
    assert_eq!(reads::<SessionState<u8>>(), (true, false));
    assert_eq!(reads::<Option<SessionState<u8>>>(), (true, false));
    assert_eq!(reads::<Context>(), (true, true));
    assert_eq!(reads::<Caller>(), (false, false));
}
