//! Converts what a handler returns into a response.
//!
//! The macros of this module dispatch by method lookup, where the type is concrete: a `Result` is
//! split first, then content takes precedence over data. An inherent method wins over a trait
//! method, and a method of `T` over one of `&T`, so no specialization is needed.

mod completion;
mod default;
mod extension_method;
mod failure;
mod finite;
mod json;
mod media;
mod preview;
mod prompt;
mod resource;
mod tool;
mod tool_value;

use std::convert::Infallible;

pub use completion::{Already, Awaited, boxed, completed, error_object};
pub use default::{DefaultOf, JsonDefault, OmittedDefault};
pub use extension_method::IntoMethodResult;
pub use failure::{Explains, Failure, IsSpecial, NotFound, PlainFailure, Special};
pub use json::Json;
pub use media::{Audio, Image};
pub use preview::{ToolPreview, previewed};
pub use prompt::prompt;
pub use resource::{IntoResource, NoResource};
pub use tool::{
    AsContent, AsData, ContentOutput, DataOutput, NoSchema, OutputOf, PlainOutput, Respond,
    SchemaOf, ToolOutput, any,
};
pub use tool_value::ToolValue;

/// What a handler returned: a `Result`, which is split, or any other value, which is kept whole.
#[derive(Debug)]
pub struct Split<T>(pub T);

impl<T, E> Split<Result<T, E>> {
    /// The result itself.
    ///
    /// # Errors
    ///
    /// When the handler returned an error.
    pub fn split(self) -> Result<T, E> {
        self.0
    }
}

/// For everything but a `Result`.
pub trait SplitPlain<T> {
    /// The value itself.
    ///
    /// # Errors
    ///
    /// Never.
    fn split(self) -> Result<T, Infallible>;
}

impl<T> SplitPlain<T> for Split<T> {
    fn split(self) -> Result<T, Infallible> {
        Ok(self.0)
    }
}

/// Builds a tool's response from what its handler returned: `tool_result!` in generated code.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_result {
    ($returned:expr) => {
        $crate::__private::tool_result!($returned, $crate::__private::Respond)
    };
    // With the trait that responds, whose diagnostics say what its types lack.
    ($returned:expr, $($by:tt)+) => {{
        use $crate::__private::{
            ContentOutput as _, DataOutput as _, PlainOutput as _, PlainFailure as _, SplitPlain as _,
        };
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => {
                let output = (&&&$crate::__private::OutputOf::of(&value)).output();
                $($by)+::respond(output, value)
            }
            ::core::result::Result::Err(error) => $crate::__private::Explains::tool_response(
                $crate::__private::Failure(error).error(),
            ),
        }
    }};
}

/// Derives the output schema of a tool from what its handler returns.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_output {
    ($output:expr) => {
        || {
            use $crate::__private::{
                ContentOutput as _, DataOutput as _, NoSchema as _, PlainOutput as _, SchemaOf as _,
            };
            let value = $output.value();
            (&(&&&value).output()).schema()
        }
    };
}

/// Builds a prompt's response from what its handler returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __prompt_result {
    ($returned:expr) => {{
        use $crate::__private::{PlainFailure as _, SplitPlain as _};
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => $crate::__private::prompt(value),
            ::core::result::Result::Err(error) => {
                $crate::__private::Explains::response($crate::__private::Failure(error).error())
            }
        }
    }};
}

/// Builds a resource's response from what its handler returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __resource_result {
    ($returned:expr) => {{
        use $crate::__private::{PlainFailure as _, SplitPlain as _};
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => $crate::__private::IntoResource::respond(value),
            ::core::result::Result::Err(error) => {
                $crate::__private::Explains::response($crate::__private::Failure(error).error())
            }
        }
    }};
}

/// Builds the response of an extension's method from what its handler returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __method_result {
    ($returned:expr) => {{
        use $crate::__private::{PlainFailure as _, SplitPlain as _};
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => {
                $crate::__private::IntoMethodResult::respond(value)
            }
            ::core::result::Result::Err(error) => {
                $crate::__private::Explains::response($crate::__private::Failure(error).error())
            }
        }
    }};
}

/// Builds the response of a tool from what the middleware around it returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __around_result {
    ($returned:expr) => {{
        use $crate::__private::{PlainFailure as _, SplitPlain as _};
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => ::core::result::Result::Ok(
                <$crate::__private::Reply as ::core::convert::From<_>>::from(value),
            ),
            ::core::result::Result::Err(error) => $crate::__private::Explains::tool_response(
                $crate::__private::Failure(error).error(),
            ),
        }
    }};
}

/// Whether a resource announces its changes, judging by the return type of its handler.
#[doc(hidden)]
#[macro_export]
macro_rules! __resource_watched {
    ($output:expr) => {{
        use $crate::__private::{NoResource as _, PlainOutput as _};
        $output.value().is_watched()
    }};
}

/// Builds the response of a completion from what its sync or async function returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __completion {
    ($returned:expr) => {
        $crate::__private::boxed(async move {
            use $crate::__private::{Already as _, PlainFailure as _, SplitPlain as _};
            let returned = $crate::__private::Awaited($returned).future().await;
            match $crate::__private::Split(returned).split() {
                ::core::result::Result::Ok(values) => {
                    $crate::__private::completed($crate::__private::Completes::completion(values))
                }
                ::core::result::Result::Err(error) => {
                    $crate::__private::Explains::response($crate::__private::Failure(error).error())
                }
            }
        })
    };
}

/// Makes the preview of a call from what its sync or async function returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __preview_result {
    ($returned:expr) => {{
        use $crate::__private::{Already as _, PlainFailure as _, SplitPlain as _};
        let returned = $crate::__private::Awaited($returned).future().await;
        match $crate::__private::Split(returned).split() {
            ::core::result::Result::Ok(preview) => $crate::__private::previewed(&preview),
            ::core::result::Result::Err(error) => $crate::__private::Explains::tool_response(
                $crate::__private::Failure(error).error(),
            ),
        }
    }};
}

/// Lists the resources of a template from what its sync or async function returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __instances {
    ($variables:literal, $returned:expr) => {
        ::std::boxed::Box::pin(async move {
            use $crate::__private::{Already as _, PlainFailure as _, SplitPlain as _};
            let returned = $crate::__private::Awaited($returned).future().await;
            match $crate::__private::Split(returned).split() {
                ::core::result::Result::Ok(listed) => {
                    ::core::result::Result::Ok($crate::__private::listed::<$variables, _>(listed))
                }
                ::core::result::Result::Err(error) => ::core::result::Result::Err(
                    $crate::__private::error_object($crate::__private::Explains::response(
                        $crate::__private::Failure(error).error(),
                    )),
                ),
            }
        })
    };
}

/// The JSON of a default, if its type can be serialized to JSON.
#[doc(hidden)]
#[macro_export]
macro_rules! __default_json {
    ($default:expr) => {{
        use $crate::__private::{JsonDefault as _, OmittedDefault as _};
        (&&$crate::__private::DefaultOf(&$default)).json()
    }};
}
