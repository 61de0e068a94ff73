//! Enumerations on the wire that may gain values.

/// Defines an enumeration that preserves unknown names.
macro_rules! names {
    ($(#[$doc:meta])* pub enum $type:ident { $($(#[$name_doc:meta])* $name:ident = $wire:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$name_doc])* $name,)+
            /// A value that this client does not know, by its name.
            Unknown(String),
        }

        impl $type {
            /// The name on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$name => $wire,)+
                    Self::Unknown(name) => name,
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = String::deserialize(from)?;
                Ok(match &*name {
                    $($wire => Self::$name,)+
                    _ => Self::Unknown(name),
                })
            }
        }
    };
}

pub(super) use names;
