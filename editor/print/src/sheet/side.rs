//! Sheets of sides: their amounts and their units.

use std::collections::BTreeMap;

use foeman_engine::display::Token;
use foeman_engine::sheet::{Table, Track};

use super::table::{table, title, track};
use super::{anchored, banner, pairs};
use crate::flow::{Flow, Strip, gap};
use crate::subject::{Scenario, Subject};

/// Adds the sheets of all sides of all scenarios.
pub(super) fn sheets(subject: &Subject, flow: &mut Flow) {
    for scenario in &subject.scenarios {
        for side in 0..scenario.board.sides.len() {
            flow.add(sheet(flow.width(), scenario, side));
        }
    }
}

/// The name by which links find the sheet of a side.
pub(crate) fn anchor(scenario: &Scenario, side: usize) -> String {
    format!("{}/{side}", scenario.key)
}

fn sheet(width: f32, scenario: &Scenario, side: usize) -> Vec<Strip> {
    let name = &scenario.board.sides[side].name;
    let mut strips = vec![banner(width, name, &scenario.title, &[])];
    if let Some(account) = scenario.accounts.get(side).and_then(Option::as_ref) {
        strips.extend(pairs(width, &account.rows));
        let sums: Vec<(String, String)> =
            account.sums.iter().map(|sum| (sum.name.clone(), sum.total.to_string())).collect();
        strips.extend(pairs(width, &sums));
    }
    strips.extend(units(scenario, side).iter().flat_map(|units| table(width, units)));
    let gauges = scenario.board.gauges.iter().filter(|gauge| gauge.side == side);
    let tracks: Vec<Track> = gauges
        .map(|gauge| Track {
            name: gauge.name.clone(),
            amount: u32::try_from(gauge.value).unwrap_or_default(),
            end: gauge.marks.iter().map(|mark| format!("{} {}", mark.name, mark.value)).collect::<Vec<_>>().join(", "),
        })
        .collect();
    if !tracks.is_empty() {
        strips.push(title(width, "In play", "tick off, or write"));
        strips.extend(tracks.iter().map(|each| track(width, each)));
    }
    strips.push(gap(6.0));
    anchored(strips, &anchor(scenario, side), &format!("{name}, {}", scenario.title))
}

/// Returns the units of a side with their values, each kind once.
fn units(scenario: &Scenario, side: usize) -> Option<Table> {
    let mine: Vec<&Token> = scenario.board.tokens.iter().filter(|token| token.side == side).collect();
    let values = |token: &Token| -> Vec<(String, String)> {
        let explained = scenario.values.get(&token.id).into_iter().flatten();
        explained.map(|value| (value.name.clone(), value.total.to_string())).collect()
    };
    let mut columns: Vec<String> = Vec::new();
    for (name, _) in mine.iter().flat_map(|token| values(token)) {
        if !columns.contains(&name) && columns.len() < MOST_COLUMNS {
            columns.push(name);
        }
    }
    if columns.is_empty() {
        return None;
    }
    let mut rows: Vec<(Vec<String>, usize)> = Vec::new();
    for token in mine {
        let known: BTreeMap<String, String> = values(token).into_iter().collect();
        let cells = columns.iter().map(|column| known.get(column).cloned().unwrap_or_else(|| "–".to_owned()));
        let row: Vec<String> = std::iter::once(kind(&token.name)).chain(cells).collect();
        match rows.iter_mut().find(|(other, _)| *other == row) {
            Some((_, count)) => *count += 1,
            None => rows.push((row, 1)),
        }
    }
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(mut row, count)| {
            row.insert(1, count.to_string());
            row
        })
        .collect();
    let head = ["Unit", "Number"].map(str::to_owned);
    (!rows.is_empty()).then(|| Table {
        title: "Units".to_owned(),
        about: String::new(),
        columns: head.into_iter().chain(columns).collect(),
        rows,
    })
}

/// The maximum number of values of a unit.
const MOST_COLUMNS: usize = 10;

/// Returns the name of a unit without its number.
fn kind(name: &str) -> String {
    match name.rsplit_once(" #") {
        Some((kind, number)) if number.chars().all(|letter| letter.is_ascii_digit()) => kind.to_owned(),
        _ => name.to_owned(),
    }
}
