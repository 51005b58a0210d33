//! Tools for the codes of a pack: explain, compare and compose codes.

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::notation::code::{ActionCode, Number, Tail};
use foeman_schema::resolve::Resolved;
use foeman_schema::text::RecordKey;

use super::book::{Book, Class, Kind, Meaning, Named, all_records, is_combat};
use super::catalogs::CodeBook;
use super::contest::opposes;
use super::dialect::DIALECT;
use super::tell::{mismatch_text, outcome_line};
use foeman_engine::coded::{self, lower};
use foeman_engine::display::{Line, LineKind};
use foeman_engine::tool::{Argument, Offer, Offers, Reach, Tool, ToolError, Toolbox};

/// The tools of this ruleset.
pub static CODES: Toolbox = Toolbox {
    name: "codes",
    about: "Reads, compares and composes action codes",
    reach: Reach::Everywhere,
    tools: &[
        Tool {
            name: "explain",
            about: "Explains a code in words, block by block",
            arguments: &[BOOK, CODE],
            run: |draft, given| {
                let book = book(draft, given)?;
                let code = code(given, 1)?;
                let meaning = meaning(&book, &code, 1)?;
                Ok(explained(&meaning))
            },
        },
        Tool {
            name: "contest",
            about: "Compares an attack with a response and shows the result",
            arguments: &[BOOK, ATTACK, RESPONSE],
            run: |draft, given| {
                let book = book(draft, given)?;
                let (attack, response) = (code(given, 1)?, code(given, 2)?);
                Ok(compared(&meaning(&book, &attack, 1)?, &meaning(&book, &response, 2)?))
            },
        },
        Tool {
            name: "compose",
            about: "Makes a code from its parts",
            arguments: &[BOOK, CLASSIFIER, TYPE, ACTION, SCORE, POSITION, WEAPON, LOCATION],
            run: |draft, given| {
                let book = book(draft, given)?;
                let code = composed(given)?;
                Ok(explained(&meaning(&book, &code, 3)?))
            },
        },
    ],
};

/// The value for no position: the code ends after its score.
const NONE: &str = "-";

const BOOK: Argument = Argument {
    name: "book",
    about: "The code book, if the pack has several",
    offers: |draft, _| {
        let title = |id: &str| book_of(draft, id).map_or_else(|_| id.to_owned(), |book| book.title);
        let offer = |id: &str| Offer { value: id.to_owned(), text: title(id) };
        let books: Vec<Offer> = draft.ids(CodeBook::CATALOG).map(offer).collect();
        if books.len() > 1 { Offers::OneOf(books) } else { Offers::Skip }
    },
};

const CODE: Argument =
    Argument { name: "code", about: "A code such as C-H-001-09-001-0001-1", offers: |_, _| Offers::Text };

const ATTACK: Argument = Argument {
    name: "attack",
    about: "The attacker's code, such as C-H-001-09-001-0001-1",
    offers: |_, _| Offers::Text,
};

const RESPONSE: Argument = Argument {
    name: "response",
    about: "The defender's code, such as C-M-001-03-001-0001-0",
    offers: |_, _| Offers::Text,
};

// An unreadable book has no offers; the tool reports the reason when it is run.
const CLASSIFIER: Argument = Argument {
    name: "classifier",
    about: "The field of action",
    offers: |draft, given| {
        let Ok(book) = book(draft, given) else { return Offers::Text };
        one_of(book.classifiers.iter().map(|it| offer(it.letter, &it.title)))
    },
};

const TYPE: Argument = Argument {
    name: "type",
    about: "The type of action",
    offers: |draft, given| {
        let Ok(book) = book(draft, given) else { return Offers::Text };
        let kinds = class(&book, given).into_iter().flat_map(|class| &class.kinds);
        one_of(kinds.map(|it| offer(it.letter, &it.title)))
    },
};

const ACTION: Argument = Argument {
    name: "action",
    about: "The action",
    offers: |draft, given| {
        let Ok(book) = book(draft, given) else { return Offers::Text };
        let kind = class(&book, given).and_then(|class| kind(class, given));
        one_of(kind.into_iter().flat_map(|kind| numbered(&kind.actions)))
    },
};

const SCORE: Argument =
    Argument { name: "score", about: "How strong the action is, 0 to 99", offers: |_, _| Offers::Text };

const POSITION: Argument = Argument {
    name: "position",
    about: "The position of the body, or - for a code that ends after its score",
    offers: |draft, given| {
        let Ok(book) = book(draft, given) else { return Offers::Skip };
        if !class(&book, given).is_some_and(is_combat) {
            return Offers::Skip;
        }
        one_of(numbered(&book.positions).chain([offer(NONE, "none")]))
    },
};

const WEAPON: Argument = Argument {
    name: "weapon",
    about: "The weapon, or the armour of a response",
    offers: |draft, given| match book(draft, given) {
        Ok(book) if has_position(given) => one_of(book.weapons.iter().map(|it| offer(it.number, &it.title))),
        _ => Offers::Skip,
    },
};

const LOCATION: Argument = Argument {
    name: "location",
    about: "The part of the body aimed at or defended",
    offers: |draft, given| match book(draft, given) {
        Ok(book) if has_position(given) => one_of(numbered(&book.locations)),
        _ => Offers::Skip,
    },
};

/// Explains a code: the whole code in words, then block by block.
fn explained(meaning: &Meaning<'_>) -> Vec<Line> {
    // On its own line the score needs no label.
    let bare = |words: String| words.strip_prefix("score ").map_or_else(|| words.clone(), str::to_owned);
    let blocks = meaning.blocks().into_iter().map(|(block, text, words)| (block, text, bare(words)));
    coded::explained(meaning.code, &meaning.words(), blocks.collect())
}

/// Returns the codes of A and B in words, with the result of the attack and, if the response does not oppose it, of the
/// response.
fn compared(attack: &Meaning<'_>, response: &Meaning<'_>) -> Vec<Line> {
    const NAMES: [&str; 2] = ["A", "B"];
    let mut lines = vec![
        Line::new(LineKind::Event, format!("A: {} ({})", attack.words(), attack.code)),
        Line::new(LineKind::Event, format!("B: {} ({})", response.words(), response.code)),
    ];
    match opposes(attack, response) {
        Ok(()) => lines.push(outcome_line(NAMES[0], NAMES[1], attack, Some(response))),
        Err(why) => {
            lines.push(Line::new(LineKind::Detail, mismatch_text(why, attack, response, NAMES[1])));
            lines.push(outcome_line(NAMES[0], NAMES[1], attack, None));
            if response.attacks() {
                lines.push(outcome_line(NAMES[1], NAMES[0], response, None));
            }
        }
    }
    lines
}

/// Returns the code made of the values given for `compose`.
fn composed(given: &[String]) -> Result<ActionCode, ToolError> {
    let score = read(given, 4, "a score from 0 to 99", |text| text.parse().ok().and_then(Number::new))?;
    let tail = if has_position(given) {
        Tail::Combat {
            position: read(given, 5, "a position", |text| text.parse().ok())?,
            weapon: read(given, 6, "a weapon", |text| text.parse().ok())?,
            location: read(given, 7, "a location", |text| text.parse().ok())?,
            more: Vec::new(),
        }
    } else {
        Tail::Basic
    };
    Ok(ActionCode {
        classifier: read(given, 1, "a classifier", |text| text.parse().ok())?,
        kind: read(given, 2, "an action type", |text| text.parse().ok())?,
        action: read(given, 3, "an action", |text| text.parse().ok())?,
        score,
        tail,
    })
}

fn read<T>(given: &[String], index: usize, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, ToolError> {
    let text = given.get(index).map_or("", String::as_str);
    parse(text).ok_or_else(|| fail(Some(index), format!("expected {expected}, found `{text}`")))
}

fn code(given: &[String], index: usize) -> Result<ActionCode, ToolError> {
    let text = given.get(index).map_or("", String::as_str);
    text.parse().map_err(|error| fail(Some(index), format!("`{text}`: {error}")))
}

fn meaning<'a>(book: &'a Book, code: &'a ActionCode, index: usize) -> Result<Meaning<'a>, ToolError> {
    book.meaning(code).map_err(|unknown| fail(Some(index), format!("`{code}`: {unknown}")))
}

/// Returns the selected book, or the only one of the pack.
fn book(draft: &Draft, given: &[String]) -> Result<Book, ToolError> {
    let chosen = given.first().map(String::as_str).filter(|id| !id.is_empty());
    let id = chosen.or_else(|| draft.ids(CodeBook::CATALOG).next()).ok_or_else(|| {
        fail(None, format!("expected a pack with a code book in `{}`, found none", CodeBook::CATALOG))
    })?;
    book_of(draft, id)
}

/// Returns a book of a pack by its id.
pub(super) fn book_of(draft: &Draft, id: &str) -> Result<Book, ToolError> {
    let book = Book::read(&records(draft), &Ref::new(id));
    book.map_err(|problem| fail(None, format!("{}: {}", problem.pointer, problem.message)))
}

/// Returns every record of the pack in its current state, complete or not; errors are reported when a record is read.
fn records(draft: &Draft) -> Resolved {
    all_records(&DIALECT, |catalog| {
        let merged = |id: &str| Some((id.to_owned(), draft.bare(&RecordKey::new(catalog, id))?));
        draft.ids(catalog).filter_map(merged).collect()
    })
}

fn class<'a>(book: &'a Book, given: &[String]) -> Option<&'a Class> {
    let letter = given.get(1)?;
    book.classifiers.iter().find(|class| class.letter.to_string() == *letter)
}

fn kind<'a>(class: &'a Class, given: &[String]) -> Option<&'a Kind> {
    let letter = given.get(2)?;
    class.kinds.iter().find(|kind| kind.letter.to_string() == *letter)
}

/// Whether the values given for `compose` include a position, so that weapon and location are needed too.
fn has_position(given: &[String]) -> bool {
    given.get(5).is_some_and(|position| !position.is_empty() && position != NONE)
}

fn numbered<const MAX: u16>(named: &[Named<MAX>]) -> impl Iterator<Item = Offer> {
    named.iter().map(|it| offer(it.number, &it.title))
}

fn offer(value: impl ToString, title: &str) -> Offer {
    Offer { value: value.to_string(), text: lower(title) }
}

fn one_of(offers: impl Iterator<Item = Offer>) -> Offers {
    Offers::OneOf(offers.collect())
}

fn fail(argument: Option<usize>, message: String) -> ToolError {
    ToolError { argument, message }
}
