//! Doc comments as descriptions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// The text of the doc comments of an item.
///
/// As tokens it is a constant expression of type `&'static str`: a literal, or a `concat!` where
/// a comment is a macro call such as `#[doc = include_str!("..")]`.
#[derive(Clone, Default)]
pub(crate) struct Docs {
    parts: Vec<Part>,
}

#[derive(Clone)]
enum Part {
    Text(String),
    Macro(Expr),
}

impl Docs {
    /// Reads the `#[doc = ..]` attributes and leaves the others alone.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut parts = Vec::new();
        for value in attributes.iter().filter_map(comment) {
            match value {
                Expr::Lit(literal) => {
                    let Lit::Str(text) = &literal.lit else {
                        continue;
                    };
                    let text = unindent(&text.value());
                    match parts.last_mut() {
                        Some(Part::Text(before)) => *before = format!("{before}\n{text}"),
                        Some(Part::Macro(_)) => parts.push(Part::Text(format!("\n{text}"))),
                        None => parts.push(Part::Text(text)),
                    }
                }
                other => {
                    if let Some(Part::Text(before)) = parts.last_mut() {
                        before.push('\n');
                    }
                    parts.push(Part::Macro(other.clone()));
                }
            }
        }
        if let [Part::Text(text)] = parts.as_mut_slice() {
            *text = text.trim_matches('\n').trim_end().to_owned();
        }
        Self { parts }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match self.parts.as_slice() {
            [] => true,
            [Part::Text(text)] => text.is_empty(),
            _ => false,
        }
    }

    /// The description that is given, or else the docs, unless there are none.
    pub(crate) fn unless(&self, description: Option<&impl ToTokens>) -> Option<TokenStream> {
        match description {
            Some(description) => Some(description.to_token_stream()),
            None => (!self.is_empty()).then(|| self.to_token_stream()),
        }
    }

    /// The text, if it is known to the macro.
    pub(crate) fn text(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }
}

/// The value of a `#[doc = ..]` attribute.
fn comment(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        _ => None,
    }
}

/// Removes the customary space after `///` from a line comment, and the margin of spaces or
/// asterisks from the lines of a block comment.
fn unindent(comment: &str) -> String {
    let Some((first, rest)) = comment.split_once('\n') else {
        return line(comment, 1);
    };
    let rest: Vec<&str> = rest.lines().collect();
    let starred =
        rest.iter().all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    let rest: Vec<&str> = if starred {
        rest.iter().map(|line| line.trim_start().trim_start_matches('*')).collect()
    } else {
        rest
    };
    let margin = rest
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let others = rest.iter().map(|text| line(text, margin));
    let lines: Vec<String> =
        std::iter::once(line(first.trim_start_matches('*'), 1)).chain(others).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The line without up to `margin` leading blanks, and without trailing ones.
fn line(text: &str, margin: usize) -> String {
    let blank = text.len() - text.trim_start().len();
    text.get(blank.min(margin)..).unwrap_or_default().trim_end().to_owned()
}

impl ToTokens for Docs {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self.text() {
            Some(text) => text.to_token_stream(),
            None => {
                let parts = &self.parts;
                quote!(::core::concat!(#(#parts),*))
            }
        });
    }
}

impl ToTokens for Part {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            Self::Macro(call) => call.to_tokens(tokens),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn text(attributes: &[Attribute]) -> String {
        Docs::of(attributes).text().unwrap().to_owned()
    }

    #[test]
    fn paragraphs_are_kept_and_one_space_is_lost() {
        let attributes: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Finds notes"]),
            parse_quote!(#[doc = " by their words."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = "   - indented "]),
        ];
        assert_eq!(text(&attributes), "Finds notes\nby their words.\n\n  - indented");
    }

    #[test]
    fn a_block_comment_loses_its_margin() {
        let attributes =
            [parse_quote!(#[doc = "\n     * The query.\n     *\n     *   deeper\n     "])];
        assert_eq!(text(&attributes), "The query.\n\n  deeper");
        let attributes = [parse_quote!(#[doc = " The query.\n        Or not.\n    "])];
        assert_eq!(text(&attributes), "The query.\nOr not.");
        assert_eq!(text(&[parse_quote!(#[doc = " The query. "])]), "The query.");
    }

    #[test]
    fn a_macro_call_stays_an_expression() {
        let attributes: Vec<Attribute> =
            vec![parse_quote!(#[doc = " See:"]), parse_quote!(#[doc = include_str!("a.md")])];
        let tokens = Docs::of(&attributes).to_token_stream().to_string();
        assert_eq!(tokens, r#":: core :: concat ! ("See:\n" , include_str ! ("a.md"))"#);
        assert!(Docs::of(&[parse_quote!(#[doc(hidden)])]).is_empty());
    }
}
