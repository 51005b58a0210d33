//! Completion.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Client, Document, copy, started, usual};

/// A file of the skirmish template, to which lines are added.
struct Offers {
    _kept: TempDir,
    client: Client,
    document: Document,
    before: String,
}

impl Offers {
    fn in_file(client: Client, name: &str) -> Self {
        Self::of_pack("base/templates/skirmish", client, name)
    }

    fn of_pack(pack: &str, mut client: Client, name: &str) -> Self {
        let (kept, pack) = copy(pack);
        let document = client.open(&pack.join(name));
        let before = document.text.clone();
        Self { _kept: kept, client, document, before }
    }

    /// Returns the completions at the `|` in these lines, which are added at the end of the file.
    fn at(&mut self, lines: &str) -> Vec<Value> {
        let (head, tail) = lines.split_once('|').unwrap();
        self.client.set(&mut self.document, [&self.before, head, tail].concat());
        let position = self.document.position(self.before.len() + head.len());
        let params = json!({ "textDocument": { "uri": self.document.uri }, "position": position });
        self.client.ask("textDocument/completion", params)["items"].as_array().unwrap().clone()
    }

    fn labels(&mut self, lines: &str) -> Vec<String> {
        self.at(lines).iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the added text after the completion with this label has been accepted.
    fn taken(&mut self, lines: &str, label: &str) -> String {
        let items = self.at(lines);
        let item =
            items.iter().find(|item| item["label"] == label).unwrap_or_else(|| panic!("no {label} in {items:?}"));
        let mut document = self.document.clone();
        document.apply(&json!([item["textEdit"]]));
        document.text[self.before.len()..].to_owned()
    }
}

#[test]
fn keys_are_those_that_are_not_there_yet_and_needed_ones_come_first() {
    let mut items = Offers::in_file(usual(), "items.yaml");
    let keys = items.labels("\n  rake:\n    |\n    size: 3\n");
    assert_eq!(keys[..2], ["title", "class"], "a record needs these");
    assert!(keys.contains(&"damage".to_owned()) && !keys.contains(&"size".to_owned()), "{keys:?}");
    assert_eq!(items.taken("\n  rake:\n    dam|\n", "damage"), "\n  rake:\n    damage: $1\n");
    assert_eq!(items.taken("\n  rake:\n    da|mage: -1H\n", "damage"), "\n  rake:\n    damage: -1H\n");
    assert_eq!(items.labels("\n  rake:\n    requires: {s|\n"), ["st"]);
    let effect = items.labels("\n  rake:\n    effects:\n      - kind: heal\n        |\n");
    assert!(
        effect.contains(&"dice".to_owned()) && !effect.contains(&"what".to_owned()),
        "of a healing only: {effect:?}"
    );
    let damage = items.at("\n  rake:\n    dam|\n");
    let said = damage[0]["documentation"]["value"].as_str().unwrap();
    assert!(said.contains("Damage dice of a weapon") && said.contains("-1H"), "{said}");
}

#[test]
fn keys_that_are_ids_are_those_of_records() {
    let mut units = Offers::of_pack("../content/strategy", usual(), "units.yaml");
    let variables = units.labels("\n  miller:\n    values: {strength: 3, |}\n");
    assert!(variables.contains(&"pace".to_owned()) && !variables.contains(&"strength".to_owned()), "{variables:?}");
    assert_eq!(
        units.taken("\n  miller:\n    cost:\n      sil|\n", "silver"),
        "\n  miller:\n    cost:\n      silver: \n"
    );
}

#[test]
fn new_records_come_with_what_they_need() {
    let mut items = Offers::in_file(usual(), "items.yaml");
    let record = items.taken("\n  |\n", "new-item");
    assert!(record.starts_with("\n  ${1:new-item}:\n  title: $2\n  class: ${3|wpn,"), "{record:?}");
    let catalogs = items.labels("\n|\n");
    assert!(catalogs.contains(&"spells".to_owned()) && !catalogs.contains(&"items".to_owned()), "{catalogs:?}");
    for key in ["license", "requires"] {
        assert!(!catalogs.contains(&key.to_owned()), "what belongs in the head is offered there: {key}");
    }
}

#[test]
fn words_come_with_their_meanings_and_ids_with_their_titles() {
    let mut items = Offers::in_file(usual(), "items.yaml");
    let classes = items.at("\n  rake:\n    class: |\n");
    assert_eq!(classes[0]["label"], "wpn");
    assert_eq!(classes[0]["detail"], "Weapon.");
    assert_eq!(
        items.taken("\n  rake:\n    class:|\n", "wpn"),
        "\n  rake:\n    class: wpn\n",
        "with the blank it wants"
    );
    assert_eq!(items.labels("\n  rake:\n    extends: lid|\n"), ["dustbin-lid"]);
    assert!(!items.labels("\n  rake:\n    extends: |\n").contains(&"rake".to_owned()), "nothing extends itself");
    assert_eq!(
        items.taken("\n  rake:\n    extends: \"lid|\"\n", "dustbin-lid"),
        "\n  rake:\n    extends: \"dustbin-lid\"\n"
    );
    let mut maps = Offers::in_file(usual(), "maps.yaml");
    assert_eq!(maps.labels("  b:\n    legend: {a: gra|}\n"), ["gravel"]);
}

#[test]
fn names_of_figures_are_those_of_the_side_and_names_of_zones_those_of_the_map() {
    let mut scenarios = Offers::in_file(usual(), "scenarios.yaml");
    let head = "\n  again:\n    title: Again\n    map: allotments\n    sides:\n      - side: leeks\n";
    let figures = scenarios.labels(&format!("{head}        place:\n          wilf: {{hex: [1, 1]}}\n          |\n"));
    assert_eq!(figures, ["prudence", "nip"]);
    let zones = scenarios.at(&format!("{head}        victory:\n          - {{kind: hold-zone, zone: |}}\n"));
    assert_eq!((zones[0]["label"].as_str(), zones[0]["detail"].as_str()), (Some("marrow"), Some("The prize marrow")));
    assert_eq!(zones.len(), 1);
}

#[test]
fn a_text_that_cannot_be_read_is_completed_as_well() {
    let mut items = Offers::in_file(usual(), "items.yaml");
    for broken in [
        "\n  rake:\n    title: \"never closed\n    cl|\n",
        "\n  rake:\n    requires: {st: 3\n    cl|\n",
        "\n  rake:\n    size 3\n    cl|\n",
        "\n\tx\n  rake:\n    cl|\n",
    ] {
        assert!(items.labels(broken).contains(&"class".to_owned()), "{broken:?}");
    }
    let mut scenarios = Offers::in_file(usual(), "scenarios.yaml");
    let head = "\n  again:\n    title: \"Again\n    map: allotments\n    sides:\n      - side: leeks\n";
    assert_eq!(scenarios.labels(&format!("{head}      - side: mar|\n")), ["marrows"]);
}

#[test]
fn nothing_is_offered_in_comments_and_no_snippet_where_nobody_asked_for_one() {
    let mut items = Offers::in_file(usual(), "items.yaml");
    assert!(items.labels("\n  rake:\n    # cl|\n").is_empty());
    let mut plain = Offers::in_file(started(json!({})), "items.yaml");
    assert_eq!(plain.taken("\n  rake:\n    dam|\n", "damage"), "\n  rake:\n    damage: \n");
    assert!(plain.labels("\n  |\n").is_empty());
}
