//! The board as the window and the terminal draw it.

use crate::situation::{Situation, footprint};
use foeman_schema::plural::agree;
use std::sync::Arc;

use foeman_schema::catalogs::control::Control;

use crate::catalogs::Lie;
use crate::content::OF_NOBODY;
use crate::content::goals::{Goal, Stake};
use crate::ids::{FigureId, ItemId};
use crate::option::Mode;
use crate::rolls::Sum;
use crate::situation::applying::engagement::engaged_by;
use crate::situation::weapons::{self, Arm};
use crate::situation::{counting, goals, relation, values};
use crate::state::records::Posture;
use crate::state::{ActionKind, Condition, Grip, Whereabouts};
use crate::tell;
use foeman_engine::display::{Board, Explained, GoalView, NOBODY, SideView, Thing, Token};
use foeman_engine::ruleset::Health;

/// Returns the current board.
pub(crate) fn board(now: Situation<'_>) -> Board {
    let sides = now.content.sides.iter().map(|party| SideView {
        name: party.name.clone(),
        color: party.color.clone(),
        human: party.control == Control::Human,
    });
    Board {
        ground: Some(Arc::clone(&now.land().ground)),
        sides: sides.collect(),
        tokens: now.figures().map(|figure| token(now, figure)).collect(),
        things: things(now),
        gauges: Vec::new(),
        goals: goals(now),
    }
}

/// Returns the health of the figures on the board.
pub(crate) fn health(now: Situation<'_>) -> Vec<Health> {
    now.figures().map(|figure| health_of(now, figure)).collect()
}

fn health_of(now: Situation<'_>, figure: FigureId) -> Health {
    let own = now.figure(figure);
    let mod_st = now.mod_st(figure);
    Health {
        side: if own.commander == OF_NOBODY { NOBODY } else { usize::from(own.commander.0) },
        health: (mod_st.max(0), now.kind(figure).st),
        active: Condition::at(mod_st) == Condition::Active && !now.is_out(own.commander),
    }
}

fn token(now: Situation<'_>, figure: FigureId) -> Token {
    let (known, own) = (now.kind(figure), now.figure(figure));
    let Health { side, health, active } = health_of(now, figure);
    Token {
        id: u32::from(figure.0),
        name: now.name(figure).into_owned(),
        side,
        cells: footprint::hexes(now, figure).iter().map(|&hex| now.field().geometry.cell(hex)).collect(),
        facing: Some(own.facing.index()),
        points: known.shape.points,
        health,
        marks: marks(now, figure).into_iter().map(str::to_owned).collect(),
        details: details(now, figure),
        active,
        images: known.images.clone(),
    }
}

/// The current attributes of a figure, with all modifiers.
pub(crate) fn explained(now: Situation<'_>, token: u32) -> Vec<Explained> {
    let figure = u16::try_from(token).ok().map(FigureId).filter(|figure| figure.index() < now.state.figures.len());
    let Some(figure) = figure else { return Vec::new() };
    let sums = [
        ("ST", values::mod_st(now, figure)),
        ("DX", values::mod_dx(now, figure)),
        ("IQ", values::mod_iq(now, figure)),
        ("MA", values::full_ma(now, figure)),
    ];
    let told = |(name, sum): (&str, Sum)| Explained {
        name: name.to_owned(),
        total: sum.total(),
        terms: tell::terms(now.content, &sum),
    };
    sums.into_iter().map(told).collect()
}

fn marks(now: Situation<'_>, figure: FigureId) -> Vec<&'static str> {
    let own = now.figure(figure);
    match Condition::at(now.mod_st(figure)) {
        Condition::Dead if now.outlives(figure) => return vec!["left for dead"],
        Condition::Dead => return vec!["dead"],
        Condition::Unconscious => return vec!["unconscious"],
        Condition::Active if now.is_out(own.commander) => return vec!["out of the battle"],
        Condition::Active => {}
    }
    let option = counting::performed(now, figure);
    [
        ("prone", own.posture == Posture::Prone),
        ("kneeling", own.posture == Posture::Kneeling),
        ("hand to hand", !relation::grapplers(now, figure).is_empty()),
        ("engaged", !engaged_by(now, figure).is_empty()),
        ("defending", option == Some(ActionKind::Defend)),
        ("dodging", option == Some(ActionKind::Dodge)),
        ("watching", option == Some(ActionKind::Watch)),
        ("aiming", own.aim.is_some()),
        ("shocked", own.shocks > 0),
        ("unsteady", own.unsteady > 0),
    ]
    .into_iter()
    .filter(|&(_, applies)| applies)
    .map(|(mark, _)| mark)
    .collect()
}

fn details(now: Situation<'_>, figure: FigureId) -> Vec<(String, String)> {
    let (known, own) = (now.kind(figure), now.figure(figure));
    let mut rows = vec![
        ("Type", known.title.clone()),
        ("ST", changed(now.mod_st(figure), known.st)),
        ("DX", changed(now.mod_dx(figure), known.dx)),
        ("IQ", known.iq.to_string()),
        ("MP used", format!("{} of {}", own.mp, own.ma)),
        ("Facing", tell::facing_name(now, figure, own.facing).to_owned()),
    ];
    for (label, mode) in
        [("Weapon", Mode::Strike), ("Jabs with", Mode::Jab), ("Hurls", Mode::Hurl), ("Fires", Mode::Fire)]
    {
        let arms = weapons::of(now, figure, mode);
        if !arms.is_empty() {
            let arms: Vec<String> = arms.into_iter().map(|arm| armed(now, arm)).collect();
            rows.push((label, arms.join(", ")));
        }
    }
    let counted = |item: &ItemId| now.item_kind(*item).counted && now.item(*item).place().is_some();
    let counted = now.gear(figure).filter(counted);
    let counted: Vec<String> =
        counted.map(|item| format!("{} {}", now.item(item).count, now.item_kind(item).title)).collect();
    if !counted.is_empty() {
        rows.push(("Carries", counted.join(", ")));
    }
    let shields = now.gear(figure).filter(|&item| weapons::wards(now, item) && weapons::is_ready(now, figure, item));
    let shields: Vec<&str> = shields.map(|item| now.item_kind(item).title.as_str()).collect();
    if !shields.is_empty() {
        rows.push(("Protected by", shields.join(", ")));
    }
    if let Some(action) = own.option {
        rows.push(("Option", action.kind().name().to_owned()));
    }
    rows.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()
}

/// Describes a weapon: its damage, and whether it is loaded or gripped with both hands.
fn armed(now: Situation<'_>, Arm { item, weapon, .. }: Arm<'_>) -> String {
    let loaded = item.is_some_and(|item| now.item(item).loaded.is_some());
    let how = match (&weapon.missile, weapon.grip) {
        (Some(_), _) if loaded => ", loaded",
        (Some(_), _) => ", not loaded",
        (None, Some(Grip::BothHands)) => ", in both hands",
        (None, _) => "",
    };
    format!("{} {}{how}", weapon.title, weapon.damage)
}

/// The goals of the sides, with the progress of each.
fn goals(now: Situation<'_>) -> Vec<GoalView> {
    let shown = |goal: &Goal| {
        let progress = goals::progress(now, goal);
        let name = &now.content.side(goal.side).name;
        let (verb, outcome) = match goal.stake {
            Stake::Victory => (agree(name, "wins", "win"), true),
            Stake::Defeat => (agree(name, "is out", "are out"), false),
        };
        GoalView {
            side: usize::from(goal.side.0),
            wins: outcome,
            text: format!("{name} {verb} when {}", goal.text),
            progress: (progress.done, progress.of),
        }
    };
    goals::current(now).map(|(_, goal)| shown(goal)).collect()
}

/// The items on the ground.
fn things(now: Situation<'_>) -> Vec<Thing> {
    let items = (0..now.state.items.len()).map(|item| ItemId(item as u16));
    let lying = items.filter_map(|item| match now.item(item).at {
        Whereabouts::Lying { hex } => Some(Thing {
            name: lying(now, item),
            side: NOBODY,
            cell: now.field().geometry.cell(hex),
            images: now.item_kind(item).images.clone(),
        }),
        Whereabouts::Carried { .. } | Whereabouts::Gone => None,
    });
    lying.collect()
}

/// Describes an item on the ground: its number, and whether it is buried or otherwise harder to pick up.
fn lying(now: Situation<'_>, item: ItemId) -> String {
    let (own, title) = (now.item(item), &now.item_kind(item).title);
    let name = if own.count == 1 { title.clone() } else { format!("{} {title}", own.count) };
    match own.lie {
        Lie::Littered => name,
        Lie::Buried => format!("{name}, buried"),
        Lie::Laid => format!("{name}, laid down"),
        Lie::Hung => format!("{name}, hung up"),
        Lie::Cast => format!("{name}, cast"),
        Lie::Stuck => format!("{name}, stuck"),
    }
}

fn changed(now: i32, basic: i32) -> String {
    if now == basic { now.to_string() } else { format!("{now} of {basic}") }
}
