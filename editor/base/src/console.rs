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

    /// Writes bytes as they are, so that what goes to a file or another program is exact. A terminal gets them without
    /// control characters, as everything else.
    pub fn exactly(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_terminal() { self.write_all(bytes) } else { self.pass_on(bytes) }
    }

    fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        match self.to.write_all(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            result => result,
        }
    }

    /// The text in a colour, where the stream takes colours.
    pub fn painted<T: fmt::Display>(&self, paint: Paint, text: T) -> Painted<T> {
        Painted { paint: self.has_color().then_some(paint), text }
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match harmless(bytes, self.look) {
            Some(text) => self.pass_on(&text)?,
            None => self.pass_on(bytes)?,
        }
        Ok(bytes.len())
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

/// Bytes without control characters, if they have any: what content cannot say to a terminal, whoever forgets to ask for
/// [`printable`] text.
///
/// Line ends and tabs stay, and colours on a stream that takes them. A pipe also gets what only terminals take for
/// control characters, since JSON writes them as they are.
fn harmless(bytes: &[u8], look: Look) -> Option<Vec<u8>> {
    let terminal = look != Look::Plain;
    // The length of a control character that begins here.
    let control = |at: usize| match bytes[at] {
        b'\n' | b'\t' => 0,
        b'\r' => usize::from(terminal && bytes.get(at + 1) != Some(&b'\n')),
        0..0x20 => 1,
        0x7f if terminal => 1,
        // U+0080 to U+009F
        0xc2 if terminal && bytes.get(at + 1).is_some_and(|next| (0x80..0xa0).contains(next)) => 2,
        _ => 0,
    };
    if (0..bytes.len()).all(|at| control(at) == 0) {
        return None;
    }
    let mut text = Vec::with_capacity(bytes.len() + 8);
    let mut at = 0;
    while at < bytes.len() {
        let length = control(at);
        let color = if look == Look::Color { color(&bytes[at..]) } else { 0 };
        if length == 0 || color > 0 {
            text.extend_from_slice(&bytes[at..at + color.max(1)]);
            at += color.max(1);
        } else {
            text.extend_from_slice("\u{fffd}".as_bytes());
            at += length;
        }
    }
    Some(text)
}

/// The length of the sequence for a colour or weight that bytes begin with; 0 if they begin with anything else. What hides
/// text is none.
fn color(bytes: &[u8]) -> usize {
    let Some(rest) = bytes.strip_prefix(b"\x1b[") else { return 0 };
    let Some(end) = rest.iter().position(|byte| *byte == b'm') else { return 0 };
    let is_known = |code: &[u8]| {
        let code = std::str::from_utf8(code).ok().map(|code| if code.is_empty() { "0" } else { code });
        code.and_then(|code| code.parse().ok())
            .is_some_and(|code: u8| matches!(code, 0..=4 | 22 | 24 | 30..=39 | 90..=97))
    };
    // Longer ones set colours of one's own.
    let plain = end <= 8 && rest[..end].split(|byte| *byte == b';').all(is_known);
    if plain { end + 3 } else { 0 }
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
        // Each in one piece, by which the stream knows them.
        f.write_str(match paint {
            Paint::Strong => "\x1b[1m",
            Paint::Faint => "\x1b[2m",
            Paint::Bad => "\x1b[1;31m",
            Paint::Good => "\x1b[1;32m",
            Paint::Doubtful => "\x1b[1;33m",
        })?;
        self.text.fmt(f)?;
        f.write_str("\x1b[0m")
    }
}
