//! Requests and notifications.

/// Whether a method is a request or a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// It has an id and is answered.
    Request,
    /// It is not answered, and has no id.
    Notification,
}
