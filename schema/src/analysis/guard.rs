//! Catches panics of checks: the panic becomes a finding, and the other checks continue.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use crate::draft::Draft;
use crate::finding::{Confidence, Finding, Severity};
use crate::text::{Location, Pointer, Span};

/// The code of the finding about a check that panicked.
pub const CHECK_FAILED: &str = "check-failed";

thread_local! {
    /// Whether this thread is inside a check, whose panic is reported as a finding.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// The source location of the last panic inside a check.
    static AT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a check. Returns the message if it panics.
///
/// The previous panic hook still handles all other panics, but is not called for these: the terminal belongs to the
/// program, and the finding contains the message.
pub(super) fn guarded(check: impl FnOnce()) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| match GUARDED.get() {
            true => AT.set(info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default()),
            false => usual(info),
        }));
    });
    GUARDED.set(true);
    let ended = panic::catch_unwind(AssertUnwindSafe(check));
    GUARDED.set(false);
    ended.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied().map(str::to_owned);
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        let (text, at) = (text.unwrap_or_else(|| "no reason given".to_owned()), AT.take());
        if at.is_empty() { text } else { format!("{text} ({at})") }
    })
}

/// Creates the finding about a check that panicked. It is not an error, because the content may be valid.
pub(super) fn failed(draft: &Draft, check: &str, reason: &str) -> Finding {
    let reason = reason.replace('\n', " ");
    Finding {
        code: CHECK_FAILED,
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        message: format!("the check `{check}` crashed: {reason}"),
        place: Location { file: draft.header_file(), span: Span::at(0) },
        pointer: Pointer::root(),
        hex: None,
        related: Vec::new(),
        help: Some(
            "this is an error in the program, not in the pack; please report it and include the pack".to_owned(),
        ),
        fixes: Vec::new(),
    }
}
