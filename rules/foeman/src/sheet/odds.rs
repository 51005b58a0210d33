//! The odds of an item, a figure type or a figure against each figure type of the pack, computed with the functions
//! that planners of battles use.

use foeman_engine::prospect::Fraction;
use foeman_engine::sheet::Table;
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::{Value, json};

use super::alone::{Alone, OTHER, OWN};
use crate::attack::prospect::{Consequences, consequences};
use crate::attack::{Attack, Manner, Order};
use crate::catalogs::{FigureType, Item, Kind, Ready, Roster};
use crate::constants::ORDINARY_DICE;
use crate::option::Mode;
use crate::rolls::Total;
use crate::situation::{Situation, weapons};

/// The maximum number of figure types in a table.
const MOST_TYPES: usize = 200;

/// Returns the tables of an item, a figure type or a figure of a roster, one for each mode of attack.
pub(super) fn odds(draft: &Draft, at: &Pointer) -> Vec<Table> {
    let Some((key, steps)) = at.record() else { return Vec::new() };
    let Some((figure, who)) = attacker(draft, &key, steps) else { return Vec::new() };
    let item = (key.catalog == Item::CATALOG).then_some(key.id.as_str());
    let types = draft.own_ids(FigureType::CATALOG).filter_map(|id| fighter(draft, id)).take(MOST_TYPES);
    // Each opponent is in a separate battle, so that opponents do not block each other.
    let alone = |(id, title): (String, String)| {
        let opponent = json!({ "name": "", "type": id });
        Some((title, Alone::against(draft, figure.clone(), opponent).ok()?))
    };
    let battles: Vec<(String, Alone)> = types.filter_map(alone).collect();
    let tables = Mode::ALL.into_iter().filter_map(|mode| {
        let rows: Vec<Vec<String>> =
            battles.iter().filter_map(|(title, alone)| row(title, alone.now(), mode, item)).collect();
        let columns = ["Against", "Hits", "Average harm", "Fells", "Throws down"];
        let weapon = battles.iter().find_map(|(_, alone)| {
            let now = alone.now();
            Some(weapons::nth(now, OWN, mode, attack_with(now, mode, item)?)?.weapon.title.clone())
        })?;
        (!rows.is_empty()).then(|| Table {
            title: format!("{weapon}: {}", verb(mode)),
            about: format!("{who} from the next hex in front, with {ORDINARY_DICE} dice and no rerolls"),
            columns: columns.map(str::to_owned).into(),
            rows,
        })
    });
    tables.collect()
}

/// Returns the attacking figure and its description: the figure itself, one of its type, or the first hero of the pack
/// with the item and just enough ST for it.
fn attacker(draft: &Draft, key: &RecordKey, steps: &[String]) -> Option<(Value, String)> {
    match (key.catalog.as_str(), steps) {
        (Roster::CATALOG, [figures, id]) => {
            let figure = draft.merged(key)?.get(figures)?.get(id)?.clone();
            let name = figure.get("name").and_then(Value::as_str).unwrap_or(id).to_owned();
            Some((figure, name))
        }
        (FigureType::CATALOG, []) => {
            let (_, title) = fighter(draft, &key.id)?;
            Some((json!({ "name": "", "type": key.id }), title))
        }
        (Item::CATALOG, []) => {
            let item: Item = draft.typed(key)?.ok()?;
            let hero = draft.own_ids(FigureType::CATALOG).find(|id| {
                let kind = draft.typed::<FigureType>(&RecordKey::new(FigureType::CATALOG, *id));
                matches!(kind, Some(Ok(FigureType { kind: Kind::Hero, .. })))
            })?;
            let kind: FigureType = draft.typed(&RecordKey::new(FigureType::CATALOG, hero))?.ok()?;
            let strength = kind.attributes.st.max(item.requires.st);
            let place = if item.ready == Ready::Worn { "worn" } else { "first-hand" };
            let gear = json!([{ "item": key.id, "place": place }]);
            let figure = json!({ "name": "", "type": hero, "attributes": { "st": strength }, "gear": gear });
            Some((figure, format!("{} with ST {strength} and DX {}", kind.title, kind.attributes.dx)))
        }
        _ => None,
    }
}

/// Returns the id and the title of a figure type that can fight.
fn fighter(draft: &Draft, id: &str) -> Option<(String, String)> {
    let kind: FigureType = draft.typed(&RecordKey::new(FigureType::CATALOG, id))?.ok()?;
    (kind.kind != Kind::Feature).then(|| (id.to_owned(), kind.title))
}

/// Returns the number of the first attack in a mode, with the item if one is given.
fn attack_with(now: Situation<'_>, mode: Mode, item: Option<&str>) -> Option<u8> {
    let arms = weapons::of(now, OWN, mode);
    let place = arms.iter().position(|arm| match (item, arm.item) {
        (Some(item), Some(held)) => now.item_kind(held).record == item,
        (Some(_), None) => false,
        (None, _) => true,
    });
    u8::try_from(place?).ok()
}

fn row(title: &str, now: Situation<'_>, mode: Mode, item: Option<&str>) -> Option<Vec<String>> {
    let attack = attack_with(now, mode, item)?;
    let order = Order { figure: OWN, target: OTHER, mode, attack, dice: ORDINARY_DICE, manner: Manner::Plain };
    let chance = Attack::<Total>::ordered(now, order)?.chance();
    let Consequences { harm, fells, throws } = consequences(now, order)?;
    let percent = |share: Fraction| format!("{} %", share.percent());
    let tenths = harm.tenths();
    let cells = [
        title.to_owned(),
        format!("{} %", chance.percent()),
        format!("{}.{}", tenths / 10, tenths % 10),
        percent(fells),
        percent(throws),
    ];
    Some(cells.into())
}

/// Returns the word for an attack in a mode.
pub(super) fn verb(mode: Mode) -> &'static str {
    match mode {
        Mode::Strike => "strike",
        Mode::Jab => "jab",
        Mode::Hurl => "hurl",
        Mode::Fire => "fire",
    }
}
