//! Each limit of the runtime is in the guide, if it has a setting, or else in `limits.txt`, with the
//! value that the source has.

use std::collections::BTreeSet;
use std::path::Path;

use crate::architecture::runtime;

/// The limits that have a setting, in the guide.
const GUIDE: &str = "mcp-runtime/src/guide/limits.md";

/// The other limits.
const FIXED: &str = "tests/it/limits.txt";

/// Constants that bound nothing: what things weigh, how much is read at once, and the like.
const OTHERS: &[(&str, &[&str])] = &[
    ("auth/client/exchange.rs", &["ASSERTION_SECONDS", "RETRY_INTERVAL"]),
    ("auth/client/record.rs", &["EXPIRY_MARGIN_SECONDS"]),
    ("auth/client/session.rs", &["LOCK_INTERVAL"]),
    ("auth/server/authorizer.rs", &["METADATA_AGE"]),
    ("auth/server/cache.rs", &["ENTRY_BYTES"]),
    ("auth/server/dpop/nonce.rs", &["RENEWED_AFTER"]),
    ("auth/server/dpop/replay.rs", &["ENTRY_BYTES", "GENERATIONS_PER_WINDOW"]),
    ("client/deadline.rs", &["MAX_TIMEOUT"]),
    ("client/decode.rs", &["SHORT"]),
    ("client/members.rs", &["USUAL_BYTES"]),
    ("client/progress.rs", &["FIRST_TASK_TOKEN"]),
    ("client/transport/http/body.rs", &["WORDS"]),
    ("client/transport/http/follow.rs", &["RECONNECT_DELAY"]),
    ("client/transport/http/replaced.rs", &["CHECK_ID"]),
    ("client/transport/http/session_lifecycle.rs", &["STREAM_HEAD_START", "SESSION_RETRY_DELAY"]),
    ("client/transport/http/link.rs", &["FLUSH_TIMEOUT"]),
    // The list has them as products of these.
    (
        "client/transport/lines.rs",
        &[
            "FLUSH_TIMEOUT",
            "EXIT_STATUS_TIMEOUT",
            "LAST_WORDS_TIMEOUT",
            "MAX_ANSWER_BYTES",
            "MAX_OUTBOX_BYTES",
            "OUTBOX_BYTES",
        ],
    ),
    ("client/transport/process.rs", &["LONGEST_PAUSE"]),
    ("client/transport/process_group.rs", &["PAUSE"]),
    ("client/transport/standard_error.rs", &["LAST_LINES"]),
    // What providers state, and how much is written out for a model.
    ("host/provider/anthropic.rs", &["MAX_TITLE"]),
    ("host/provider/bedrock.rs", &["MAX_NAME"]),
    ("host/provider/converted.rs", &["ROUNDS"]),
    ("host/provider/media.rs", &["MAX_SEGMENTS"]),
    ("host/provider/schema/note.rs", &["MAX_VALUE"]),
    ("host/provider/schema/references.rs", &["LEVELS"]),
    ("host/provider/schema/root.rs", &["MAX_DEPTH"]),
    (
        "host/provider/schema/strict/openai.rs",
        &["MAX_CHARACTERS", "MAX_LEVELS", "MAX_PROPERTIES", "MAX_VALUES"],
    ),
    ("host/provider/schema/union.rs", &["MAX_SETS", "MAX_VALUES"]),
    ("host/tools.rs", &["MAX_NAME"]),
    // How many names an error of the compiler lists, and how long a secret is that is looked for in messages.
    ("openapi-macros/nearest.rs", &["SHOWN"]),
    ("openapi/credential.rs", &["MIN_REDACTED"]),
    ("protocol/file_lock.rs", &["FIRST_PAUSE", "MAX_PAUSE"]),
    ("protocol/public_url.rs", &["SECRET_LENGTH"]),
    ("protocol/sorted.rs", &["SCANNED"]),
    ("protocol/jsonrpc/parsed_size.rs", &["ARRAY", "ITEM", "MEMBER", "OBJECT"]),
    ("protocol/jsonrpc/scan.rs", &["HIGH", "ONES", "WORDS"]),
    // It follows from the sizes of a record and of a part.
    ("keychain/record.rs", &["MAX_PARTS"]),
    ("lint/lock/file.rs", &["FORM"]),
    // How often `dev --watch` looks, for its own developer.
    ("ship/page/watch/sources.rs", &["INTERVAL", "QUIET"]),
    ("protocol/sampling.rs", &["MAX_TOKENS"]),
    ("schema/branches.rs", &["NESTED"]),
    ("schema/pattern.rs", &["BUILD_STEPS", "STATE", "MAX_VISITS_PER_STEP"]),
    ("schema/tree.rs", &["LINEAR_LOOKUP_MAX", "PIECE"]),
    ("schema/types/decode_cost.rs", &["COPIED_BYTES_PER_STEP", "TRY"]),
    ("schema/validate/check.rs", &["REPORT"]),
    ("server/asking/canonical.rs", &["MAX_DEPTH", "SHORT"]),
    ("server/asking/suspendable.rs", &["CALL"]),
    ("server/asking/journal.rs", &["ENTRY"]),
    ("server/asking/used_states.rs", &["ACCOUNT", "CHAIN", "TIME"]),
    ("server/extensions/topics.rs", &["KEY"]),
    ("server/replicas/queue.rs", &["HINT"]),
    ("server/subscriptions/mod.rs", &["TOPIC"]),
    ("ship/manifest/docker.rs", &["PORT"]),
    ("server/result_limit.rs", &["MAX_SHOWN"]),
    ("stderr.rs", &["PIECE"]),
    ("http/documents.rs", &["TAG_BYTES"]),
    ("http/self_wake.rs", &["POLLS"]),
    ("http/standalone/unix_socket.rs", &["MAX_PATH_BYTES"]),
    ("store/hints.rs", &["HINT"]),
    ("store/items/index.rs", &["ENTRY"]),
    ("store/items/log.rs", &["ENTRY"]),
    ("store/items/mod.rs", &["ITEM", "NEVER"]),
    ("store/items/record.rs", &["PART"]),
    ("protocol/connect.rs", &["BUFFER_BYTES"]),
    ("redis/hint_connection.rs", &["CHECK_INTERVAL"]),
    ("redis/redis_store.rs", &["FOREVER"]),
    ("http/replicas/events.rs", &["EVENT"]),
    ("http/replicas/resume.rs", &["PAGE"]),
    ("http/sessions/memory.rs", &["EVENT"]),
    ("http/sessions/record.rs", &["STREAM_BITS"]),
    ("http/charged_response.rs", &["ANSWER"]),
    ("protocol/transport/lines.rs", &["READ_BYTES"]),
    ("protocol/transport/outbox/mod.rs", &["MESSAGE"]),
    ("transport/stdio/portable.rs", &["PIECE"]),
    ("transport/stdio/reader.rs", &["READ_BYTES"]),
];

/// A constant or a default of the source. A file of the runtime is named from its `src`, one of a
/// crate beside it with the name of the crate before that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    file: String,
    name: String,
}

impl Bound {
    /// The path of its file, from the top of the workspace.
    fn path(&self) -> String {
        match self.file.split_once('/') {
            Some((
                name @ ("acp" | "auth" | "bridge" | "client" | "host" | "https" | "keychain"
                | "lint" | "observe" | "openapi" | "openapi-macros" | "protocol" | "redis"
                | "relay" | "schema" | "ship" | "skills" | "tools" | "web"),
                rest,
            )) => {
                format!("crates/{name}/src/{rest}")
            }
            _ => format!("mcp-runtime/src/{}", self.file),
        }
    }
}

/// `<!-- file NAME -->` in a row of the guide says where its value is.
fn marks(row: &str) -> impl Iterator<Item = Bound> {
    row.split("<!-- ").skip(1).filter_map(|rest| {
        let (file, name) = rest.split_once(" -->")?.0.split_once(' ')?;
        Some(Bound { file: file.to_owned(), name: name.to_owned() })
    })
}

/// The value of `const NAME: … = value;`, or of the default `NAME: value,`, as people write it.
fn value(text: &str, name: &str) -> Option<String> {
    let values = text.lines().map(str::trim).filter_map(|line| {
        match line.split_once(&format!("const {name}: ")) {
            Some((_, rest)) => Some(rest.split_once(" = ")?.1.trim_end_matches(';')),
            None => Some(line.strip_prefix(name)?.strip_prefix(": ")?.trim_end_matches(',')),
        }
    });
    values.into_iter().find_map(shown)
}

fn product(text: &str) -> Option<u64> {
    let number = |factor: &str| factor.trim().replace('_', "").parse::<u64>().ok();
    text.split('*').map(number).product()
}

/// A value as people write it: `64 KiB`, `1,000`, `10 s`.
fn shown(value: &str) -> Option<String> {
    let inside = |prefix: &str| value.strip_prefix(prefix)?.strip_suffix(')').and_then(product);
    if let Some(seconds) = inside("Duration::from_secs(") {
        return Some(match seconds {
            3600.. if seconds % 3600 == 0 => format!("{} h", seconds / 3600),
            120.. if seconds % 60 == 0 => format!("{} min", seconds / 60),
            _ => format!("{seconds} s"),
        });
    }
    if let Some(millis) = inside("Duration::from_millis(") {
        return Some(format!("{millis} ms"));
    }
    let number = product(value)?;
    Some(match number {
        _ if value.contains("1024 * 1024") => format!("{} MiB", number >> 20),
        _ if value.contains("* 1024") => format!("{} KiB", number >> 10),
        1_000_000.. => {
            format!("{},{:03},{:03}", number / 1_000_000, number / 1000 % 1000, number % 1000)
        }
        1000.. => format!("{},{:03}", number / 1000, number % 1000),
        _ => number.to_string(),
    })
}

fn read(path: &str) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_to_string(top.join(path)).unwrap()
}

/// The limits of a line `file NAME = value`, with that value.
fn fixed(lines: &str) -> impl Iterator<Item = (Bound, &str)> {
    let lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (bound, value) = line.split_once(" = ").unwrap_or_else(|| panic!("{line}"));
        let (file, name) = bound.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        (Bound { file: file.to_owned(), name: name.to_owned() }, value)
    })
}

/// What the source says.
fn value_in_source(bound: &Bound) -> String {
    let value = value(&read(&bound.path()), &bound.name);
    value.unwrap_or_else(|| panic!("{bound:?} has no value"))
}

#[test]
fn the_guide_has_the_values_of_the_source() {
    let mut checked = 0;
    for row in read(GUIDE).lines() {
        for bound in marks(row) {
            let value = value_in_source(&bound);
            let cell = row.split('|').any(|cell| cell.contains(&value));
            assert!(cell, "{bound:?} is {value}, which this row does not say: {row}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} values are checked");
}

#[test]
fn the_list_of_fixed_limits_has_the_values_of_the_source() {
    let wrong: Vec<String> = fixed(&read(FIXED))
        .map(|(bound, listed)| (value_in_source(&bound), listed, bound))
        .filter(|(value, listed, _)| value != listed)
        .map(|(value, listed, bound)| format!("{bound:?} is {value}, not {listed}"))
        .collect();
    assert!(wrong.is_empty(), "{FIXED}: {wrong:#?}");
}

#[test]
fn every_limit_is_listed() {
    let listed = listed();
    let mut missing = BTreeSet::new();
    for source in runtime() {
        if [
            "testing/",
            "cli/",
            "ship/src/commands/",
            "/fuzz",
            "/tests",
            "crates/lint/src/",
            "crates/codegen/src/",
        ]
        .iter()
        .any(|part| source.path.contains(part))
        {
            continue;
        }
        for (_, line) in source.code() {
            let Some((_, rest)) = line.split_once("const ") else { continue };
            let Some((name, kind)) = rest.split_once(": ") else { continue };
            let is_bound =
                ["usize ", "u32 ", "u64 ", "Duration "].iter().any(|of| kind.starts_with(of));
            let file = source
                .path
                .trim_start_matches("mcp-runtime/src/")
                .trim_start_matches("crates/")
                .replacen("/src/", "/", 1);
            let bound = Bound { file, name: name.to_owned() };
            if is_bound && !listed.contains(&bound) && !is_other(&bound) {
                missing.insert(bound);
            }
        }
    }
    assert!(missing.is_empty(), "neither {GUIDE} nor {FIXED} has {missing:#?}");
}

fn is_other(bound: &Bound) -> bool {
    OTHERS.iter().any(|(file, names)| bound.file == *file && names.contains(&bound.name.as_str()))
}

fn listed() -> BTreeSet<Bound> {
    let guide = read(GUIDE);
    let list = read(FIXED);
    let fixed = fixed(&list).map(|(bound, _)| bound);
    guide.lines().flat_map(marks).chain(fixed).collect()
}
