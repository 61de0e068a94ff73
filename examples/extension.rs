//! An extension of the protocol by a third party, with its client: reminders that the server
//! pushes.
//!
//! `extension` serves, and `extension ask` starts such a server and requests a reminder.

use std::time::Duration;

use mcp_runtime::{
    Context, Extension, ExtensionNotification, ExtensionRequest, Negotiated, Result, extension,
    handlers, method, server, tool,
};
use mcp_runtime_client::{Client, Stdio};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

/// The parts that both sides share: the identifier, the settings, and the messages.
#[extension(
    "com.example/reminders",
    since = "2025-11-25",
    settings = Self::settings,
    client = Settings,
    notifies(Due)
)]
struct Reminders;

/// The settings that either side declares.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    /// The version of the extension: declare one from the first day.
    version: u32,
}

/// Asks to be reminded.
#[derive(Serialize, ExtensionRequest)]
#[request("com.example/reminders/set", extension = Reminders, result = Set)]
struct Remind {
    text: String,
    milliseconds: u64,
}

/// It will come.
#[derive(Serialize, Deserialize)]
struct Set {
    text: String,
}

/// Here it is, for those who listen to reminders of this text.
#[derive(Serialize, Deserialize, ExtensionNotification)]
#[notification("notifications/reminders/due", extension = Reminders, topic = "reminders", key = text)]
struct Due {
    text: String,
}

#[handlers]
impl Reminders {
    fn settings(&self) -> Settings {
        Settings { version: 1 }
    }

    /// The name is a constant of the request, so that the two cannot differ.
    #[method(Remind::METHOD)]
    async fn set(&self, text: String, milliseconds: u64, context: Context) -> Result<Set> {
        let server = context.server().clone();
        let due = Due { text: text.clone() };
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            server.notify(due)
        });
        Ok(Set { text })
    }

    /// Says whether the client can be reminded: a tool like any other, for every client.
    #[tool(read_only)]
    fn can_remind(&self, theirs: Option<Negotiated<Self>>) -> String {
        match theirs {
            Some(theirs) => format!("yes, by version {}", theirs.version),
            None => "no".to_owned(),
        }
    }
}

fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("ask") => ask(),
        _ => server!().extension(Reminders).run(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn ask() -> Result<()> {
    let (due, mut reminders) = mpsc::unbounded_channel();
    let program = std::env::current_exe()?;
    let client = Client::builder("asker", "1.0")
        .extension(Reminders::ID.with(Settings { version: 1 }))
        .on(move |Due { text }| drop(due.send(text)))
        .connect(Stdio::spawn(program))
        .await?;
    let answer: String = client.call("can_remind", ()).await?;
    println!("can it remind? {answer}");
    let listening = client.listen_to::<Due>(["tea"]).await?;
    let set = client.send(Remind { text: "tea".to_owned(), milliseconds: 50 }).await?;
    println!("{} is set", set.text);
    if let Some(text) = reminders.recv().await {
        println!("{text} is due");
    }
    drop(listening);
    client.close().await;
    Ok(())
}
