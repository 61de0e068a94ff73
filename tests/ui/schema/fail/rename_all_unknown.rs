use mcp_runtime::Schema;

#[derive(Schema)]
#[serde(rename_all = "camelcase")]
struct Query {
    text: String,
}

#[derive(Schema, serde::Deserialize)]
#[serde(rename_all = "kebap-case")]
struct Read {
    text: String,
}

#[derive(Schema)]
#[serde(rename_all(deserialize = "CamelCase"), rename_all_fields = "kebab")]
enum Shape {
    #[serde(rename_all = "lower_case")]
    Circle { radius: f64 },
}

fn main() {}
