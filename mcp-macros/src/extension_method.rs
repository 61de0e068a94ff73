//! The parts that are specific to handlers of extensions: methods and notifications, by their names
//! on the wire and the revisions that have them, and wrappers around tool calls.

use crate::attr::duration::DurationValue;
use crate::attr::parse;
use crate::attr::values::{Switch, Text, literal, refused};
use crate::attr::{self, Common};
use crate::handler::Site;
use crate::kind::Kind;
use crate::model::{Handler, Parameter};
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, Lit, Meta};

/// The revisions, as they are named on the wire.
const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The arguments of the attribute.
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
        if let Meta::NameValue(pair) = item {
            match &pair.value {
                Expr::Path(path) => {
                    if let Some(ident) = path.path.get_ident() {
                        return Ok(Self::Parameter(ident.clone()));
                    }
                }
                value => {
                    if let Some(Lit::Str(_)) = literal(value) {
                        return Text::from_meta(item).map(Self::Member);
                    }
                }
            }
        }
        Err(refused(item, "`name` takes the parameter that HTTP repeats: `name = batch_id`"))
    }
}

/// A revision of the protocol: `since = "2025-11-25"`.
pub(crate) struct Version(Text);

impl FromMeta for Version {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = Text::from_meta(item)?;
        if VERSIONS.contains(&text.0.value().as_str()) {
            return Ok(Self(text));
        }
        let versions = VERSIONS.map(|version| format!("\"{version}\"")).join(", ");
        Err(refused(&text, format!("not a revision of the protocol: write one of {versions}")))
    }
}

impl Version {
    /// The constant of the runtime.
    pub(crate) fn tokens(&self, krate: &RuntimePath) -> TokenStream {
        let name = format_ident!("V{}", self.0.0.value().replace('-', "_"));
        quote!(#krate::ProtocolVersion::#name)
    }

    /// Whether it is newer than another one.
    pub(crate) fn is_after(&self, other: &Self) -> bool {
        self.0.0.value() > other.0.0.value()
    }
}

impl ToTokens for Version {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

impl Method {
    /// Reads the name, then the named arguments.
    pub(crate) fn read(kind: Kind, arguments: TokenStream, at: Span) -> syn::Result<Self> {
        if kind == Kind::Around {
            return Self::around(&arguments, at);
        }
        let hint = match kind {
            Kind::Notified => "write the name first: `#[notified(\"notifications/batch/hint\")]`",
            _ => "write the name first: `#[method(\"batch/run\")]`",
        };
        let first: TokenStream =
            arguments.clone().into_iter().take_while(|token| !parse::is_comma(token)).collect();
        if first.is_empty() {
            return Err(syn::Error::new(at, hint));
        }
        let name = match syn::parse2::<Expr>(first.clone()) {
            Ok(Expr::Assign(_)) | Err(_) => return Err(refused(&first, hint).into()),
            Ok(name) => name,
        };
        let rest = arguments.into_iter().skip(first.into_iter().count() + 1);
        let named: Named = attr::read(kind.name(), rest.collect())?;
        let Named { timeout, blocking, rename_all, krate, .. } = named;
        Ok(Self {
            common: Common { timeout, blocking, rename_all, krate, ..Common::default() },
            name: Some(name),
            subject: named.name,
            since: named.since,
            until: named.until,
            open: named.open.0,
            strict: named.strict.0,
        })
    }

    fn around(arguments: &TokenStream, at: Span) -> syn::Result<Self> {
        if arguments.to_string() == "tool" {
            return Ok(Self::default());
        }
        let at = if arguments.is_empty() { at } else { syn::spanned::Spanned::span(arguments) };
        Err(syn::Error::new(at, "name the handlers that it wraps: `#[around(tool)]`"))
    }

    /// The name on the wire, if it is written out.
    pub(crate) fn written_name(&self) -> Option<String> {
        match literal(self.name.as_ref()?)? {
            Lit::Str(name) => Some(name.value()),
            _ => None,
        }
    }
}

/// The fields of the definition.
pub(crate) fn definition(handler: &Handler, method: &Method, krate: &RuntimePath) -> TokenStream {
    let Method { common, name, since, until, open, strict, .. } = method;
    let kind = match handler.kind {
        Kind::Notified => quote!(Notification),
        _ => quote!(Request),
    };
    let version = |version: &Option<Version>| match version {
        Some(version) => {
            let version = version.tokens(krate);
            quote!(::core::option::Option::Some(#version))
        }
        None => quote!(::core::option::Option::None),
    };
    let (since, until) = (version(since), version(until));
    let subject = match subject(handler, method) {
        Some(subject) => quote!(::core::option::Option::Some(#subject)),
        None => quote!(::core::option::Option::None),
    };
    let timeout = match &common.timeout {
        Some(timeout) => quote!(::core::option::Option::Some(#timeout)),
        None => quote!(::core::option::Option::None),
    };
    let location = crate::definition::location(handler.signature.ident.span());
    quote! {
        method: const {
            &#krate::ExtensionMethod {
                extension: <Self as #krate::Extension>::ID,
                name: #name,
                kind: #krate::MethodKind::#kind,
                since: #since,
                until: #until,
                subject: #subject,
            }
        },
        open: #open,
        timeout: #timeout,
        strict: #strict,
        location: #location,
    }
}

/// The member of the parameters that HTTP repeats in a header.
fn subject(handler: &Handler, method: &Method) -> Option<String> {
    match method.subject.as_ref()? {
        Subject::Member(text) => Some(text.0.value()),
        Subject::Parameter(ident) => {
            let named = |parameter: &&Parameter| parameter.ident() == Some(ident);
            handler.parameters.iter().find(named).map(Parameter::name)
        }
    }
}

/// The statement that adds the wrapper around tool calls.
pub(crate) fn around(handler: &Handler, site: &Site<'_>, set: &Ident) -> TokenStream {
    let (krate, name) = (site.krate, &handler.signature.ident);
    let at = name.span();
    let runtime = krate.at(at);
    let location = crate::definition::location(at);
    quote_spanned! {at=>
        #set.around(<Self as #runtime::Extension>::ID, #location, |__this, __call, __next| {
            #runtime::boxed(async move {
                #runtime::around_result!(Self::#name(&__this, __call, __next).await)
            })
        });
    }
}
