//! What the checks of events have in common.

use std::collections::BTreeSet;

use foeman_schema::check::Check;
use foeman_schema::dialect::Ref;
use foeman_schema::finding::Finding;
use foeman_schema::survey::Survey;
use foeman_schema::text::Pointer;

use crate::catalogs::events::{DeedKind, Event, Occasion};
use crate::catalogs::victory::Share;
use crate::catalogs::{Scenario, Side};
use crate::notation::EventCondition;
use crate::notation::event::Name;

/// A finding about a value, if it is written in this record.
pub(super) fn finding(
    check: &Check,
    survey: &Survey<'_>,
    pointer: Pointer,
    message: String,
    help: String,
) -> Option<Finding> {
    let place = survey.draft.place(&pointer).filter(|_| survey.draft.defined(&pointer))?;
    Some(Finding { help: Some(help), ..check.finding(place, pointer, message) })
}

/// Whether an event lets a figure of a side arrive.
pub(super) fn calls(scenario: &Scenario, of: &Ref<Side>, key: &str) -> bool {
    let deeds = scenario.events.values().flat_map(|event| &event.r#do);
    deeds.into_iter().any(|deed| match &deed.kind {
        DeedKind::Arrive { side, figures, .. } => {
            side == of && (figures.is_empty() || figures.iter().any(|figure| figure.0 == key))
        }
        _ => false,
    })
}

/// The keys that restrict the occasion of an event, apart from conditions.
pub(super) fn filters(event: &Event) -> Vec<&'static str> {
    let keys = [
        ("round", event.round.is_some()),
        ("phase", event.phase.is_some()),
        ("side", event.side.is_some() && !gives_side(event)),
        ("figures", !event.figures.is_empty()),
        ("who", event.who != Share::default()),
        ("at-least", event.at_least.is_some()),
        ("zone", event.zone.is_some()),
        ("event", event.event.is_some()),
        ("after", event.after > 0),
        ("item", event.item.is_some()),
        ("spell", event.spell.is_some()),
        ("feature", event.feature.is_some()),
    ];
    keys.into_iter().filter(|(_, is_there)| *is_there).map(|(key, _)| key).collect()
}

/// Whether the side of an event says who speaks in one of its messages.
fn gives_side(event: &Event) -> bool {
    event.r#do.iter().any(|deed| matches!(&deed.kind, DeedKind::Say { side: None, speaker: Some(_), .. }))
}

/// The number of figures that an occasion waits for and the number it can concern, if it waits for too many.
pub(super) fn too_many(scenario: &Scenario, event: &Event) -> Option<(usize, usize)> {
    let wanted = event.at_least.filter(|_| event.when.gathers())?;
    let side = event.side.as_ref()?;
    let placed = scenario.sides.iter().filter(|part| part.side == *side).map(|part| part.place.len()).sum();
    let meant = if event.figures.is_empty() { placed } else { event.figures.len() };
    (usize::from(wanted) > meant).then_some((usize::from(wanted), meant))
}

/// The events that can happen: all but those that follow only from each other.
pub(super) fn started(scenario: &Scenario) -> BTreeSet<&str> {
    let follows = |event: &Event| event.when == Occasion::Fired;
    let all = || scenario.events.iter().map(|(id, event)| (id.as_str(), event));
    let mut started: BTreeSet<&str> = all().filter(|(_, event)| !follows(event)).map(|(id, _)| id).collect();
    loop {
        let before = started.len();
        let next = all().filter(|(_, event)| event.event.as_ref().is_some_and(|event| started.contains(&*event.0)));
        let next: Vec<&str> = next.map(|(id, _)| id).collect();
        started.extend(next);
        if started.len() == before {
            return started;
        }
    }
}

/// Whether an event follows, at once or through others, from the end of the battle.
pub(super) fn follows_the_end(scenario: &Scenario, event: &Event) -> bool {
    // No chain of different events is longer than their list.
    let mut event = event;
    for _ in 0..scenario.events.len() {
        match event.event.as_ref().filter(|_| event.when == Occasion::Fired) {
            Some(before) => match scenario.events.get(&before.0) {
                Some(before) => event = before,
                None => return false,
            },
            None => break,
        }
    }
    event.when == Occasion::Over
}

/// The names in the amounts and conditions of an event, with the path to each.
pub(super) fn names(event: &Event) -> Vec<(Vec<String>, Vec<&Name>)> {
    let mut found = conditions(&["if".to_owned()], &event.r#if);
    for (nth, deed) in event.r#do.iter().enumerate() {
        let at = ["do".to_owned(), nth.to_string()];
        let path = |key: &str| [&at[..], &[key.to_owned()]].concat();
        found.extend(conditions(&path("if"), &deed.scope.r#if));
        match &deed.kind {
            DeedKind::Change { by, .. } => found.push((path("by"), by.names().collect())),
            DeedKind::Set { amount, .. } => found.push((path("amount"), amount.names().collect())),
            _ => {}
        }
    }
    found
}

fn conditions<'a>(path: &[String], list: &'a [EventCondition]) -> Vec<(Vec<String>, Vec<&'a Name>)> {
    let one = |(nth, condition): (usize, &'a EventCondition)| {
        ([path, &[nth.to_string()]].concat(), condition.names().collect())
    };
    list.iter().enumerate().map(one).collect()
}
