//! Sheets of figures, and of sides in rulesets without figure sheets.

pub(crate) mod side;
pub(crate) mod table;

use std::collections::BTreeSet;

use egui::{Align2, Color32, Rect, pos2, vec2};
use foeman_engine::sheet::{Member, Sheet, SheetDef, Tables};
use foeman_scene::shape::Pen;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use crate::flow::{Flow, Strip, gap, lines, strip};
use crate::options::Options;
use crate::page::{ACCENT, FAINT, INK, Page, RULE, TINT, style};
use crate::subject::Subject;
use table::{table, title, track};

/// Pages, and for each figure or side the name of its page.
pub(crate) type Sheets = (Vec<Page>, Vec<(String, String)>);

/// Returns the sheets of all figures that are printed, or of all sides if the ruleset has no figure sheets.
pub(crate) fn sheets(subject: &Subject, options: &Options) -> Sheets {
    let mut flow = Flow::new(options.paper.size(), 1, "figures", subject.title());
    match subject.engine.capabilities().sheets {
        Some(sheets) => {
            for member in members(subject, sheets) {
                flow.add(figure(&flow, sheets, &subject.draft, &member));
            }
        }
        None => side::sheets(subject, &mut flow),
    }
    flow.finish()
}

/// Returns the figures of the scenarios, or all figures of a whole pack, in the order of their records.
pub fn members(subject: &Subject, sheets: &SheetDef) -> Vec<Member> {
    let draft = &subject.draft;
    let all = |id: &str| (sheets.members)(draft, &RecordKey::new(sheets.catalog, id));
    if subject.is_whole {
        return draft.own_ids(sheets.catalog).flat_map(all).collect();
    }
    let scenarios = subject.scenarios.iter();
    let known: BTreeSet<(&str, &str)> = scenarios
        .flat_map(|scenario| {
            let names = scenario.board.tokens.iter().map(|token| (token.id, token.name.as_str()));
            names.filter_map(|(token, name)| Some((scenario.cast.id_of(token)?, name)))
        })
        .collect();
    let reached = |scenario: &'_ crate::subject::Scenario| -> Vec<String> {
        scenario.resolved.records.get(sheets.catalog).into_iter().flat_map(|records| records.keys().cloned()).collect()
    };
    let records: BTreeSet<String> = subject.scenarios.iter().flat_map(reached).collect();
    let members = records.iter().flat_map(|id| all(id));
    members.filter(|member| known.contains(&(member.id.as_str(), member.name.as_str()))).collect()
}

/// Returns the sheet of a figure, with only the tables that it needs.
fn figure(flow: &Flow, sheets: &SheetDef, draft: &Draft, member: &Member) -> Vec<Strip> {
    let width = flow.width();
    let (sheet, tables) = match ((sheets.sheet)(draft, member), (sheets.tables)(draft, member)) {
        (Ok(sheet), Ok(tables)) => (sheet, tables),
        (Err(error), _) | (_, Err(error)) => {
            let mut strips = vec![banner(width, &member.name, "", &[])];
            strips.extend(lines(width, style(3.0, FAINT), &format!("This figure cannot be computed: {error}")));
            return anchored(strips, &member.name, &member.name);
        }
    };
    let attributes: Vec<(String, String)> =
        sheet.attributes.iter().map(|attribute| (attribute.name.clone(), attribute.value.to_string())).collect();
    let mut strips = vec![banner(width, &member.name, &sheet.kind, &attributes)];
    strips.extend(facts(width, &sheet, &tables));
    tables.tables.iter().for_each(|each| strips.extend(table(width, each)));
    strips.extend(holdings(width, &sheet, &tables));
    if !tables.tracks.is_empty() {
        strips.push(title(width, "In battle", "tick off"));
        strips.extend(tables.tracks.iter().map(|each| track(width, each)));
    }
    strips.push(gap(6.0));
    anchored(strips, &member.name, &member.name)
}

/// Makes the first strip the target of links and of a bookmark.
fn anchored(mut strips: Vec<Strip>, anchor: &str, title: &str) -> Vec<Strip> {
    if let Some(first) = strips.first_mut() {
        first.anchor = Some(anchor.to_owned());
        first.bookmark = Some((1, crate::text::printable(title)));
    }
    strips
}

/// Returns the head of a sheet: name, kind and attributes.
fn banner(width: f32, name: &str, kind: &str, attributes: &[(String, String)]) -> Strip {
    const HEIGHT: f32 = 13.0;
    const BOX: f32 = 15.0;
    strip(vec2(width, HEIGHT + 1.5), |page| {
        page.fill(Rect::from_min_size(pos2(0.0, 0.0), vec2(1.4, HEIGHT)), ACCENT);
        let boxes = BOX * attributes.len() as f32;
        let text = (width - boxes - 6.0).max(20.0);
        let line = |top: f32, height: f32| Rect::from_min_size(pos2(4.0, top), vec2(text, height));
        page.words(line(0.6, 7.0), Align2::LEFT_CENTER, style(5.6, INK).strong(), name);
        page.words(line(7.8, 4.6), Align2::LEFT_CENTER, style(3.3, FAINT), kind);
        for (n, (name, value)) in attributes.iter().enumerate() {
            let cell = Rect::from_min_size(pos2(width - boxes + n as f32 * BOX, 0.0), vec2(BOX - 1.5, HEIGHT));
            page.fill(cell, TINT);
            let (top, bottom) = cell.split_top_bottom_at_fraction(0.36);
            page.words(top.shrink(0.4), Align2::CENTER_CENTER, style(2.7, FAINT), name);
            page.words(bottom.shrink(0.4), Align2::CENTER_CENTER, style(5.4, INK).strong(), value);
        }
    })
}

/// Returns the facts that no table shows, two in a row.
fn facts(width: f32, sheet: &Sheet, tables: &Tables) -> Vec<Strip> {
    // Tables repeat the brief facts of cards in detail.
    let shown = sheet.facts.iter().filter(|fact| !fact.brief || tables.tables.is_empty());
    let facts: Vec<(String, String)> = shown.map(|fact| (fact.name.clone(), fact.text.clone())).collect();
    pairs(width, &facts)
}

/// Returns labels with their texts, two in a row.
pub(crate) fn pairs(width: f32, pairs: &[(String, String)]) -> Vec<Strip> {
    const LABEL: f32 = 22.0;
    let half = width / 2.0 - 3.0;
    let body = style(2.8, INK);
    let room = |text: &str| crate::text::wrapped(text, body.size, half - LABEL).len().clamp(1, 8) as f32;
    let row = |pair: &[(String, String)]| {
        let lines = pair.iter().map(|(_, text)| room(text)).fold(1.0, f32::max);
        let height = lines * body.leading() + 0.8;
        strip(vec2(width, height), |page| {
            for (n, (label, text)) in pair.iter().enumerate() {
                let left = n as f32 * (half + 6.0);
                let place = Rect::from_min_size(pos2(left, 0.2), vec2(LABEL - 1.5, body.leading()));
                page.words(place, Align2::LEFT_CENTER, style(2.8, FAINT), label);
                let place = Rect::from_min_size(pos2(left + LABEL, 0.2), vec2(half - LABEL, height));
                page.paragraph(place, body, text);
            }
        })
    };
    pairs.chunks(2).map(row).collect()
}

/// Returns the belongings that no table lists.
fn holdings(width: f32, sheet: &Sheet, tables: &Tables) -> Vec<Strip> {
    let listed = |title: &str| tables.tables.iter().any(|table| table.title == title);
    let mut strips = Vec::new();
    for holding in sheet.holdings.iter().filter(|holding| !holding.held.is_empty() && !listed(&holding.title)) {
        let rows = holding.held.iter().map(|held| {
            let place = held.place.as_ref().and_then(|place| place.words.get(place.now));
            vec![held.name.clone(), place.map(|(_, label)| label.clone()).unwrap_or_default(), held.note.clone()]
        });
        let each = foeman_engine::sheet::Table {
            title: holding.title.clone(),
            about: String::new(),
            columns: ["Name", "Place", "Notes"].map(str::to_owned).into(),
            rows: rows.collect(),
        };
        strips.extend(table(width, &each));
    }
    strips
}

/// Draws a coloured chip of a side.
pub(crate) fn chip(page: &mut Page, rect: Rect, color: Color32) {
    page.fill(rect, color);
    page.frame(rect, Pen::new(0.15, RULE));
}
