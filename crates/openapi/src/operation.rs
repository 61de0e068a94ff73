//! The operations of an API as tables: which request a call becomes.
//!
//! The macro writes a table as a constant. Everything in it can also be owned, so that tables could
//! be built at run time.

use std::borrow::Cow;
use std::fmt;

use reqwest::Method;

/// A text of a table.
pub(crate) type TableText = Cow<'static, str>;

/// An operation: a method and a path, and where each argument goes.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method of the request.
    pub method: Method,
    /// The path, with variables, such as `/pet/{petId}`.
    pub path: TableText,
    /// The parameters, in the order of the arguments of a call.
    pub parameters: Cow<'static, [RequestParameter]>,
    /// The body, if the operation has one.
    pub body: Option<OperationBody>,
}

/// As messages name it.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// Where an argument goes.
#[derive(Clone, Debug)]
pub struct RequestParameter {
    /// The name of the argument, for messages to the model.
    pub argument: TableText,
    /// The name in the request.
    pub name: TableText,
    /// The part of the request that it belongs to.
    pub place: RequestPart,
}

/// A part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestPart {
    /// A variable of the path.
    Path,
    /// The query.
    Query(Style),
    /// A header.
    Header,
    /// A cookie.
    Cookie,
    /// A member of the body; the style is that of forms.
    Property(Style),
    /// The whole body.
    Body,
}

/// How a list or an object is written into a query or a form.
///
/// Source: [OpenAPI 3.1, "Style Values"](https://spec.openapis.org/oas/v3.1.1.html#style-values).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `id=1&id=2`, and each member of an object by its own name.
    FormExploded,
    /// `id=1,2`
    Form,
    /// `id=1%202`
    SpaceDelimited,
    /// `id=1|2`
    PipeDelimited,
    /// `filter[name]=x`
    DeepObject,
    /// JSON, as a parameter with `content` says.
    Json,
}

/// The body of a request.
#[derive(Clone, Debug)]
pub struct OperationBody {
    /// How it is written.
    pub kind: BodyKind,
    /// Its media type.
    pub content_type: TableText,
    /// Whether it is sent even if no argument is in it.
    pub required: bool,
}

/// How a body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// As JSON.
    Json,
    /// As a form, percent-encoded.
    Form,
    /// As it is.
    Text,
}
