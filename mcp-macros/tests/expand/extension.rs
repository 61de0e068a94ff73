struct Batch<T: Send>(T);
const _: ::mcp_runtime::__private::ExtensionId = ::mcp_runtime::__private::ExtensionId::of_vendor(
    "com.example/batch",
);
impl<T: Send> ::mcp_runtime::__private::Extension for Batch<T>
where
    Self: ::core::marker::Send + ::core::marker::Sync + 'static,
{
    const ID: ::mcp_runtime::__private::ExtensionId = ::mcp_runtime::__private::ExtensionId::new(
            "com.example/batch",
        )
        .since({
            const REVISION: ::mcp_runtime::__private::ProtocolVersion = ::mcp_runtime::__private::ProtocolVersion::of_date(
                "2025-11-25",
            );
            REVISION
        });
    const RESULTS: &'static [&'static str] = &["batch"];
    const TOPICS: &'static [::core::option::Option<
        ::mcp_runtime::__private::ExtensionTopic,
    >] = &[<Progress as ::mcp_runtime::__private::ExtensionNotification>::TOPIC];
    type Client = Settings;
    fn declaration(&self) -> ::mcp_runtime::__private::ExtensionDeclaration {
        <Self as ::mcp_runtime::__private::Extension>::ID.with((Self::settings)(self))
    }
}
