//! Slips in the rows of the shipped maps: a fix restores the map exactly, or none is offered.

use std::fs;
use std::path::Path;

use foeman_schema::finding::Safety;
use foeman_schema::fix::apply_fixes;
use foeman_schema::regrid::{Slip, slip};

use crate::common::{HEADER, body};

/// Returns the rows and levels of the shipped maps, as lists of lines, with the location of each.
fn shipped() -> Vec<(String, Vec<String>)> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let mut maps = Vec::new();
    for file in ["arena/maps.yaml", "bent-nail/ground.yaml", "strategy/maps.yaml"] {
        let text = fs::read_to_string(content.join(file)).expect("a shipped pack can be read");
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.ends_with(": |")) {
            let rows = lines[at + 1..].iter().take_while(|row| row.starts_with("      "));
            let rows: Vec<String> = rows.map(|row| row.trim().to_owned()).collect();
            if rows.len() > 2 && rows.iter().all(|row| row.len() == rows[0].len()) {
                maps.push((format!("{file}:{} {}", at + 1, line.trim()), rows));
            }
        }
    }
    maps
}

/// The results for one kind of slip.
#[derive(Default, Debug)]
struct Tally {
    restored: usize,
    unclear: usize,
    wrong: Vec<String>,
}

/// Tries every slip of a kind in every shipped map.
fn tally(slips: impl Fn(&[String]) -> Vec<Vec<String>>) -> Tally {
    let mut tally = Tally::default();
    let maps = shipped();
    assert!(maps.len() > 10, "{}", maps.len());
    for (name, rows) in maps {
        let size = [rows[0].len() as u32, rows.len() as u32];
        let whole = rows.join("\n") + "\n";
        for spoilt in slips(&rows) {
            match slip(&(spoilt.join("\n") + "\n"), size) {
                Slip::Mended(mended) if mended.text == whole => tally.restored += 1,
                Slip::Mended(mended) => tally.wrong.push(format!("{name}: {}", mended.title)),
                Slip::Unclear => tally.unclear += 1,
                Slip::None => panic!("{name}: a slip is found in {spoilt:#?}"),
            }
        }
    }
    tally
}

/// Asserts that at least this percentage of slips is restored, and that at most 1 % of the fixes are wrong.
#[track_caller]
fn restores(least: usize, tally: &Tally) {
    let Tally { restored, unclear, wrong } = tally;
    let all = restored + unclear + wrong.len();
    assert!(wrong.len() * 100 <= restored + wrong.len(), "{} of {restored}: {wrong:#?}", wrong.len());
    assert!(restored * 100 >= least * all, "{restored} of {all}");
}

/// Returns all ways to change one row.
fn in_rows(rows: &[String], change: impl Fn(&str) -> Vec<Vec<String>>) -> Vec<Vec<String>> {
    let changed = (0..rows.len()).flat_map(|row| change(&rows[row]).into_iter().map(move |new| (row, new)));
    changed.map(|(row, new)| [&rows[..row], &new[..], &rows[row + 1..]].concat()).collect()
}

#[test]
fn a_row_written_twice_is_removed_and_no_other() {
    restores(65, &tally(|rows| in_rows(rows, |row| vec![vec![row.to_owned(); 2]])));
}

#[test]
fn a_lost_row_comes_back_where_the_map_is_symmetric_and_nowhere_else() {
    restores(12, &tally(|rows| in_rows(rows, |_| vec![Vec::new()])));
}

#[test]
fn a_row_that_lost_a_cell_gets_it_back_where_it_was() {
    let shortened = |row: &str| (0..row.len()).map(|at| vec![format!("{}{}", &row[..at], &row[at + 1..])]).collect();
    restores(40, &tally(|rows| in_rows(rows, shortened)));
}

#[test]
fn a_row_with_a_cell_written_twice_loses_that_one() {
    let lengthened = |row: &str| (0..row.len()).map(|at| vec![format!("{}{}", &row[..=at], &row[at..])]).collect();
    restores(50, &tally(|rows| in_rows(rows, lengthened)));
}

#[test]
fn a_row_with_a_foreign_cell_loses_it_or_nothing() {
    let typed = |row: &str| (0..=row.len()).map(|at| vec![format!("{}w{}", &row[..at], &row[at..])]).collect();
    restores(15, &tally(|rows| in_rows(rows, typed)));
}

#[test]
fn rows_on_one_line_and_a_row_on_two_lines_are_always_put_right() {
    let parted = |row: &str| (1..row.len()).map(|at| vec![row[..at].to_owned(), row[at..].to_owned()]).collect();
    restores(100, &tally(|rows| in_rows(rows, parted)));
    let joined = |rows: &[String]| {
        let pairs = 0..rows.len() - 1;
        pairs.map(|row| [&rows[..row], &[rows[row..row + 2].concat()], &rows[row + 2..]].concat()).collect()
    };
    restores(100, &tally(joined));
}

/// Creates a map of four rows.
fn map(rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("      {row}\n")).collect();
    format!(
        "maps:\n  beach:\n    title: Beach\n    geometry: {{size: [6, 4]}}\n    legend: {{s: sand, w: wall}}\n    \
         rows: |\n{rows}terrains:\n  sand: {{title: Sand, color: \"#d9c08c\"}}\n  \
         wall: {{title: Wall, color: \"#606060\"}}\n"
    )
}

#[track_caller]
fn fixed(rows: &[&str], expected: &[&str]) {
    let fixed = apply_fixes(&body(&map(rows)), Safety::Unsafe).draft;
    assert_eq!(fixed.text(fixed.header_file()), format!("{HEADER}{}", map(expected)));
}

#[test]
fn fixing_a_pack_removes_the_row_that_stands_there_twice_and_not_the_last_one() {
    let whole = ["wwwwww", "wssssw", "wswssw", "wwwwww"];
    fixed(&["wwwwww", "wssssw", "wssssw", "wswssw", "wwwwww"], &whole);
    let symmetric = ["wwwwww", "wssssw", "wssssw", "wwwwww"];
    fixed(&["wwwwww", "wsssw", "wssssw", "wwwwww"], &symmetric);
    fixed(&["wwwwww", "wssssw", "wsssssw", "wwwwww"], &symmetric);
    let torn = ["wwwwww", "ww", "ssww", "wswssw", "sswsss"];
    fixed(&torn, &["wwwwww", "wwssww", "wswssw", "sswsss"]);
}

#[test]
fn fixing_a_pack_makes_up_no_row_that_may_have_been_anything() {
    let lost = ["wwwwww", "wswssw", "wssssw"];
    fixed(&lost, &lost);
}
