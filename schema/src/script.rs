//! Resolves the words of scripted commands to records, figures and cells, and finds unknown words.
//!
//! A command is a single text value, but its words are references to records and keys.
//! [`usages`](crate::usages), renames and text editors use this module to find them.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use crate::catalogs::checks::CATALOG;
use crate::draft::{Draft, Record};
use crate::field::FieldKind;
use crate::notation::command::{self, Role, word};
use crate::source::is_header_key;
use crate::source::tree::Node;
use crate::text::{Location, Pointer, RecordKey, Span};

/// The vocabulary of a ruleset's commands.
#[derive(Debug)]
pub struct Script {
    /// All verbs.
    pub verbs: &'static [&'static str],
    /// All parameters, in addition to `nth` and `with`, which every ruleset has.
    pub parameters: &'static [Parameter],
    /// Returns the participants of a playable record as written; `None` if it cannot be read.
    pub cast: fn(&Draft, &RecordKey) -> Option<Vec<Member>>,
}

/// A parameter of commands.
#[derive(Debug)]
pub struct Parameter {
    /// The name: `dice`.
    pub name: &'static str,
    /// The kind of its values.
    pub takes: Takes,
}

/// The kind of a parameter's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Whole numbers.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The id of a record in this catalog, or the name of a [`Part::Weapon`].
    Record(&'static str),
    /// The id of a record in one of these catalogs.
    Class(&'static [&'static str]),
    /// The name of a figure.
    Figure,
    /// Words that are only known during the battle.
    Any,
}

/// A participant that commands can name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The id used in commands; empty if the content has only names.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The record or key with the id, if there is one.
    pub at: Option<Pointer>,
    /// The kind of participant.
    pub part: Part,
}

/// The kind of a [`Member`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// A side.
    Side,
    /// A figure present from the start.
    Figure,
    /// A figure of a side that the scenario does not place.
    Away,
    /// A kind of figures that may join during play, named `wolf-2`, or `wolf` if there is only one.
    Kind,
    /// A weapon without a record, such as teeth.
    Weapon,
}

/// A word of a command in a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptWord {
    /// The command.
    pub at: Pointer,
    /// The bytes of the word, without the number after a [`Part::Kind`].
    pub place: Location,
    /// The word.
    pub text: String,
    /// Its meaning.
    pub meaning: Meaning,
    /// The same bytes, relative to the text of the command.
    pub(crate) range: Range<usize>,
}

/// The meaning of a word in a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The id of these records or keys, which may be inherited; several if figures of two sides have the same id.
    Id(Vec<Pointer>),
    /// The title of a record or key that has an id.
    Title(Pointer),
    /// A known word without an id.
    Plain,
    /// An unknown word.
    Unknown {
        /// The expected kind of word.
        expected: String,
        /// Known names, each with the word to write for it.
        known: Vec<(String, String)>,
    },
    /// A figure that the scenario does not place.
    Away(Pointer),
    /// A cell outside the map, which has this number of columns and rows.
    OffMap([i32; 2]),
}

/// How well a word matches a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// The whole name.
    Whole,
    /// A part of the name: `ushka` for `Ushka Nine-Fingers`.
    Part,
}

/// Returns how well a word of a command matches a name.
pub fn fit(name: &str, called: &str) -> Option<Fit> {
    let name = word(name);
    if name == called {
        return Some(Fit::Whole);
    }
    let is_part = !called.is_empty() && format!("-{name}-").contains(&format!("-{called}-"));
    is_part.then_some(Fit::Part)
}

/// Returns the words of all commands of a pack and of required packs.
pub(crate) fn words(draft: &Draft) -> Vec<ScriptWord> {
    words_in(draft, |_| true)
}

/// Returns the words of the commands of the pack itself.
pub(crate) fn own_words(draft: &Draft) -> Vec<ScriptWord> {
    words_in(draft, |record| record.pack.is_none())
}

fn words_in(draft: &Draft, wanted: impl Fn(&Record) -> bool) -> Vec<ScriptWord> {
    let mut found = Vec::new();
    let Some(script) = draft.dialect().and_then(|dialect| dialect.script) else { return found };
    let mut stages: BTreeMap<Option<RecordKey>, Stage> = BTreeMap::new();
    let index = draft.index();
    for record in index.numbers(CATALOG).iter().map(|&number| &index.records()[number]).filter(|it| wanted(it)) {
        let Some(node) = draft.node_of(record) else { continue };
        let scenario = scenario_of(draft, &record.key);
        let stage = stages.entry(scenario.clone()).or_insert_with(|| Stage::of(draft, script, scenario));
        let at = record.key.pointer();
        for (position, item) in items(node, "commands").enumerate() {
            found.extend(stage.words(draft, record, item, &at.child("commands").child(position.to_string())));
        }
        // Names in expectations refer to the board, unless the schema declares them as keys of a map.
        for (position, expected) in items(node, "expect").enumerate() {
            let at = at.child("expect").child(position.to_string());
            let one = expected.entry("figure").map(|entry| (at.child("figure"), &entry.value));
            let several = items(expected, "figures").enumerate();
            let several = several.map(|(position, item)| (at.child("figures").child(position.to_string()), item));
            for (at, item) in one.into_iter().chain(several) {
                found.extend(stage.name(draft, record, item, &at));
            }
        }
    }
    found
}

/// Returns the items of a list under a key.
fn items<'n>(node: &'n Node, key: &str) -> impl Iterator<Item = &'n Node> + use<'n> {
    node.entry(key).into_iter().flat_map(|entry| entry.value.items())
}

/// Returns the location of a word of a command, by its position among [`words`](command::words); `None` if there are
/// fewer words.
pub fn place_of(draft: &Draft, command: &Pointer, word: usize) -> Option<Location> {
    let found = draft.find(command)?;
    let node = found.node?;
    let (range, _) = command::words(node.text()?).into_iter().nth(word)?;
    Some(Location { file: found.file, span: span_in(node, found.span, range) })
}

/// Returns the completions at a byte of a command, each with its display name.
pub fn offers(draft: &Draft, command: &Pointer, text: &str, offset: usize) -> Vec<(String, String)> {
    let Some(script) = draft.dialect().and_then(|dialect| dialect.script) else { return Vec::new() };
    let Some((key, _)) = command.record() else { return Vec::new() };
    let stage = Stage::of(draft, script, scenario_of(draft, &key));
    let before = text.get(..offset).unwrap_or(text);
    let mut earlier: Vec<&str> = before.split(' ').collect();
    let typed = earlier.pop().unwrap_or_default();
    earlier.retain(|word| !word.is_empty());
    let after_arrow = earlier.contains(&"->");
    let plain = |words: &[&str]| words.iter().map(|word| ((*word).to_owned(), String::new())).collect();
    match (earlier.len(), typed.split_once('=')) {
        (0, _) => stage.names(&[Part::Side, Part::Figure]),
        (1, _) => plain(script.verbs),
        (_, None) if after_arrow => stage.names(&[Part::Figure]),
        (_, Some((name, _))) => match takes(script, name) {
            Some(Takes::Record(catalog)) => {
                let titles = draft.titles(catalog);
                titles.map(|(id, title)| (id.to_owned(), title.unwrap_or_default().to_owned())).collect()
            }
            Some(Takes::Class(catalogs)) => {
                let titles = catalogs.iter().flat_map(|catalog| draft.titles(catalog));
                titles.map(|(id, title)| (id.to_owned(), title.unwrap_or_default().to_owned())).collect()
            }
            Some(Takes::Word(words)) => plain(words),
            Some(Takes::Figure) => stage.names(&[Part::Figure]),
            Some(Takes::Number | Takes::Any) | None => Vec::new(),
        },
        (count, None) => {
            let targets = if count == 2 { stage.names(&[Part::Figure]) } else { Vec::new() };
            let parameters = script.parameters.iter().map(|parameter| (format!("{}=", parameter.name), String::new()));
            targets.into_iter().chain(parameters).collect()
        }
    }
}

/// Returns the bytes of the word being typed, up to a byte of a command's text; only the value of `NAME=VALUE`.
pub fn typed(text: &str, offset: usize) -> Range<usize> {
    let before = text.get(..offset).unwrap_or(text);
    before.rfind([' ', '=']).map_or(0, |at| at + 1)..before.len()
}

/// Returns the kind of a parameter's values; `None` for an unknown parameter.
fn takes(script: &Script, name: &str) -> Option<Takes> {
    match name {
        "nth" => Some(Takes::Number),
        "with" => Some(Takes::Figure),
        name => script.parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.takes),
    }
}

/// Returns the scenario of a check, written or inherited.
fn scenario_of(draft: &Draft, check: &RecordKey) -> Option<RecordKey> {
    let playable = draft.dialect()?.playable;
    let node = inherited(draft, check, &["scenario"])?;
    Some(draft.named(playable, node.text()?)).filter(|key| draft.contains(key))
}

/// Returns the size of the map that a playable record refers to.
fn size_of(draft: &Draft, playable: &RecordKey) -> Option<[i32; 2]> {
    let FieldKind::Reference { catalog } = draft.field(&playable.pointer().child("map"))?.kind() else { return None };
    let node = inherited(draft, playable, &["map"])?;
    let map = draft.named(catalog, node.text()?);
    let size = inherited(draft, &map, &["geometry", "size"])?;
    let numbers: Vec<i32> = size.items().iter().filter_map(|item| item.text()?.parse().ok()).collect();
    <[i32; 2]>::try_from(numbers).ok()
}

/// Returns a nested value of a record, written or inherited.
fn inherited<'d>(draft: &'d Draft, record: &RecordKey, steps: &[&str]) -> Option<&'d Node> {
    let written = |key: &RecordKey| {
        let node = draft.record_node(key)?;
        steps.iter().try_fold(node, |node, step| Some(&node.entry(step)?.value)).filter(|node| !node.is_null())
    };
    draft.lineage(record).iter().find_map(written)
}

/// Returns the source bytes for a range of a text, or for the whole text if it contains escapes or line breaks.
fn span_in(node: &Node, whole: Span, range: Range<usize>) -> Span {
    let length = node.text().map_or(0, str::len);
    match whole.range().len().checked_sub(length) {
        Some(quotes @ (0 | 2)) => Span::new(range.start, range.end).shifted(whole.start + quotes / 2),
        _ => whole,
    }
}

/// Returns whether this id is the likely intended id of a record with a malformed one, which is reported there.
fn is_misnamed(draft: &Draft, catalog: &str, id: &str) -> bool {
    draft.index().misnamed().any(|(key, meant)| key.catalog == catalog && meant == id)
}

/// The context of the commands of one check.
struct Stage {
    script: &'static Script,
    /// The scenario or other playable record.
    playable: Option<RecordKey>,
    members: Option<Vec<Member>>,
    size: Option<[i32; 2]>,
    /// Whether text of the pack cannot be read, or the key of a catalog is misspelt, so that unknown words may be
    /// defined there.
    torn: bool,
}

impl Stage {
    fn of(draft: &Draft, script: &'static Script, playable: Option<RecordKey>) -> Self {
        let members = playable.as_ref().and_then(|playable| (script.cast)(draft, playable));
        let size = playable.as_ref().and_then(|playable| size_of(draft, playable));
        let is_catalog = |key: &str| draft.dialect().is_some_and(|dialect| dialect.catalog(key).is_some());
        let is_misspelt = |file| {
            let sections = &draft.file(file).sections;
            sections.iter().any(|section| !is_header_key(&section.key) && !is_catalog(&section.key))
        };
        let torn = draft.files().any(|file| draft.is_torn(file) || is_misspelt(file));
        Self { script, playable, members, size, torn }
    }

    fn words(&self, draft: &Draft, record: &Record, item: &Node, at: &Pointer) -> Vec<ScriptWord> {
        let Some(text) = item.text().filter(|_| !item.is_null()) else { return Vec::new() };
        let mut words = Vec::new();
        for (range, role) in command::words(text) {
            let Some((meaning, length)) = self.meaning(draft, role, &text[range.clone()]) else { continue };
            let range = range.start..range.start + length;
            let span = span_in(item, item.span(), range.clone()).shifted(draft.written(record).0.span.start);
            let place = Location { file: record.file, span };
            words.push(ScriptWord { at: at.clone(), place, text: text[range.clone()].to_owned(), meaning, range });
        }
        words
    }

    /// Resolves a text that is the name of a participant; `None` if its type declares it as the key of a map.
    fn name(&self, draft: &Draft, record: &Record, item: &Node, at: &Pointer) -> Option<ScriptWord> {
        let text = item.text().filter(|text| !item.is_null() && !text.is_empty())?;
        draft.field(at).filter(|field| field.names_keys().is_none())?;
        let called = word(text);
        let (meaning, length) = self.actor(&called, &[Part::Figure], "a figure")?;
        // A name as on the board, such as `Novices #2`, is not an id; it is reported only if unknown.
        let length = if called == text { length } else { text.len() };
        if called != text && !matches!(meaning, Meaning::Unknown { .. }) {
            return None;
        }
        let span = span_in(item, item.span(), 0..length).shifted(draft.written(record).0.span.start);
        let place = Location { file: record.file, span };
        Some(ScriptWord { at: at.clone(), place, text: text[..length].to_owned(), meaning, range: 0..length })
    }

    /// Returns the meaning of a word, and how many of its bytes are the name; `None` if that cannot be known.
    fn meaning(&self, draft: &Draft, role: Role<'_>, text: &str) -> Option<(Meaning, usize)> {
        let whole = |meaning| Some((meaning, text.len()));
        let unknown = |expected: &str, known| Meaning::Unknown { expected: expected.to_owned(), known };
        let words = |words: &[&str]| words.iter().map(|word| ((*word).to_owned(), (*word).to_owned())).collect();
        match role {
            Role::Who => self.actor(text, &[Part::Side, Part::Figure], "a figure or side"),
            Role::Left => self.actor(text, &[Part::Figure], "a figure"),
            Role::Verb if self.script.verbs.contains(&text) => None,
            Role::Verb => whole(unknown("an action", words(self.script.verbs))),
            Role::Target => match text.split_once(',').map(|(col, row)| [col.parse::<i32>(), row.parse::<i32>()]) {
                Some([Ok(col), Ok(row)]) => {
                    let size = self.size?;
                    let inside = col < size[0] && row < size[1];
                    if inside { None } else { whole(Meaning::OffMap(size)) }
                }
                _ => self.actor(text, &[Part::Figure], "a figure"),
            },
            Role::Parameter if takes(self.script, text).is_some() => None,
            Role::Parameter => {
                let known = self.script.parameters.iter().map(|parameter| parameter.name);
                whole(unknown("a parameter of commands", words(&known.chain(["nth", "with"]).collect::<Vec<_>>())))
            }
            Role::Value(name) => match takes(self.script, name)? {
                Takes::Number if text.parse::<u32>().is_ok() => None,
                Takes::Number => whole(unknown("a whole number", Vec::new())),
                Takes::Word(known) if known.contains(&text) => None,
                Takes::Word(known) => whole(unknown(&format!("a value of `{name}`"), words(known))),
                Takes::Record(catalog) => self.record(draft, catalog, text).and_then(whole),
                Takes::Class(catalogs) => {
                    let catalog = catalogs.iter().find(|it| draft.contains(&RecordKey::new(**it, text)));
                    self.record(draft, catalog.or(catalogs.first())?, text).and_then(whole)
                }
                Takes::Figure => self.actor(text, &[Part::Figure], "a figure"),
                Takes::Any => None,
            },
        }
    }

    fn record(&self, draft: &Draft, catalog: &'static str, text: &str) -> Option<Meaning> {
        if draft.contains(&RecordKey::new(catalog, text)) {
            return Some(Meaning::Id(vec![draft.named(catalog, text).pointer()]));
        }
        let is_weapon = |member: &&Member| member.part == Part::Weapon && word(&member.name) == text;
        let weapons = self.members.iter().flatten();
        if weapons.clone().any(|member| is_weapon(&member)) {
            return Some(Meaning::Plain);
        }
        let titled = draft.titles(catalog).filter(|(_, title)| title.is_some_and(|title| word(title) == text));
        let titled: Vec<&str> = titled.map(|(id, _)| id).collect();
        match titled.as_slice() {
            [id] => Some(Meaning::Title(draft.named(catalog, id).pointer())),
            [] if self.torn || is_misnamed(draft, catalog, text) => Some(Meaning::Plain),
            [] => {
                let title = draft.dialect()?.catalog(catalog)?.title.to_lowercase();
                let an = title.starts_with(['a', 'e', 'i', 'o', 'u']) && !title.starts_with("uni");
                let article = if an { "an" } else { "a" };
                let pair = |(id, title): (&str, Option<&str>)| {
                    [Some((id.to_owned(), id.to_owned())), title.map(|title| (word(title), id.to_owned()))]
                };
                let known = draft.titles(catalog).flat_map(pair).flatten().collect();
                Some(Meaning::Unknown { expected: format!("the id of {article} {title}"), known })
            }
            _ => Some(Meaning::Plain),
        }
    }

    fn actor(&self, text: &str, parts: &[Part], expected: &str) -> Option<(Meaning, usize)> {
        let members = self.members.as_ref()?;
        let of = |part: &'static [Part]| members.iter().filter(move |member| part.contains(&member.part));
        let there = || members.iter().filter(|member| parts.contains(&member.part));
        let by_id = |member: &&Member| !member.id.is_empty() && member.id == text;
        let mut ids: Vec<Pointer> = there().filter(by_id).filter_map(|member| member.at.clone()).collect();
        ids.sort();
        ids.dedup();
        if !ids.is_empty() {
            return Some((Meaning::Id(ids), text.len()));
        }
        // Figures that join later are numbered, unless there is only one.
        let numberless = text.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-').unwrap_or(text);
        for stem in [text, numberless] {
            if let Some(at) = of(&[Part::Kind]).find(|kind| kind.id == stem).and_then(|kind| kind.at.clone()) {
                return Some((Meaning::Id(vec![at]), stem.len()));
            }
        }
        let fits = |name: &str| {
            let mut fits: Vec<(Fit, &Member)> =
                there().filter_map(|member| Some((fit(&member.name, name)?, member))).collect();
            let best = fits.iter().map(|(fit, _)| *fit).min();
            fits.retain(|(fit, _)| Some(*fit) == best);
            fits
        };
        match fits(text).as_slice() {
            [(_, one)] => {
                let titled = one.at.as_ref().filter(|_| !one.id.is_empty()).map(|at| Meaning::Title(at.clone()));
                return Some((titled.unwrap_or(Meaning::Plain), text.len()));
            }
            [] => {}
            _ => return Some((Meaning::Plain, text.len())),
        }
        let kinds: Vec<&Member> = of(&[Part::Kind]).filter(|kind| word(&kind.name) == numberless).collect();
        match kinds.as_slice() {
            [Member { at: Some(at), .. }] => return Some((Meaning::Title(at.clone()), numberless.len())),
            [] => {}
            _ => return Some((Meaning::Plain, text.len())),
        }
        if let Some(at) = of(&[Part::Away]).find(by_id).and_then(|away| away.at.as_ref()) {
            return Some((Meaning::Away(at.clone()), text.len()));
        }
        if self.torn {
            return Some((Meaning::Plain, text.len()));
        }
        let pairs = |member: &Member| {
            let written = if member.id.is_empty() { word(&member.name) } else { member.id.clone() };
            [(written.clone(), written.clone()), (word(&member.name), written)]
        };
        let expected = match &self.playable {
            Some(playable) => format!("{expected} of `{}`", playable.id),
            None => expected.to_owned(),
        };
        Some((Meaning::Unknown { expected, known: there().flat_map(pairs).collect() }, text.len()))
    }

    /// Returns the words for participants of some kinds, each with the display name.
    fn names(&self, parts: &[Part]) -> Vec<(String, String)> {
        let members = self.members.iter().flatten().filter(|member| parts.contains(&member.part));
        let name = |member: &Member| match member.id.is_empty() {
            true => (word(&member.name), member.name.clone()),
            false => (member.id.clone(), member.name.clone()),
        };
        let mut names: Vec<(String, String)> = members.map(name).collect();
        names.sort();
        names.dedup_by(|a, b| a.0 == b.0);
        names
    }
}

impl ScriptWord {
    /// Returns the text of the command with this word replaced; `None` if the command is not text.
    pub fn replaced(&self, draft: &Draft, by: &str) -> Option<Value> {
        let mut text = draft.find(&self.at)?.node?.text()?.to_owned();
        (text.get(self.range.clone()) == Some(&*self.text)).then(|| text.replace_range(self.range.clone(), by))?;
        Some(Value::from(text))
    }
}
