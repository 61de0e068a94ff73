use mcp_runtime::Elicit;

struct Secret<T>(T);

#[derive(Elicit)]
struct Login {
    user: String,
    password: Secret<String>,
}

fn main() {}
