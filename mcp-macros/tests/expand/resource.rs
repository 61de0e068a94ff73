async fn row(table: &str, id: u64, user: User, depth: Option<u8>) -> String {
    todo!()
}
/// Names the resource [`row`](fn@row) where a type is asked for.
#[allow(
    non_camel_case_types,
    missing_debug_implementations,
    missing_copy_implementations
)]
struct row {}
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
                ..::mcp_runtime::__private::ResourceDef::EMPTY
            },
            |__inputs| {
                __inputs
                    .reference::<
                        str,
                        _,
                    >(::mcp_runtime::__private::ArgDef {
                        name: "table",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    });
                __inputs
                    .value::<
                        u64,
                        _,
                    >(::mcp_runtime::__private::ArgDef {
                        name: "id",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    });
                __inputs.context::<User>();
                __inputs
                    .value::<
                        Option<u8>,
                        _,
                    >(::mcp_runtime::__private::ArgDef {
                        name: "depth",
                        ..::mcp_runtime::__private::ArgDef::EMPTY
                    });
            },
            |__this, __call| {
                let __p0 = __call.reference::<str, _>(0);
                let __p1 = __call.value::<u64, _>(1);
                let __p2 = __call.context::<User>();
                let __p3 = __call.value::<Option<u8>, _>(3);
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
