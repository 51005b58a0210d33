//! How far battles are, told to a terminal while they are played.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use foeman_base::console::{Failure, Stream};

/// Lets something play battles on other threads, which calls what it is given after each, while this thread tells a
/// terminal how far they are.
pub(super) fn watched<T: Send>(
    all: u64,
    err: &mut Stream<'_>,
    work: impl FnOnce(&(dyn Fn() + Sync)) -> T + Send,
) -> Result<T, Failure> {
    let count = AtomicU32::new(0);
    let done = || {
        count.fetch_add(1, Ordering::Relaxed);
    };
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let done = &done;
        scope.spawn(move || {
            // Only fails when nobody waits for the results any more.
            let _ = sender.send(work(done));
        });
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(results) => {
                    if err.is_terminal() {
                        write!(err, "\r{:40}\r", "")?;
                    }
                    return Ok(results);
                }
                Err(RecvTimeoutError::Timeout) if err.is_terminal() => {
                    write!(err, "\r{} of {all} battles", count.load(Ordering::Relaxed))?;
                    err.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // Its panic goes on when the scope joins it.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Io("the simulation broke off".to_owned()));
                }
            }
        }
    })
}
