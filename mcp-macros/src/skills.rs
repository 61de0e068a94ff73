//! `skills!("folder")`: the files of skills, as part of the program.

use crate::runtime_path::RuntimePath;
use proc_macro2::TokenStream;
use quote::quote;
use std::fs;
use std::path::{Path, PathBuf};
use syn::LitStr;

/// The file that makes a folder a skill.
const SKILL_FILE: &str = "SKILL.md";

/// The maximum number of files of a skill.
const MAX_FILES: usize = 512;

/// The maximum total size of those files, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// The maximum nesting depth of folders.
const MAX_DEPTH: usize = 32;

pub(crate) fn expand(folder: TokenStream) -> TokenStream {
    let Ok(folder) = syn::parse2::<LitStr>(folder.clone()) else {
        let message =
            "write the path of the directory with the skills as a string: `skills!(\"skills\")`";
        return syn::Error::new_spanned(folder, message).into_compile_error();
    };
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    match find(&package, &folder.value()) {
        Ok(files) => {
            let krate = RuntimePath::wing("mcp_runtime_skills");
            let files = files.iter().map(
                |File { path, place, .. }| quote!((#path, ::core::include_bytes!(#place) as &[u8])),
            );
            quote!(#krate::embedded_skills(&[#(#files),*]))
        }
        Err(wrong) => syn::Error::new_spanned(folder, wrong).into_compile_error(),
    }
}

/// A file of a skill.
#[derive(Debug)]
struct File {
    /// Below the folder of skills.
    path: String,
    place: String,
    bytes: u64,
}

/// The files of the skills below a folder, in order.
fn find(package: &Path, folder: &str) -> Result<Vec<File>, String> {
    let root = package.join(folder);
    if folder.is_empty() || !root.is_dir() {
        return Err(format!(
            "there is no folder `{folder}`: the path is relative to the `Cargo.toml` of the package"
        ));
    }
    let mut files = Vec::new();
    collect(&root, "", false, 0, &mut files)?;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let skills = files.iter().filter_map(|file| {
        Some((file, file.path.strip_suffix(SKILL_FILE)?)).filter(|(_, at)| is_folder(at))
    });
    let mut any = false;
    for (file, at) in skills {
        any = true;
        check(file, at, &files).map_err(|wrong| format!("{folder}/{}: {wrong}", file.path))?;
    }
    if any { Ok(files) } else { Err(format!("no folder in `{folder}` has a `{SKILL_FILE}`")) }
}

fn is_folder(path: &str) -> bool {
    path.is_empty() || path.ends_with('/')
}

fn collect(
    folder: &Path,
    path: &str,
    is_in_skill: bool,
    depth: usize,
    files: &mut Vec<File>,
) -> Result<(), String> {
    let with_path = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries =
        fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(with_path)?;
    if depth > MAX_DEPTH {
        return Err(format!("{}: nested more than {MAX_DEPTH} folders deep", folder.display()));
    }
    let is_in_skill = is_in_skill || entries.iter().any(|entry| entry.file_name() == SKILL_FILE);
    for entry in entries {
        let place = entry.path();
        let Some(place) = place.to_str() else {
            return Err(format!("{}: its name is not UTF-8", place.display()));
        };
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
        let kind = entry.file_type().map_err(with_path)?;
        if kind.is_dir() {
            collect(&entry.path(), &path, is_in_skill, depth + 1, files)?;
        } else if is_in_skill && kind.is_file() {
            let bytes = entry.metadata().map_err(with_path)?.len();
            files.push(File { path, place: place.to_owned(), bytes });
        } else if is_in_skill {
            return Err(format!("{place}: not a regular file: put the file itself there"));
        }
    }
    Ok(())
}

/// Checks a skill, as far as is possible without parsing YAML.
fn check(skill: &File, at: &str, files: &[File]) -> Result<(), String> {
    let Some(name) = at.strip_suffix('/').map(|at| at.rsplit('/').next().unwrap_or(at)) else {
        return Err(
            "a skill must be in a folder that has the same name as the skill: move it there"
                .to_owned(),
        );
    };
    if !is_name(name) {
        return Err(format!(
            "the folder `{name}` does not have a valid skill name: use 1 to 64 characters, a-z, \
             0-9, and single hyphens between them"
        ));
    }
    let bytes = fs::read(&skill.place).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.strip_prefix('\u{feff}').unwrap_or(&text).lines().map(str::trim_end);
    if lines.next() != Some("---") {
        return Err("it must start with frontmatter, whose first line is `---`".to_owned());
    }
    let frontmatter: Vec<&str> = lines.by_ref().take_while(|line| *line != "---").collect();
    if frontmatter.len() + 2 > text.lines().count() {
        return Err("the frontmatter has no closing line `---`".to_owned());
    }
    let needed =
        [("name", "add the name of the folder"), ("description", "say when to use the skill")];
    for (member, todo) in needed {
        let is_there = |line: &&str| {
            line.trim_start_matches(['"', '\'']).strip_prefix(member).is_some_and(|rest| {
                rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':')
            })
        };
        // A frontmatter in braces is left for the server to parse.
        if !frontmatter.iter().any(is_there) && !frontmatter.iter().any(|it| it.starts_with('{')) {
            return Err(format!("the frontmatter has no `{member}`: {todo}"));
        }
    }
    if let Some(said) = stated_name(&frontmatter).filter(|said| *said != name) {
        return Err(format!("the skill is called `{said}` and its folder `{name}`: use one name"));
    }
    let of_skill = || files.iter().filter(|file| file.path.starts_with(at));
    let count = of_skill().count();
    let bytes = of_skill().map(|file| file.bytes).sum::<u64>();
    if count > MAX_FILES || bytes > MAX_BYTES {
        return Err(format!(
            "the skill has {count} files with {bytes} bytes in total; the limits are {MAX_FILES} \
             files and {MAX_BYTES} bytes"
        ));
    }
    Ok(())
}

/// The name in a line such as `name: pdf`, if the line has nothing else.
fn stated_name<'a>(frontmatter: &[&'a str]) -> Option<&'a str> {
    let line = frontmatter.iter().find_map(|line| line.strip_prefix("name:"))?;
    let name = line.trim().trim_matches(['"', '\'']);
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)).then_some(name)
}

fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= 64 && name.split('-').all(|part| !part.is_empty() && part.bytes().all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is removed on drop.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("skills-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn with(self, path: &str, text: &str) -> Self {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
            self
        }

        fn find(&self) -> Result<Vec<String>, String> {
            let files = find(&self.0, ".")?;
            Ok(files.into_iter().map(|file| file.path).collect())
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn skill(name: &str) -> String {
        format!("---\nname: {name}\ndescription: b\n---\ntext\n")
    }

    #[test]
    fn files_of_skills_are_found() {
        let folder = Folder::new("found")
            .with("README.md", "of no skill")
            .with("acme/a/SKILL.md", &skill("a"))
            .with("acme/a/inner/b/SKILL.md", &skill("\"b\""))
            .with("acme/a/.hidden", "")
            .with("acme/a/x.txt", "");
        let found = folder.find().unwrap();
        assert_eq!(found, ["acme/a/SKILL.md", "acme/a/inner/b/SKILL.md", "acme/a/x.txt"]);
    }

    #[test]
    fn mistakes_are_told() {
        for (name, path, text, expected) in [
            ("none", "x.txt", "", "no folder in"),
            ("top", "SKILL.md", &*skill("a"), "in a folder that has the same name as the skill"),
            ("bad", "A/SKILL.md", &skill("A"), "use 1 to 64 characters, a-z"),
            ("fence", "a/SKILL.md", "# a", "must start with frontmatter"),
            ("open", "a/SKILL.md", "---\nname: a\ndescription: b\n", "no closing line"),
            ("name", "a/SKILL.md", "---\ndescription: b\n---\n", "no `name`"),
            ("text", "a/SKILL.md", "---\nname: a\n---\n", "no `description`"),
            ("other", "a/SKILL.md", &skill("b"), "called `b` and its folder `a`"),
        ] {
            let wrong = Folder::new(name).with(path, text).find().unwrap_err();
            assert!(wrong.contains(expected), "{name}: {wrong}");
        }
        assert!(find(Path::new("/nowhere"), "skills").unwrap_err().contains("there is no folder"));
    }

    #[test]
    fn a_skill_is_not_too_large() {
        let mut folder = Folder::new("large").with("a/SKILL.md", &skill("a"));
        for number in 0..MAX_FILES {
            folder = folder.with(&format!("a/{number}"), "");
        }
        assert!(folder.find().unwrap_err().contains("513 files"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused() {
        let folder = Folder::new("links").with("a/SKILL.md", &skill("a"));
        std::os::unix::fs::symlink("/etc/passwd", folder.0.join("a/x")).unwrap();
        assert!(folder.find().unwrap_err().contains("put the file itself there"));
    }
}
