//! A process that writes to a directory is killed, and nothing that it was told is lost.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use mcp_runtime::store::{Directory, IndexChange, IndexPage, LogOutcome, RecordWrite, Store};

use super::directory::fresh;
use super::{append, key, part, read};

const HOUR: Duration = Duration::from_secs(3600);
/// Where the process writes, and with which number it begins.
const WHERE: &str = "MCP_TEST_STORE";
const FROM: &str = "MCP_TEST_STORE_FROM";

/// What the record has that was written with this number.
fn body(number: u64) -> String {
    format!("{number} ").repeat(2_000)
}

#[tokio::test]
#[ignore = "it is the process that the next test kills"]
async fn writes_until_it_is_killed() {
    let Ok(path) = std::env::var(WHERE) else { return };
    let from: u64 = std::env::var(FROM).unwrap().parse().unwrap();
    let store = Directory::open(path).unwrap();
    for number in from.. {
        let record = key(&format!("record {}", number % 5));
        let set = |write: RecordWrite| {
            write
                .set("head", number.to_string().into_bytes())
                .set("body", body(number).into_bytes())
        };
        store.put(&record, set(RecordWrite::create())).await.unwrap();
        store.put(&record, set(RecordWrite::touch())).await.unwrap();
        let name = format!("{:03}", number % 100);
        store.index(&key("index"), vec![IndexChange::set(name, HOUR)]).await.unwrap();
        let appended = store.append(&key("log"), append(number, &body(number)[..50])).await;
        assert_eq!(appended.unwrap(), LogOutcome::Appended);
        // One write, so that the line is there as a whole.
        std::io::stdout().write_all(format!("\nwritten {number}\n").as_bytes()).unwrap();
    }
}

/// Lets a process write, kills it after so many rounds and a little, and returns the last round that it
/// knew to be written.
fn write_and_kill(path: &Path, from: u64, rounds: u64, little: Duration) -> u64 {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::killed::writes_until_it_is_killed", "--ignored", "--nocapture"])
        .env(WHERE, path)
        .env(FROM, from.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut last = from - 1;
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        if let Some(number) = line.strip_prefix("written ") {
            last = number.parse().unwrap();
        }
        if last + 1 == from + rounds {
            std::thread::sleep(little);
            writer.kill().unwrap(); // SIGKILL
        }
    }
    assert!(!writer.wait().unwrap().success());
    assert!(last + 1 >= from + rounds, "it was killed after {last}");
    last
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_the_process_is_killed() {
    let path = fresh();
    let mut next = 1;
    for kill in 0..20 {
        let little = Duration::from_micros(kill * 137);
        let last = write_and_kill(&path, next, 1 + kill % 4, little);
        let store = Directory::open(&path).unwrap();
        // The round after the last one may have been written in part.
        for record in 0..5.min(last) {
            let written =
                (0..=last).rev().find(|number| number % 5 == (last - record) % 5).unwrap();
            let name = format!("record {}", written % 5);
            let head: u64 = part(&store, &name, "head").await.unwrap().parse().unwrap();
            assert!(head == written || head == last + 1, "{name} is of {head}, not {written}");
            assert_eq!(part(&store, &name, "body").await, Some(body(head)), "{name} is torn");
            assert!(read(&store, &name, &[]).await.unwrap().version > 1);
        }
        let log = store.log(&key("log"), 0, 10_000).await.unwrap();
        let numbers: Vec<u64> = log.iter().map(|entry| entry.number).collect();
        let end = numbers.last().copied().unwrap_or_default();
        assert!((last..=last + 1).contains(&end), "the log ends at {end}, not at {last}");
        assert!(numbers.iter().copied().eq(1..=end), "the log has gaps: {numbers:?}");
        for entry in &log {
            assert_eq!(&*entry.bytes, &body(entry.number).as_bytes()[..50]);
        }
        let index = store.entries(&key("index"), IndexPage::oldest(1000)).await.unwrap();
        for number in 1..=last {
            let name = format!("{:03}", number % 100);
            assert!(index.iter().any(|entry| *entry.name == *name), "{name} is not in the index");
        }
        next = end + 1;
    }
    assert!(next > 40, "{next}");
}
