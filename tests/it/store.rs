//! The stores of the framework keep the contract of stores.

use mcp_runtime::store::Memory;
use mcp_runtime::testing::store_contract;

mod memory {
    use super::*;

    store_contract!(async { Memory::new() });
}
