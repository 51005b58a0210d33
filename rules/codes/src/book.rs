//! A code book with lookup of the meaning of each block of a code (`A3`).

use std::collections::BTreeMap;

use foeman_schema::dialect::{Dialect, Ref};
use foeman_schema::notation::code::{ActionCode, Block, COMBAT, Letter, Number, Tail};
use foeman_schema::resolve::{ContentError, Resolved};
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::catalogs::{Action, ActionType, Classifier, CodeBook, Harm, Weapon};
use foeman_engine::coded::{Unknown, find, lower};

/// The meaning of letters and numbers in codes.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// The fields of action.
    pub classifiers: Vec<Class>,
    /// Positions of the body, by number.
    pub positions: Vec<Named<999>>,
    /// Weapons and armours, by number.
    pub weapons: Vec<Arm>,
    /// Parts of the body, by number.
    pub locations: Vec<Named<8>>,
}

/// A field of action with its types.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its letter.
    pub letter: Letter,
    /// Its title.
    pub title: String,
    /// Its types.
    pub kinds: Vec<Kind>,
}

/// A type of action with its actions.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The id of its record.
    pub id: String,
    /// Its letter.
    pub letter: Letter,
    /// Its title.
    pub title: String,
    /// The harm its actions do to their target.
    pub harms: Harm,
    /// The types, by id, of responses that can oppose it.
    pub meets: Vec<String>,
    /// Its actions, by number.
    pub actions: Vec<Named<999>>,
}

/// A name with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<const MAX: u16> {
    /// The number.
    pub number: Number<MAX>,
    /// The name.
    pub title: String,
}

/// A weapon or armour.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The id of its record.
    pub id: String,
    /// Its number.
    pub number: Number<9999>,
    /// Its title.
    pub title: String,
    /// The ids of armours, with the points by which each reduces its damage.
    pub table: Vec<(String, i32)>,
}

/// The meaning of a code.
#[derive(Clone, Copy, Debug)]
pub struct Meaning<'a> {
    /// The code.
    pub code: &'a ActionCode,
    /// Its field of action.
    pub class: &'a Class,
    /// Its type of action.
    pub kind: &'a Kind,
    /// Its action.
    pub action: &'a Named<999>,
    /// The position, in a combat code.
    pub position: Option<&'a Named<999>>,
    /// The weapon or armour, in a combat code.
    pub weapon: Option<&'a Arm>,
    /// The part of the body, in a combat code.
    pub location: Option<&'a Named<8>>,
}

impl Book {
    /// Reads a book and all records it refers to.
    pub fn read(resolved: &Resolved, book: &Ref<CodeBook>) -> Result<Self, ContentError> {
        let book = resolved.get(book)?;
        let mut positions: Vec<_> = book.positions.into_values().map(|it| named(it.number, it.title)).collect();
        let mut locations: Vec<_> = book.locations.into_values().map(|it| named(it.number, it.title)).collect();
        positions.sort_by_key(|position| position.number);
        locations.sort_by_key(|location| location.number);
        Ok(Self {
            title: book.title,
            classifiers: book.classifiers.iter().map(|class| read_class(resolved, class)).collect::<Result<_, _>>()?,
            positions,
            weapons: book.weapons.iter().map(|weapon| read_arm(resolved, weapon)).collect::<Result<_, _>>()?,
            locations,
        })
    }

    /// Returns the meaning of a code; the error names the first unknown block.
    pub fn meaning<'a>(&'a self, code: &'a ActionCode) -> Result<Meaning<'a>, Unknown> {
        let classes = self.classifiers.iter().map(|class| (class.letter.to_string(), &*class.title, class));
        let class = find(code, Block::Classifier, "a classifier", classes)?;
        let kinds = class.kinds.iter().map(|kind| (kind.letter.to_string(), &*kind.title, kind));
        let kind = find(code, Block::Kind, &format!("an action type of {}", lower(&class.title)), kinds)?;
        let actions = kind.actions.iter().map(|action| (action.number.to_string(), &*action.title, action));
        let action = find(code, Block::Action, &format!("an action of {}", lower(&kind.title)), actions)?;
        let mut meaning = Meaning { code, class, kind, action, position: None, weapon: None, location: None };
        if let Tail::Combat { .. } = code.tail {
            let positions = self.positions.iter().map(|it| (it.number.to_string(), &*it.title, it));
            meaning.position = Some(find(code, Block::Position, "a position", positions)?);
            let weapons = self.weapons.iter().map(|it| (it.number.to_string(), &*it.title, it));
            meaning.weapon = Some(find(code, Block::Weapon, "a weapon", weapons)?);
            let locations = self.locations.iter().map(|it| (it.number.to_string(), &*it.title, it));
            meaning.location = Some(find(code, Block::Location, "a location", locations)?);
        }
        Ok(meaning)
    }
}

impl Meaning<'_> {
    /// Returns the code in words: `combat, hand-to-hand, punch, score 9, standing, body, at the left head and
    /// shoulder`.
    pub fn words(&self) -> String {
        let words: Vec<String> = self.blocks().into_iter().map(|(.., words)| words).collect();
        words.join(", ")
    }

    /// Returns every block with its text and its meaning, in the order written.
    pub fn blocks(&self) -> Vec<(Block, String, String)> {
        let say = |(block, text, _): (Block, String, usize)| {
            let title = |title: Option<&String>| title.map_or_else(|| text.clone(), |title| lower(title));
            let words = match block {
                Block::Classifier => lower(&self.class.title),
                Block::Kind => lower(&self.kind.title),
                Block::Action => lower(&self.action.title),
                Block::Score => format!("score {}", self.code.score.get()),
                Block::Position => title(self.position.map(|it| &it.title)),
                Block::Weapon => title(self.weapon.map(|it| &it.title)),
                Block::Location => self.location.map_or_else(|| text.clone(), at),
                Block::Own => format!("`{text}` as written"),
            };
            (block, text, words)
        };
        self.code.blocks().into_iter().map(say).collect()
    }

    /// Whether the action can attack: its type does harm, and its score is above 0.
    pub fn attacks(&self) -> bool {
        self.kind.harms != Harm::Nothing && self.code.score.get() > 0
    }
}

/// Collects the records of every catalog, complete or not, for reading books; `of` returns the records of one catalog.
pub(super) fn all_records(dialect: &Dialect, of: impl Fn(&'static str) -> BTreeMap<String, Value>) -> Resolved {
    Resolved {
        ruleset: dialect.id.to_owned(),
        scenario: RecordKey::new(dialect.playable, ""),
        records: dialect.catalogs.iter().map(|catalog| (catalog.name.to_owned(), of(catalog.name))).collect(),
        fields: BTreeMap::new(),
        spare: BTreeMap::new(),
        language: None,
    }
}

/// Formats a location after an action: `at the left leg`; number 0 is not a single place, so it has no article.
fn at(location: &Named<8>) -> String {
    let article = if location.number.get() == 0 { "" } else { "the " };
    format!("at {article}{}", lower(&location.title))
}

/// Whether codes of the classifier include position, weapon and location.
pub fn is_combat(class: &Class) -> bool {
    class.letter == COMBAT
}

fn named<const MAX: u16>(number: Number<MAX>, title: String) -> Named<MAX> {
    Named { number, title }
}

fn read_class(resolved: &Resolved, class: &Ref<Classifier>) -> Result<Class, ContentError> {
    let class = resolved.get(class)?;
    let kinds = class.types.iter().map(|kind| read_kind(resolved, kind)).collect::<Result<_, _>>()?;
    Ok(Class { letter: class.letter, title: class.title, kinds })
}

fn read_kind(resolved: &Resolved, id: &Ref<ActionType>) -> Result<Kind, ContentError> {
    let kind = resolved.get(id)?;
    let action = |action: Action| named(action.number, action.title);
    let mut actions: Vec<_> = kind.actions.into_values().map(action).collect();
    actions.sort_by_key(|action| action.number);
    Ok(Kind {
        id: id.id().to_owned(),
        letter: kind.letter,
        title: kind.title,
        harms: kind.harms,
        meets: kind.meets.iter().map(|other| other.id().to_owned()).collect(),
        actions,
    })
}

fn read_arm(resolved: &Resolved, id: &Ref<Weapon>) -> Result<Arm, ContentError> {
    let weapon = resolved.get(id)?;
    Ok(Arm {
        id: id.id().to_owned(),
        number: weapon.number,
        title: weapon.title,
        table: weapon.table.iter().map(|entry| (entry.armour.id().to_owned(), i32::from(entry.less))).collect(),
    })
}
