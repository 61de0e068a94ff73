//! Half-written code: a server of medium size, cut at each token. The compiler reports what is
//! wrong with it before it calls the macros, which must report nothing.

use crate::expand::{free_function, handlers};
use crate::item::function::Function;
use crate::kind::Kind;
use crate::schema;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Item;

const SERVER: &str = include_str!("../../tests/servers/medium.rs");

/// The items of the server that begin like this.
fn items(start: &str) -> Vec<TokenStream> {
    let file = syn::parse_file(SERVER).unwrap();
    let items = file.items.into_iter().map(Item::into_token_stream);
    items.filter(|item| item.to_string().starts_with(start)).collect()
}

/// All versions of the tokens with one token left out, alone or with all that follow it in its
/// group. Tokens inside attributes are kept, since the compiler does not parse those.
fn cuts(tokens: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut versions = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = &tokens[..at];
        let after = &tokens[at + 1..];
        versions.push(quote!(#(#before)*));
        versions.push(quote!(#(#before)* #(#after)*));
        let attribute = before.last().is_some_and(|sign| sign.to_string() == "#");
        if let (TokenTree::Group(group), false) = (token, attribute) {
            versions.extend(cuts(&group.stream()).into_iter().map(|inside| {
                let group = Group::new(group.delimiter(), inside);
                quote!(#(#before)* #group #(#after)*)
            }));
        }
    }
    versions
}

/// The versions in which the compiler finds an error.
fn unfinished(tokens: &TokenStream) -> Vec<TokenStream> {
    let wrong = |tokens: &TokenStream| syn::parse2::<Item>(tokens.clone()).is_err();
    cuts(tokens).into_iter().filter(wrong).collect()
}

/// Checks that expansions have no errors of ours and contain the expected names; collects failures.
#[derive(Default)]
struct Tally {
    programs: usize,
    foreign: Vec<String>,
}

impl Tally {
    fn compare(&mut self, written: &TokenStream, expansion: &TokenStream, names: &[String]) {
        self.programs += 1;
        let expansion = expansion.to_string();
        if expansion.contains("compile_error") {
            self.foreign.push(format!("{written}\n=> {expansion}"));
        }
        for name in names.iter().filter(|name| !expansion.contains(*name)) {
            self.foreign.push(format!("no `{name}` in {written}\n=> {expansion}"));
        }
    }

    #[track_caller]
    fn finish(self, at_least: usize) {
        assert!(self.programs > at_least, "{} programs", self.programs);
        assert!(self.foreign.is_empty(), "{}: {}", self.foreign.len(), self.foreign[0]);
    }
}

#[test]
fn a_block_that_is_being_written_has_no_mistakes_of_ours() {
    let mut tally = Tally::default();
    for block in items("# [doc = \" Keeps books.\"]") {
        let Ok(Item::Impl(mut block)) = syn::parse2(block) else { continue };
        block.attrs.clear();
        for version in unfinished(&quote!(#block)) {
            let registers = ["impl :: mcp_runtime :: __private :: OneBlockWithoutPart".to_owned()];
            // Without a type there is nothing to register.
            let of_a_type = version.to_string().contains("impl Library {");
            let names: &[String] = if of_a_type { &registers } else { &[] };
            tally.compare(&version, &handlers::expand(quote!(), &version), names);
        }
    }
    tally.finish(300);
}

#[test]
fn methods_that_are_whole_stay() {
    let block = quote! {
        impl Notes {
            #[tool]
            fn first(&self) {}
            #[tool(name = "x")]
            fn bad(&self, #[arg(default)] x: , y: u8) -> u8 { y }
            dangling
            #[tool]
            fn worse(&self, x: )
            #[tool]
            fn last(&self) {}
        }
    };
    let expansion = handlers::expand(quote!(), &block).to_string();
    for name in ["fn first", "fn bad", "fn last"] {
        assert!(expansion.contains(name), "{name}: {expansion}");
    }
    for rest in ["arg (", "dangling", "worse", "compile_error"] {
        assert!(!expansion.contains(rest), "{rest}: {expansion}");
    }
    assert_eq!(expansion.matches("__handled").count(), 3, "{expansion}");
}

#[test]
fn a_function_that_is_being_written_has_no_mistakes_of_ours() {
    let mut tally = Tally::default();
    for block in items("# [doc = \" Keeps books.\"]") {
        let Ok(Item::Impl(block)) = syn::parse2(block) else { continue };
        for method in block.items {
            let mut function: Function = syn::parse2(method.into_token_stream()).unwrap();
            // As a free function: without `self`, and without attributes.
            function.attributes.clear();
            let written = quote!(#function).to_string().replace("& self ,", "");
            let function: TokenStream = written.parse().unwrap();
            for version in unfinished(&function) {
                let named = version.to_string();
                let word = named.split_once("fn ").map(|(_, rest)| rest.split(' ').next());
                let name = word.flatten().filter(|name| name.chars().all(char::is_alphanumeric));
                let structs = name.map(|name| format!("struct {name}"));
                let names = structs.filter(|name| name.len() > "struct ".len());
                let expansion = free_function::expand(Kind::Tool, quote!(), version.clone());
                tally.compare(&version, &expansion, names.as_slice());
            }
        }
    }
    tally.finish(200);
}

#[test]
fn a_type_that_is_being_written_has_no_mistakes_of_ours() {
    let mut tally = Tally::default();
    for item in items("# [derive") {
        for version in unfinished(&item) {
            tally.compare(&version, &schema::derive(version.clone()), &[]);
        }
    }
    tally.finish(20);
}
