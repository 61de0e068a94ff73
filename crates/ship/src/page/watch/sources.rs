//! The files of which a program is made, and when they change.
//!
//! They are looked at twice a second: that costs less than a notice of the system for each, and works
//! with every editor and file system.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tokio::time::sleep;

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// For how long nothing has changed when a change is complete.
const QUIET: Duration = Duration::from_millis(150);

/// When each file was written, and its length.
type FileStamps = BTreeMap<PathBuf, (SystemTime, u64)>;

/// The files of a program.
pub(super) struct Sources {
    /// Where cargo lists what it has compiled.
    list: PathBuf,
    package: PathBuf,
    seen: FileStamps,
}

impl Sources {
    /// Those of a program that is built from a package.
    pub(super) fn of(program: &Path, package: &Path) -> Self {
        let list = program.with_extension("d");
        let package = package.to_owned();
        let mut sources = Self { list, package, seen: FileStamps::new() };
        sources.seen = sources.stamps();
        sources
    }

    /// Waits until a file differs from what was seen last, and all of them stay as they are.
    pub(super) async fn changed(&mut self) {
        let mut now = self.stamps();
        while now == self.seen {
            sleep(INTERVAL).await;
            now = self.stamps();
        }
        loop {
            sleep(QUIET).await;
            let next = self.stamps();
            if next == now {
                break;
            }
            now = next;
        }
        self.seen = now;
    }

    fn stamps(&self) -> FileStamps {
        let mut files = listed(&fs::read_to_string(&self.list).unwrap_or_default());
        files.extend(["Cargo.toml", "Cargo.lock", "build.rs"].map(|name| self.package.join(name)));
        add_files_below(&self.package.join("src"), &mut files);
        let look = |file: PathBuf| {
            let found = fs::metadata(&file).ok()?;
            Some((file, (found.modified().ok()?, found.len())))
        };
        files.into_iter().filter_map(look).collect()
    }
}

/// The files in a list of cargo, which is a rule of `make`: `PROGRAM: FILE FILE`, with `\ ` for a space.
fn listed(list: &str) -> Vec<PathBuf> {
    let rule = list.lines().next().and_then(|line| line.split_once(": "));
    let files = rule.map(|(_, files)| files.replace("\\ ", "\0")).unwrap_or_default();
    files.split_whitespace().map(|file| PathBuf::from(file.replace('\0', " "))).collect()
}

fn add_files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => add_files_below(&entry.path(), files),
            Ok(_) => files.push(entry.path()),
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_cargo_is_read() {
        let list = "/a/target/debug/notes: /a/src/main.rs /a\\ b/build.rs\n";
        assert_eq!(listed(list), ["/a/src/main.rs", "/a b/build.rs"].map(PathBuf::from));
        assert_eq!(listed(""), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_file_that_is_new_changed_or_gone_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("src/inner");
        fs::create_dir_all(&inner).unwrap();
        let mut sources = Sources::of(&folder.path().join("notes"), folder.path());
        let file = inner.join("mod.rs");
        let mut has_changed = || {
            let now = sources.stamps();
            std::mem::replace(&mut sources.seen, now) != sources.seen
        };
        assert!(!has_changed());
        for change in [|file| fs::write(file, "a"), |file| fs::write(file, "ab"), fs::remove_file] {
            change(&file).unwrap();
            assert!(has_changed());
        }
        assert!(!has_changed());
    }
}
