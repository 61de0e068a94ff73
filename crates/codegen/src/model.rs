//! The types of a client, before they are text.

use std::fmt;

/// Which way values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Arguments,
    Results,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Value,
    Null,
    Boolean,
    Integer,
    Unsigned,
    Number,
    Text,
    /// A type of the user's for strings of a format.
    Format(String),
    List(Box<Self>),
    Map(Box<Self>),
    Tuple(Vec<Self>),
    Optional(Box<Self>),
    Boxed(Box<Self>),
    Named(String),
}

impl Type {
    /// The type, or nothing; once.
    pub(crate) fn optional(self) -> Self {
        match self {
            // Any value includes `null`.
            Self::Optional(_) | Self::Value | Self::Null => self,
            _ => Self::Optional(Box::new(self)),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value => f.write_str("Value"),
            Self::Null => f.write_str("()"),
            Self::Boolean => f.write_str("bool"),
            Self::Integer => f.write_str("i64"),
            Self::Unsigned => f.write_str("u64"),
            Self::Number => f.write_str("f64"),
            Self::Text => f.write_str("String"),
            Self::Format(name) | Self::Named(name) => f.write_str(name),
            Self::List(inner) => write!(f, "Vec<{inner}>"),
            Self::Map(inner) => write!(f, "BTreeMap<String, {inner}>"),
            Self::Optional(inner) => write!(f, "Option<{inner}>"),
            Self::Boxed(inner) => write!(f, "Box<{inner}>"),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::to_string).collect();
                let end = if parts.len() == 1 { "," } else { "" };
                write!(f, "({}{end})", parts.join(", "))
            }
        }
    }
}

/// A type with a name.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) side: Side,
    pub(crate) kind: ItemKind,
}

#[derive(Debug)]
pub(crate) enum ItemKind {
    Struct {
        fields: Vec<Field>,
        /// The type of the other members, and the name of the field for them.
        rest: Option<(String, Type)>,
    },
    /// An enum of strings.
    Strings {
        variants: Vec<Variant<String>>,
        /// The variant for values that are not known yet.
        other: Option<String>,
    },
    /// An enum whose variants a member tells apart.
    Tagged {
        tag: String,
        variants: Vec<Variant<(String, Type)>>,
        /// The variant for forms that are not known yet.
        other: Option<String>,
    },
    /// An enum whose variants are told apart by what they look like.
    Untagged(Vec<Variant<Type>>),
    Alias(Type),
}

/// A variant, with its value or type.
#[derive(Debug)]
pub(crate) struct Variant<T> {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) content: T,
}

/// A member of an object.
#[derive(Debug)]
pub(crate) struct Field {
    /// The name on the wire.
    pub(crate) wire: String,
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) content: Type,
    pub(crate) is_required: bool,
    /// The value of a member that has only one, as an expression.
    pub(crate) constant: Option<String>,
}

/// A tool.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) tool: String,
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) arguments: String,
    /// None for a tool without an output schema.
    pub(crate) result: Option<String>,
    /// Whether the result may be `null` instead.
    pub(crate) is_nullable: bool,
}

/// A client.
#[derive(Debug)]
pub(crate) struct ClientModel {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) methods: Vec<Method>,
    pub(crate) items: Vec<Item>,
}
