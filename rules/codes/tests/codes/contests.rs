//! Contests of two codes (`A5`), with each branch calculated by hand for the shipped book.

use foeman_schema::dialect::Ref;
use foeman_schema::notation::code::ActionCode;
use ruleset_codes::book::Book;
use ruleset_codes::catalogs::{CodeBook, Harm};
use ruleset_codes::contest::{Mismatch, Outcome, contest, opposes};

fn book() -> Book {
    Book::read(&super::contest("market-day"), &Ref::<CodeBook>::new("common")).unwrap()
}

/// Sets the attack against the response if it opposes, else against a motionless defender.
fn set(attack: &str, response: &str) -> (Result<(), Mismatch>, Outcome) {
    let book = book();
    let [attack, response]: [ActionCode; 2] = [attack, response].map(|text| text.parse().unwrap());
    let (attack, response) = (book.meaning(&attack).unwrap(), book.meaning(&response).unwrap());
    let opposes = opposes(&attack, &response);
    (opposes, contest(&attack, opposes.is_ok().then_some(&response)))
}

#[track_caller]
fn gives(attack: &str, response: &str, outcome: i32, damage: i32) {
    let (opposed, found) = set(attack, response);
    assert_eq!((opposed, found.outcome, found.damage), (Ok(()), outcome, damage), "{found:?}");
}

#[test]
fn the_sources_punch_hits_and_does_six_damage() {
    let vectors: serde_json::Value =
        serde_yaml::from_str(include_str!("../../../../tests/vectors/foeman.yaml")).unwrap();
    let row = &vectors["action_code_contest"][0];
    assert_eq!(row["attack"], "C-H-001-09-001-0001-1");
    let (opposed, found) = set(row["attack"].as_str().unwrap(), row["response"].as_str().unwrap());
    assert_eq!((opposed, found.hits(), found.harms), (Ok(()), true, Harm::Health));
    assert_eq!(Some(i64::from(found.outcome)), row["outcome"].as_i64());
    assert_eq!(Some(i64::from(found.damage)), row["damage"].as_i64());
    // The table has no row for body against body, so there is no term for it.
    let terms: Vec<_> = found.terms().into_iter().map(|term| (term.name, term.value, term.rule)).collect();
    assert_eq!(terms, [("punch".to_owned(), 9, "A1".to_owned()), ("dodge".to_owned(), -3, "A5".to_owned())]);
}

#[test]
fn an_outcome_of_nothing_or_less_misses() {
    gives("C-H-001-03-001-0001-1", "C-M-001-03-001-0001-0", 0, 0); // 3 - 3
    gives("C-H-001-03-001-0001-1", "C-M-001-09-001-0001-0", -6, 0); // 3 - 9
    gives("C-H-001-04-001-0001-1", "C-M-001-03-001-0001-0", 1, 1); // 4 - 3
}

#[test]
fn a_defence_counts_everywhere_or_at_the_location_attacked() {
    gives("C-H-001-09-001-0001-1", "C-M-001-03-001-0001-1", 6, 6); // 9 - 3: the same place
    gives("C-H-001-09-001-0001-1", "C-M-001-03-001-0001-2", 9, 9); // 9 - 0: another place
    gives("C-H-001-09-001-0001-0", "C-M-001-03-001-0001-2", 9, 9); // an attack at all of the body passes it too
    gives("C-H-001-09-", "C-M-001-03-", 6, 6); // basic codes name no place: everywhere
}

#[test]
fn the_table_of_weapon_and_armour_changes_the_damage_of_a_hit() {
    gives("C-A-001-08-001-0004-1", "C-D-001-02-001-0103-0", 6, 4); // 8 - 2, sword against mail 2
    gives("C-A-001-08-001-0004-1", "C-D-001-05-001-0104-0", 3, 0); // 8 - 5 = 3, sword against plate 4: stopped
    gives("C-A-001-08-001-0005-1", "C-D-001-02-001-0111-0", 6, 7); // axe against buckler -1: one point more
    gives("C-A-001-08-001-0004-1", "C-D-001-02-001-0101-0", 6, 6); // sword against padded cloth: no entry
    gives("C-A-001-08-001-0004-1", "C-D-001-02-001-0103-5", 8, 6); // worn all over, though the block is elsewhere
    gives("C-A-001-02-001-0005-1", "C-D-001-02-001-0111-0", 0, 0); // a miss does not become a hit by the table
}

#[test]
fn another_classifier_leaves_the_defender_motionless() {
    let (opposed, found) = set("C-H-001-09-001-0001-1", "S-P-001-05-");
    assert_eq!((opposed, found.outcome, found.damage), (Err(Mismatch::Class), 9, 9)); // 9 - 0
    assert_eq!(found.scores[1].name, "motionless");
    // The other action takes place against a motionless defender as well: 5 - 0 from the resolve.
    let (opposed, found) = set("S-P-001-05-", "C-H-001-09-001-0001-1");
    assert_eq!((opposed, found.damage, found.harms), (Err(Mismatch::Class), 5, Harm::Resolve));
}

#[test]
fn types_that_do_not_meet_leave_the_defender_motionless_and_unarmoured() {
    // A fist cannot parry an arrow: 7 - 0, and the mail on that fist gives no defence either.
    let (opposed, found) = set("C-S-001-07-001-0007-5", "C-H-001-09-001-0103-0");
    assert_eq!((opposed, found.outcome, found.damage), (Err(Mismatch::Kind), 7, 7));
    let (opposed, _) = set("S-T-002-05-", "S-P-001-05-");
    assert_eq!(opposed, Err(Mismatch::Kind));
}

#[test]
fn a_code_is_told_in_words() {
    let book = book();
    for (text, words) in [
        (
            "C-H-001-09-001-0001-1",
            "combat, hand-to-hand, punch, score 9, standing, body, at the left head and shoulder",
        ),
        ("C-M-001-03-001-0001-0", "combat, movement, dodge, score 3, standing, body, at all locations"),
        ("C-H-001-03-", "combat, hand-to-hand, punch, score 3"),
        ("S-P-001-01-", "social, persuade, carouse, score 1"),
        ("R-S-001-05-x7", "research, study, read, score 5, `x7` as written"),
    ] {
        let code: ActionCode = text.parse().unwrap();
        assert_eq!(book.meaning(&code).unwrap().words(), words);
    }
}
