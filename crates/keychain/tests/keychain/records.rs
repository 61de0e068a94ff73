//! Records of all sizes, and what is not taken for one.

use std::thread;

use mcp_runtime_auth::TokenStore as _;

use crate::faulty::{Fault, FaultyKeychain};
use crate::{load, record, save};

#[test]
fn records_of_all_sizes_are_kept_and_deleted() {
    for (bytes, entries) in [(0, 1), (100, 1), (2400, 1), (2401, 3), (60_000, 26), (65_536, 29)] {
        let keychain = FaultyKeychain::new();
        let store = keychain.store();
        assert_eq!(load(&store, "login"), None);
        save(&store, "login", &record('a', bytes));
        assert_eq!(keychain.names().len(), entries, "{bytes}");
        assert_eq!(load(&keychain.store(), "login"), Some(record('a', bytes)), "another process");
        store.save("login", None).unwrap();
        assert_eq!((load(&store, "login"), keychain.names()), (None, Vec::new()));
        store.save("login", None).unwrap();
    }
}

#[test]
fn a_record_that_is_too_long_is_refused_and_leaves_the_earlier_one() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    save(&store, "login", "earlier");
    for bytes in [65_537, 70_000] {
        let refused = store.save("login", Some(record('s', bytes).into())).unwrap_err().to_string();
        assert!(refused.contains("64 KiB") && !refused.contains("sss"), "{refused}");
    }
    assert_eq!(load(&store, "login").as_deref(), Some("earlier"));
    assert_eq!(keychain.names(), ["mcp:login"]);
}

#[test]
fn no_entry_divides_a_character() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    for text in [record('é', 65_536), record('€', 65_535), format!("a{}", record('🔑', 65_532))]
    {
        save(&store, "login", &text);
        assert_eq!(load(&store, "login"), Some(text));
    }
}

#[test]
fn a_shorter_record_leaves_no_part_of_a_longer_one() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    for (bytes, entries) in [(60_000, 26), (5000, 4), (2401, 3), (100, 1), (5000, 4)] {
        save(&store, "login", &record('a', bytes));
        assert_eq!(keychain.names().len(), entries, "{bytes}");
    }
}

#[test]
fn a_record_that_looks_like_a_head_is_not_taken_for_one() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    for text in ["{\"parts\":0,\"sha256\":\"\"}", "{\"parts\":1,\"sha256\":\"0a\"}"] {
        save(&store, "login", text);
        assert_eq!(load(&store, "login").as_deref(), Some(text));
    }
}

#[test]
fn records_have_nothing_to_do_with_each_other() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    let names = ["login", "login#1", "#1:login", "1:login", ""];
    for name in names {
        save(&store, name, &format!("{name}{}", record('a', 5000)));
    }
    for name in names {
        assert_eq!(load(&store, name), Some(format!("{name}{}", record('a', 5000))));
        store.save(name, None).unwrap();
    }
    assert!(keychain.names().is_empty());
}

#[test]
fn a_record_with_a_part_that_is_missing_or_of_another_is_none() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    for (part, bytes) in [
        ("mcp#1:login", None),
        ("mcp#3:login", None),
        ("mcp#2:login", Some(record('b', 2400).into_bytes())),
        ("mcp#3:login", Some(Vec::new())),
        ("mcp#1:login", Some(vec![0xff; 2400])),
        ("mcp:login", Some(b"\xff".to_vec())),
    ] {
        save(&store, "login", &record('a', 6000));
        keychain.set(part, bytes.as_deref());
        assert_eq!(load(&store, "login"), None, "{part}");
    }
    save(&store, "login", "new");
    assert_eq!(load(&store, "login").as_deref(), Some("new"));
}

#[test]
fn a_keychain_that_fails_is_an_error() {
    let keychain = FaultyKeychain::new();
    let store = keychain.store();
    save(&store, "login", "kept");
    keychain.fail(Fault::Fails);
    for said in [
        store.load("login").map(drop).unwrap_err(),
        store.save("login", Some("secret".to_owned().into())).unwrap_err(),
        store.save("login", None).unwrap_err(),
    ] {
        assert_eq!(said.to_string(), "keychain error: Platform failure: on purpose");
    }
    keychain.fail(Fault::None);
    assert_eq!(load(&store, "login").as_deref(), Some("kept"));
}

/// Two processes, which know nothing of each other.
#[test]
fn two_stores_at_once_never_mix_their_records() {
    let keychain = FaultyKeychain::new();
    let letters = ['a', 'b'];
    thread::scope(|scope| {
        for letter in letters {
            let store = keychain.store();
            scope.spawn(move || {
                for round in 0..200 {
                    save(&store, "login", &record(letter, 2000 * (round % 5 + 1)));
                    let Some(loaded) = load(&store, "login") else { continue };
                    assert!(letters.iter().any(|of| loaded.chars().all(|c| c == *of)));
                    assert_eq!(loaded.len() % 2000, 0);
                }
            });
        }
    });
    let store = keychain.store();
    save(&store, "login", "last");
    assert_eq!(load(&store, "login").as_deref(), Some("last"));
    assert_eq!(keychain.names(), ["mcp:login"]);
}

/// Two threads, which wait for each other.
#[test]
fn one_store_of_two_threads_always_has_a_record() {
    let store = FaultyKeychain::new().store();
    thread::scope(|scope| {
        for letter in ['a', 'b'] {
            let store = &store;
            scope.spawn(move || {
                for round in 0..200 {
                    save(store, "login", &record(letter, 2000 * (round % 5 + 1)));
                    assert!(load(store, "login").is_some());
                }
            });
        }
    });
}

/// A login is refreshed by one program at a time, although keychains have no locks.
#[test]
fn one_program_at_a_time_has_the_lock_of_a_record() {
    let keychain = FaultyKeychain::new();
    let one = keychain.store();
    let other = keychain.store();
    let held = one.try_lock("login of this test").unwrap();
    assert!(held.is_some());
    assert!(other.try_lock("login of this test").unwrap().is_none());
    assert!(other.try_lock("another login of this test").unwrap().is_some());
    // Not even a keychain that fails lets two of them.
    keychain.fail(Fault::Fails);
    assert!(other.try_lock("login of this test").unwrap().is_none());
    drop(held);
    assert!(other.try_lock("login of this test").unwrap().is_some());
    assert!(keychain.names().is_empty());
}
