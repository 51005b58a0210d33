//! `foeman check --fix`: applies the fixes, writes only the bytes that change, and reports each fix.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::check::example;
use foeman_schema::checks::COMMON;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Safety;
use foeman_schema::fix::apply_fixes;
use foeman_schema::fmt;
use foeman_test_support::packs;
use serde_json::Value;

use crate::{Copy, foeman};

/// The bytes of every file of a pack.
fn files(copy: &Copy) -> BTreeMap<String, Vec<u8>> {
    packs::files(copy.path().as_ref())
}

/// An Arena with three typos that have a probable fix.
fn slips() -> Copy {
    Copy::new()
        .with("items/melee.yaml", "  broadsword:", "damage: ", "damgae: ")
        .with("items/melee.yaml", "  sabre:", "1hand", "1hnad")
        .with("rosters/road.yaml", "      maud:", "broadsword", "broadswrod")
}

/// A pack of bodies and weapons in one file.
fn blade(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("blade.yaml");
    fs::write(&path, text).expect("written");
    let path = path.to_str().expect("a plain name").to_owned();
    (folder, path)
}

const SWAPPED: &str = "pack: blades
ruleset: entropy
weapons:
  # It was printed so.
  cold-blade:
    title: Cold blade
    e-level:  30
    upper-threshold: 5   # too low
    lower-threshold: 80
";

#[test]
fn after_its_fixes_the_bad_example_of_every_check_is_mended() {
    let (mut mended, mut left) = (BTreeSet::new(), Vec::new());
    for dialect in SHIPPED.dialects() {
        // The examples of common checks are written for the first ruleset.
        let common = COMMON.iter().filter(|_| dialect.id == "foeman");
        for one in dialect.checks.iter().chain(common) {
            let draft = Draft::from_texts(example(one.bad, dialect.id), &SHIPPED.dialects());
            if check(&draft).iter().all(|finding| finding.fixes.is_empty()) {
                continue;
            }
            mended.insert(one.name);
            let fixed = apply_fixes(&draft, Safety::Single);
            if !fixed.findings.is_empty() {
                left.push(format!("{} of {}: {:#?} {:?}", one.name, dialect.id, fixed.findings, fixed.refused));
            }
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
    assert!(mended.len() >= 40, "{}: {mended:?}", mended.len());
    for name in ["threshold-order", "tolerance-range", "unknown-placed-figure", "unknown-key", "duplicate-key"] {
        assert!(mended.contains(name), "{mended:?} contains {name}");
    }
}

#[test]
fn formatted_records_stay_formatted_when_they_are_fixed() {
    let unformatted = |draft: &Draft| {
        let laid_out = |text: &str| match fmt::text(text) {
            Ok(new) => (new != text).then_some(new),
            Err(refusal) => Some(refusal.to_string()),
        };
        draft.files().find_map(|file| laid_out(draft.text(file)).map(|new| format!("{}\n{new}", draft.text(file))))
    };
    let (mut fixed_packs, mut left) = (0, Vec::new());
    for dialect in SHIPPED.dialects() {
        let common = COMMON.iter().filter(|_| dialect.id == "foeman");
        for one in dialect.checks.iter().chain(common) {
            let files = example(one.bad, dialect.id).into_iter();
            let files = files.map(|(path, text)| (path, fmt::text(&text).unwrap_or(text)));
            let draft = Draft::from_texts(files, &SHIPPED.dialects());
            if unformatted(&draft).is_some() {
                continue; // such as a file with a syntax error
            }
            let fixed = apply_fixes(&draft, Safety::Single);
            fixed_packs += usize::from(!fixed.applied.is_empty());
            left.extend(unformatted(&fixed.draft).map(|how| format!("{} of {}:\n{how}", one.name, dialect.id)));
        }
    }
    assert!(fixed_packs >= 35, "{fixed_packs}");
    assert!(left.is_empty(), "{}", left.join("\n"));
}

#[test]
fn without_fix_nothing_is_written_and_each_finding_says_how_it_is_mended() {
    let copy = slips();
    let before = files(&copy);
    let run = foeman(&["check", copy.path()]).ends(1);
    assert_eq!(files(&copy), before);
    assert!(run.out.contains("fix: write `damage` (`--fix-unsafe`)"), "{}", run.out);
    assert!(run.err.contains("available fixes: `--fix-unsafe` for 3"), "{}", run.err);
    let run = foeman(&["check", copy.path(), "--fix"]).ends(1);
    assert_eq!(files(&copy), before, "guesses are not made by `--fix`");
    assert!(run.err.contains("fixed no findings"), "{}", run.err);
}

#[test]
fn a_diff_of_two_files_shows_each_changed_line_and_writes_nothing() {
    let copy = slips();
    let before = files(&copy);
    let run = foeman(&["check", copy.path(), "--fix-unsafe", "--diff"]).ends(1);
    assert_eq!(files(&copy), before);
    let changed: Vec<&str> = run.out.lines().filter(|line| line.starts_with(['+', '-'])).map(str::trim_end).collect();
    let (items, rosters) = (format!("{}/items/melee.yaml", copy.path()), format!("{}/rosters/road.yaml", copy.path()));
    let heads = [format!("--- {items}"), format!("+++ {items}"), format!("--- {rosters}"), format!("+++ {rosters}")];
    for head in &heads {
        assert!(changed.contains(&head.as_str()), "`{head}` in\n{}", run.out);
    }
    let lines: Vec<&str> = changed.iter().filter(|line| !heads.iter().any(|head| head == *line)).copied().collect();
    assert_eq!(lines.len(), 6, "{lines:#?}");
    for pair in lines.chunks(2) {
        let slip = [("damgae", "damage"), ("1hnad", "1hand"), ("broadswrod", "broadsword")];
        let (old, new) = (&pair[0][1..], &pair[1][1..]);
        assert!(slip.iter().any(|(wrong, right)| old.contains(wrong) && old.replace(wrong, right) == new), "{pair:?}");
    }
    let first = run.err.lines().next().unwrap_or_default();
    assert!(first.contains("would fix 3 findings in 2 files and leave "), "{first}");
    assert!(first.ends_with("; nothing is written") && !first.contains("error"), "{first}");
}

#[test]
fn mending_writes_only_what_it_must() {
    let (copy, clean) = (slips(), files(&Copy::new()));
    let run = foeman(&["check", copy.path(), "--fix-unsafe"]).ends(0);
    assert_eq!(files(&copy), clean, "byte for byte the pack before the slips");
    assert!(!run.out.contains("error[") && !run.out.contains("warning["), "{}", run.out);
    assert!(run.err.contains("fixed 3 findings in 2 files"), "{}", run.err);
    assert!(run.err.contains("/items/broadsword/damgae: unknown-key: write `damage`"), "{}", run.err);
    assert!(!run.err.contains(" error"), "{}", run.err);
}

#[test]
fn swapped_thresholds_are_swapped_back_by_a_safe_fix() {
    let (_folder, path) = blade(SWAPPED);
    let run = foeman(&["check", &path, "--diff"]).ends(1);
    assert_eq!(
        run.out,
        format!(
            "--- {path}\n+++ {path}\n@@ -5,5 +5,5 @@\n   cold-blade:\n     title: Cold blade\n     e-level:  30\n\
             -    upper-threshold: 5   # too low\n-    lower-threshold: 80\n\
             +    upper-threshold: 80   # too low\n+    lower-threshold: 5\n"
        )
    );
    foeman(&["check", &path, "--fix"]).ends(0);
    let expected = SWAPPED.replace("threshold: 80", "threshold: x").replace("threshold: 5", "threshold: 80");
    assert_eq!(fs::read_to_string(&path).expect("read"), expected.replace("threshold: x", "threshold: 5"));
}

#[test]
fn a_tolerance_past_the_scale_is_cut_to_it() {
    let text = "pack: sparks\nruleset: entropy\nbodies:\n  \
                spark: {title: Spark, e-level: 240, e-tolerance-up: 25}\n";
    let (_folder, path) = blade(text);
    let run = foeman(&["check", &path, "--diff", "--deny", "warning"]).ends(1);
    let line = "  spark: {title: Spark, e-level: 240, e-tolerance-up: ";
    assert!(run.out.ends_with(&format!("-{line}25}}\n+{line}10}}\n")), "{}", run.out);
    foeman(&["check", &path, "--fix", "--deny", "info"]).ends(0);
}

#[test]
fn a_refused_fix_is_told_with_its_reason_and_leaves_the_file() {
    let copy = Copy::new().with("items/melee.yaml", "  broadsword:", "damage: ", "damgae: -1H\n    damage: ");
    let before = files(&copy);
    let run = foeman(&["check", copy.path(), "--fix-unsafe"]).ends(1);
    assert_eq!(files(&copy), before);
    assert!(run.err.contains("not /items/broadsword/damgae: unknown-key: write `damage`"), "{}", run.err);
    assert!(run.err.contains("it would cause another problem: the key"), "{}", run.err);
}

#[test]
fn json_names_each_fix_with_its_edits() {
    let copy = slips();
    let run = foeman(&["check", copy.path(), "--format", "json"]).ends(1);
    let line = run.out.lines().find(|line| line.contains("damgae")).expect("the slip is found");
    let finding: Value = serde_json::from_str(line).expect("a line is an object");
    let fix = &finding["fixes"][0];
    assert_eq!((&fix["title"], &fix["safety"]), (&Value::from("write `damage`"), &Value::from("unsafe")));
    let edit = &fix["edits"][0];
    assert_eq!(edit["text"], "damage");
    for key in ["file", "line", "column", "endLine", "endColumn"] {
        assert_eq!(edit[key], finding[key], "{key}");
    }
    assert_eq!(foeman(&["check", copy.path(), "--format", "json", "--diff"]).status, 2, "a diff is no JSON");
}

#[test]
fn help_shows_how_to_mend() {
    let run = foeman(&["check", "--help"]).ends(0);
    for words in ["--fix-unsafe", "--diff", "foeman check my-pack --fix "] {
        assert!(run.out.contains(words), "`{words}` in\n{}", run.out);
    }
}

/// A roster of thirty lines whose id is misspelt.
fn misspelt_roster() -> Copy {
    Copy::new().with("rosters/road.yaml", "rosters:", "  toll-keepers:", "  toll-kepers:")
}

#[test]
fn a_record_with_a_misspelt_id_is_renamed_and_never_deleted() {
    let copy = misspelt_roster();
    foeman(&["check", copy.path(), "--fix-unsafe"]).ends(0);
    assert_eq!(files(&copy), files(&Copy::new()), "byte for byte the pack before the slip");
}

#[test]
fn what_a_fix_would_delete_is_deleted_only_where_the_user_says_so() {
    let copy = Copy::new().with(
        "terrains.yaml",
        "terrains:",
        "terrains:\n",
        "terrains:\n  mire: {title: Mire, color: '#44553a'}\n  fen: {title: Fen, color: '#44663a'}\n",
    );
    let spoilt = files(&copy);
    let run = foeman(&["check", copy.path(), "--select", "unused-record"]).ends(0);
    assert!(run.out.contains("fix: remove `mire` (`--fix-at /terrains/mire`)"), "{}", run.out);
    assert!(run.err.contains("available fixes: `--fix-at` for 2"), "{}", run.err);
    foeman(&["check", copy.path(), "--fix-unsafe"]).ends(0);
    assert_eq!(files(&copy), spoilt, "nothing is deleted in bulk");
    let run = foeman(&["check", copy.path(), "--fix-at", "/terrains/mire", "--diff"]).ends(0);
    assert!(run.out.contains("-  mire:") && !run.out.contains("-  fen:"), "{}", run.out);
    assert_eq!(files(&copy), spoilt, "a diff writes nothing");
    foeman(&["check", copy.path(), "--fix-at", "/terrains/mire"]).ends(0);
    let text = String::from_utf8(files(&copy)["terrains.yaml"].clone()).expect("text");
    assert!(!text.contains("mire") && text.contains("  fen:"), "{text}");
    assert_eq!(foeman(&["check", copy.path(), "--fix-at", "terrains"]).status, 2, "it is no pointer");
}

#[test]
fn a_merge_conflict_is_offered_singly_and_each_of_its_versions_can_be_taken() {
    let rock = |title: &str| format!("  crag: {{title: {title}, color: '#44553a'}}\n");
    let conflict = format!("<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n", rock("Crag"), rock("Cliff"));
    let copy = || Copy::new().with("terrains.yaml", "terrains:", "terrains:\n", &format!("terrains:\n{conflict}"));
    let text = |copy: &Copy| String::from_utf8(files(copy)["terrains.yaml"].clone()).expect("text");
    let spoilt = copy();
    let line = text(&spoilt).lines().position(|line| line.starts_with("<<<<<<<")).expect("a marker") + 1;
    let place = std::path::Path::new(spoilt.path()).join("terrains.yaml").display().to_string() + &format!(":{line}");
    let run = foeman(&["check", spoilt.path(), "--select", "merge-conflict"]).ends(1);
    for fix in [
        format!("fix: take ours (`ours`) (`--fix-at {place}`)"),
        format!("fix: take theirs (`theirs`) (`--fix-at {place} --fix-number 2`)"),
        format!("fix: take both (`--fix-at {place} --fix-number 3`)"),
    ] {
        assert!(run.out.contains(&fix), "{fix}\n{}", run.out);
    }
    assert!(!run.out.contains("--fix-unsafe"), "{}", run.out);
    assert!(run.err.contains("available fixes: `--fix-at` for 1"), "{}", run.err);
    let before = files(&spoilt);
    let run = foeman(&["check", spoilt.path(), "--fix-unsafe", "--select", "merge-conflict"]).ends(1);
    assert_eq!(files(&spoilt), before, "{}", run.err);

    foeman(&["check", spoilt.path(), "--fix-at", &place, "--fix-number", "2"]);
    assert!(text(&spoilt).contains(&rock("Cliff")) && !text(&spoilt).contains(&rock("Crag")), "{}", text(&spoilt));
    assert!(!text(&spoilt).contains("<<<<<<<"));
    let ours = copy();
    foeman(&["check", ours.path(), "--fix-at", &format!("terrains.yaml:{line}")]);
    assert!(text(&ours).contains(&rock("Crag")) && !text(&ours).contains(&rock("Cliff")), "{}", text(&ours));
    foeman(&["check", ours.path(), "--fix-number", "2"]).ends(2);
}
