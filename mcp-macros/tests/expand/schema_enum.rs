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
    #[derive(::renamed::__private::schemars::JsonSchema)]
    #[schemars(crate = ":: renamed :: __private :: schemars", rename = "Speed")]
    enum __SchemaOfSpeed {
        #[schemars(title = "")]
        Slow,
        #[schemars(description = "No limit.", title = "")]
        Max,
        #[schemars(transform = ::renamed::__private::wrapper)]
        At { kmh: u32 },
        #[serde(other, skip_deserializing)]
        #[schemars(title = "")]
        Unknown,
    }
    #[automatically_derived]
    impl ::renamed::__private::schemars::JsonSchema for Speed {
        fn inline_schema() -> bool {
            <__SchemaOfSpeed as ::renamed::__private::schemars::JsonSchema>::inline_schema()
        }
        fn schema_name() -> ::renamed::__private::Cow<'static, str> {
            <__SchemaOfSpeed as ::renamed::__private::schemars::JsonSchema>::schema_name()
        }
        fn schema_id() -> ::renamed::__private::Cow<'static, str> {
            <__SchemaOfSpeed as ::renamed::__private::schemars::JsonSchema>::schema_id()
        }
        fn json_schema(
            generator: &mut ::renamed::__private::schemars::SchemaGenerator,
        ) -> ::renamed::__private::schemars::Schema {
            ::renamed::__private::made::<__SchemaOfSpeed>(generator)
        }
    }
};
