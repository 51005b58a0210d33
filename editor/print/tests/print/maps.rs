//! Map sheets at true scale.

use egui::{Pos2, Rect};
use foeman_print::map::ground::Chart;
use foeman_print::map::{BAR, tiles::Tiles};
use foeman_print::options::Part;
use foeman_print::page::{Mark, all_words};
use foeman_print::paper::{Length, Paper, printable};
use foeman_print::{Options, PrintError, print};
use foeman_scene::picture::Pictures;
use foeman_scene::shape::Shape;

use crate::{PACKS, document, only, subject};

/// The flat shapes of a page that are about as long as the bar.
fn bars(marks: &[Mark]) -> Vec<Rect> {
    let bar = |mark: &Mark| match mark {
        Mark::Shape(Shape::Polygon { points, .. }) => Some(Rect::from_points(points)),
        _ => None,
    };
    let is_long = |rect: &Rect| rect.height() < 1.0 && (rect.width() - BAR).abs() < 20.0;
    marks.iter().filter_map(bar).filter(is_long).collect()
}

#[test]
fn every_map_sheet_has_a_bar_of_100_mm() {
    for pack in PACKS {
        let subject = subject(pack, None);
        if subject.maps().is_empty() {
            continue;
        }
        for page in document(&subject, &only(Part::Maps)).pages {
            let bars = bars(&page.marks);
            assert_eq!(bars.len(), 1, "{}", page.name);
            assert!((bars[0].width() - BAR).abs() < 0.2, "{}: {}", page.name, bars[0]);
            assert!(printable(page.size).contains_rect(bars[0]), "{}: {}", page.name, bars[0]);
            let words = all_words(&page.marks);
            assert!(words.iter().any(|(text, _)| text == "Print at 100 %"), "{}", page.name);
        }
    }
}

#[test]
fn hexes_are_as_wide_as_asked_for() {
    let subject = subject("arena", Some("toll"));
    for length in ["16mm", "5/8in", "1in", "22.5mm"] {
        let hex = length.parse::<Length>().expect("a length").0;
        for map in subject.maps() {
            let ground = map.board.ground.as_ref().expect("a map");
            let pictures = Pictures::default();
            let chart = Chart::new(ground, &map.board, &pictures, hex, false);
            let beside = ground.geometry.neighbour([3, 3], 0).expect("a neighbour");
            let apart = chart.center([3, 3]).distance(chart.center(beside));
            assert!((apart - hex).abs() < 0.01, "{length}: {apart}");
        }
    }
}

#[test]
fn neighbouring_sheets_show_the_same_cells_in_the_strip_they_share() {
    let subject = subject("arena", Some("three-a-side"));
    let document = document(&subject, &Options { hex: 25.4, ..only(Part::Maps) });
    let ground = subject.scenarios[0].board.ground.clone().expect("a map");
    let tiles = Tiles::new(Chart::size(&ground, 25.4), Paper::A4);
    assert!(tiles.count[0] > 1, "the map needs several columns of sheets");
    // A coordinate that is wholly on several sheets is at the same place of the map on each.
    let mut seen: Vec<(String, Pos2)> = Vec::new();
    let mut shared = 0;
    for (page, sheet) in document.pages.iter().zip(tiles.all()) {
        let (place, part) = (tiles.place(), tiles.part(sheet));
        let inside = |rect: &Rect| place.contains_rect(*rect);
        for (text, rect) in all_words(&page.marks).into_iter().filter(|(text, rect)| text.contains(',') && inside(rect))
        {
            if text.chars().any(|letter| !letter.is_ascii_digit() && letter != ',') {
                continue;
            }
            let on_map = part.min + (rect.center() - place.min);
            match seen.iter().find(|(other, _)| *other == text) {
                Some((_, other)) => {
                    assert!(other.distance(on_map) < 0.01, "{text}: {other} and {on_map}");
                    shared += 1;
                }
                None => seen.push((text, on_map)),
            }
        }
    }
    assert!(shared > 4 && seen.len() > 100, "{shared} of {}", seen.len());
}

#[test]
fn labels_name_the_terrain_in_each_cell() {
    let subject = subject("arena", Some("duel"));
    let count = |labels| {
        let document = document(&subject, &Options { labels, ..only(Part::Maps) });
        document.pages.iter().flat_map(|page| all_words(&page.marks)).filter(|(text, _)| text == "Sand").count()
    };
    assert_eq!(count(false), 0);
    assert!(count(true) >= 25);
}

#[test]
fn too_many_sheets_are_refused_with_their_number() {
    let subject = subject("arena", None);
    let refused = print(&subject, &Options { hex: 100.0, ..Options::default() });
    let Err(PrintError::Pages(pages)) = refused else { panic!("{refused:?}") };
    assert!(pages > 200, "{pages}");
    assert!(PrintError::Pages(pages).to_string().contains(&format!("found {pages}")));
}
