//! The effects that are due on an occasion.

use foeman_schema::grid::Hex;

use crate::catalogs::effects::{When, Who};
use crate::catalogs::{ItemClass, Kind};
use crate::content::Effect;
use crate::content::items::ArmId;
use crate::effects::cause::{self, Cause};
use crate::ids::{EffectId, FigureId, ItemId, Source};
use crate::situation::applying::{self, Depth, Versus};
use crate::situation::{Situation, statuses};
use crate::state::Stage;

/// An effect that is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigger {
    pub id: EffectId,
    pub source: Source,
    pub owner: FigureId,
    pub item: Option<ItemId>,
    /// Whether it is already in force and its occasion has come; otherwise it begins now.
    pub begun: bool,
}

impl Trigger {
    fn new(id: EffectId, source: Source, owner: FigureId) -> Self {
        Self { id, source, owner, item: None, begun: false }
    }
}

/// The effects on a figure that an occasion triggers, other than leaving a hex.
pub(super) fn on(now: Situation<'_>, when: When, figure: FigureId, versus: Versus) -> Vec<Trigger> {
    let mut found = Vec::new();
    let kind = now.kind(figure);
    let feature = kind.kind == Kind::Feature;
    let own = Source::Kind(now.figure(figure).kind);
    let body = versus.arm.is_none_or(|arm| arm.item.is_none());
    if !feature && (body || when != When::Hit) {
        let about_it = |id: &&EffectId| now.content.effect(**id).who != Who::Occupants;
        found.extend(kind.effects.iter().filter(about_it).map(|&id| Trigger::new(id, own, figure)));
    }
    if !feature && !statuses::flies(now, figure) {
        if let Some(terrain) = now.field().terrain(now.figure(figure).hex) {
            let effects = now.content.terrain(terrain).iter();
            found.extend(effects.map(|&id| Trigger::new(id, Source::Terrain(terrain), figure)));
        }
        found.extend(applying::hosts(now, figure).flat_map(|host| of_host(now, host)));
    }
    for item in now.gear(figure).filter(|&item| strikes(now, when, item, versus.arm)) {
        let (source, effects) = (Source::Item(now.item(item).kind), now.item_kind(item).effects.iter());
        found.extend(effects.map(|&id| Trigger { item: Some(item), ..Trigger::new(id, source, figure) }));
    }
    for talent in applying::talents(now, figure, Depth::FULL) {
        let effects = now.content.talent(talent).effects.iter();
        found.extend(effects.map(|&id| Trigger::new(id, Source::Talent(talent), figure)));
    }
    found.extend(in_force(now, figure));
    found.retain(|trigger| {
        let effect = now.content.effect(trigger.id);
        let occasion = if trigger.begun { effect.when } else { occasion(effect, trigger.source) };
        let against = effect.against.is_none_or(|kind| versus.other.is_none_or(|other| now.kind(other).kind == kind));
        occasion == when
            && (trigger.begun || !effect.is_passive())
            && against
            && applying::holds(now, effect, (figure, trigger.item), versus, Depth::FULL)
            && !still_in_force(now, trigger, figure)
    });
    found
}

/// The occasion of an effect. Effects of figure kinds and of the ground, which no figure can use, take place at the
/// start of every round (an assumption).
fn occasion(effect: &Effect, source: Source) -> When {
    match (effect.occasion(), source) {
        (When::Apply, Source::Kind(_) | Source::Terrain(_)) => When::RoundStart,
        (occasion, _) => occasion,
    }
}

/// Whether an automatic effect of a figure kind or of the ground is still in force on all its targets.
fn still_in_force(now: Situation<'_>, trigger: &Trigger, figure: FigureId) -> bool {
    let effect = now.content.effect(trigger.id);
    let by_itself = effect.occasion() == When::Apply && !trigger.begun;
    if !by_itself || !effect.deed.lasts() {
        return false;
    }
    let cause = Cause::new(trigger.source, trigger.owner);
    let befallen = |&target: &FigureId| {
        now.state
            .effects
            .iter()
            .any(|force| force.effect == trigger.id && force.owner == trigger.owner && force.target == target)
    };
    cause::targets(now, effect, &cause, (figure, None)).iter().all(befallen)
}

/// The effects of a figure on those in its hexes.
fn of_host(now: Situation<'_>, host: FigureId) -> impl Iterator<Item = Trigger> + '_ {
    let source = Source::Kind(now.figure(host).kind);
    let occupants = |id: &&EffectId| now.content.effect(**id).who == Who::Occupants;
    now.kind(host).effects.iter().filter(occupants).map(move |&id| Trigger::new(id, source, host))
}

/// The effects in force on a figure that wait for an occasion.
fn in_force(now: Situation<'_>, figure: FigureId) -> impl Iterator<Item = Trigger> + '_ {
    let waiting = now.state.effects.iter().filter(move |force| force.target == figure && force.stage == Stage::Waits);
    waiting.map(|force| Trigger { begun: true, ..Trigger::new(force.effect, force.source, force.owner) })
}

/// Whether the effects of an item apply on an occasion. On a hit, only the weapon used and the ammunition fired count.
fn strikes(now: Situation<'_>, when: When, item: ItemId, arm: Option<ArmId>) -> bool {
    let carried = now.item(item).place().is_some();
    let Some(arm) = arm.filter(|_| when == When::Hit) else { return carried };
    match now.item_kind(item).class {
        ItemClass::Wpn => arm.item == Some(item),
        ItemClass::Amo => arm.item.is_some_and(|weapon| now.item(weapon).loaded == Some(item)),
        _ => carried,
    }
}

/// The effects on a figure that are triggered when its head leaves a hex.
pub(super) fn on_leaving(now: Situation<'_>, figure: FigureId, hex: Hex) -> Vec<Trigger> {
    let mut found = Vec::new();
    if !statuses::flies(now, figure) {
        if let Some(terrain) = now.field().terrain(hex) {
            let effects = now.content.terrain(terrain).iter();
            found.extend(effects.map(|&id| Trigger::new(id, Source::Terrain(terrain), figure)));
        }
        let hosts = now.figures().filter(|&other| other != figure && now.figure(other).hex == hex);
        found.extend(hosts.flat_map(|host| of_host(now, host)));
    }
    found.extend(in_force(now, figure));
    found.retain(|trigger| now.content.effect(trigger.id).occasion() == When::Leave);
    found
}
