#![deny(warnings)]

use mcp_runtime::protocol::{CallToolResult, ContentBlock, ResourceLink};
use mcp_runtime::{Image, Schema, tool};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

#[derive(Serialize, Schema)]
struct Hit {
    title: String,
}

#[derive(Debug)]
struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failed")
    }
}

type Outcome<T> = Result<T, Failed>;

macro_rules! tools {
    ($($name:ident: $result:ty = $value:expr;)*) => {
        $(
            #[tool]
            fn $name() -> $result {
                $value
            }
        )*

        fn main() {
            let _ = mcp_runtime::server!()$(.tool::<$name>())*;
        }
    };
}

tools! {
    nothing: () = ();
    text: String = String::new();
    fixed: &'static str = "";
    number: i32 = 1;
    real: f64 = 1.0;
    truth: bool = true;
    structure: Hit = Hit { title: String::new() };
    list: Vec<Hit> = Vec::new();
    map: HashMap<String, f64> = HashMap::new();
    maybe: Option<Hit> = None;
    outcome: Result<String, String> = Ok(String::new());
    aliased: Outcome<Vec<Hit>> = Err(Failed);
    boxed: Result<Hit, Box<dyn std::error::Error + Send + Sync>> = Err("failed".into());
    empty: Result<(), Failed> = Ok(());
    blocks: Vec<ContentBlock> = Vec::new();
    maybe_block: Option<ContentBlock> = None;
    maybe_blocks: Option<Vec<ContentBlock>> = None;
    maybe_images: Result<Option<Vec<Image>>, Failed> = Ok(None);
    maybe_explained: Option<(String, Vec<ResourceLink>)> = None;
    maybe_pair: Option<(Image, String)> = None;
    maybe_result: Option<CallToolResult> = None;
}
