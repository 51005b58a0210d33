//! Log lines about spells, items, talents and effects.

use super::effects::allowed;
use super::words::{dice, explained, one, roll, source, terms};
use super::{about, attack, cell, coded, event, harmed, judged, line, side_name};
use crate::code::{self, Thing, Verb};
use crate::constants::AUTOMATIC_SCORE;
use crate::content::Deed;
use crate::ids::{FigureId, SpellId};
use crate::instruction::{EffectEvent, MagicEvent, Suffering};
use crate::rolls::Check;
use crate::situation::Situation;
use crate::situation::protection::Response;
use crate::state::records::Posture;
use crate::state::{Action, EffectState, Stage};
use foeman_engine::display::{Line, LineKind};

/// Reports an event of a figure that concerns effects.
pub(super) fn tell(now: Situation<'_>, figure: FigureId, happened: &MagicEvent) -> Option<Line> {
    let (who, content) = (now.name(figure), now.content);
    match happened {
        MagicEvent::Casts { spell, target, response, check, cost, paid } => {
            let title = &content.spell(*spell).title;
            let on = match target {
                Some(target) if *target == figure => String::new(),
                Some(target) => format!(" on {}", now.name(*target)),
                None => String::new(),
            };
            let harder = match response {
                Some(Response::Defends) => ", one more against the defence (F7.3)",
                Some(Response::Dodges) => ", one more against the dodge (F7.3)",
                None => "",
            };
            let how = roll(content, check, code::CASTS.outcomes());
            let why = match cost.terms().len() {
                0 | 1 => String::new(),
                _ => format!(" ({})", explained(content, cost)),
            };
            let price = match cost.total() {
                total if total == *paid => format!("costs {paid} ST{why}"),
                total => format!("costs {paid} ST (F11.2) instead of {total}{why}"),
            };
            let text = format!("{who} casts {title}{on}: {}{harder}, {how}; {price}", dice(check.dice.len()));
            Some(used(now, figure, text, check, (&code::CASTS, Thing::spell(content.spell(*spell)))))
        }
        MagicEvent::Uses { item, check } => {
            let title = &now.item_kind(*item).title;
            let how = roll(content, check, code::USES.outcomes());
            let text = format!("{who} uses the {title}: {}, {how}", dice(check.dice.len()));
            Some(used(now, figure, text, check, (&code::USES, Thing::item(now.item_kind(*item)))))
        }
        MagicEvent::Exerts { talent, check, paid } => {
            let title = &content.talent(*talent).title;
            let how = roll(content, check, code::EXERTS.outcomes());
            let text = format!("{who} uses {title}: {}, {how}; costs {paid} ST", dice(check.dice.len()));
            Some(used(now, figure, text, check, (&code::EXERTS, Thing::talent(content.talent(*talent)))))
        }
        MagicEvent::Resists { source: of, check, halves } => {
            let made = if *halves { "half of it remains" } else { "resisted" };
            let how = roll(content, check, [made, "not resisted"]);
            let text = format!("{who} resists {}: {}, {how}", source(content, *of), dice(check.dice.len()));
            let detail = line(LineKind::Detail, text);
            Some(about(figure, judged(now, check, detail)))
        }
        MagicEvent::Suffers(suffering) => Some(suffers(now, figure, suffering)),
        MagicEvent::Heals { source: of, physical, exhaustion } => {
            let title = source(content, *of);
            let text = match (physical, exhaustion) {
                (0, 0) => format!("{title} has nothing to heal on {who}"),
                (points, 0) => format!("{title} heals {points} damage of {who}, {}", st(now, figure, *points)),
                (_, points) => {
                    format!("{title} takes {points} exhaustion from {who}, {}", st(now, figure, *points))
                }
            };
            Some(detail(figure, text))
        }
        MagicEvent::Brought { source: of, to } => {
            let verb = match to {
                Posture::Prone => "falls",
                Posture::Kneeling => "goes down on its knees",
                Posture::Standing => "is on its feet",
            };
            Some(detail(figure, format!("{who} {verb} ({})", source(content, *of))))
        }
        MagicEvent::Moved { source: of, from, to } if from == to => {
            Some(detail(figure, format!("{who} has no room to be moved by {}", source(content, *of))))
        }
        MagicEvent::Moved { source: of, from, to } => {
            let text =
                format!("{who} is moved from {} to {} ({})", cell(now, *from), cell(now, *to), source(content, *of));
            Some(detail(figure, text))
        }
        MagicEvent::Obeys { side, source: by } => {
            let text = match by {
                Some(by) => format!("{who} obeys {} now ({})", side_name(now, *side), source(content, *by)),
                None => format!("{who} obeys {} again", side_name(now, *side)),
            };
            Some(event(figure, text))
        }
        MagicEvent::Vanishes { source: of } => {
            let told = event(figure, format!("{who} vanishes, because {} is over", source(content, *of)));
            Some(Line { lost: Some(u32::from(figure.0)), ..told })
        }
        MagicEvent::KeepsUp { spell, target, paid, lasts, .. } => {
            let title = &content.spell(*spell).title;
            let on = if target == &figure { String::new() } else { format!(" on {}", now.name(*target)) };
            let why = match paid.terms().len() {
                0 | 1 => String::new(),
                _ => format!(" ({})", explained(content, paid)),
            };
            let text =
                format!("{who} keeps up {title}{on} for {} ST{why}, through round {lasts} (F11.1)", paid.total());
            let told = Line { terms: terms(content, paid), ..event(figure, text) };
            // A renewal by an option is an action and has a code; one during effect continuation is not.
            let own = now.figure(figure);
            let acts = own.option.is_some_and(|action| matches!(action, Action::Recast { .. }));
            let thing = Thing::spell(content.spell(*spell));
            let code = code::of(own, &code::KEEPS_UP, AUTOMATIC_SCORE, thing);
            Some(if acts { coded(told, code) } else { told })
        }
        MagicEvent::LetsGo { spell } => {
            let title = &content.spell(*spell).title;
            Some(event(figure, format!("{who} does not keep up {title}, which ends with this round (F11.1)")))
        }
        MagicEvent::Thwarted => {
            let own = now.figure(figure);
            let option = own.option?;
            let verb = code::impossible(option.kind());
            let told = event(figure, format!("{who} {}", verb.bare));
            Some(coded(told, code::of(own, &verb, 0, Thing::nothing())))
        }
        MagicEvent::Asks(_) | MagicEvent::Answers { .. } | MagicEvent::MayKeepUp { .. } => None,
    }
}

/// Reports an event of an effect in force.
pub(super) fn tell_effect(now: Situation<'_>, happened: &EffectEvent) -> Option<Line> {
    match happened {
        EffectEvent::Begins(force) => Some(detail(force.target, begins(now, force))),
        EffectEvent::Makes(made) => {
            let kind = now.content.kind(made.kind);
            let by = source(now.content, made.force.source);
            let text =
                format!("{} {} appears at {} ({by}{})", kind.name, made.nth, cell(now, made.hex), until(&made.force));
            Some(detail(made.force.owner, text))
        }
        EffectEvent::Renewed { .. } => None,
        EffectEvent::Ends { at } => {
            let force = now.state.effects.get(usize::from(*at))?;
            let deed = &now.content.effect(force.effect).deed;
            // Disappearing figures and the end of control have their own events.
            if matches!(deed, Deed::Create { .. } | Deed::Control) {
                return None;
            }
            let text = format!("{} on {} is over", source(now.content, force.source), now.name(force.target));
            Some(detail(force.target, text))
        }
    }
}

fn begins(now: Situation<'_>, force: &EffectState) -> String {
    let (who, title) = (now.name(force.target), source(now.content, force.source));
    let effect = now.content.effect(force.effect);
    let what = match &effect.deed {
        Deed::Modify { what, .. } if force.stage == Stage::Works => format!("{} {:+}", what.name(), force.rolled),
        Deed::Status { add: Some(add), .. } => add.name().to_owned(),
        Deed::Status { remove: Some(remove), .. } => format!("not {}", remove.name()),
        Deed::Control => "bewitched".to_owned(),
        Deed::Grant(permit) => allowed(now.content, *permit, "may"),
        Deed::Forbid(permit) => allowed(now.content, *permit, "may not"),
        _ => String::new(),
    };
    let what = if what.is_empty() { String::new() } else { format!(": {what}") };
    format!("{title} affects {who}{what}{}", until(force))
}

fn until(force: &EffectState) -> String {
    force.expires.map_or(String::new(), |round| format!(", through round {round}"))
}

fn suffers(now: Situation<'_>, figure: FigureId, suffering: &Suffering) -> Line {
    let Suffering { source: of, points, guards, physical, exhaustion, falls, .. } = suffering;
    let (mut text, after) = attack::taken(now, figure, [*physical, *exhaustion], *falls, |_| false);
    let how = std::iter::once(format!("{} {points}", source(now.content, *of))).chain(attack::stopped(now, guards));
    text.push_str(&format!(" ({})", how.collect::<Vec<_>>().join("; ")));
    harmed(figure, after, line(LineKind::Detail, text))
}

fn st(now: Situation<'_>, figure: FigureId, healed: i32) -> String {
    let before = now.mod_st(figure);
    format!("ST {before} -> {}", before + healed)
}

fn used(now: Situation<'_>, figure: FigureId, text: String, check: &Check, (verb, thing): (&Verb, Thing)) -> Line {
    let code = code::of(now.figure(figure), verb, code::score(check), thing);
    coded(judged(now, check, event(figure, text)), code)
}

fn detail(figure: FigureId, text: String) -> Line {
    about(figure, line(LineKind::Detail, text))
}

/// Describes the choice of a Use.
pub(super) fn describe(now: Situation<'_>, figure: FigureId, action: Action) -> String {
    let with = |chosen: u8| dice(usize::from(chosen));
    match action {
        Action::Cast { spell, target, dice } => {
            let on = target.filter(|&target| target != figure);
            let on = on.map_or(String::new(), |target| format!(" on {}", now.name(target)));
            format!("Cast {}{on} with {}", now.content.spell(spell).title, with(dice))
        }
        Action::Recast { spell, began } => {
            format!("Keep up {} of round {began}", now.content.spell(spell).title)
        }
        Action::Use { item, dice } => format!("Use {} with {}", one(&now.item_kind(item).title), with(dice)),
        Action::Exert { talent, dice } => {
            format!("Use {} with {}", now.content.talent(talent).title, with(dice))
        }
        _ => String::new(),
    }
}

/// Describes the choice to keep up a spell.
pub(super) fn describe_renewal(now: Situation<'_>, spell: SpellId) -> String {
    let spell = now.content.spell(spell);
    format!("Keep up {} for {} ST", spell.title, spell.renewal.unwrap_or(0))
}
