//! The scripts with which shells get completions from the program.

use std::env;

/// A shell with completions.
#[derive(Clone, Copy)]
pub(in crate::cli) enum Shell {
    Bash,
    Zsh,
    Fish,
}

impl Shell {
    pub(super) const NAMES: [&'static str; 3] = ["bash", "zsh", "fish"];

    /// The shell in `completions SHELL`, even if required options are missing on the line.
    pub(in crate::cli) fn of_process(definition: &clap::Command) -> Option<Self> {
        env::args_os().find(|word| word == "completions")?;
        let matches = definition.clone().ignore_errors(true).try_get_matches().ok()?;
        let (_, of_command) = matches.subcommand().filter(|(name, _)| *name == "completions")?;
        match of_command.get_one::<String>("mcp-name")?.as_str() {
            "bash" => Some(Self::Bash),
            "zsh" => Some(Self::Zsh),
            _ => Some(Self::Fish),
        }
    }

    /// The script for a program of this name.
    pub(in crate::cli) fn script(self, program: &str) -> String {
        let script = match self {
            Self::Bash => BASH,
            Self::Zsh => ZSH,
            Self::Fish => FISH,
        };
        let function: String =
            program.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        script.replace("FUNCTION", &format!("__complete_{function}")).replace("PROGRAM", program)
    }
}

/// Bash splits a word at `=` and `:`, and replaces only what comes after them.
const BASH: &str = r#"# In ~/.bashrc: source <(PROGRAM completions bash)
FUNCTION() {
    local line=${COMP_LINE:0:COMP_POINT} words reply
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local last=${words[${#words[@]} - 1]}
    local kept=${last%"${last##*[=:]}"}
    COMPREPLY=()
    while IFS= read -r reply; do
        COMPREPLY+=("${reply#"$kept"}")
        [[ $reply == *= ]] && compopt -o nospace 2> /dev/null
    done < <("${1/#\~/$HOME}" __complete "${words[@]:1}" 2> /dev/null)
}
complete -o default -F FUNCTION PROGRAM
"#;

const ZSH: &str = r#"#compdef PROGRAM
# In ~/.zshrc, after compinit: source <(PROGRAM completions zsh)
FUNCTION() {
    local -a replies
    replies=("${(@f)$(${~words[1]} __complete "${(@)words[2,CURRENT]}" 2> /dev/null)}")
    replies=(${replies:#})
    (( ${#replies} )) || { _files; return }
    compadd -S '' -- ${(M)replies:#*=}
    compadd -- ${replies:#*=}
}
compdef FUNCTION PROGRAM
"#;

const FISH: &str = r#"# In ~/.config/fish/config.fish: PROGRAM completions fish | source
function FUNCTION
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l replies ($words[1] __complete $words[2..-1] "$last" 2> /dev/null)
    if test (count $replies) -gt 0
        printf '%s\n' $replies
    else
        __fish_complete_path "$last"
    end
end
complete -c PROGRAM -f -a '(FUNCTION)'
"#;
