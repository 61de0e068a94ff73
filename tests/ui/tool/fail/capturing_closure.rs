use mcp_runtime::{Schema, server};

#[derive(serde::Deserialize, Schema)]
struct Name {
    name: String,
}

fn main() {
    let server = server!().dynamic_tools().build().unwrap();
    let greeting = String::from("Hello");
    let greet = async move |who: Name| format!("{greeting}, {}!", who.name);
    let _ = server.add_tool("greet", "Greets.", greet);
}
