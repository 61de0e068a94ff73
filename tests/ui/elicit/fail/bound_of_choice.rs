use mcp_runtime::Elicit;

#[derive(Elicit)]
enum Color {
    Red,
    Green,
}

#[derive(Elicit)]
struct Paint {
    #[elicit(length(1..=2))]
    color: Color,
    #[elicit(range(1..=2))]
    other: Option<Color>,
}

fn main() {}
