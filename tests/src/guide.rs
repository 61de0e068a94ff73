//! The programs of the README and of the guide are tests; here everything that they need is at hand.

#![allow(non_camel_case_types, reason = "a page has the name of its file")]

#[doc = include_str!("../../README.md")]
pub struct Readme;

macro_rules! pages {
    ($($page:ident)*) => {$(
        #[doc = include_str!(concat!("../../mcp-runtime/src/guide/", stringify!($page), ".md"))]
        pub struct $page;
    )*};
}

pages! {
    agents
    apps
    arguments
    asking
    assistants
    authorization
    bridge
    callers
    client
    cloud
    command_line
    completion
    database
    extensions
    fastmcp
    hosts
    http
    issuers
    larger
    limits
    lock
    login
    many_tools
    observation
    openapi
    page
    prompts
    protocol
    recipes
    relay
    replicas
    resources
    results
    rmcp
    schemas
    ship
    skills
    stability
    start
    tasks
    testing
    troubleshooting
    troubleshooting_http
    typescript
    web
}

/// The documentation of the macros.
pub mod macros {
    macro_rules! macros {
        ($($name:ident)*) => {$(
            #[doc = include_str!(concat!("../../mcp-macros/docs/", stringify!($name), ".md"))]
            pub struct $name;
        )*};
    }

    macros! {
        agent
        around
        command
        elicit
        extension
        extension_notification
        extension_request
        handlers
        meta_entry
        method
        notified
        prompt
        resource
        schema
        skills
        tool
    }
}
