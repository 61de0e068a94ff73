//! The stores of the framework keep the contract of stores.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_runtime::store::{Directory, Memory};
use mcp_runtime::testing::store_contract;

mod memory {
    use super::*;

    store_contract!(async { Memory::new() });
}

mod directory {
    use super::*;

    /// A directory that is removed with the store.
    fn fresh() -> PathBuf {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{count}"));
        let _ = std::fs::remove_dir_all(&path);
        path
    }

    store_contract!(async { Directory::open(fresh()).unwrap() });
}
