//! The items, spells and talents that can be added to a figure.

use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde::Deserialize as _;
use serde_json::json;

use super::holdings::{GEAR, PLACES, SPELLS, of_item, of_spell, of_talent};
use super::written;
use crate::catalogs::{Gear, Item, ItemClass, Loadout, Ready, Spell, Talent};
use foeman_engine::sheet::{Holding, Member, Offer};

/// Everything in the pack that can be added to a list, in file order.
pub(super) fn offers(draft: &Draft, member: &Member, holding: &Holding) -> Vec<Offer> {
    match holding.pointer.last() {
        Some(GEAR) => {
            let gear = written(draft, member).and_then(|figure| Vec::<Gear>::deserialize(figure.get(GEAR)?).ok());
            let gear = gear.unwrap_or_default();
            all(draft, |id, item: Item| {
                let place = place(draft, &item, &gear);
                let place = PLACES.iter().find(|(known, ..)| *known == place).map_or("belt", |(_, word, _)| word);
                let value = json!({ "item": id, "place": place });
                Offer { note: of_item(&item), name: item.title, value }
            })
        }
        Some(SPELLS) => {
            all(draft, |id, spell: Spell| Offer { note: of_spell(&spell), name: spell.title, value: id.into() })
        }
        _ => all(draft, |id, talent: Talent| Offer { note: of_talent(&talent), name: talent.title, value: id.into() }),
    }
}

fn all<T: Record>(draft: &Draft, offer: impl Fn(&str, T) -> Offer) -> Vec<Offer> {
    let offered = |id: &str| Some(offer(id, draft.typed(&RecordKey::new(T::CATALOG, id))?.ok()?));
    draft.ids(T::CATALOG).filter_map(offered).collect()
}

/// The place for a new item: where it can be used if there is room, otherwise out of the way (`F10.3`).
fn place(draft: &Draft, item: &Item, gear: &[Gear]) -> Loadout {
    let in_hand = |place: Loadout| {
        let holds_both = |gear: &Gear| {
            let held: Option<Item> = draft.typed(&RecordKey::new(Item::CATALOG, gear.item.id())).and_then(Result::ok);
            gear.place.is_hand() && held.is_some_and(|held| held.ready == Ready::TwoHands)
        };
        gear.iter().any(|gear| gear.place == place || holds_both(gear))
    };
    let [first, second] = [Loadout::FirstHand, Loadout::SecondHand].map(in_hand);
    match (item.ready, item.class) {
        (Ready::Worn, _) => Loadout::Worn,
        (Ready::TwoHands, _) if !first && !second => Loadout::FirstHand,
        (Ready::OneHand, ItemClass::Wpn) if !first => Loadout::FirstHand,
        (Ready::OneHand, ItemClass::Shd) if !second => Loadout::SecondHand,
        (Ready::TwoHands, _) | (_, ItemClass::Shd) => Loadout::Back,
        _ => Loadout::Belt,
    }
}
