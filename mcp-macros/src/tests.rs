//! Expansions, pretty-printed. `UPDATE_EXPECT=1 cargo test -p mcp-runtime-macros` updates them.

use crate::expand::{free_function, handlers};
use crate::kind::Kind;
use crate::{elicit, extension, schema};
use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

#[track_caller]
fn check(expansion: TokenStream, expected: &ExpectFile) {
    let file = syn::parse2(expansion).unwrap();
    expected.assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn tool() {
    let function = quote! {
        /// Adds two numbers.
        ///
        /// They are whole.
        #[must_use]
        pub fn add(
            /// First addend.
            a: i64,
            #[arg(default = 1, range(-5..=100), example = 7)] mut b: i64,
        ) -> i64 {
            b += a;
            b
        }
    };
    let arguments =
        quote!(title = "Add", read_only, idempotent = false, timeout = "1m 30s", strict);
    check(
        free_function::expand(Kind::Tool, arguments, function),
        &expect_file!["../tests/expand/tool.rs"],
    );
}

#[test]
fn a_hidden_handler_is_hidden_as_a_type() {
    for hidden in [quote!(#[doc(hidden)]), quote!(#[doc(alias = "plus", hidden)])] {
        let function = quote!(#hidden pub fn add() {});
        let expansion = free_function::expand(Kind::Tool, TokenStream::new(), function).to_string();
        assert_eq!(expansion.matches(&hidden.to_string()).count(), 2, "{expansion}");
    }
    let function = quote!(
        #[doc(alias = "plus")]
        pub fn add() {}
    );
    let expansion = free_function::expand(Kind::Tool, TokenStream::new(), function).to_string();
    assert_eq!(expansion.matches("plus").count(), 1, "{expansion}");
}

#[test]
fn tool_parameters() {
    let function = quote! {
        async fn every<'a>(
            text: &'a str,
            words: &[&str],
            point: &Point,
            r#type: Option<&str>,
            _unused: Cow<'a, str>,
            #[arg(seconds, default = Duration::from_secs(5))] wait: Duration,
            #[arg(humantime)] rest: Option<Duration>,
            #[arg(nullable)] note: Option<Option<String>>,
            #[arg(default = "x", len(1..=64), pattern = "^[a-z]+$", header = "Region")] region: &str,
            #[arg(rename = "list", default, length = 3, description = TEXT)] items: Vec<u8>,
            progress: Progress,
        ) -> Result<Vec<Hit>, Error> {
            unimplemented!()
        }
    };
    let arguments =
        quote!(crate = ::renamed, name = "a.b", allow_dots, description = concat!("a", "b"));
    check(
        free_function::expand(Kind::Tool, arguments, function),
        &expect_file!["../tests/expand/tool_parameters.rs"],
    );
}

#[test]
fn tool_with_page() {
    let arguments = quote!(ui = "ui://board", ui_visibility = "app");
    check(
        free_function::expand(
            Kind::Tool,
            arguments,
            quote!(
                fn show() {}
            ),
        ),
        &expect_file!["../tests/expand/tool_with_page.rs"],
    );
}

#[test]
fn page() {
    let arguments = quote! {
        "ui://board",
        app(
            connect("https://api.example.com"),
            resources("https://*.example.com", "http://localhost:3000"),
            permissions(camera, clipboard_write),
            domain = "board",
            border = false,
        ),
    };
    let function = quote!(
        fn board() -> &'static str {
            "<!doctype html>"
        }
    );
    check(
        free_function::expand(Kind::Resource, arguments, function),
        &expect_file!["../tests/expand/page.rs"],
    );
}

#[test]
fn tool_whole() {
    let function = quote! {
        fn whole(#[args] shape: &Shape, user: User) {}
    };
    let arguments = quote! {
        blocking,
        icon(src = "https://a.example/i.png", mime_type = "image/png", sizes("48x48", "any"), theme = "dark"),
        icon(src = "data:,"),
        meta("example.com/a" = {"deep": [1, null]}, "b" = -1.5),
    };
    check(
        free_function::expand(Kind::Tool, arguments, function),
        &expect_file!["../tests/expand/tool_whole.rs"],
    );
}

#[test]
fn tool_confirmed() {
    let function = quote! { fn delete(id: u64) {} };
    check(
        free_function::expand(Kind::Tool, quote!(confirm = "Delete {id}?"), function),
        &expect_file!["../tests/expand/tool_confirmed.rs"],
    );
}

#[test]
fn prompt() {
    let function = quote! {
        /** Greets. */
        fn greet(
            /**
             * Who.
             *
             * Or what.
             */
            #[arg(complete = names)] name: String,
        ) -> String { name }
    };
    check(
        free_function::expand(Kind::Prompt, quote!(), function),
        &expect_file!["../tests/expand/prompt.rs"],
    );
}

#[test]
fn resource() {
    let function = quote! {
        async fn row(table: &str, id: u64, user: User, depth: Option<u8>) -> String { todo!() }
    };
    let arguments = quote! {
        "db://{+table}/{id}{?depth}", mime = "text/csv", audience(user, assistant), priority = 1,
        cache(ttl = "60s", public),
    };
    check(
        free_function::expand(Kind::Resource, arguments, function),
        &expect_file!["../tests/expand/resource.rs"],
    );
}

#[test]
fn handlers_block() {
    let block = quote! {
        /// Serves notes.
        impl<D: Db> Notes<D> where D: Clone {
            const LIMIT: usize = 3;

            /// Finds notes.
            #[tool(read_only)]
            async fn search(&self, #[allow(unused)] query: &str) -> Vec<Hit> { Vec::new() }

            #[cfg(feature = "write")]
            #[mcp_runtime::tool]
            pub(crate) fn write(&self) {}

            #[cfg_attr(unix, prompt(title = "Ask"), must_use)]
            fn ask(#[arg(complete = Self::names)] name: String, #[arg(complete = Self::all)] other: String) -> String { name }

            fn names(prefix: &str) -> Vec<String> { Vec::new() }
        }
    };
    check(handlers::expand(quote!(), &block), &expect_file!["../tests/expand/handlers.rs"]);
}

#[test]
fn extension_type_and_handlers() {
    let arguments = quote!(
        "com.example/batch",
        since = "2025-11-25",
        settings = Self::settings,
        client = Settings,
        results("batch"),
        notifies(Progress)
    );
    let item = quote!(
        struct Batch<T: Send>(T);
    );
    check(extension::expand(arguments, &item), &expect_file!["../tests/expand/extension.rs"]);
    let block = quote! {
        impl<T: Send> Batch<T> {
            #[method("batch/stop", name = batch_id, since = "2026-07-28", rename_all = "camelCase")]
            async fn stop(&self, batch_id: String) -> Result<()> { Ok(()) }

            #[notified(HINT, open)]
            fn hint(&self) {}

            #[around(tool)]
            async fn around(&self, call: ToolCall, next: Next) -> Result<Reply> { next.run(call).await }
        }
    };
    check(
        handlers::expand(quote!(), &block),
        &expect_file!["../tests/expand/extension_handlers.rs"],
    );
    let progress = quote! {
        #[notification("notifications/progress", extension = Batch, topic = "ids", key = id)]
        struct Progress { id: String }
    };
    check(
        extension::notification(progress),
        &expect_file!["../tests/expand/extension_notification.rs"],
    );
}

#[test]
fn mistakes_keep_the_item() {
    let function = quote! {
        fn wrong(a: (), #[arg(lenght = 3)] b: String) -> &str { "" }
    };
    check(
        free_function::expand(Kind::Tool, quote!(), function),
        &expect_file!["../tests/expand/mistakes.rs"],
    );
    let block = quote! {
        impl Notes {
            #[tool(name = "a b")]
            fn wrong(&mut self) {}
        }
    };
    check(
        handlers::expand(quote!(), &block),
        &expect_file!["../tests/expand/mistakes_in_block.rs"],
    );
}

#[test]
fn a_handled_attribute_changes_nothing() {
    let method = quote!(
        fn add(&self, a: i64) -> i64 {
            a
        }
    );
    assert_eq!(
        free_function::expand(Kind::Tool, quote!(__handled), method.clone()).to_string(),
        method.to_string()
    );
}

/// Generated code names only the runtime and the core library, both by absolute paths: neither a
/// local `Option` nor a local module `core` can shadow them.
#[test]
fn paths_are_absolute() {
    for snapshot in [
        include_str!("../tests/expand/tool.rs"),
        include_str!("../tests/expand/prompt.rs"),
        include_str!("../tests/expand/resource.rs"),
    ] {
        let generated = snapshot
            .split_once("fn route() ->")
            .unwrap()
            .1
            .replace(">>::Owned", ">>")
            .replace(">>::", ">> ");
        let words =
            generated.split(|next: char| !(next.is_alphanumeric() || "_:\">".contains(next)));
        for word in words.filter(|word| !word.starts_with(['"', '>'])) {
            let word = word.trim_end_matches([':', '>']);
            let global = word.starts_with("::core::") || word.starts_with("::mcp_runtime::");
            let of_user = ["User", "Option", "String"].contains(&word);
            let type_name = word.starts_with(char::is_uppercase);
            assert!(global || !word.contains("::") && (!type_name || of_user), "{word}");
        }
    }
    let renamed = include_str!("../tests/expand/tool_parameters.rs");
    assert!(!renamed.contains("mcp_runtime"));
}

#[test]
fn schema_of_struct() {
    let item = quote! {
        /// Words to look for.
        ///
        /// All of them.
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub struct Query<T>
        where
            T: Debug,
        {
            /// At most so many.
            #[schema(range(1..=10), example = 3)]
            #[serde(skip_serializing_if = "is_zero")]
            limit: u8,
            of: Vec<Option<Inner>>,
            kids: Vec<Self>,
            #[serde(flatten)]
            rest: T,
            #[schema(as = "String", nullable)]
            #[serde(with = "hex")]
            color: Option<Color>,
            #[serde(skip)]
            cache: PhantomData<u8>,
        }
    };
    check(schema::derive(item), &expect_file!["../tests/expand/schema_struct.rs"]);
}

#[test]
fn schema_of_enum() {
    let item = quote! {
        #[schema(crate = ::renamed)]
        enum Speed {
            Slow = 1,
            /// No limit.
            Max,
            At { kmh: u32 },
            #[serde(other)]
            Unknown,
        }
    };
    check(schema::derive(item), &expect_file!["../tests/expand/schema_enum.rs"]);
}

#[test]
fn elicit_form_and_choice() {
    let form = quote! {
        struct Order {
            /// Who gets it.
            #[elicit(title = "Recipient", length(1..=40), default = "me")]
            name: String,
            #[elicit(range(1..=10), default)]
            #[serde(rename = "count")]
            pieces: u8,
            size: Option<Size>,
        }
    };
    check(elicit::derive(form), &expect_file!["../tests/expand/elicit_form.rs"]);
    let choice = quote! {
        #[serde(rename_all = "lowercase")]
        enum Size {
            /// Fits a pocket.
            Small,
            Large,
        }
    };
    check(elicit::derive(choice), &expect_file!["../tests/expand/elicit_choice.rs"]);
}

/// A field whose type has no schema is one mistake, and the compiler reports it in one place.
#[test]
fn a_field_is_asked_for_its_schema_once() {
    let item = quote! {
        struct Outer {
            inner: Inner,
            others: Vec<Option<Other>>,
            at: chrono::DateTime<Utc>,
        }
    };
    let expansion = schema::derive(item).to_string();
    for asked in ["< Inner as", "< Other as", "< chrono :: DateTime < Utc > as"] {
        assert_eq!(expansion.matches(asked).count(), 1, "{asked}: {expansion}");
    }
}

/// In the edition of this crate `gen` is a keyword, in that of a user it may be a name.
#[test]
fn a_keyword_of_a_newer_edition_is_a_name() {
    let function = quote! { fn gen(gen: u8) -> u8 { gen } };
    let expansion = free_function::expand(Kind::Tool, quote!(), function).to_string();
    assert!(expansion.contains("struct r#gen { }"), "{expansion}");
    assert!(expansion.contains("name : \"gen\""), "{expansion}");
    let item = quote! { struct Params { gen: u8, r#type: u8 } };
    let expansion = schema::derive(item).to_string();
    assert!(expansion.contains("r#gen : u8 , r#type : u8"), "{expansion}");
}
