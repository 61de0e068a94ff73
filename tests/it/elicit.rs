//! `#[derive(Elicit)]`: the form that a client is asked to show, and the reading of answers.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use mcp_runtime::{Elicit, ElicitForm};
use serde_json::{Value, json};

/// All that a form can hold.
#[derive(Debug, PartialEq, Elicit)]
struct Order {
    /// Who gets it.
    ///
    /// As on the letter box.
    #[elicit(title = "Recipient", length(1..=40))]
    name: String,
    #[elicit(format = "email")]
    mail: Option<String>,
    #[elicit(range(1..=10), default = 2)]
    pieces: u8,
    weight: Option<f64>,
    /// Wrap it?
    #[elicit(default)]
    gift: bool,
    size: Size,
    #[elicit(default = Color::Red)]
    color: Color,
    #[elicit(length(1..=2))]
    extras: Vec<Color>,
    #[serde(rename = "note")]
    #[elicit(default = "none")]
    remark: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Elicit)]
enum Size {
    Small,
    Large,
}

#[derive(Clone, Copy, Debug, PartialEq, Elicit)]
#[serde(rename_all = "kebab-case")]
enum Color {
    Red,
    /// Like the sky.
    SkyBlue,
    #[elicit(title = "Green!")]
    #[serde(rename = "verde")]
    Green,
}

fn decode(answer: Value) -> Result<Order, Vec<String>> {
    let Value::Object(answer) = answer else { panic!("not an object: {answer}") };
    Order::decode(&answer).map_err(|found| found.iter().map(ToString::to_string).collect())
}

#[test]
fn a_form_says_what_each_field_takes() {
    let titled = json!([
        { "const": "red", "title": "red" },
        { "const": "sky-blue", "title": "Like the sky" },
        { "const": "verde", "title": "Green!" },
    ]);
    let want = json!({
        "type": "object",
        "properties": {
            "name": {
                "type": "string", "title": "Recipient", "minLength": 1, "maxLength": 40,
                "description": "Who gets it.\n\nAs on the letter box.",
            },
            "mail": { "type": "string", "format": "email" },
            "pieces": { "type": "integer", "minimum": 1, "maximum": 10, "default": 2 },
            "weight": { "type": "number" },
            "gift": { "type": "boolean", "description": "Wrap it?", "default": false },
            "size": { "type": "string", "enum": ["Small", "Large"] },
            "color": { "type": "string", "oneOf": titled, "default": "red" },
            "extras": {
                "type": "array", "minItems": 1, "maxItems": 2, "items": { "anyOf": titled },
            },
            "note": { "type": "string", "default": "none" },
        },
        "required": ["name", "size", "extras"],
    });
    let got = serde_json::to_value(Order::requested_schema()).unwrap();
    assert_eq!(got, want);
    let names: Vec<&String> = got["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names[..3], ["name", "mail", "pieces"]);
}

#[test]
fn an_answer_becomes_the_struct() {
    let order = decode(json!({
        "name": "Ada", "mail": "ada@example.org", "pieces": 3, "weight": 1.5, "gift": true,
        "size": "Large", "color": "sky-blue", "extras": ["verde"], "note": "soon",
    }));
    assert_eq!(
        order.unwrap(),
        Order {
            name: "Ada".into(),
            mail: Some("ada@example.org".into()),
            pieces: 3,
            weight: Some(1.5),
            gift: true,
            size: Size::Large,
            color: Color::SkyBlue,
            extras: vec![Color::Green],
            remark: "soon".into(),
        }
    );
}

#[derive(Debug, PartialEq, Elicit)]
struct Sizes {
    byte: u8,
    long: i64,
    most: Option<u64>,
}

/// However the language of a client writes a whole number.
#[test]
fn an_integer_is_read_in_every_notation() {
    for (answer, byte, long, most) in [
        (r#"{"byte":3.0,"long":-3.0}"#, 3, -3, None),
        (r#"{"byte":-0,"long":-0.0}"#, 0, 0, None),
        (r#"{"byte":25e1,"long":1.5e3,"most":9007199254740992.0}"#, 250, 1500, Some(1 << 53)),
    ] {
        let answer = serde_json::from_str(answer).unwrap();
        assert_eq!(Sizes::decode(&answer).unwrap(), Sizes { byte, long, most });
    }
    for (answer, why) in [
        (r#"{"byte":3.5,"long":1}"#, "`byte`: expected an integer from 0 to 255, got 3.5"),
        (r#"{"byte":256.0,"long":1}"#, "`byte`: expected an integer from 0 to 255, got 256"),
        (r#"{"byte":"3.0","long":1}"#, "`byte`: expected an integer from 0 to 255, got \"3.0\""),
        (r#"{"byte":1,"long":1e300}"#, "`long`: expected an integer, got 1e+300"),
    ] {
        let answer = serde_json::from_str(answer).unwrap();
        let found: Vec<String> =
            Sizes::decode(&answer).unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(found, [why]);
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let order =
        decode(json!({ "name": "A", "mail": null, "size": "Small", "extras": ["red"] })).unwrap();
    assert_eq!((order.mail, order.pieces, order.weight), (None, 2, None));
    assert_eq!((order.gift, order.color, order.remark.as_str()), (false, Color::Red, "none"));
}

#[test]
fn everything_that_is_wrong_is_told() {
    let found = decode(json!({
        "name": "", "mail": "nobody", "pieces": 11, "weight": "heavy", "gift": 1, "size": "Lage",
        "color": "blue", "extras": ["red", "red", "red"],
    }))
    .unwrap_err();
    let want = [
        r#"`name`: expected a string of 1 to 40 characters, got """#,
        r#"`mail`: expected an e-mail address, got "nobody""#,
        "`pieces`: expected an integer from 1 to 10, got 11",
        r#"`weight`: expected a number, got "heavy""#,
        "`gift`: expected true or false, got 1",
        r#"`size`: expected one of "Small", "Large", got "Lage"; did you mean "Large"?"#,
        r#"`color`: expected one of "red", "sky-blue", "verde", got "blue""#,
        r#"`extras`: expected an array of 1 to 2 items, got ["red","red","red"]"#,
    ];
    assert_eq!(found, want);
    let found = decode(json!({ "nme": "Ada", "extras": ["red"] })).unwrap_err();
    let want = [
        "`name`: missing, expected a string of 1 to 40 characters (did you mean this by `nme`?)",
        r#"`size`: missing, expected one of "Small", "Large""#,
    ];
    assert_eq!(found, want);
}

#[test]
fn a_form_may_have_no_fields() {
    #[derive(Debug, PartialEq, Elicit)]
    struct Proceed {}

    let schema = serde_json::to_value(Proceed::requested_schema()).unwrap();
    assert_eq!(schema, json!({ "type": "object", "properties": {} }));
    assert_eq!(Proceed::decode(&serde_json::Map::new()), Ok(Proceed {}));
}

/// Names that generated code uses itself are free for fields.
#[derive(Debug, PartialEq, Elicit)]
struct Named {
    form: String,
    value0: u8,
    next: bool,
    answer: u8,
}

#[test]
fn a_field_has_any_name() {
    let answer = json!({ "form": "a", "value0": 1, "next": true, "answer": 2 });
    let got = Named::decode(answer.as_object().unwrap()).unwrap();
    assert_eq!(got, Named { form: "a".to_owned(), value0: 1, next: true, answer: 2 });
}
