use mcp_runtime::Schema;
use serde::Deserialize;

mod hex {
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<u32, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(d)?;
        u32::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
    }
}

#[derive(Deserialize, Schema)]
struct Color {
    #[serde(with = "hex")]
    rgb: u32,
}

fn main() {}
