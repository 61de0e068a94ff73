//! Enumerations on the wire that may gain values.

/// Defines an enumeration that preserves unknown names.
macro_rules! names {
    ($(#[$doc:meta])* pub enum $type:ident { $($(#[$name_doc:meta])* $name:ident = $wire:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$name_doc])* $name,)+
            /// A value that is not known here, by its name.
            Unknown(String),
        }

        impl $type {
            /// The value of this name, if it is known here.
            pub(crate) fn known(name: &str) -> Option<Self> {
                match name {
                    $($wire => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// The name on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$name => $wire,)+
                    Self::Unknown(name) => name,
                }
            }
        }

        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = String::deserialize(from)?;
                Ok(Self::known(&name).unwrap_or(Self::Unknown(name)))
            }
        }
    };
}

pub(crate) use names;
