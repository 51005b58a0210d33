//! Effects that create figures: walls, shadows, fires and creatures.

use foeman_schema::grid::{Direction, Hex};

use crate::Foeman;
use crate::body::shape::Pose;
use crate::catalogs::Kind;
use crate::constants::MOST_FIGURES;
use crate::content::{FigureKind, OF_NOBODY};
use crate::effects::cause::{self, Cause};
use crate::ids::{EffectId, FigureId, KindId};
use crate::instruction::{EffectEvent, Instruction, Made};
use crate::situation::Situation;
use crate::state::records::Posture;
use crate::state::{EffectState, Stage};
use foeman_engine::ruleset::Emit;

/// Creates figures of a kind, one in each hex: the first in the chosen hex, each further one in a free hex adjacent to
/// those. Hexes as far from the caster as the first are preferred, so that walls run across (an assumption).
pub(super) fn make(id: EffectId, (kind, hexes): (KindId, i32), at: Hex, cause: &Cause, out: &mut Emit<'_, Foeman>) {
    let facing = out.state().figure(cause.owner).facing;
    let maker = out.state().figure(cause.owner).hex;
    let side = Situation::of(out).side(cause.owner);
    // Effects of no side create features only, since creatures need a side to command them (an assumption).
    if side == OF_NOBODY && out.content().kind(kind).kind != Kind::Feature {
        return;
    }
    let mut made: Vec<Hex> = Vec::new();
    for _ in 0..hexes.max(0) {
        if out.state().figures.len() >= usize::from(MOST_FIGURES) {
            return;
        }
        let now = Situation::of(out);
        let room = |hex: &Hex| has_room(now, kind, *hex, facing) && !made.contains(hex);
        let hex = if made.is_empty() { Some(at).filter(room) } else { beside(&made, at, maker, room) };
        let Some(hex) = hex else { return };
        made.push(hex);
        let of_kind = out.state().figures.iter().filter(|figure| figure.kind == kind).count();
        let target = FigureId(out.state().figures.len() as u16);
        let made = Made {
            kind,
            side,
            nth: of_kind as u16 + 1,
            hex,
            facing,
            posture: out.content().kind(kind).posture,
            ma: out.content().kind(kind).ma,
            force: EffectState {
                effect: id,
                source: cause.source,
                owner: cause.owner,
                target,
                began: out.state().round,
                expires: cause::expiry(out.content().effect(id), cause, out),
                count: 1,
                rolled: 0,
                stage: Stage::Works,
            },
        };
        out.push(Instruction::Effect(EffectEvent::Makes(Box::new(made))));
    }
}

/// The next hex to fill, adjacent to those filled.
fn beside(made: &[Hex], first: Hex, maker: Hex, room: impl Fn(&Hex) -> bool) -> Option<Hex> {
    let across = maker.distance(first);
    let around = made.iter().flat_map(|hex| Direction::ALL.map(|direction| hex.step(direction)));
    around.filter(|hex| room(hex)).min_by_key(|hex| (first.distance(*hex), maker.distance(*hex).abs_diff(across)))
}

/// Whether a figure of a kind could be in a hex: it must be passable, and only lying features share a hex with others.
pub(crate) fn has_room(now: Situation<'_>, kind: KindId, head: Hex, facing: Direction) -> bool {
    let kind: &FigureKind = now.content.kind(kind);
    let hexes = kind.shape.hexes(Pose { head, facing });
    let lies = kind.kind == Kind::Feature && kind.posture == Posture::Prone;
    let nobody = FigureId(u16::MAX);
    let open = |&hex: &Hex| now.field().contains(hex) && now.field().cost(hex).is_some();
    hexes.iter().all(open) && (lies || !now.is_taken(nobody, &hexes))
}
