//! Where output goes, how it looks, and how a run of the program ends.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};

/// The streams of a run.
///
/// A reader that has gone away (`| head`) is no failure: what it does not want to hear is dropped.
pub struct Console<'a> {
    /// What was asked for.
    pub out: Stream<'a>,
    /// Messages about it.
    pub err: Stream<'a>,
    /// What is typed; at its end at once unless [`reading`](Self::reading) says otherwise.
    pub input: Box<dyn BufRead + 'a>,
}

/// One stream with its look.
pub struct Stream<'a> {
    to: &'a mut dyn Write,
    look: Look,
    closed: bool,
}

/// How text is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Nothing but text.
    Plain,
    /// A terminal that wants no colours.
    Terminal,
    /// A terminal with colours.
    Color,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// All is well.
    Clean,
    /// Findings at or above the level asked, or a failed verification.
    Found,
    /// Wrong usage.
    Usage,
    /// Could not read or write.
    Io,
}

/// Why a command could not do what it was asked to.
#[derive(Debug)]
pub enum Failure {
    /// It was asked for something that does not exist: the message says what, and what does.
    Usage(String),
    /// A file could not be read or written.
    Io(String),
    /// The content cannot be used; the findings have been shown.
    Findings,
}

/// The colours of the output, by what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Headings and what matters most.
    Strong,
    /// What may be skipped.
    Faint,
    /// Errors.
    Bad,
    /// Success.
    Good,
    /// Warnings.
    Doubtful,
}

impl<'a> Console<'a> {
    /// A console of two streams, on which nothing is typed.
    pub fn new(out: &'a mut dyn Write, out_look: Look, err: &'a mut dyn Write, err_look: Look) -> Self {
        Self {
            out: Stream { to: out, look: out_look, closed: false },
            err: Stream { to: err, look: err_look, closed: false },
            input: Box::new(io::empty()),
        }
    }

    /// The same console, on which this is typed.
    #[must_use]
    pub fn reading(self, input: impl BufRead + 'a) -> Self {
        Self { input: Box::new(input), ..self }
    }
}

impl Stream<'_> {
    /// Whether a person sees this stream as it is written.
    pub fn is_terminal(&self) -> bool {
        self.look != Look::Plain
    }

    /// Whether it takes colours.
    pub fn has_color(&self) -> bool {
        self.look == Look::Color
    }

    /// The text in a colour, where the stream takes colours.
    pub fn painted<T: fmt::Display>(&self, paint: Paint, text: T) -> Painted<T> {
        Painted { paint: self.has_color().then_some(paint), text }
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        match self.to.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(bytes.len())
            }
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.to.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            result => result,
        }
    }
}

impl Look {
    /// The look of a terminal: `NO_COLOR` and dumb terminals get none.
    pub fn of_terminal() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        if set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb") {
            Self::Terminal
        } else {
            Self::Color
        }
    }
}

impl Exit {
    /// The process's exit status.
    pub fn status(self) -> u8 {
        self as u8
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(format!("could not write the output: {error}"))
    }
}

/// The text without control characters, so that no content can command the terminal it is shown on.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Text that may be coloured.
pub struct Painted<T> {
    paint: Option<Paint>,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(paint) = self.paint else { return self.text.fmt(f) };
        let code = match paint {
            Paint::Strong => "1",
            Paint::Faint => "2",
            Paint::Bad => "1;31",
            Paint::Good => "1;32",
            Paint::Doubtful => "1;33",
        };
        write!(f, "\x1b[{code}m")?;
        self.text.fmt(f)?;
        f.write_str("\x1b[0m")
    }
}
