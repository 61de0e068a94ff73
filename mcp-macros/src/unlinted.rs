//! Names as if from the code of another crate: lints apply to the item of the user, and not to what
//! is generated beside it.

use proc_macro2::{Ident, Span};

/// The name with the span of another crate. A word that is a keyword only there, in a newer edition
/// than that of the user, becomes a raw identifier, which is the same name.
pub(crate) fn unlinted(name: &Ident) -> Ident {
    let span = Span::mixed_site().located_at(name.span());
    let text = name.to_string();
    match text.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None if text == "gen" => Ident::new_raw(&text, span),
        None => Ident::new(&text, span),
    }
}
