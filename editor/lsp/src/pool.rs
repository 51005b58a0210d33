//! Work that does not hold up what is typed: two threads, and one answer for each request.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use lsp_server::{ErrorCode, RequestId, Response};
use serde_json::Value;

/// Why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The protocol's number for it.
    pub code: i32,
    /// What was expected and found.
    pub message: String,
}

/// What came of a request.
pub type Answer = Result<Value, Refusal>;

/// Something to be worked out.
type Job = Box<dyn FnOnce() + Send>;

/// Threads that work out answers, and end before it does.
pub struct Pool {
    /// Nothing once it ends.
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
    /// The requests that have no answer yet, each with a word that nobody wants it any more.
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

    /// Works out an answer, which is handed to `done`; one that fails half-way is a refusal.
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
        // The threads listen as long as there is a pool.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(Box::new(job)));
    }

    /// The response that an answer is; nothing when the request has had one.
    pub fn answered(&mut self, id: RequestId, answer: Answer) -> Option<Response> {
        self.pending.remove(&id)?;
        Some(response(id, answer))
    }

    /// Gives a request up that the client does not want any more.
    pub fn cancel(&mut self, id: RequestId) -> Option<Response> {
        self.pending.remove(&id)?.store(true, Ordering::Relaxed);
        Some(response(id, Err(taken_back())))
    }
}

impl Drop for Pool {
    /// Waits for what is underway; what has not begun is not wanted any more.
    fn drop(&mut self) {
        self.pending.values().for_each(|unwanted| unwanted.store(true, Ordering::Relaxed));
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // What panics has been told by then.
            let _ = thread.join();
        }
    }
}

/// The answer to a request that the client does not want any more.
pub fn taken_back() -> Refusal {
    refusal(ErrorCode::RequestCanceled, "expected an answer, but the client took it back")
}

fn next(waiting: &Mutex<Receiver<Job>>) -> Option<Job> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Does something; when it panics that is a refusal.
pub fn guarded(work: impl FnOnce() -> Answer) -> Answer {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(refusal(ErrorCode::InternalError, "a fault of the program stopped this; please report it with the pack"))
    })
}

/// A refusal.
pub fn refusal(code: ErrorCode, message: impl Into<String>) -> Refusal {
    Refusal { code: code as i32, message: message.into() }
}

/// The response that an answer is.
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
