//! What middleware has found out about a request, as a context parameter.

use std::any::type_name;
use std::ops::Deref;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::server::{Context, FromContext};

/// A value from the extensions of the HTTP request, where a layer or an
/// [`Authorizer`](crate::http::Authorizer) has inserted it: a context parameter, like the extractor
/// `Extension` of axum.
///
/// ```
/// use mcp_runtime::http::RequestExtension;
/// use mcp_runtime::tool;
///
/// /// What middleware has looked up.
/// #[derive(Clone)]
/// struct Account {
///     name: String,
/// }
///
/// /// Says who asks.
/// #[tool]
/// fn whoami(account: RequestExtension<Account>) -> String {
///     account.name.clone()
/// }
/// ```
///
/// A call without the value fails, such as one over standard input;
/// `Option<RequestExtension<T>>` is for handlers that also work without. The value is cloned for
/// each call.
#[derive(Clone, Copy, Debug)]
pub struct RequestExtension<T>(pub T);

impl<T> Deref for RequestExtension<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone + Send + Sync + 'static> FromContext for RequestExtension<T> {
    const ASKS: bool = false;
    const READS_META: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        let value = find(context).cloned().map(Self);
        value.ok_or_else(|| ErrorObject::internal(missing::<T>()).into())
    }

    fn is_available(context: &Context) -> bool {
        find::<T>(context).is_some()
    }
}

fn find<T: Send + Sync + 'static>(context: &Context) -> Option<&T> {
    context.http()?.extensions.get()
}

fn missing<T>() -> String {
    let name = type_name::<T>();
    format!(
        "needs RequestExtension<{name}>; let middleware insert one into the extensions of the request"
    )
}
