//! The macros find crates under the names that `Cargo.toml` gives them.

use agents::{Prompt, Turn, agent, command};
use mcp::{
    Accepted, Elicit, ExtensionRequest, Result, Schema, extension, handlers, prompt, resource, tool,
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Schema)]
struct Note {
    text: String,
    #[serde(default)]
    size: Option<Size>,
}

#[derive(Serialize, Deserialize, Schema)]
enum Size {
    Small,
    Large { pages: u8 },
}

#[derive(Elicit)]
struct Form {
    name: String,
}

#[tool]
fn repeat(note: Note, #[arg(default = 2)] times: usize) -> Note {
    Note { text: note.text.repeat(times), ..note }
}

#[tool]
async fn ask(elicit: Elicit) -> Result<String> {
    Ok(match elicit.form::<Form>("Which one?").await? {
        Accepted(form) => form.name,
        _ => String::new(),
    })
}

#[prompt]
fn review(text: &str) -> String {
    text.to_owned()
}

#[resource("notes://{name}")]
fn note(name: String) -> String {
    name
}

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[mcp::method("batch/run")]
    fn run(&self) {}
}

#[derive(Serialize, Deserialize, ExtensionRequest)]
#[request("batch/run", extension = Batch)]
struct Run {}

#[agent]
async fn echo(prompt: Prompt, turn: Turn) -> Result<()> {
    turn.say(prompt.text()).await
}

#[command]
async fn shout(text: String, turn: Turn) -> Result<()> {
    turn.say(text.to_uppercase()).await
}

#[test]
fn a_program_is_built_without_saying_where_the_crates_are() {
    let server = mcp::server!().tool::<repeat>().tool::<ask>().prompt::<review>();
    server.resource::<note>().extension(Batch).build().unwrap();
    let note = repeat(Note { text: "a".to_owned(), size: Some(Size::Small) }, 2);
    assert_eq!(note.text, "aa");
    let _ = (Size::Large { pages: 1 }, Run {}, echo {}, shout {});
}
