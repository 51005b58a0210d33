//! Figure sheets: the values of a figure of a roster, shown while it is built and on its card.
//!
//! A ruleset computes them with the functions that battles use, from a draft that may contain errors elsewhere; only
//! checks decide whether a figure is legal.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use crate::display::Term;

/// How a ruleset shows the figures of a record.
#[derive(Clone, Copy)]
pub struct SheetDef {
    /// The catalog whose records list figures.
    pub catalog: &'static str,
    /// Returns the figures of a record in a fixed order, including unreadable ones.
    pub members: fn(&Draft, &RecordKey) -> Vec<Member>,
    /// Returns the sheet of a figure. The error says why it cannot be computed.
    pub sheet: fn(&Draft, &Member) -> Result<Sheet, String>,
    /// Returns the tables of a figure for its printed sheet. The error says why they cannot be computed.
    pub tables: fn(&Draft, &Member) -> Result<Tables, String>,
    /// Returns the exact odds of an item, a figure type or a figure of a record against each figure type of the pack,
    /// given its pointer; empty if it cannot attack or cannot be computed.
    pub odds: fn(&Draft, &Pointer) -> Vec<Table>,
    /// Returns what could be added to one of a sheet's lists, in display order.
    pub offers: fn(&Draft, &Member, &Holding) -> Vec<Offer>,
}

/// A figure of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its id within the record.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The pointer to its definition.
    pub pointer: Pointer,
}

/// The sheet of a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The kind of figure.
    pub kind: String,
    /// Its images, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// The attributes, which can be raised and lowered.
    pub attributes: Vec<Attribute>,
    /// The sum of its attributes, in a few words.
    pub points: Fact,
    /// Values derived from all of it, each with its terms.
    pub facts: Vec<Fact>,
    /// Its belongings and abilities, by kind.
    pub holdings: Vec<Holding>,
}

/// A number that can be raised and lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name: `ST`.
    pub name: String,
    /// The current value.
    pub value: i32,
    /// The default value; the current one differs if the figure sets it.
    pub usual: i32,
    /// The least and greatest value allowed.
    pub range: (i32, i32),
    /// The pointer to a value other than the default.
    pub pointer: Pointer,
}

/// A derived value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Its name: `Broadsword`.
    pub name: String,
    /// Its value in words: `2 dice, hits on 12 or less`.
    pub text: String,
    /// The terms of its number; empty if there is nothing to add up.
    pub terms: Vec<Term>,
    /// Whether it is printed on a card.
    pub brief: bool,
}

/// The belongings or abilities of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// Its title: `Gear`.
    pub title: String,
    /// The word for one thing in it: `gear`.
    pub one: String,
    /// Where the list is, present or not.
    pub pointer: Pointer,
    /// The things in the list.
    pub held: Vec<Held>,
}

/// Something that a figure has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Its name.
    pub name: String,
    /// Its effect or requirement.
    pub note: String,
    /// The pointer to its definition.
    pub pointer: Pointer,
    /// The places it can be in, and the current one; `None` for things without a place.
    pub place: Option<Choice>,
    /// Whether it is usable in its current place; `None` if it always is.
    pub ready: Option<bool>,
}

/// A choice between several values, and where the value is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The pointer to the value.
    pub pointer: Pointer,
    /// The value as written, and its label.
    pub words: Vec<(String, String)>,
    /// The position of the current one.
    pub now: usize,
}

/// The additions of a printed sheet to the [`Sheet`] of a figure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tables {
    /// The tables that the figure needs.
    pub tables: Vec<Table>,
    /// Amounts that are ticked off in a battle.
    pub tracks: Vec<Track>,
}

/// A table of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its title.
    pub title: String,
    /// How to read it, in a sentence; empty if that is obvious.
    pub about: String,
    /// The headings of its columns.
    pub columns: Vec<String>,
    /// Its rows, with one text for each column.
    pub rows: Vec<Vec<String>>,
}

/// An amount that is ticked off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The amount at the beginning.
    pub amount: u32,
    /// What happens when it is used up; empty if nothing does.
    pub end: String,
}

/// Something that can be added to a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Its effect or requirement.
    pub note: String,
    /// The value to add.
    pub value: Value,
}
