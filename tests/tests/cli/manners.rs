//! `foeman check` with many findings: limits, selection, baselines, single files, and machine-readable formats.

use std::fs;

use foeman_registry::SHIPPED;
use serde_json::Value;
use tempfile::TempDir;

use crate::{Copy, foeman, foeman_typing};

/// A pack in a temporary folder.
struct Pack(TempDir);

impl Pack {
    fn of(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("the path has a parent folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        Self(folder)
    }

    fn path(&self, file: &str) -> String {
        let path = if file.is_empty() { self.0.path().to_owned() } else { self.0.path().join(file) };
        path.to_str().expect("temporary folders have plain names").to_owned()
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.0.path().join(file)).expect("the file is there")
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.path().join(file), text).expect("a file can be written");
    }
}

const HEADER: &str = "pack: slips\nruleset: foeman\n";

/// Items with a misspelt key each.
fn slips(count: usize) -> String {
    (0..count).map(|at| format!("  blade-{at}: {{title: Blade {at}, class: wpn, damgae: -1H}}\n")).collect()
}

/// One error in each of two files, and a warning.
fn two_files() -> Pack {
    Pack::of(&[
        ("pack.yaml", HEADER),
        ("items/blades.yaml", "items:\n  sword: {title: Sword, class: wpn, damgae: -1H}\n"),
        ("terrains.yaml", "terrains:\n  sand: {title: Sand, colour: '#d9c08c'}\n"),
    ])
}

fn codes(out: &str) -> Vec<String> {
    let finding = |line: &str| serde_json::from_str::<Value>(line).expect("a line is an object");
    out.lines().map(|line| finding(line)["code"].as_str().expect("it has a code").to_owned()).collect()
}

#[test]
fn thousands_of_errors_on_one_line_are_each_shown_in_a_short_excerpt() {
    let items: Vec<String> = slips(2000).lines().map(|line| line.trim().to_owned()).collect();
    let pack = Pack::of(&[("pack.yaml", &format!("{HEADER}items: {{{}}}\n", items.join(", ")))]);
    let run = foeman(&["check", &pack.path(""), "--all"]).ends(1);
    assert_eq!(run.out.matches("error[unknown-key]").count(), 2000);
    for line in run.out.lines().filter(|line| !line.starts_with('/')) {
        assert!(line.chars().count() < 160, "{line}");
    }
    let middle = run.out.split("\n\n").nth(1000).expect("the output has more than 1,000 findings");
    let shown = middle.lines().find(|line| line.starts_with("3 |")).expect("the line is shown");
    assert!(shown.starts_with("3 | …") && shown.ends_with('…') && shown.contains("{title: Blade 1000, "), "{middle}");
    let mark = middle.lines().find_map(|line| line.find("^^^^^^")).expect("it is marked");
    let marked: String = shown.chars().skip(mark).take(6).collect();
    assert_eq!(marked, "damgae", "{middle}");
}

#[test]
fn a_hundred_findings_are_told_and_the_rest_counted_the_worst_first() {
    let notes: String =
        (0..150).map(|at| format!("  sand-{at}: {{title: ' Sand {at}', color: '#d9c08c'}}\n")).collect();
    let pack = Pack::of(&[("pack.yaml", &format!("{HEADER}items:\n{}terrains:\n{notes}", slips(150)))]);
    let run = foeman(&["check", &pack.path("")]).ends(1);
    assert_eq!(run.out.matches("error[unknown-key]").count(), 100);
    assert!(run.out.contains("\nand 50 more: 150 errors"), "{}", run.out);
    let run = foeman(&["check", &pack.path(""), "--max-errors", "7"]).ends(1);
    assert_eq!(run.out.matches("error[unknown-key]").count(), 7);
    assert!(run.out.contains("\nand 143 more: 150 errors"), "{}", run.out);
    assert_eq!(foeman(&["check", &pack.path(""), "--all"]).out.matches("error[unknown-key]").count(), 150);
    let json = ["check", &pack.path(""), "--format", "json"].map(str::to_owned);
    let json: Vec<&str> = json.iter().map(String::as_str).collect();
    assert!(codes(&foeman(&json).out).len() >= 150, "the JSON output has all findings");
    let few: Vec<&str> = json.iter().copied().chain(["--max-errors", "2"]).collect();
    let run = foeman(&few).ends(1);
    assert_eq!(codes(&run.out), ["unknown-key", "unknown-key"]);
    assert!(run.err.contains("more: 150 errors"), "{}", run.err);
    let run = foeman(&["check", &pack.path(""), "--max-errors", "0"]).ends(2);
    assert!(run.err.contains("from 1 to") && run.err.contains("`1` is the least"), "{}", run.err);
}

#[test]
fn an_error_after_many_warnings_is_told() {
    let items = "  sword: {title: Sword, class: wpn, damgae: -1H}\n";
    let maps: String = (0..30).map(|at| format!("  m{at}:\n    title: Map {at}\n    geometry: {{size: [1, 1]}}\n    legend: {{s: sand, t: sand}}\n    rows: |\n      s\n")).collect();
    let text = format!("{HEADER}terrains:\n  sand: {{title: Sand, color: '#d9c08c'}}\nmaps:\n{maps}items:\n{items}");
    let pack = Pack::of(&[("pack.yaml", &text)]);
    let run = foeman(&["check", &pack.path(""), "--max-errors", "3"]).ends(1);
    assert!(run.out.contains("error[unknown-key]"), "{}", run.out);
}

#[test]
fn quiet_tells_findings_and_nothing_else() {
    let pack = two_files();
    let run = foeman(&["check", &pack.path(""), "--quiet"]).ends(1);
    assert_eq!(run.err, "");
    assert_eq!(run.out.matches("error[").count(), 2);
    pack.write("items/blades.yaml", "items: {}\n");
    pack.write("terrains.yaml", "terrains: {}\n");
    let run = foeman(&["check", &pack.path(""), "-q"]).ends(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn checks_are_selected_and_ignored_and_others_have_near_names() {
    let pack =
        Pack::of(&[("pack.yaml", &format!("{HEADER}items:\n  sword: {{title: Sword, class: wpm, damgae: -1H}}\n"))]);
    let path = pack.path("");
    let told = |more: &[&str], status| {
        let args: Vec<&str> = ["check", &path, "--format", "json"].into_iter().chain(more.iter().copied()).collect();
        codes(&foeman(&args).ends(status).out)
    };
    assert_eq!(told(&[], 1), ["invalid-value", "unknown-key"]);
    assert_eq!(told(&["--select", "unknown-key"], 1), ["unknown-key"]);
    assert_eq!(told(&["--select", "unknown-key,invalid-value"], 1), ["invalid-value", "unknown-key"]);
    assert_eq!(told(&["--ignore", "unknown-key"], 1), ["invalid-value"]);
    assert_eq!(told(&["--ignore", "unknown-key", "--ignore", "invalid-value"], 0), [""; 0]);
    let run = foeman(&["check", &path, "--select", "unknown-kye"]).ends(2);
    assert!(run.err.contains("expected the code of a check after `--select`, found `unknown-kye`"), "{}", run.err);
    assert!(run.err.contains("did you mean `unknown-key` or `unknown-check`?"), "{}", run.err);
    let run = foeman(&["check", &path, "--ignore", "zzzzzz"]).ends(2);
    assert!(run.err.contains("`foeman explain` lists the checks"), "{}", run.err);

    foeman(&["check", &path, "--fix-unsafe", "--select", "unknown-key"]).ends(0);
    let text = pack.text("pack.yaml");
    assert!(text.contains("class: wpm, damage: -1H"), "only selected findings are fixed: {text}");
}

#[test]
fn github_is_told_in_one_line_for_each_finding() {
    let pack = two_files();
    let run = foeman(&["check", &pack.path(""), "--format", "github"]).ends(1);
    let file = pack.path("items/blades.yaml").replace(':', "%3A").replace(',', "%2C");
    let expected = format!(
        "::error file={file},line=2,col=37,endLine=2,endColumn=42,title=unknown-key::\
         expected a known key, found `damgae`%0Adid you mean `damage`?"
    );
    assert_eq!(run.out.lines().next(), Some(expected.as_str()));
    assert!(run.out.lines().all(|line| line.starts_with("::")), "{}", run.out);
}

/// Checks that a region is valid in SARIF: forward, and counted from 1.
#[track_caller]
fn region(region: &Value) -> [u64; 4] {
    let at = ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].as_u64().expect("a number"));
    assert!(at[0] >= 1 && at[1] >= 1 && (at[2], at[3]) >= (at[0], at[1]), "{region}");
    at
}

#[test]
fn sarif_lists_rules_results_and_fixes_that_can_be_applied() {
    let (one, other) = (two_files(), two_files());
    other.write(
        "terrains.yaml",
        "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\n  sand: {title: Sand, color: '#d9c08c'}\n",
    );
    let run = foeman(&["check", &one.path(""), &other.path(""), "--format", "sarif"]).ends(1);
    let document: Value = serde_json::from_str(&run.out).expect("one document about both packs");
    assert_eq!(document["version"], "2.1.0");
    let [run] = document["runs"].as_array().expect("runs").as_slice() else { panic!("one run") };
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "foeman");
    let rules = driver["rules"].as_array().expect("rules");
    let ids: Vec<&str> = rules.iter().map(|rule| rule["id"].as_str().expect("an id")).collect();
    assert!(ids.contains(&"unknown-key") && ids.contains(&"yaml-syntax"));
    for rule in rules {
        assert!(rule["shortDescription"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        assert!(rule["help"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        let level = rule["defaultConfiguration"]["level"].as_str();
        assert!(level.is_some_and(|level| ["error", "warning", "note"].contains(&level)), "{rule}");
    }
    let results = run["results"].as_array().expect("results");
    assert!(results.len() >= 4, "two findings in each pack: {results:#?}");
    for result in results {
        let at = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("the index fits in a usize");
        assert_eq!(result["ruleId"], ids[at]);
        assert!(result["message"]["text"].is_string() && result["level"].is_string(), "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.starts_with("file:///")), "{place}");
        region(&place["region"]);
        assert!(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"].is_string());
        assert!(result["partialFingerprints"]["foeman/v1"].is_string());
        for related in result["relatedLocations"].as_array().into_iter().flatten() {
            region(&related["physicalLocation"]["region"]);
            assert!(related["message"]["text"].is_string(), "{related}");
        }
    }
    assert!(results.iter().any(|result| result["relatedLocations"].is_array()), "a duplicate id has both locations");

    let slip = results.iter().find(|it| it["ruleId"] == "unknown-key").expect("a slip in a key");
    let change = &slip["fixes"][0]["artifactChanges"][0];
    assert_eq!(slip["fixes"][0]["description"]["text"], "write `damage`");
    let replacement = &change["replacements"][0];
    let [line, from, until_line, until] = region(&replacement["deletedRegion"]);
    assert_eq!(line, until_line);
    let text = one.text("items/blades.yaml");
    let written = text.lines().nth(usize::try_from(line).expect("small") - 1).expect("the line is there");
    let [from, until] = [from, until].map(|column| usize::try_from(column).expect("small") - 1);
    let new = replacement["insertedContent"]["text"].as_str().expect("a text");
    assert_eq!(
        format!("{}{new}{}", &written[..from], &written[until..]),
        "  sword: {title: Sword, class: wpn, damage: -1H}"
    );
}

#[test]
fn known_findings_are_left_out_wherever_they_move_and_new_ones_are_told() {
    let pack = two_files();
    let (path, list) = (pack.path(""), pack.path("known.json"));
    let run = foeman(&["check", &path, "--write-baseline", &list]).ends(0);
    assert!(run.err.contains("wrote 2 findings"), "{}", run.err);
    let run = foeman(&["check", &path, "--baseline", &list]).ends(0);
    assert!(!run.out.contains("error["), "{}", run.out);
    assert!(run.err.contains("2 known findings ignored"), "{}", run.err);

    let moved = "# A line more.\n\nitems:\n  axe: {title: Axe, class: wpn, damgae: -1H}\n  sword: {title: Sword, class: wpn, damgae: -1H}\n";
    fs::remove_file(pack.path("items/blades.yaml")).expect("it is there");
    pack.write("more.yaml", moved);
    let run = foeman(&["check", &path, "--baseline", &list, "--format", "json"]).ends(1);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    assert!(run.out.contains("/items/axe/damgae"), "{}", run.out);

    pack.write("more.yaml", "items: {}\n");
    let run = foeman(&["check", &path, "--baseline", &list]).ends(0);
    assert!(run.err.contains("1 finding no longer found"), "{}", run.err);
    assert!(run.err.contains("  /items/sword/damgae: unknown-key: "), "{}", run.err);

    pack.write("more.yaml", moved);
    foeman(&["check", &path, "--baseline", &list, "--fix-unsafe"]).ends(0);
    let text = pack.text("more.yaml");
    assert!(text.contains("axe: {title: Axe, class: wpn, damage:") && text.contains("damgae"), "{text}");

    pack.write("known.json", "{\"baseline\": 2, \"findings\": []}");
    let run = foeman(&["check", &path, "--baseline", &list]).ends(3);
    assert!(run.err.contains("expected `\"baseline\": 1`, found 2"), "{}", run.err);
}

#[test]
fn one_file_is_checked_with_its_pack_around_it() {
    let copy = Copy::new().with("items/melee.yaml", "  broadsword:", "damage: ", "damgae: ");
    let slip = format!("{}/items/melee.yaml", copy.path());
    let run = foeman(&["check", &slip, "--format", "json"]).ends(1);
    assert_eq!(codes(&run.out), ["unknown-key"], "records of other files are known: {}", run.out);
    let sound = format!("{}/rosters/road.yaml", copy.path());
    let run = foeman(&["check", &sound]).ends(0);
    assert!(!run.out.contains("error["), "the slip is in another file: {}", run.out);
    foeman(&["check", &sound, "--fix-unsafe"]).ends(0);
    foeman(&["check", &slip]).ends(1);
    foeman(&["check", &slip, "--fix-unsafe"]).ends(0);
    foeman(&["check", copy.path()]).ends(0);
}

#[test]
fn what_is_typed_is_checked_in_the_place_of_a_file_of_the_pack() {
    let copy = Copy::new();
    let name = format!("{}/rosters/road.yaml", copy.path());
    let saved = fs::read_to_string(&name).expect("it is there");
    let typed = saved.replacen("item: broadsword", "item: broadswrod", 1);
    assert_ne!(typed, saved);
    let args = ["check", "-", "--stdin-name", &name, "--format", "json"];
    let run = foeman_typing(SHIPPED, &args, &typed).ends(1);
    assert_eq!(codes(&run.out), ["unknown-reference"]);
    assert!(run.out.contains(&name), "{}", run.out);
    assert_eq!(fs::read_to_string(&name).expect("it is there"), saved, "nothing is written");
    foeman_typing(SHIPPED, &args, &saved).ends(0);

    let fresh = format!("{}/items/new.yaml", copy.path());
    let args = ["check", "-", "--stdin-name", &fresh, "--format", "json"];
    let run = foeman_typing(SHIPPED, &args, "items:\n  broadsword: {title: Mine, class: wpn, damage: -1H}\n").ends(1);
    assert!(codes(&run.out).contains(&"duplicate-id".to_owned()), "the pack has one: {}", run.out);

    let lone = "pack: lone\nruleset: foeman\nitems:\n  sword: {title: Sword, class: wpn, damgae: -1H}\n";
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let alone = folder.path().join("lone.yaml");
    let args = ["check", "-", "--stdin-name", alone.to_str().expect("plain"), "--format", "json"];
    assert_eq!(codes(&foeman_typing(SHIPPED, &args, lone).ends(1).out), ["unknown-key"]);

    for args in [&["check", "-"][..], &["check", copy.path(), "--stdin-name", "a.yaml"]] {
        let run = foeman(args).ends(2);
        assert!(run.err.contains("`--stdin-name FILE`"), "{}", run.err);
    }
}

#[test]
fn a_pack_says_what_it_allows_and_what_it_denies() {
    let items = "items:\n  # foeman: allow same-title -- two books\n  sword: {title: Blade, class: wpn, damage: -1H}\n  \
                 # foeman: allow same-title -- two books\n  sabre: {title: Blade, class: wpn, damage: -1H}\n";
    let pack = Pack::of(&[("pack.yaml", &format!("{HEADER}{items}"))]);
    let run = foeman(&["check", &pack.path("")]).ends(0);
    assert!(run.err.contains("(allowed: 1)") && run.out.contains("unused-allow"), "{}{}", run.out, run.err);
    pack.write("pack.yaml", &format!("{HEADER}findings: {{deny: warning}}\n{items}"));
    foeman(&["check", &pack.path("")]).ends(1);
    foeman(&["check", &pack.path(""), "--deny", "error"]).ends(0);
    pack.write("pack.yaml", &format!("{HEADER}findings: {{ignore: [same-title], deny: warning}}\n{items}"));
    let run = foeman(&["check", &pack.path("")]).ends(0);
    assert!(run.err.contains("no findings (checks disabled by the pack: 1)"), "{}", run.err);
}
