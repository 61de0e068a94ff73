//! Runtime support for the code that `#[derive(Schema)]` generates.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::json::Object;
pub use super::normalise::{buffered, flattened};
use super::normalise::{fit_bounds, list_variants, overlay, trace};

/// The schema of a type, as functions: so that the compiler asks for it, and reports that there is
/// none, in one place.
#[derive(Clone, Copy, Debug)]
pub struct PartSchema {
    inline: fn() -> bool,
    name: fn() -> Cow<'static, str>,
    id: fn() -> Cow<'static, str>,
    json: fn(&mut SchemaGenerator) -> schemars::Schema,
    /// Whether it is an `Option`, perhaps under another name; only schemars' own derive can tell.
    is_option: fn() -> bool,
    /// Its schema without the null of an `Option`.
    some_json: fn(&mut SchemaGenerator) -> schemars::Schema,
}

impl PartSchema {
    #[doc(hidden)]
    pub const fn of<T: JsonSchema + ?Sized>() -> Self {
        Self {
            inline: T::inline_schema,
            name: T::schema_name,
            id: T::schema_id,
            json: T::json_schema,
            is_option: T::_schemars_private_is_option,
            some_json: T::_schemars_private_non_optional_json_schema,
        }
    }
}

/// What stands for the type of a field in the copy that schemars' derive sees.
pub trait Part {
    /// The schema of the type.
    const SCHEMA: PartSchema;
}

/// A [`Part`] with its schema.
#[derive(Debug)]
pub struct Standing<P>(PhantomData<P>);

impl<P: Part> JsonSchema for Standing<P> {
    fn inline_schema() -> bool {
        (P::SCHEMA.inline)()
    }

    fn schema_name() -> Cow<'static, str> {
        (P::SCHEMA.name)()
    }

    fn schema_id() -> Cow<'static, str> {
        (P::SCHEMA.id)()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        (P::SCHEMA.json)(generator)
    }

    fn _schemars_private_non_optional_json_schema(
        generator: &mut SchemaGenerator,
    ) -> schemars::Schema {
        (P::SCHEMA.some_json)(generator)
    }

    fn _schemars_private_is_option() -> bool {
        (P::SCHEMA.is_option)()
    }
}

/// Defines a trait for all types that have a schema, to control the compiler's error for the
/// others.
#[doc(hidden)]
#[macro_export]
macro_rules! schema_trait {
    ($(#[$($attribute:tt)*])* pub trait $name:ident;) => {
        $(#[$($attribute)*])*
        pub trait $name {
            /// The schema of the type.
            #[doc(hidden)]
            const SCHEMA: $crate::derive::PartSchema;
        }

        #[diagnostic::do_not_recommend]
        impl<T: ::schemars::JsonSchema + ?Sized> $name for T {
            const SCHEMA: $crate::derive::PartSchema =
                $crate::derive::PartSchema::of::<T>();
        }
    };
}

schema_trait! {
    /// The type of a field. If it has no schema, the compiler reports that this trait is missing,
    /// instead of listing all types that have one.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no JSON schema",
        label = "derive `Schema` for `{Self}`",
        note = "the types in it need a schema, too; for a type of another crate, give its JSON type, as in `#[schema(as = \"String\")]`"
    )]
    pub trait DeriveSchema;
}

/// Returns the schema of a derived type, via its mirror `T`.
pub fn made<T: JsonSchema>(generator: &mut SchemaGenerator) -> schemars::Schema {
    let mut schema = <T as JsonSchema>::json_schema(generator);
    let raw = std::mem::take(schema.ensure_object());
    *schema.ensure_object() = list_variants(raw);
    if !<T as JsonSchema>::inline_schema() {
        trace::mark(generator, &<T as JsonSchema>::schema_id(), &mut schema);
    }
    schema
}

/// Overlays keywords, given as the text of a JSON object, on a schema.
pub fn keywords(json: &'static str) -> impl FnMut(&mut schemars::Schema) {
    move |schema| {
        let over: Object = serde_json::from_str(json).unwrap_or_default();
        let below = std::mem::take(schema.ensure_object());
        let mut laid = overlay(below, over);
        fit_bounds(&mut laid);
        *schema = laid.into();
    }
}

/// Removes the restriction that the object around an externally tagged variant has no other key.
pub fn wrapper(schema: &mut schemars::Schema) {
    schema.remove("additionalProperties");
}

/// A required type: serde makes a key required if custom code reads its `Option`.
#[derive(Debug)]
pub struct Given<T: ?Sized>(PhantomData<T>);

impl<T: JsonSchema + ?Sized> JsonSchema for Given<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

/// Whether values of a type can be decoded.
#[derive(Debug)]
pub struct Read<T: ?Sized>(PhantomData<T>);

impl<T: DeserializeOwned> Read<T> {
    /// The type can be decoded.
    pub const IS_READ: bool = true;
}

/// The fallback for types that cannot be decoded: inherent items take precedence over this.
pub trait OnlyWritten {
    /// The type cannot be decoded.
    const IS_READ: bool = false;
}

impl<T: ?Sized> OnlyWritten for Read<T> {}

/// Adds the tag that serde writes into a struct with `#[serde(tag = "..")]`.
pub fn tagged(tag: &'static str, name: &'static str) -> impl FnMut(&mut schemars::Schema) {
    move |schema| {
        let tagged = json!({
            "properties": { tag: { "type": "string", "const": name } },
            "required": [tag],
        });
        let below = std::mem::take(schema.ensure_object());
        if let Value::Object(tagged) = tagged {
            *schema = overlay(below, tagged).into();
        }
    }
}

/// Whether a field with a default is omitted from the schema: never.
pub fn never<T: ?Sized>(_: &T) -> bool {
    false
}
