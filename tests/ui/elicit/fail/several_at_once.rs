use mcp_runtime::{Elicit, ElicitForm};

fn needs<T: ElicitForm>() {}

#[derive(Elicit)]
struct Order {
    #[elicit(range(1..=9))]
    name: String,
    #[elicit(titel = "Pieces")]
    pieces: u32,
}

fn main() {
    // The type is still a form, so this is not a further mistake.
    needs::<Order>();
}
