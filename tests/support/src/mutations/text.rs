//! Packs as a plain reader of text sees them: every key and value with its path and its bytes.
//!
//! A mutator must know where its mistake stands without asking the program that is tried, so this reads the shipped packs
//! by lines, indentation and brackets, and only what they are written in: blocks, brackets within a line, quotes, and
//! texts of several lines.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::packs;

/// A shipped pack to spoil.
#[derive(Debug)]
pub struct Pack {
    /// Its name, and that of its folder.
    pub name: &'static str,
    /// Its files, sorted by path.
    pub files: Vec<File>,
    /// The files of the packs it requires.
    pub required: Vec<File>,
    /// The ids of each catalog in their order.
    ids: HashMap<String, Vec<String>>,
    /// All keys, ids among them, and what stands in the places of single words.
    words: HashSet<String>,
}

/// A file, read.
#[derive(Debug)]
pub struct File {
    /// Its path in the pack, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its keys and values in their order.
    pub sites: Vec<Site>,
    /// Their positions by their paths, joined by `/`; of several the first.
    index: HashMap<String, usize>,
}

/// A value with its key, if it has one.
#[derive(Clone, Debug)]
pub struct Site {
    /// The keys that lead to it, items by their positions.
    pub path: Vec<String>,
    /// The key as it is written.
    pub key: Option<Range<usize>>,
    /// The value as it is written, with quotes and brackets; of a text of several lines and of blocks all lines.
    pub value: Range<usize>,
    /// The key with its value; in a block whole lines.
    pub whole: Range<usize>,
    /// How it is written.
    pub form: Form,
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A word, a number or a text in quotes.
    Scalar,
    /// In brackets.
    Flow,
    /// Lines of text after `|` or `>`.
    Lines,
    /// Lines that are indented more.
    Block,
}

impl Pack {
    /// Reads a shipped pack, and the packs it requires.
    pub fn shipped(name: &'static str, requires: &[&str]) -> Self {
        let read = |name: &str| packs::texts(name).into_iter().map(|(path, text)| File::read(path, text));
        let required = requires.iter().flat_map(|name| read(name)).collect();
        let mut pack = Self { name, files: read(name).collect(), required, ids: HashMap::new(), words: HashSet::new() };
        let (mut ids, mut words): (HashMap<String, Vec<String>>, HashSet<String>) = Default::default();
        for (file, site) in pack.all().flat_map(|file| file.sites.iter().map(move |site| (file, site))) {
            words.extend(site.path.last().cloned());
            words.insert(file.scalar(site).to_owned());
            if let [catalog, id] = &site.path[..] {
                let known = ids.entry(catalog.clone()).or_default();
                if !known.contains(id) {
                    known.push(id.clone());
                }
            }
        }
        (pack.ids, pack.words) = (ids, words);
        pack
    }

    /// All files, those of required packs last.
    pub fn all(&self) -> impl Iterator<Item = &File> {
        self.files.iter().chain(&self.required)
    }

    /// What stands at a path, wherever that is; of several the first.
    pub fn find(&self, path: &[&str]) -> Option<(&File, &Site)> {
        self.all().find_map(|file| Some((file, file.find(path)?)))
    }

    /// The text of the scalar at a path without its quotes, also where it is inherited.
    pub fn value(&self, path: &[&str]) -> Option<&str> {
        let mut id = *path.get(1)?;
        for _ in 0..10 {
            let own: Vec<&str> = [&path[..1], &[id], &path[2..]].concat();
            if let Some((file, site)) = self.find(&own) {
                return Some(file.scalar(site));
            }
            let (file, parent) = self.find(&[path[0], id, "extends"])?;
            id = file.scalar(parent).rsplit(':').next()?;
        }
        None
    }

    /// The ids of a catalog in their order, without doubles.
    pub fn ids(&self, catalog: &str) -> Vec<&str> {
        self.ids.get(catalog).into_iter().flatten().map(String::as_str).collect()
    }

    /// Whether something is called so: a key, an id or a value.
    pub fn is_known(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

impl File {
    /// Reads a text.
    pub fn read(path: String, text: String) -> Self {
        let mut reader = Reader { text: &text, lines: Vec::new(), at: 0, path: Vec::new(), sites: Vec::new() };
        reader.cut();
        reader.block(0);
        let mut sites = reader.sites;
        sites.sort_by_key(|site| (site.whole.start, site.path.len()));
        let mut index = HashMap::new();
        for (number, site) in sites.iter().enumerate() {
            index.entry(site.path.join("/")).or_insert(number);
        }
        Self { path, text, sites, index }
    }

    /// What stands at a path.
    pub fn find(&self, path: &[&str]) -> Option<&Site> {
        self.index.get(&path.join("/")).map(|&number| &self.sites[number])
    }

    /// What stands directly below a site, in its order.
    pub fn below<'a>(&'a self, above: &'a Site) -> impl Iterator<Item = &'a Site> {
        let depth = above.path.len();
        let first = self.sites.partition_point(|site| site.whole.start < above.whole.start);
        let inside = self.sites[first..].iter().take_while(move |site| site.whole.start < above.whole.end);
        inside.filter(move |site| site.path.len() == depth + 1 && site.path.starts_with(&above.path))
    }

    /// A scalar without its quotes.
    pub fn scalar(&self, site: &Site) -> &str {
        self.text[site.value.clone()].trim_matches(['"', '\''])
    }

    /// The lines of a text of several lines, without what they are indented by.
    pub fn lines(&self, site: &Site) -> Vec<Range<usize>> {
        let mut at = site.value.start;
        let mut lines = Vec::new();
        for line in self.text[site.value.clone()].split_inclusive('\n') {
            let indented = line.len() - line.trim_start().len();
            lines.push(at + indented..at + line.trim_end().len());
            at += line.len();
        }
        // The first is that of `|`.
        lines.split_off(1)
    }
}

impl Site {
    /// Whether its path is of this form: words, and `*` for any one of them.
    pub fn is_like(&self, form: &str) -> bool {
        form.split('/').count() == self.path.len()
            && form.split('/').zip(&self.path).all(|(word, key)| word == "*" || word == key)
    }

    /// Its path, to ask for others.
    pub fn steps(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }
}

/// A line with something on it: where that begins and ends, and how far it is indented.
struct Line {
    start: usize,
    end: usize,
    indent: usize,
}

struct Reader<'a> {
    text: &'a str,
    lines: Vec<Line>,
    /// The line that is read next.
    at: usize,
    path: Vec<String>,
    sites: Vec<Site>,
}

impl Reader<'_> {
    /// Cuts the text into lines, without those that are blank or comments.
    fn cut(&mut self) {
        let mut start = 0;
        for line in self.text.split_inclusive('\n') {
            let indent = line.len() - line.trim_start().len();
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                self.lines.push(Line { start: start + indent, end: start + line.trim_end().len(), indent });
            }
            start += line.len();
        }
    }

    /// Reads keys or items that are indented this far; where the last of them ends.
    fn block(&mut self, indent: usize) -> usize {
        let (mut item, mut end) = (0, 0);
        while let Some(line) = self.lines.get_mut(self.at).filter(|line| line.indent == indent) {
            let start = line.start;
            if self.text[start..].starts_with("- ") {
                line.start += 2;
                line.indent += 2;
                self.path.push(item.to_string());
                end = self.item(start);
                item += 1;
            } else {
                end = self.entry(indent);
            }
            self.path.pop();
        }
        end
    }

    /// Reads what stands after `- `.
    fn item(&mut self, dash: usize) -> usize {
        let (start, line_end, indent) =
            (self.lines[self.at].start, self.lines[self.at].end, self.lines[self.at].indent);
        let place = self.sites.len();
        let (value, form) = match self.key_at(start) {
            Some(_) => (start..self.block(indent), Form::Block),
            None => {
                self.at += 1;
                let value = self.inline(start);
                (value.clone(), self.form(&value))
            }
        };
        let end = if form == Form::Block { value.end } else { line_end };
        let whole = self.line_start(dash)..self.line_end(end);
        self.sites.insert(place, Site { path: self.path.clone(), key: None, value, whole, form });
        end
    }

    /// Reads a key and its value; leaves the key in the path.
    fn entry(&mut self, indent: usize) -> usize {
        let (start, line_end) = (self.lines[self.at].start, self.lines[self.at].end);
        let (key, after) = self.key_at(start).unwrap_or_else(|| panic!("no key in `{}`", &self.text[start..line_end]));
        self.path.push(self.text[key.clone()].trim_matches('"').to_owned());
        self.at += 1;
        let place = self.sites.len();
        let rest = self.text[after..line_end].trim_start();
        let value_start = line_end - rest.len();
        let (value, form, end) = if rest.is_empty() {
            let deeper =
                self.lines.get(self.at).filter(|line| line.indent > indent).map(|line| (line.start, line.indent));
            let (first, deep) = deeper.unwrap_or_else(|| panic!("nothing below `{}`", &self.text[key.clone()]));
            let end = self.block(deep);
            (first..end, Form::Block, end)
        } else if rest.starts_with(['|', '>']) {
            while self.lines.get(self.at).is_some_and(|line| line.indent > indent) {
                self.at += 1;
            }
            let end = self.lines[self.at - 1].end;
            (value_start..end, Form::Lines, end)
        } else {
            let value = self.inline(value_start);
            (value.clone(), self.form(&value), line_end)
        };
        // The first key after a dash has only the rest of its line.
        let line = self.line_start(start);
        let first = if self.text[line..start].trim().is_empty() { line } else { start };
        let whole = first..self.line_end(end);
        self.sites.insert(place, Site { path: self.path.clone(), key: Some(key), value, whole, form });
        end
    }

    /// The key that begins here, and where its colon ends.
    fn key_at(&self, start: usize) -> Option<(Range<usize>, usize)> {
        let rest = &self.text[start..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let length = match rest.chars().next()? {
            quote @ ('"' | '\'') => rest[1..].find(quote)? + 2,
            '{' | '[' => return None,
            _ => rest.find([':', ' '])?,
        };
        let after = rest[length..].strip_prefix(':')?;
        (after.is_empty() || after.starts_with(' ')).then(|| (start..start + length, start + length + 1))
    }

    /// Reads a value that begins here and ends on its line.
    fn inline(&mut self, start: usize) -> Range<usize> {
        let line = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        match self.text[start..].chars().next() {
            Some('{' | '[') => self.flow(start),
            Some(quote @ ('"' | '\'')) => {
                start..start + 2 + self.text[start + 1..].find(quote).expect("a closing quote")
            }
            _ => {
                let plain = &self.text[start..line];
                let plain = plain.find(" #").map_or(plain, |end| &plain[..end]);
                start..start + plain.trim_end().len()
            }
        }
    }

    /// Reads a list or map in brackets that begins here.
    fn flow(&mut self, start: usize) -> Range<usize> {
        let (mut at, mut item, is_map) = (start + 1, 0, self.text[start..].starts_with('{'));
        loop {
            at += self.text[at..].len() - self.text[at..].trim_start_matches([' ', ',']).len();
            if self.text[at..].starts_with(['}', ']']) {
                return start..at + 1;
            }
            let first = at;
            let key =
                is_map.then(|| self.key_at(at).unwrap_or_else(|| panic!("no key at `{}`", &self.text[at..at + 9])));
            match &key {
                Some((key, after)) => {
                    self.path.push(self.text[key.clone()].trim_matches('"').to_owned());
                    at = after + 1;
                }
                None => self.path.push(item.to_string()),
            }
            let place = self.sites.len();
            let value = match self.text[at..].chars().next() {
                Some('{' | '[' | '"' | '\'') => self.inline(at),
                _ => at..at + self.text[at..].find([',', '}', ']']).expect("a closing bracket"),
            };
            at = value.end;
            let (form, whole) = (self.form(&value), first..value.end);
            let key = key.map(|(key, _)| key);
            self.sites.insert(place, Site { path: self.path.clone(), key, value, whole, form });
            self.path.pop();
            item += 1;
        }
    }

    fn form(&self, value: &Range<usize>) -> Form {
        if self.text[value.start..].starts_with(['{', '[']) { Form::Flow } else { Form::Scalar }
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |length| at + length + 1)
    }
}
