//! Two threads for work on large worlds.

use std::thread::{self, Builder};

use super::content::Content;

/// Worlds with fewer sites are not worth a thread.
const SITES: usize = 100_000;

/// Does two things, in a large world at the same time.
///
/// Not by rayon: while one of its threads waits, it takes up other work, such as another battle of the same world, which
/// would wait for this one.
pub(super) fn at_once<A: Send, B>(content: &Content, a: impl Fn() -> A + Sync, b: impl FnOnce() -> B) -> (A, B) {
    if content.site_count() < SITES {
        return (a(), b());
    }
    thread::scope(|scope| {
        let other = Builder::new().spawn_scoped(scope, &a);
        let done = b();
        match other.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(other)) => (other, done),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // The system refuses more threads.
            Err(_) => (a(), done),
        }
    })
}
