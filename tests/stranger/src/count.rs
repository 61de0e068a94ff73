//! A command beside `list` and `call`: `count` prints how many tools there are.

use mcp_runtime::clap::{Arg, Command};
use mcp_runtime::{Result, Server, Subcommand, SubcommandLine};

pub fn subcommand() -> Subcommand {
    let word = Arg::new("word").long("word").help("What to call them");
    Subcommand::new(Command::new("count").about("Count the tools").arg(word), count)
}

async fn count(server: Server, line: SubcommandLine) -> Result<()> {
    let tools = server.offers().tools().len();
    let word = line.matches().get_one::<String>("word").map_or("tools", String::as_str);
    println!("{tools} {word}");
    Ok(())
}
