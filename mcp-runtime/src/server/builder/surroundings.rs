//! What a server needs from its surroundings.

use super::ServerBuilder;
use crate::server::Env;

impl ServerBuilder {
    /// Declares a variable of the environment that the server needs.
    ///
    /// A program that is [run](Self::run) without it says so before it makes anything, and its `--help`
    /// names it. `install` writes it into the files of clients, which start servers without most of
    /// what a shell has.
    pub fn needs(mut self, env: Env) -> Self {
        self.needs.push(env);
        self
    }

    /// What was declared.
    #[allow(dead_code, reason = "only programs have surroundings")]
    pub(crate) fn surroundings(&self) -> &[Env] {
        &self.needs
    }
}
