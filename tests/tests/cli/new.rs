//! New packs from templates: created, checked and played, without overwriting anything.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use foeman_base::template::TEMPLATES;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_test_support::packs;

use super::{foeman, repository};

fn new(folder: &Path, template: &str) -> super::Run {
    foeman(&["new", folder.to_str().expect("the path is text"), "--template", template])
}

#[test]
fn every_template_makes_a_pack_that_checks_clean_and_is_called_like_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    for template in &TEMPLATES {
        let pack = folder.path().join(format!("My {} Pack", template.id));
        let made = new(&pack, template.id).ends(0);
        assert!(made.out.contains("foeman check"), "what to do next is said: {}", made.out);
        let check = foeman(&["check", pack.to_str().unwrap()]).ends(0);
        assert!(check.err.contains("no findings"), "{}{}", check.out, check.err);
        let draft = Draft::open(&pack, &SHIPPED.dialects()).unwrap();
        assert_eq!(draft.header("pack"), Some(format!("my-{}-pack", template.id).into()));
        for (path, text) in packs::files(&pack) {
            let schema = String::from_utf8_lossy(&text).contains("yaml-language-server");
            assert!(schema || !path.ends_with(".yaml"), "{path} has no schema for text editors");
        }
        assert!(pack.join(".foeman/schema.json").is_file());
    }
    let draft = Draft::open(&folder.path().join("My empty Pack"), &SHIPPED.dialects()).unwrap();
    assert_eq!(draft.title(), "My empty Pack");
}

#[test]
fn a_stress_pack_has_what_is_asked_for_is_the_same_each_time_checks_clean_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, sizes: [&str; 3]| {
        let pack = folder.path().join(name);
        let text = pack.to_str().unwrap().to_owned();
        let [items, figures, maps] = sizes;
        let args = ["--template", "stress", "--items", items, "--figures", figures, "--maps", maps];
        foeman(&[&["new", &text], &args[..]].concat()).ends(0);
        let check = foeman(&["check", &text]).ends(0);
        assert!(check.err.contains("no findings"), "{sizes:?}: {}{}", check.out, check.err);
        pack
    };
    let pack = make("crowd", ["230", "44", "9"]);
    let draft = Draft::open(&pack, &SHIPPED.dialects()).unwrap();
    let count = |catalog| draft.ids(catalog).count();
    assert_eq!(["items", "figures", "maps", "scenarios"].map(count), [230, 44, 9, 9]);
    let titles: BTreeSet<_> = draft.titles("figures").map(|(_, title)| title.unwrap().to_owned()).collect();
    assert_eq!(titles.len(), 44);
    foeman(&["play", pack.to_str().unwrap(), "toll-8"]).ends(0);
    fs::rename(&pack, folder.path().join("first")).unwrap();
    let again = packs::files(&make("crowd", ["230", "44", "9"]));
    assert_eq!(again, packs::files(&folder.path().join("first")));
    for (name, sizes) in [("nothing", ["0", "0", "0"]), ("one", ["1", "1", "1"]), ("maps", ["0", "0", "3"])] {
        make(name, sizes);
    }
    let fixed = foeman(&["new", "nowhere", "--template", "arena", "--maps", "3"]).ends(2);
    assert!(fixed.err.contains("`--maps` with `--template stress`"), "{}", fixed.err);
}

#[test]
fn the_skirmish_is_played_to_its_end_and_neither_side_only_loses() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("show");
    new(&pack, "skirmish").ends(0);
    let draft = Draft::open(&pack, &SHIPPED.dialects()).unwrap();
    let scenarios: Vec<&str> = draft.ids("scenarios").collect();
    assert!(scenarios.len() >= 2);
    for scenario in scenarios {
        let args = ["simulate", pack.to_str().unwrap(), scenario, "--battles", "60", "--format", "csv"];
        let battles = foeman(&args).ends(0).out;
        let winners: BTreeSet<&str> =
            ["won,Marrows", "won,Leeks"].into_iter().filter(|won| battles.contains(won)).collect();
        assert_eq!(winners.len(), 2, "{scenario}: {battles}");
    }
}

#[test]
fn a_folder_that_holds_something_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shopping.txt"), "leeks").unwrap();
    let run = new(folder.path(), "skirmish").ends(2);
    assert!(run.err.contains("shopping.txt") && run.err.contains("choose another place"), "{}", run.err);
    assert_eq!(packs::files(folder.path()).len(), 1);

    let file = folder.path().join("shopping.txt");
    let run = new(&file, "empty").ends(3);
    assert!(run.err.contains("shopping.txt"), "{}", run.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "leeks");
}

#[test]
fn a_folder_that_some_system_refuses_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    for (name, why) in [
        (
            "aux",
            "`aux` cannot be a name on Windows, where `aux` is a device; choose another name, for example `aux-file`",
        ),
        ("what?", "where names have no `?`; choose another name, for example `what`"),
        ("con/mine", "`con` cannot be a name on Windows"),
        ("mine.", "where names do not end in a dot"),
    ] {
        let run = new(&folder.path().join(name), "empty").ends(2);
        assert!(run.err.contains(why), "{name}: {}", run.err);
        assert!(packs::files(folder.path()).is_empty(), "{name}");
    }
    new(&folder.path().join("auxiliary"), "empty").ends(0);
    // A folder above that exists is not made.
    std::fs::create_dir(folder.path().join("nul")).unwrap();
    new(&folder.path().join("nul/mine"), "empty").ends(0);
}

#[test]
fn a_folder_with_nothing_but_git_in_it_is_as_good_as_empty() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    new(folder.path(), "empty").ends(0);
    assert!(folder.path().join("pack.yaml").is_file());
}

#[test]
fn templates_are_listed_and_a_misspelt_one_is_told() {
    let list = foeman(&["new", "--list"]).ends(0).out;
    let help = foeman(&["new", "--help"]).ends(0).out;
    for template in &TEMPLATES {
        assert!(list.contains(template.id) && help.contains(template.id));
    }
    assert!(list.contains("stress") && help.contains("stress"));
    let run = foeman(&["new", "nowhere", "--template", "skirmsh"]).ends(2);
    assert!(run.err.contains("did you mean `skirmish`?"), "{}", run.err);
    assert!(!Path::new("nowhere").exists());
}

#[test]
fn checking_an_empty_folder_says_how_to_make_a_pack_there() {
    let folder = tempfile::tempdir().unwrap();
    let run = foeman(&["check", folder.path().to_str().unwrap()]).ends(3);
    assert!(run.err.contains("foeman new"), "{}", run.err);
}

#[test]
fn the_binary_carries_every_file_of_its_templates() {
    for template in &TEMPLATES {
        let folder = match template.id {
            "arena" => repository("content/arena"),
            "valley" => repository("content/strategy"),
            other => repository("editor/base/templates").join(other),
        };
        let on_disk = packs::files(&folder);
        let carried: Vec<(String, Vec<u8>)> =
            template.files().into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect();
        assert_eq!(
            carried,
            on_disk.into_iter().collect::<Vec<_>>(),
            "touch editor/base/src/template/mod.rs to renew it"
        );
    }
}
