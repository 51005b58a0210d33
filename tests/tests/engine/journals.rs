//! Journals: verification, the location of false entries, and robustness against damage.

use foeman_engine::game::Viewer;
use foeman_engine::journal;
use foeman_engine::player::find;
use foeman_engine::ruleset::SideId;
use foeman_test_support::toy::{TOY, Tug};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::played;

/// A battle in which both teams heave a lot.
fn journal() -> String {
    journal::write(&played("meadow", 7, &[2, 1, 3]))
}

/// Returns the journal with one line changed; lines count from 1.
fn with_line(line: usize, change: impl FnOnce(&mut Value)) -> String {
    let mut lines: Vec<String> = journal().lines().map(str::to_owned).collect();
    let mut value = serde_json::from_str(&lines[line - 1]).unwrap();
    change(&mut value);
    lines[line - 1] = value.to_string();
    joined(&lines)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the first entry whose line contains `text`, and its line.
fn entry_with(text: &str) -> (usize, usize) {
    let line = journal().lines().skip(2).position(|line| line.contains(text)).expect("the journal has this entry") + 3;
    (line - 3, line)
}

fn message(journal: &str) -> String {
    journal::verify::<Tug>(journal).unwrap_err().to_string()
}

#[test]
fn an_untouched_journal_is_proved() {
    let battle = played("meadow", 7, &[2, 1, 3]);
    let proved = journal::verify::<Tug>(&journal::write(&battle)).unwrap();
    assert_eq!((proved.entries, proved.hash), (battle.entries().len(), journal::hash(&battle)));
}

#[test]
fn spaces_order_of_keys_and_line_ends_do_not_count() {
    let spaced = journal().replace("\":", "\": ").replace('\n', "\r\n");
    assert!(journal::verify::<Tug>(&spaced).is_ok());
    let reordered = with_line(3, |entry| {
        let cause = entry.as_object_mut().unwrap().shift_remove("cause").unwrap();
        entry["cause"] = cause;
    });
    assert!(journal::verify::<Tug>(&reordered).is_ok());
}

#[test]
fn the_hash_is_the_sha256_of_all_lines_before_the_closing_one() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let text = journal();
    let (front, closing) = text.trim_end().rsplit_once('\n').unwrap();
    // Not every system has the tool.
    let Ok(mut tool) = Command::new("sha256sum").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else { return };
    writeln!(tool.stdin.take().unwrap(), "{front}").unwrap();
    let said = String::from_utf8(tool.wait_with_output().unwrap().stdout).unwrap();
    let closing: Value = serde_json::from_str(closing).unwrap();
    assert_eq!(said.split(' ').next().unwrap(), closing["hash"]);
}

#[test]
fn a_flipped_die_is_named_with_its_entry() {
    let (entry, line) = entry_with("\"purpose\":\"heave\"");
    let tampered = with_line(line, |value| {
        let die = &mut value["draws"][0]["dice"][0];
        *die = json!(die.as_u64().unwrap() % 6 + 1);
    });
    let message = message(&tampered);
    assert!(
        message.starts_with(&format!("line {line}: entry {entry}: expected `{{\"purpose\":\"heave\"")),
        "{message}"
    );
    assert!(message.contains(" as draw 1, found `{\"purpose\":\"heave\""), "{message}");
}

#[test]
fn a_changed_instruction_is_named_with_its_entry() {
    let (entry, line) = entry_with("{\"breath\":-2}");
    let tampered = with_line(line, |value| value["did"][0] = json!({"breath": 2}));
    let start = format!("line {line}: entry {entry}: ");
    let expected = "expected `{\"breath\":-2}` as instruction 1, found `{\"breath\":2}`";
    assert_eq!(message(&tampered), start.clone() + expected);

    let shortened = with_line(line, |value| drop(value["did"].as_array_mut().unwrap().pop()));
    assert!(message(&shortened).starts_with(&(start.clone() + "expected `\"pass\"` as instruction ")));
    assert!(message(&shortened).ends_with(", found nothing"));

    let longer = with_line(line, |value| value["did"].as_array_mut().unwrap().push(json!({"slide": 3})));
    assert!(message(&longer).starts_with(&(start + "expected nothing as instruction ")));
}

#[test]
fn a_changed_command_is_named_whether_legal_or_not() {
    let (entry, line) = entry_with("{\"heave\":{\"dice\":2}}");
    let start = format!("line {line}: entry {entry}: ");
    let legal = with_line(line, |value| value["cause"]["command"] = json!({"heave": {"dice": 1}}));
    assert!(message(&legal).starts_with(&(start.clone() + "expected `{\"purpose\":\"heave\"")), "{}", message(&legal));
    let illegal = with_line(line, |value| value["cause"]["command"] = json!({"heave": {"dice": 9}}));
    let why = "expected a legal command, found `{\"heave\":{\"dice\":9}}`: a heave takes one to three dice (T4)";
    assert_eq!(message(&illegal), start.clone() + why);
    let nobody = with_line(line, |value| value["cause"] = json!("rules"));
    assert_eq!(message(&nobody), start.clone() + "expected a command, found the rules to continue");
    let unknown = with_line(line, |value| value["cause"]["command"] = json!("fly"));
    assert!(message(&unknown).starts_with(&(start + "unknown variant `fly`")), "{}", message(&unknown));
}

#[test]
fn something_more_in_an_entry_is_named() {
    let tampered = with_line(5, |value| value["note"] = json!("hidden"));
    assert_eq!(message(&tampered), "line 5: entry 2: the entry contains unknown keys");
}

#[test]
fn dropped_doubled_and_swapped_entries_are_named() {
    let lines: Vec<String> = journal().lines().map(str::to_owned).collect();
    let mut dropped = lines.clone();
    dropped.remove(5);
    assert_eq!(message(&joined(&dropped)), "line 6: entry 3: expected entry `3`, found `4`");
    let mut doubled = lines.clone();
    doubled.insert(5, lines[5].clone());
    assert_eq!(message(&joined(&doubled)), "line 7: entry 4: expected entry `4`, found `3`");
    let mut swapped = lines.clone();
    swapped.swap(5, 6);
    assert_eq!(message(&joined(&swapped)), "line 6: entry 3: expected entry `3`, found `4`");
    let mut last = lines.clone();
    last.remove(lines.len() - 2);
    let (has, wants) = (lines.len() - 4, lines.len() - 3);
    let expected = format!("line {}: expected {wants} entries, found {has}", lines.len() - 1);
    assert_eq!(message(&joined(&last)), expected);
}

#[test]
fn a_careful_forger_who_renumbers_is_found_by_the_rules() {
    // Drop an entry, renumber the rest, and fix the count: the plan or the turn differs.
    let lines: Vec<String> = journal().lines().map(str::to_owned).collect();
    let mut forged = lines.clone();
    forged.remove(5);
    let entries = forged.len() - 3;
    for (line, text) in forged.iter_mut().enumerate().skip(2) {
        let mut value: Value = serde_json::from_str(text).unwrap();
        match value.get("hash") {
            Some(_) => value["entries"] = json!(entries),
            None => value["entry"] = json!(line - 2),
        }
        *text = value.to_string();
    }
    assert!(message(&joined(&forged)).starts_with("line 6: entry 3: expected "), "{}", message(&joined(&forged)));
}

#[test]
fn entries_after_the_end_are_named() {
    let mut lines: Vec<String> = journal().lines().map(str::to_owned).collect();
    let entries = lines.len() - 3;
    let closing =
        lines.pop().unwrap().replace(&format!("\"entries\":{entries}"), &format!("\"entries\":{}", entries + 1));
    lines.push(json!({"entry": entries, "cause": "rules", "draws": [], "did": [{"round": 99}]}).to_string());
    lines.push(closing);
    let line = lines.len() - 1;
    let why = "expected the end, because the battle is over, found the rules to continue";
    assert_eq!(message(&joined(&lines)), format!("line {line}: entry {entries}: {why}"));
}

#[test]
fn changed_content_seed_and_hash_are_named() {
    let content = with_line(2, |value| value["records"]["teams"]["reds"]["breath"] = json!(5));
    assert!(message(&content).starts_with("line 1: expected content with digest `"), "{}", message(&content));
    let seed = with_line(1, |value| value["seed"] = json!(8));
    assert!(message(&seed).contains(": expected `{\"purpose\":\"heave\""), "{}", message(&seed));
    let last = journal().lines().count();
    let hash = with_line(last, |value| value["hash"] = json!("0"));
    assert!(message(&hash).starts_with(&format!("line {last}: expected the hash `")), "{}", message(&hash));
}

#[test]
fn content_that_cannot_be_played_is_named_on_its_line() {
    let content = with_line(2, |value| value["records"]["maps"]["strip"] = Value::Null);
    assert!(message(&content).starts_with("line 2: /maps/strip: "), "{}", message(&content));
}

#[test]
fn a_replay_refuses_instructions_that_do_not_fit() {
    let error = journal::replay::<Tug>(&with_line(7, |entry| entry["did"] = json!(["pass", {"slide": 2000000000}])));
    let why = "expected an instruction that fits the state, found `{\"slide\":2000000000}`";
    assert_eq!(error.err().unwrap().to_string(), format!("line 7: entry 4: {why}"));
}

#[test]
fn what_is_not_a_journal_says_so() {
    let text = journal();
    let cut = "the journal is incomplete: its last line, with the hash, is missing";
    assert_eq!(message(""), "line 1: expected a journal, found an empty file");
    assert_eq!(message("pack: arena\n"), "line 1: invalid JSON at column 1: expected value");
    assert!(message("{}\n").starts_with("line 1: expected a header that starts with `{\"journal\":`"));
    let other = text.replacen("\"journal\":1", "\"journal\":2", 1);
    assert_eq!(message(&other), "line 1: expected journal format `1`, found `2`");
    let other = text.replacen("\"ruleset\":\"tug\"", "\"ruleset\":\"chess\"", 1);
    assert_eq!(message(&other), "line 1: expected a journal of ruleset `tug`, found `chess`");
    let missing = text.replacen("\"seed\":7,", "", 1);
    assert_eq!(message(&missing), "line 1: missing field `seed`");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(message(lines[0]), format!("line 1: {cut}"));
    assert_eq!(message(&lines[..6].join("\n")), format!("line 6: {cut}"));
    assert_eq!(message(&text[..text.len() / 2]), format!("line {}: {cut}", text[..text.len() / 2].lines().count()));
    assert_eq!(
        message(&[lines[0], lines[1], lines[lines.len() - 1]].join("\n")),
        "line 3: expected the set-up as entry `0`, found the closing line"
    );
}

fn instruction() -> impl Strategy<Value = Value> {
    let number = prop_oneof![any::<i32>(), -3i32..3, Just(i32::MIN), Just(i32::MAX)];
    prop_oneof![
        Just(json!("pass")),
        any::<u32>().prop_map(|round| json!({"round": round})),
        number.clone().prop_map(|by| json!({"breath": by})),
        number.clone().prop_map(|by| json!({"slide": by})),
        (number, any::<Vec<u8>>()).prop_map(|(need, dice)| json!({"heaved": {"need": need, "dice": dice}})),
    ]
}

proptest! {
    #[test]
    fn invented_instructions_are_refused_or_can_be_looked_at_and_played_on(
        did in prop::collection::vec(instruction(), 0..12), back in 0usize..9,
    ) {
        let text = with_line(7, |entry| entry["did"] = json!(did));
        // Later entries may no longer fit and would be refused, so a shorter journal ends here.
        let lines: Vec<&str> = text.lines().take(7).collect();
        let text = format!("{}\n{{\"entries\":5,\"hash\":\"\"}}\n", lines.join("\n"));
        let mut game = match TOY.engines()[0].replay(&text) {
            Ok(game) => game,
            Err(error) => {
                prop_assert!(error.message.starts_with("expected an instruction that fits"), "{}", error);
                return Ok(());
            }
        };
        for _ in 0..2 {
            let _ = [Viewer::All, Viewer::Side(SideId(1))].map(|viewer| game.seen(viewer));
            game.step(find::<Tug>("greedy").unwrap());
            game.back_to(back);
        }
    }

    #[test]
    fn a_damaged_journal_never_panics(
        at in any::<prop::sample::Index>(), length in 0usize..40, insert in "[-0-9a-z\"{}\\[\\]:,\n]{0,8}",
    ) {
        let mut text = journal();
        let start = at.index(text.len());
        let end = (start + length).min(text.len());
        text.replace_range(start..end, &insert);
        if let Ok(battle) = journal::replay::<Tug>(&text) {
            prop_assert!(!battle.entries().is_empty());
        }
        // If it verifies, it is the same battle with other spacing.
        if let Ok(proved) = journal::verify::<Tug>(&text) {
            prop_assert_eq!(proved, journal::verify::<Tug>(&journal()).unwrap());
        }
    }
}

#[test]
fn a_ruleset_that_does_not_carry_battles_over_says_so_and_changes_nothing() {
    use foeman_engine::amend::{Amendment, Edit, Revision};
    let mut battle = played("meadow", 7, &[2, 1]);
    battle.back_to(2);
    let before = journal::write(&battle);
    let mut after = battle.stage().resolved();
    for record in after.records.values_mut().flat_map(|records| records.values_mut()) {
        record["title"] = json!("Another");
    }
    let revision = Revision::between(&battle.stage().resolved(), &after);
    let refused = battle.amend(Amendment::Content(revision)).unwrap_err();
    assert!(refused.ends_with("cannot change values during a battle; start a new one"), "{refused}");
    let refused = battle.amend(Amendment::Edit(Edit::Heal { token: 0, points: 1 })).unwrap_err();
    assert!(refused.ends_with("does not let a game master change the board"), "{refused}");
    assert_eq!(journal::write(&battle), before);
}
