//! The reference server `git`: what is in repositories, and what changes them.

use std::{collections::BTreeMap, ffi::OsStr, path::PathBuf, process::Output, process::Stdio};

use clap::Args;
use mcp_runtime::{
    Context, FromArgument, FromContext, Result, Schema, ServerBuilder, State, handlers, server,
    tool,
};
use serde::{Deserialize, Serialize};
use tokio::process::Command;

#[derive(Args)]
struct Options {
    /// The only repository that may be used; any, if it is left out.
    #[arg(long)]
    repository: Option<PathBuf>,
}

/// The path of a repository, which is the folder with `.git` in it.
#[derive(Deserialize, Schema)]
struct Folder(PathBuf);

/// A repository that the client may use.
struct Repository(PathBuf);

impl FromArgument for Repository {
    type Argument = Folder;

    async fn from_argument(Folder(path): Folder, context: &Context) -> Result<Self> {
        let options = State::<Options>::from_context(context).await?;
        let allowed = options.repository.as_ref().unwrap_or(&path).canonicalize();
        match (path.canonicalize(), allowed) {
            (Ok(path), Ok(allowed)) if path.starts_with(&allowed) => Ok(Self(path)),
            _ => Err(format!("{} is not in a folder that you may use", path.display()).into()),
        }
    }
}

impl Repository {
    /// Returns what `git` prints. It does not look for a repository further up.
    async fn git<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Result<String> {
        let mut command = Command::new("git");
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null()).kill_on_drop(true);
        command.env("GIT_CEILING_DIRECTORIES", self.0.parent().unwrap_or(&self.0));
        let Output { status, stdout, stderr } = command.output().await?;
        let bytes = if status.success() { stdout } else { [stderr, stdout].concat() };
        let printed = String::from_utf8_lossy(&bytes).into_owned();
        if status.success() { Ok(printed) } else { Err(printed.into()) }
    }

    async fn diff(&self, context_lines: u32, what: Option<&str>) -> Result<String> {
        let unified = format!("--unified={context_lines}");
        self.git(["diff", "--no-ext-diff", &unified].into_iter().chain(what).chain(["--"])).await
    }
}

#[derive(Serialize, Schema)]
struct Status {
    branch: Option<String>,
    /// What is staged, and what is not, as in `git status --short`: `M `, ` M`, `??`.
    files: BTreeMap<String, String>,
}

#[derive(Serialize, Schema)]
struct Commit {
    id: String,
    author: String,
    date: String,
    message: String,
}

#[derive(Serialize, Schema)]
struct Branch {
    name: String,
    current: bool,
}

#[derive(Default, Deserialize, PartialEq, Schema)]
#[serde(rename_all = "lowercase")]
enum BranchType {
    #[default]
    Local,
    Remote,
    All,
}

/// A branch or a commit, which cannot be taken for an option.
#[derive(Deserialize, Schema)]
struct Revision(#[schema(pattern = "^[^-]")] String);

struct Git;

/// Reads and changes Git repositories. Look at the status before you add, commit or check out.
#[handlers(read_only, open_world = false, timeout = "30s")]
impl Git {
    /// Lists the files that are staged, changed and untracked.
    #[tool]
    async fn git_status(repo_path: Repository) -> Result<Status> {
        let branch = repo_path.git(["branch", "--show-current"]).await?;
        let files = repo_path
            .git(["status", "--porcelain", "--no-renames", "-z"])
            .await?
            .split('\0')
            .filter_map(|file| file.split_at_checked(3))
            .map(|(code, file)| (file.to_owned(), code[..2].to_owned()))
            .collect();
        Ok(Status { branch: branch.lines().next().map(str::to_owned), files })
    }

    /// Shows the changes that are not staged.
    #[tool(max_result = "200 KB", truncate)]
    async fn git_diff_unstaged(
        repo_path: Repository,
        #[arg(default = 3)] context_lines: u32,
    ) -> Result<String> {
        repo_path.diff(context_lines, None).await
    }

    /// Shows the changes that are staged.
    #[tool(max_result = "200 KB", truncate)]
    async fn git_diff_staged(
        repo_path: Repository,
        #[arg(default = 3)] context_lines: u32,
    ) -> Result<String> {
        repo_path.diff(context_lines, Some("--cached")).await
    }

    /// Shows the differences to a branch or a commit, or between two of them: `main..work`.
    #[tool(max_result = "200 KB", truncate)]
    async fn git_diff(
        repo_path: Repository,
        target: Revision,
        #[arg(default = 3)] context_lines: u32,
    ) -> Result<String> {
        repo_path.diff(context_lines, Some(&target.0)).await
    }

    /// Commits what is staged.
    #[tool(destructive = false)]
    async fn git_commit(repo_path: Repository, message: &str) -> Result<String> {
        repo_path.git(["commit", "--message", message]).await
    }

    /// Stages files. `.` is all of them.
    #[tool(destructive = false, idempotent)]
    async fn git_add(repo_path: Repository, files: Vec<String>) -> Result<String> {
        let files = files.iter().map(String::as_str);
        repo_path.git(["add", "--verbose", "--"].into_iter().chain(files)).await
    }

    /// Unstages everything that is staged. Files stay as they are.
    #[tool(destructive, idempotent)]
    async fn git_reset(repo_path: Repository) -> Result<String> {
        repo_path.git(["reset"]).await
    }

    /// Lists commits, the latest first. Times are like `2024-01-15T14:30:25` or `2 weeks ago`.
    #[tool]
    async fn git_log(
        repo_path: Repository,
        #[arg(default = 10, range(1..=1000))] max_count: u32,
        start_timestamp: Option<&str>,
        end_timestamp: Option<&str>,
    ) -> Result<Vec<Commit>> {
        let format = "--format=%H%x00%an <%ae>%x00%aI%x00%B".to_owned();
        let mut arguments = vec!["log".into(), "-z".into(), format, format!("-{max_count}")];
        arguments.extend(start_timestamp.map(|date| format!("--since={date}")));
        arguments.extend(end_timestamp.map(|date| format!("--until={date}")));
        let log = repo_path.git(arguments).await?;
        let fields: Vec<_> = log.split('\0').map(|field| field.trim_end().to_owned()).collect();
        let log = fields.as_chunks().0.iter().cloned();
        Ok(log.map(|[id, author, date, message]| Commit { id, author, date, message }).collect())
    }

    /// Creates a branch at another one, or at what is checked out; it is not checked out.
    #[tool(destructive = false)]
    async fn git_create_branch(
        repo_path: Repository,
        branch_name: Revision,
        base_branch: Option<Revision>,
    ) -> Result<&'static str> {
        let base = base_branch.map_or("HEAD".to_owned(), |base| base.0);
        repo_path.git(["branch", &branch_name.0, &base]).await?;
        Ok("Created the branch.")
    }

    /// Checks a branch out.
    #[tool(destructive = false, idempotent)]
    async fn git_checkout(repo_path: Repository, branch_name: Revision) -> Result<&'static str> {
        repo_path.git(["checkout", "--quiet", &branch_name.0, "--"]).await?;
        Ok("Checked out the branch.")
    }

    /// Shows a commit with its changes.
    #[tool(max_result = "200 KB", truncate)]
    async fn git_show(repo_path: Repository, revision: Revision) -> Result<String> {
        repo_path.git(["show", "--no-ext-diff", &revision.0, "--"]).await
    }

    /// Lists branches: all, or those that have one commit and do not have another.
    #[tool]
    async fn git_branch(
        repo_path: Repository,
        #[arg(default)] branch_type: BranchType,
        contains: Option<Revision>,
        not_contains: Option<Revision>,
    ) -> Result<Vec<Branch>> {
        let format = "--format=%(HEAD)%(refname:lstrip=2)".to_owned();
        let mut what = vec!["for-each-ref".to_owned(), format];
        what.extend(contains.map(|commit| format!("--contains={}", commit.0)));
        what.extend(not_contains.map(|commit| format!("--no-contains={}", commit.0)));
        what.extend((branch_type != BranchType::Remote).then(|| "refs/heads".to_owned()));
        what.extend((branch_type != BranchType::Local).then(|| "refs/remotes".to_owned()));
        let printed = repo_path.git(what).await?;
        let branches = printed.lines().filter_map(|line| line.split_at_checked(1));
        let new = |(mark, name): (&str, &str)| Branch { name: name.into(), current: mark == "*" };
        Ok(branches.map(new).collect())
    }
}

fn git(server: ServerBuilder, repository: Option<PathBuf>) -> ServerBuilder {
    server.state(Options { repository }).handlers(Git)
}

fn main() -> Result<()> {
    server!().run_with(|server, options: Options| Ok(git(server, options.repository)))
}

#[cfg(test)]
mod tests {
    use mcp_runtime_testing::{self as testing, TestClient, json};
    use serde_json::Value;

    use super::*;

    fn repository() -> Result<tempfile::TempDir> {
        let folder = tempfile::tempdir()?;
        for arguments in ["init -q -b main", "config user.name Ada", "config user.email a@b.c"] {
            let mut command = std::process::Command::new("git");
            assert!(command.current_dir(&folder).args(arguments.split(' ')).status()?.success());
        }
        Ok(folder)
    }

    #[tokio::test]
    #[ignore = "needs git: .ci/services"]
    async fn changes_are_shown_committed_and_found() -> Result<()> {
        let folder = repository()?;
        let client = testing::connect(git(server!(), None)).await?;
        let call = async |tool: &str, mut arguments: Value| {
            arguments["repo_path"] = json!(folder.path());
            client.call_tool(tool, arguments).await.map(|result| result.text())
        };
        std::fs::write(folder.path().join("a"), "one\n")?;
        assert_eq!(call("git_status", json!({})).await?, r#"{"branch":"main","files":{"a":"??"}}"#);
        call("git_add", json!({ "files": ["."] })).await?;
        call("git_commit", json!({ "message": "--amend" })).await?;
        call("git_create_branch", json!({ "branch_name": "work" })).await?;
        call("git_checkout", json!({ "branch_name": "work" })).await?;
        std::fs::write(folder.path().join("a"), "two\n")?;
        assert!(call("git_diff_unstaged", json!({ "context_lines": 0 })).await?.contains("+two"));
        call("git_add", json!({ "files": ["a"] })).await?;
        assert!(call("git_diff_staged", json!({})).await?.contains("-one"));
        assert!(call("git_reset", json!({})).await?.contains("M\ta"));
        call("git_add", json!({ "files": ["a"] })).await?;
        call("git_commit", json!({ "message": "Second" })).await?;
        assert!(call("git_diff", json!({ "target": "main..work" })).await?.contains("+two"));
        assert!(call("git_show", json!({ "revision": "HEAD" })).await?.contains("Second"));
        let log = call("git_log", json!({ "max_count": 1, "start_timestamp": "1 hour" })).await?;
        assert!(log.contains("Ada <a@b.c>") && log.contains("Second") && !log.contains("--amend"));
        assert!(call("git_commit", json!({ "message": "3" })).await?.contains("nothing to commit"));
        assert!(!call("git_branch", json!({ "not_contains": "work" })).await?.contains("true"));
        assert!(call("git_show", json!({ "revision": "--output" })).await?.contains("`revision`"));
        Ok(())
    }

    #[tokio::test]
    #[ignore = "needs git: .ci/services"]
    async fn other_folders_are_refused() -> Result<()> {
        let ours = repository()?;
        let other = repository()?;
        let check = async |client: &TestClient| {
            let inside = ours.path().join(".git");
            let other = other.path().to_owned();
            for (path, is_ok) in [(ours.path().into(), true), (inside, false), (other, false)] {
                let status = client.call::<Value>("git_status", json!({ "repo_path": path })).await;
                assert_eq!(status.is_ok(), is_ok, "{status:?}");
            }
            Ok(())
        };
        testing::everywhere(|| git(server!(), Some(ours.path().into()))).run(check).await
    }

    #[test]
    fn clients_get_along_with_it() -> Result<()> {
        Ok(testing::lint(&git(server!(), None).build()?)?)
    }
}
