//! Locks of strangers who want their text to become code.

use mcp_runtime_codegen::{Options, client};
use serde_json::{Value, json};
use syn::visit::{self, Visit};

/// What ends something in Rust, in a comment, in Markdown or on a terminal.
const PAYLOADS: [&str; 26] = [
    "\"",
    "\\",
    "\\\"",
    "\"); evil!(); (\"",
    "*/ } fn evil() {} /*",
    "\n} fn evil() {} //",
    "\r} fn evil() {} //",
    "\u{2028}} fn evil() {} //",
    "\u{85}fn evil() {}",
    "\"]fn evil(){}#[doc=\"",
    "\"##\"###; evil!();",
    "r#\"evil\"#",
    "```\nevil!()\n```",
    "    evil!()",
    "- a\n\n      evil!()",
    "> ```\n> evil!()",
    "~~~\nevil!()",
    "<script>evil()</script>",
    "\\<script>evil()</script>",
    "[`evil`](javascript:evil())",
    "$crate::evil!()",
    "{evil}",
    "\u{202e}evil\u{2066}",
    "\0\u{1b}[2Jevil",
    "'; evil!(); '",
    "String = evil!(); type X",
];

/// What is a name, or nearly one.
const NAMES: [&str; 28] = [
    "self",
    "Self",
    "super",
    "crate",
    "_",
    "__",
    "r#type",
    "type",
    "async",
    "größe",
    "ｅｖｉｌ",
    "1st",
    "",
    " ",
    "connect",
    "client",
    "new",
    "from",
    "clone",
    "fmt",
    "String",
    "Option",
    "None",
    "Other",
    "Notes",
    "XArgs",
    "Vec<evil>",
    "a::b",
];

/// Where a stranger's text can be.
fn places(text: &str) -> Vec<(&'static str, Value)> {
    let mut places = outside_of_schemas(text);
    places.extend(in_schemas(text));
    places.extend(in_unions(text));
    places
}

/// A tool with a member of this schema, in arguments and results.
fn both(schema: &Value) -> Value {
    let schema = json!({ "type": "object", "properties": { "a": schema } });
    json!({ "x": { "input": schema, "output": schema } })
}

/// A tool with a required argument of this schema.
fn member(schema: &Value) -> Value {
    let schema = json!({ "type": "object", "properties": { "a": schema }, "required": ["a"] });
    json!({ "x": { "input": schema } })
}

fn outside_of_schemas(text: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("tool", json!({ text: { "input": { "type": "object" } } })),
        ("description of a tool", json!({ "x": { "input": {}, "description": text } })),
        ("hints", json!({ "x": { "input": {}, "hints": text } })),
        ("title of a tool", json!({ "x": { "input": {}, "title": text } })),
    ]
}

fn in_schemas(text: &str) -> Vec<(&'static str, Value)> {
    vec![
        (
            "member",
            both(&json!({ "type": "object", "properties": { text: { "type": "string" } } })),
        ),
        (
            "required member",
            both(&json!({ "type": "object", "properties": { text: {} }, "required": [text] })),
        ),
        ("required and missing", both(&json!({ "type": "object", "required": [text] }))),
        ("description", both(&json!({ "description": text }))),
        ("description in new", member(&json!({ "description": text }))),
        ("title", both(&json!({ "title": text }))),
        ("enum", both(&json!({ "enum": [text, "b"] }))),
        ("enum of all", both(&json!({ "enum": [text, 1, { text: [text] }] }))),
        ("const", member(&json!({ "const": text }))),
        ("const of an object", member(&json!({ "const": { text: [text] } }))),
        ("optional const", both(&json!({ "const": text }))),
        ("default", both(&json!({ "default": text }))),
        ("default of an object", both(&json!({ "default": { text: text } }))),
        ("pattern", both(&json!({ "type": "string", "pattern": text }))),
        ("format", both(&json!({ "type": "string", "format": text }))),
        ("type", both(&json!({ "type": text }))),
        ("types", both(&json!({ "type": [text, "null"] }))),
        ("keyword", both(&json!({ text: text }))),
        ("minimum", both(&json!({ "type": "integer", "minimum": text }))),
        ("other members", both(&json!({ "additionalProperties": { "enum": [text] } }))),
        ("pattern of members", both(&json!({ "patternProperties": { text: {} } }))),
    ]
}

fn in_unions(text: &str) -> Vec<(&'static str, Value)> {
    let reference =
        format!("#/$defs/{}", text.replace('~', "~0").replace('/', "~1").replace('%', "%25"));
    let form = |tag: &str, value: &str, own: &str| {
        let properties = json!({ tag: { "const": value }, own: {} });
        json!({ "type": "object", "properties": properties, "required": [tag, own] })
    };
    vec![
        ("tag", both(&json!({ "oneOf": [form(text, "a", "b"), form(text, "b", "c")] }))),
        ("value of a tag", both(&json!({ "oneOf": [form("t", text, "b"), form("t", "b", "c")] }))),
        (
            "member of a form",
            both(&json!({ "anyOf": [
            { "type": "object", "properties": { text: {} }, "required": [text] },
            { "type": "object", "properties": { "b": {} }, "required": ["b"] },
        ] })),
        ),
        (
            "definition",
            json!({ "x": { "input": {
            "type": "object",
            "properties": { "a": { "$ref": reference } },
            "$defs": { text: { "type": "object", "properties": { "b": {} } } },
        } } }),
        ),
        ("remote reference", both(&json!({ "$ref": format!("https://a.example/{text}") }))),
        (
            "description of a value",
            both(&json!({ "oneOf": [
            { "const": "a", "description": text }, { "const": "b" },
        ] })),
        ),
    ]
}

/// What was written must be what the generator writes by itself.
#[derive(Default)]
struct Evil(Vec<String>);

impl<'ast> Visit<'ast> for Evil {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Use(_)
            | syn::Item::Struct(_)
            | syn::Item::Enum(_)
            | syn::Item::Impl(_)
            | syn::Item::Type(_) => {}
            _ => self.0.push("an item that is not written".to_owned()),
        }
        visit::visit_item(self, item);
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.0.push("a macro".to_owned());
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && path.path.segments.iter().any(|segment| segment.ident == "evil")
        {
            self.0.push("a call".to_owned());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_ident(&mut self, ident: &'ast proc_macro2::Ident) {
        if !ident.to_string().is_ascii() {
            self.0.push(format!("the name {ident}"));
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let path = attribute.path();
        let known = ["allow", "derive", "doc", "must_use"];
        if !known.iter().any(|name| path.is_ident(name)) {
            self.0.push("an attribute".to_owned());
        }
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && let syn::Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            self.doc(&text.value());
        }
    }
}

impl Evil {
    /// A line of documentation must not begin code, HTML or a link that is not the generator's.
    fn doc(&mut self, line: &str) {
        let text = line.strip_prefix(' ').unwrap_or(line);
        // The generator's own links, and the name of a parameter.
        let text = text
            .strip_prefix("* `")
            .and_then(|rest| rest.split_once('`'))
            .map_or(text, |(_, rest)| rest);
        if text.contains("[`ClientBuilder::connect`]") || text.contains("of [`Notes::") {
            return;
        }
        let is_escaped =
            |at: usize| text[..at].chars().rev().take_while(|c| *c == '\\').count() % 2 == 1;
        let mut bare =
            text.char_indices().filter(|(at, c)| "<>[~".contains(*c) && !is_escaped(*at));
        if text.starts_with(' ') || text.contains("    ") || text.contains("```") {
            self.0.push(format!("code in {text:?}"));
        }
        if bare.next().is_some() {
            self.0.push(format!("HTML or a link in {text:?}"));
        }
        if text.chars().any(|c| c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')) {
            self.0.push(format!("characters that are not seen in {text:?}"));
        }
    }
}

fn check(what: &str, lock: &Value, options: &Options, wrong: &mut Vec<String>) {
    let text = match client(&lock.to_string(), options) {
        Ok(text) => text,
        Err(error) => return wrong.push(format!("{what}: {error}")),
    };
    let file = match syn::parse_file(&text) {
        Ok(file) => file,
        Err(error) => return wrong.push(format!("{what}: {error}")),
    };
    let mut evil = Evil::default();
    evil.visit_file(&file);
    wrong.extend(evil.0.iter().map(|found| format!("{what}: {found}")));
}

#[test]
fn no_text_of_a_lock_becomes_code() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for text in PAYLOADS.iter().chain(&NAMES) {
        for (place, tools) in places(text) {
            let server = json!({ "name": text, "version": text });
            let lock = json!({ "lock": 1, "server": server, "tools": tools });
            let what = format!("{text:?} as {place}");
            check(&what, &lock, &Options::new("notes.lock").both_ways(), &mut wrong);
            tried += 1;
        }
    }
    assert_eq!(tried, 54 * 31);
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A lock with each text in some of the places, which a test of the macro compiles.
#[test]
fn the_lock_of_a_stranger_is_as_committed() {
    let mut lock =
        json!({ "lock": 1, "server": { "name": "\"evil", "version": "\n" }, "tools": {} });
    for (at, text) in PAYLOADS.iter().chain(&NAMES).enumerate() {
        lock["tools"][*text] = json!({ "input": {}, "description": text });
        for (place, (name, tools)) in places(text).into_iter().enumerate() {
            if (place + at) % 6 == 0 {
                let tool = tools.as_object().unwrap().values().next().unwrap();
                lock["tools"][format!("{text} {name}")] = tool.clone();
            }
        }
    }
    let lock = format!("{lock:#}\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/typed/tests/locks/hostile.lock");
    if std::env::var_os("MCP_WRITE").is_some() {
        std::fs::write(path, &lock).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == lock, "`MCP_WRITE=1` writes it anew");
}

/// The name of a file is the user's, and still no code.
#[test]
fn no_name_of_a_file_becomes_code() {
    let lock = json!({ "lock": 1, "server": {}, "tools": {} });
    let mut wrong = Vec::new();
    for text in PAYLOADS.iter().chain(&NAMES) {
        check(text, &lock, &Options::new(&format!("{text}.lock")), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An error is printed on a terminal.
#[test]
fn errors_have_no_control_characters() {
    for text in PAYLOADS {
        let input = json!({ "properties": { "a": { "$ref": format!("#/{text}") } } });
        let lock = json!({ "lock": 1, "server": {}, "tools": { text: { "input": input } } });
        let error = client(&lock.to_string(), &Options::new("notes.lock")).unwrap_err().to_string();
        assert!(
            error.starts_with("notes.lock: tool `") && error.ends_with(" does not exist"),
            "{error}"
        );
        assert!(!error.chars().any(|c| c.is_control() || c == '\u{202e}'), "{error:?}");
    }
}
