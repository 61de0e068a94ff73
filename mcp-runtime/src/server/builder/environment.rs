//! The environment that a server needs.

use super::ServerBuilder;
use crate::server::Env;

impl ServerBuilder {
    /// Declares an environment variable that the server needs.
    ///
    /// A program that is [run](Self::run) without it reports that before it creates anything, and
    /// its `--help` lists it. `install` writes it into the configuration files of clients, which
    /// start servers without most of a shell's environment.
    pub fn needs(mut self, env: Env) -> Self {
        self.needs.push(env);
        self
    }

    /// The declared variables.
    pub(crate) fn needed_environment(&self) -> &[Env] {
        &self.needs
    }
}
