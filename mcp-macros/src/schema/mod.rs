//! `#[derive(Schema)]`.
//!
//! The schema of a type is made by schemars, from a mirror of the type inside of a hidden
//! constant: the same fields and serde attributes, with our attributes translated. The type
//! itself delegates to its mirror, so that nobody has to depend on schemars.

mod attrs;
mod check;
mod mirror;
mod told;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{DeriveInput, WherePredicate, parse_quote};

use crate::errors::Errors;
use crate::krate::Krate;
use crate::values::all;

/// Derives `Schema`.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let container: attrs::Container = all(&input.attrs, "schema", &mut errors);
    let krate = container.krate.clone().unwrap_or_default();
    check::check(&input, &mut errors);
    let mirror = mirror::of(&input, &container, &krate, &mut errors);
    let keys = errors.take_of_input();
    match errors.finish() {
        Ok(()) => {
            let delegate = delegate(&input, &mirror, &krate);
            let keys = keys.iter().map(|(key, message)| not_read(&input, key, message, &krate));
            quote!(#delegate #(#keys)*)
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
        #[allow(
            dead_code, deprecated, missing_docs, non_camel_case_types, non_snake_case,
            unreachable_pub, unused_qualifications, clippy::all,
            reason = "a copy of an item that has its own lints"
        )]
        const _: () = {
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
        };
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
