//! `#[derive(Elicit)]`: a form of a flat struct, and the choices of a plain enum.
//!
//! The trait `ElicitField` decides which types a field can have; the macro rejects what contradicts
//! the form itself.

mod attrs;
mod check;
mod formats;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Field, Fields, LitStr, Type};

use crate::attr::arg::Preset;
use crate::attr::named::all;
use crate::docs::Docs;
use crate::errors::Errors;
use crate::runtime_path::RuntimePath;
use crate::serde::{Key, Serde};
use crate::tokens::{implement, some};
use crate::types::Json;

/// Derives `ElicitForm` for a struct and `ElicitChoice` for an enum.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let container: attrs::Container = all(&input.attrs, "elicit", &mut errors);
    let krate = container.krate.unwrap_or_default();
    let derived = match &input.data {
        Data::Struct(data) => form(&input, &data.fields, &krate, &mut errors),
        Data::Enum(data) => choice(&input, data, &krate, &mut errors),
        Data::Union(data) => {
            errors.refuse(
                &data.union_token,
                "expected a struct, for a form, or an enum, for a choice",
            );
            TokenStream::new()
        }
    };
    match errors.finish() {
        Ok(()) => derived,
        Err(errors) => {
            let fallback = fallback(&input, &krate);
            quote!(#errors #fallback)
        }
    }
}

fn form(
    input: &DeriveInput,
    fields: &Fields,
    krate: &RuntimePath,
    errors: &mut Errors,
) -> TokenStream {
    let serde = Serde::of(&input.attrs);
    check::read(&serde, &check::OF_FORM, errors);
    let case = serde.case("rename_all");
    if let Fields::Unnamed(unnamed) = fields {
        errors
            .refuse(unnamed, "the fields of a form need names: write `struct Form { name: Type }`");
    }
    let mut keys: Vec<Key> = Vec::new();
    let mut taken = Vec::new();
    let mut filled = Vec::new();
    let mut fit = Vec::new();
    // Mixed site: no field name can conflict with it.
    let form = Ident::new("form", Span::mixed_site());
    for (place, field) in fields.iter().enumerate() {
        let Some(ident) = &field.ident else { continue };
        let own: attrs::Field = all(&field.attrs, "elicit", errors);
        let serde = Serde::of(&field.attrs);
        let key = Key::of_field(ident, &serde, case);
        check::key(&key, &keys, errors);
        check::field(&own, field, errors);
        let ty = &field.ty;
        let def = definition(&own, &key, field, krate);
        let value = format_ident!("value{place}", span = Span::mixed_site());
        // At the type, so that a type that no form can have is reported there.
        taken.push(quote_spanned! {ty.span()=>
            let #value = <#ty as #krate::ElicitField>::take(#form, &#def);
        });
        filled.push(quote!(#ident: #value?));
        if input.generics.params.is_empty() {
            fit.extend(check::fit(&own, ty, krate));
        }
        keys.push(key);
    }
    let fill = quote! {
        fn fill(#form: &mut #krate::Form<'_>) -> ::core::option::Option<Self> {
            #(#taken)*
            ::core::option::Option::Some(Self { #(#filled),* })
        }
    };
    let implementation = implement(input, &quote!(#krate::ElicitForm), &fill);
    quote!(#[automatically_derived] #implementation #(#fit)*)
}

fn definition(own: &attrs::Field, key: &Key, field: &Field, krate: &RuntimePath) -> TokenStream {
    let name = &key.name;
    let docs = Docs::of(&field.attrs);
    let description = own.description.as_ref().map_or(quote!(#docs), |text| quote!(#text));
    let keywords = own.keywords();
    let preset = own.default.as_ref().map(|preset| value(preset, &field.ty));
    let default = some(preset.map(|value| quote!(|| #value)).as_ref());
    quote! {
        #krate::FieldDef {
            name: #name, description: #description, keywords: #keywords, default: #default,
        }
    }
}

/// The initial value of a field. A string is written as a literal.
fn value(preset: &Preset, ty: &Type) -> TokenStream {
    match preset {
        Preset::OfType => quote!(::core::default::Default::default()),
        Preset::Value(value) if Json::of(ty) == Json::Text => {
            quote!(::core::convert::Into::into(#value))
        }
        Preset::Value(value) => quote!(#value),
    }
}

fn choice(
    input: &DeriveInput,
    data: &DataEnum,
    krate: &RuntimePath,
    errors: &mut Errors,
) -> TokenStream {
    check::variants(input, data, errors);
    let serde = Serde::of(&input.attrs);
    check::read(&serde, &check::OF_CHOICE, errors);
    let case = serde.case("rename_all");
    let mut choices = Vec::new();
    let mut keys = Vec::new();
    for variant in &data.variants {
        let own: attrs::Variant = all(&variant.attrs, "elicit", errors);
        let serde = Serde::of(&variant.attrs);
        check::read(&serde, &check::OF_VARIANT, errors);
        let key = Key::of_variant(&variant.ident, &serde, case);
        check::value(&key, &keys, errors);
        let title = own.title.map(|title| title.0).or_else(|| title(&Docs::of(&variant.attrs)));
        let value = &key.name;
        let title = some(title.as_ref());
        choices.push(quote!(#krate::Choice { value: #value, title: #title }));
        keys.push(key);
    }
    let name = &input.ident;
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let index: Vec<usize> = (0..variants.len()).collect();
    quote! {
        #[automatically_derived]
        impl #krate::ElicitChoice for #name {
            const CHOICES: &'static [#krate::Choice] = &[#(#choices),*];

            fn at(index: usize) -> ::core::option::Option<Self> {
                match index {
                    #(#index => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn index(&self) -> usize {
                match self {
                    #(Self::#variants => #index,)*
                }
            }
        }
    }
}

/// The docs of a variant are its title: nothing else about it is shown.
fn title(docs: &Docs) -> Option<LitStr> {
    let text = docs.text()?.trim().trim_end_matches('.');
    (!text.is_empty()).then(|| LitStr::new(text, Span::call_site()))
}

/// After an error, the type is still a form or a choice, so that its uses are not errors too.
fn fallback(input: &DeriveInput, krate: &RuntimePath) -> TokenStream {
    let (which, members) = match &input.data {
        Data::Enum(_) => (
            quote!(#krate::ElicitChoice),
            quote! {
                const CHOICES: &'static [#krate::Choice] = &[];
                fn at(_: usize) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
                fn index(&self) -> usize {
                    0
                }
            },
        ),
        Data::Struct(_) | Data::Union(_) => (
            quote!(#krate::ElicitForm),
            quote! {
                fn fill(_: &mut #krate::Form<'_>) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
            },
        ),
    };
    let implementation = implement(input, &which, &members);
    quote!(#[automatically_derived] #implementation)
}
