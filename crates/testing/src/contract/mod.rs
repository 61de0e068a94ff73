//! The contract of a store, as tests.

pub mod hints;
pub mod indexes;
pub mod limits;
pub mod logs;
pub mod races;
pub mod records;

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::store::{Store, StoreError, StoreKey};
use mcp_runtime_protocol::debug::short_debug;

/// A time to live that is longer than any test.
const LONG: Duration = Duration::from_secs(600);
/// A time to live that a test waits for.
const SHORT: Duration = Duration::from_millis(50);
/// How long a test waits for an expected event.
const TIMEOUT: Duration = Duration::from_secs(20);

/// What a test of the contract returns.
pub type CaseResult = Result<(), StoreError>;

/// A store under test, with names that no other test uses.
#[derive(Clone)]
pub struct Subject {
    store: Arc<dyn Store>,
    /// Makes names unique: other tests may use the same database at the same time.
    run: Arc<str>,
}

short_debug!(Subject { run });

impl std::ops::Deref for Subject {
    type Target = dyn Store;

    fn deref(&self) -> &Self::Target {
        &*self.store
    }
}

impl Subject {
    fn key(&self, name: &str) -> StoreKey {
        StoreKey::new("contract", &self.name(name))
    }

    fn name(&self, name: &str) -> String {
        format!("{}-{name}", self.run)
    }

    /// Runs this eight times concurrently, each in a thread, and returns the results.
    async fn at_once<T, F>(&self, each: impl Fn(Self, usize) -> F) -> Result<Vec<T>, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let start = Arc::new(std::sync::Barrier::new(8));
        let threads = (0..8).map(|number| {
            let start = Arc::clone(&start);
            let work = each(self.clone(), number);
            let runtime = tokio::runtime::Handle::current();
            tokio::task::spawn_blocking(move || {
                start.wait();
                runtime.block_on(work)
            })
        });
        let mut done = Vec::new();
        for thread in threads.collect::<Vec<_>>() {
            done.push(thread.await.expect("a task panicked")?);
        }
        Ok(done)
    }
}

/// Waits until a condition holds; a failure says what was `expected`.
async fn until(
    expected: &str,
    mut is_so: impl AsyncFnMut() -> Result<bool, StoreError>,
) -> CaseResult {
    let holds = async {
        while !is_so().await? {
            tokio::time::sleep(SHORT / 5).await;
        }
        Ok(())
    };
    let ended = tokio::time::timeout(TIMEOUT, holds).await;
    ended.unwrap_or_else(|_| {
        panic!("the store did not reach the expected state within {TIMEOUT:?}: {expected}")
    })
}

fn bytes(text: &str) -> Arc<[u8]> {
    text.as_bytes().into()
}

/// Runs a test on a store.
pub fn run<S: Store, F: Future<Output = CaseResult>>(
    store: impl Future<Output = S>,
    test: impl FnOnce(Subject) -> F,
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("could not build a runtime").block_on(async {
        let run = format!("{:016x}", RandomState::new().hash_one(()));
        let subject = Subject { store: Arc::new(store.await), run: run.into() };
        if let Err(error) = test(subject).await {
            panic!("{error}");
        }
    });
}

/// Tests a store of your own against everything that the framework expects.
///
/// The expression is a future of the store. It is evaluated for each of the tests, which run
/// concurrently, and may return new stores or always the same one.
///
/// ```no_run
/// mod my_store {
///     # use mcp_runtime::store::Memory as MyStore;
///     mcp_runtime_testing::store_contract!(async { MyStore::new() });
/// }
/// # fn main() {}
/// ```
///
/// The tests of a store that not every machine has are ignored, with a reason, unless somebody asks for them:
///
/// ```no_run
/// mod my_store {
///     # use mcp_runtime::store::Memory as MyStore;
///     mcp_runtime_testing::store_contract!(
///         async { MyStore::new() },
///         ignore = "needs a server of MyStore",
///     );
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! store_contract {
    (@test [$(#[$attribute:meta])*] $store:expr; $module:ident $test:ident) => {
        #[test]
        $(#[$attribute])*
        fn $test() {
            $crate::contract::run($store, $crate::contract::$module::$test);
        }
    };
    ($store:expr $(, ignore = $reason:literal)? $(,)?) => {
        $crate::store_contract! {
            @ [$(#[ignore = $reason])?] $store;
            records {
                what_was_never_written_is_absent
                a_record_is_read_as_it_was_written
                a_record_needs_no_parts
                what_exists_is_not_created_again
                an_update_of_the_version_that_was_read_is_done
                an_update_of_another_version_is_a_conflict_and_changes_nothing
                an_update_of_what_is_absent_is_gone
                a_touch_is_done_whatever_the_version
                a_write_that_is_repeated_happens_once
                a_repeat_after_a_write_of_somebody_else_is_a_conflict
                parts_that_are_not_written_stay
                parts_are_dropped
                bytes_may_be_any
                a_part_may_have_four_mebibytes
                keys_and_names_of_parts_may_be_any_text
                what_has_expired_is_absent
                a_write_without_a_ttl_keeps_the_end
                a_write_with_a_ttl_sets_the_end
                what_has_expired_is_created_anew
                the_time_of_creation_stays
                what_is_removed_is_absent_and_one_is_told_so
                what_was_removed_is_created_anew
                a_key_is_of_one_sort
            }
            indexes {
                an_index_that_was_never_written_is_empty
                entries_are_in_the_order_of_time_and_name
                pages_follow_each_other
                a_page_goes_on_after_an_entry_that_is_gone
                a_name_is_there_once_and_moves
                extending_moves_only_later_and_only_what_is_there
                names_are_dropped
                changes_happen_in_their_order
                what_has_passed_is_dropped
                an_index_of_what_expires_is_kept_until_its_last_entry
                what_is_due_is_taken_once
                the_oldest_are_taken_first
                what_is_not_due_is_not_taken
                what_is_hidden_comes_back
                what_was_taken_can_be_dropped_and_extended
                names_may_be_any_text
            }
            logs {
                a_log_that_was_never_written_is_empty
                entries_are_read_in_their_order
                reading_begins_after_a_number
                numbers_have_to_rise
                an_append_that_is_repeated_happens_once
                the_oldest_entries_are_let_go
                the_last_entry_stays_however_large_it_is
                a_log_expires_unless_it_is_written
            }
            limits {
                a_burst_is_free_and_then_one_waits
                what_was_taken_becomes_free_again
                what_has_to_wait_takes_nothing
                more_than_a_burst_is_refused
            }
            hints {
                hints_for_all_are_heard_by_all
                hints_for_one_are_heard_by_that_one
                nobody_has_to_listen
                hints_may_be_any_bytes
                hints_that_nobody_reads_arrive_or_are_said_to_be_lost
            }
            races {
                of_many_claims_one_is_done
                of_many_updates_none_is_lost
                of_two_ends_one_is_done
                what_is_due_is_given_to_one
                a_removal_is_told_to_one
                a_log_has_one_writer
                a_limit_holds_for_all_together
            }
        }
    };
    (@ $attributes:tt $store:expr; $($module:ident { $($test:ident)* })*) => {
        $(
            #[cfg(test)]
            mod $module {
                use super::*;

                $(
                    $crate::store_contract! { @test $attributes $store; $module $test }
                )*
            }
        )*
    };
}
