//! Occasions that trigger effects: the start and end of a round, entering or leaving a hex, hitting or being hit.

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::catalogs::effects::{When, Who};
use crate::catalogs::{ItemClass, Kind};
use crate::constants::LONGEST_CHAIN;
use crate::content::items::ArmId;
use crate::effects::cause::{self, Cause};
use crate::effects::{begin, deeds, ending};
use crate::ids::{EffectId, FigureId, ItemId, Source};
use crate::situation::applying::{self, Depth, Versus};
use crate::situation::{Situation, statuses};
use crate::state::{Condition, Stage};
use foeman_engine::ruleset::Emit;

/// Triggers the effects at the start of a round, figure by figure.
pub(crate) fn round_starts(out: &mut Emit<'_, Foeman>) {
    if out.content().effects.is_empty() {
        return;
    }
    let figures: Vec<FigureId> = Situation::of(out).figures().collect();
    for figure in figures {
        occur(When::RoundStart, figure, Versus::NOBODY, 0, out);
    }
}

/// Ends the effects that last until the end of this round.
pub(crate) fn round_ends(out: &mut Emit<'_, Foeman>) {
    ending::expire(out);
}

/// The hexes of all heads before a move, for [`stepped`]; empty if no effect depends on moves.
pub(crate) fn tracks(out: &Emit<'_, Foeman>) -> Vec<Hex> {
    if !out.content().touched.steps {
        return Vec::new();
    }
    out.state().figures.iter().map(|figure| figure.hex).collect()
}

/// Triggers the effects of leaving and entering hexes for all figures that have moved since `before`.
pub(crate) fn stepped(before: &[Hex], out: &mut Emit<'_, Foeman>) {
    for (figure, &hex) in (0..).map(FigureId).zip(before) {
        let to = out.state().figure(figure).hex;
        if to != hex {
            left(figure, hex, 0, out);
            if out.state().figure(figure).hex == to {
                entered(figure, 0, out);
            }
        }
    }
}

/// Triggers the effects on a figure whose head has entered a hex.
pub(super) fn entered(figure: FigureId, chain: u8, out: &mut Emit<'_, Foeman>) {
    occur(When::Enter, figure, Versus::NOBODY, chain, out);
}

/// Triggers the effects on a figure whose head has left a hex.
pub(super) fn left(figure: FigureId, hex: Hex, chain: u8, out: &mut Emit<'_, Foeman>) {
    if out.content().effects.is_empty() || chain > LONGEST_CHAIN {
        return;
    }
    let now = Situation::of(out);
    let mut found = Vec::new();
    if !statuses::flies(now, figure) {
        if let Some(terrain) = now.content.field.terrain(hex) {
            let effects = now.content.terrain(terrain).iter();
            found.extend(effects.map(|&id| Trigger::new(id, Source::Terrain(terrain), figure)));
        }
        let hosts = now.figures().filter(|&other| other != figure && now.figure(other).hex == hex);
        found.extend(hosts.flat_map(|host| of_host(now, host)));
    }
    found.extend(in_force(now, figure));
    found.retain(|trigger| now.content.effect(trigger.id).occasion() == When::Leave);
    for trigger in found {
        trigger.pull((figure, None), chain, out);
    }
}

/// Triggers the effects of a hit, on both figures.
pub(crate) fn on_hit(attacker: FigureId, target: FigureId, arm: ArmId, out: &mut Emit<'_, Foeman>) {
    if out.content().effects.is_empty() {
        return;
    }
    occur(When::Hit, attacker, Versus { arm: Some(arm), ..Versus::other(target) }, 0, out);
    occur(When::HitBy, target, Versus { arm: Some(arm), ..Versus::other(attacker) }, 0, out);
}

/// Triggers all effects on a figure that wait for an occasion.
fn occur(when: When, figure: FigureId, versus: Versus, chain: u8, out: &mut Emit<'_, Foeman>) {
    if out.content().effects.is_empty() || chain > LONGEST_CHAIN {
        return;
    }
    for trigger in triggers(Situation::of(out), when, figure, versus) {
        let now = Situation::of(out);
        if now.figure(figure).gone || Condition::at(now.mod_st(figure)) == Condition::Dead {
            return;
        }
        trigger.pull((figure, versus.other), chain, out);
    }
}

/// An effect that is due.
#[derive(Clone, Copy)]
struct Trigger {
    id: EffectId,
    source: Source,
    owner: FigureId,
    item: Option<ItemId>,
    /// Whether it is in force already, so that this is its own occasion; otherwise it begins now.
    begun: bool,
}

impl Trigger {
    fn new(id: EffectId, source: Source, owner: FigureId) -> Self {
        Self { id, source, owner, item: None, begun: false }
    }

    fn pull(self, (figure, other): (FigureId, Option<FigureId>), chain: u8, out: &mut Emit<'_, Foeman>) {
        let cause = Cause { item: self.item, chain, ..Cause::new(self.source, self.owner) };
        let effect = out.content().effect(self.id);
        if self.begun || effect.begins == When::Apply {
            deeds::occur(self.id, &cause, (figure, other), out);
        } else {
            // It begins now, and waits for its own occasion.
            for target in cause::targets(Situation::of(out), effect, &cause, (figure, other)) {
                begin::one(self.id, &cause, target, out);
            }
        }
    }
}

fn triggers(now: Situation<'_>, when: When, figure: FigureId, versus: Versus) -> Vec<Trigger> {
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
        if let Some(terrain) = now.content.field.terrain(now.figure(figure).hex) {
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
fn occasion(effect: &crate::content::Effect, source: Source) -> When {
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
