//! The parts that are specific to pages that tools show inside a host.

use super::definition::some;
use crate::attr::Tool;
use crate::attr::app::App;
use crate::attr::values::Switch;
use crate::attr::words::Texts;
use crate::runtime_path::RuntimePath;
use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

/// The field of the definition of a resource.
pub(super) fn app(app: &App, krate: &RuntimePath) -> TokenStream {
    let lists = [
        (quote!(connect), strings(&app.connect)),
        (quote!(resources), strings(&app.resources)),
        (quote!(frames), strings(&app.frames)),
        (quote!(base), strings(&app.base)),
    ];
    let lists = lists.into_iter().filter(|(_, texts)| !texts.is_empty());
    let lists = lists.map(|(name, texts)| quote!(#name: &[#(#texts),*],));
    let permissions = app.permissions.as_ref().map(|words| {
        let words = words.0.iter().map(ToString::to_string);
        quote!(permissions: &[#(#words),*],)
    });
    let domain =
        app.domain.as_ref().map(|domain| quote!(domain: ::core::option::Option::Some(#domain),));
    let border =
        app.border.map(|Switch(border)| quote!(border: ::core::option::Option::Some(#border),));
    quote! {
        app: ::core::option::Option::Some(#krate::AppDef {
            #(#lists)* #permissions #domain #border ..#krate::AppDef::EMPTY
        }),
    }
}

/// The field of the definition of a tool, if it has arguments about a page.
pub(super) fn ui(tool: &Tool, krate: &RuntimePath) -> Option<TokenStream> {
    let whom = tool.ui_visibility.as_ref().map(|whom| whom.0.value());
    if tool.ui.is_none() && whom.is_none() {
        return None;
    }
    let visibility = whom.filter(|whom| whom != "both").into_iter();
    let uri = some(&tool.ui);
    Some(quote! {
        ui: ::core::option::Option::Some(#krate::UiDef {
            uri: #uri,
            visibility: &[#(#visibility),*],
        }),
    })
}

fn strings(texts: &Texts) -> &[LitStr] {
    &texts.0
}
