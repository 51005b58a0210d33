//! Counters and their backs.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use foeman_print::counter::piece::pieces;
use foeman_print::options::{Back, CounterSize, Flip, Part};
use foeman_print::page::{Mark, all_words};
use foeman_print::{Options, PrintError, print};
use foeman_scene::shape::Shape;

use crate::{PACKS, document, only, subject};

/// The width of the line round a counter.
const EDGE: f32 = 0.1;

/// The boxes round the edges along which counters are cut, in drawing order.
fn edges(marks: &[Mark]) -> Vec<Rect> {
    let mut edges = Vec::new();
    for mark in marks {
        match mark {
            Mark::Shape(Shape::Line { points, pen }) if points.len() > 4 && (pen.width - EDGE).abs() < 1e-4 => {
                edges.push(Rect::from_points(points));
            }
            Mark::Turned { center, marks } => {
                let turn = |at: Pos2| *center + (*center - at);
                edges.extend(self::edges(marks).iter().map(|edge| Rect::from_two_pos(turn(edge.min), turn(edge.max))));
            }
            _ => {}
        }
    }
    edges
}

#[test]
fn backs_are_behind_their_fronts_as_drawn() {
    for scenario in ["toll", "beasts"] {
        let subject = subject("arena", Some(scenario));
        for flip in [Flip::Long, Flip::Short, Flip::Fold, Flip::None] {
            let offset = vec2(0.75, -0.5);
            let options = Options { flip, back_offset: offset, bleed: 1.5, ..only(Part::Counters) };
            let document = document(&subject, &options);
            let page = &document.pages[0];
            let (fronts, backs) = if flip == Flip::Fold {
                let all = edges(&page.marks);
                let (fronts, backs) = all.split_at(all.len() / 2);
                (fronts.to_vec(), backs.to_vec())
            } else {
                (edges(&page.marks), edges(&document.pages[1].marks))
            };
            assert!(!fronts.is_empty() && fronts.len() == backs.len(), "{scenario} {flip:?}");
            for (front, back) in fronts.iter().zip(backs) {
                let at = back.center() - offset;
                let through = match flip {
                    Flip::Long | Flip::Fold => pos2(page.size.x - at.x, at.y),
                    Flip::Short => pos2(at.x, page.size.y - at.y),
                    Flip::None => at,
                };
                assert!(front.center().distance(through) < 0.01, "{scenario} {flip:?}: {front} and {back}");
                assert!((front.size() - back.size()).length() < 0.01, "{scenario} {flip:?}: {front} and {back}");
            }
        }
    }
}

#[test]
fn squares_have_the_size_asked_for_and_footprints_that_of_their_hexes() {
    let subject = subject("arena", Some("beasts"));
    let sizes = [
        (CounterSize::Half, 12.7),
        (CounterSize::FiveEighths, 15.875),
        (CounterSize::ThreeQuarters, 19.05),
        (CounterSize::Millimetres25, 25.0),
    ];
    for (counter, side) in sizes {
        let options = Options { counter, hex: 25.4, ..Options::default() };
        let pieces = pieces(&subject);
        assert!(pieces.iter().any(|piece| piece.is_footprint()), "a beast has several hexes");
        for piece in &pieces {
            let size = piece.size(&options);
            if piece.is_footprint() {
                let cells = piece.token.cells.len();
                assert!(size.max_elem() > 25.4 * 1.1 && size.min_elem() > 25.4 * 0.9, "{cells}: {size}");
            } else {
                assert!((size - Vec2::splat(side)).length() < 1e-3, "{size}");
            }
        }
    }
}

#[test]
fn every_figure_of_every_pack_has_a_counter_with_its_name() {
    for pack in PACKS {
        let subject = subject(pack, None);
        if subject.scenarios.iter().all(|scenario| scenario.board.tokens.is_empty()) {
            continue;
        }
        let options = Options { counter: CounterSize::Millimetres25, hex: 25.4, ..only(Part::Counters) };
        let document = document(&subject, &options);
        let words: Vec<String> =
            document.pages.iter().flat_map(|page| all_words(&page.marks)).map(|(text, _)| text).collect();
        for scenario in &subject.scenarios {
            for token in scenario.board.tokens.iter().filter(|token| token.side < scenario.board.sides.len()) {
                let start: String = token.name.chars().take_while(|letter| *letter != ' ').take(5).collect();
                let named = words.iter().filter(|text| text.starts_with(&start)).count();
                assert!(named >= 2, "{pack}: front and back of {}", token.name);
            }
        }
    }
}

#[test]
fn names_stay_on_their_counters_however_long_and_in_any_script() {
    let mut subject = subject("arena", Some("beasts"));
    let names = [
        "Donaudampfschifffahrtsgesellschaftskapitänin",
        "料金所の番人 モード",
        "Ω",
        "An   unusually\nlong name, with commas",
    ];
    for (n, token) in subject.scenarios[0].board.tokens.iter_mut().enumerate() {
        token.name = names[n % names.len()].to_owned();
    }
    for back in [Back::Wounded, Back::Unconscious] {
        for counter in [CounterSize::Half, CounterSize::Millimetres25] {
            let document = document(&subject, &Options { back, counter, ..only(Part::Counters) });
            for page in &document.pages {
                let edges = edges(&page.marks);
                let on_counter = |rect: &Rect| edges.iter().find(|edge| edge.contains(rect.center()));
                for (text, rect) in all_words(&page.marks) {
                    if let Some(edge) = on_counter(&rect) {
                        assert!(edge.expand(0.01).contains_rect(rect), "{text}: {rect} leaves {edge}");
                    }
                }
            }
        }
    }
}

#[test]
fn too_many_counters_are_refused_with_their_number() {
    let mut subject = subject("arena", Some("duel"));
    let tokens = &mut subject.scenarios[0].board.tokens;
    let one = tokens[0].clone();
    tokens.extend((0..4000).map(|_| one.clone()));
    let refused = print(&subject, &only(Part::Counters));
    assert_eq!(refused, Err(PrintError::Counters(4002)));
}

#[test]
fn sides_without_colour_have_patterns() {
    let subject = subject("arena", Some("duel"));
    let shapes = |mono| {
        let document = document(&subject, &Options { mono, ..only(Part::Counters) });
        assert_eq!(document.mono, mono);
        let clipped = |mark: &Mark| match mark {
            Mark::Clipped { marks, .. } => Some(marks.len()),
            _ => None,
        };
        document.pages[0].marks.iter().filter_map(clipped).collect::<Vec<_>>()
    };
    assert_eq!(shapes(false), [1, 1]);
    let mono = shapes(true);
    assert!(mono[0] == 1 && mono[1] > 5, "the second side is hatched: {mono:?}");
}
