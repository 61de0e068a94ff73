//! Processes that end while they write.

use mcp_runtime_auth::TokenStore as _;

use crate::faulty::{Fault, FaultyKeychain};
use crate::{load, record, save};

/// At every point of every change: afterwards there is the earlier record, the new one or none,
/// and the next write leaves nothing else.
#[test]
fn a_crash_never_leaves_a_mixture_behind() {
    let sizes = [None, Some(100), Some(2401), Some(5000), Some(9000)];
    let mut crashes = 0;
    for (before, after) in sizes.iter().flat_map(|before| sizes.map(|after| (*before, after))) {
        let before = before.map(|bytes| record('a', bytes));
        let after = after.map(|bytes| record('b', bytes));
        for changes in 0.. {
            let keychain = FaultyKeychain::new();
            let store = keychain.store();
            store.save("login", before.clone().map(Into::into)).unwrap();
            keychain.fail(Fault::CrashAfter(changes));
            let is_done = store.save("login", after.clone().map(Into::into)).is_ok();
            keychain.fail(Fault::None);

            // The next process.
            let store = keychain.store();
            let left = load(&store, "login");
            if is_done {
                assert_eq!(left, after);
                break;
            }
            assert!(left.is_none() || left == before || left == after, "{changes} changes");
            if changes == 0 {
                assert_eq!(left, before);
            }
            save(&store, "login", &record('c', 3000));
            assert_eq!(load(&store, "login"), Some(record('c', 3000)));
            assert_eq!(keychain.names(), ["mcp#1:login", "mcp#2:login", "mcp:login"]);
            crashes += 1;
        }
    }
    assert!(crashes > 50, "{crashes}");
}
