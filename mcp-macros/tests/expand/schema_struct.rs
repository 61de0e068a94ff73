#[allow(
    dead_code,
    deprecated,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    reason = "a copy of an item that has its own lints"
)]
const _: () = {
    #[derive(::mcp_runtime::__private::schemars::JsonSchema)]
    #[serde(
        rename_all = "camelCase",
        default = "< Query < T > as :: core :: default :: Default > :: default"
    )]
    #[schemars(
        description = "Words to look for.\n\nAll of them.",
        crate = ":: mcp_runtime :: __private :: schemars",
        rename = "Query"
    )]
    struct __SchemaOfQuery<T>
    where
        T: Debug,
    {
        #[serde(skip_serializing_if = ":: mcp_runtime :: __private :: never")]
        #[schemars(
            description = "At most so many.",
            transform = ::mcp_runtime::__private::keywords(
                "{\"minimum\":1,\"maximum\":10,\"examples\":[3]}"
            )
        )]
        limit: u8,
        #[schemars(
            with = "Vec < Option < < Inner as :: mcp_runtime :: __private :: DeriveSchema > :: This > >"
        )]
        of: Vec<Option<Inner>>,
        kids: Vec<Query<T>>,
        #[serde(flatten)]
        rest: T,
        #[serde(with = "hex")]
        #[schemars(
            transform = ::mcp_runtime::__private::keywords("{\"x-mcp-nullable\":true}"),
            with = "String"
        )]
        color: Option<Color>,
        #[serde(skip)]
        cache: PhantomData<u8>,
    }
    #[automatically_derived]
    impl<T> ::mcp_runtime::__private::schemars::JsonSchema for Query<T>
    where
        T: Debug,
        __SchemaOfQuery<T>: ::mcp_runtime::__private::schemars::JsonSchema,
    {
        fn inline_schema() -> bool {
            <__SchemaOfQuery<
                T,
            > as ::mcp_runtime::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::mcp_runtime::__private::Cow<'static, str> {
            <__SchemaOfQuery<
                T,
            > as ::mcp_runtime::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::mcp_runtime::__private::Cow<'static, str> {
            <__SchemaOfQuery<
                T,
            > as ::mcp_runtime::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::mcp_runtime::__private::schemars::SchemaGenerator,
        ) -> ::mcp_runtime::__private::schemars::Schema {
            ::mcp_runtime::__private::made::<__SchemaOfQuery<T>>(generator)
        }
    }
};
