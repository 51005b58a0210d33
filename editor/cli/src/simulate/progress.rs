//! Progress of battles, shown on a terminal.

use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use foeman_base::console::{Failure, Stream};

/// Runs `work` on other threads, while this one shows its progress on a terminal; `work` calls its argument after each
/// battle, or whatever `what` is.
pub(super) fn watched<T: Send>(
    (all, what): (u64, &str),
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
            // Sending fails only if the receiver is gone.
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
                    write!(err, "\r{} of {all} {what}", count.load(Ordering::Relaxed))?;
                    err.flush()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The scope resumes the panic when it joins the thread.
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Io("the simulation was interrupted".to_owned()));
                }
            }
        }
    })
}
