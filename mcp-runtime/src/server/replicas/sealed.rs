//! A store whose content can only be read with the keys: without them, one sees only what things
//! are called, when they were written and how long they are.

use std::sync::Arc;
use std::time::Duration;

use crate::server::asking::Sealer;
use crate::store::{
    Hints, IndexChange, IndexEntry, IndexPage, LogAppend, LogEntry, LogOutcome, RateLimit,
    RecordWrite, Store, StoreError, StoreFuture, StoreKey, StoredRecord, WriteOutcome,
};

/// Seals the parts of records and the entries of logs, each bound to its place.
pub(super) struct SealedStore {
    store: Arc<dyn Store>,
    sealer: Arc<Sealer>,
}

impl SealedStore {
    #[inline]
    pub(super) fn new(store: Arc<dyn Store>, sealer: Arc<Sealer>) -> Self {
        Self { store, sealer }
    }

    #[inline]
    fn seal(&self, bytes: &[u8], place: &[u8]) -> Result<Arc<[u8]>, StoreError> {
        let sealed = self
            .sealer
            .seal_bytes(bytes, place)
            .map_err(|error| StoreError::Refused(error.to_string()))?;
        Ok(sealed.1.into())
    }

    #[inline]
    fn open(&self, bytes: &[u8], place: &[u8], key: &StoreKey) -> Result<Arc<[u8]>, StoreError> {
        let opened = self.sealer.open_bytes(bytes, place);
        opened.map(|(_, bytes)| bytes.into()).ok_or_else(|| {
            tracing::warn!(%key, "ignored stored data that was not encrypted with the keys of this server");
            StoreError::Refused("the stored data was not encrypted with these keys".to_owned())
        })
    }
}

/// The place that something is sealed for: it cannot be opened in another one.
#[inline]
fn place(key: &StoreKey, part: &str) -> Vec<u8> {
    let key = key.as_str();
    [&key.len().to_le_bytes(), key.as_bytes(), part.as_bytes()].concat()
}

impl Store for SealedStore {
    #[inline]
    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    #[inline]
    fn get<'a>(
        &'a self,
        key: &'a StoreKey,
        parts: &'a [&'a str],
    ) -> StoreFuture<'a, Option<StoredRecord>> {
        Box::pin(async move {
            let Some(mut record) = self.store.get(key, parts).await? else { return Ok(None) };
            for (found, part) in record.parts.iter_mut().zip(parts) {
                if let Some(bytes) = found {
                    *bytes = self.open(bytes, &place(key, part), key)?;
                }
            }
            Ok(Some(record))
        })
    }

    #[inline]
    fn put<'a>(
        &'a self,
        key: &'a StoreKey,
        mut write: RecordWrite,
    ) -> StoreFuture<'a, WriteOutcome> {
        Box::pin(async move {
            for (part, bytes) in &mut write.set {
                *bytes = self.seal(bytes, &place(key, part))?;
            }
            self.store.put(key, write).await
        })
    }

    #[inline]
    fn remove<'a>(&'a self, key: &'a StoreKey) -> StoreFuture<'a, bool> {
        self.store.remove(key)
    }

    #[inline]
    fn index<'a>(&'a self, index: &'a StoreKey, changes: Vec<IndexChange>) -> StoreFuture<'a, u64> {
        self.store.index(index, changes)
    }

    #[inline]
    fn entries<'a>(
        &'a self,
        index: &'a StoreKey,
        page: IndexPage,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.store.entries(index, page)
    }

    #[inline]
    fn due<'a>(
        &'a self,
        index: &'a StoreKey,
        limit: usize,
        lease: Duration,
    ) -> StoreFuture<'a, Vec<IndexEntry>> {
        self.store.due(index, limit, lease)
    }

    #[inline]
    fn append<'a>(
        &'a self,
        log: &'a StoreKey,
        mut append: LogAppend,
    ) -> StoreFuture<'a, LogOutcome> {
        Box::pin(async move {
            for LogEntry { number, bytes } in &mut append.entries {
                *bytes = self.seal(bytes, &place(log, &number.to_string()))?;
            }
            // Sealing it again would change it, so a write that may not have arrived is retried
            // here.
            match self.store.append(log, append.clone()).await {
                Err(StoreError::Down(_) | StoreError::Timeout) => {
                    self.store.append(log, append).await
                }
                outcome => outcome,
            }
        })
    }

    #[inline]
    fn log<'a>(
        &'a self,
        log: &'a StoreKey,
        after: u64,
        limit: usize,
    ) -> StoreFuture<'a, Vec<LogEntry>> {
        Box::pin(async move {
            let mut entries = self.store.log(log, after, limit).await?;
            for LogEntry { number, bytes } in &mut entries {
                *bytes = self.open(bytes, &place(log, &number.to_string()), log)?;
            }
            Ok(entries)
        })
    }

    #[inline]
    fn take<'a>(
        &'a self,
        key: &'a StoreKey,
        limit: RateLimit,
        cost: u32,
    ) -> StoreFuture<'a, Option<Duration>> {
        self.store.take(key, limit, cost)
    }

    /// The publisher seals hints itself.
    #[inline]
    fn publish<'a>(&'a self, to: Option<&'a str>, hint: Arc<[u8]>) -> StoreFuture<'a, ()> {
        self.store.publish(to, hint)
    }

    #[inline]
    fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        self.store.subscribe(replica)
    }
}
