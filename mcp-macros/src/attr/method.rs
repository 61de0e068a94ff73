//! The arguments of `#[method]`, `#[notified]` and `#[around]`.

use super::common::Common;
use super::duration::DurationValue;
use super::refusal::refused;
use super::values::{Switch, Text, value_of};
use super::version::Version;
use super::{named, parse};
use crate::kind::Kind;
use crate::literal::string;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Expr, LitStr, Meta};

#[derive(Default)]
pub(crate) struct Method {
    pub(crate) common: Common,
    /// The name on the wire, written first.
    pub(crate) name: Option<Expr>,
    pub(crate) subject: Option<Subject>,
    pub(crate) since: Option<Version>,
    pub(crate) until: Option<Version>,
    pub(crate) open: bool,
    pub(crate) strict: bool,
}

#[derive(Default, FromMeta)]
struct Named {
    name: Option<Subject>,
    since: Option<Version>,
    until: Option<Version>,
    #[darling(default)]
    open: Switch,
    #[darling(default)]
    strict: Switch,
    timeout: Option<DurationValue>,
    #[darling(default)]
    blocking: Switch,
    rename_all: Option<Text>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

/// The argument that names the subject of a request: a parameter, or the name of the member.
pub(crate) enum Subject {
    Parameter(Ident),
    Member(Text),
}

impl FromMeta for Subject {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(Expr::Path(path)) = value_of(item)
            && let Some(ident) = path.path.get_ident()
        {
            return Ok(Self::Parameter(ident.clone()));
        }
        if let Ok(member) = Text::from_meta(item) {
            return Ok(Self::Member(member));
        }
        Err(refused(
            item,
            "`name` takes the parameter that clients repeat in the `Mcp-Name` header: `name = batch_id`",
        ))
    }
}

impl Method {
    /// Reads the name, then the named arguments.
    pub(crate) fn read(kind: Kind, arguments: TokenStream, at: Span) -> syn::Result<Box<Self>> {
        if kind == Kind::Around {
            return Self::around(&arguments, at);
        }
        let hint = match kind {
            Kind::Notified => "write the name first: `#[notified(\"notifications/batch/hint\")]`",
            _ => "write the name first: `#[method(\"batch/run\")]`",
        };
        let (first, rest) = parse::split_first(arguments);
        if first.is_empty() {
            return Err(syn::Error::new(at, hint));
        }
        let name = match syn::parse2::<Expr>(first.clone()) {
            Ok(Expr::Assign(_)) | Err(_) => return Err(refused(&first, hint).into()),
            Ok(name) => name,
        };
        let named: Named = named::read(kind.name(), rest)?;
        let Named { timeout, blocking, rename_all, krate, .. } = named;
        Ok(Box::new(Self {
            common: Common { timeout, blocking, rename_all, krate, ..Common::default() },
            name: Some(name),
            subject: named.name,
            since: named.since,
            until: named.until,
            open: named.open.0,
            strict: named.strict.0,
        }))
    }

    fn around(arguments: &TokenStream, at: Span) -> syn::Result<Box<Self>> {
        if arguments.to_string() == "tool" {
            return Ok(Box::default());
        }
        let at = if arguments.is_empty() { at } else { syn::spanned::Spanned::span(arguments) };
        Err(syn::Error::new(at, "name the handlers that it wraps: `#[around(tool)]`"))
    }

    /// The name on the wire, if it is written out.
    pub(crate) fn written_name(&self) -> Option<String> {
        string(self.name.as_ref()?).map(LitStr::value)
    }
}
