//! A simple YAML parser: lists every key and value of a pack with its path and bytes.
//!
//! A mutator must know the location of its mistake independently of the program under test. This parser reads the
//! shipped packs by lines, indentation and brackets, and supports only the YAML they use: blocks, flow style within a
//! line, quotes, and block scalars.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::packs;

/// A shipped pack to mutate.
#[derive(Debug)]
pub struct Pack {
    /// Its name, which is also the name of its folder.
    pub name: &'static str,
    /// Its files, sorted by path.
    pub files: Vec<File>,
    /// The files of the packs it requires.
    pub required: Vec<File>,
    /// The ids of each catalog, in order.
    ids: HashMap<String, Vec<String>>,
    /// All keys, including ids, and all single-word values.
    words: HashSet<String>,
}

/// A parsed file.
#[derive(Debug)]
pub struct File {
    /// Its path in the pack, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its keys and values, in order.
    pub sites: Vec<Site>,
    /// The index of sites by path, joined by `/`; for duplicates the first one.
    index: HashMap<String, usize>,
}

/// A value with its key, if it has one.
#[derive(Clone, Debug)]
pub struct Site {
    /// The path of keys; list items by index.
    pub path: Vec<String>,
    /// The key's bytes.
    pub key: Option<Range<usize>>,
    /// The value's bytes, with quotes and brackets; for block scalars and blocks all lines.
    pub value: Range<usize>,
    /// The bytes of key and value; in a block whole lines.
    pub whole: Range<usize>,
    /// Its style.
    pub form: Form,
}

/// The style of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A word, a number or a quoted text.
    Scalar,
    /// Flow style, in brackets.
    Flow,
    /// A block scalar after `|` or `>`.
    Lines,
    /// A block of lines with more indentation.
    Block,
}

impl Pack {
    /// Reads a shipped pack and its required packs.
    pub fn shipped(name: &'static str, requires: &[&str]) -> Self {
        Self::read(name, requires, packs::texts)
    }

    /// Reads a pack and its required packs; `texts` returns the YAML files of a pack by path.
    pub fn read(name: &'static str, requires: &[&str], texts: impl Fn(&str) -> BTreeMap<String, String>) -> Self {
        let read = |name: &str| texts(name).into_iter().map(|(path, text)| File::read(path, text));
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

    /// Returns all files; files of required packs come last.
    pub fn all(&self) -> impl Iterator<Item = &File> {
        self.files.iter().chain(&self.required)
    }

    /// Finds the site at a path in any file; for duplicates the first one.
    pub fn find(&self, path: &[&str]) -> Option<(&File, &Site)> {
        self.all().find_map(|file| Some((file, file.find(path)?)))
    }

    /// Returns the text of the scalar at a path, without quotes and including inherited values.
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

    /// Returns the ids of a catalog in order, without duplicates.
    pub fn ids(&self, catalog: &str) -> Vec<&str> {
        self.ids.get(catalog).into_iter().flatten().map(String::as_str).collect()
    }

    /// Whether a word occurs as a key, id or value.
    pub fn is_known(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

impl File {
    /// Parses a text.
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

    /// Finds the site at a path.
    pub fn find(&self, path: &[&str]) -> Option<&Site> {
        self.index.get(&path.join("/")).map(|&number| &self.sites[number])
    }

    /// Returns the direct children of a site, in order.
    pub fn below<'a>(&'a self, above: &'a Site) -> impl Iterator<Item = &'a Site> {
        let depth = above.path.len();
        let first = self.sites.partition_point(|site| site.whole.start < above.whole.start);
        let inside = self.sites[first..].iter().take_while(move |site| site.whole.start < above.whole.end);
        inside.filter(move |site| site.path.len() == depth + 1 && site.path.starts_with(&above.path))
    }

    /// Returns a scalar without its quotes.
    pub fn scalar(&self, site: &Site) -> &str {
        self.text[site.value.clone()].trim_matches(['"', '\''])
    }

    /// Returns the lines of a block scalar, without indentation.
    pub fn lines(&self, site: &Site) -> Vec<Range<usize>> {
        let mut at = site.value.start;
        let mut lines = Vec::new();
        for line in self.text[site.value.clone()].split_inclusive('\n') {
            let indented = line.len() - line.trim_start().len();
            lines.push(at + indented..at + line.trim_end().len());
            at += line.len();
        }
        // Skip the line of the `|`.
        lines.split_off(1)
    }
}

impl Site {
    /// Whether the path matches a pattern, in which `*` stands for any one key.
    pub fn is_like(&self, form: &str) -> bool {
        form.split('/').count() == self.path.len()
            && form.split('/').zip(&self.path).all(|(word, key)| word == "*" || word == key)
    }

    /// Returns the path as string slices, for lookups.
    pub fn steps(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }
}

/// A non-blank line: its start, end and indentation.
struct Line {
    start: usize,
    end: usize,
    indent: usize,
}

struct Reader<'a> {
    text: &'a str,
    lines: Vec<Line>,
    /// The index of the next line.
    at: usize,
    path: Vec<String>,
    sites: Vec<Site>,
}

impl Reader<'_> {
    /// Splits the text into lines, without blank lines and comments.
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

    /// Parses keys or items with this indentation; returns the end of the last one.
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

    /// Parses an item after `- `.
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

    /// Parses a key and its value; the key stays in the path.
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
        // The first key after a dash starts in the middle of its line.
        let line = self.line_start(start);
        let first = if self.text[line..start].trim().is_empty() { line } else { start };
        let whole = first..self.line_end(end);
        self.sites.insert(place, Site { path: self.path.clone(), key: Some(key), value, whole, form });
        end
    }

    /// Returns the key at `start`, and the offset after its colon.
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

    /// Parses a value on a single line.
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

    /// Parses a list or map in brackets.
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
