//! Lists and reads resources.

use super::call::ClientCall;
use super::handle::Client;
use super::lists::{Items, all};
use super::request_builder::{RequestBuilder, run};
use crate::protocol::{
    ListResourceTemplatesResult, ListResourcesResult, Method, ReadResourceParams,
    ReadResourceResult, Resource, ResourceTemplate,
};

impl Client {
    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// When the server returns an error, which is in [`Error::rpc`](crate::Error::rpc).
    pub fn read_resource(&self, uri: &str) -> RequestBuilder<ReadResourceResult> {
        let call = ClientCall::with(Method::ReadResource.name(), &ReadResourceParams::new(uri));
        RequestBuilder::new(self, call, run)
    }

    /// Lists all resources, across all pages.
    pub fn list_resources(&self) -> RequestBuilder<Vec<Resource>> {
        all::<ListResourcesResult>(self)
    }

    /// Iterates over the resources, and requests pages as needed.
    #[must_use]
    pub fn resources(&self) -> Items<Resource> {
        Items::new::<ListResourcesResult>(self)
    }

    /// Lists all resource templates, across all pages.
    pub fn list_resource_templates(&self) -> RequestBuilder<Vec<ResourceTemplate>> {
        all::<ListResourceTemplatesResult>(self)
    }

    /// Iterates over the resource templates, and requests pages as needed.
    #[must_use]
    pub fn resource_templates(&self) -> Items<ResourceTemplate> {
        Items::new::<ListResourceTemplatesResult>(self)
    }
}
