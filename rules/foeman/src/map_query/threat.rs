//! Map overlay of threat: the hexes that a side can attack after its next move (`F4`, `F5`, `F7.1`).

use std::collections::BTreeMap;

use foeman_schema::grid::{Cell, Direction, Hex};
use foeman_schema::plural::plural;

use super::{Watch, counted};
use crate::attack::{reaches, reload};
use crate::body::shape::{Pose, ViewAngle};
use crate::catalogs::Kind;
use crate::constants::JAB_DISTANCE;
use crate::content::OF_NOBODY;
use crate::ids::{FigureId, KindId};
use crate::option::Mode;
use crate::phases::limits;
use crate::phases::movement::reach;
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, values};
use crate::state::{ActionKind, FigureState, State};
use foeman_engine::map_query::{Ask, Key, Overlay, Shade};
use foeman_engine::ruleset::SideId;

// Positions in the list of keys.
const STRUCK: usize = 0;
const SHOT: usize = 1;
const BOTH: usize = 2;

/// The attacks possible on a cell.
#[derive(Clone, Copy, Default)]
struct Threat {
    struck: bool,
    shot: bool,
    by: u32,
}

pub(super) fn overlay(watch: &Watch, ask: &Ask) -> Result<Overlay, String> {
    let side = u8::try_from(ask.side).ok().filter(|side| usize::from(*side) < watch.content.sides.len());
    let side = SideId(side.ok_or("Choose a side of the scenario")?);
    let mut all: BTreeMap<Cell, Threat> = BTreeMap::new();
    let now = watch.now();
    let figures: Vec<FigureId> = now.active_of(side).collect();
    for &figure in &figures {
        for (hex, threat) in Attacker::new(watch, figure).threats() {
            let sum = all.entry(watch.cell(hex)).or_default();
            sum.struck |= threat.struck;
            sum.shot |= threat.shot;
            sum.by += 1;
        }
    }
    let key = |threat: &Threat| match (threat.struck, threat.shot) {
        (true, true) => BOTH,
        (true, false) => STRUCK,
        _ => SHOT,
    };
    let marks: Vec<_> = all.iter().map(|(cell, threat)| counted(*cell, key(threat), threat.by)).collect();
    let keys = vec![
        Key { text: "Can be struck".to_owned(), shade: Shade::Kind(1) },
        Key { text: "Can be jabbed, hurled or shot at".to_owned(), shade: Shade::Kind(0) },
        Key { text: "Both".to_owned(), shade: Shade::Kind(2) },
    ];
    let name = &watch.content.side(side).name;
    let (hexes, figures) = (plural(marks.len(), "hex", "hexes"), plural(figures.len(), "figure", "figures"));
    let text = format!(
        "{name} can attack {hexes} after a move, not counting spells; the numbers show how many of {figures} can"
    );
    Ok(Overlay { text, keys, marks })
}

/// A figure that moves and attacks, and a dummy target that is placed in each hex.
struct Attacker<'a> {
    watch: &'a Watch,
    figure: FigureId,
    /// The battle with the dummy added.
    state: State,
    target: FigureId,
}

impl<'a> Attacker<'a> {
    fn new(watch: &'a Watch, figure: FigureId) -> Self {
        let mut state = watch.state.clone();
        let target = FigureId(state.figures.len() as u16);
        let own = watch.now().side(figure);
        let others = (0..watch.content.sides.len()).map(|side| SideId(side as u8));
        let side = others.into_iter().find(|side| *side != own).unwrap_or(OF_NOBODY);
        // A figure of one hex, if there is a kind like that.
        let plain = watch.content.kinds.iter().position(|kind| kind.shape.count() == 1 && kind.kind != Kind::Feature);
        let kind = plain.map_or(state.figure(figure).kind, |kind| KindId(kind as u16));
        state.figures.push(FigureState::new(kind, side, state.figure(figure).pose(), 0));
        Self { watch, figure, state, target }
    }

    /// The hexes the figure can attack after a move.
    fn threats(mut self) -> BTreeMap<Hex, Threat> {
        let now = self.watch.now();
        let stands = reach::stands(now, self.figure);
        let ma = reach::ma(now, self.figure);
        let mut found: BTreeMap<Hex, Threat> = BTreeMap::new();
        let mut arms = weapons::all(now, self.figure);
        arms.retain(|arm| self.has_missile(now, *arm));
        for arm in arms {
            let after = |option| stands.iter().filter(move |(_, mp)| limits::allows(option, ma, **mp));
            let places: Vec<Pose> = after(option(arm.weapon.mode)).map(|(pose, _)| *pose).collect();
            if arm.weapon.mode == Mode::Strike {
                self.strikes(arm, &places, &mut found);
            } else {
                self.shots(now, arm, &places, &mut found);
            }
        }
        found
    }

    /// Whether a missile weapon is loaded, or can be loaded as a free alteration with the figure's ammunition.
    fn has_missile(&self, now: Situation<'_>, arm: Arm<'_>) -> bool {
        let Some(weapon) = arm.item.filter(|_| arm.weapon.mode == Mode::Fire) else { return true };
        let loads = |ammo| reload::freely(now, self.figure, ammo).is_some_and(|load| load.weapon == weapon);
        now.item(weapon).loaded.is_some() || now.gear(self.figure).any(loads)
    }

    fn strikes(&mut self, arm: Arm<'_>, places: &[Pose], found: &mut BTreeMap<Hex, Threat>) {
        for &pose in places {
            let own = self.watch.content.kind(self.state.figure(self.figure).kind).shape.hexes(pose);
            let round = own.iter().flat_map(|hex| Direction::ALL.map(|direction| hex.step(direction)));
            for hex in round.collect::<Vec<_>>() {
                let known = found.get(&hex).is_some_and(|threat| threat.struck);
                if !known && !own.contains(&hex) && self.can_attack(pose, hex, arm) {
                    found.entry(hex).or_default().struck = true;
                }
            }
        }
    }

    /// For each hex of the head, one facing from which the target can be attacked is enough.
    fn shots(&mut self, now: Situation<'_>, arm: Arm<'_>, places: &[Pose], found: &mut BTreeMap<Hex, Threat>) {
        let range = match arm.weapon.mode {
            Mode::Jab => JAB_DISTANCE,
            _ => values::weapon_range(Situation::new(&self.watch.content, &self.state), self.figure, self.target, arm),
        };
        let shape = &now.kind(self.figure).shape;
        for poses in places.chunk_by(|one, other| one.head == other.head) {
            for hex in self.within(poses[0].head, range) {
                if found.get(&hex).is_some_and(|threat| threat.shot) {
                    continue;
                }
                let views =
                    |pose: &Pose| shape.views(*pose, ViewAngle::Wide, hex) && !shape.hexes(*pose).contains(&hex);
                if poses.iter().any(|pose| views(pose) && self.can_attack(*pose, hex, arm)) {
                    found.entry(hex).or_default().shot = true;
                }
            }
        }
    }

    /// The hexes of the map within a range.
    fn within(&self, from: Hex, range: u32) -> Vec<Hex> {
        let geometry = &self.watch.content.land.field.geometry;
        let ([column, row], reach) = (geometry.cell(from), i32::try_from(range).unwrap_or(i32::MAX));
        let size = geometry.size().map(|count| count as i32 - 1);
        let span = |at: i32, last: i32| at.saturating_sub(reach).max(0)..=at.saturating_add(reach).min(last);
        let cells = span(row, size[1]).flat_map(|row| span(column, size[0]).map(move |column| [column, row]));
        cells.map(|cell| geometry.hex(cell)).filter(|hex| *hex != from && from.distance(*hex) <= range).collect()
    }

    /// Whether the figure can attack a target in a hex from a pose, by the rules of battle.
    fn can_attack(&mut self, pose: Pose, hex: Hex, arm: Arm<'_>) -> bool {
        if self.watch.content.land.field.cost(hex).is_none() {
            // No figure can be there.
            return false;
        }
        for (figure, at) in [(self.figure, pose), (self.target, Pose { head: hex, ..pose })] {
            let own = self.state.figure_mut(figure);
            (own.hex, own.facing) = (at.head, at.facing);
        }
        reaches(Situation::new(&self.watch.content, &self.state), self.figure, self.target, arm)
    }
}

/// The option for attacks in this mode.
fn option(mode: Mode) -> ActionKind {
    match mode {
        Mode::Strike => ActionKind::Strike,
        Mode::Jab => ActionKind::Jab,
        Mode::Hurl => ActionKind::Hurl,
        Mode::Fire => ActionKind::Fire,
    }
}
