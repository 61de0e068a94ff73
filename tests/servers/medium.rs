//! A server of medium size: a search with typed arguments, structured results and progress; a
//! tool that changes the shared state; a prompt and a resource template that take numbers.

#![expect(clippy::unwrap_used, reason = "a poisoned lock is a bug")]

use mcp_runtime::{Progress, Result, Schema, handlers, prompt, resource, server, tool};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Oldest,
    Newest,
}

#[derive(Clone, Serialize, Schema)]
struct Book {
    title: String,
    year: u16,
}

struct Library(std::sync::Mutex<Vec<Book>>);

/// Keeps books.
#[handlers]
impl Library {
    /// Finds books.
    #[tool(read_only)]
    async fn search(
        &self,
        /// A part of the title.
        text: &str,
        /// The first year in which the book may have been written.
        since: Option<u16>,
        /// Which books come first.
        order: Order,
        /// How many books to give at most.
        #[arg(default = 10, range(1..=100))]
        limit: usize,
        progress: Progress,
    ) -> Vec<Book> {
        progress.report_of(1, 2, "searching").await;
        let mut books = self.0.lock().unwrap().clone();
        books.retain(|book| book.title.contains(text) && Some(book.year) >= since);
        books.sort_by_key(|book| book.year);
        if let Order::Newest = order {
            books.reverse();
        }
        books.into_iter().take(limit).collect()
    }

    /// Adds a book.
    #[tool]
    fn add(&self, title: String, year: u16) {
        self.0.lock().unwrap().push(Book { title, year });
    }

    /// Asks for recommendations.
    #[prompt]
    fn recommend(&self, like: &str, count: u8) -> String {
        format!("Recommend {count} books like {like}.")
    }

    /// The title of a book, by its position.
    #[resource("library://books/{position}", mime = "text/plain")]
    fn title(&self, position: usize) -> Option<String> {
        Some(self.0.lock().unwrap().get(position)?.title.clone())
    }
}

fn main() -> Result<()> {
    let server = server!().subcommands(mcp_runtime_ship::subcommands());
    server.handlers(Library(Default::default())).run()
}
