//! The parts that are specific to pages that tools show inside a host.

use crate::attr::Tool;
use crate::attr::app::App;
use crate::attr::values::Switch;
use crate::runtime_path::RuntimePath;
use crate::tokens::{field, some};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The definition of a page.
pub(super) fn app(app: &App, krate: &RuntimePath) -> TokenStream {
    let lists = [
        ("connect", &app.connect.0),
        ("resources", &app.resources.0),
        ("frames", &app.frames.0),
        ("base", &app.base.0),
    ]
    .into_iter()
    .filter(|(_, texts)| !texts.is_empty())
    .map(|(name, texts)| {
        let name = format_ident!("{name}");
        quote!(#name: &[#(#texts),*],)
    });
    let permissions = app.permissions.as_ref().map(|words| {
        let words = words.texts();
        quote!(permissions: &[#(#words),*],)
    });
    let domain = field("domain", app.domain.as_ref());
    let border = field("border", app.border.map(|Switch(border)| border));
    quote!(#krate::AppDef { #(#lists)* #permissions #domain #border ..#krate::AppDef::EMPTY })
}

/// The field of the definition of a tool, if it has arguments about a page.
pub(super) fn ui(tool: &Tool, krate: &RuntimePath) -> Option<TokenStream> {
    let whom = tool.ui_visibility.as_ref().map(|whom| whom.0.value());
    if tool.ui.is_none() && whom.is_none() {
        return None;
    }
    let visibility = whom.filter(|whom| whom != "both").into_iter();
    let uri = some(tool.ui.as_ref());
    field("ui", Some(quote!(#krate::UiDef { uri: #uri, visibility: &[#(#visibility),*], })))
}
