/// Adds two numbers.
///
/// They are whole.
#[must_use]
pub fn add(a: i64, mut b: i64) -> i64 {
    b += a;
    b
}
/// A type that stands for the tool [`add`](fn@add).
pub struct add {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ToolFn for add {
    fn route() -> ::mcp_runtime::__private::ToolRoute<()> {
        ::mcp_runtime::__private::ToolRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::ToolDef {
                name: "add",
                title: ::core::option::Option::Some("Add"),
                description: "Adds two numbers.\n\nThey are whole.",
                call: ::mcp_runtime::__private::CallDef {
                    timeout: ::core::option::Option::Some(
                        ::core::time::Duration::new(90u64, 0u32),
                    ),
                    strict: true,
                    ..::mcp_runtime::__private::CallDef::EMPTY
                },
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                read_only: ::core::option::Option::Some(true),
                idempotent: ::core::option::Option::Some(false),
                output: ::mcp_runtime::__private::tool_output!(
                    ::mcp_runtime::__private::OutputOf::returned(| () |
                    add(::mcp_runtime::__private::any(),
                    ::mcp_runtime::__private::any()))
                ),
                ..::mcp_runtime::__private::ToolDef::EMPTY
            },
            |__inputs| {
                <i64 as ::mcp_runtime::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "a",
                        description: "First addend.",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
                <i64 as ::mcp_runtime::__private::ArgParam<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "b",
                        schema: "{\"minimum\":-5,\"maximum\":100,\"examples\":[7]}",
                        default: ::core::option::Option::Some(|| {
                            ::mcp_runtime::__private::default_json!((|| -> i64 { 1 }) ())
                        }),
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
            },
            |__this, __call| {
                let __p0 = <i64 as ::mcp_runtime::__private::Param<_>>::take(__call, 0);
                let __p1 = <i64 as ::mcp_runtime::__private::ArgParam<
                    _,
                >>::take_or(__call, 1, || -> i64 { 1 });
                let (
                    ::core::option::Option::Some(__p0),
                    ::core::option::Option::Some(__p1),
                ) = (__p0, __p1) else {
                    return __call.refuse();
                };
                ::mcp_runtime::__private::Step::Ready(
                    ::mcp_runtime::__private::tool_result!(add(__p0, __p1)),
                )
            },
        )
    }
}
