//! What `mcp-runtime-host` makes of many servers, over real processes.
