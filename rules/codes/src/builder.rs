//! The builder of action codes: a code is composed of the words of its code book.

use foeman_engine::builder::{Alternative, Builder, Choice, List, Number, Offer, Offered, Part, Scope};
use foeman_engine::coded::lower;
use foeman_schema::dialect::Record;
use foeman_schema::notation::code::{ActionCode, COMBAT, Number as Numeral};

use super::book::{Book, Class, Kind, Named};
use super::catalogs::CodeBook;
use super::tools::book_of;

pub(super) static CODE: Builder = Builder {
    name: "code",
    rules: &["A1", "A2", "A3"],
    parts: &[Part::Offered(CLASSIFIER)],
    tidy: |text| text.parse::<ActionCode>().ok().map(|code| code.to_string()),
    reading: |scope, text| {
        let code: ActionCode = text.parse().ok()?;
        book(scope)?.meaning(&code).ok().map(|meaning| meaning.words())
    },
};

const CLASSIFIER: Offered = Offered {
    name: "classifier",
    length: |text| letters(text, 1, |letter| letter.is_ascii_uppercase()),
    offers: |scope, _| {
        let book = book(scope);
        offers(book.iter().flat_map(|book| &book.classifiers).map(|it| (it.letter.to_string(), &it.title)))
    },
    fallback: "C",
    then: |letter| if letter == COMBAT.to_string() { COMBAT_CODE } else { OTHER_CODE },
};

const COMBAT_CODE: &[Part] = &[
    DASH,
    Part::Offered(TYPE),
    DASH,
    Part::Number(SCORE),
    DASH,
    Part::Choice(Choice {
        name: "details",
        options: &[
            Alternative::new(&[""], "position, weapon and location").then(&[
                Part::Offered(POSITION),
                DASH,
                Part::Offered(WEAPON),
                DASH,
                Part::Offered(LOCATION),
                MORE,
            ]),
            Alternative::new(&[""], "none"),
        ],
    }),
];

const OTHER_CODE: &[Part] = &[
    DASH,
    Part::Offered(TYPE),
    DASH,
    Part::Number(SCORE),
    DASH,
    Part::Choice(Choice {
        name: "details",
        options: &[
            Alternative::new(&[""], "none"),
            Alternative::new(&[""], "further blocks").then(&[Part::Offered(BLOCK), MORE]),
        ],
    }),
];

const DASH: Part = Part::Fixed(&["-"]);

const TYPE: Offered = Offered {
    name: "action type",
    length: |text| letters(text, 1, |letter| letter.is_ascii_uppercase()),
    offers: |scope, given| {
        let book = book(scope);
        let class = book.as_ref().and_then(|book| class(book, given));
        offers(class.into_iter().flat_map(|class| &class.kinds).map(|it| (it.letter.to_string(), &it.title)))
    },
    fallback: "H",
    then: |_| &[DASH, Part::Offered(ACTION)],
};

const ACTION: Offered = Offered {
    name: "action",
    length: |text| letters(text, 3, |letter| letter.is_ascii_digit()),
    offers: |scope, given| {
        let book = book(scope);
        let kind = book.as_ref().and_then(|book| kind(class(book, given)?, given));
        numbered(kind.map(|kind| &kind.actions[..]))
    },
    fallback: "001",
    then: |_| &[],
};

const SCORE: Number = Number { digits: 2, ..Number::new("score", 0, 99, 1) };

const POSITION: Offered = Offered {
    name: "position",
    length: |text| letters(text, 3, |letter| letter.is_ascii_digit()),
    offers: |scope, _| numbered(book(scope).as_ref().map(|book| &book.positions[..])),
    fallback: "001",
    then: |_| &[],
};

const WEAPON: Offered = Offered {
    name: "weapon or armour",
    length: |text| letters(text, 4, |letter| letter.is_ascii_digit()),
    offers: |scope, _| {
        let book = book(scope);
        offers(book.iter().flat_map(|book| &book.weapons).map(|it| (it.number.to_string(), &it.title)))
    },
    fallback: "0001",
    then: |_| &[],
};

const LOCATION: Offered = Offered {
    name: "location",
    length: |text| letters(text, 1, |letter| ('0'..='8').contains(&letter)),
    offers: |scope, _| numbered(book(scope).as_ref().map(|book| &book.locations[..])),
    fallback: "0",
    then: |_| &[],
};

/// Further blocks, kept as written.
const MORE: Part = Part::List(List { name: "block", most: 9, item: &[DASH, Part::Offered(BLOCK)] });

const BLOCK: Offered = Offered {
    name: "block",
    length: |text| text.bytes().take_while(u8::is_ascii_alphanumeric).count(),
    offers: |_, _| Vec::new(),
    fallback: "1",
    then: |_| &[],
};

/// Returns `count` if the text up to the first dash is exactly `count` suitable letters, otherwise 0.
fn letters(text: &str, count: usize, is_suitable: fn(char) -> bool) -> usize {
    let block = text.split('-').next().unwrap_or_default();
    if block.len() == count && block.chars().all(is_suitable) { count } else { 0 }
}

/// Returns the code book of the record, or else the only one of the pack.
fn book(scope: &Scope<'_>) -> Option<Book> {
    let record = scope.draft.bare(scope.record).unwrap_or_default();
    let named = record[CodeBook::CATALOG].as_str();
    let id = named.or_else(|| scope.draft.ids(CodeBook::CATALOG).next())?;
    book_of(scope.draft, id).ok()
}

fn class<'a>(book: &'a Book, given: &[String]) -> Option<&'a Class> {
    let letter = given.first()?;
    book.classifiers.iter().find(|class| class.letter.to_string() == *letter)
}

fn kind<'a>(class: &'a Class, given: &[String]) -> Option<&'a Kind> {
    let letter = given.get(1)?;
    class.kinds.iter().find(|kind| kind.letter.to_string() == *letter)
}

fn numbered<const MAX: u16>(named: Option<&[Named<MAX>]>) -> Vec<Offer> {
    let text = |number: Numeral<MAX>| number.to_string();
    offers(named.unwrap_or_default().iter().map(|it| (text(it.number), &it.title)))
}

fn offers<'a>(named: impl Iterator<Item = (String, &'a String)>) -> Vec<Offer> {
    named.map(|(value, title)| Offer { value, text: lower(title) }).collect()
}
