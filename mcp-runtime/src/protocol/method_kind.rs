//! Requests and notifications.

/// Whether a method is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// It has an id and is answered.
    Request,
    /// It is not answered.
    Notification,
}
