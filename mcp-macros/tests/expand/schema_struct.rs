const _: () = {
    use ::mcp_runtime::__private as __runtime;
    use __runtime::prelude::*;
    struct __Part0;
    #[automatically_derived]
    impl __runtime::Part for __Part0 {
        const SCHEMA: __runtime::PartSchema = <Inner as __runtime::DeriveSchema>::SCHEMA;
    }
    #[derive(__runtime::schemars::JsonSchema)]
    #[serde(
        rename_all = "camelCase",
        default = "< Query < T > as :: core :: default :: Default > :: default"
    )]
    #[schemars(
        description = "Words to look for.\n\nAll of them.",
        crate = "__runtime :: schemars",
        rename = "Query",
        transform = __runtime::flattened(&["limit", "of", "kids", "color", "cache"])
    )]
    struct __SchemaOfQuery<T>
    where
        T: Debug,
    {
        #[serde(skip_serializing_if = "__runtime :: never")]
        #[schemars(
            description = "At most so many.",
            transform = __runtime::keywords(
                "{\"minimum\":1,\"maximum\":10,\"examples\":[3]}"
            )
        )]
        limit: u8,
        #[schemars(with = "Vec < Option < __runtime :: Standing < __Part0 > > >")]
        of: Vec<Option<Inner>>,
        kids: Vec<Query<T>>,
        #[serde(flatten)]
        rest: T,
        #[serde(with = "hex")]
        #[schemars(
            transform = __runtime::keywords("{\"x-mcp-nullable\":true}"),
            with = "String"
        )]
        color: Option<Color>,
        #[serde(skip)]
        cache: PhantomData<u8>,
    }
    #[automatically_derived]
    impl<T> __runtime::schemars::JsonSchema for Query<T>
    where
        T: Debug,
        __SchemaOfQuery<T>: __runtime::schemars::JsonSchema,
    {
        fn inline_schema() -> bool {
            <__SchemaOfQuery<T> as __runtime::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> __runtime::Cow<'static, str> {
            <__SchemaOfQuery<T> as __runtime::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> __runtime::Cow<'static, str> {
            <__SchemaOfQuery<T> as __runtime::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut __runtime::schemars::SchemaGenerator,
        ) -> __runtime::schemars::Schema {
            __runtime::made::<__SchemaOfQuery<T>>(generator)
        }
    }
};
