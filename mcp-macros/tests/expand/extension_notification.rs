impl ::mcp_runtime::__private::ExtensionNotification for Progress {
    const EXTENSION: ::mcp_runtime::__private::ExtensionId = <Batch as ::mcp_runtime::__private::Extension>::ID;
    const METHOD: &'static str = "notifications/progress";
    const TOPIC: ::core::option::Option<::mcp_runtime::__private::ExtensionTopic> = ::core::option::Option::Some(::mcp_runtime::__private::ExtensionTopic {
        extension: <Batch as ::mcp_runtime::__private::Extension>::ID,
        name: "ids",
        is_keyed: true,
    });
    fn key(&self) -> ::core::option::Option<::mcp_runtime::__private::String> {
        ::core::option::Option::Some(::mcp_runtime::__private::string(&self.id))
    }
}
