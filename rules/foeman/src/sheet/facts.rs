//! Derived values of a figure: movement, load, attacks and protection (`F4`, `F6`, `F7`, `F8`).

use super::alone::{OTHER, OWN};
use crate::catalogs::PlayerClass;
use crate::constants::ORDINARY_DICE;
use crate::grade::{Grade, LESS};
use crate::ids::ItemId;
use crate::option::Mode;
use crate::phases::limits;
use crate::rolls::Sum;
use crate::rolls::success::{self, AutomaticMiss};
use crate::situation::applying::Versus;
use crate::situation::load::{self, Load};
use crate::situation::protection::{self, Source};
use crate::situation::weapons::{self, Arm};
use crate::situation::{Situation, hits, values};
use crate::state::ActionKind;
use crate::tell;
use foeman_engine::display::Term;
use foeman_engine::sheet::Fact;

/// The grade of its attributes (`F11.3`).
pub(super) fn points(now: Situation<'_>) -> Fact {
    let kind = now.kind(OWN);
    let attributes = [("ST", kind.st), ("DX", kind.dx), ("IQ", kind.iq), ("MA", i32::from(kind.ma))];
    let grade = Grade::of(attributes.map(|(_, value)| value));
    let term = |(name, value): (&str, i32)| {
        let value = value - LESS as i32;
        Term { name: format!("{name} less {LESS}"), value, rule: "F11.3".to_owned() }
    };
    let text = format!("{} points; awards are multiplied by {}", grade.points(), grade.multiplier());
    Fact { name: "Grade".to_owned(), text, terms: attributes.map(term).into(), brief: false }
}

/// All other facts.
pub(super) fn facts(now: Situation<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let dx: Sum = values::mod_dx(now, OWN);
    facts.push(fact(now, "Acts at", format!("DX {}: higher values act first", dx.total()), &dx));
    facts.push(moves(now));
    facts.extend(carries(now));
    for (name, sum, basic) in [
        ("ST left", values::mod_st::<Sum>(now, OWN), now.kind(OWN).st),
        ("IQ in use", values::mod_iq(now, OWN), now.kind(OWN).iq),
    ] {
        if sum.total() != basic {
            facts.push(fact(now, name, format!("{} of {basic}", sum.total()), &sum));
        }
    }
    let class = now.kind(OWN).class;
    if class == PlayerClass::Adv {
        let dice = values::dice_limit(now, OWN, Versus::NOBODY);
        let text = format!("at most {dice}, for ST {}", now.kind(OWN).st);
        facts.push(Fact { name: "Damage dice".to_owned(), text, terms: Vec::new(), brief: false });
    }
    facts.extend(weapons::all(now, OWN).into_iter().map(|arm| attack(now, arm)));
    facts.extend(stops(now));
    facts
}

fn fact(now: Situation<'_>, name: &str, text: String, sum: &Sum) -> Fact {
    Fact { name: name.to_owned(), text, terms: tell::terms(now.content, sum), brief: false }
}

/// Its movement, and the options left after it (`F5`).
fn moves(now: Situation<'_>) -> Fact {
    let sum = values::full_ma(now, OWN);
    let ma = values::mod_ma(now, OWN, &[]);
    let after = |option| limits::limit(option, ma).unwrap_or(ma);
    let text = format!(
        "{ma} MP; strikes after {} at most, readies after {}, shoots after {}",
        after(ActionKind::Strike),
        after(ActionKind::Ready),
        after(ActionKind::Fire),
    );
    fact(now, "Moves", text, &sum)
}

/// The size of its gear, and the MP it loses if a scenario counts encumbrance (`F1.7`).
fn carries(now: Situation<'_>) -> Option<Fact> {
    let Load { carried, free, slower } = load::load(now, OWN);
    let text = match slower {
        0 => format!("size {carried}, {free} without being slower"),
        _ => {
            format!("size {carried}, {free} without being slower; {slower} MP slower if a scenario counts encumbrance")
        }
    };
    let item = |item: ItemId| Term {
        name: now.item_kind(item).title.clone(),
        value: i32::from(now.item(item).count).saturating_mul(now.item_kind(item).size as i32),
        rule: "F1.7".to_owned(),
    };
    let terms: Vec<Term> = now.gear(OWN).filter(|&item| now.item(item).place().is_some()).map(item).collect();
    (carried > 0).then(|| Fact { name: "Carries".to_owned(), text, terms, brief: false })
}

/// An attack on the dummy opponent in front of it.
fn attack(now: Situation<'_>, arm: Arm<'_>) -> Fact {
    let needed: Sum = hits::attack_dx(now, OWN, OTHER, arm);
    let chance = success::chance(ORDINARY_DICE, needed.total(), AutomaticMiss::Threatens).percent();
    let verb = match arm.weapon.mode {
        Mode::Strike => "Strikes",
        Mode::Jab => "Jabs",
        Mode::Hurl => "Hurls",
        Mode::Fire => "Fires",
    };
    let range = if arm.weapon.range > 0 { values::weapon_range(now, OWN, OTHER, arm) } else { 0 };
    let range = if range > 0 { format!(", range {range}") } else { String::new() };
    let text = format!(
        "{}{range}; hits on {} or less, {chance} % with {ORDINARY_DICE} dice",
        arm.weapon.damage,
        needed.total()
    );
    Fact { brief: true, ..fact(now, &format!("{verb}: {}", arm.weapon.title), text, &needed) }
}

/// Its protection against a blow from the front (`F8.3`).
fn stops(now: Situation<'_>) -> Option<Fact> {
    let guards = protection::in_the_way(now, OWN, OTHER, Mode::Strike);
    let name = |source: Source| match source {
        Source::Item { item } => now.item_kind(item).title.clone(),
        Source::Hide => "hide".to_owned(),
        Source::Ward => "magic".to_owned(),
    };
    let always: i32 = guards.iter().map(|(_, stops)| i32::from(stops.protection)).sum();
    let terms = guards.iter().map(|(source, stops)| Term {
        name: name(*source),
        value: i32::from(stops.protection),
        rule: "F8.3".to_owned(),
    });
    let terms: Vec<Term> = terms.collect();
    let rated = guards.iter().filter(|(_, stops)| stops.rating > 0);
    let rated = rated
        .map(|(source, stops)| format!("; {} stops {} more on {} or less", name(*source), stops.block, stops.rating));
    let text = format!("{always} of each attack from the front{}", rated.collect::<String>());
    (!guards.is_empty()).then(|| Fact { name: "Stops".to_owned(), text, terms, brief: true })
}
