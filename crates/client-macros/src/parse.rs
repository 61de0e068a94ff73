//! Reads `"notes.lock", name = notes, both_ways, "date-time" = jiff::Timestamp`.

use proc_macro::{Delimiter, Literal, Span, TokenStream, TokenTree};

use crate::model::{FormatType, MacroCall, Mistake, Text};

/// What can stand behind the path.
const OPTIONS: &str = "`name = notes`, `both_ways`, or a format with its type, such as \
                       `\"date-time\" = jiff::Timestamp`";

/// # Errors
///
/// When the tokens are something else.
pub(crate) fn parse(input: TokenStream) -> Result<MacroCall, Mistake> {
    let mut parts = separate(input).into_iter();
    let expected = "expected the path of a lock, such as `client!(\"notes.lock\")`";
    let path = match parts.next().as_deref() {
        Some([TokenTree::Literal(literal)]) => text(literal)?,
        Some([first, ..]) => return Err(Mistake::new(first.span(), expected)),
        _ => return Err(Mistake::new(Span::call_site(), expected)),
    };
    let mut call = MacroCall { path, name: None, both_ways: false, formats: Vec::new() };
    for part in parts {
        option(&part, &mut call)?;
    }
    Ok(call)
}

/// Separates the parts at commas, but for those within `<>`.
fn separate(input: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0_usize;
    let mut is_arrow = false;
    for token in input {
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' if !is_arrow => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    parts.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            is_arrow = punct.as_char() == '-';
        }
        if let Some(last) = parts.last_mut() {
            last.push(token);
        }
    }
    // A comma at the end.
    if parts.len() > 1 && parts.last().is_some_and(Vec::is_empty) {
        parts.pop();
    }
    parts
}

fn option(part: &[TokenTree], call: &mut MacroCall) -> Result<(), Mistake> {
    let is = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '=');
    match part {
        [TokenTree::Ident(ident)] if ident.to_string() == "both_ways" => call.both_ways = true,
        [TokenTree::Ident(ident), equals, TokenTree::Ident(name)]
            if ident.to_string() == "name" && is(equals) =>
        {
            call.name = Some(Text { value: name.to_string(), span: name.span() });
        }
        [TokenTree::Ident(ident), ..] if ident.to_string() == "name" => {
            return Err(Mistake::new(
                ident.span(),
                "expected an identifier, such as `name = notes`",
            ));
        }
        [TokenTree::Literal(literal), equals, of @ ..] if is(equals) && !of.is_empty() => {
            let format = text(literal)?;
            call.formats.push(FormatType { format, of: of.iter().cloned().collect() });
        }
        [TokenTree::Literal(literal), ..] => {
            let why =
                format!("expected a type for this format, such as `{literal} = jiff::Timestamp`");
            return Err(Mistake::new(literal.span(), why));
        }
        [other, ..] => return Err(Mistake::new(other.span(), format!("expected {OPTIONS}"))),
        [] => {
            return Err(Mistake::new(
                Span::call_site(),
                format!("expected {OPTIONS}, not two commas"),
            ));
        }
    }
    Ok(())
}

/// The text of a string literal.
fn text(literal: &Literal) -> Result<Text, Mistake> {
    let span = literal.span();
    let source = literal.to_string();
    let is_raw = source.starts_with('r');
    let quoted = source.trim_start_matches('r').trim_matches('#');
    let value = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match value {
        Some(value) if is_raw || !value.contains('\\') => {
            Ok(Text { value: value.to_owned(), span })
        }
        Some(_) => {
            Err(Mistake::new(span, "expected a string without escapes: separate folders with `/`"))
        }
        None => Err(Mistake::new(span, "expected a string literal")),
    }
}

/// A literal in a macro of the user's is in a group of its own.
pub(crate) fn ungrouped(input: TokenStream) -> TokenStream {
    let inner = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => group.stream(),
        token => TokenStream::from(token),
    };
    input.into_iter().map(inner).collect()
}
