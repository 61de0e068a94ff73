//! The runtime of a program that has none.

use tokio::runtime::{Builder, Handle};

use crate::error::{Error, Result};

const INSIDE: &str = "cannot start a runtime from within a runtime: make `main` a plain \
    `fn`, or await `run_async` (or `serve(stdio())`, or `into_http().serve`)";

/// Runs a future on a runtime of its own.
///
/// # Errors
///
/// Those of the future; or when called within a runtime.
pub(super) fn block_on<T>(
    mut runtime: Builder,
    future: impl Future<Output = Result<T>>,
) -> Result<T> {
    if Handle::try_current().is_ok() {
        return Err(Error::other(INSIDE));
    }
    let runtime = runtime
        .enable_all()
        .build()
        .map_err(|error| Error::io("cannot start the runtime", error))?;
    let done = runtime.block_on(future);
    // A blocking handler that never ends must not keep the process alive.
    runtime.shutdown_background();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_runtime_inside_of_a_runtime_is_refused_with_advice() {
        let refused = block_on(Builder::new_current_thread(), async { Ok(()) }).unwrap_err();
        assert!(refused.to_string().contains("await `run_async`"), "{refused}");
    }
}
