//! Choosing a hex: for a figure that an effect moves, and for a spell that targets a hex.

use foeman_schema::grid::Hex;

use crate::Foeman;
use crate::body::line_of_sight;
use crate::body::shape::ViewAngle;
use crate::catalogs::effects::Quantity;
use crate::constants::FARTHEST_PLACE;
use crate::content::{Deed, Spell};
use crate::effects::cause::Cause;
use crate::effects::{making, motion, occasions};
use crate::ids::{FigureId, Source, SpellId};
use crate::instruction::{FigureEvent, Instruction, MagicEvent};
use crate::rolls::{Reason, Sum};
use crate::situation::applying::Versus;
use crate::situation::{Situation, values};
use crate::state::{Place, Placing};
use foeman_engine::ruleset::{Emit, Refusal};

/// Asks for the hex of a spell; if there is no valid hex, the spell has no effect.
pub(crate) fn ask_for_spell(caster: FigureId, spell: SpellId, out: &mut Emit<'_, Foeman>) {
    let place = Place { chooser: caster, source: Source::Spell(spell), what: Placing::Spell { spell } };
    if candidates(Situation::of(out), place).is_empty() {
        return;
    }
    out.push(Instruction::Figure(caster, FigureEvent::Magic(MagicEvent::Asks(place))));
}

/// The hexes that can be chosen, in the order of the map.
pub(crate) fn candidates(now: Situation<'_>, place: Place) -> Vec<Hex> {
    let center = match place.what {
        Placing::Figure { figure, .. } => now.figure(figure).hex,
        Placing::Spell { .. } => now.figure(place.chooser).hex,
    };
    let reach = match place.what {
        Placing::Figure { within, .. } => u32::from(within),
        Placing::Spell { spell } => spell_reach(now, place.chooser, spell),
    };
    let geometry = &now.field().geometry;
    let mut cells = geometry.neighbours_within(geometry.cell(center), reach);
    cells.push(geometry.cell(center));
    cells.sort_unstable_by_key(|[column, row]| [*row, *column]);
    let hexes = cells.into_iter().map(|cell| geometry.hex(cell));
    hexes.filter(|&hex| check(now, place, hex).is_ok()).collect()
}

/// Checks whether a hex can be chosen; the refusal gives the reason.
pub(crate) fn check(now: Situation<'_>, place: Place, hex: Hex) -> Result<(), Refusal> {
    if !now.field().contains(hex) {
        return refuse("", "that hex is not on the map");
    }
    match place.what {
        Placing::Figure { figure, within } => {
            let from = now.figure(figure).hex;
            if hex == from {
                Ok(())
            } else if from.distance(hex) > u32::from(within) {
                refuse("", "that hex is too far away")
            } else if motion::has_room(now, figure, hex) {
                Ok(())
            } else {
                refuse("F2.1", "it does not fit there")
            }
        }
        Placing::Spell { spell } => check_spell(now, place.chooser, spell, hex),
    }
}

fn check_spell(now: Situation<'_>, caster: FigureId, id: SpellId, hex: Hex) -> Result<(), Refusal> {
    let (own, spell) = (now.figure(caster), now.content.spell(id));
    if own.hex.distance(hex) > spell_reach(now, caster, id) {
        return refuse("F11.2", "that hex is out of the range of the spell");
    }
    let views = now.kind(caster).shape.views(own.pose(), ViewAngle::Wide, hex);
    if hex != own.hex && !(views && line_of_sight::clear(now.field(), own.hex, hex)) {
        return refuse("F2.6", "it does not see that hex");
    }
    if !holds_what_it_makes(now, caster, spell, hex) {
        return refuse("F2.1", "the figure created by the spell does not fit there");
    }
    Ok(())
}

fn holds_what_it_makes(now: Situation<'_>, caster: FigureId, spell: &Spell, hex: Hex) -> bool {
    let made = spell.effects.iter().find_map(|&id| match now.content.effect(id).deed {
        Deed::Create { kind, .. } => Some(kind),
        _ => None,
    });
    made.is_none_or(|kind| making::has_room(now, kind, hex, now.figure(caster).facing))
}

/// The range of a spell for a caster, in hexes; `None` if it reaches as far as the caster sees (`F11.2`).
pub fn spell_range(now: Situation<'_>, caster: FigureId, spell: SpellId) -> Option<u32> {
    match now.content.spell(spell).range {
        // A range of 0 means the caster's own hex, and effects do not change that.
        Some(0) => Some(0),
        Some(range) => {
            let base = Sum::of(Reason::OfUse, i32::from(range));
            Some(values::changed(now, Quantity::Range, caster, Versus::NOBODY, base).total().unsigned_abs())
        }
        None => values::sight(now, caster),
    }
}

/// The maximum distance of a spell's hex from its caster. A spell that reaches as far as the caster sees is limited to
/// [`FARTHEST_PLACE`].
fn spell_reach(now: Situation<'_>, caster: FigureId, spell: SpellId) -> u32 {
    spell_range(now, caster, spell).unwrap_or(u32::MAX).min(FARTHEST_PLACE)
}

/// Carries out the choice of a hex.
pub(crate) fn plan(place: Place, hex: Hex, out: &mut Emit<'_, Foeman>) {
    out.push(Instruction::Figure(place.chooser, FigureEvent::Magic(MagicEvent::Answers { hex })));
    let cause = Cause { at: Some(hex), ..Cause::new(place.source, place.chooser) };
    match place.what {
        Placing::Figure { figure, .. } => {
            if out.state().figure(figure).hex != hex {
                occasions::put(figure, hex, Cause { at: None, ..cause }, out);
            }
        }
        Placing::Spell { spell } => {
            let cause = Cause { bypass: out.content().spell(spell).bypass, ..cause };
            occasions::start(&out.content().spell(spell).effects, &cause, place.chooser, out);
        }
    }
}

fn refuse<T>(rule: &'static str, message: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, message })
}
