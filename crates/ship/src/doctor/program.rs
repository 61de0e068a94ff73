//! The program itself: what it needs, and where it is.

use std::path::Path;

use super::{Check, CheckedProgram, Diagnosis};
use crate::clients::Home;
use mcp_runtime::Env;

/// Checks that the variables that the server needs are set.
pub(crate) fn check_needs(needs: &[Env], name: &str, found: &mut Vec<Diagnosis>) {
    for need in needs {
        let value = need.value();
        if let Some(wrong) = need.wrong(value.as_deref()) {
            let todo = format!(
                "run `{name} install --env {0}=VALUE`, and set `{0}` in this shell",
                need.name()
            );
            found.push(Diagnosis::new(
                Check::VariableNotSet,
                format!("{wrong}; the program cannot start without it"),
                todo,
            ));
        } else if value.is_some() {
            found.push(Diagnosis::passed(
                Check::VariableNotSet,
                format!("`{}` is set", need.name()),
            ));
        }
    }
}

/// Checks where the program is.
pub(crate) fn check_program(checked: &CheckedProgram, home: &Home, found: &mut Vec<Diagnosis>) {
    let program = &checked.program;
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    match home.find(&name) {
        Some(other) if real(&other) != real(program) => {
            let what =
                format!("`{name}` on the PATH is {}, not {}", other.display(), program.display());
            found.push(Diagnosis::new(
                Check::OtherProgramOnPath,
                what,
                "remove the one that you do not want",
            ));
        }
        _ => {
            found.push(Diagnosis::passed(Check::OtherProgramOnPath, program.display().to_string()))
        }
    }
}
