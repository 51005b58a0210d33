//! Output streams, their styling, and the exit status.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Write};

/// The streams of a run.
///
/// A closed pipe (`| head`) is not an error: further output is dropped.
pub struct Console<'a> {
    /// The requested output.
    pub out: Stream<'a>,
    /// Messages and errors.
    pub err: Stream<'a>,
    /// The standard input; empty unless [`reading`](Self::reading) sets it.
    pub input: Box<dyn BufRead + 'a>,
    /// The letters for pictures; ASCII unless [`drawing_in`](Self::drawing_in) sets others.
    pub letters: Letters,
}

/// The letters of which pictures on a terminal consist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// ASCII alone.
    Ascii,
    /// Arrows and shades too.
    Unicode,
}

/// An output stream and its style.
pub struct Stream<'a> {
    to: &'a mut dyn Write,
    look: Look,
    closed: bool,
}

/// The number of lines that clear a terminal without control sequences.
const SCREEN: usize = 100;

/// The style of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Plain text.
    Plain,
    /// A terminal without colours.
    Terminal,
    /// A terminal with colours.
    Color,
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Success.
    Clean,
    /// Findings at or above the requested level, or a failed verification.
    Found,
    /// Wrong usage.
    Usage,
    /// A read or write error.
    Io,
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are wrong; the message lists the valid ones.
    Usage(String),
    /// A file could not be read or written.
    Io(String),
    /// The content has errors; the findings have been printed.
    Findings,
}

/// The colours of the output, by meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// Headings and key information.
    Strong,
    /// Secondary information.
    Faint,
    /// Errors.
    Bad,
    /// Success.
    Good,
    /// Warnings.
    Doubtful,
}

impl<'a> Console<'a> {
    /// Creates a console of two streams, with empty input.
    pub fn new(out: &'a mut dyn Write, out_look: Look, err: &'a mut dyn Write, err_look: Look) -> Self {
        Self {
            out: Stream { to: out, look: out_look, closed: false },
            err: Stream { to: err, look: err_look, closed: false },
            input: Box::new(io::empty()),
            letters: Letters::Ascii,
        }
    }

    /// Sets the input.
    #[must_use]
    pub fn reading(self, input: impl BufRead + 'a) -> Self {
        Self { input: Box::new(input), ..self }
    }

    /// Sets the letters for pictures.
    #[must_use]
    pub fn drawing_in(self, letters: Letters) -> Self {
        Self { letters, ..self }
    }
}

impl Letters {
    /// Returns the letters that the locale of the environment allows.
    pub fn of_locale() -> Self {
        let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
        // The first variable that is set decides, as in POSIX.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default().to_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") { Self::Unicode } else { Self::Ascii }
    }
}

impl Stream<'_> {
    /// Whether the stream is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.look != Look::Plain
    }

    /// Whether the stream supports colours.
    pub fn has_color(&self) -> bool {
        self.look == Look::Color
    }

    /// Writes bytes unchanged, so that files and pipes get exact output. Terminals still get no control characters.
    pub fn exactly(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_terminal() { self.write_all(bytes) } else { self.pass_on(bytes) }
    }

    /// Clears a terminal, so that earlier output cannot be read; writes nothing to files and pipes.
    ///
    /// Terminals without colours may not know the sequence that does so; there, empty lines move the output away.
    pub fn clear(&mut self) -> io::Result<()> {
        match self.look {
            Look::Plain => Ok(()),
            Look::Terminal => self.pass_on(&[b'\n'; SCREEN]),
            // The cursor to the top, then the screen and the lines that have left it.
            Look::Color => self.pass_on(b"\x1b[H\x1b[2J\x1b[3J"),
        }
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

    /// Colours a text if the stream supports colours.
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
    /// Returns the style of a terminal: no colours with `NO_COLOR` or on a dumb terminal.
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
    /// Returns the exit status of the process.
    pub fn status(self) -> u8 {
        self as u8
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(format!("could not write the output: {error}"))
    }
}

/// Replaces control characters, if there are any: a safety net for content that was printed without [`printable`].
///
/// Line ends and tabs are kept, and colours on a stream that supports them. A pipe keeps the characters that only
/// terminals interpret, since JSON contains them unescaped.
fn harmless(bytes: &[u8], look: Look) -> Option<Vec<u8>> {
    let terminal = look != Look::Plain;
    // The length of the control character at this position.
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

/// Returns the length of the colour or weight sequence at the start; 0 for anything else, including the
/// sequence that hides text.
fn color(bytes: &[u8]) -> usize {
    let Some(rest) = bytes.strip_prefix(b"\x1b[") else { return 0 };
    let Some(end) = rest.iter().position(|byte| *byte == b'm') else { return 0 };
    let is_known = |code: &[u8]| {
        let code = std::str::from_utf8(code).ok().map(|code| if code.is_empty() { "0" } else { code });
        code.and_then(|code| code.parse().ok())
            .is_some_and(|code: u8| matches!(code, 0..=4 | 22 | 24 | 30..=39 | 90..=97))
    };
    // Longer sequences select custom colours.
    let plain = end <= 8 && rest[..end].split(|byte| *byte == b';').all(is_known);
    if plain { end + 3 } else { 0 }
}

/// Replaces control characters, so that content cannot control the terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Text with an optional colour.
pub struct Painted<T> {
    paint: Option<Paint>,
    text: T,
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(paint) = self.paint else { return self.text.fmt(f) };
        // Each sequence is written in one piece, so that the stream recognises it.
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
