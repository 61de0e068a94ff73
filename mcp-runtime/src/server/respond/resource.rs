//! Results of resources. Their URI and media type are filled in when the handler is done.

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use tokio::sync::watch;

use super::{Json, OutputOf, finite};
use crate::error::Error;
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::{
    AppMeta, AppPage, ReadResourceResult, ResourceContents, TextResourceContents,
};
use crate::server::resource_watch::Watch;
use crate::server::{Reply, Response};

/// What a function with [`#[resource]`](macro@crate::resource) may return.
///
/// | type | contents |
/// |---|---|
/// | `String`, `&'static str`, `Cow<str>`, `Box<str>`, `Arc<str>` | text |
/// | `Vec<u8>`, `&'static [u8]` | bytes |
/// | [`Json<T>`](crate::Json) | JSON |
/// | [`AppPage`](crate::protocol::AppPage) | a page with its own settings |
/// | [`ResourceContents`], `Vec<ResourceContents>` | these contents |
/// | `Option<T>` | for `None`, an error that the resource does not exist |
/// | [`watch::Receiver<T>`](watch::Receiver) | the current value; clients can subscribe to it |
///
/// It is implemented only for these types. A function may also return a `Result` of one of them,
/// with any error that implements `Display`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a resource",
    label = "not the contents of a resource",
    note = "return a `String`, bytes (`Vec<u8>`), `Json<T>`, `ResourceContents`, or an `Option` of one of these"
)]
pub trait IntoResource {
    /// The contents; `None` if the resource does not exist.
    ///
    /// # Errors
    ///
    /// When the value cannot be read.
    #[doc(hidden)]
    fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject>;

    /// Whether values of the type change, and announce their changes.
    #[doc(hidden)]
    const IS_WATCHED: bool = false;

    /// Returns the watch that announces the changes of the value.
    #[doc(hidden)]
    fn watch(&self) -> Option<Watch> {
        None
    }

    /// Returns the response with the contents.
    ///
    /// # Errors
    ///
    /// If the resource does not exist or cannot be read.
    #[doc(hidden)]
    fn respond(self) -> Response
    where
        Self: Sized,
    {
        let watch = self.watch();
        let found = self.contents()?;
        let contents = found
            .ok_or_else(|| ErrorObject::new(ErrorCode::RESOURCE_NOT_FOUND, "resource not found"))?;
        let result = ReadResourceResult::new(contents);
        Ok(match watch {
            None => Reply::Resource(result),
            Some(watch) => Reply::Watched(result, watch),
        })
    }
}

impl<T: IntoResource> OutputOf<T> {
    /// Whether a resource announces its changes, judging by the return type of its handler.
    pub fn is_watched(&self) -> bool {
        T::IS_WATCHED
    }
}

/// For types that are not content: that is reported once, where the response is built.
pub trait NoResource {
    /// Always `false`.
    fn is_watched(&self) -> bool {
        false
    }
}

impl<T> NoResource for OutputOf<T> {}

#[diagnostic::do_not_recommend]
impl<T: IntoResource> IntoResource for Option<T> {
    #[inline]
    fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject> {
        self.map_or(Ok(None), T::contents)
    }

    const IS_WATCHED: bool = T::IS_WATCHED;

    fn watch(&self) -> Option<Watch> {
        self.as_ref().and_then(T::watch)
    }
}

/// The current value; subscribers are notified of each later one.
#[diagnostic::do_not_recommend]
impl<T: IntoResource + Clone + Send + Sync + 'static> IntoResource for watch::Receiver<T> {
    #[inline]
    fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject> {
        let now = self.borrow().clone();
        now.contents()
    }

    const IS_WATCHED: bool = true;

    fn watch(&self) -> Option<Watch> {
        Some(Watch::of(self.clone()))
    }
}

/// A closure of [`Server::add_resource`](crate::Server::add_resource) may fail.
#[diagnostic::do_not_recommend]
impl<T: IntoResource> IntoResource for Result<T, Error> {
    #[inline]
    fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject> {
        self?.contents()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoResource for Json<T> {
    #[inline]
    fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject> {
        if let Some(refusal) = finite::refusal(&self.0) {
            return Err(ErrorObject::internal(refusal));
        }
        let json = serde_json::to_string(&self.0).map_err(|error| {
            ErrorObject::internal(format!("the resource cannot be serialized as JSON: {error}"))
        })?;
        Ok(Some(vec![ResourceContents::text("", json).with_mime_type("application/json")]))
    }
}

#[diagnostic::do_not_recommend]
impl IntoResource for AppPage {
    #[inline]
    fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject> {
        let mut page = TextResourceContents::default();
        page.meta = self.meta.as_ref().map(AppMeta::to_meta);
        page.text = self.html;
        Ok(Some(vec![ResourceContents::Text(page)]))
    }
}

macro_rules! contents {
    ($($contents:ty: $value:ident => $made:expr;)*) => {
        $(#[diagnostic::do_not_recommend]
        impl IntoResource for $contents {
            #[inline]
            fn contents(self) -> Result<Option<Vec<ResourceContents>>, ErrorObject> {
                let $value = self;
                Ok(Some($made))
            }
        })*
    };
}

contents! {
    String: text => vec![ResourceContents::text("", text)];
    Cow<'_, str>: text => vec![ResourceContents::text("", text)];
    Box<str>: text => vec![ResourceContents::text("", text)];
    Arc<str>: text => vec![ResourceContents::text("", &*text)];
    &'static str: text => vec![ResourceContents::text("", text)];
    Vec<u8>: bytes => vec![ResourceContents::blob("", STANDARD.encode(bytes))];
    &'static [u8]: bytes => vec![ResourceContents::blob("", STANDARD.encode(bytes))];
    ResourceContents: contents => vec![contents];
    Vec<ResourceContents>: contents => contents;
}
