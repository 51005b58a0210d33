//! The edits a game master can make to the board during a battle.

use foeman_schema::grid::{Direction, Hex};

use crate::Foeman;
use crate::body::shape::Pose;
use crate::constants::{MOST_FIGURES, MOST_POINTS};
use crate::content::Content;
use crate::harm;
use crate::ids::{FigureId, ItemId, ItemKindId, KindId};
use crate::instruction::{FigureEvent, Instruction, ItemEvent, Mastered, Newcomer, SideEvent};
use crate::phases;
use crate::situation::Situation;
use crate::state::{Condition, State};
use foeman_engine::amend::{Belonging, Edit};
use foeman_engine::ruleset::Turn;
use foeman_engine::ruleset::{Emit, SideId};

use super::halfway;

/// Checks whether an edit can be made now; the error says why not.
pub(crate) fn check(content: &Content, state: &State, edit: &Edit) -> Result<(), String> {
    halfway(state)?;
    let now = Situation::new(content, state);
    match edit {
        Edit::Move { token, cell, facing } => {
            let figure = figure(now, *token)?;
            if now.state.current().is_some_and(|current| current.figure == figure && current.origin.is_some()) {
                return Err(format!(
                    "{} is passing through the hex of another figure: let it finish this move first",
                    now.name(figure)
                ));
            }
            let pose = pose(now, *cell, facing.unwrap_or(now.figure(figure).facing.index()))?;
            let hexes = content.kind(now.figure(figure).kind).shape.hexes(pose);
            room(now, figure, &hexes)
        }
        Edit::Heal { token, .. } => {
            let figure = figure(now, *token)?;
            let own = now.figure(figure);
            if own.physical + own.exhaustion <= 0 {
                return Err(format!("expected a figure with wounds or exhaustion, but {} has none", now.name(figure)));
            }
            if now.is_active(figure) {
                return Ok(());
            }
            // A fallen figure cannot become active again if other figures have since moved into its hexes.
            room(now, figure, &content.kind(own.kind).shape.hexes(own.pose()))
        }
        Edit::Wound { token, points } => {
            let figure = figure(now, *token)?;
            let points = i32::from(*points);
            if !(1..=MOST_POINTS).contains(&points) {
                return Err(format!("expected 1 to {MOST_POINTS} points of harm, found {points}"));
            }
            let falls = Condition::at(now.mod_st(figure) - points) != Condition::Active;
            match phases::turn(now) {
                Turn::Ask { actor: Some(actor), .. } if actor == *token && falls => {
                    Err(format!("{} has a decision to make and would fall: make the decision first", now.name(figure)))
                }
                _ => Ok(()),
            }
        }
        Edit::Spawn { figure, side, cell, facing } => {
            let kind = kind(content, figure)?;
            if *side >= content.sides.len() {
                return Err(format!("expected one of {} sides, found number {side}", content.sides.len()));
            }
            if state.figures.len() >= usize::from(MOST_FIGURES) {
                return Err(format!("the battle already has {MOST_FIGURES} figures, the maximum"));
            }
            let pose = pose(now, *cell, *facing)?;
            room(now, FigureId(u16::MAX), &content.kind(kind).shape.hexes(pose))
        }
        Edit::Give { token, item } => {
            figure(now, *token)?;
            item_kind(content, item)?;
            if state.items.len() >= usize::from(u16::MAX) {
                return Err("the battle already has the maximum number of items".to_owned());
            }
            Ok(())
        }
        Edit::Take { token, item } => {
            let figure = figure(now, *token)?;
            let own = u16::try_from(*item).ok().map(ItemId).filter(|&item| now.owns(figure, item));
            own.map(|_| ()).ok_or_else(|| format!("expected an item of {}, found number {item}", now.name(figure)))
        }
    }
}

/// Makes an edit that [`check`] has accepted.
pub(crate) fn plan(edit: &Edit, out: &mut Emit<'_, Foeman>) {
    let now = Situation::of(out);
    match edit {
        Edit::Move { token, cell, facing } => {
            let Ok(figure) = figure(now, *token) else { return };
            let Ok(pose) = pose(now, *cell, facing.unwrap_or(now.figure(figure).facing.index())) else { return };
            push(figure, Mastered::Put { hex: pose.head, facing: pose.facing }, out);
        }
        Edit::Heal { token, points } => {
            let Ok(figure) = figure(now, *token) else { return };
            let own = now.figure(figure);
            let physical = i32::from(*points).min(own.physical).max(0);
            let exhaustion = (i32::from(*points) - physical).min(own.exhaustion).max(0);
            push(figure, Mastered::Mended { physical, exhaustion }, out);
        }
        Edit::Wound { token, points } => {
            let Ok(figure) = figure(now, *token) else { return };
            push(figure, Mastered::Wounded { physical: i32::from(*points) }, out);
            harm::drop_held(figure, out);
        }
        Edit::Spawn { figure, side, cell, facing } => {
            let (Ok(kind), Ok(pose)) = (kind(now.content, figure), pose(now, *cell, *facing)) else { return };
            let nth = now.state.figures.iter().filter(|figure| figure.kind == kind).count() as u16 + 1;
            let known = now.content.kind(kind);
            let comes =
                Newcomer { kind, nth, hex: pose.head, facing: pose.facing, posture: known.posture, ma: known.ma };
            out.push(Instruction::Side(SideId(*side as u8), SideEvent::Joined(comes)));
        }
        Edit::Give { token, item } => {
            let (Ok(figure), Ok(kind)) = (figure(now, *token), item_kind(now.content, item)) else { return };
            push(figure, Mastered::Given { kind }, out);
        }
        Edit::Take { item, .. } => {
            let Ok(item) = u16::try_from(*item) else { return };
            out.push(Instruction::Item(ItemId(item), ItemEvent::Removed));
        }
    }
}

/// Returns the items of a figure, in the order in which it got them.
pub(crate) fn belongings(now: Situation<'_>, token: u32) -> Vec<Belonging> {
    let Ok(figure) = figure(now, token) else { return Vec::new() };
    let belonging = |item: ItemId| Belonging { item: u32::from(item.0), name: now.item_kind(item).title.clone() };
    now.gear(figure).map(belonging).collect()
}

fn push(figure: FigureId, event: Mastered, out: &mut Emit<'_, Foeman>) {
    out.push(Instruction::Figure(figure, FigureEvent::Mastered(event)));
}

fn figure(now: Situation<'_>, token: u32) -> Result<FigureId, String> {
    let there = |figure: &FigureId| now.state.figures.get(figure.index()).is_some_and(|figure| !figure.gone);
    let figure = u16::try_from(token).ok().map(FigureId).filter(there);
    figure.ok_or_else(|| format!("expected a figure of the battle, found number {token}"))
}

fn kind(content: &Content, id: &str) -> Result<KindId, String> {
    let found = content.kinds.iter().position(|kind| kind.record == id);
    found.map(|kind| KindId(kind as u16)).ok_or_else(|| format!("expected a figure type of the battle, found `{id}`"))
}

fn item_kind(content: &Content, id: &str) -> Result<ItemKindId, String> {
    let found = content.items.iter().position(|kind| kind.record == id);
    found.map(|kind| ItemKindId(kind as u16)).ok_or_else(|| format!("expected an item of the battle, found `{id}`"))
}

fn pose(now: Situation<'_>, cell: [i32; 2], facing: u8) -> Result<Pose, String> {
    let [column, row] = cell;
    if facing > 5 {
        return Err(format!("expected a facing from 0 to 5, found {facing}"));
    }
    if !now.field().geometry.contains(cell) {
        return Err(format!("expected a hex of the map, found {column},{row}"));
    }
    Ok(Pose { head: now.field().geometry.hex(cell), facing: Direction::new(i32::from(facing)) })
}

/// Checks that a figure can be in these hexes: the ground can be entered and no other figure is there.
fn room(now: Situation<'_>, figure: FigureId, hexes: &[Hex]) -> Result<(), String> {
    for &hex in hexes {
        let [column, row] = now.field().geometry.cell(hex);
        if !now.field().contains(hex) {
            return Err(format!("expected a hex of the map, found {column},{row}, which is outside"));
        }
        if now.field().cost(hex).is_none() {
            return Err(format!("expected passable ground, but {column},{row} is impassable"));
        }
        if now.is_taken(figure, &[hex]) {
            return Err(format!("expected a free hex, but {column},{row} is taken"));
        }
    }
    Ok(())
}
