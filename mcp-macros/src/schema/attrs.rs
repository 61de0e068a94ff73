//! `#[schema(..)]`: what our derive reads besides serde's attributes.

use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, LitStr, Type, parse_quote};

use crate::attr::constraints::{Constraints, object};
use crate::attr::json::quoted;
use crate::attr::values::{Code, Switch, Text};
use crate::docs::Docs;
use crate::runtime_path::RuntimePath;
use crate::serde::Serde;

/// On a struct or enum.
#[derive(Default, FromMeta)]
pub(super) struct Container {
    #[darling(rename = "crate")]
    pub(super) krate: Option<RuntimePath>,
    #[darling(flatten)]
    pub(super) words: Words,
}

/// On a variant of an enum.
#[derive(Default, FromMeta)]
pub(super) struct Variant {
    #[darling(default)]
    pub(super) skip: Switch,
    #[darling(flatten)]
    pub(super) words: Words,
}

/// On a field.
#[derive(Default, FromMeta)]
pub(super) struct Field {
    #[darling(default)]
    pub(super) skip: Switch,
    #[darling(default)]
    pub(super) nullable: Switch,
    pub(super) header: Option<Text>,
    #[darling(flatten)]
    pub(super) words: Words,
}

/// The arguments that every item can have.
#[derive(Default, FromMeta)]
pub(super) struct Words {
    pub(super) description: Option<Code>,
    #[darling(default)]
    pub(super) deprecated: Switch,
    /// The type whose schema replaces the one of this type.
    #[darling(rename = "as")]
    pub(super) shape: Option<Text>,
    #[darling(flatten)]
    pub(super) constraints: Constraints,
}

impl Words {
    /// The arguments for `#[schemars(..)]`; the docs are the description if none is given.
    pub(super) fn for_schemars(&self, attributes: &[Attribute]) -> Vec<TokenStream> {
        let theirs = Serde::named(attributes, "schemars");
        let docs = Docs::of(attributes);
        let mut arguments = Vec::new();
        match &self.description {
            Some(description) => arguments.push(quote!(description = #description)),
            None if docs.is_empty() || theirs.has("description") => {}
            None => arguments.push(quote!(description = #docs)),
        }
        arguments
    }

    /// The type whose schema is advertised in place of this one, as far as the attributes say: `_`
    /// if it is made by a function.
    pub(super) fn written_as(&self, attributes: &[Attribute], ty: &Type) -> Type {
        let theirs = Serde::named(attributes, "schemars");
        let unknown = || parse_quote!(_);
        match self.shape_text().or_else(|| theirs.text("with")) {
            Some(shape) => shape.parse().unwrap_or_else(|_| unknown()),
            None if theirs.has("schema_with") => unknown(),
            None => ty.clone(),
        }
    }

    pub(super) fn shape_text(&self) -> Option<LitStr> {
        self.shape.as_ref().map(|shape| shape.0.clone())
    }

    /// The type whose schema replaces the one of this type, as an argument.
    pub(super) fn shape(&self) -> Option<TokenStream> {
        self.shape.as_ref().map(|shape| quote!(with = #shape))
    }

    /// The keywords of the schema, as the text of a JSON object.
    pub(super) fn keywords(&self) -> String {
        object(&self.members())
    }

    fn members(&self) -> Vec<(&'static str, String)> {
        let mut keywords = self.constraints.keywords();
        if self.deprecated.0 {
            keywords.push(("deprecated", "true".to_owned()));
        }
        keywords
    }
}

impl Field {
    /// The keywords of the schema, as the text of a JSON object.
    pub(super) fn keywords(&self) -> String {
        let mut keywords = self.words.members();
        let header = self.header.as_ref();
        keywords.extend(header.map(|header| ("x-mcp-header", quoted(&header.0.value()))));
        if self.nullable.0 {
            keywords.push(("x-mcp-nullable", "true".to_owned()));
        }
        object(&keywords)
    }
}

/// `#[schemars(..)]` with these arguments, if there are any.
pub(super) fn schemars(arguments: &[TokenStream]) -> Option<Attribute> {
    (!arguments.is_empty()).then(|| syn::parse_quote!(#[schemars(#(#arguments),*)]))
}
