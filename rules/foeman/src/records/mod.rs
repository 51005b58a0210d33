//! Import and export in the record format of the notes (`z1$[]`, `F12.2`).
//!
//! The notes define the fields of a record, but no file format. Ours is text, one byte for each character (`F12.5`): a
//! line with the name of a list, such as `figPoo`, followed by a line for each of its records, with commas between the
//! fields.
//!
//! The meaning of some fields is known; [`known`] reduces a record to these. Exporting replaces a field only if the
//! pack differs from the kept record. Unknown fields are therefore preserved, and a file that is read and written stays
//! the same.

mod battle;

mod export;

mod import;

mod known;

use std::collections::{BTreeMap, VecDeque};

pub(super) use battle::export as export_battle;

use foeman_schema::dialect::Record;

use crate::catalogs::Scenario;
use foeman_engine::exchange::Exchange;

/// The file of a pack that keeps the records it was imported from.
const KEPT: &str = "records.z1";

/// The maximum size of a file in bytes.
const MOST: usize = 1 << 20;

/// The record format of the notes.
pub(super) static RECORDS: Exchange = Exchange {
    name: "z1",
    about: "The records of the notes, one on each line: sides, types of figures and items, figures and their gear",
    kept: Some(KEPT),
    most: MOST,
    export: |draft, scenario, kept| {
        let mut all = draft.own_ids(Scenario::CATALOG);
        let only = all.next().filter(|_| all.next().is_none());
        let chosen = scenario.or(only);
        let resumed = chosen.and_then(|id| battle::resumed(draft, id, kept));
        resumed.unwrap_or_else(|| export::export(draft, chosen, kept))
    },
    import: |source, id| battle::import(source.bytes, id).unwrap_or_else(|| import::import(source, id)),
};

/// The lists of records, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum List {
    /// Sides.
    SidPoo,
    /// Types of figures.
    FigPoo,
    /// Types of items.
    ItmPoo,
    /// Figures.
    FigGrp,
    /// Items of figures and on the map.
    ItmGrp,
}

impl List {
    const ALL: [Self; 5] = [Self::SidPoo, Self::FigPoo, Self::ItmPoo, Self::FigGrp, Self::ItmGrp];

    fn name(self) -> &'static str {
        match self {
            Self::SidPoo => "sidPoo",
            Self::FigPoo => "figPoo",
            Self::ItmPoo => "itmPoo",
            Self::FigGrp => "figGrp",
            Self::ItmGrp => "itmGrp",
        }
    }

    /// The names of its fields (`F12.2`).
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::SidPoo => &["Val", "Ini"],
            Self::FigPoo => &["Typ", "Siz", "Atr", "Atk", "Ega", "HiP", "Shp"],
            Self::ItmPoo => &["Typ", "Nat", "Cla", "Rdy", "Src", "Rep", "Req", "Rng", "Fnc"],
            Self::FigGrp => &[
                "Typ", "Cla", "Are", "Coo", "Ori", "Img", "Hue", "Nam", "Ctl", "Chr", "Lvl", "Ep", "Gen", "Hit", "Ogn",
                "Mov", "Sta", "Sbj", "Act", "Obj",
            ],
            Self::ItmGrp => &["Own", "Cod", "Cla", "Loc", "Opn", "Bon", "Id"],
        }
    }

    /// The positions of the fields that identify a record.
    fn identity(self) -> &'static [usize] {
        match self {
            Self::SidPoo | Self::FigPoo | Self::ItmPoo => &[0],
            Self::FigGrp => &[7],
            Self::ItmGrp => &[0, 1],
        }
    }
}

/// The fields of a record in order.
type Fields = Vec<String>;

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    text: String,
    /// The line ending; empty at the end of the file.
    end: &'static str,
    /// The list it belongs to; `None` for the name of a list, an empty line, and lines before the first list.
    list: Option<List>,
}

impl Line {
    fn fields(&self) -> Fields {
        self.text.split(',').map(str::to_owned).collect()
    }
}

/// Splits a file into lines; each byte is a character.
fn lines(bytes: &[u8]) -> Vec<Line> {
    let text: String = bytes.iter().copied().map(char::from).collect();
    let mut list = None;
    let line = |piece: &str| {
        let (text, end) = match piece.strip_suffix("\r\n") {
            Some(text) => (text, "\r\n"),
            None => piece.strip_suffix('\n').map_or((piece, ""), |text| (text, "\n")),
        };
        let begins = List::ALL.into_iter().find(|list| list.name() == text);
        list = begins.or(list);
        Line { text: text.to_owned(), end, list: list.filter(|_| begins.is_none() && !text.is_empty()) }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A text as a field; `None` if it contains a comma, a control character or a character outside Latin-1.
fn latin(text: &str) -> Option<String> {
    let fits = |c: char| u32::from(c) < 256 && !c.is_control() && c != ',';
    text.chars().all(fits).then(|| text.to_owned())
}

/// Merges the records of a pack into the kept ones; fields with the same meaning stay as they are written.
///
/// `kept` are the lines with their known fields; lines without known fields stay.
fn joined(kept: &[(Line, Option<Fields>)], mut fresh: BTreeMap<List, Vec<Fields>>) -> Vec<u8> {
    let identity = |list: List, fields: &Fields| -> Vec<String> {
        let mut identity: Vec<String> = list.identity().iter().filter_map(|&at| fields.get(at).cloned()).collect();
        // The second use of an item has the same name as the item.
        let second = fields.get(2).filter(|class| list == List::ItmPoo && class.starts_with(known::AMPED));
        identity.extend(second.cloned());
        identity
    };
    let mut waiting: BTreeMap<(List, Vec<String>), VecDeque<usize>> = BTreeMap::new();
    for (&list, records) in &fresh {
        for (at, record) in records.iter().enumerate() {
            waiting.entry((list, identity(list, record))).or_default().push_back(at);
        }
    }
    let mut out: Vec<(Option<List>, String)> = Vec::new();
    let mut list = None;
    for (line, known) in kept {
        list = List::ALL.into_iter().find(|list| list.name() == line.text).or(list);
        let text = match (line.list, known) {
            (Some(list), Some(known)) => {
                let same = waiting.get_mut(&(list, identity(list, known))).and_then(VecDeque::pop_front);
                let now = same.and_then(|at| Some(std::mem::take(fresh.get_mut(&list)?.get_mut(at)?)));
                // Records removed from the pack are left out.
                let Some(now) = now else { continue };
                merged(&line.fields(), known, &now)
            }
            _ => line.text.clone(),
        };
        out.push((list, text + line.end));
    }
    for (list, mut records) in fresh {
        records.retain(|record| !record.is_empty());
        if records.is_empty() {
            continue;
        }
        let added = records.iter().map(|record| record.join(",") + "\n").collect::<String>();
        match out.iter().rposition(|(of, _)| *of == Some(list)) {
            Some(last) => {
                if !out[last].1.ends_with('\n') {
                    out[last].1.push('\n');
                }
                out.insert(last + 1, (Some(list), added));
            }
            None => out.push((Some(list), format!("{}\n{added}", list.name()))),
        }
    }
    // Everything written is Latin-1 already.
    out.iter().flat_map(|(_, text)| text.chars()).map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
}

/// A kept record, with the fields replaced whose meaning has changed.
fn merged(kept: &Fields, known: &Fields, now: &Fields) -> String {
    let mut fields = kept.clone();
    for (at, (before, now)) in known.iter().zip(now).enumerate() {
        if before != now {
            fields.resize(fields.len().max(at + 1), String::new());
            fields[at].clone_from(now);
        }
    }
    fields.join(",")
}
