async fn row(table: &str, id: u64, user: User, depth: Option<u8>) -> String {
    todo!()
}
/// A type that stands for the resource [`row`](fn@row).
struct row {}
#[allow(clippy::needless_update)]
impl ::mcp_runtime::__private::ResourceFn for row {
    fn route() -> ::mcp_runtime::__private::ResourceRoute<()> {
        ::mcp_runtime::__private::ResourceRoute::<
            (),
        >::new(
            ::mcp_runtime::__private::ResourceDef {
                name: "row",
                location: ::core::concat!(::core::file!(), ":", ::core::line!()),
                uri: "db://{+table}/{id}{?depth}",
                mime_type: ::core::option::Option::Some("text/csv"),
                audience: &["user", "assistant"],
                priority: ::core::option::Option::Some(1f64),
                cache: ::core::option::Option::Some(::mcp_runtime::__private::CacheDef {
                    ttl: ::core::time::Duration::new(60u64, 0u32),
                    public: true,
                }),
                is_watched: ::mcp_runtime::__private::resource_watched!(
                    ::mcp_runtime::__private::OutputOf::awaited(| () |
                    row(::mcp_runtime::__private::any(), ::mcp_runtime::__private::any(),
                    ::mcp_runtime::__private::any(), ::mcp_runtime::__private::any()))
                ),
                ..::mcp_runtime::__private::ResourceDef::EMPTY
            },
            |__inputs| {
                <<str as ::mcp_runtime::__private::RefParam<
                    _,
                >>::Owned as ::mcp_runtime::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "table",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
                <u64 as ::mcp_runtime::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "id",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
                <User as ::mcp_runtime::__private::ContextParam>::describe(__inputs);
                <Option<
                    u8,
                > as ::mcp_runtime::__private::Param<
                    _,
                >>::describe(
                    __inputs,
                    ::mcp_runtime::__private::ArgDef {
                        name: "depth",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    },
                );
            },
            |__this, __call| {
                let __p0 = <<str as ::mcp_runtime::__private::RefParam<
                    _,
                >>::Owned as ::mcp_runtime::__private::Param<_>>::take(__call, 0);
                let __p1 = <u64 as ::mcp_runtime::__private::Param<_>>::take(__call, 1);
                let __p2 = <User as ::mcp_runtime::__private::ContextParam>::take(
                    __call,
                );
                let __p3 = <Option<
                    u8,
                > as ::mcp_runtime::__private::Param<_>>::take(__call, 3);
                let (
                    ::core::option::Option::Some(__p0),
                    ::core::option::Option::Some(__p1),
                    ::core::option::Option::Some(__p2),
                    ::core::option::Option::Some(__p3),
                ) = (__p0, __p1, __p2, __p3) else {
                    return __call.refuse();
                };
                ::mcp_runtime::__private::Step::future(
                    __call,
                    async move {
                        ::mcp_runtime::__private::resource_result!(
                            row(::mcp_runtime::__private::lend:: < str, _ > (& __p0),
                            __p1, __p2, __p3). await
                        )
                    },
                )
            },
        )
    }
}
