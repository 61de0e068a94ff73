//! Types that only look like those of other crates: with a schema or as context they are fine, and
//! so is a state that has none.

use mcp_runtime::{Context, FromContext, Result, Schema, State, tool};
use serde::{Deserialize, Serialize};

struct Version(u8);

impl FromContext for Version {
    async fn from_context(_: &Context) -> Result<Self> {
        Ok(Self(1))
    }
}

#[derive(Clone, Serialize, Deserialize, Schema)]
struct Url {
    host: String,
}

struct Decimal;

#[tool]
fn open(
    version: Version,
    lent: &Version,
    url: Url,
    urls: &[Url],
    more: Option<&Url>,
    money: State<Decimal>,
) -> Url {
    drop((version.0 + lent.0, urls.len(), more.cloned(), money));
    url
}

fn main() {
    let _ = mcp_runtime::server!().tool::<open>();
}
