//! The choices of a person: grouped, filtered by words, and with their chances.

use foeman_engine::choice::{Choice, Intent, Target};
use foeman_engine::display::Board;
use foeman_engine::game::{Game, Seen};
use foeman_engine::move_path::MovePath;
use foeman_engine::prospect::{Fraction, Prospect};
use foeman_schema::grid::Cell;
use foeman_schema::plural::plural;

use foeman_base::console::printable;

use super::typed::{self, Words};

/// The choices of a side, and the paths of its active figure.
pub(super) struct Offer<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) seen: &'a Seen,
    pub(super) ways: Vec<MovePath>,
}

/// Something that can be chosen; its number is its position, first the choices and then the paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A choice, by its position.
    Choice(usize),
    /// A path, by its position.
    Way(usize),
}

/// Choices with the same heading.
pub(super) struct Group {
    pub(super) heading: String,
    pub(super) items: Vec<Item>,
    /// The different kinds of choices in it.
    pub(super) verbs: Vec<String>,
}

impl<'a> Offer<'a> {
    pub(super) fn of(game: &'a dyn Game, seen: &'a Seen) -> Self {
        Self { game, seen, ways: game.ways(seen.viewer) }
    }

    /// Returns the item with a number, counted from 1.
    pub(super) fn item(&self, number: usize) -> Option<Item> {
        let at = number.checked_sub(1)?;
        let choices = self.seen.choices.len();
        if at < choices {
            return Some(Item::Choice(at));
        }
        (at - choices < self.ways.len()).then_some(Item::Way(at - choices))
    }

    /// Returns the number of an item, counted from 1.
    pub(super) fn number(&self, item: Item) -> usize {
        match item {
            Item::Choice(at) => at + 1,
            Item::Way(at) => self.seen.choices.len() + at + 1,
        }
    }

    /// Returns all items, the choices first.
    pub(super) fn all(&self) -> Vec<Item> {
        (1..=self.seen.choices.len() + self.ways.len()).filter_map(|number| self.item(number)).collect()
    }

    /// Returns the choices by their headings, in the order in which they are first needed.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (at, choice) in self.seen.choices.iter().enumerate() {
            let heading = heading(choice);
            let group = match groups.iter_mut().position(|group| group.heading == heading) {
                Some(place) => &mut groups[place],
                None => {
                    groups.push(Group { heading, items: Vec::new(), verbs: Vec::new() });
                    let last = groups.len() - 1;
                    &mut groups[last]
                }
            };
            group.items.push(Item::Choice(at));
            let verb = printable(&choice.verb);
            if !group.verbs.contains(&verb) {
                group.verbs.push(verb);
            }
        }
        groups
    }

    /// Returns the ends of the paths.
    pub(super) fn reach(&self) -> Vec<Cell> {
        self.ways.iter().filter_map(MovePath::end).collect()
    }

    /// Returns the paths to a cell; with words for a direction, those that end facing it.
    pub(super) fn ways_to(&self, cell: Cell, facing: &[String]) -> Vec<Item> {
        let fits = |way: &MovePath| {
            let note = format!("{} ", way.note.to_lowercase());
            way.end() == Some(cell) && facing.iter().all(|word| note.contains(&format!("{word} ")))
        };
        (0..self.ways.len()).filter(|&at| fits(&self.ways[at])).map(Item::Way).collect()
    }

    /// Returns the choices whose target is in a cell.
    pub(super) fn at_cell(&self, cell: Cell) -> Vec<Item> {
        self.choices(|choice| choice.cells(&self.seen.board).contains(&cell))
    }

    /// Returns the choices that match words.
    pub(super) fn matching(&self, words: &Words) -> Vec<Item> {
        let board = &self.seen.board;
        // A word that is the name of a kind means that kind alone: `halt`, but not "turn north and halt".
        let is_verb = |word: &String| self.seen.choices.iter().any(|choice| choice.verb == *word);
        let (verbs, others): (Vec<&String>, Vec<&String>) = words.kinds.iter().partition(|word| is_verb(word));
        self.choices(|choice| {
            verbs.iter().all(|word| choice.verb == **word || heading(choice).eq_ignore_ascii_case(word))
                && others.iter().all(|word| is_kind(choice, word))
                && (words.target.is_empty() || is_target(choice, &words.target, board))
        })
    }

    fn choices(&self, fits: impl Fn(&Choice) -> bool) -> Vec<Item> {
        let choices = self.seen.choices.iter().enumerate();
        choices.filter(|(_, choice)| fits(choice)).map(|(at, _)| Item::Choice(at)).collect()
    }

    /// Returns the text that an item shares with those that differ from it only in the number of dice, if any can.
    pub(super) fn strip(&self, item: Item) -> Option<&'a str> {
        match item {
            Item::Choice(at) => self.seen.choices[at].strip.as_ref().map(|strip| strip.text.as_str()),
            Item::Way(_) => None,
        }
    }

    /// Describes an item below the text that it shares with others.
    pub(super) fn dice(&self, item: Item) -> String {
        match item {
            Item::Choice(at) => match &self.seen.choices[at].strip {
                Some(strip) => plural(usize::from(strip.dice), "die", "dice"),
                None => String::new(),
            },
            Item::Way(_) => String::new(),
        }
    }

    /// Describes an item.
    pub(super) fn text(&self, item: Item) -> String {
        match item {
            Item::Choice(at) => words(&self.seen.choices[at], &self.seen.board),
            Item::Way(at) => {
                let way = &self.ways[at];
                let [column, row] = way.end().unwrap_or_default();
                let (used, of) = way.used;
                printable(&format!("Move to {column},{row}: {} ({used} of {of} points)", way.note))
            }
        }
    }

    /// Returns the chance and the expected results of an item in a few words: `63 %, 3.1 harm, fells 12 %`.
    pub(super) fn outcome(&self, item: Item) -> String {
        let Item::Choice(at) = item else { return String::new() };
        let mut parts = Vec::new();
        parts.extend(self.seen.choices[at].odds.map(|odds| format!("{} %", odds.percent())));
        let prospect = self.game.prospect(self.seen.viewer, at).unwrap_or_default();
        let about = if prospect.is_sampled { "about " } else { "" };
        parts.extend(prospect.harm.map(|harm| format!("{about}{} harm", tenths(harm))));
        parts.extend(prospect.fells.filter(|fells| fells.sum > 0).map(|fells| format!("fells {} %", fells.percent())));
        parts.extend(prospect.cost.filter(|cost| cost.sum > 0).map(|cost| format!("{about}{} lost", tenths(cost))));
        parts.join(", ")
    }

    /// Returns the most promising of several choices: by expected harm, then by chance.
    pub(super) fn best(&self, items: &[Item]) -> Option<Item> {
        let worth = |item: Item| {
            let Item::Choice(at) = item else { return (0, 0) };
            let harm = self.game.prospect(self.seen.viewer, at).and_then(|prospect| prospect.harm);
            let odds = self.seen.choices[at].odds;
            (harm.map_or(0, |harm| harm.sum.saturating_mul(1000) / harm.of), odds.map_or(0, |odds| odds.percent()))
        };
        let worths = items.iter().map(|&item| (item, worth(item)));
        worths.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(item, _)| item)
    }

    /// Returns the possible results of an item in full.
    pub(super) fn details(&self, item: Item) -> Vec<String> {
        let mut lines = vec![self.text(item), self.outcome(item)];
        let Item::Choice(at) = item else { return lines };
        let Prospect { needed, notes, .. } = self.game.prospect(self.seen.viewer, at).unwrap_or_default();
        if let Some(needed) = needed {
            let term = |term: &foeman_engine::display::Term| format!("{} {:+}", printable(&term.name), term.value);
            let terms: Vec<String> = needed.terms.iter().map(term).collect();
            lines.push(format!("needs {}: {}", needed.total, terms.join(", ")));
        }
        lines.extend(notes.iter().map(|note| printable(note)));
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// The heading of a choice; its kind if the ruleset has no headings.
fn heading(choice: &Choice) -> String {
    if !choice.group.is_empty() {
        return choice.group.to_owned();
    }
    let verb = printable(&choice.verb);
    let mut letters = verb.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Whether a word describes the kind of a choice: the beginning of its heading or its verb, or part of its text.
fn is_kind(choice: &Choice, word: &str) -> bool {
    let intent = match choice.intent {
        Intent::Attack => "attack",
        Intent::Move => "move",
        _ => "",
    };
    let begins = |text: &str| text.to_lowercase().split([' ', '-']).any(|part| part.starts_with(word));
    begins(choice.group) || begins(&choice.verb) || intent.starts_with(word) || begins(&choice.text)
}

/// Whether a choice has a target with this name, or in this cell.
fn is_target(choice: &Choice, target: &str, board: &Board) -> bool {
    if let Some(cell) = typed::cell(target) {
        return choice.cells(board).contains(&cell);
    }
    let Target::Token(id) = choice.target else { return choice.text.to_lowercase().contains(target) };
    board.tokens.iter().any(|token| token.id == id && token.name.to_lowercase().contains(target))
}

/// Describes a choice, including its target cell unless the target is named.
fn words(choice: &Choice, board: &Board) -> String {
    let text = printable(&choice.text);
    let is_named = |id: u32| board.tokens.iter().any(|token| token.id == id && text.contains(&printable(&token.name)));
    match choice.cells(board)[..] {
        _ if matches!(choice.target, Target::Token(id) if is_named(id)) => text,
        [[column, row], ..] if !text.contains(&format!("{column},{row}")) => format!("{text} ({column},{row})"),
        _ => text,
    }
}

/// Formats a number with one decimal.
fn tenths(fraction: Fraction) -> String {
    let tenths = fraction.tenths();
    format!("{}.{}", tenths / 10, tenths % 10)
}
