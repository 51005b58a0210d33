//! The known fields of records: those that a pack can represent, each in canonical form.
//!
//! The notes leave open which digit of `Atr` is which, what `HiP` and `Src` contain, and that `Nat` has the signs of an
//! item's class; these are assumptions.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use foeman_schema::grid::Cell;

use super::{Fields, Line, List, lines};
use crate::notation::DamageStat;
use crate::notation::pattern::FrontPattern;
use crate::notation::record::{AreaCode, Digit, MapOwner, RecordHex};
use foeman_engine::exchange::Note;

/// The kinds of figures by their letters; the notes have none for features.
pub(super) const KINDS: [(&str, &str); 5] =
    [("H", "hero"), ("W", "wizard"), ("C", "creature"), ("B", "base"), ("F", "feature")];
/// The classes of items.
pub(super) const CLASSES: [&str; 5] = ["wpn", "shd", "amr", "amo", "gen"];
/// The prefix of a second use's class, as in `&shd` (`F10.1`).
pub(super) const AMPED: char = '&';
/// The classes of second uses.
const SECOND_USES: [&str; 2] = ["&wpn", "&shd"];
/// The signs of the qualities of items.
pub(super) const QUALITIES: [(&str, &str); 4] = [("=", "ordinary"), ("-", "crude"), ("+", "magical"), ("*", "special")];
/// The ways to hold or wear items.
pub(super) const READY: [&str; 3] = ["1hand", "2hand", "worn"];
/// The carry limits of items.
pub(super) const CARRY: [&str; 6] = ["1ea", "1of", "mul", "acu", "nil", "uni"];
/// The places of items on a figure.
pub(super) const PLACES: [(&str, &str); 5] =
    [("1thand", "first-hand"), ("2dhand", "second-hand"), ("belt", "belt"), ("back", "back"), ("worn", "worn")];
/// The ways in which an item is placed on the map.
pub(super) const LIES: [&str; 6] = ["littered", "buried", "laid", "hung", "cast", "stuck"];
/// The actions that using an item can count as.
pub(super) const DEEDS: [&str; 9] = ["watch", "ready", "defend", "dodge", "strike", "jab", "hurl", "fire", "charge"];

/// The known parts of a file.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Its lines with their known fields; `None` for lines that a pack cannot represent.
    pub(super) lines: Vec<(Line, Option<Fields>)>,
    /// Notes on the parts that a pack cannot represent.
    pub(super) notes: Vec<Note>,
    /// Whether it can be imported as a battle: it has two sides or more.
    pub(super) is_battle: bool,
    /// The digit of the first direction: 1 (`F1.5`), or 0 in files of earlier versions.
    pub(super) first_facing: u8,
}

impl Known {
    /// The records of a list.
    pub(super) fn of(&self, list: List) -> impl Iterator<Item = &Fields> {
        self.lines.iter().filter(move |(line, _)| line.list == Some(list)).filter_map(|(_, known)| known.as_ref())
    }
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Known {
    let mut all: Vec<(Line, Option<Fields>)> = lines(bytes).into_iter().map(|line| (line, None)).collect();
    let mut reader = Reader { first_facing: first_facing(all.iter().map(|(line, _)| line)), ..Reader::default() };
    // The lists may come in any order, but are read in this one, because later lists refer to earlier ones.
    for list in List::ALL {
        reader.is_battle = reader.sides.len() > 1;
        for (number, (line, known)) in all.iter_mut().enumerate() {
            if line.list == Some(list) {
                reader.line = number + 1;
                *known = reader.record(list, &line.fields());
            }
        }
    }
    let Reader { mut notes, is_battle, first_facing, .. } = reader;
    if first_facing == 0 {
        let message =
            "expected facings from 1 to 6, found facings from 0 to 5; they are read as those of an earlier version";
        notes.push(Note { place: "figGrp Ori".to_owned(), message: message.to_owned() });
    }
    let stray = |(number, (line, _)): (usize, &(Line, Option<Fields>))| {
        let is_name = List::ALL.iter().any(|list| list.name() == line.text);
        (line.list.is_none() && !is_name && !line.text.is_empty()).then_some(number)
    };
    if let Some(number) = all.iter().enumerate().find_map(stray) {
        let message = "expected the name of a list, such as `figPoo`, before the first record; the line is kept";
        notes.insert(0, Note { place: format!("line {}", number + 1), message: message.to_owned() });
    }
    Known { lines: all, notes, is_battle, first_facing }
}

/// The digit of the first direction in a file.
///
/// Files of earlier versions count from 0. Their figures end with their side and have one digit of orientation. All
/// others count from 1 (`F1.5`) and have a second digit for observation.
fn first_facing<'a>(lines: impl Iterator<Item = &'a Line>) -> u8 {
    let figures = lines.filter(|line| line.list == Some(List::FigGrp)).map(Line::fields);
    let orientations: Vec<String> = figures
        .filter(|it| it.len() > 8)
        .map(|mut it| if it.len() == 9 { it.swap_remove(4) } else { String::new() })
        .collect();
    let is_early = |text: &String| matches!(text.as_bytes(), [b'0'..=b'5']);
    u8::from(orientations.is_empty() || !orientations.iter().all(is_early))
}

/// A facing from 0 to 5, in the format of a file whose first direction has this digit.
pub(super) fn facing_text(facing: &str, first: u8) -> String {
    match (facing.parse::<u8>(), first) {
        (Ok(facing), 1) => format!("{}0", facing + 1),
        _ => facing.to_owned(),
    }
}

/// The records of a file while it is read.
#[derive(Default)]
struct Reader {
    line: usize,
    notes: Vec<Note>,
    is_battle: bool,
    first_facing: u8,
    sides: Vec<String>,
    /// Figure types with their letters.
    types: BTreeMap<String, String>,
    /// Item types: the sign with the class, and whether pieces are counted.
    items: BTreeMap<String, (String, bool)>,
    /// Item types: the sign, and how they are held or worn.
    bases: BTreeMap<String, [String; 2]>,
    /// Second uses, by type and class.
    second_uses: BTreeSet<(String, String)>,
    figures: BTreeMap<String, ()>,
}

impl Reader {
    fn note(&mut self, list: List, at: usize, expected: &str, found: &str) {
        let field = list.fields().get(at).copied().unwrap_or_default();
        let found: String = found.chars().take(24).flat_map(char::escape_default).collect();
        let message = format!("expected {expected}, found `{found}`; the line is kept");
        self.notes.push(Note { place: format!("line {}, {} {field}", self.line, list.name()), message });
    }

    /// Reads a field; if it is invalid, adds a note and returns the default.
    fn field(
        &mut self,
        list: List,
        fields: &Fields,
        at: usize,
        form: (&str, &str),
        read: impl Fn(&str) -> Option<String>,
    ) -> String {
        let (expected, usual) = form;
        let text = fields.get(at).map(String::as_str).unwrap_or_default();
        read(text).unwrap_or_else(|| {
            if !text.is_empty() {
                self.note(list, at, expected, text);
            }
            usual.to_owned()
        })
    }

    /// Reads a name; `None` with a note if it is empty or invalid.
    fn name(&mut self, list: List, fields: &Fields, at: usize) -> Option<String> {
        let text = fields.get(at).map(String::as_str).unwrap_or_default();
        if text.trim().is_empty() || text.contains(char::is_control) {
            self.note(list, at, "a name", text);
            return None;
        }
        Some(text.to_owned())
    }

    fn record(&mut self, list: List, fields: &Fields) -> Option<Fields> {
        match list {
            List::SidPoo => self.side(fields),
            List::FigPoo => self.figure_type(fields),
            List::ItmPoo => self.item_type(fields),
            List::FigGrp => self.figure(fields),
            List::ItmGrp => self.item(fields),
        }
    }

    fn side(&mut self, fields: &Fields) -> Option<Fields> {
        let value = fields.first().map(String::as_str).unwrap_or_default();
        let is_new = matches!(value.as_bytes(), [b'1'..=b'9']) && !self.sides.iter().any(|side| side == value);
        if !is_new {
            self.note(List::SidPoo, 0, "another number from 1 to 9", value);
            return None;
        }
        self.sides.push(value.to_owned());
        Some(vec![value.to_owned(), String::new()])
    }

    fn figure_type(&mut self, fields: &Fields) -> Option<Fields> {
        let list = List::FigPoo;
        let name = self.name(list, fields, 0)?;
        if self.types.contains_key(&name) {
            self.note(list, 0, "another name", &name);
            return None;
        }
        let size = self.field(list, fields, 1, ("a number from 1 to 9999", "100"), |text| number(text, 1, 9999));
        let form = ("four digits from 1 to 99 for ST, DX, IQ and MA, and a letter of H, W, C, B", "::::H");
        let attributes = self.field(list, fields, 2, form, attributes);
        let attack = self.field(list, fields, 3, ("damage dice, such as `-1H`", ""), damage);
        let hide = self.field(list, fields, 5, ("three digits for protection, rating and block", ""), protection);
        let shape = self.field(list, fields, 6, ("a front pattern, such as `3aabcba`", "3aabcba"), |text| {
            text.parse::<FrontPattern>().ok().map(|pattern| pattern.to_string())
        });
        self.types.insert(name.clone(), attributes.chars().skip(4).collect());
        Some(vec![name, size, attributes, attack, String::new(), hide, shape])
    }

    fn item_type(&mut self, fields: &Fields) -> Option<Fields> {
        let list = List::ItmPoo;
        let name = self.name(list, fields, 0)?;
        if fields.get(2).is_some_and(|class| SECOND_USES.contains(&class.as_str())) {
            return self.second_use(name, fields);
        }
        let class = fields.get(2).filter(|class| CLASSES.contains(&class.as_str())).cloned();
        let Some(class) = class else {
            self.note(list, 2, "one of `wpn`, `shd`, `amr`, `amo` and `gen`", fields.get(2).map_or("", String::as_str));
            return None;
        };
        if self.items.contains_key(&name) {
            self.note(list, 0, "another name", &name);
            return None;
        }
        let quality = self.field(list, fields, 1, ("one of `=`, `-`, `+` and `*`", "="), |text| {
            QUALITIES.iter().any(|(sign, _)| *sign == text).then(|| text.to_owned())
        });
        let ready = self.field(list, fields, 3, ("one of `1hand`, `2hand` and `worn`", "1hand"), one_of(&READY));
        let stops = matches!(class.as_str(), "shd" | "amr");
        let form = if stops { "three digits for protection, rating and block" } else { "damage dice, such as `-1H`" };
        let source = self.field(list, fields, 4, (form, ""), if stops { protection } else { damage });
        let form = ("one of `1ea`, `1of`, `mul`, `acu`, `nil` and `uni`", "1ea");
        let carry = self.field(list, fields, 5, form, one_of(&CARRY));
        let needs = self.field(list, fields, 6, ("a number from 1 to 99", ""), |text| number(text, 1, 99));
        let range = self.field(list, fields, 7, ("a number from 1 to 99", ""), |text| number(text, 1, 99));
        let deed = self.field(list, fields, 8, ("an action, such as `defend`", ""), one_of(&DEEDS));
        self.items.insert(name.clone(), (format!("{quality}{class}"), carry == "acu"));
        self.bases.insert(name.clone(), [quality.clone(), ready.clone()]);
        Some(vec![name, quality, class, ready, source, carry, needs, range, deed])
    }

    /// Reads a second use of an item that was read before it, such as `&shd` of a net (`F10.1`).
    fn second_use(&mut self, name: String, fields: &Fields) -> Option<Fields> {
        let list = List::ItmPoo;
        let use_as = fields[2].clone();
        let Some(([sign, ready], (class, _))) = self.bases.get(&name).cloned().zip(self.items.get(&name)) else {
            self.note(list, 2, "the item before its second use", &use_as);
            return None;
        };
        let is_other = !class.ends_with(use_as.trim_start_matches(AMPED));
        if !is_other || !self.second_uses.insert((name.clone(), use_as.clone())) {
            self.note(list, 2, "a class that the item does not have yet", &use_as);
            return None;
        }
        let (form, read): (_, fn(&str) -> Option<String>) = match use_as.as_str() {
            "&shd" => ("three digits for protection, rating and block", protection),
            _ => ("damage dice, such as `-1H`", |text| damage(text).filter(|damage| !damage.is_empty())),
        };
        let source = fields.get(4).map(String::as_str).unwrap_or_default();
        let Some(source) = read(source).filter(|source| !source.is_empty()) else {
            self.note(list, 4, form, source);
            self.second_uses.remove(&(name, use_as));
            return None;
        };
        let mut known = vec![String::new(); 9];
        // Quality and readying belong to the item, not to its second use.
        known[..5].clone_from_slice(&[name, sign, use_as, ready, source]);
        Some(known)
    }

    fn figure(&mut self, fields: &Fields) -> Option<Fields> {
        let list = List::FigGrp;
        let typ = fields.first().cloned().unwrap_or_default();
        let Some(letter) = self.types.get(&typ).cloned() else {
            self.note(list, 0, "a type of `figPoo`", &typ);
            return None;
        };
        let hex = self.field(list, fields, 3, ("column and row, such as `1014`", ""), |text| {
            text.parse::<RecordHex>().ok().map(|hex| hex.to_string())
        });
        let area = "Aa".to_owned();
        let empty = String::new;
        if letter == "F" {
            if !self.is_battle || hex.is_empty() {
                self.note(list, 3, "a hex of a battle with two sides", &hex);
                return None;
            }
            return Some(vec![typ, empty(), area, hex, empty(), empty(), empty(), empty()]);
        }
        let name = self.name(list, fields, 7)?;
        if self.figures.insert(name.clone(), ()).is_some() {
            self.note(list, 7, "another name", &name);
            return None;
        }
        let side = fields.get(8).cloned().unwrap_or_default();
        if !self.sides.contains(&side) {
            self.note(list, 8, "a side of `sidPoo`", &side);
            self.figures.remove(&name);
            return None;
        }
        let class = self.field(list, fields, 1, ("`Adv` or `Bst`", "Adv"), one_of(&["Adv", "Bst"]));
        let placed = self.is_battle && !hex.is_empty();
        if !placed && !hex.is_empty() {
            self.note(list, 3, "at least two sides", &hex);
        }
        let first = self.first_facing;
        let (expected, usual) = if first == 0 { ("a digit from 0 to 5", "0") } else { ("a digit from 1 to 6", "1") };
        let facing = self.field(list, fields, 4, (expected, usual), |text| {
            let digit = text.chars().next()?.to_digit(10)?.checked_sub(first.into())?;
            (digit < 6).then(|| (digit + u32::from(first)).to_string())
        });
        let facing = facing.parse::<u8>().unwrap_or(first) - first;
        let (hex, facing) = if placed { (hex, facing) } else { (empty(), 0) };
        let facing = facing_text(&facing.to_string(), first);
        Some(vec![typ, class, area, hex, facing, empty(), empty(), name, side])
    }

    fn item(&mut self, fields: &Fields) -> Option<Fields> {
        let list = List::ItmGrp;
        let owner = fields.first().cloned().unwrap_or_default();
        let code = fields.get(1).cloned().unwrap_or_default();
        let Some((class, is_counted)) = self.items.get(&code).cloned() else {
            self.note(list, 1, "a type of `itmPoo`", &code);
            return None;
        };
        let on_map = MapOwner::from_str(&owner).is_ok_and(|owner| owner.area == AreaCode::ARENA);
        if !(self.figures.contains_key(&owner) || on_map && self.is_battle) {
            self.note(list, 0, "a figure of `figGrp`, or a hex of a battle in the area `Aa`", &owner);
            return None;
        }
        let place = if on_map {
            self.field(list, fields, 3, ("how it lies there, such as `littered`", "littered"), one_of(&LIES))
        } else {
            let form = ("where it is carried, such as `1thand` or `belt`", "belt");
            self.field(list, fields, 3, form, |text| {
                PLACES.iter().any(|(name, _)| *name == text).then(|| text.to_owned())
            })
        };
        let count = if is_counted {
            self.field(list, fields, 5, ("a number from 1 to 999", "1"), |text| number(text, 1, 999))
        } else {
            String::new()
        };
        Some(vec![owner, code, class, place, String::new(), count, String::new()])
    }
}

/// A number in a range, without leading characters.
fn number(text: &str, least: u16, most: u16) -> Option<String> {
    let number: u16 = text.parse().ok()?;
    (least..=most).contains(&number).then(|| number.to_string())
}

fn damage(text: &str) -> Option<String> {
    text.parse::<DamageStat>().ok().map(|damage| damage.to_string())
}

fn one_of(words: &'static [&'static str]) -> impl Fn(&str) -> Option<String> {
    move |text| words.contains(&text).then(|| text.to_owned())
}

/// The values of digits, each in its range.
pub(super) fn digits<const N: usize>(text: &str, ranges: [(i16, i16); N]) -> Option<[i16; N]> {
    let numbers: Vec<i16> = text.chars().map(|c| Digit::try_from(c).ok().map(Digit::value)).collect::<Option<_>>()?;
    let numbers: [i16; N] = numbers.try_into().ok()?;
    numbers.iter().zip(ranges).all(|(number, (least, most))| (least..=most).contains(number)).then_some(numbers)
}

/// The ranges of ST, DX, IQ and MA.
pub(super) const ATTRIBUTES: [(i16, i16); 4] = [(1, 99), (1, 99), (1, 99), (0, 99)];
/// The ranges of protection, rating and block.
pub(super) const PROTECTION: [(i16, i16); 3] = [(0, 99), (0, 6), (0, 99)];

fn attributes(text: &str) -> Option<String> {
    let numbers: String = text.chars().take(4).collect();
    digits(&numbers, ATTRIBUTES)?;
    let letter: String = text.chars().skip(4).collect();
    let letter = if letter.is_empty() { "H" } else { KINDS.iter().find(|(known, _)| *known == letter)?.0 };
    Some(numbers + letter)
}

fn protection(text: &str) -> Option<String> {
    let numbers = digits(text, PROTECTION)?;
    Some(if numbers == [0; 3] { String::new() } else { text.to_owned() })
}

/// The hex of an item on the map.
pub(super) fn cell_of(owner: &str) -> Option<Cell> {
    owner.parse::<MapOwner>().ok().map(|owner| owner.hex.cell())
}
