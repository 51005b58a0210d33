//! The gear, spells and talents of a figure.

use foeman_schema::dialect::{Record, Ref};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};

use super::alone::OWN;
use crate::catalogs::{Item, ItemClass, Loadout, Quality, Ready, RosterFigure, Spell, Talent};
use crate::situation::{Situation, weapons};
use foeman_engine::sheet::{Choice, Held, Holding, Member};

/// The places on a figure, with their keys and display names.
pub(super) const PLACES: [(Loadout, &str, &str); 5] = [
    (Loadout::FirstHand, "first-hand", "First hand"),
    (Loadout::SecondHand, "second-hand", "Second hand"),
    (Loadout::Belt, "belt", "Belt"),
    (Loadout::Back, "back", "Back"),
    (Loadout::Worn, "worn", "Worn"),
];

/// The keys of a figure's lists.
pub(super) const GEAR: &str = "gear";
pub(super) const SPELLS: &str = "spells";
pub(super) const TALENTS: &str = "talents";

pub(super) fn holdings(draft: &Draft, member: &Member, figure: &RosterFigure, now: Situation<'_>) -> Vec<Holding> {
    let list = |title: &str, one: &str, key: &str, held: Vec<Held>| Holding {
        title: title.to_owned(),
        one: one.to_owned(),
        pointer: member.pointer.child(key),
        held,
    };
    let at = |key: &str, index: usize| member.pointer.child(key).child(index.to_string());
    let spells = figure.spells.iter().enumerate().map(|(index, spell)| {
        let record = get(draft, spell);
        known(spell.id(), record.as_ref().map(|spell| &spell.title), record.as_ref().map(of_spell), at(SPELLS, index))
    });
    let talents = figure.talents.iter().enumerate().map(|(index, talent)| {
        let record = get(draft, talent);
        let title = record.as_ref().map(|talent| &talent.title);
        known(talent.id(), title, record.as_ref().map(of_talent), at(TALENTS, index))
    });
    vec![
        list("Gear", "gear", GEAR, gear(draft, member, figure, now)),
        list("Spells", "a spell", SPELLS, spells.collect()),
        list("Talents", "a talent", TALENTS, talents.collect()),
    ]
}

/// Gear with its places. An item that the figure does not get in battle counts as not ready.
fn gear(draft: &Draft, member: &Member, figure: &RosterFigure, now: Situation<'_>) -> Vec<Held> {
    let mut owned = now.gear(OWN).peekable();
    let mut held = Vec::new();
    for (index, gear) in figure.gear.iter().enumerate() {
        let pointer = member.pointer.child(GEAR).child(index.to_string());
        let item = owned.next_if(|item| now.item_kind(*item).record == gear.item.id());
        let record: Option<Item> = get(draft, &gear.item);
        // Ammunition can be used from any place.
        let serves = |record: &Item| record.class == ItemClass::Amo;
        let ready =
            (!record.as_ref().is_some_and(serves)).then(|| item.is_some_and(|item| weapons::is_ready(now, OWN, item)));
        let mut note = record.as_ref().map(of_item).unwrap_or_default();
        if gear.count > 1 {
            note = format!("{} pieces, {note}", gear.count);
        }
        let title = record.map_or_else(|| gear.item.id().to_owned(), |item| item.title);
        let place = Choice {
            pointer: pointer.child("place"),
            words: PLACES.map(|(_, word, name)| (word.to_owned(), name.to_owned())).into(),
            now: PLACES.iter().position(|(place, ..)| *place == gear.place).unwrap_or_default(),
        };
        held.push(Held { name: title, note, pointer, place: Some(place), ready });
    }
    held
}

fn known(id: &str, title: Option<&String>, note: Option<String>, pointer: Pointer) -> Held {
    let name = title.map_or(id, String::as_str).to_owned();
    Held { name, note: note.unwrap_or_default(), pointer, place: None, ready: None }
}

/// The effects and requirements of an item.
pub(super) fn of_item(item: &Item) -> String {
    let mut parts = Vec::new();
    parts.extend(item.damage.as_ref().map(|damage| format!("damage {damage}")));
    parts.extend(item.fire.as_ref().map(|fire| format!("fires {}, range {}", fire.damage, fire.range)));
    parts.extend(item.hurl.as_ref().map(|hurl| format!("hurled, range {}", hurl.range)));
    let stops = item.stops;
    parts.extend((stops.protection > 0).then(|| format!("stops {}", stops.protection)));
    parts.extend((stops.rating > 0).then(|| format!("stops {} on {}", stops.block, stops.rating)));
    parts.extend((item.requires.st > 0).then(|| format!("needs ST {}", item.requires.st)));
    parts.extend((item.ready == Ready::TwoHands).then(|| "both hands".to_owned()));
    parts.extend((item.quality == Quality::Magical).then(|| "magical".to_owned()));
    parts.push(format!("size {}", item.size));
    parts.join(", ")
}

/// The cost and requirements of a spell.
pub(super) fn of_spell(spell: &Spell) -> String {
    let kind = serde_json::to_value(spell.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
    let kind = kind.unwrap_or_default();
    format!("IQ {}, costs {} ST, {kind}", spell.iq, spell.cost)
}

/// The cost and requirements of a talent.
pub(super) fn of_talent(talent: &Talent) -> String {
    let requires = &talent.requires;
    let mut parts = vec![format!("IQ {}", talent.iq)];
    parts.extend((requires.st > 0).then(|| format!("needs ST {}", requires.st)));
    parts.extend((requires.dx > 0).then(|| format!("needs DX {}", requires.dx)));
    let uses = [(talent.cost.st, "ST"), (talent.cost.iq, "IQ")];
    parts
        .extend(uses.into_iter().filter(|(cost, _)| *cost > 0).map(|(cost, of)| format!("each use costs {cost} {of}")));
    parts.join(", ")
}

/// The record that a reference names, if it can be read.
fn get<T: Record>(draft: &Draft, reference: &Ref<T>) -> Option<T> {
    draft.typed(&RecordKey::new(T::CATALOG, reference.id()))?.ok()
}
