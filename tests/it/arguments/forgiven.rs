//! Arguments that are not quite right, and are taken nevertheless.

use std::collections::BTreeMap;

use mcp_runtime::{Schema, server, tool};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Caller, hotel};

#[tokio::test]
async fn what_can_only_mean_one_thing_is_taken() {
    let mut caller = Caller::connect(hotel()).await;
    for (arguments, taken) in [
        (r#"{"room":"single","nights":"5"}"#, "Single 5"),
        (r#"{"room":"single","nights":" 5 "}"#, "Single 5"),
        (r#"{"room":"single","nights":5.0}"#, "Single 5"),
        (r#"{"room":"single","nights":"5.0"}"#, "Single 5"),
        (r#"{"room":"single","nights":5,"guests":null,"price":null}"#, "Single 5 None"),
        (
            r#"{"room":"single","nights":1,"guests":"[{\"name\":\"Ada\",\"age\":\"36\"}]"}"#,
            r#"Single 1 Some([Guest { name: "Ada", age: Some(36) }])"#,
        ),
        (
            r#"{"room":"single","nights":1,"guests":[{"name":"Ada","age":null}]}"#,
            r#"Single 1 Some([Guest { name: "Ada", age: None }])"#,
        ),
        (
            r#"{"room":"single","nights":1,"payment":"{\"by\":\"card\",\"number\":\"1\"}"}"#,
            r#"Single 1 None None Some(Card { number: "1" })"#,
        ),
        (
            r#"{"room":"single","nights":1,"breakfast":"true","price":"9.5"}"#,
            "Single 1 None None None Some(true) Some(9.5)",
        ),
        (
            r#"{"room":"single","nights":1,"extras":"{\"towels\":\"2\"}","user_id":"7"}"#,
            r#"Single 1 None None None None None Some({"towels": 2}) Some(7)"#,
        ),
        (
            r#"{"room":"single","nights":1,"userId":5,"wait_for_previous":true}"#,
            "Single 1 None None None None None None None",
        ),
    ] {
        let text = caller.text("book", arguments).await.expect(arguments);
        assert!(text.starts_with(taken), "{arguments}: {text}");
    }
}

/// However a language writes a whole number.
#[tokio::test]
async fn a_whole_number_is_taken_in_every_notation() {
    let (server, _) = twins();
    let mut caller = Caller::connect(server).await;
    for (tool, value, taken) in [
        ("number", "-0", "0"),
        ("number", "-0.0", "0"),
        ("number", "\"-0\"", "0"),
        ("number", "\" -0 \"", "0"),
        ("number", "\"-0.0\"", "0"),
        ("number", "-0e5", "0"),
        ("number", "-3.0", "-3"),
        ("number", "3e2", "300"),
        ("byte", "-0", "0"),
        ("byte", "\"-0.0\"", "0"),
        ("optional", "-0", "Some(0)"),
        ("optional", "\"-0\"", "Some(0)"),
        ("list", "[-0,1.0,\"-0\"]", "[0, 1, 0]"),
        (
            "inner",
            "{\"number\":-0}",
            "Inner { text: \"\", number: Some(0), flag: false, list: [] }",
        ),
        ("either", "-0", "Number(0)"),
        ("float", "-0", "-0.0"),
        ("float", "\"-0\"", "-0.0"),
    ] {
        let arguments = format!("{{\"value\":{value}}}");
        assert_eq!(caller.text(tool, &arguments).await.as_deref(), Ok(taken), "{tool} {value}");
    }
    for (tool, value) in
        [("number", "0.5"), ("number", "\"-\""), ("byte", "-1.0"), ("number", "1e300")]
    {
        let arguments = format!("{{\"value\":{value}}}");
        assert!(caller.text(tool, &arguments).await.is_err(), "{tool} {value}");
    }
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
enum Shape {
    Point,
    Circle { r: f64 },
    Pair(Vec<i64>),
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(untagged)]
enum Volume {
    Named(Named),
    Level(u8),
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
enum Named {
    Mute,
    Loud,
}

/// Draws.
#[tool]
fn draw(shape: Shape, next: Option<Shape>, volume: Option<Volume>) -> String {
    format!("{shape:?} {next:?} {volume:?}")
}

#[tokio::test]
async fn a_variant_that_is_written_as_text_is_taken_beside_one_that_is_a_text() {
    let mut caller = Caller::connect(server!().tool::<draw>()).await;
    for (arguments, taken) in [
        (r#"{"shape":"Point"}"#, "Point None None"),
        (r#"{"shape":"{\"Circle\":{\"r\":1}}"}"#, "Circle { r: 1.0 } None None"),
        (r#"{"shape":" {\"Circle\":{\"r\":\"1\"}} "}"#, "Circle { r: 1.0 } None None"),
        (r#"{"shape":{"Circle":"{\"r\":1}"}}"#, "Circle { r: 1.0 } None None"),
        (r#"{"shape":"{\"Pair\":[\"1\",2.0]}"}"#, "Pair([1, 2]) None None"),
        (
            r#"{"shape":"Point","next":"{\"Circle\":{\"r\":2}}"}"#,
            "Point Some(Circle { r: 2.0 }) None",
        ),
        (r#"{"shape":"Point","volume":"7"}"#, "Point None Some(Level(7))"),
        (r#"{"shape":"Point","volume":"Mute"}"#, "Point None Some(Named(Mute))"),
    ] {
        assert_eq!(caller.text("draw", arguments).await.as_deref(), Ok(taken), "{arguments}");
    }
    for (arguments, why) in [
        (r#"{"shape":"Pont"}"#, "did you mean \"Point\"?"),
        (r#"{"shape":"{\"Circle\":{\"r\":\"wide\"}}"}"#, "`shape.Circle.r`: expected a number"),
        (r#"{"shape":"{Circle"}"#, "got \"{Circle\""),
        (r#"{"shape":"Point","volume":"loud"}"#, "`volume`: expected"),
    ] {
        let refused = caller.text("draw", arguments).await.unwrap_err();
        assert!(refused.contains(why), "{arguments}: {refused}");
    }
}

#[tokio::test]
async fn absent_arguments_are_an_empty_object() {
    /// Takes nothing that has to be given.
    #[tool]
    fn greet(name: Option<&str>, #[arg(default = 2)] times: u8) -> String {
        format!("{name:?} {times}")
    }
    let mut caller = Caller::connect(server!().tool::<greet>()).await;
    for params in [r#"{"name":"greet"}"#, r#"{"name":"greet","arguments":null}"#] {
        let request =
            format!(r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{params}}}"#);
        caller.0.send(request).await;
        let answer = caller.0.answer(9).await;
        assert_eq!(answer["result"]["content"][0]["text"], "None 2", "{params}");
    }
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Text(String),
    Many(Vec<String>),
}

#[derive(Debug, Default, PartialEq, Deserialize, Schema)]
#[serde(default)]
struct Inner {
    text: String,
    number: Option<i32>,
    flag: bool,
    list: Vec<Option<u8>>,
}

macro_rules! twins {
    ($($lenient:ident $strict:ident $ty:ty;)*) => {
        $(
            /// Takes one value and forgives.
            #[tool]
            fn $lenient(value: $ty) -> String {
                format!("{value:?}")
            }

            /// Takes one value as it is.
            #[tool(strict)]
            fn $strict(value: $ty) -> String {
                format!("{value:?}")
            }
        )*

        fn twins() -> (mcp_runtime::ServerBuilder, Vec<(&'static str, &'static str)>) {
            let server = server!()$(.tool::<$lenient>().tool::<$strict>())*;
            (server, vec![$((stringify!($lenient), stringify!($strict))),*])
        }
    };
}

twins! {
    number strict_number i64;
    byte strict_byte u8;
    float strict_float f64;
    flag strict_flag bool;
    text strict_text String;
    any strict_any Value;
    optional strict_optional Option<i64>;
    optional_text strict_optional_text Option<String>;
    list strict_list Vec<i64>;
    texts strict_texts Vec<String>;
    map strict_map BTreeMap<String, Option<f64>>;
    either strict_either Either;
    inner strict_inner Inner;
    inners strict_inners Option<Vec<Inner>>;
}

/// Numbers from a seed: the same in every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let value = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(value).unwrap_or_default() % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A value, with those favoured that look like values of another type.
    fn value(&mut self, depth: usize) -> Value {
        let kinds = if depth == 0 { 5 } else { 8 };
        match self.below(kinds) {
            0 => Value::Null,
            1 => (self.below(2) == 0).into(),
            2 => json!(self.below(600)),
            3 => json!((self.below(1000) as f64 - 500.0) / 4.0),
            4 => self.text(depth).into(),
            5 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.below(4)).map(|_| (self.key(), self.value(depth - 1))).collect(),
        }
    }

    fn key(&mut self) -> String {
        self.pick(&["text", "number", "flag", "list", "other"]).to_owned()
    }

    fn text(&mut self, depth: usize) -> String {
        match self.below(3) {
            0 => self
                .pick(&["", " ", "5", "-1", "1.0", "1e3", "true", "null", "[]", "{}", "x"])
                .to_owned(),
            1 if depth > 0 => self.value(depth - 1).to_string(),
            _ => format!(" {} ", self.below(300)),
        }
    }
}

/// Leniency is for what strict decoding refuses, and for nothing else.
#[tokio::test]
async fn leniency_never_changes_what_strict_decoding_accepts() {
    let (server, tools) = twins();
    let mut caller = Caller::connect(server).await;
    let mut random = Random(0x6D63_7021);
    let mut accepted = 0;
    let mut forgiven = 0;
    for _ in 0..400 {
        let arguments = json!({ "value": random.value(3) }).to_string();
        for (lenient, strict) in &tools {
            let lenient = caller.text(lenient, &arguments).await;
            match caller.text(strict, &arguments).await {
                Ok(strict) => {
                    assert_eq!(lenient, Ok(strict), "{arguments}");
                    accepted += 1;
                }
                Err(_) => forgiven += usize::from(lenient.is_ok()),
            }
        }
    }
    assert!(accepted > 1000 && forgiven > 100, "{accepted} accepted, {forgiven} forgiven");
}
