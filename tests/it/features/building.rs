//! What is found when a server is built, before anybody uses it.

use mcp_runtime::{Result, Schema, ServerBuilder, State, handlers, prompt, resource, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

struct Greeting(&'static str);

/// Greets somebody.
#[tool]
fn greet(name: &str, greeting: State<Greeting>) -> String {
    format!("{}, {name}!", greeting.0)
}

/// Greets with a resource.
#[resource("greetings://{name}")]
fn greeting(name: &str, greeting: State<Greeting>) -> String {
    format!("{}, {name}!", greeting.0)
}

/// Is called like another tool.
#[tool(name = "greet")]
fn other() {}

/// Is called like a tool, which a prompt may be.
#[prompt(name = "greet")]
fn ask() -> &'static str {
    "ask"
}

fn mistakes(server: ServerBuilder) -> String {
    server.build().expect_err("the server cannot be built").to_string()
}

#[tokio::test]
async fn state_is_shared_with_the_handlers_that_take_it() -> Result<()> {
    let server = server!().state(Greeting("Hello")).tool::<greet>().resource::<greeting>();
    let client = testing::connect(server).await?;
    assert_eq!(client.call_tool("greet", json!({"name": "Ada"})).await?.text(), "Hello, Ada!");
    assert_eq!(client.read_resource("greetings://Bob").await?.text(), "Hello, Bob!");
    Ok(())
}

struct Book(Vec<&'static str>);

#[handlers]
impl Book {
    /// The title of a page.
    #[tool]
    fn page(&self, number: usize) -> &'static str {
        self.0[number]
    }
}

#[tokio::test]
async fn what_is_made_only_to_serve_is_there_then() -> Result<()> {
    let server = server!()
        .state_from(async || Ok(Greeting("Hello")))
        .tool::<greet>()
        .handlers_from(async || Ok(Book(vec!["One"])));
    let client = testing::connect(server.open().await?).await?;
    assert_eq!(client.call_tool("greet", json!({"name": "Ada"})).await?.text(), "Hello, Ada!");
    assert_eq!(client.call_tool("page", json!({"number": 0})).await?.text(), "One");
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_made_says_why() {
    let server =
        server!().state_from(async || Err::<Greeting, _>(mcp_runtime::Error::other("no words")));
    assert_eq!(server.open().await.unwrap_err().to_string(), "no words");
}

#[test]
fn what_is_still_to_be_made_is_a_mistake() {
    let text = mistakes(server!().state_from(async || Ok(Greeting("Hello"))).tool::<greet>());
    assert!(text.contains("await `open` before `build`"), "{text}");
}

#[test]
fn a_missing_state_is_a_mistake_that_names_handler_and_type() {
    let text = mistakes(server!().tool::<greet>().resource::<greeting>());
    for handler in ["tool `greet`", "resource `greetings://{name}`"] {
        let line = format!(
            "- {handler}: needs State<it::features::building::Greeting>; give the server one with .state(...)"
        );
        assert!(text.lines().any(|told| told == line), "{text}");
    }
}

#[test]
fn a_name_that_is_there_twice_is_a_mistake_that_names_both_places() {
    let text = mistakes(server!().state(Greeting("")).tool::<greet>().tool::<other>());
    let file = file!();
    let places: Vec<&str> = text.split_whitespace().filter(|word| word.contains(file)).collect();
    assert_eq!(places.len(), 2, "{text}");
    assert_ne!(places[0], places[1], "{text}");
    assert!(text.contains("two tools are called `greet`"), "{text}");
    let apart = server!().state(Greeting("")).tool::<greet>().prompt::<ask>();
    assert!(apart.build().is_ok(), "a tool and a prompt may have one name");
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = mistakes(server!().tool::<greet>().tool::<other>().versions([]));
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains("`versions` was called with an empty list"), "{text}");
}

struct Counter(u32);

#[handlers]
impl Counter {
    /// Counts.
    #[tool]
    fn count(&self) -> u32 {
        self.0
    }

    /// Asks for the count.
    #[prompt]
    fn ask_count(&self) -> String {
        self.0.to_string()
    }

    /// Is not there.
    #[cfg(not(test))]
    #[tool]
    fn not_compiled(&self, of: NoSuchType) -> NoSuchType {
        of
    }

    /// Is there.
    #[cfg(test)]
    #[tool]
    fn compiled(&self) {}

    /// The count.
    #[resource("counter://now")]
    fn now(&self) -> String {
        self.0.to_string()
    }
}

#[tokio::test]
async fn a_prefix_keeps_handlers_of_one_type_apart() -> Result<()> {
    let counting = |count| server!().handlers(Counter(count));
    let server = server!().mount("a", counting(1)).mount("b", counting(2)).tool::<other>();
    let client = testing::connect(server).await?;
    let names: Vec<String> = client.list_tools().await?.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["greet", "a_count", "a_compiled", "b_count", "b_compiled"]);
    assert_eq!(client.list_prompts().await?[1].name, "b_ask_count");
    assert_eq!(client.call_tool("b_count", json!({})).await?.text(), "2");
    assert_eq!(client.read_resource("counter://a/now").await?.text(), "1");
    let text = mistakes(server!().handlers(Counter(1)).handlers(Counter(2)));
    assert!(text.contains("two resources are called `counter://now`"), "{text}");
    Ok(())
}

#[derive(serde::Deserialize, Schema)]
struct Place {
    #[schema(header = "Region")]
    region: String,
    /// More of them.
    #[serde(default)]
    others: Vec<City>,
}

#[derive(serde::Deserialize, Schema)]
struct City {
    #[schema(header = "City")]
    city: String,
}

/// Repeats two arguments in one header, and one that is in a list.
#[tool]
fn travel(#[arg(header = "region")] from: &str, to: Place) -> String {
    let others: Vec<String> = to.others.into_iter().map(|city| city.city).collect();
    format!("{from} {} {}", to.region, others.join(" "))
}

#[test]
fn headers_for_which_clients_would_drop_a_tool_are_mistakes_that_name_the_argument() {
    let text = mistakes(server!().tool::<travel>());
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("tool `travel`")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains("argument `to.region`") && lines[0].contains("`from`"), "{text}");
    assert!(lines[1].contains("argument `to.others.city`"), "{text}");
}

#[test]
fn headers_of_arguments_in_arguments_are_fine() {
    #[derive(serde::Deserialize, Schema)]
    struct Order {
        #[schema(header = "Count")]
        count: Option<u32>,
    }

    /// Orders something.
    #[tool]
    fn order(#[arg(header = "Item")] item: &str, order: Order) -> String {
        format!("{item} {}", order.count.unwrap_or(1))
    }

    assert!(server!().tool::<order>().build().is_ok());
}
