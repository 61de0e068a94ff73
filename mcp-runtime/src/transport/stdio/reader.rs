//! Reading inputs that only support blocking reads, in a thread.

use std::io::{self, Read};
use std::thread;

use tokio::io::{AsyncWriteExt as _, DuplexStream, duplex};
use tokio::runtime::Handle;

/// Reads in a thread that is never joined: a read from a terminal cannot be interrupted.
pub(super) fn read_in_thread(mut input: impl Read + Send + 'static) -> io::Result<DuplexStream> {
    const READ_BYTES: usize = 64 * 1024;
    let (ours, mut theirs) = duplex(READ_BYTES);
    let runtime = Handle::current();
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        let mut buffer = vec![0; READ_BYTES];
        while let Ok(count @ 1..) = input.read(&mut buffer) {
            if runtime.block_on(theirs.write_all(&buffer[..count])).is_err() {
                return;
            }
        }
    })?;
    Ok(ours)
}
