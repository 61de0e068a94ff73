//! Closures as handlers, which take what functions take.

use std::future::Future;

use serde::de::DeserializeOwned;

use crate::schema::Schema;
use crate::server::FromContext;
use crate::server::handler::{Call, Inputs};

/// A closure that can be added to a server while it runs.
///
/// Its parameters are up to four [context parameters](FromContext), followed by its arguments, if
/// any, as one value: a struct that derives [`Schema`] and `serde::Deserialize`. The types of the
/// parameters must be written out.
///
/// ```
/// use mcp_runtime::{Changes, Context, server};
///
/// let server = server!().changes(Changes::new().tools()).build()?;
/// server.add_tool("whoami", "Says who asks.", async |context: Context| {
///     context.caller().principal().unwrap_or("somebody").to_owned()
/// })?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// What a closure captures is cloned for each call, which then owns it. Put what cannot be cloned, or
/// is to be the same for all calls, into an `Arc`:
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use mcp_runtime::{Changes, Result, Server};
///
/// fn add_counter(server: &Server, name: &str) -> Result<()> {
///     let (label, count) = (name.to_owned(), Arc::new(AtomicU64::new(0)));
///     server.add_tool(name, "Counts its calls.", async move || {
///         format!("{label}: {}", count.fetch_add(1, Ordering::Relaxed) + 1)
///     })
/// }
///
/// let server = mcp_runtime::server!().changes(Changes::new().tools()).build()?;
/// add_counter(&server, "clicks")?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// It is implemented only for closures.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a handler",
    label = "expected a closure that returns a future: context parameters first, then one struct of arguments",
    note = "write the types of its parameters; arguments are one value whose type derives `serde::Deserialize` and `mcp_runtime::Schema`",
    note = "what it captures is cloned for each call: put what cannot be cloned into an `Arc`, and write `async move |..|`"
)]
pub trait HandlerClosure<Parameters>: Clone + Send + Sync + 'static {
    /// The output of its future.
    #[doc(hidden)]
    type Value: 'static;

    /// The future that it returns.
    #[doc(hidden)]
    type Future: Future<Output = Self::Value> + Send + 'static;

    /// Adds its parameters to the description of the handler.
    #[doc(hidden)]
    fn describe(inputs: &mut Inputs<()>);

    /// Takes its parameters and calls it; `None` if one is rejected, and `call` stores the reason.
    #[doc(hidden)]
    fn run(&self, call: &mut Call<'_>) -> Option<Self::Future>;
}

/// The parameters of a closure that takes no arguments, such as one that reads a resource.
#[diagnostic::on_unimplemented(
    message = "a resource that is a closure takes no arguments",
    label = "its parameters are context parameters, and nothing else"
)]
pub trait ContextParameters {}

/// The arguments of a call, as one value, in the parameters of a [closure](HandlerClosure): the
/// type that distinguishes a closure with arguments from one without.
#[derive(Debug)]
pub struct Arguments<A>(A);

macro_rules! closures {
    ($($context:ident)*) => {
        impl<$($context: FromContext,)*> ContextParameters for ($($context,)*) {}

        #[diagnostic::do_not_recommend]
        impl<Closure, F, $($context,)*> HandlerClosure<($($context,)*)> for Closure
        where
            Closure: FnOnce($($context),*) -> F + Clone + Send + Sync + 'static,
            F: Future<Output: 'static> + Send + 'static,
            $($context: FromContext,)*
        {
            type Value = F::Output;
            type Future = F;

            fn describe(_inputs: &mut Inputs<()>) {
                $(_inputs.context::<$context>();)*
            }

            #[allow(non_snake_case, reason = "each parameter has the name of its type")]
            fn run(&self, _call: &mut Call<'_>) -> Option<F> {
                $(let $context = _call.context::<$context>();)*
                Some(self.clone()($($context?),*))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Closure, F, A, $($context,)*> HandlerClosure<($($context,)* Arguments<A>,)> for Closure
        where
            Closure: FnOnce($($context,)* A) -> F + Clone + Send + Sync + 'static,
            F: Future<Output: 'static> + Send + 'static,
            A: DeserializeOwned + Schema,
            $($context: FromContext,)*
        {
            type Value = F::Output;
            type Future = F;

            fn describe(inputs: &mut Inputs<()>) {
                $(inputs.context::<$context>();)*
                inputs.all::<A>();
            }

            #[allow(non_snake_case, reason = "each parameter has the name of its type")]
            fn run(&self, call: &mut Call<'_>) -> Option<F> {
                $(let $context = call.context::<$context>();)*
                let arguments = call.all::<A>();
                Some(self.clone()($($context?,)* arguments?))
            }
        }
    };
}

closures!();
closures!(P1);
closures!(P1 P2);
closures!(P1 P2 P3);
closures!(P1 P2 P3 P4);
