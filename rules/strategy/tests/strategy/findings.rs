//! Mistakes in the shipped pack: each is reported once, at its location, with a helpful message.

use std::collections::BTreeSet;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;
use foeman_test_support::packs;

/// Replaces `old` by `new` in a file of the valley; returns the findings: check, location, and message with its help.
fn told(file: &str, old: &str, new: &str) -> Vec<[String; 3]> {
    let mut texts = packs::texts("strategy");
    let shipped = Draft::from_texts(texts.clone(), &SHIPPED.dialects());
    let known: BTreeSet<_> = check(&shipped).into_iter().map(|finding| (finding.code, finding.pointer)).collect();
    let text = texts.get_mut(file).expect("the valley has the file");
    assert!(text.contains(old), "{file} has no `{old}`");
    *text = text.replacen(old, new, 1);
    let draft = Draft::from_texts(texts, &SHIPPED.dialects());
    let fresh = check(&draft).into_iter().filter(|finding| !known.contains(&(finding.code, finding.pointer.clone())));
    fresh
        .map(|finding| {
            let place = draft.text(finding.place.file)[finding.place.span.range()].to_owned();
            [finding.code.to_owned(), place, format!("{}; {}", finding.message, finding.help.unwrap_or_default())]
        })
        .collect()
}

#[test]
fn an_option_of_a_scenario_that_its_rule_does_not_have_is_told_at_its_name() {
    let told = told("scenarios.yaml", "{rule: bell-rings}", "{rule: bell-rings, options: {renow: 3}}");
    let message = "expected an option of `bell-rings`, found `renow`; did you mean `renown`?";
    assert_eq!(told, [["unknown-option", "renow", message]]);
}

#[test]
fn more_rules_than_a_scenario_is_played_by_are_told_before_it_is_played() {
    let many = vec!["{rule: dismay}"; 201].join(", ");
    let told = told("scenarios.yaml", "{rule: dismay}", &many);
    let codes: BTreeSet<&str> = told.iter().map(|[code, ..]| code.as_str()).collect();
    assert_eq!(codes, BTreeSet::from(["invalid-value"]), "{told:#?}");
}

#[test]
fn a_side_that_is_there_twice_is_told_as_that_alone() {
    let told = told("scenarios.yaml", "      - faction: guild\n", "      - faction: abbey\n      - faction: guild\n");
    let codes: Vec<&str> = told.iter().map(|[code, ..]| code.as_str()).collect();
    assert_eq!(codes, ["faction-twice"], "{told:#?}");
}

#[test]
fn a_defeat_that_everybody_suffers_is_told_at_the_variable_alone() {
    let told = told("variables.yaml", "    maximum: 9999\n", "    maximum: 9999\n    defeat: 9999\n");
    let codes: Vec<&str> = told.iter().map(|[code, ..]| code.as_str()).collect();
    assert_eq!(codes, ["certain-threshold"], "{told:#?}");
}

#[test]
fn a_value_below_the_least_there_is_is_told_as_that_alone() {
    let told = told("units.yaml", "spirit: 4", "spirit: -4");
    let codes: Vec<&str> = told.iter().map(|[code, ..]| code.as_str()).collect();
    assert_eq!(codes, ["clamped-value"], "{told:#?}");
}

#[test]
fn the_same_condition_written_twice_is_told_as_that() {
    let line = "      - {measure: sites, threshold: 0}\n";
    let told = told("factions.yaml", line, &line.repeat(2));
    let message = "expected one condition with this measure, found `0` twice; remove it, or use another measure";
    assert_eq!(told.iter().map(|[_, _, message]| message.as_str()).collect::<Vec<_>>(), [message]);
}

#[test]
fn a_victory_that_everybody_has_is_told_in_words_that_can_be_followed() {
    let told = told("factions.yaml", "    defeat:\n", "    victory: [{measure: sites, threshold: 0}]\n    defeat:\n");
    assert!(!told.is_empty());
    for [code, place, message] in told {
        let expected = "expected a threshold of `sites` above 0 for `abbey`, found 0, which every side reaches; \
            give it less to begin with, or raise the threshold";
        assert_eq!([code.as_str(), place.as_str(), message.as_str()], ["won-at-start", "abbey", expected]);
    }
}

#[test]
fn a_rule_that_kills_is_told_only_where_that_may_go_on_without_end() {
    let dismay = "      - {kind: change, variable: spirit, by: -1, who: own-near}\n";
    let codes =
        |new: &str| -> Vec<String> { told("rules.yaml", dismay, new).into_iter().map(|[code, ..]| code).collect() };
    assert_eq!(codes("      - {kind: kill, who: own-near}\n"), ["rule-cycle"]);
    assert_eq!(codes("      - {kind: kill, who: unit}\n"), [""; 0]);
    assert_eq!(codes("      - {kind: kill, who: own-near}\n    units: [old-goat]\n"), [""; 0]);
}

#[test]
fn what_is_given_away_is_a_cell_or_units_and_units_belong_to_somebody() {
    let dismay = "      - {kind: change, variable: spirit, by: -1, who: own-near}\n";
    let idle = |new: &str| told("rules.yaml", dismay, new);
    assert!(idle("      - {kind: cede, to: foe}\n").is_empty());
    assert!(idle("      - {kind: cede, to: nobody, who: site}\n").is_empty());
    let [[code, place, message]] = &idle("      - {kind: cede, to: foe, who: faction}\n")[..] else { panic!("one") };
    assert_eq!((code.as_str(), place.as_str()), ("idle-deed", "faction"));
    assert!(message.starts_with("expected `site` or units (such as `unit` or `own`) for `cede`"), "{message}");
    let [[code, place, message]] = &idle("      - {kind: cede, to: nobody, who: own-near}\n")[..] else {
        panic!("one")
    };
    assert_eq!((code.as_str(), place.as_str()), ("idle-deed", "nobody"));
    assert!(message.starts_with("expected a new owner for the units in `own-near`, found `nobody`"), "{message}");
}

#[test]
fn where_a_variable_is_of_the_wrong_kind_each_use_says_where_that_is_said() {
    let mut texts = packs::texts("strategy");
    let text = texts.get_mut("variables.yaml").expect("there are variables");
    *text = text.replacen("kind: resource", "kind: counter", 1);
    let draft = Draft::from_texts(texts, &SHIPPED.dialects());
    let findings: Vec<_> = check(&draft).into_iter().filter(|finding| finding.code == "variable-kind").collect();
    assert!(findings.len() > 5, "silver pays for everything");
    for finding in findings {
        let [(place, note)] = &finding.related[..] else { panic!("{finding:#?}") };
        assert_eq!(&draft.text(place.file)[place.span.range()], "counter");
        assert_eq!(note, "this makes `silver` a counter");
    }
}

#[test]
fn a_home_to_be_taken_that_nobody_can_enter_is_told() {
    let told = told(
        "scenarios.yaml",
        "[[11, 4]], terrains: [{class: village, name: Ledger Row}]",
        "[[11, 4]], terrains: [{class: river}, {class: village, name: Ledger Row}]",
    );
    assert!(told.iter().any(|[code, ..]| code == "closed-prize"), "{told:#?}");
}

#[test]
fn a_class_whose_cost_limits_nothing_is_told_like_a_free_one() {
    let message = |told: &[[String; 3]]| told.iter().find(|[code, ..]| code == "free-class").map(|it| it[2].clone());
    let free = told("units.yaml", "    cost: {silver: 20}\n", "");
    assert!(message(&free).is_some_and(|it| it.starts_with("`novice` is free, so its number is unlimited")));
    // Without upkeep, only the cost limits their number.
    let cheap = told(
        "units.yaml",
        "    modifiers: {owner: {silver: -1}}\n    cost: {silver: 20}\n",
        "    cost: {silver: 20}\n",
    );
    assert_eq!(message(&cheap), None, "an income of 8 pays for one in three turns");
    let earns = told("units.yaml", "    modifiers: {owner: {silver: -1}}\n", "    modifiers: {owner: {silver: 20}}\n");
    let found = "each `novice` earns its cost within a turn, so its number is unlimited; \
                 give it a `cost` that limits it, or remove it from the list";
    assert_eq!(message(&earns).as_deref(), Some(found));
}

#[test]
fn a_rule_that_is_listed_twice_is_told_at_the_second() {
    let told = told("scenarios.yaml", "{rule: collection}]", "{rule: collection}, {rule: dismay}]");
    let message = "expected each rule once, found `dismay` again; remove it, or name the intended rule";
    assert_eq!(told, [["rule-twice", "dismay", message]]);
}
