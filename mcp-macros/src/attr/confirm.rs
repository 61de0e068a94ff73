//! The question in `confirm = "Delete {id}?"`: text, and the arguments that it shows.

/// A piece of the question.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Argument(String),
}

/// The pieces of a question, in order. Doubled braces stand for themselves, as in `format!`.
pub(crate) fn pieces(question: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = question;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        text += before;
        rest = if let Some(after) = brace.strip_prefix("{{") {
            text.push('{');
            after
        } else if let Some(after) = brace.strip_prefix("}}") {
            text.push('}');
            after
        } else {
            let (name, after) = name(brace)?;
            push(&mut pieces, &mut text);
            pieces.push(Piece::Argument(name.to_owned()));
            after
        };
    }
    text += rest;
    push(&mut pieces, &mut text);
    Ok(pieces)
}

/// The text inside the leading braces, and the text after them.
fn name(brace: &str) -> Result<(&str, &str), String> {
    let inside = brace
        .strip_prefix('{')
        .ok_or("the question has an unmatched `}`: write `}}` for a literal brace")?;
    let (name, after) = inside
        .split_once('}')
        .ok_or("the question has an unclosed `{`: add `}`, or write `{{` for a literal brace")?;
    if name.is_empty() || name.contains(|next: char| next == '{' || next.is_whitespace()) {
        return Err(format!(
            "`{{{name}}}` does not name an argument: write its name, as in `{{id}}`"
        ));
    }
    Ok((name, after))
}

fn push(pieces: &mut Vec<Piece>, text: &mut String) {
    if !text.is_empty() {
        pieces.push(Piece::Text(std::mem::take(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    #[test]
    fn text_and_arguments() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let argument = |name: &str| Piece::Argument(name.to_owned());
        assert_eq!(pieces("Sure?").unwrap(), [text("Sure?")]);
        assert_eq!(
            pieces("{a}{b.c} {{x}}{d}").unwrap(),
            [argument("a"), argument("b.c"), text(" {x}"), argument("d")]
        );
    }

    #[test]
    fn what_is_no_question() {
        for question in ["{", "}", "{}", "{a", "a}", "{a b}", "{{a}", "{a{b}"] {
            assert!(pieces(question).is_err(), "{question}");
        }
    }
}
