//! A thread pool for requests, so that they do not delay typing: two threads, and one response per request.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::Value;

/// An error response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The LSP error code.
    pub code: i32,
    /// The error message.
    pub message: String,
}

/// The result of a request.
pub type Answer = Result<Value, Refusal>;

/// A unit of work.
type Job = Box<dyn FnOnce() + Send>;

/// Threads that compute responses; dropping the pool waits for them.
pub struct Pool {
    /// `None` once the pool is shutting down.
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
    /// Unanswered requests, each with its cancellation flag.
    pending: BTreeMap<RequestId, Arc<AtomicBool>>,
}

impl Pool {
    /// Starts the threads.
    pub fn start() -> Self {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        let thread = || {
            let waiting = Arc::clone(&waiting);
            std::thread::spawn(move || {
                while let Some(job) = next(&waiting) {
                    job()
                }
            })
        };
        Self { jobs: Some(jobs), threads: vec![thread(), thread()], pending: BTreeMap::new() }
    }

    /// Computes a response on a thread and passes it to `done`; a panic becomes an error response.
    pub fn work(
        &mut self,
        id: RequestId,
        work: impl FnOnce() -> Answer + Send + 'static,
        done: impl FnOnce(RequestId, Answer) + Send + 'static,
    ) {
        let unwanted = Arc::new(AtomicBool::new(false));
        self.pending.insert(id.clone(), Arc::clone(&unwanted));
        let job = move || {
            if !unwanted.load(Ordering::Relaxed) {
                done(id, guarded(work));
            }
        };
        // The threads receive as long as the pool exists.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(Box::new(job)));
    }

    /// Returns the response to a request; `None` if it has already been answered.
    pub fn answered(&mut self, id: RequestId, answer: Answer) -> Option<Response> {
        self.pending.remove(&id)?;
        Some(response(id, answer))
    }

    /// Cancels a request.
    pub fn cancel(&mut self, id: RequestId) -> Option<Response> {
        self.pending.remove(&id)?.store(true, Ordering::Relaxed);
        Some(response(id, Err(taken_back())))
    }
}

impl Drop for Pool {
    /// Waits for running jobs; jobs that have not started are skipped.
    fn drop(&mut self) {
        self.pending.values().for_each(|unwanted| unwanted.store(true, Ordering::Relaxed));
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // The panic hook has already reported any panic.
            let _ = thread.join();
        }
    }
}

/// The error response to a cancelled request.
pub fn taken_back() -> Refusal {
    refusal(ErrorCode::RequestCanceled, "the client cancelled the request")
}

fn next(waiting: &Mutex<Receiver<Job>>) -> Option<Job> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Runs `work`; a panic becomes an error response.
pub fn guarded(work: impl FnOnce() -> Answer) -> Answer {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(refusal(ErrorCode::InternalError, "internal error; please report it together with the pack"))
    })
}

/// Creates an error response.
pub fn refusal(code: ErrorCode, message: impl Into<String>) -> Refusal {
    Refusal { code: code as i32, message: message.into() }
}

/// Converts an answer to a response.
pub fn response(id: RequestId, answer: Answer) -> Response {
    match answer {
        Ok(value) => Response::new_ok(id, value),
        Err(refusal) => Response::new_err(id, refusal.code, refusal.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_has_one_answer_also_when_it_panics_or_is_taken_back() {
        let mut pool = Pool::start();
        let (sender, done) = mpsc::channel();
        let mut ask = |id: i32, work: fn() -> Answer| {
            let sender = sender.clone();
            pool.work(id.into(), work, move |id, answer| drop(sender.send((id, answer))));
        };
        ask(1, || Ok(Value::from(7)));
        ask(2, || panic!("on purpose"));
        ask(3, || Ok(Value::Null));
        assert!(pool.cancel(3.into()).is_some() && pool.cancel(3.into()).is_none());
        let mut answers: Vec<(RequestId, Answer)> = (0..2).filter_map(|_| done.recv().ok()).collect();
        answers.retain(|(id, _)| *id != 3.into());
        answers.sort_by_key(|(id, _)| id.clone());
        for (id, answer) in answers {
            assert_eq!(answer.is_ok(), id == 1.into());
            assert!(pool.answered(id.clone(), answer.clone()).is_some());
            assert!(pool.answered(id, answer).is_none());
        }
    }
}
