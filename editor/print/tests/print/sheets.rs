//! Figure sheets, sheets of sides, scenario sheets, rules and cards.

use egui::{Rect, Vec2};
use foeman_engine::sheet::Table;
use foeman_print::Options;
use foeman_print::card::{CARD, cards};
use foeman_print::options::Part;
use foeman_print::page::{Mark, all_words};
use foeman_print::paper::Paper;
use foeman_print::rules::used;
use foeman_print::sheet::members;
use foeman_scene::shape::Shape;

use crate::{PACKS, document, only, subject};

/// All texts of a document, with spaces only between words.
fn texts(options: &Options, pack: &str, scenario: Option<&str>) -> Vec<String> {
    let document = document(&subject(pack, scenario), options);
    document.pages.iter().flat_map(|page| all_words(&page.marks)).map(|(text, _)| text).collect()
}

/// The table of a figure with this title, for every figure of a pack.
fn tables(pack: &str, title: &str) -> Vec<(String, Table)> {
    let subject = subject(pack, None);
    let sheets = subject.engine.capabilities().sheets.expect("the ruleset has figure sheets");
    let mut tables = Vec::new();
    for member in members(&subject, sheets) {
        let all = (sheets.tables)(&subject.draft, &member).expect("shipped figures are sound");
        tables.extend(
            all.tables.into_iter().filter(|table| table.title == title).map(|table| (member.name.clone(), table)),
        );
    }
    tables
}

/// The chance in per cent that the total of some dice is at most `needed` and below four times their number, by
/// counting all rolls.
fn counted(dice: u32, needed: i32) -> u64 {
    let all = 6_u64.pow(dice);
    let hits = (0..all).filter(|roll| {
        let total: i32 = (0..dice).map(|die| (roll / 6_u64.pow(die) % 6) as i32 + 1).sum();
        total <= needed && total < 4 * dice as i32
    });
    (hits.count() as u64 * 200 + all) / (2 * all)
}

#[test]
fn odds_on_sheets_are_those_of_all_rolls_and_those_of_the_window() {
    let mut checked = 0;
    for pack in ["arena", "bent-nail"] {
        let subject = subject(pack, None);
        let sheets = subject.engine.capabilities().sheets.expect("the ruleset has figure sheets");
        for member in members(&subject, sheets) {
            let sheet = (sheets.sheet)(&subject.draft, &member).expect("shipped figures are sound");
            let tables = (sheets.tables)(&subject.draft, &member).expect("shipped figures are sound").tables;
            for row in tables.iter().filter(|table| table.title == "Attacks").flat_map(|table| &table.rows) {
                let needed: i32 = row[3].parse().expect("a number");
                for dice in 1..=6 {
                    let shown = row[3 + dice as usize].split(' ').next().expect("a number");
                    assert_eq!(shown, counted(dice, needed).to_string(), "{} {row:?}", member.name);
                }
                let usual = format!("hits on {needed} or less, {} with 3 dice", row[6].split(',').next().unwrap_or(""));
                assert!(sheet.facts.iter().any(|fact| fact.text.contains(&usual)), "{}: {usual}", member.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn every_cell_of_every_table_is_on_paper() {
    for pack in ["arena", "bent-nail"] {
        let all = texts(&only(Part::Figures), pack, None).join(" ");
        for title in ["Attacks", "Protection from the front", "Spells", "Talents"] {
            for (name, table) in tables(pack, title) {
                for cell in table.rows.iter().flatten() {
                    assert!(all.contains(cell.as_str()), "{name}: `{cell}`");
                }
            }
        }
    }
}

#[test]
fn a_figure_has_only_the_tables_that_it_needs() {
    let spells = tables("arena", "Spells");
    assert!(!spells.is_empty() && spells.iter().all(|(_, table)| !table.rows.is_empty()));
    assert!(spells.iter().all(|(name, _)| name != "Maud Tollbar"), "she casts nothing");
    let duel = texts(&only(Part::Figures), "arena", Some("duel"));
    assert!(duel.iter().any(|text| text == "Attacks") && !duel.iter().any(|text| text == "Spells"));
}

#[test]
fn every_figure_and_every_side_has_a_sheet_with_its_name() {
    for pack in PACKS {
        let subject = subject(pack, None);
        let words = texts(&only(Part::Figures), pack, None);
        let names: Vec<String> = match subject.engine.capabilities().sheets {
            Some(sheets) => members(&subject, sheets).into_iter().map(|member| member.name).collect(),
            None => subject
                .scenarios
                .iter()
                .flat_map(|scenario| &scenario.board.sides)
                .map(|side| side.name.clone())
                .collect(),
        };
        assert!(!names.is_empty(), "{pack}");
        for name in names {
            assert!(words.contains(&name), "{pack}: {name}");
        }
    }
}

#[test]
fn a_scenario_prints_the_sheets_of_its_own_figures() {
    let subject = subject("arena", Some("duel"));
    let sheets = subject.engine.capabilities().sheets.expect("the ruleset has figure sheets");
    let mut names: Vec<String> = members(&subject, sheets).into_iter().map(|member| member.name).collect();
    names.sort();
    let mut board: Vec<String> = subject.scenarios[0].board.tokens.iter().map(|token| token.name.clone()).collect();
    board.sort();
    assert_eq!(names, board);
}

#[test]
fn the_rules_are_those_that_the_scenario_uses() {
    let numbers = |scenario: &str| {
        let subject = subject("arena", Some(scenario));
        let capabilities = subject.engine.capabilities();
        let unused = capabilities.unused_rules.expect("the ruleset knows")(&subject.scenarios[0].resolved);
        let handbook = capabilities.handbook.expect("the ruleset has a handbook");
        let rules = used(handbook, &unused).into_iter().flat_map(|(.., rules)| rules);
        rules.map(|rule| rule.number).collect::<Vec<_>>()
    };
    let (duel, wizards, mist) = (numbers("duel"), numbers("wizards"), numbers("mist"));
    assert!(!duel.contains(&"F11.2") && wizards.contains(&"F11.2"), "spells");
    assert!(!duel.contains(&"F9.1") && mist.contains(&"F9.1"), "observation");
    assert!(!duel.contains(&"F2.2") && mist.contains(&"F2.2"), "horses have two hexes");
    assert!(duel.contains(&"F7.1") && !duel.contains(&"F12.1"));
    let printed = texts(&only(Part::Rules), "arena", Some("duel"));
    assert!(
        printed.iter().any(|text| text.starts_with("F7.1 ")) && !printed.iter().any(|text| text.starts_with("F11"))
    );
}

#[test]
fn every_code_of_a_contest_has_a_card_of_63_by_88_mm() {
    for (pack, scenario) in [("codes", "market-day"), ("arena", "wizards")] {
        for paper in [Paper::A4, Paper::Letter, Paper::A3] {
            let subject = subject(pack, Some(scenario));
            let document = document(&subject, &Options { paper, ..only(Part::Cards) });
            let mut frames = Vec::new();
            for page in &document.pages {
                let paper = Rect::from_min_size(egui::Pos2::ZERO, page.size);
                let here: Vec<Rect> = (page.marks.iter())
                    .filter_map(|mark| match mark {
                        Mark::Shape(Shape::Line { points, .. }) if points.len() == 5 => Some(Rect::from_points(points)),
                        _ => None,
                    })
                    .collect();
                for frame in &here {
                    assert!((frame.size() - CARD).length() < 0.01, "{frame}");
                    assert!(paper.contains_rect(frame.expand(4.0)), "{frame}");
                }
                for (text, rect) in all_words(&page.marks) {
                    assert!(here.iter().any(|frame| frame.expand(0.01).contains_rect(rect)), "{text} at {rect}");
                }
                frames.extend(here);
            }
            let cards = cards(&subject);
            assert_eq!(frames.len(), cards.len());
            assert!(cards.len() >= 8, "{pack}: {}", cards.len());
            let words: Vec<String> =
                document.pages.iter().flat_map(|page| all_words(&page.marks)).map(|(text, _)| text).collect();
            assert!(cards.iter().all(|card| words.contains(&card.code)), "{pack}");
        }
    }
    assert_eq!(CARD, Vec2::new(63.0, 88.0));
}

#[test]
fn a_scenario_sheet_tells_the_story_and_links_to_the_figures() {
    let document = document(&subject("arena", Some("duel")), &Options::default());
    let first = &document.pages[0];
    let words: Vec<String> = all_words(&first.marks).into_iter().map(|(text, _)| text).collect();
    for text in ["A matter of one copper", "Sides", "Goals", "Maud Tollbar"] {
        assert!(words.iter().any(|word| word == text), "{text}: {words:?}");
    }
    assert_eq!(first.links.len(), 2, "one for each figure");
}
