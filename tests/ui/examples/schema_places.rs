//! In functions, in macros, in modules with strict lints.

#![deny(missing_docs, unused_qualifications, unreachable_pub, clippy::all, clippy::pedantic)]
#![deny(warnings)]

use mcp_runtime::Schema;

macro_rules! data {
    ($name:ident, $field:ident: $ty:ty, $max:literal) => {
        #[derive(serde::Deserialize, Schema)]
        struct $name {
            #[schema(range(0..=$max))]
            $field: $ty,
        }
    };
}

data!(Percent, value: u8, 100);

/// Without a tag, a variant of nothing is null.
#[derive(serde::Deserialize, Schema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Answer {
    Number(u8),
    Nothing(()),
}

fn main() {
    #[derive(serde::Deserialize, Schema)]
    struct Local {
        #[deprecated]
        #[serde(default)]
        old: u8,
        r#type: String,
        #[schema(skip = true)]
        #[serde(default)]
        inner: String,
        #[schema(nullable = false, deprecated = true, len = 3, pattern = r"\u{1F600}+")]
        text: String,
    }
    fn needs<T: Schema + serde::de::DeserializeOwned>() {}
    needs::<Local>();
    needs::<Percent>();
    needs::<Answer>();
    let local: Local = serde_json::from_str(r#"{"type": "a", "text": "abc"}"#).unwrap();
    let percent: Percent = serde_json::from_str(r#"{"value": 3}"#).unwrap();
    assert_eq!((local.r#type.as_str(), percent.value), ("a", 3));
}
