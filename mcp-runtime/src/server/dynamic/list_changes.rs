//! The lists that can change while a server runs.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::protocol::Method;

/// A list of the server.
#[derive(Clone, Copy)]
pub(crate) enum List {
    Tools,
    Prompts,
    Resources,
}

/// One value per list, in the order of [`List`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists<T>(pub(in crate::server) [T; 3]);

impl List {
    const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    /// The notification that it has changed.
    fn changed(self) -> Method {
        match self {
            Self::Tools => Method::ToolListChanged,
            Self::Prompts => Method::PromptListChanged,
            Self::Resources => Method::ResourceListChanged,
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
        })
    }
}

impl Lists<bool> {
    pub(crate) fn any(self) -> bool {
        self != Self::default()
    }
}

impl Lists<u64> {
    /// The notifications for the wanted lists that have changed since `before`.
    pub(crate) fn since(self, before: Self, wanted: Lists<bool>) -> impl Iterator<Item = Method> {
        let changed = move |list: &List| wanted[*list] && self[*list] != before[*list];
        List::ALL.into_iter().filter(changed).map(List::changed)
    }
}

impl<T> Index<List> for Lists<T> {
    type Output = T;

    fn index(&self, list: List) -> &T {
        &self.0[list as usize]
    }
}

impl<T> IndexMut<List> for Lists<T> {
    fn index_mut(&mut self, list: List) -> &mut T {
        &mut self.0[list as usize]
    }
}
