//! Matchup matrix: every figure against every other, one on one.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use foeman_engine::dice::Seed;
use foeman_engine::game::Engine;
use foeman_engine::meeting::Contender;
use foeman_engine::ruleset::SideId;
use foeman_engine::simulate::Report;
use foeman_schema::did_you_mean::{did_you_mean, near};
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;
use foeman_schema::statistics::{ALPHA, Difference, Pairs, Share, discoveries};
use foeman_schema::text::RecordKey;
use serde_json::{Value, json};

use super::csv::quoted;
use super::record::Record;
use super::vary::MOST_CONTENTS;
use super::{Format, MOST_OF_ALL};
use foeman_base::console::{Failure, Paint, Stream, printable};

/// A match of two figures; the first has the first place of the scenario.
pub struct Meeting {
    /// The names of the two figures.
    pub who: [String; 2],
    /// The content in which they meet.
    pub content: Arc<Resolved>,
}

/// The matches of a matrix.
pub struct Meetings {
    /// The matches to play: two for each pair, in both places.
    pub fit: Vec<Meeting>,
    /// The names of the pairs that cannot meet, because one of them does not fit into the place of the other.
    pub unfit: Vec<[String; 2]>,
}

/// Returns the matches of all pairs of the named figures, or of all figures, in both places, to be played on `seeds`
/// seeds each.
pub fn meetings(
    engine: &dyn Engine,
    draft: &Draft,
    scenario: &str,
    named: &[String],
    seeds: u32,
    cancelled: &dyn Fn() -> bool,
) -> Result<Meetings, String> {
    let ruleset = engine.dialect().id;
    let Some(def) = engine.capabilities().meetings else {
        let message = format!("the ruleset `{ruleset}` cannot set figures against each other");
        return Err(message);
    };
    let all = (def.contenders)(draft);
    let chosen = choose(&all, named)?;
    if chosen.len() < 2 {
        let message = format!("expected at least two figures that can meet, found {}", chosen.len());
        return Err(message);
    }
    can_be_played(chosen.len(), seeds)?;
    let key = RecordKey::new(engine.dialect().playable, scenario);
    let meet = |who: [&Contender; 2]| {
        let content = Arc::new((def.meet)(draft, &key, who)?);
        Ok::<_, String>(Meeting { who: who.map(|who| who.id.clone()), content })
    };
    let can_start = |meeting: &Meeting| cancelled() || engine.start(&meeting.content, Seed(0)).is_ok();
    let mut meetings = Meetings { fit: Vec::new(), unfit: Vec::new() };
    for (at, one) in chosen.iter().enumerate() {
        for other in &chosen[at + 1..] {
            let both = [meet([one, other])?, meet([other, one])?];
            match both.iter().all(can_start) {
                true => meetings.fit.extend(both),
                false => meetings.unfit.push([one, other].map(|who| who.name.clone())),
            }
        }
    }
    if meetings.fit.is_empty() {
        return Err("no two of these figures can meet on the map of this scenario".to_owned());
    }
    Ok(meetings)
}

/// Checks the number of battles; the error tells how many figures are possible.
fn can_be_played(figures: usize, seeds: u32) -> Result<(), String> {
    let all = |figures: usize| (figures as u64).saturating_mul(figures as u64 - 1);
    let battles = |figures: usize| all(figures).saturating_mul(u64::from(seeds));
    let fits = |figures: usize| battles(figures) <= MOST_OF_ALL && all(figures) <= MOST_CONTENTS as u64;
    if fits(figures) {
        return Ok(());
    }
    let most = (2..figures).rev().find(|figures| fits(*figures)).unwrap_or(2);
    let fewer = match MOST_OF_ALL / all(figures) {
        0 => String::new(),
        _ if all(figures) > MOST_CONTENTS as u64 => String::new(),
        seeds => format!(", or {seeds} seeds"),
    };
    Err(format!(
        "expected at most {MOST_OF_ALL} battles in all, found {}: {figures} figures make {} pairs, each of which plays \
         {seeds} seeds on both sides; choose at most {most} figures{fewer}",
        battles(figures),
        all(figures) / 2
    ))
}

/// Finds figures by id, with or without the id of their record.
pub fn choose<'a>(all: &'a [Contender], named: &[String]) -> Result<Vec<&'a Contender>, String> {
    let mut chosen: Vec<&Contender> = Vec::new();
    for word in named {
        let mut meant: Vec<&Contender> = all.iter().filter(|one| one.id == *word).collect();
        if meant.is_empty() {
            meant = all.iter().filter(|one| one.short() == word).collect();
        }
        match meant.as_slice() {
            [one] if chosen.contains(one) => {
                return Err(format!("`{}` is listed twice", one.id));
            }
            [one] => chosen.push(one),
            [] => {
                let known = all.iter().flat_map(|one| [one.id.as_str(), one.short()]);
                let near = did_you_mean(&near(word, known)).unwrap_or_else(|| {
                    let some: Vec<&str> = all.iter().take(12).map(|one| one.id.as_str()).collect();
                    format!("there is `{}`{}", some.join("`, `"), if all.len() > 12 { " and more" } else { "" })
                });
                return Err(format!("expected a figure that can meet others, found `{word}`; {near}"));
            }
            several => {
                let ids: Vec<String> = several.iter().map(|one| format!("`{}`", one.id)).collect();
                return Err(format!("`{word}` is ambiguous; write {}", ids.join(" or ")));
            }
        }
    }
    Ok(if named.is_empty() { all.iter().collect() } else { chosen })
}

/// The result of two figures in both places.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Pairs of battles with the same seed and swapped places; "better" means that the first figure won more.
    pairs: Pairs,
    rounds: f64,
    /// Whether one figure is significantly stronger, with the correction for testing all pairs.
    differs: bool,
}

impl Cell {
    /// Returns the first figure's share of wins with its interval; a draw counts half.
    fn share(&self) -> Share {
        let half = |difference: f64| f64::midpoint(1.0, difference);
        let share = half(self.pairs.mean());
        match self.pairs.interval() {
            Some(Share { low, high, .. }) => Share { low: half(low), share, high: half(high) },
            None => Share { low: share, share, high: share },
        }
    }
}

/// The whole matrix, in the order of the arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The ids of the figures.
    pub who: Vec<String>,
    /// The names of the figures, with ids if names are ambiguous.
    pub names: Vec<String>,
    /// The results by the indexes of both figures, the lower one first.
    cells: BTreeMap<(usize, usize), Cell>,
}

impl Table {
    /// Computes the matrix of a record.
    pub fn of(record: &Record) -> Self {
        let mut who: Vec<String> = Vec::new();
        for arm in &record.heading.arms {
            for name in &arm.name {
                if !who.contains(name) {
                    who.push(name.clone());
                }
            }
        }
        let position = |name: &String| who.iter().position(|one| one == name).unwrap_or_default();
        let mut cells = BTreeMap::new();
        for (arms, reports) in record.heading.arms.chunks(2).zip(record.reports.chunks(2)) {
            let ([arm, _], [one, other]) = (arms, reports) else { continue };
            let [first, second] = arm.name.as_slice() else { continue };
            cells.insert((position(first), position(second)), cell(one, other));
        }
        // A pair without any difference has no p-value; 1 keeps it from counting as a discovery.
        let p_values: Vec<f64> = cells.values().map(|cell| cell.pairs.mid_p().unwrap_or(1.0)).collect();
        for (cell, differs) in cells.values_mut().zip(discoveries(&p_values, ALPHA)) {
            cell.differs = differs;
        }
        Self { names: names(record, &who), who, cells }
    }

    /// Returns the share of wins of one figure against another, and whether the difference is significant.
    pub fn share(&self, one: usize, other: usize) -> Option<(Share, bool)> {
        if let Some(cell) = self.cells.get(&(one, other)) {
            return Some((cell.share(), cell.differs));
        }
        let cell = self.cells.get(&(other, one))?;
        let Share { low, share, high } = cell.share();
        Some((Share { low: 1.0 - high, share: 1.0 - share, high: 1.0 - low }, cell.differs))
    }

    /// Returns the share of wins of one figure against all others.
    pub fn all(&self, one: usize) -> f64 {
        let shares: Vec<f64> = (0..self.who.len()).filter_map(|other| Some(self.share(one, other)?.0.share)).collect();
        shares.iter().sum::<f64>() / shares.len().max(1) as f64
    }

    /// Returns the indexes of all figures, best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.who.len()).collect();
        order.sort_by(|one, other| self.all(*other).total_cmp(&self.all(*one)).then(one.cmp(other)));
        order
    }
}

/// Returns the labels of the figures: side names, or ids if both figures of a match have the same name.
fn names(record: &Record, who: &[String]) -> Vec<String> {
    let arms = || record.heading.arms.iter();
    let name = |id: &String| {
        let sides = arms().flat_map(|arm| arm.name.iter().zip(&arm.sides)).filter(|(own, _)| *own == id);
        let named = sides.map(|(_, side)| side).find(|side| *side != id);
        named.unwrap_or(id).clone()
    };
    let names: Vec<String> = who.iter().map(name).collect();
    let called = |(name, id): (&String, &String)| {
        let is_once = names.iter().filter(|other| *other == name).count() == 1;
        if is_once { name.clone() } else { format!("{name} ({id})") }
    };
    names.iter().zip(who).map(called).collect()
}

/// Combines the battles of two figures in both orders of places.
fn cell(one: &Report, other: &Report) -> Cell {
    let mut pairs = Pairs::default();
    for (straight, exchanged) in one.battles.iter().zip(&other.battles) {
        // The first figure is the first side in `one`, and the second side in `other`.
        let lost = 2 - straight.outcome.score(SideId(0));
        pairs.add(Difference::of(lost, exchanged.outcome.score(SideId(1))));
    }
    let rounds = || one.battles.iter().chain(&other.battles).map(|battle| f64::from(battle.rounds));
    Cell { pairs, rounds: rounds().sum::<f64>() / rounds().count().max(1) as f64, differs: false }
}

/// Writes the matrix.
pub fn write(record: &Record, format: Format, out: &mut Stream<'_>) -> Result<(), Failure> {
    let table = Table::of(record);
    match format {
        Format::Table => write_table(record, &table, out),
        Format::Csv => csv(&table, out),
        Format::Json | Format::Jsonl | Format::Check => {
            let cells = table.cells.iter().map(|((one, other), cell)| {
                json!({
                    "figures": [table.who[*one], table.who[*other]],
                    "pairs": cell.pairs.all(),
                    "counts": cell.pairs.counts(),
                    "share": cell.share(),
                    "p": cell.pairs.mid_p(),
                    "differs": cell.differs,
                    "rounds": cell.rounds,
                })
            });
            let cells: Vec<Value> = cells.collect();
            let heading = &record.heading;
            let object = json!({ "figures": table.who, "names": table.names, "seed": heading.seed, "players": heading.players, "cells": cells });
            Ok(writeln!(out, "{object:#}")?)
        }
    }
}

fn write_table(record: &Record, table: &Table, out: &mut Stream<'_>) -> Result<(), Failure> {
    let count = table.who.len();
    let order = table.order();
    let width = table.names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let digits = count.to_string().len();
    let heads: String = (1..=count).map(|number| format!("{number:>6}")).collect();
    let head = format!("{:digits$} {:<width$}    all{heads}", "", "wins, %");
    writeln!(out, "{}", out.painted(Paint::Strong, head.trim_end()))?;
    for (place, one) in (1..).zip(&order) {
        let cells: String = order
            .iter()
            .map(|other| match table.share(*one, *other) {
                Some((share, differs)) => {
                    format!("{:>5.0}{}", 100.0 * share.share, if differs { "*" } else { " " })
                }
                None => format!("{:>5} ", "-"),
            })
            .collect();
        let name = printable(&table.names[*one]);
        let line = format!("{place:>digits$} {name:<width$}  {:>5.1} {cells}", 100.0 * table.all(*one));
        writeln!(out, "{}", line.trim_end())?;
    }
    let pairs = record.heading.battles;
    writeln!(out, "\neach pair played {pairs} seeds on both sides; a draw counts as half a win")?;
    writeln!(
        out,
        "* significant: on average, at most 5 % of the marked results are due to chance (Benjamini-Hochberg)"
    )?;
    Ok(())
}

fn csv(table: &Table, out: &mut Stream<'_>) -> Result<(), Failure> {
    writeln!(out, "figure,against,pairs,better,worse,share,low,high,p,differs,rounds")?;
    for ((one, other), cell) in &table.cells {
        let (pairs, Share { low, share, high }) = (&cell.pairs, cell.share());
        let p = pairs.mid_p().map_or_else(String::new, |p| format!("{p:.6}"));
        let who = [*one, *other].map(|who| quoted(&table.who[who])).join(",");
        let (all, better, worse) = (pairs.all(), pairs.better(), pairs.worse());
        let (differs, rounds) = (cell.differs, cell.rounds);
        writeln!(out, "{who},{all},{better},{worse},{share:.4},{low:.4},{high:.4},{p},{differs},{rounds:.2}")?;
    }
    Ok(())
}
