use mcp_runtime::{Changes, Schema, server};

#[derive(serde::Deserialize, Schema)]
struct Name {
    name: String,
}

fn main() {
    let server = server!().changes(Changes::new().tools()).build().unwrap();
    let greeting = std::sync::Mutex::new(String::from("Hello"));
    let greet = async move |who: Name| format!("{}, {}!", greeting.lock().unwrap(), who.name);
    let _ = server.add_tool("greet", "Greets.", greet);
}
