//! One text of a scenario and the files it includes, as Hexkit puts them together before it reads anything.

use std::collections::BTreeMap;

/// The most bytes that a scenario can have with all it includes.
pub const MOST_BYTES: usize = 16 << 20;

/// The most files that are included in one scenario.
const MOST_INCLUDED: usize = 1000;

/// A scenario with all that it includes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expanded {
    /// The whole text.
    pub text: String,
    /// For each line of it, the file it comes from and its line there, from 1.
    origins: Vec<(usize, usize)>,
    files: Vec<String>,
}

impl Expanded {
    /// Where a line of the whole text, from 1, comes from: `Scenario/Isle.xml:12`.
    pub fn origin(&self, line: usize) -> String {
        let (file, line) = line.checked_sub(1).and_then(|at| self.origins.get(at)).copied().unwrap_or((0, line));
        format!("{}:{line}", self.files.get(file).map_or("", String::as_str))
    }
}

/// Opens a file by its path below the folder of the program: its text, or nothing.
pub type Open<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// Puts a scenario together; the error says what is missing or too much.
///
/// A line with a tag `<include element="…" href="…" />`, written just so, is replaced by the file; what else is in the
/// line stands before and after it, with the tag as a comment. Of several tags in a line the first counts. A file that is
/// being included already is passed over.
pub fn expand(name: &str, text: &str, open: Open<'_>) -> Result<Expanded, String> {
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

/// A tag in a line: where it stands, and its two values.
struct Tag<'t> {
    from: usize,
    to: usize,
    element: &'t str,
    href: &'t str,
}

impl Work<'_> {
    fn add(&mut self, text: &str, file: usize) -> Result<(), String> {
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
            self.include(first.href)?;
            self.line(&commented(line, &tags, "close"), file, number + 1)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str, file: usize, number: usize) -> Result<(), String> {
        if self.done.text.len() + line.len() > MOST_BYTES {
            return Err(format!("expected at most {MOST_BYTES} bytes with all that is included, but found more"));
        }
        self.done.text.push_str(line);
        self.done.text.push('\n');
        self.done.origins.push((file, number));
        Ok(())
    }

    fn include(&mut self, href: &str) -> Result<(), String> {
        self.included += 1;
        if self.included > MOST_INCLUDED {
            return Err(format!("expected at most {MOST_INCLUDED} included files, but found more"));
        }
        let path = href.replace('\\', "/");
        let leaves = path.starts_with('/') || path.contains(':') || path.split('/').any(|step| step == "..");
        if leaves || path.is_empty() {
            return Err(format!("expected a path below the folder, but found `{href}`: move the file there"));
        }
        let missing = || format!("expected the file `{href}`, but it is not there: put it beside the scenario");
        let text = (self.open)(&path).ok_or_else(missing)?;
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
}

/// The line with its tags as comments.
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

/// The tags of a line, from left to right.
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

/// What follows one blank or more.
fn blanks(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    (rest.len() < text.len()).then_some(rest)
}
