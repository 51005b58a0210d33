//! What a figure of a roster comes to: what front ends show of it while it is built, and on its card.
//!
//! A ruleset works it out with its own functions, those that battles are fought with, from a draft that may be wrong
//! elsewhere; whether a figure is legal is said by the checks and nowhere else.

use foeman_schema::catalogs::images::ImageLayer;
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use crate::told::Term;

/// How a ruleset shows the figures of a record.
#[derive(Clone, Copy)]
pub struct SheetDef {
    /// The catalog whose records list figures.
    pub catalog: &'static str,
    /// The figures of a record in a fixed order, those that cannot be read too.
    pub members: fn(&Draft, &RecordKey) -> Vec<Member>,
    /// What one of them comes to; the error says why nobody knows.
    pub sheet: fn(&Draft, &Member) -> Result<Sheet, String>,
    /// What could be added to one of the lists of a sheet, in the order in which it is offered.
    pub offers: fn(&Draft, &Member, &Holding) -> Vec<Offer>,
}

/// A figure of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its id there.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub pointer: Pointer,
}

/// What a figure comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// What kind of figure it is.
    pub kind: String,
    /// Images it is drawn with, from the bottom up.
    pub images: Vec<ImageLayer>,
    /// What can be raised and lowered.
    pub attributes: Vec<Attribute>,
    /// What its attributes come to, in a few words.
    pub points: Fact,
    /// What follows from all of it, each with its reasons.
    pub facts: Vec<Fact>,
    /// What it has.
    pub holdings: Vec<Holding>,
}

/// A number that can be raised and lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// `ST`.
    pub name: String,
    /// What it is.
    pub value: i32,
    /// What it is by itself; the value differs where the figure has its own.
    pub usual: i32,
    /// The least and the most that may be written.
    pub range: (i32, i32),
    /// Where it is written when it differs.
    pub pointer: Pointer,
}

/// Something that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// `Broadsword`.
    pub name: String,
    /// `2 dice, hits on 12 or less`.
    pub text: String,
    /// What its number is made of; empty where there is nothing to add up.
    pub terms: Vec<Term>,
    /// Whether it belongs on a card.
    pub brief: bool,
}

/// What a figure has of one sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// `Gear`.
    pub title: String,
    /// `gear`: a word for one thing of it.
    pub one: String,
    /// The list, there or not.
    pub pointer: Pointer,
    /// What is in it.
    pub held: Vec<Held>,
}

/// One thing that a figure has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// What it is.
    pub name: String,
    /// What it does, or asks for.
    pub note: String,
    /// Where it is written.
    pub pointer: Pointer,
    /// Where it may be, the words for it and which counts; nothing for what is in no place.
    pub place: Option<Choice>,
    /// Whether it is of use where it is; nothing for what always is.
    pub ready: Option<bool>,
}

/// One of several words, and where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Where.
    pub pointer: Pointer,
    /// What is written, and what people call it.
    pub words: Vec<(String, String)>,
    /// The position of the one that is written.
    pub now: usize,
}

/// Something that could be added to a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// What it is.
    pub name: String,
    /// What it does, or asks for.
    pub note: String,
    /// What would be written.
    pub value: Value,
}
