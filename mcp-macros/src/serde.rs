//! What serde's attributes say about names and shapes.

use crate::literal::string;
use crate::types::is_provider_name;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitStr, Meta, Token};

/// The arguments of the `#[serde(..)]` attributes of one item.
#[derive(Clone, Default)]
pub(crate) struct Serde {
    pub(crate) arguments: Vec<Meta>,
}

impl Serde {
    /// Reads them; attributes that cannot be parsed are left for serde to reject.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        Self::named(attributes, "serde")
    }

    /// Reads the attributes of this name, which are written as serde's are.
    pub(crate) fn named(attributes: &[Attribute], name: &str) -> Self {
        let list = Punctuated::<Meta, Token![,]>::parse_terminated;
        let arguments = attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident(name))
            .filter_map(|attribute| attribute.parse_args_with(list).ok())
            .flatten()
            .collect();
        Self { arguments }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Meta> {
        self.arguments.iter().find(|argument| argument.path().is_ident(name))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// `name = ".."`, or `name(deserialize = "..")`.
    pub(crate) fn text(&self, name: &str) -> Option<LitStr> {
        match self.get(name)? {
            Meta::NameValue(pair) => string(&pair.value).cloned(),
            Meta::List(list) => {
                let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
                let inner = list.parse_args_with(parser).ok()?;
                Self { arguments: inner.into_iter().collect() }.text("deserialize")
            }
            Meta::Path(_) => None,
        }
    }

    /// Removes `name = ".."` and returns its value.
    pub(crate) fn take_text(&mut self, name: &str) -> Option<LitStr> {
        let text = self.text(name)?;
        self.arguments.retain(|argument| !argument.path().is_ident(name));
        Some(text)
    }

    /// Whether the value is neither serialized nor deserialized.
    pub(crate) fn is_skipped(&self) -> bool {
        self.has("skip") || (self.has("skip_serializing") && self.has("skip_deserializing"))
    }

    /// The rule of `rename_all` or `rename_all_fields`.
    pub(crate) fn case(&self, name: &str) -> Case {
        self.text(name).map_or(Case::Kept, |rule| Case::of(&rule.value()))
    }
}

impl ToTokens for Serde {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let arguments = &self.arguments;
        if !arguments.is_empty() {
            tokens.extend(quote::quote!(#[serde(#(#arguments),*)]));
        }
    }
}

/// A key of JSON, and where it comes from.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) name: String,
    tokens: TokenStream,
}

impl Key {
    /// Why the key cannot be advertised, if it cannot.
    pub(crate) fn refusal(&self) -> Option<String> {
        let name = &self.name;
        (!is_provider_name(name, "_.-")).then(|| {
            format!(
                "the property key `{name}` does not match ^[a-zA-Z0-9_.-]{{1,64}}$: Anthropic \
                 rejects requests with such a key, so rename it"
            )
        })
    }

    /// A key that is written as a string.
    pub(crate) fn of_text(text: &LitStr) -> Self {
        Self { name: text.value(), tokens: text.into_token_stream() }
    }

    /// The key of a field.
    pub(crate) fn of_field(ident: &Ident, serde: &Serde, case: Case) -> Self {
        Self::new(ident, serde, |name| case.of_field(name))
    }

    /// The name of a variant.
    pub(crate) fn of_variant(ident: &Ident, serde: &Serde, case: Case) -> Self {
        Self::new(ident, serde, |name| case.of_variant(name))
    }

    fn new(ident: &Ident, serde: &Serde, rule: impl FnOnce(&str) -> String) -> Self {
        match serde.text("rename") {
            Some(text) => Self::of_text(&text),
            None => {
                Self { name: rule(&ident.unraw().to_string()), tokens: ident.into_token_stream() }
            }
        }
    }
}

impl ToTokens for Key {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

/// How the words of a name are written. `ident_case` lacks two of the rules that serde has: `UPPERCASE`
/// and `SCREAMING-KEBAB-CASE`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Kept,
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// The renaming rules of serde.
    const RULES: [(&str, Self); 8] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    /// Why this is not the name of a rule, if so.
    pub(crate) fn refusal(rule: &str) -> Option<String> {
        let rules = Self::RULES.map(|(rule, _)| format!("\"{rule}\"")).join(", ");
        (Self::of(rule) == Self::Kept)
            .then(|| format!("unknown `rename_all` rule: write one of {rules}"))
    }

    pub(crate) fn of(rule: &str) -> Self {
        Self::RULES.iter().find(|(name, _)| *name == rule).map_or(Self::Kept, |(_, case)| *case)
    }

    /// From the `snake_case` of a field.
    pub(crate) fn of_field(self, name: &str) -> String {
        match self {
            Self::Kept | Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => name.split('_').map(capital).collect(),
            Self::Camel => small(&Self::Pascal.of_field(name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.replace('_', "-").to_ascii_uppercase(),
        }
    }

    /// From the `PascalCase` of a variant.
    fn of_variant(self, name: &str) -> String {
        match self {
            Self::Kept | Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => small(name),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => snake(name).replace('_', "-").to_ascii_uppercase(),
        }
    }
}

fn capital(word: &str) -> String {
    with_first(word, char::to_ascii_uppercase)
}

fn small(word: &str) -> String {
    with_first(word, char::to_ascii_lowercase)
}

fn with_first(word: &str, change: fn(&char) -> char) -> String {
    let mut letters = word.chars();
    letters.next().iter().map(change).chain(letters).collect()
}

fn snake(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            words.push('_');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Case, Key, Serde};
    use syn::{Attribute, parse_quote};

    #[test]
    fn names_follow_the_rule_of_the_container() {
        let cases = [
            ("lowercase", "max_size", "maxsize"),
            ("UPPERCASE", "MAX_SIZE", "MAXSIZE"),
            ("PascalCase", "MaxSize", "MaxSize"),
            ("camelCase", "maxSize", "maxSize"),
            ("snake_case", "max_size", "max_size"),
            ("SCREAMING_SNAKE_CASE", "MAX_SIZE", "MAX_SIZE"),
            ("kebab-case", "max-size", "max-size"),
            ("SCREAMING-KEBAB-CASE", "MAX-SIZE", "MAX-SIZE"),
        ];
        for (rule, field, variant) in cases {
            assert_eq!(Case::of(rule).of_field("max_size"), field, "{rule}");
            assert_eq!(Case::of(rule).of_variant("MaxSize"), variant, "{rule}");
        }
    }

    #[test]
    fn a_rename_wins() {
        let attributes: [Attribute; 1] =
            [parse_quote!(#[serde(rename(serialize = "out", deserialize = "in"))])];
        let key = Key::of_field(&parse_quote!(r#type), &Serde::of(&attributes), Case::Upper);
        assert_eq!(key.name, "in");
        let key = Key::of_field(&parse_quote!(r#type), &Serde::default(), Case::Kept);
        assert_eq!(key.name, "type");
    }
}
