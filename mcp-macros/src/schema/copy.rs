//! The copy of a type: the version of it that schemars' derive sees.

use std::cell::RefCell;

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{
    Attribute, Data, DeriveInput, Field, Fields, Generics, LitStr, Meta, Type, Variant, Visibility,
    parse_quote,
};

use super::attrs::{self, schemars};
use super::check::buffered_by;
use super::parts::{Part, with_parts};
use crate::attr::arg::is;
use crate::attr::named::all;
use crate::check::{constraints, header};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::lints::unlinted;
use crate::runtime_path::RuntimePath;
use crate::serde::{Key, Serde};

/// The copy, with the derive that it needs.
pub(super) fn of(
    input: &DeriveInput,
    container: &attrs::Container,
    krate: &RuntimePath,
    errors: &mut Errors,
) -> (DeriveInput, Vec<Part>) {
    let serde = Serde::of(&input.attrs);
    let maker = Maker {
        krate,
        default: serde.has("default"),
        external: !serde.has("tag") && !serde.has("untagged"),
        ordered: needs_order(input, &serde),
        generics: &input.generics,
        parts: RefCell::default(),
    };
    let mut copy = input.clone();
    ReplaceSelf(of_self(input)).visit_derive_input_mut(&mut copy);
    copy.vis = Visibility::Inherited;
    copy.ident = unlinted(&format_ident!("__SchemaOf{}", input.ident));
    copy.attrs = maker.container(input, container, serde);
    match &mut copy.data {
        Data::Struct(data) => maker.fields(&mut data.fields, errors),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                maker.variant(variant, errors);
            }
        }
        Data::Union(_) => {}
    }
    constraints::check(&container.words.constraints, errors);
    let this = of_self(input);
    let written = container.words.written_as(&input.attrs, &this);
    constraints::fit(&container.words.constraints, &written, errors);
    (copy, maker.parts.into_inner())
}

/// Whether all variants need documentation: schemars puts unit variants without it before all
/// others, which may change the order.
fn needs_order(input: &DeriveInput, serde: &Serde) -> bool {
    let Data::Enum(data) = &input.data else {
        return false;
    };
    let plain = |variant: &Variant| {
        matches!(variant.fields, Fields::Unit)
            && Docs::of(&variant.attrs).is_empty()
            && Serde::named(&variant.attrs, "schema").arguments.is_empty()
            && Serde::named(&variant.attrs, "schemars").arguments.is_empty()
    };
    !serde.has("tag") && !serde.has("untagged") && !data.variants.iter().all(plain)
}

struct Maker<'a> {
    krate: &'a RuntimePath,
    /// The container has defaults for all fields.
    default: bool,
    /// The variants are distinguished by the one key of an object.
    external: bool,
    ordered: bool,
    generics: &'a Generics,
    parts: RefCell<Vec<Part>>,
}

impl Maker<'_> {
    fn container(
        &self,
        input: &DeriveInput,
        container: &attrs::Container,
        mut serde: Serde,
    ) -> Vec<Attribute> {
        let krate = self.krate;
        let ident = &input.ident;
        let schemars_path = quote!(#krate::schemars).to_string();
        let mut arguments = container.words.for_schemars(&input.attrs);
        arguments.extend(container.words.shape());
        arguments.push(quote!(crate = #schemars_path));
        let theirs = Serde::named(&input.attrs, "schemars");
        if !serde.has("rename") && !theirs.has("rename") {
            let name = ident.unraw().to_string();
            arguments.push(quote!(rename = #name));
        }
        arguments.extend(self.keywords(&container.words.keywords()));
        // serde writes the name of a struct as its tag; schemars does not support that.
        if let (Some(tag), Data::Struct(_)) = (serde.text("tag"), &input.data) {
            let name = serde.text("rename").map_or(ident.unraw().to_string(), |name| name.value());
            arguments.push(quote!(transform = #krate::tagged(#tag, #name)));
            serde.arguments.retain(|argument| !argument.path().is_ident("tag"));
        }
        arguments.extend(self.buffered(input, &serde));
        if let Some(default) =
            serde.arguments.iter_mut().find(|argument| is_path(argument, "default"))
        {
            let this = of_self(input);
            let path = quote!(<#this as ::core::default::Default>::default).to_string();
            *default = parse_quote!(default = #path);
        }
        let mut attributes = vec![parse_quote!(#[derive(#krate::schemars::JsonSchema)])];
        attributes.extend(rest(&input.attrs, &serde));
        attributes.extend(schemars(&arguments));
        attributes
    }

    /// The mark of what serde reads as a whole first.
    fn buffered(&self, input: &DeriveInput, serde: &Serde) -> Option<TokenStream> {
        let krate = self.krate;
        match &input.data {
            Data::Enum(data) => {
                buffered_by(data, serde).map(|_| quote!(transform = #krate::buffered))
            }
            Data::Struct(data) => {
                let is_flattened = |field: &&Field| Serde::of(&field.attrs).has("flatten");
                data.fields.iter().find(is_flattened)?;
                let case = serde.case("rename_all");
                let own =
                    data.fields.iter().filter(|field| !is_flattened(field)).filter_map(|field| {
                        let key =
                            Key::of_field(field.ident.as_ref()?, &Serde::of(&field.attrs), case);
                        Some(key.name)
                    });
                Some(quote!(transform = #krate::flattened(&[#(#own),*])))
            }
            Data::Union(_) => None,
        }
    }

    fn variant(&self, variant: &mut Variant, errors: &mut Errors) {
        let own: attrs::Variant = all(&variant.attrs, "schema", errors);
        if own.words.constraints.is_some() {
            errors.refuse(
                &variant.ident,
                "constraints have no effect on a variant: put this on its field",
            );
        }
        let mut serde = Serde::of(&variant.attrs);
        let mut arguments = own.words.for_schemars(&variant.attrs);
        arguments.extend(own.words.shape());
        arguments.extend(self.keywords(&own.words.keywords()));
        if own.skip.0 {
            arguments.push(quote!(skip));
        }
        if self.external && !matches!(variant.fields, Fields::Unit) && !serde.has("untagged") {
            let krate = self.krate;
            arguments.push(quote!(transform = #krate::wrapper));
        }
        let theirs = Serde::named(&variant.attrs, "schemars");
        if self.ordered && matches!(variant.fields, Fields::Unit) && !theirs.has("title") {
            arguments.push(quote!(title = ""));
        }
        // Any other value is accepted, but not advertised.
        if serde.has("other") && !serde.has("skip_deserializing") {
            serde.arguments.push(parse_quote!(skip_deserializing));
        }
        variant.attrs = rest(&variant.attrs, &serde).chain(schemars(&arguments)).collect();
        variant.ident = unlinted(&variant.ident);
        variant.discriminant = None;
        self.fields(&mut variant.fields, errors);
    }

    fn fields(&self, fields: &mut Fields, errors: &mut Errors) {
        for field in fields.iter_mut() {
            self.field(field, errors);
        }
    }

    fn field(&self, field: &mut Field, errors: &mut Errors) {
        let own: attrs::Field = all(&field.attrs, "schema", errors);
        constraints::check(&own.words.constraints, errors);
        let written = own.words.written_as(&field.attrs, &field.ty);
        constraints::fit(&own.words.constraints, &written, errors);
        own.header.iter().for_each(|name| header(name, &written, errors));
        let mut serde = Serde::of(&field.attrs);
        let mut arguments = own.words.for_schemars(&field.attrs);
        arguments.extend(self.keywords(&own.keywords()));
        if own.skip.0 {
            arguments.push(quote!(skip));
        }
        let default = self.default || serde.has("default");
        let mut theirs = Serde::named(&field.attrs, "schemars");
        // With custom deserialization, serde does not check whether the type is an `Option`.
        let read_by_code = serde.has("with") || serde.has("deserialize_with");
        let anyway = default || serde.has("flatten") || serde.is_skipped();
        let shape = if read_by_code && !anyway && !theirs.has("schema_with") {
            let of_theirs = theirs.take_text("with");
            self.given(field, &own, &serde, of_theirs)
        } else {
            own.words.shape_text().or_else(|| self.with_parts(field, &own, &serde))
        };
        arguments.extend(shape.map(|shape| quote!(with = #shape)));
        // schemars leaves out a default that would not be serialized.
        let condition = |argument: &&mut Meta| argument.path().is_ident("skip_serializing_if");
        if let Some(condition) = serde.arguments.iter_mut().find(condition).filter(|_| default) {
            let krate = self.krate;
            let never = quote!(#krate::never).to_string();
            *condition = parse_quote!(skip_serializing_if = #never);
        }
        let theirs = theirs.arguments.iter().map(|argument| quote!(#argument));
        arguments.extend(theirs);
        field.attrs.retain(|attribute| !attribute.path().is_ident("schemars"));
        field.attrs = rest(&field.attrs, &serde).chain(schemars(&arguments)).collect();
        match &field.ident {
            Some(name) => field.ident = Some(unlinted(name)),
            // Without a name, lints apply to the type.
            None => field.ty = Type::Verbatim(copied_tokens(field.ty.to_token_stream())),
        }
        field.vis = Visibility::Inherited;
    }

    /// The shape of a field that is required, whatever its type. For a generic type, schemars has
    /// to see the type itself.
    fn given(
        &self,
        field: &Field,
        own: &attrs::Field,
        serde: &Serde,
        of_theirs: Option<LitStr>,
    ) -> Option<LitStr> {
        let said = own
            .words
            .shape_text()
            .or(of_theirs)
            .or_else(|| serde.text("with"))
            .or_else(|| self.with_parts(field, own, serde));
        let (shape, span) = match said {
            Some(said) => (said.value(), said.span()),
            None if self.generics.type_params().next().is_some() => return None,
            None => (field.ty.to_token_stream().to_string(), field.ty.span()),
        };
        let krate = self.krate.to_token_stream();
        Some(LitStr::new(&format!("{krate}::Given<{shape}>"), span))
    }

    fn with_parts(&self, field: &Field, own: &attrs::Field, serde: &Serde) -> Option<LitStr> {
        let theirs = Serde::named(&field.attrs, "schemars");
        let shaped = own.words.shape.is_some()
            || serde.has("with")
            || ["with", "schema_with", "skip"].iter().any(|name| theirs.has(name));
        if shaped || serde.is_skipped() {
            return None;
        }
        let replaced =
            with_parts(&field.ty, self.generics, self.krate, &mut self.parts.borrow_mut())?;
        // The span is that of the type, so that an error is shown there.
        Some(LitStr::new(&replaced.to_token_stream().to_string(), field.ty.span()))
    }

    fn keywords(&self, json: &str) -> Option<TokenStream> {
        let krate = self.krate;
        (!json.is_empty()).then(|| quote!(transform = #krate::keywords(#json)))
    }
}

/// The attributes of the user that the copy keeps, with the adjusted ones of serde.
fn rest<'a>(
    attributes: &'a [Attribute],
    serde: &Serde,
) -> impl Iterator<Item = Attribute> + use<'a> {
    let serde: Option<Attribute> = (!serde.arguments.is_empty()).then(|| parse_quote!(#serde));
    let kept = attributes.iter().filter(|attribute| is(attribute, &["schemars", "deprecated"]));
    kept.cloned().chain(serde)
}

fn copied_tokens(tokens: TokenStream) -> TokenStream {
    let copied = tokens.into_iter().map(|mut token| {
        let span = Span::mixed_site().located_at(token.span());
        match &token {
            TokenTree::Ident(name) => return unlinted(name).into(),
            TokenTree::Group(group) => {
                let inner = copied_tokens(group.stream());
                token = Group::new(group.delimiter(), inner).into();
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        token.set_span(span);
        token
    });
    copied.collect()
}

fn is_path(argument: &Meta, name: &str) -> bool {
    matches!(argument, Meta::Path(path) if path.is_ident(name))
}

/// The type with its own parameters.
fn of_self(input: &DeriveInput) -> Type {
    let (_, types, _) = input.generics.split_for_impl();
    let name = &input.ident;
    parse_quote!(#name #types)
}

/// `Self` means the type of the user, also in its copy.
struct ReplaceSelf(Type);

impl VisitMut for ReplaceSelf {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if matches!(ty, Type::Path(path) if path.path.is_ident("Self")) {
            *ty = self.0.clone();
        } else {
            visit_type_mut(self, ty);
        }
    }
}
