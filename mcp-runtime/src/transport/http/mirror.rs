//! (to be replaced)
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use http::HeaderMap;
pub(crate) fn check(_: &HeaderMap, _: &str, _: &Params<'_>, _: &[()]) -> Result<(), ErrorObject> {
    Ok(())
}
