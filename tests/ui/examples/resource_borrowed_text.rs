use mcp_runtime::{handlers, prompt, resource, server};
use std::borrow::Cow;

#[prompt]
fn fixed() -> Cow<'static, str> {
    "fixed".into()
}

#[resource("notes://fixed")]
async fn note() -> Result<Cow<'static, str>, String> {
    Ok("fixed".into())
}

struct Notes(String);

#[handlers]
impl Notes {
    #[resource("notes://all")]
    fn all(&self) -> Option<Cow<'_, str>> {
        Some(self.0.as_str().into())
    }
}

fn main() {
    let _ = server!().prompt::<fixed>().resource::<note>().handlers(Notes(String::new()));
}
