//! The parts that are specific to handlers of extensions: methods and notifications, by their names
//! on the wire and the revisions that have them, and wrappers around tool calls.

use super::definition::{call, location};
use super::site::Site;
use crate::attr::Method;
use crate::attr::method::Subject;
use crate::attr::version::Version;
use crate::kind::Kind;
use crate::model::{Handler, Parameter};
use crate::runtime_path::RuntimePath;
use crate::tokens::some;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// The fields of the definition.
pub(crate) fn definition(handler: &Handler, method: &Method, krate: &RuntimePath) -> TokenStream {
    let Method { name, since, until, open, .. } = method;
    let variant = if handler.kind == Kind::Notified { "Notification" } else { "Request" };
    let kind = format_ident!("{variant}");
    let version =
        |version: &Option<Version>| some(version.as_ref().map(|of| of.tokens(krate)).as_ref());
    let since = version(since);
    let until = version(until);
    let subject = some(subject(handler, method).as_ref());
    let call = call(handler, krate).unwrap_or_else(|| quote!(#krate::CallDef::EMPTY));
    let location = location(handler.signature.ident.span());
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
        call: #call,
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
    let krate = site.krate;
    let name = &handler.signature.ident;
    let at = name.span();
    let runtime = krate.at(at);
    let location = location(at);
    quote_spanned! {at=>
        #set.around(<Self as #runtime::Extension>::ID, #location, |__this, __call, __next| {
            #runtime::boxed(async move {
                #runtime::around_result!(Self::#name(&__this, __call, __next).await)
            })
        });
    }
}
