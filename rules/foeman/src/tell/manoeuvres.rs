//! Log lines about forced retreats, special moves and close quarters.

use super::words::{and, count, dice, roll};
use super::{about, cell, coded, event, judged, line, walked};
use crate::code::{self, Thing, Verb};
use crate::ids::FigureId;
use crate::instruction::{Displacement, ManoeuvreEvent, Met};
use crate::rolls::Check;
use crate::situation::Situation;
use crate::state::records::Posture;
use foeman_engine::display::{Line, LineKind};
use foeman_schema::grid::Hex;

/// Reports a manoeuvre.
pub(super) fn tell(now: Situation<'_>, figure: FigureId, told: &ManoeuvreEvent) -> Option<Line> {
    let who = now.name(figure);
    let line = match told {
        ManoeuvreEvent::ForcesRetreat { target } => event(figure, format!("{who} forces {} back", now.name(*target))),
        ManoeuvreEvent::Displaced { to, why, .. } => tell_displaced(now, figure, *to, *why)?,
        ManoeuvreEvent::Pressed { by, check, .. } => {
            let text = format!("{who} is hard pressed by {}", now.name(*by));
            rolled(now, figure, &text, check, ["keeps its feet", "falls"])
        }
        ManoeuvreEvent::LeavesHex { of, check, ma_lost } => {
            let text = format!("{who} squeezes past {} (MA -{ma_lost}, F4.7)", names(now, of));
            rolled(now, figure, &text, check, ["gets by", "is halted"])
        }
        ManoeuvreEvent::BreaksLoose { from, check } => {
            let text = format!("{who} tries to break loose from {}", names(now, from));
            rolled(now, figure, &text, check, ["breaks loose", "is held"])
        }
        ManoeuvreEvent::Charges { target } => {
            event(figure, format!("{} charges {}", on_the_way(now, figure), now.name(*target)))
        }
        ManoeuvreEvent::RushesShield { target, shield, check } => {
            let shield = now.item_kind(*shield);
            let text = format!("{} runs the {} against {}", on_the_way(now, figure), shield.title, now.name(*target));
            counted(now, figure, &text, check, (&code::RUSHES_SHIELD, Thing::item(shield)))
        }
        ManoeuvreEvent::PushesBack { target, check } => {
            let text = format!("{} tries to push {} back", on_the_way(now, figure), now.name(*target));
            counted(now, figure, &text, check, (&code::PUSHES_BACK, Thing::body()))
        }
        ManoeuvreEvent::Grapples { target, check } => {
            let text = format!("{} seeks close quarters with {}", on_the_way(now, figure), now.name(*target));
            counted(now, figure, &text, check, (&code::GRAPPLES, Thing::body()))
        }
        ManoeuvreEvent::Hurries { talent, check, ma_won, exhaustion } => {
            let text = format!("{who} uses {}", now.content.talent(*talent).title);
            let made = format!("MA +{ma_won} this round (F7.10)");
            let failed = format!("{} of exhaustion (F7.10)", count(exhaustion.unsigned_abs(), "point", "points"));
            rolled(now, figure, &text, check, [&made, &failed])
        }
        ManoeuvreEvent::TakesPosture { to, paid } => {
            let does = match to {
                Posture::Prone => "lies down",
                Posture::Kneeling => "kneels",
                Posture::Standing => "stands up",
            };
            event(figure, format!("{who} {does} ({paid} of {} MP)", now.figure(figure).ma))
        }
        ManoeuvreEvent::DidDamage { .. }
        | ManoeuvreEvent::MayForceRetreat { .. }
        | ManoeuvreEvent::MayFollowUp { .. }
        | ManoeuvreEvent::Refrains
        | ManoeuvreEvent::HasActed { .. } => return None,
    };
    Some(line)
}

/// Reports the extra cost of entering through an opponent's front.
pub(super) fn tell_met(now: Situation<'_>, figure: FigureId, met: &Met) -> Option<Line> {
    let more = met.front_die? - 1;
    let (who, whom) = (now.name(figure), names(now, &met.among));
    let text = format!("{who} enters the hex of {whom} through the front: {more} MP more (1D-1, F4.7)");
    Some(about(figure, line(LineKind::Detail, text)))
}

fn tell_displaced(now: Situation<'_>, figure: FigureId, to: Hex, why: Displacement) -> Option<Line> {
    let (who, to) = (now.name(figure), cell(now, to));
    Some(match why {
        Displacement::Retreats => event(figure, format!("{who} retreats to {to}")),
        Displacement::FollowsUp => event(figure, format!("{who} follows up to {to}")),
        Displacement::PushedBack => event(figure, format!("{who} is pushed back to {to}")),
        Displacement::PutBack => event(figure, format!("{who} cannot stay there and is back at {to}")),
        Displacement::TakesHex => return None,
    })
}

/// The figure, with the steps that led to its current action.
fn on_the_way(now: Situation<'_>, figure: FigureId) -> String {
    let own = now.figure(figure);
    match own.steps {
        0 => now.name(figure).into_owned(),
        _ => format!("{}, then", walked(now, figure, own.facing)),
    }
}

fn rolled(now: Situation<'_>, figure: FigureId, text: &str, check: &Check, outcome: [&str; 2]) -> Line {
    let how = roll(now.content, check, outcome);
    let text = format!("{text}: {}, {how}", dice(check.dice.len()));
    judged(now, check, event(figure, text))
}

/// A line about a special move with its roll. It counts as an action, so it has a code (`F6.9`).
fn counted(now: Situation<'_>, figure: FigureId, text: &str, check: &Check, (verb, thing): (&Verb, Thing)) -> Line {
    let line = rolled(now, figure, text, check, verb.outcomes());
    coded(line, code::of(now.figure(figure), verb, code::score(check), thing))
}

fn names(now: Situation<'_>, figures: &[FigureId]) -> String {
    and(&figures.iter().map(|&figure| now.name(figure).into_owned()).collect::<Vec<_>>())
}
