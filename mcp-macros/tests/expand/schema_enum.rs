const _: () = {
    use ::renamed::__private as __runtime;
    use __runtime::prelude::*;
    #[derive(__runtime::schemars::JsonSchema)]
    #[schemars(crate = "__runtime :: schemars", rename = "Speed")]
    enum __SchemaOfSpeed {
        #[schemars(title = "")]
        Slow,
        #[schemars(description = "No limit.", title = "")]
        Max,
        #[schemars(transform = __runtime::wrapper)]
        At { kmh: u32 },
        #[serde(other, skip_deserializing)]
        #[schemars(title = "")]
        Unknown,
    }
    #[automatically_derived]
    impl __runtime::schemars::JsonSchema for Speed {
        fn inline_schema() -> bool {
            <__SchemaOfSpeed as __runtime::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> __runtime::Cow<'static, str> {
            <__SchemaOfSpeed as __runtime::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> __runtime::Cow<'static, str> {
            <__SchemaOfSpeed as __runtime::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut __runtime::schemars::SchemaGenerator,
        ) -> __runtime::schemars::Schema {
            __runtime::made::<__SchemaOfSpeed>(generator)
        }
    }
};
