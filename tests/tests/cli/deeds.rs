//! Battle statistics of simulations, compared to the logs of the same battles.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{arena, foeman};

/// Damage, kills and uses in the log of a battle.
#[derive(Default)]
struct Log {
    /// By figure name.
    taken: BTreeMap<String, u64>,
    fell: BTreeSet<String>,
    /// By name of weapon or spell.
    used: BTreeMap<String, u64>,
}

impl Log {
    fn of(scenario: &str, seed: &str, names: &[String]) -> Self {
        let told = foeman(&["play", &arena(), scenario, "--seed", seed]).ends(0).out;
        let mut log = Self::default();
        for line in told.lines() {
            for name in names {
                for part in line.split("; ").filter_map(|part| part.trim().strip_prefix(&format!("{name} takes "))) {
                    let points = part.split(", ST").next().and_then(|part| part.split('(').next());
                    let points = points.unwrap_or_default().split(' ');
                    *log.taken.entry(name.clone()).or_default() +=
                        points.filter_map(|word| word.parse::<u64>().ok()).sum::<u64>();
                    if [" dies", "loses consciousness", "left for dead"].iter().any(|end| part.contains(end)) {
                        log.fell.insert(name.clone());
                    }
                }
                let Some(deed) = line.trim().strip_prefix(&format!("{name} ")) else { continue };
                let attacks = ["strikes ", "jabs ", "hurls ", "shoots "].iter().any(|verb| deed.starts_with(verb));
                let with = deed.split(" with the ").nth(1).filter(|_| attacks);
                let cast = deed.strip_prefix("casts ");
                if let Some(what) = with.or(cast) {
                    let end = what.find([',', ':']).unwrap_or(what.len());
                    *log.used.entry(what[..end].to_owned()).or_default() += 1;
                }
            }
        }
        log
    }
}

fn json(args: &[&str]) -> Value {
    let run = foeman(&[&["simulate"], args, &["--format", "json"]].concat()).ends(0);
    serde_json::from_str(&run.out).expect("it is an object")
}

#[test]
fn harm_and_falls_and_uses_are_those_that_the_logs_tell() {
    let arena = arena();
    for (scenario, battles) in [("duel", 12), ("three-a-side", 8), ("wizards", 6)] {
        let args = ["simulate", &arena, scenario, "--battles", &battles.to_string()];
        let told = json(&args[1..]);
        let figures = told["deeds"]["figures"].as_array().expect("a list");
        let text = |value: &Value, key: &str| value[key].as_str().expect("a text").to_owned();
        let names: Vec<String> = figures.iter().map(|figure| text(figure, "name")).collect();
        let csv = foeman(&[&args[..], &["--format", "csv"]].concat()).ends(0).out;
        let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let heads = rows.next().expect("heads");
        let column =
            |name: &str| heads.iter().position(|head| *head == name).unwrap_or_else(|| panic!("{name}: {heads:?}"));
        let mut weapons = 0;
        for row in rows {
            let log = Log::of(scenario, row[0], &names);
            let (mut dealt, mut taken) = (0, 0);
            for figure in figures {
                let (id, name) = (text(figure, "id"), text(figure, "name"));
                let number = |what: &str| row[column(&format!("{what}:{id}"))].parse::<u64>().expect("a number");
                (dealt, taken) = (dealt + number("dealt"), taken + number("taken"));
                // Logs number created figures, while statistics combine all figures of one type.
                if figure["side"].is_null() {
                    continue;
                }
                let said = log.taken.get(&name).copied().unwrap_or_default();
                assert_eq!(number("taken"), said, "{scenario}, seed {}, {name}", row[0]);
                let by = row[column(&format!("felled_by:{id}"))];
                assert_eq!(!by.is_empty(), log.fell.contains(&name), "{scenario}, seed {}, {name} by `{by}`", row[0]);
            }
            assert!(
                dealt <= taken && (scenario == "wizards" || dealt == taken),
                "{dealt} of {taken}: no other figure does harm"
            );
            for used in told["deeds"]["used"].as_array().expect("a list") {
                let (id, name, side) = (text(used, "means"), text(used, "name"), text(used, "side"));
                let Some(said) = log.used.get(&name).filter(|_| !id.ends_with("-shield")) else { continue };
                let sides =
                    ["Toll-keepers", "Never-Paid"].iter().filter(|side| heads.contains(&&*format!("used:{side}:{id}")));
                if sides.count() < 2 {
                    let found = row[column(&format!("used:{side}:{id}"))].parse::<u64>().expect("a number");
                    assert!(found >= *said, "{scenario}, seed {}: {name} {found} of {said}", row[0]);
                    weapons += 1;
                }
            }
        }
        assert!(weapons > 5, "{scenario}: {weapons} uses were looked at");
    }
}

#[test]
fn who_felled_whom_and_what_was_used_add_up_to_who_won() {
    let arena = arena();
    let told = json(&[&arena, "duel", "--battles", "60"]);
    let deeds = &told["deeds"];
    let wins = |side: usize| told["sides"][side]["wins"].as_u64();
    // The survivor has felled the other.
    for (at, by, victim) in [(0, "red/ushka", "blue/maud"), (1, "blue/maud", "red/ushka")] {
        let fall = &deeds["felled"][at];
        assert_eq!((fall["figure"].as_str(), fall["by"].as_str()), (Some(victim), Some(by)), "{deeds:#}");
        assert_eq!(fall["battles"].as_u64(), wins(1 - at));
        assert_eq!(deeds["figures"][at]["fell"].as_u64(), wins(1 - at));
    }
    for used in deeds["used"].as_array().expect("a list") {
        let side = usize::from(used["side"] == "Never-Paid");
        assert_eq!(
            used["won"].as_u64().zip(used["wonWithout"].as_u64()).map(|(with, without)| with + without),
            wins(side)
        );
        let share = &used["share"];
        let battles = used["battles"].as_f64().expect("a number");
        assert_eq!(share["share"].as_f64(), Some(battles / 60.0));
        assert!(share["low"].as_f64() < share["high"].as_f64());
        // The first battle in which it was used can be replayed.
        let first = used["first"].to_string();
        let name = used["name"].as_str().expect("a text");
        let log = foeman(&["play", &arena, "duel", "--seed", &first]).ends(0).out;
        assert!(log.contains(name), "seed {first} has {name}: {log}");
    }
    let never: Vec<&str> = deeds["neverUsed"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(never.contains(&"items/dagger") && !never.contains(&"items/broadsword"), "{never:?}");
    assert!(!never.contains(&"talents/swords"), "automatic talents do not count as unused: {never:?}");

    let table = foeman(&["simulate", &arena, "duel", "--battles", "60"]).ends(0).out;
    for words in [
        "harm dealt",
        "Maud Tollbar",
        "felled in 100 battles by",
        "won without it",
        "never used: ",
        "correlation is not cause",
    ] {
        assert!(table.contains(words), "`{words}`: {table}");
    }
    // A ruleset without statistics has no tables of them.
    let codes = crate::repository("content/codes");
    let codes = codes.to_str().expect("text");
    let table = foeman(&["simulate", codes, "market-day", "--battles", "3"]).ends(0).out;
    assert!(!table.contains("harm") && !table.contains("used"), "{table}");
    assert_eq!(json(&[codes, "market-day", "--battles", "3"])["deeds"], Value::Null);
}
