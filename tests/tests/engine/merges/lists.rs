//! Which lists are merged item by item: read from the schema, and listed here by hand.

use foeman_registry::SHIPPED;
use foeman_schema::field::{Field, FieldKind, Joins};
use foeman_schema::text::Pointer;

/// How the items of a list are identified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// By position: the list is one value.
    Whole,
    /// By value, without duplicates.
    Set,
    /// By value, with duplicates.
    Pile,
    /// By a key.
    Named { key: &'static str, ordered: bool },
}

/// Reads the kind of a list from the schema. Lists of fixed length, of numbers or of lists are one value, whatever is
/// declared.
pub(super) fn list(field: Field) -> List {
    let FieldKind::List { min, max } = field.kind() else { return List::Whole };
    let by_position = field.value().is_none_or(|item| {
        matches!(item.kind(), FieldKind::List { .. } | FieldKind::Integer { .. } | FieldKind::Number)
    });
    let list = match field.joins() {
        Joins::Whole | Joins::Cells => List::Whole,
        Joins::Set => List::Set,
        Joins::Pile => List::Pile,
        Joins::Named { key, ordered } => List::Named { key, ordered },
    };
    assert!(list == List::Whole || !(by_position || max == Some(min)), "{}: {list:?}", field.name());
    list
}

/// The lists of all shipped rulesets that are merged item by item. Each needs a reason: its order does not matter, or
/// its items have names.
const JOINED: &[&str] = &[
    "foeman /scenarios/*/sides: by side",
    "foeman /scenarios/*/sides/*/victory: pile",
    "foeman /scenarios/*/sides/*/defeat: pile",
    "foeman /scenarios/*/features: pile",
    "foeman /scenarios/*/items: pile",
    "foeman /scenarios/*/events/*/figures: set",
    "foeman /scenarios/*/events/*/if: pile",
    "foeman /campaigns/*/battles: by scenario, in order",
    "foeman /campaigns/*/recruits: pile",
    "foeman /talents/*/requires/talents: set",
    "foeman /rosters/*/figures/*/gear: pile",
    "foeman /rosters/*/figures/*/spells: set",
    "foeman /rosters/*/figures/*/talents: set",
    "foeman /images/*/joins: set",
    "foeman /checks/*/players: by side",
    "foeman /checks/*/expect: pile",
    "entropy /images/*/joins: set",
    "entropy /checks/*/players: by side",
    "entropy /checks/*/expect: pile",
    "action-codes /codes/*/classifiers: set",
    "action-codes /codes/*/weapons: set",
    "action-codes /classifiers/*/types: set",
    "action-codes /types/*/meets: set",
    "action-codes /weapons/*/table: by armour",
    "action-codes /checks/*/players: by side",
    "action-codes /checks/*/expect: pile",
    "strategy /scenarios/*/sides: by faction, in order",
    "strategy /scenarios/*/unit-sites: by class",
    "strategy /scenarios/*/terrain-sites: by class",
    "strategy /scenarios/*/rules: by rule, in order",
    "strategy /factions/*/supplies: set",
    "strategy /factions/*/builds-units: set",
    "strategy /factions/*/builds-terrains: set",
    "strategy /factions/*/builds-upgrades: set",
    "strategy /factions/*/victory: pile",
    "strategy /factions/*/defeat: pile",
    "strategy /rules/*/units: set",
    "strategy /rules/*/factions: set",
    "strategy /rules/*/terrains: set",
    "strategy /rules/*/if: pile",
    "strategy /images/*/joins: set",
    "strategy /checks/*/players: by side",
    "strategy /checks/*/expect: pile",
];

#[test]
fn only_lists_without_an_order_or_with_names_are_joined_item_by_item() {
    let mut found = Vec::new();
    for dialect in SHIPPED.dialects() {
        for catalog in dialect.catalogs {
            let at = Pointer::root().child(catalog.name).child("*");
            let record = Field::record(dialect, catalog.name).expect("catalogs have records");
            walk(record, &at, &mut Vec::new(), &mut |at, list| found.push(format!("{} {at}: {list}", dialect.id)));
        }
    }
    assert_eq!(found, JOINED, "a list that is joined is written down here, with a reason in its type");
}

/// Collects all of these lists below a field, to the depth that merges can reach.
fn walk(field: Field, at: &Pointer, above: &mut Vec<Field>, tell: &mut dyn FnMut(&Pointer, String)) {
    if above.len() > 12 {
        return;
    }
    above.push(field);
    match field.kind() {
        FieldKind::List { .. } => match list(field) {
            List::Whole => {}
            kind => {
                let order = |ordered| if ordered { ", in order" } else { "" };
                match kind {
                    List::Named { key, ordered } => tell(at, format!("by {key}{}", order(ordered))),
                    kind => tell(at, format!("{kind:?}").to_lowercase()),
                }
                if let (List::Named { .. }, Some(item)) = (kind, field.value()) {
                    walk(item, &at.child("*"), above, tell);
                }
            }
        },
        FieldKind::Map => field.value().into_iter().for_each(|value| walk(value, &at.child("*"), above, tell)),
        _ => field.fields().into_iter().for_each(|inner| walk(inner, &at.child(inner.name()), above, tell)),
    }
    above.pop();
}
