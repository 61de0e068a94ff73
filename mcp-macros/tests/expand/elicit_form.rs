#[automatically_derived]
impl ::mcp_runtime::__private::ElicitForm for Order {
    fn fill(
        form: &mut ::mcp_runtime::__private::Form<'_>,
    ) -> ::core::option::Option<Self> {
        let name = <String as ::mcp_runtime::__private::ElicitField>::take(
            form,
            &::mcp_runtime::__private::FieldDef {
                name: "name",
                description: "Who gets it.",
                keywords: "{\"minLength\":1,\"maxLength\":40,\"title\":\"Recipient\"}",
                default: ::core::option::Option::Some(|| ::core::convert::Into::into(
                    "me",
                )),
            },
        );
        let pieces = <u8 as ::mcp_runtime::__private::ElicitField>::take(
            form,
            &::mcp_runtime::__private::FieldDef {
                name: "count",
                description: "",
                keywords: "{\"minimum\":1,\"maximum\":10}",
                default: ::core::option::Option::Some(|| ::core::default::Default::default()),
            },
        );
        let size = <Option<
            Size,
        > as ::mcp_runtime::__private::ElicitField>::take(
            form,
            &::mcp_runtime::__private::FieldDef {
                name: "size",
                description: "",
                keywords: "",
                default: ::core::option::Option::None,
            },
        );
        ::core::option::Option::Some(Self {
            name: name?,
            pieces: pieces?,
            size: size?,
        })
    }
}
