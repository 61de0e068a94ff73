//! The definition of a handler: the fields that all kinds have.

use super::tool;
use crate::attr::common::{Common, Icon, Scopes};
use crate::model::{AttributeArguments, Handler};
use crate::runtime_path::RuntimePath;
use crate::tokens::{field, some};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// The fields that every definition has.
pub(crate) fn common(handler: &Handler, krate: &RuntimePath) -> TokenStream {
    let Common { title, description, icons, meta, .. } = handler.common();
    let name = handler.name();
    let title = field("title", title.as_ref());
    let docs = handler.docs.unless(description.as_ref());
    let description = docs.map(|description| quote!(description: #description,));
    let icons = (!icons.is_empty()).then(|| {
        let icons = icons.iter().map(|icon| icon_def(icon, krate));
        quote!(icons: &[#(#icons),*],)
    });
    let meta = (!meta.is_empty()).then(|| {
        let entries = meta.iter().flat_map(|entries| &entries.0).map(|entry| {
            let key = &entry.key;
            let value = &entry.value;
            quote!((#key, #value))
        });
        quote!(meta: &[#(#entries),*],)
    });
    let call = call(handler, krate).map(|call| quote!(call: #call,));
    let location = location(handler.signature.ident.span());
    quote! {
        name: #name,
        #title
        #description
        #icons
        #meta
        #call
        location: #location,
    }
}

/// The definition of its calls, unless it sets nothing.
pub(super) fn call(handler: &Handler, krate: &RuntimePath) -> Option<TokenStream> {
    let Common { visible, scopes, timeout, .. } = handler.common();
    let visible = visible.as_ref().map(|path| {
        let at = path.span();
        let runtime = krate.at(at);
        let seen_by = quote_spanned!(at=> #runtime::seen_by(#path));
        quote!(visible: #seen_by,)
    });
    let scopes = scopes.as_ref().map(|Scopes(scopes)| quote!(scopes: &[#(#scopes),*],));
    let timeout = field("timeout", timeout.as_ref());
    let own = match &handler.attribute {
        AttributeArguments::Tool(of) => tool::call(of, krate),
        AttributeArguments::Method(of) if of.strict => quote!(strict: true,),
        _ => TokenStream::new(),
    };
    let fields = quote!(#visible #scopes #timeout #own);
    (!fields.is_empty()).then(|| quote!(#krate::CallDef { #fields ..#krate::CallDef::EMPTY }))
}

fn icon_def(icon: &Icon, krate: &RuntimePath) -> TokenStream {
    let Icon { src, mime_type, sizes, theme } = icon;
    let mime_type = some(mime_type.as_ref());
    let theme = some(theme.as_ref());
    let sizes = &sizes.0;
    quote! {
        #krate::IconDef { src: #src, mime_type: #mime_type, sizes: &[#(#sizes),*], theme: #theme }
    }
}

/// The source location of the function, as text.
pub(crate) fn location(span: Span) -> TokenStream {
    let line = line(span);
    quote!(::core::concat!(::core::file!(), ":", #line))
}

/// The line of the function. `line!()` would be that of the outermost macro, which is the same
/// for all functions of an impl block.
fn line(span: Span) -> TokenStream {
    if proc_macro::is_available() {
        span.unwrap().line().to_token_stream()
    } else {
        quote!(::core::line!())
    }
}
