//! Takes the servers out of the programs of the README, the guide and the documentation of the
//! macros, for the test that lints them: each program becomes a module, with its servers beside it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// What gives a server something that a client sees.
const FEATURES: [&str; 9] = [
    "tool",
    "tools",
    "prompt",
    "prompts",
    "resource",
    "resources",
    "handlers",
    "mount",
    "extension",
];

/// What its handlers need besides.
const NEEDED: [&str; 2] = ["state", "state_from"];

/// Where its builder ends.
const ENDS: [&str; 6] = ["build", "run", "run_with", "run_async", "run_async_with", "open"];

fn main() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let mut pages = vec![top.join("README.md")];
    for folder in ["mcp-runtime/src/guide", "mcp-macros/docs"] {
        println!("cargo::rerun-if-changed={}", top.join(folder).display());
        let files = fs::read_dir(top.join(folder)).expect("a folder of pages");
        pages.extend(files.map(|file| file.expect("a page").path()));
    }
    println!("cargo::rerun-if-changed={}", pages[0].display());
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    pages.sort();

    let mut modules = String::new();
    let mut all = String::new();
    let mut unseen = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let name = page.file_stem().expect("a name").to_string_lossy().to_lowercase();
        for (line, program) in programs(&text) {
            let servers = servers(&program);
            if servers.is_empty() {
                continue;
            }
            let mut list = String::new();
            for server in servers {
                match server {
                    Some(server) => {
                        let _ = write!(list, "(\"{name}.md:{line}\", {server}), ");
                    }
                    None => unseen.push(format!("\"{name}\"")),
                }
            }
            let module = module(&program, &list);
            let _ = writeln!(modules, "mod {name}_{line} {{\n{module}\n}}");
            let _ = writeln!(all, "    all.extend({name}_{line}::servers());");
        }
    }
    let all = format!(
        "fn servers() -> Vec<(&'static str, mcp_runtime::ServerBuilder)> {{\n    \
         let mut all = Vec::new();\n{all}    all\n}}\n\
         const UNSEEN: [&str; {}] = [{}];\n",
        unseen.len(),
        unseen.join(", ")
    );
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("documented.rs"), modules + &all).expect("a file");
}

/// The programs of a page that are compiled, with the lines at which they begin, as rustdoc reads them.
fn programs(page: &str) -> Vec<(usize, String)> {
    let mut programs = Vec::new();
    let mut open: Option<(usize, bool, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(words)) => {
                let is_rust = words.split(',').all(|word| ["", "rust", "no_run"].contains(&word));
                open = Some((number + 1, is_rust, String::new()));
            }
            (Some((line, is_rust, program)), Some(_)) => {
                if *is_rust {
                    programs.push((*line, std::mem::take(program)));
                }
                open = None;
            }
            (Some((_, _, program)), None) => {
                let hidden = line.trim_start();
                let shown = hidden.strip_prefix("# ").or((hidden == "#").then_some(""));
                *program += shown.unwrap_or(line);
                program.push('\n');
            }
            (None, None) => {}
        }
    }
    programs
}

/// The builders in a program, without what no client sees of them; `None` is one that is made of a
/// variable, which there is only while the program runs.
fn servers(program: &str) -> Vec<Option<String>> {
    let found = program.match_indices("server!()").map(|(at, made)| {
        let mut rest = &program[at + made.len()..];
        let mut links = String::new();
        let mut is_seen = false;
        let mut is_free = true;
        while let Some((name, link, after)) = link(rest) {
            if ENDS.contains(&name) {
                break;
            }
            is_seen |= FEATURES.contains(&name);
            if FEATURES.contains(&name) || NEEDED.contains(&name) {
                let values = link.split_once('(').map_or("", |(_, values)| values);
                is_free &= !words(values).any(|word| is_variable(word, program));
                links += link;
            }
            rest = after;
        }
        let goes_on = is_continued(&program[..at], program);
        let server = || format!("mcp_runtime::server!(){links}");
        (is_seen || goes_on).then(|| (is_free && !goes_on).then(server))
    });
    found.flatten().collect()
}

/// Whether a builder that stands behind this text goes into a variable, and gets features there.
fn is_continued(before: &str, program: &str) -> bool {
    let Some(bound) = before.trim_end().strip_suffix('=') else { return false };
    let Some(name) = words(bound).last() else { return false };
    let is_added = |feature: &&str| {
        ["(", "::"].iter().any(|end| program.contains(&format!("{name}.{feature}{end}")))
    };
    FEATURES.iter().any(is_added)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c != '_' && !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn is_variable(name: &str, program: &str) -> bool {
    let mut bound = program.split("let ").skip(1).filter_map(|rest| rest.split_once('='));
    bound.any(|(pattern, _)| words(pattern).any(|word| word == name))
}

/// The next call of a chain: its name, its text and what follows.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.trim_start();
    if let Some(comment) = start.strip_prefix("//") {
        return link(comment.split_once('\n')?.1);
    }
    let call = start.strip_prefix('.')?;
    let name = call.split(|c: char| c != '_' && !c.is_alphanumeric()).next()?;
    let mut depth = 0;
    let mut is_text = false;
    let mut is_escaped = false;
    for (at, c) in call.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_text,
            '"' => is_text = !is_text,
            '(' if !is_text => depth += 1,
            // Not that of a tuple of types, as in `tools::<(add, echo)>()`.
            ')' if !is_text && depth == 1 && !call[at + 1..].starts_with('>') => {
                return Some((name, &start[..at + 2], &call[at + 1..]));
            }
            ')' if !is_text => depth -= 1,
            _ => {}
        }
    }
    panic!("the parentheses of this call are not read: {start}")
}

/// A program and a function for its servers, which sees the items of the program.
fn module(program: &str, servers: &str) -> String {
    let types = "Vec<(&'static str, mcp_runtime::ServerBuilder)>";
    if program.contains("fn main(") {
        return format!("{program}\npub fn servers() -> {types} {{ vec![{servers}] }}");
    }
    // Rustdoc makes it the body of a function, too.
    let nothing = if program.trim_end().ends_with("(())") { "Ok(())" } else { "()" };
    format!(
        "pub fn servers() -> {types} {{\nlet mut all = Vec::new();\nlet mut program = || {{\n\
         if true {{ all = vec![{servers}]; return {nothing}; }}\n{program}\n}};\n\
         let _ = program();\nall\n}}"
    )
}
