//! Resources: listed, and read.

use super::call::ClientCall;
use super::handle::Client;
use super::lists::{Items, all};
use super::request::{RequestBuilder, run};
use crate::protocol::{
    ListResourceTemplatesResult, ListResourcesResult, Method, ReadResourceParams,
    ReadResourceResult, Resource, ResourceTemplate,
};

impl Client {
    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`](crate::Error::rpc).
    pub fn read_resource(&self, uri: &str) -> RequestBuilder<ReadResourceResult> {
        let call = ClientCall::with(Method::ReadResource.name(), &ReadResourceParams::new(uri));
        RequestBuilder::new(self, call, run)
    }

    /// Lists the resources, all pages of them.
    pub fn list_resources(&self) -> RequestBuilder<Vec<Resource>> {
        all::<ListResourcesResult>(self)
    }

    /// The resources one by one.
    #[must_use]
    pub fn resources(&self) -> Items<Resource> {
        Items::new::<ListResourcesResult>(self)
    }

    /// Lists the resource templates, all pages of them.
    pub fn list_resource_templates(&self) -> RequestBuilder<Vec<ResourceTemplate>> {
        all::<ListResourceTemplatesResult>(self)
    }

    /// The resource templates one by one.
    #[must_use]
    pub fn resource_templates(&self) -> Items<ResourceTemplate> {
        Items::new::<ListResourceTemplatesResult>(self)
    }
}
