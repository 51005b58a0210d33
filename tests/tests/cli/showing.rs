//! `foeman list` and `foeman show`: catalogs, and records with their inherited fields.

use serde_json::Value;

use super::{foeman, repository};

/// The path of a shipped pack.
fn shipped(name: &str) -> String {
    repository("content").join(name).to_str().expect("the path is text").to_owned()
}

#[test]
fn catalogs_and_records_are_listed_with_their_places() {
    let nail = shipped("bent-nail");
    let all = foeman(&["list", "--pack", &nail]).ends(0).out;
    assert!(all.lines().any(|line| line.split_whitespace().eq(["scenarios", "16"])), "{all}");
    let own = foeman(&["list", "--pack", &nail, "--own"]).ends(0).out;
    assert!(own.lines().any(|line| line.split_whitespace().eq(["scenarios", "2"])), "{own}");
    assert!(!own.contains("spells"), "empty catalogs are left out: {own}");
    let items = foeman(&["list", "items", "--pack", &nail, "--own"]).ends(0);
    let ids: Vec<&str> = items.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(ids, ["tankard", "bar-stool", "soup-ladle", "bung-mallet", "frying-pan", "house-ale"]);
    assert!(
        items.out.lines().next().is_some_and(|line| line.ends_with("content/bent-nail/items.yaml:7:3")),
        "{}",
        items.out
    );
    let run = foeman(&["list", "item", "--pack", &nail]).ends(2);
    assert!(run.err.contains("did you mean `items`?"), "{}", run.err);
}

#[test]
fn a_line_of_json_tells_all_that_the_list_does_and_whose_it_is() {
    let nail = shipped("bent-nail");
    let out = foeman(&["list", "items", "--pack", &nail, "--format", "json"]).ends(0).out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let of = |id: &str| lines.iter().find(|line| line["id"] == id).unwrap_or_else(|| panic!("{id} is listed"));
    assert_eq!((&of("bar-stool")["extends"], &of("bar-stool")["pack"]), (&"chair".into(), &Value::Null));
    assert_eq!((&of("chair")["pack"], &of("chair")["title"]), (&"arena".into(), &"Chair".into()));
    assert!(of("arena:frying-pan")["file"].as_str().is_some_and(|file| file.ends_with("arena/items/crude.yaml")));
}

#[test]
fn a_record_is_shown_with_all_it_inherits_and_from_whom() {
    let nail = shipped("bent-nail");
    let run = foeman(&["show", "bung-mallet", "--pack", &nail]).ends(0);
    let expected = "\
items:
  bung-mallet:
    title: Bung mallet
    code: \"0104\"
    class: wpn  # from mace
";
    let same = |line: &str| run.out.lines().any(|shown| shown == line);
    assert!(expected.lines().all(same), "{}", run.out);
    assert!(run.err.contains("content/bent-nail/items.yaml:37:3"), "{}", run.err);
    // Maps are merged from several records; each one is named.
    let run = foeman(&["show", "items/bar-stool", "--pack", &nail]).ends(0);
    assert!(run.out.contains("    hurl: {range: 2, damage: -2H T+1}  # from chair\n"), "{}", run.out);
    // The output is a valid record, and equal to the JSON output.
    let yaml: Value = serde_yaml::from_str(&run.out).expect("it is YAML");
    let json = foeman(&["show", "items/bar-stool", "--pack", &nail, "--format", "json"]).ends(0).out;
    assert_eq!(yaml["items"]["bar-stool"], serde_json::from_str::<Value>(&json).expect("it is JSON"));
    let run = foeman(&["show", "items/bar-stool/title", "--pack", &nail]).ends(2);
    assert!(run.err.contains("part of one"), "{}", run.err);
}

#[test]
fn what_a_record_says_about_itself_is_listed_also_where_it_is_inherited() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let text = "pack: smithy\nruleset: foeman\nitems:\n  \
                sword: {title: Sword, class: gen, about: Long and heavy.}\n  \
                heirloom: {extends: sword, title: Heirloom}\n  rock: {title: Rock, class: gen}\n";
    std::fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
    let pack = folder.path().to_str().expect("the path is text");
    let out = foeman(&["list", "items", "--pack", pack]).ends(0).out;
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].ends_with("pack.yaml:4:3  Long and heavy."), "{out}");
    assert!(lines[1].ends_with("pack.yaml:5:3  Long and heavy."), "{out}");
    assert!(lines[2].ends_with("pack.yaml:6:3"), "{out}");
    let json = foeman(&["list", "items", "--pack", pack, "--format", "json"]).ends(0).out;
    let abouts: Vec<Value> =
        json.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["about"].clone()).collect();
    assert_eq!(abouts, ["Long and heavy.".into(), "Long and heavy.".into(), Value::Null]);
    let shown = foeman(&["show", "heirloom", "--pack", pack]).ends(0).out;
    assert!(shown.lines().any(|line| line == "    about: Long and heavy.  # from sword"), "{shown}");
}
