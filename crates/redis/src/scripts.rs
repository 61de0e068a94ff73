//! Scripts: atomic operations on one key.

use std::sync::{Arc, LazyLock};

use redis::Cmd;

/// A script of the server, on one key.
pub(super) struct Script {
    text: &'static str,
    hash: LazyLock<String>,
}

macro_rules! scripts {
    ($($name:ident $file:literal)*) => {
        $(pub(super) static $name: Script = Script {
            text: include_str!($file),
            hash: LazyLock::new(|| redis::Script::new(include_str!($file)).get_hash().to_owned()),
        };)*
    };
}

scripts! {
    GET "scripts/get.lua"
    PUT "scripts/put.lua"
    INDEX "scripts/index.lua"
    OLDEST "scripts/oldest.lua"
    NEWEST "scripts/newest.lua"
    DUE "scripts/due.lua"
    APPEND "scripts/append.lua"
    TAKE "scripts/take.lua"
}

impl Script {
    /// Runs it by its hash, if the server has it.
    pub(super) fn by_hash(&self, key: &str, arguments: &[Arc<[u8]>]) -> Cmd {
        Self::command("EVALSHA", &self.hash, key, arguments)
    }

    /// Runs it by its text, after which the server has it.
    pub(super) fn by_text(&self, key: &str, arguments: &[Arc<[u8]>]) -> Cmd {
        Self::command("EVAL", self.text, key, arguments)
    }

    fn command(name: &str, script: &str, key: &str, arguments: &[Arc<[u8]>]) -> Cmd {
        let bytes: usize = arguments.iter().map(|argument| argument.len() + 16).sum();
        let mut command = Cmd::with_capacity(arguments.len() + 4, bytes + script.len() + 128);
        command.arg(name).arg(script).arg(1).arg(key);
        for argument in arguments {
            command.arg(&argument[..]);
        }
        command
    }
}
