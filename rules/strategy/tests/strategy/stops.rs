//! Why a command was not carried out, compared with the original's errors.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ruleset_strategy::fault::Fault;
use ruleset_strategy::session::Halt;
use serde_json::Value;

use crate::rows::Error;

/// Why a command was not carried out completely.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The rules refuse the command, or stop halfway through it.
    Halt(Halt),
    /// The command contains unknown names, so that it cannot even be passed to the rules.
    Unknown(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Halt(Halt::Refused(refusal)) => f.write_str(refusal.message),
            Self::Halt(Halt::Fault(fault)) => fault.fmt(f),
            Self::Unknown(why) => f.write_str(why),
        }
    }
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Halt(Halt::Fault(fault))
    }
}

/// Whether we refuse or stop for the same reason as the original. Its errors about arguments that are out of range,
/// empty or missing, and its other crashes, match any of our errors.
pub(crate) fn is_alike(stop: &Stop, error: &Error) -> bool {
    let fault = match stop {
        Stop::Halt(Halt::Fault(fault)) => Some(*fault),
        Stop::Halt(Halt::Refused(_)) | Stop::Unknown(_) => None,
    };
    match error.kind.as_str() {
        "InvalidCommandException" => {
            !matches!(fault, Some(Fault::Over | Fault::Interrupted | Fault::Category | Fault::Ownerless))
        }
        "PropertyValueException" => fault == Some(Fault::Over),
        "InvalidOperationException" => fault == Some(Fault::Interrupted),
        "ArgumentException" => matches!(fault, None | Some(Fault::Category)),
        _ => true,
    }
}

/// Whether an answer is empty; ours is if the original crashes on a question.
pub(crate) fn is_nothing(answer: &Value) -> bool {
    match answer {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64().is_some_and(|number| number <= 0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(all) => all.iter().all(is_nothing),
        Value::Object(all) => all.values().all(is_nothing),
    }
}

/// Runs `deed`; a panic becomes an error.
pub(crate) fn guarded<T>(deed: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(deed)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nothing is said");
        format!("a panic: {text}")
    })
}
