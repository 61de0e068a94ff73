//! What a template lists: `#[resource("issues://{id}", list = Self::ids)]`.

use super::Context;
use super::response::BoxFuture;
use crate::jsonrpc::ErrorObject;
use crate::protocol::Resource;

/// Lists the resources of a template for the caller of a request.
pub(crate) type ListInstances =
    Box<dyn Fn(Context) -> BoxFuture<Result<Vec<NewInstance>, ErrorObject>> + Send + Sync>;

/// What the function of a template returned for one resource.
#[derive(Debug)]
pub enum NewInstance {
    /// The value of its only variable.
    Value(String),
    /// The resource as it is listed.
    Resource(Box<Resource>),
}

/// One of the resources of a template with this number of variables: a [`Resource`], or the value
/// of its only variable.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource of this template",
    label = "this function lists the resources of a template with {VARIABLES} variables",
    note = "return `mcp_runtime::protocol::Resource`s; where the template has one variable, its values are enough: strings or integers"
)]
pub trait Instance<const VARIABLES: usize> {
    /// Converts it.
    #[doc(hidden)]
    fn instance(self) -> NewInstance;
}

#[diagnostic::do_not_recommend]
impl<const VARIABLES: usize> Instance<VARIABLES> for Resource {
    fn instance(self) -> NewInstance {
        NewInstance::Resource(Box::new(self))
    }
}

macro_rules! values {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Instance<1> for $ty {
            fn instance(self) -> NewInstance {
                NewInstance::Value(self.to_string())
            }
        }
    )*};
}

values!(String &str u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Converts what the function of a template returned.
pub fn listed<const VARIABLES: usize, T>(listed: T) -> Vec<NewInstance>
where
    T: IntoIterator<Item: Instance<VARIABLES>>,
{
    listed.into_iter().map(Instance::instance).collect()
}
