//! Types that are called like well-known ones, and are something else.

#![deny(warnings)]

use mcp_runtime::{Schema, server, tool};
use serde::{Deserialize, Serialize};

mod map {
    use mcp_runtime::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Schema)]
    pub struct Pin {
        pub north: f64,
        pub east: f64,
    }

    #[derive(Serialize, Deserialize, Schema)]
    pub struct Value {
        pub pin: Pin,
    }
}

use map::Pin;

#[derive(serde::Serialize, Schema)]
struct BoxFuture {
    pin: Pin,
}

#[tool]
fn move_to(#[args] value: map::Value) -> map::Pin {
    value.pin
}

#[tool]
fn at(pin: Pin) -> Pin {
    pin
}

#[tool]
fn future(pin: Pin) -> BoxFuture {
    BoxFuture { pin }
}

/// Of a game, and not of the standard library.
mod game {
    use mcp_runtime::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Serialize, Deserialize, Schema)]
    pub struct Instant {
        pub turn: u32,
    }

    #[derive(Clone, Serialize, Deserialize, Schema)]
    pub struct Duration {
        pub turns: u32,
    }

    #[derive(Serialize, Deserialize, Schema)]
    pub struct SystemTime {
        pub system: String,
    }

    #[derive(Serialize, Deserialize, Schema)]
    pub struct OsString {
        pub system: String,
    }

    #[derive(Serialize, Deserialize, Schema)]
    pub struct Infallible {
        pub is_infallible: bool,
    }

    /// A map of a game.
    #[derive(Serialize, Deserialize, Schema)]
    pub struct HashMap {
        pub width: u32,
    }

    #[derive(Serialize, Deserialize, Schema)]
    #[serde(transparent)]
    pub struct BTreeMap(u8);

    #[derive(Serialize, Deserialize, Schema)]
    #[serde(transparent)]
    pub struct BTreeSet(String);
}

use game::{BTreeMap, BTreeSet, Duration, HashMap, Infallible, Instant, OsString, SystemTime};

#[tool]
fn play(
    from: Instant,
    lent: &Instant,
    length: Duration,
    lengths: &[Duration],
    rest: Option<Duration>,
    times: (SystemTime, OsString, Infallible),
    map: HashMap,
    #[arg(range(1..=9))] height: BTreeMap,
    #[arg(pattern = "^a")] name: BTreeSet,
) -> HashMap {
    let _ = (from, lent.turn, length, lengths.len(), rest, times, height, name);
    map
}

/// Generic ones, also with arguments that are no keys of JSON.
mod grid {
    use mcp_runtime::Schema;
    use serde::{Deserialize, Serialize};

    /// A map of rows.
    #[derive(Serialize, Deserialize, Schema)]
    pub struct HashMap<K, V> {
        pub corner: K,
        pub rows: Vec<V>,
    }

    #[derive(Serialize, Deserialize, Schema)]
    #[serde(transparent)]
    pub struct BTreeMap<K, V>(Vec<(K, V)>);

    #[derive(Serialize, Deserialize, Schema)]
    pub struct IndexMap<K, V> {
        pub of: Option<K>,
        pub by: V,
    }
}

#[tool]
fn look(
    cells: grid::HashMap<bool, u32>,
    pairs: Vec<grid::BTreeMap<(u8, u8), String>>,
    index: Option<grid::IndexMap<Option<u8>, bool>>,
) -> Result<grid::HashMap<Vec<u8>, grid::BTreeMap<bool, u8>>, String> {
    let _ = (cells.corner, pairs.len(), index.is_some());
    Ok(grid::HashMap { corner: Vec::new(), rows: Vec::new() })
}

#[derive(Serialize, Deserialize, Schema)]
struct Looked {
    #[serde(flatten)]
    cells: grid::HashMap<u8, u32>,
    pairs: Vec<grid::BTreeMap<bool, String>>,
}

#[tool]
fn looked(#[args] looked: Looked) -> Looked {
    looked
}

#[derive(Serialize, Deserialize, Schema)]
struct Game {
    #[serde(flatten)]
    map: HashMap,
    #[schema(range(1..=9), header = "Height")]
    height: BTreeMap,
    since: Instant,
}

#[tool]
fn resume(#[args] game: Game) -> Game {
    game
}

fn main() {
    let server = server!().tool::<move_to>().tool::<at>().tool::<future>();
    let _ = server.tools::<(play, resume, look, looked)>().build().unwrap();
}
