//! Begins to resolve the parameters that may have to wait.

use super::Call;
use super::resolve::{ResolvedArgument, ResolvedValue};
use crate::error::Result;
use crate::server::response::BoxFuture;
use crate::server::{Context, FromArgument, FromContext};

/// Creates the value of a parameter for a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Resolver {
    Context(fn(&Context) -> BoxFuture<Result<ResolvedValue>>),
    /// Of the parameter with this index.
    Argument(usize, fn(&mut Call<'_>, usize) -> BoxFuture<Result<ResolvedValue>>),
}

impl Resolver {
    /// Begins to create the value.
    pub(super) fn begin(self, call: &mut Call<'_>) -> BoxFuture<Result<ResolvedValue>> {
        match self {
            Self::Context(resolve) => resolve(&call.shared_context()),
            Self::Argument(index, resolve) => resolve(call, index),
        }
    }
}

pub(super) fn resolve<T: FromContext>(context: &Context) -> BoxFuture<Result<ResolvedValue>> {
    let context = context.shared();
    Box::pin(async move {
        let value = T::from_context(&context).await?;
        Ok(Box::new(value) as ResolvedValue)
    })
}

pub(super) fn resolve_argument<T: FromArgument>(
    call: &mut Call<'_>,
    index: usize,
) -> BoxFuture<Result<ResolvedValue>> {
    let argument = call.try_argument::<T::Argument>(index);
    let context = call.shared_context();
    Box::pin(async move {
        let value = match argument {
            Some(argument) => Some(T::from_argument(argument, &context).await?),
            None => None,
        };
        Ok(Box::new(ResolvedArgument(value)) as ResolvedValue)
    })
}
