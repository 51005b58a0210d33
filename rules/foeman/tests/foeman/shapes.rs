//! Computes the expected values of figures of several hexes (`F2`).

use std::collections::BTreeSet;

use foeman_schema::grid::{Direction, Hex};
use ruleset_foeman::body::shape::{Pose, Position, Shape};
use ruleset_foeman::notation::pattern::{FrontPattern, layout};
use serde_json::{Value, json};

use crate::rows::{list, small, text};
use crate::vectors::Outcome;

/// Checks the hexes of a figure as paths from its head, and the number of adjacent hexes, for all facings.
pub(crate) fn shape(row: &Value) -> Outcome {
    let ways: Vec<Vec<i32>> = list(&row["hexes"]);
    let hexes = |facing: i32| -> Vec<Hex> {
        let walk = |way: &Vec<i32>| way.iter().fold(Hex::ZERO, |hex, &turn| hex.step(Direction::new(facing + turn)));
        ways.iter().map(walk).collect()
    };
    let size = small(row, "size");
    let shape = Shape::new(&FrontPattern::standard(size), &[]);
    let of = |facing| {
        let place = Pose { head: Hex::ZERO, facing: Direction::new(facing) };
        let own = shape.hexes(place).to_vec();
        let next: BTreeSet<Hex> = own.iter().flat_map(|hex| hex.neighbours()).collect();
        let adjacent = next.iter().filter(|&&hex| shape.position(place, hex).is_some()).count();
        (own, adjacent)
    };
    let expected = |facing| (hexes(facing), usize::from(small(row, "adjacent")));
    Outcome::of([0, 1, 2, 3, 4, 5].map(of), [0, 1, 2, 3, 4, 5].map(expected))
}

/// Checks the number of hexes in front, at the sides and behind in a pattern.
pub(crate) fn pattern_letters(row: &Value) -> Outcome {
    match text(row, "text").parse::<FrontPattern>() {
        Ok(pattern) => Outcome::of((pattern.hexes(), counts(&pattern)), (small(row, "size"), expected_counts(row))),
        Err(error) => Outcome::Mismatch(error),
    }
}

/// Checks which hexes are in front, at the sides and behind in a pattern, and how it prints.
pub(crate) fn pattern_hexes(row: &Value) -> Outcome {
    let pattern: FrontPattern = match text(row, "text").parse() {
        Ok(pattern) => pattern,
        Err(error) => return Outcome::Mismatch(error),
    };
    let layout = layout(small(row, "size"));
    let named = ["front", "side", "rear"].map(|letter| {
        let pairs: Vec<(usize, i32)> = list(&row[letter]);
        pairs.into_iter().map(|(own, turn)| layout[own - 1].step(Direction::new(turn))).collect::<BTreeSet<Hex>>()
    });
    let of =
        |wanted| pattern.positions().filter(move |&(_, position)| position == wanted).map(|(hex, _)| hex).collect();
    let found = [Position::Front, Position::Side, Position::Rear].map(of);
    let canonical = row["canonical"].as_str().map_or_else(|| pattern.to_string(), str::to_owned);
    Outcome::of((pattern.hexes(), found, pattern.to_string()), (small(row, "size"), named, canonical))
}

/// Checks the standard pattern for a size, printed in both directions.
pub(crate) fn standard_patterns(row: &Value) -> Outcome {
    let pattern = FrontPattern::standard(small(row, "size"));
    let found = json!([pattern.to_string(), clockwise(&pattern), counts(&pattern)]);
    let other_way = row["clockwise"].as_str().map_or_else(|| clockwise(&pattern), str::to_owned);
    Outcome::of(found, json!([text(row, "text"), other_way, expected_counts(row)]))
}

fn counts(pattern: &FrontPattern) -> [usize; 3] {
    let count = |wanted| pattern.positions().filter(|&(_, position)| position == wanted).count();
    [Position::Front, Position::Side, Position::Rear].map(count)
}

fn expected_counts(row: &Value) -> [usize; 3] {
    ["front", "side", "rear"].map(|letter| small(row, letter).into())
}

/// Prints a pattern in the other direction: letters clockwise, and the digit 1 for ahead.
fn clockwise(pattern: &FrontPattern) -> String {
    let layout = layout(pattern.hexes());
    let letter = |hex| pattern.positions().find(|&(other, _)| other == hex).map(|(_, position)| position.letter());
    let mut printed = String::new();
    for &own in &layout {
        let free = |turn| letter(own.step(Direction::new(turn)));
        // The run begins after the occupied hexes; its first hex is the last one of another run.
        let first = (0..6).find(|&turn| free(turn - 1).is_none() && free(turn).is_some());
        let run = match first {
            Some(first) => first + 1..first + 6,
            None => 0..6,
        };
        let letters: Vec<char> = run.clone().map_while(free).collect();
        printed.push_str(&(Direction::new(run.start).index() + 1).to_string());
        printed.extend(letters);
    }
    printed
}
