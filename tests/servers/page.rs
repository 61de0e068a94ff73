//! A server with all that a page shows: forms, questions, progress, pictures, apps, and text that means harm.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]
#![expect(clippy::needless_pass_by_value, reason = "a handler is given what it asks for")]

use std::time::Duration;

use mcp_runtime::{
    Answer, Elicit, Error, Image, Json, Log, Progress, Result, Roots, Sample, Schema, prompt,
    resource, server, tool,
};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

#[derive(Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Name,
    Date,
}

#[derive(Deserialize, Serialize, Schema)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Serialize, Schema)]
struct Sum {
    sum: f64,
    of: Vec<f64>,
    order: Option<String>,
    at: Option<Point>,
}

/// Adds numbers, and keeps them in order.
#[tool(read_only)]
fn add(
    /// What to add.
    numbers: Vec<f64>,
    order: Option<Order>,
    /// Where on the sheet.
    at: Option<Point>,
    #[arg(default = 2, range(0..=9))] digits: u8,
) -> Json<Sum> {
    let factor = 10_f64.powi(digits.into());
    let sum = (numbers.iter().sum::<f64>() * factor).round() / factor;
    let order = order.map(|order| match order {
        Order::Name => "by name".to_owned(),
        Order::Date => "by date".to_owned(),
    });
    Json(Sum { sum, of: numbers, order, at })
}

#[derive(Elicit)]
struct Sure {
    /// Really?
    sure: bool,
    why: Option<String>,
}

/// Deletes a thing, after it has asked.
#[tool(destructive)]
async fn delete(name: String, elicit: Elicit) -> Result<String> {
    match elicit.form::<Sure>(format!("Delete {name}?")).await? {
        Answer::Accepted(Sure { sure: true, why }) => {
            Ok(format!("{name} is deleted ({})", why.unwrap_or_default()))
        }
        _ => Ok("Nothing is deleted.".to_owned()),
    }
}

/// Asks the model.
#[tool]
async fn write_poem(about: String, sample: Sample) -> Result<String> {
    let said = sample.create(format!("A poem about {about}")).await?;
    Ok(serde_json::to_value(said).map_err(Error::other)?["content"]["text"].to_string())
}

/// Asks where it may look.
#[tool]
async fn look(roots: Roots) -> Result<String> {
    let roots = roots.list().await?;
    Ok(roots.iter().map(|root| root.uri.as_str()).collect::<Vec<_>>().join(" and "))
}

/// Counts slowly, and tells of it.
#[tool]
async fn count(to: u32, progress: Progress, log: Log) -> String {
    for number in 1..=to {
        progress.report_of(number, to, &format!("at {number}")).await;
        log.info(format!("counted {number}")).await;
        sleep(Duration::from_millis(30)).await;
    }
    format!("counted to {to}")
}

/// Fails.
#[tool]
fn fail() -> Result<String> {
    Err(Error::other("there is no paper left"))
}

/// <img src=x onerror="document.title='pwned'"> says something evil.
#[tool]
fn evil() -> String {
    "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>\
     <a href=\"javascript:document.title='pwned'\">a link</a>"
        .to_owned()
}

/// Logs in.
#[tool]
fn log_in(user: String, password: String) -> String {
    format!("{user} is in, with {} letters", password.len())
}

/// One pixel.
#[tool]
fn pixel() -> Image {
    Image::png(PIXEL)
}

const PIXEL: [u8; 69] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
    1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, 0x49, 0x44, 0x41, 0x54,
    0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0xc9, 0xfe, 0x92, 0xef, 0, 0, 0, 0, 0x49,
    0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// Shows the board.
#[tool(ui = "ui://board")]
fn show_board(project: String) -> String {
    format!("the board of {project}")
}

/// The board.
#[resource("ui://board", app)]
fn board() -> &'static str {
    include_str!("page_board.html")
}

/// Asks for a poem.
#[prompt]
fn poem(
    /// What it is about.
    about: String,
) -> String {
    format!("A poem about {about}, please.")
}

/// A note.
#[resource("notes://{name}", mime = "text/plain")]
fn note(name: &str) -> String {
    format!("The note {name}.")
}

/// What there is.
#[resource("notes://index", mime = "text/plain")]
fn index() -> &'static str {
    "one, two"
}

fn main() -> Result<()> {
    server!()
        .instructions("Adds, deletes and counts.")
        .tool::<add>()
        .tool::<delete>()
        .tool::<write_poem>()
        .tool::<look>()
        .tool::<count>()
        .tool::<fail>()
        .tool::<evil>()
        .tool::<log_in>()
        .tool::<pixel>()
        .tool::<show_board>()
        .prompt::<poem>()
        .resource::<note>()
        .resource::<index>()
        .resource::<board>()
        .subcommands([mcp_runtime_ship::page::dev()])
        .http_options(mcp_runtime_ship::page::options())
        .run()
}
