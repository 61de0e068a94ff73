//! `#[derive(Schema)]`.
//!
//! The schema of a type is made by schemars, from a mirror of the type inside of a hidden
//! constant: the same fields and serde attributes, with our attributes translated. The type
//! itself delegates to its mirror, so that users need not depend on schemars.

mod attrs;
mod check;
mod mirror;
mod parts;

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Fields, WherePredicate, parse_quote};

use crate::attr::values::all;
use crate::errors::Errors;
use crate::krate::Krate;
use crate::model::lints;

/// Derives `Schema`.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        // The compiler has said so.
        Err(_) => return TokenStream::new(),
    };
    let mut errors = Errors::default();
    let container: attrs::Container = all(&input.attrs, "schema", &mut errors);
    let krate = container.krate.clone().unwrap_or_default();
    check::check(&input, &mut errors);
    let runtime = format_ident!("__runtime");
    let imported = Krate::imported(runtime.clone());
    let (mirror, parts) = mirror::of(&input, &container, &imported, &mut errors);
    let keys = errors.take_of_input();
    match errors.finish() {
        Ok(()) => {
            let delegated = delegate(&input, &mirror, &imported);
            let keys = keys.iter().map(|(key, message)| not_read(&input, key, message, &krate));
            let lints = lints(&attributes(&input));
            quote! {
                #(#lints)*
                const _: () = {
                    use #krate as #runtime;
                    use #runtime::prelude::*;
                    #(#parts)*
                    #delegated
                };
                #(#keys)*
            }
        }
        Err(errors) => {
            let fallback = fallback(&input, &krate);
            quote!(#errors #fallback)
        }
    }
}

fn delegate(input: &DeriveInput, mirror: &DeriveInput, krate: &Krate) -> TokenStream {
    let (name, mirror_name) = (&input.ident, &mirror.ident);
    let (_, types, _) = input.generics.split_for_impl();
    let mut generics = input.generics.clone();
    if generics.type_params().next().is_some() {
        let bound: WherePredicate = parse_quote!(#mirror_name #types: #krate::schemars::JsonSchema);
        generics.make_where_clause().predicates.push(bound);
    }
    let (parameters, _, bounds) = generics.split_for_impl();
    let trait_of_mirror = quote!(<#mirror_name #types as #krate::schemars::JsonSchema>);
    quote! {
            #mirror

            #[automatically_derived]
            impl #parameters #krate::schemars::JsonSchema for #name #types #bounds {
                fn inline_schema() -> bool {
                    #trait_of_mirror::inline_schema()
                }
                fn schema_name() -> #krate::Cow<'static, str> {
                    #trait_of_mirror::schema_name()
                }
                fn schema_id() -> #krate::Cow<'static, str> {
                    #trait_of_mirror::schema_id()
                }
                fn json_schema(
                    generator: &mut #krate::schemars::SchemaGenerator,
                ) -> #krate::schemars::Schema {
                    #krate::made::<#mirror_name #types>(generator)
                }
            }
    }
}

/// Fails to compile at the key if values of the type are read. Of a generic type nobody knows
/// until a server is built.
fn not_read(input: &DeriveInput, key: &TokenStream, message: &str, krate: &Krate) -> TokenStream {
    if !input.generics.params.is_empty() {
        return TokenStream::new();
    }
    let name = &input.ident;
    let span = key.clone().into_iter().next().map_or(input.ident.span(), |token| token.span());
    // It is a format string there.
    let message = message.replace('{', "{{").replace('}', "}}");
    quote_spanned! {span=>
        const _: () = {
            use #krate::OnlyWritten as _;
            ::core::assert!(!#krate::Read::<#name>::IS_READ, #message);
        };
    }
}

/// The attributes of the type and of its parts.
fn attributes(input: &DeriveInput) -> Vec<Attribute> {
    let mut attributes = input.attrs.clone();
    let of_fields =
        |fields: &Fields| fields.iter().flat_map(|field| field.attrs.clone()).collect::<Vec<_>>();
    match &input.data {
        Data::Struct(data) => attributes.extend(of_fields(&data.fields)),
        Data::Enum(data) => {
            for variant in &data.variants {
                attributes.extend(variant.attrs.clone());
                attributes.extend(of_fields(&variant.fields));
            }
        }
        Data::Union(_) => {}
    }
    attributes
}

/// After a mistake the type still has a schema, so that its uses are not mistakes too.
fn fallback(input: &DeriveInput, krate: &Krate) -> TokenStream {
    let name = &input.ident;
    let (parameters, types, bounds) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters #krate::schemars::JsonSchema for #name #types #bounds {
            fn schema_name() -> #krate::Cow<'static, str> {
                #krate::Cow::Borrowed(::core::stringify!(#name))
            }
            fn json_schema(_: &mut #krate::schemars::SchemaGenerator) -> #krate::schemars::Schema {
                #krate::schemars::Schema::default()
            }
        }
    }
}
