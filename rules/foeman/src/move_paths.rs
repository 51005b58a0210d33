//! Paths of the moving figure, as shown on the map.

use super::command::Command;
use super::phases::limits;
use super::phases::movement::reach::{self, Walk};
use super::situation::Situation;
use super::state::ActionKind;
use super::tell;
use crate::situation::applying::engagement::engagement_at;
use foeman_engine::move_path::MovePath;

/// The options that may be left after moving, the most demanding last.
const OPTIONS: [(ActionKind, &str); 6] = [
    (ActionKind::Strike, "strike"),
    (ActionKind::Defend, "defend or dodge"),
    (ActionKind::Hurl, "hurl"),
    (ActionKind::Ready, "ready"),
    (ActionKind::Watch, "jab or watch"),
    (ActionKind::Fire, "shoot or use"),
];

/// The paths, each with its steps.
pub(super) fn ways(now: Situation<'_>) -> Vec<(MovePath, Vec<Command>)> {
    reach::walks(now).into_iter().filter_map(|walk| Some((way(now, &walk)?, steps(&walk)))).collect()
}

fn steps(walk: &Walk) -> Vec<Command> {
    walk.steps.iter().map(|&direction| Command::Step { direction }).collect()
}

fn way(now: Situation<'_>, walk: &Walk) -> Option<MovePath> {
    let figure = now.state.current()?.figure;
    let (own, end) = (now.figure(figure), *walk.poses.last()?);
    Some(MovePath {
        actor: u32::from(figure.0),
        cells: walk.poses.iter().map(|pose| now.field().geometry.cell(pose.head)).collect(),
        facing: end.facing.index(),
        used: (u32::from(walk.mp), u32::from(own.ma)),
        cost: u32::from(walk.mp.saturating_sub(own.mp)),
        engaged_by: engagement_at(now, figure, end).by.into_iter().map(|other| u32::from(other.0)).collect(),
        halts: walk.halts,
        then: then(own.ma, walk.mp),
        note: format!("faces {} and {}", tell::facing_name(now, figure, end.facing), note(own.ma, walk.mp)),
    })
}

/// The options left after this many MP, as a heading.
fn then(ma: u8, mp: u8) -> String {
    let note = note(ma, mp);
    note[..1].to_uppercase() + &note[1..]
}

/// The options left after this many MP (`F5`).
fn note(ma: u8, mp: u8) -> String {
    let open = OPTIONS.iter().filter(|(option, _)| limits::allows(*option, ma, mp));
    let names: Vec<&str> = open.map(|(_, name)| *name).collect();
    match names[..] {
        [] => "may do nothing else in this round".to_owned(),
        _ => format!("may still {}", names.join(", ")),
    }
}
