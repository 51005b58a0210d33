//! Tests of the harness, with our own rows.

use std::path::PathBuf;

use crate::play;
use crate::rows;

#[test]
fn rows_of_our_own_are_as_what_is_written_of_the_original() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let parsed = rows::parsed(&folder, "own-rows.yaml").unwrap();
    let [(section, found)] = parsed.as_slice() else { panic!("it has one section") };
    let (failures, played) = play(section, found);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(played.rows >= 13 && played.steps >= 50, "{played:?}");
}

/// Rows with different errors, and one without.
const WRONG: &str = r#"
- {id: unknown-key, scenario: tiny.xml, title: a, seed: 1, steps: [{ask: conditions, unheard: 1}]}
- {id: unknown-question, scenario: tiny.xml, title: a, seed: 1, steps: [{ask: unheard man-1, answer: {}}]}
- {id: unknown-question-of-an-error, scenario: tiny.xml, title: a, seed: 1, steps: [{ask: unheard, error: {type: A}}]}
- id: unknown-call
  scenario: tiny.xml
  title: a
  seed: 1
  steps: [{do: {command: Automate, entities: [man-1], text: Unheard man-1}, executed: [], changes: {}}]
- id: unknown-instruction
  scenario: tiny.xml
  title: a
  seed: 1
  steps:
  - do: {command: Automate, entities: [man-1], text: SelectEntity man-1}
    executed:
    - head: {command: Automate, turn: 0, faction: red, entities: [man-1], text: SelectEntity man-1}
      program: [{SelectEntity: {id: man-1}}, {Unheard: {}}]
    changes: {}
- {id: unknown-command, scenario: tiny.xml, title: a, seed: 1, steps: [{do: {command: Unheard}}]}
- {id: unknown-scenario, scenario: unheard.xml, title: a, seed: 1, steps: [{ask: conditions, answer: {}}]}
- {id: no-step, scenario: tiny.xml, title: a, seed: 1, steps: [{setup: true}]}
- id: other-event
  scenario: tiny.xml
  title: a
  seed: 1
  steps:
  - do: {command: Automate, entities: [man-1], text: SelectEntity nobody}
    executed:
    - head: {command: Automate, turn: 0, faction: red, entities: [man-1], text: SelectEntity nobody}
      program: [{SelectEntity: {id: nowhere}}]
    changes: {}
- id: other-error
  scenario: tiny.xml
  title: a
  seed: 1
  steps: [{do: {command: EndTurn, as_faction: blue}, error: {type: PropertyValueException}, executed: [], changes: {}}]
- {id: no-error, scenario: tiny.xml, title: a, seed: 1, steps: [{ask: conditions, error: {type: A}}]}
- {id: no-fault, scenario: tiny.xml, title: a, seed: 1, steps: [{ask: load, error: {type: A}}]}
- {id: sound, scenario: tiny.xml, title: a, seed: 1, steps: [{ask: attacktargets man-1, answer: {targets: []}}]}
"#;

#[test]
fn whatever_is_wrong_is_told_of_its_row_alone() {
    let parsed = rows::parsed_text(&rows::folder(), "wrong.yaml", WRONG).unwrap();
    let [(section, found)] = parsed.as_slice() else { panic!("it has one section") };
    assert_eq!((section.as_str(), found.len()), ("wrong", 13));
    let (failures, _) = play(section, found);
    let ids = found.iter().map(|found| found.id.as_str()).filter(|id| *id != "sound");
    for id in ids {
        let told =
            failures.iter().filter(|told| told.starts_with(&format!("{id}:")) || told.starts_with(&format!("{id} ")));
        assert!(told.count() > 0, "{failures:#?} does not mention {id}");
    }
    assert!(!failures.iter().any(|told| told.starts_with("sound")), "{failures:#?}");
}

#[test]
fn a_panic_is_an_error_of_what_panicked() {
    let told = crate::stops::guarded(|| assert_eq!(1, 2, "one is not two")).unwrap_err();
    assert!(told.starts_with("a panic: ") && told.contains("one is not two"), "{told}");
    assert_eq!(crate::stops::guarded(|| 3), Ok(3));
}
