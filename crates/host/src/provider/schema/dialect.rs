//! What a provider takes of JSON Schema.

/// The subset of a provider.
#[derive(Debug)]
pub(in crate::provider) struct Dialect {
    /// The keywords that it lists; `None` if it takes all.
    pub(in crate::provider) keywords: Option<&'static [&'static str]>,
    /// The formats that it lists; `None` if it takes all.
    pub(in crate::provider) formats: Option<&'static [&'static str]>,
    /// Whether recursive references are written out for some levels, as it takes none.
    pub(in crate::provider) unrolls: bool,
    /// Whether it knows `enum`, but not `const`.
    pub(in crate::provider) only_enums: bool,
    /// Whether `enum` has only texts and numbers.
    pub(in crate::provider) plain_enums: bool,
    /// What becomes of `anyOf` and `oneOf`.
    pub(in crate::provider) unions: Unions,
    /// Whether it knows `prefixItems`.
    pub(in crate::provider) tuples: bool,
    /// Whether objects need `properties`, and arrays `items`.
    pub(in crate::provider) complete: bool,
    /// Whether patterns must not look ahead or behind.
    pub(in crate::provider) plain_patterns: bool,
    /// The names of properties that it takes.
    pub(in crate::provider) keys: Keys,
    /// What stands between a description and what is added to it.
    pub(in crate::provider) separator: &'static str,
}

impl Dialect {
    /// One that takes all of JSON Schema.
    pub(in crate::provider) const ALL: Self = Self {
        keywords: None,
        formats: None,
        unrolls: false,
        only_enums: false,
        plain_enums: false,
        unions: Unions::All,
        tuples: true,
        complete: false,
        plain_patterns: false,
        keys: Keys::Any,
        separator: " ",
    };

    /// Whether a schema without a type may be misread.
    pub(super) fn needs_types(&self) -> bool {
        self.keywords.is_some()
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.keywords.is_none_or(|keywords| keywords.contains(&keyword))
    }
}

/// What a provider takes of `anyOf` and `oneOf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::provider) enum Unions {
    /// Both.
    All,
    /// `anyOf`.
    AnyOf,
    /// Neither, only lists of types.
    Types,
}

/// The names of properties that a provider takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::provider) enum Keys {
    Any,
    /// 1 to 64 characters of `A-Z a-z 0-9 _ . -`.
    Words,
}
