use mcp_runtime::Schema;
use serde::Serialize;

fn hex<S: serde::Serializer>(rgb: &u32, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(&format!("{rgb:x}"))
}

#[derive(Serialize, Schema)]
struct Color {
    #[serde(serialize_with = "hex")]
    rgb: u32,
}

fn main() {}
