//! The arguments of an attribute, read into the struct that lists them.

use crate::values::refused;
use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::Span;

/// Reads arguments that all have names.
pub(crate) fn read<T: FromMeta>(arguments: &[NestedMeta]) -> syn::Result<T> {
    let nameless = |argument: &&NestedMeta| matches!(argument, NestedMeta::Lit(_));
    match arguments.iter().find(nameless) {
        Some(literal) => Err(refused(literal, "write it with a name: `name = ..`").into()),
        None => T::from_list(arguments).map_err(reworded),
    }
}

/// What darling calls fields, a user calls arguments.
fn reworded(error: darling::Error) -> syn::Error {
    const WORDS: [(&str, &str); 5] = [
        ("Unknown field: ", "unknown argument "),
        (". Did you mean", ": did you mean"),
        (". Available values:", ": write one of"),
        ("Missing field", "missing argument"),
        ("Duplicate field", "more than one argument"),
    ];
    const LISTED: &str = "the documentation of the macro lists what there is";
    let errors = syn::Error::from(error).into_iter().map(|error| {
        let before = error.to_string();
        let after = WORDS.iter().fold(before.clone(), |text, (from, to)| text.replace(from, to));
        let is_bare = before.starts_with("Unknown field") && !before.contains(". ");
        let after = if is_bare { format!("{after}: {LISTED}") } else { after };
        if after == before { error } else { syn::Error::new(error.span(), after) }
    });
    let all = errors.reduce(|mut all, error| {
        all.combine(error);
        all
    });
    all.unwrap_or_else(|| syn::Error::new(Span::call_site(), "wrong arguments"))
}
