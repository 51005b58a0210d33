//! `foeman usages` and `foeman rename`.

use std::fs;
use std::path::Path;

use foeman_test_support::packs;
use serde_json::Value;

use crate::{Copy, foeman};

/// Returns the lines of stdout without the pack's own path.
fn lines(copy: &Copy, out: &str) -> Vec<String> {
    out.lines().map(|line| line.replace(&format!("{}/", copy.path()), "")).collect()
}

/// Returns the lines in which a file differs from the Arena's.
fn changed(copy: &Copy, file: &str) -> Vec<(String, String)> {
    let (fresh, path) = (Copy::new(), |copy: &Copy| format!("{}/{file}", copy.path()));
    let [old, new] = [path(&fresh), path(copy)].map(|path| fs::read_to_string(path).expect("read"));
    assert_eq!(old.lines().count(), new.lines().count(), "{file}");
    let both = old.lines().zip(new.lines()).filter(|(old, new)| old != new);
    both.map(|(old, new)| (old.trim().to_owned(), new.trim().to_owned())).collect()
}

#[test]
fn usages_name_file_line_and_column_with_what_stands_there() {
    let copy = Copy::new();
    let run = foeman(&["usages", "items/broadsword", "--pack", copy.path()]).ends(0);
    let found = lines(&copy, &run.out);
    assert!(
        found.contains(&"rosters/road.yaml:20:20: - {item: broadsword, place: first-hand}".to_owned()),
        "{found:#?}"
    );
    assert!(found.contains(&"items/melee.yaml:85:14: extends: broadsword".to_owned()), "{found:#?}");
    assert_eq!(found.len(), 12);
    assert_eq!(run.err, "items/broadsword: 12 usages in 6 files\n");
    for other in ["/items/broadsword", "broadsword"] {
        assert_eq!(foeman(&["usages", other, "--pack", copy.path()]).ends(0).out, run.out, "{other}");
    }
}

#[test]
fn a_figure_is_used_where_it_is_placed_and_a_legend_key_where_it_is_drawn() {
    let copy = Copy::new();
    let figure = foeman(&["usages", "rosters/toll-keepers/figures/maud", "--pack", copy.path()]).ends(0);
    let (commands, found): (Vec<String>, Vec<String>) = lines(&copy, &figure.out).into_iter().partition(|line| {
        line.contains(".yaml:") && line.contains(": - maud ")
            || line.contains(": - ushka ")
            || line.contains(": - blue take ")
    });
    let checks = fs::read_to_string(format!("{}/checks.yaml", copy.path())).expect("it is there");
    assert_eq!(commands.len() + 1, checks.matches("maud").count(), "{commands:#?}");
    assert_eq!(found.len(), 9, "{found:#?}");
    assert!(found[0].starts_with("checks.yaml:") && found[0].ends_with("figures: [maud]}"), "{found:#?}");
    assert_eq!(found[1], "scenarios.yaml:16:11: maud: {hex: [1, 3], facing: 2}");
    let drawn = foeman(&["usages", "maps/pit/legend/s", "-p", copy.path(), "--format", "json"]).ends(0);
    let rows: Vec<Value> = drawn.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert!(rows.iter().all(|row| row["pointer"] == "/maps/pit/rows" && row["count"].as_u64() > Some(0)), "{rows:#?}");
    for key in ["file", "line", "column", "endLine", "endColumn", "pointer", "count", "text"] {
        assert!(rows[0].get(key).is_some(), "{key}");
    }
}

#[test]
fn unknown_names_say_what_is_near() {
    let copy = Copy::new();
    let cases = [
        ("item/broadsword", "expected a catalog, found `item`; did you mean `items`?"),
        ("items/broadswrod", "expected one of the items, found `broadswrod`; did you mean `broadsword`?"),
        ("broadswrod", "expected a record id or CATALOG/ID, found `broadswrod`; did you mean `broadsword`?"),
        (
            "rosters/toll-keepers/figures/maude",
            "expected a key of `/rosters/toll-keepers/figures`, found `maude`; did you mean `maud`?",
        ),
        ("items/melle.yaml", "expected a file of the pack, found `items/melle.yaml`; did you mean `items/melee.yaml`"),
    ];
    for (word, message) in cases {
        for command in [&["usages", word][..], &["rename", word, "other"]] {
            let args: Vec<&str> = command.iter().copied().chain(["--pack", copy.path()]).collect();
            let run = foeman(&args).ends(2);
            assert!(run.err.contains(message), "{args:?}: {}", run.err);
        }
    }
    let file = foeman(&["usages", "items/melee.yaml", "--pack", copy.path()]).ends(2);
    assert!(file.err.contains("expected a record or a key of one, found the file"), "{}", file.err);
}

#[test]
fn a_rename_is_shown_as_a_diff_and_then_written_and_taken_back_byte_for_byte() {
    let copy = Copy::new();
    let before = packs::files(copy.path().as_ref());
    let args = ["rename", "items/broadsword", "long-sword", "--pack", copy.path()];
    let shown = foeman(&[&args[..], &["--diff"]].concat()).ends(0);
    assert_eq!(packs::files(copy.path().as_ref()), before, "a diff writes nothing");
    assert!(shown.out.contains("-  broadsword:\n+  long-sword:\n"), "{}", shown.out);
    assert!(
        shown.err.contains("would rename `items/broadsword` to `long-sword`: 14 places in 7 files"),
        "{}",
        shown.err
    );

    let run = foeman(&args).ends(0);
    assert!(run.err.contains("renamed `items/broadsword` to `long-sword`: 14 places in 7 files"), "{}", run.err);
    assert_eq!(
        changed(&copy, "rosters/road.yaml"),
        [("- {item: broadsword, place: first-hand}".to_owned(), "- {item: long-sword, place: first-hand}".to_owned())]
    );
    foeman(&["check", copy.path(), "--deny", "warning"]).ends(0);
    foeman(&["rename", "long-sword", "broadsword", "--pack", copy.path()]).ends(0);
    assert_eq!(packs::files(copy.path().as_ref()), before);
}

#[test]
fn a_figure_and_a_legend_key_are_renamed_with_what_leads_to_them() {
    let copy = Copy::new();
    let before = packs::files(copy.path().as_ref());
    foeman(&["rename", "rosters/toll-keepers/figures/maud", "matilda", "--pack", copy.path()]).ends(0);
    assert_eq!(changed(&copy, "scenarios.yaml").len(), 8);
    assert_eq!(changed(&copy, "rosters/road.yaml"), [("maud:".to_owned(), "matilda:".to_owned())]);
    foeman(&["rename", "maps/pit/legend/s", "+", "--pack", copy.path()]).ends(0);
    assert!(changed(&copy, "maps.yaml").len() > 1);
    foeman(&["check", copy.path(), "--deny", "warning"]).ends(0);
    foeman(&["rename", "maps/pit/legend/+", "s", "--pack", copy.path()]).ends(0);
    foeman(&["rename", "rosters/toll-keepers/figures/matilda", "maud", "--pack", copy.path()]).ends(0);
    assert_eq!(packs::files(copy.path().as_ref()), before);
}

#[test]
fn ids_that_are_keys_are_checked_listed_and_renamed_like_others() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    packs::copy("strategy", folder.path());
    let path = folder.path().to_str().expect("a plain name");
    let before = packs::files(folder.path());
    let used = foeman(&["usages", "variables/renown", "--pack", path]).ends(0).out;
    // Three factions start with it and gain it; a tower and two upgrades add to it; a rule adds and subtracts it.
    assert_eq!(used.lines().filter(|line| line.contains(".yaml:")).count(), 11, "{used}");
    assert!(used.contains("terrains.yaml:"), "{used}");
    foeman(&["rename", "variables/renown", "fame", "--pack", path]).ends(0);
    let upgrades = fs::read_to_string(folder.path().join("upgrades.yaml")).expect("it is there");
    assert!(upgrades.contains("modifiers: {owner: {silver: 6, fame: 1}}"), "{upgrades}");
    foeman(&["check", path, "--deny", "info"]).ends(0);
    let file = folder.path().join("upgrades.yaml");
    fs::write(&file, upgrades.replace("silver: 6, fame: 1", "silver: 6, fane: 1")).expect("it can be written");
    let told = foeman(&["check", path]).ends(1).out;
    let line = upgrades.lines().position(|line| line.contains("fame: 1")).expect("it is there") + 1;
    let column = upgrades.lines().find_map(|line| line.find("fame: 1")).expect("it is there") + 1;
    assert!(told.contains(&format!("upgrades.yaml:{line}:{column}")) && told.contains("`fame`"), "{told}");
    fs::write(&file, upgrades).expect("it can be written");
    foeman(&["rename", "variables/fame", "renown", "--pack", path]).ends(0);
    assert_eq!(packs::files(folder.path()), before);
}

#[test]
fn a_file_is_renamed_into_a_new_folder_and_back() {
    let copy = Copy::new();
    let before = packs::files(copy.path().as_ref());
    let shown = foeman(&["rename", "items/melee.yaml", "arms/near.yaml", "--pack", copy.path(), "--diff"]).ends(0);
    assert!(shown.out.contains("+++ /dev/null"), "{}", shown.out);
    foeman(&["rename", "items/melee.yaml", "arms/near.yaml", "--pack", copy.path()]).ends(0);
    let after = packs::files(copy.path().as_ref());
    assert_eq!(after.get("arms/near.yaml"), before.get("items/melee.yaml"));
    assert!(!after.contains_key("items/melee.yaml"));
    foeman(&["check", copy.path(), "--deny", "warning"]).ends(0);
    foeman(&["rename", "arms/near.yaml", "items/melee.yaml", "--pack", copy.path()]).ends(0);
    assert_eq!(packs::files(copy.path().as_ref()), before);
    assert!(!Path::new(copy.path()).join("arms").exists(), "no empty folder stays behind");
}

#[test]
fn a_rename_never_writes_over_a_file_that_is_no_part_of_the_pack_or_a_name_that_is_taken() {
    let copy = Copy::new();
    for (new, message) in [
        ("mace", "`/items/mace` already exists; choose another name"),
        ("broadsword", "expected a new name, found `broadsword`"),
        ("Long Sword", "expected lower-case words joined by hyphens, such as `long-sword`, found `Long Sword`"),
    ] {
        let run = foeman(&["rename", "items/broadsword", new, "--pack", copy.path()]).ends(2);
        assert!(run.err.contains(message), "{}", run.err);
    }
    fs::create_dir(format!("{}/arms", copy.path())).expect("made");
    fs::write(format!("{}/arms/near.yaml", copy.path()), "# mine\n").expect("written");
    let taken = foeman(&["rename", "items/melee.yaml", "arms/near.yaml", "--pack", copy.path()]).ends(2);
    assert!(taken.err.contains("`arms/near.yaml` already exists"), "{}", taken.err);
    let outside = foeman(&["rename", "items/melee.yaml", "../near.yaml", "--pack", copy.path()]).ends(2);
    assert!(outside.err.contains("expected a path inside the pack"), "{}", outside.err);
}
