//! Expands the files that a scenario includes into one text, as Hexkit does before parsing.

use std::collections::BTreeMap;

use foeman_engine::exchange::{Note, Open, Unopened};

/// The largest size of a scenario with all includes, in bytes.
pub const MOST_BYTES: usize = 16 << 20;

/// The maximum number of includes in one scenario.
const MOST_INCLUDED: usize = 1000;

/// A scenario with all its includes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expanded {
    /// The whole text.
    pub text: String,
    /// For each line, its file and its line number there, from 1.
    origins: Vec<(usize, usize)>,
    files: Vec<String>,
}

impl Expanded {
    fn told(&self, file: usize, line: usize, message: String) -> Note {
        Note { place: place(self.files.get(file).map_or("", String::as_str), line), message }
    }

    /// Returns the origin of a line of the whole text, from 1: `Scenario/Isle.xml:12`.
    pub fn origin(&self, line: usize) -> String {
        let (file, line) = line.checked_sub(1).and_then(|at| self.origins.get(at)).copied().unwrap_or((0, line));
        place(self.files.get(file).map_or("", String::as_str), line)
    }
}

/// Expands the includes of a scenario. The error gives the file or limit at fault, and the line.
///
/// A line with a tag `<include element="…" href="…" />`, in exactly this form, is replaced by the file; the rest of the
/// line is repeated before and after it, with the tag as a comment. If a line has several tags, the first counts. A
/// file that is already being included is skipped.
pub fn expand(name: &str, text: &str, open: Open<'_>) -> Result<Expanded, Note> {
    let mut work = Work { done: Expanded::default(), chain: Vec::new(), included: 0, known: BTreeMap::new(), open };
    work.done.files.push(name.to_owned());
    work.add(text, 0)?;
    Ok(work.done)
}

struct Work<'a> {
    done: Expanded,
    chain: Vec<String>,
    included: usize,
    known: BTreeMap<String, usize>,
    open: Open<'a>,
}

/// A tag in a line: its position and its two values.
struct Tag<'t> {
    from: usize,
    to: usize,
    element: &'t str,
    href: &'t str,
}

impl Work<'_> {
    fn add(&mut self, text: &str, file: usize) -> Result<(), Note> {
        for (number, line) in text.lines().enumerate() {
            let tags = tags(line);
            let Some(first) = tags.first() else {
                self.line(line, file, number + 1)?;
                continue;
            };
            if self.chain.iter().any(|open| open == first.href) {
                continue;
            }
            self.line(&commented(line, &tags, "open"), file, number + 1)?;
            self.include(first.href, (file, number + 1))?;
            self.line(&commented(line, &tags, "close"), file, number + 1)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str, file: usize, number: usize) -> Result<(), Note> {
        if self.done.text.len() + line.len() > MOST_BYTES {
            let message = format!("expected at most {MOST_BYTES} bytes, including included files, found more");
            return Err(self.done.told(file, number, message));
        }
        self.done.text.push_str(line);
        self.done.text.push('\n');
        self.done.origins.push((file, number));
        Ok(())
    }

    fn include(&mut self, href: &str, at: (usize, usize)) -> Result<(), Note> {
        self.included += 1;
        let text = if self.included > MOST_INCLUDED {
            Err(format!("expected at most {MOST_INCLUDED} included files, found more"))
        } else {
            self.opened(href)
        };
        let text = text.map_err(|message| self.done.told(at.0, at.1, message))?;
        let path = href.replace('\\', "/");
        let next = self.done.files.len();
        let file = *self.known.entry(path.clone()).or_insert(next);
        if file == next {
            self.done.files.push(path);
        }
        self.chain.push(href.to_owned());
        self.add(text.strip_prefix('\u{feff}').unwrap_or(&text), file)?;
        self.chain.pop();
        Ok(())
    }

    /// Reads a file. The error says why it cannot be read.
    fn opened(&mut self, href: &str) -> Result<String, String> {
        let outside = || format!("expected a path below the folder, found `{href}`: move the file there");
        let path = path_below(href).ok_or_else(outside)?;
        let bytes = (self.open)(&path, MOST_BYTES).map_err(|why| match why {
            Unopened::Missing => format!("expected the file `{href}`, but it is missing: put it next to the scenario"),
            Unopened::Outside => outside(),
            Unopened::TooLarge => format!("expected at most {MOST_BYTES} bytes, but `{href}` has more"),
            Unopened::Unreadable => format!("expected a file that can be read, but `{href}` cannot"),
        })?;
        String::from_utf8(bytes).map_err(|_| format!("expected UTF-8, but `{href}` is something else: convert it"))
    }
}

/// Formats the position of a line; for the main file, which has no name, only the line number.
pub(super) fn place(file: &str, line: usize) -> String {
    if file.is_empty() { format!("line {line}") } else { format!("{file}:{line}") }
}

/// Returns a path with `/`, if it does not leave the folder.
pub(super) fn path_below(href: &str) -> Option<String> {
    let path = href.replace('\\', "/");
    let leaves = path.starts_with('/') || path.contains([':', '\0']) || path.split('/').any(|step| step == "..");
    (!leaves && !path.is_empty()).then_some(path)
}

/// Returns the line with its tags as comments.
fn commented(line: &str, tags: &[Tag<'_>], which: &str) -> String {
    let mut text = String::with_capacity(line.len() + 32);
    let mut from = 0;
    for tag in tags {
        text.push_str(&line[from..tag.from]);
        text.push_str(&format!("<!-- include_{which} element=\"{}\" href=\"{}\" -->", tag.element, tag.href));
        from = tag.to;
    }
    text.push_str(&line[from..]);
    text
}

/// Returns the tags of a line, from left to right.
fn tags(line: &str) -> Vec<Tag<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = line[at..].find("<include").map(|start| at + start) {
        at = start + 1;
        if let Some(tag) = tag(line, start) {
            at = tag.to;
            found.push(tag);
        }
    }
    found
}

fn tag(line: &str, from: usize) -> Option<Tag<'_>> {
    let rest = blanks(line[from..].strip_prefix("<include")?)?;
    let (element, rest) = rest.strip_prefix("element=\"")?.split_once('"')?;
    let (href, rest) = blanks(rest)?.strip_prefix("href=\"")?.split_once('"')?;
    let rest = rest.trim_start().strip_prefix("/>")?;
    Some(Tag { from, to: line.len() - rest.len(), element, href })
}

/// Skips whitespace; `None` if there is none.
fn blanks(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    (rest.len() < text.len()).then_some(rest)
}
