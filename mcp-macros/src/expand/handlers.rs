//! `#[handlers]` on an impl block: the block, and a trait impl that registers its handlers.

use super::method;
use super::route::route;
use super::site::Site;
use crate::attr::{Handlers, named};
use crate::check::{self, Place};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::item::block::{Block, Item};
use crate::item::function::Function;
use crate::item::handler_attribute::{self, conditional};
use crate::item::unfinished;
use crate::kind::Kind;
use crate::lints::lints;
use crate::model::{AttributeArguments, Handler, Member};
use crate::runtime_path::RuntimePath;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{WherePredicate, parse_quote_spanned};

pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(mut block) = syn::parse2::<Block>(item.clone()) else {
        return unfinished::refuse_item(item, "`#[handlers]` goes on the impl block of a type");
    };
    let mut errors = Errors::default();
    let attribute: Handlers = errors.or_default(named::read("handlers", arguments));
    let mut members = members(&mut block, &mut errors);
    if block.is_unfinished() {
        let registered = registered(&block, &attribute, &unfinished::body());
        return quote!(#block #registered);
    }
    check::block(&block.head, &attribute, &members, &mut errors);
    for member in &mut members {
        if let AttributeArguments::Tool(tool) = &mut member.handler.attribute {
            attribute.defaults.fill_size(tool);
        }
        check::handler(&member.handler, Place::Impl, &mut errors);
    }
    for member in &mut members {
        member.handler.attribute.fill(&attribute.defaults);
    }
    let body = match errors.finish() {
        Ok(()) => register(&block, &members, &attribute),
        // The errors take the place of the registration, so that the type can be used.
        Err(messages) => messages,
    };
    let registered = registered(&block, &attribute, &body);
    quote!(#block #registered)
}

/// Finds the handlers, and removes our attributes from them.
fn members(block: &mut Block, errors: &mut Errors) -> Vec<Member> {
    let functions = block.items.iter_mut().filter_map(|item| match item {
        Item::Function(function) => Some(&mut **function),
        Item::Other(_) | Item::Unfinished(_) => None,
    });
    functions.filter_map(|function| member(function, errors)).collect()
}

fn member(function: &mut Function, errors: &mut Errors) -> Option<Member> {
    let mut marks = Vec::new();
    for attribute in &mut function.attributes {
        if let Some(mark) = handler_attribute::mark(attribute) {
            *attribute = mark.emptied.clone();
            marks.push(mark);
        }
    }
    let mut marks = marks.into_iter();
    let mark = marks.next()?;
    for other in marks {
        errors.refuse(&other.written, check::ONE_KIND);
    }
    let written = (mark.arguments, mark.written.span());
    let handler = Handler::read(mark.kind, written, function, errors);
    let cfgs =
        function.attributes.iter().filter_map(handler_attribute::condition).chain(mark.condition);
    Some(Member { cfgs: cfgs.collect(), lints: lints(&function.attributes), handler })
}

/// The code that adds the handlers to a set. For a part it is a function, which the block that
/// lists the parts calls.
fn registered(block: &Block, attribute: &Handlers, body: &TokenStream) -> TokenStream {
    let krate = attribute.krate.clone().unwrap_or_default();
    let ty = &block.head.self_ty;
    let mut generics = block.head.generics.clone();
    let at = ty.span();
    let shared: WherePredicate = parse_quote_spanned! {at=>
        Self: ::core::marker::Send + ::core::marker::Sync + 'static
    };
    generics.make_where_clause().predicates.push(shared);
    let (parameters, _, conditions) = generics.split_for_impl();
    let cfgs = block.head.attrs.iter().filter(|attribute| conditional(attribute));
    let lints = lints(&block.head.attrs);
    let set = set();
    let (of, visibility, name) = match &attribute.part {
        Some(part) => (None, Some(quote!(pub(crate))), function_of(&part.0)),
        None => (
            Some(quote_spanned!(at=> #krate::OneBlockWithoutPart for)),
            None,
            Ident::new("register", at),
        ),
    };
    quote_spanned! {at=>
        #(#cfgs)*
        #(#lints)*
        #[allow(clippy::needless_update)]
        impl #parameters #of #ty #conditions {
            #visibility fn #name(#set: &mut #krate::HandlerSet<Self>) {
                #body
            }
        }
    }
}

fn register(block: &Block, members: &[Member], attribute: &Handlers) -> TokenStream {
    let krate = &attribute.krate.clone().unwrap_or_default();
    let set = set();
    let docs = Docs::of(&block.head.attrs);
    let instructions = (!docs.is_empty()).then(|| quote!(#set.instructions(#docs);));
    let stateless: Vec<Ident> = block
        .functions()
        .filter(|function| function.signature.receiver().is_none())
        .map(|function| function.signature.ident.clone())
        .collect();
    let members = members.iter().map(|Member { handler, cfgs, lints }| {
        let own = handler.common().krate.clone().or_else(|| RuntimePath::beside(handler.kind));
        let krate = own.as_ref().unwrap_or(krate);
        let generics = &block.head.generics;
        let site = Site { krate, method: true, generics, stateless: &stateless };
        if handler.kind == Kind::Around {
            let add = method::around(handler, &site, &set);
            return quote!(#(#cfgs)* #(#lints)* #add);
        }
        let route = route(handler, &site);
        let add = format_ident!("{}", handler.kind.defined_as());
        quote!(#(#cfgs)* #(#lints)* #set.#add(#route);)
    });
    let parts = attribute.parts.iter().flat_map(|parts| &parts.0).map(|part| {
        let function = function_of(part);
        quote_spanned!(part.span()=> Self::#function(#set);)
    });
    quote!(#instructions #(#members)* #(#parts)*)
}

/// The function that registers a part. Its name is unlike that of a method that the type may have.
fn function_of(part: &Ident) -> Ident {
    format_ident!("mcp_part_{}", part, span = part.span())
}

fn set() -> Ident {
    format_ident!("__set")
}
