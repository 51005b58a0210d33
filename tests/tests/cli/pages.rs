//! Generated files in the repository: each test reports a stale file and how to update it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use foeman_registry::SHIPPED;
use foeman_test_support::packs;
use serde_json::Value;

use crate::{Copy, foeman, repository};

#[test]
fn the_schema_of_the_arena_is_up_to_date() {
    let committed = fs::read_to_string(repository("content/arena/.foeman/schema.json")).unwrap_or_default();
    let now = foeman(&["schema", "foeman"]).ends(0).out;
    assert!(committed == now, "stale; renew it with `cargo run -- schema foeman --out content/arena/.foeman`");
}

#[test]
fn the_generated_pages_are_up_to_date() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    foeman(&["explain", "--out", folder.path().to_str().expect("a plain name")]).ends(0);
    let now = pages(folder.path());
    let docs = Path::new(&repository("docs")).to_owned();
    let generated = ["checks", "format", "rules"].map(|name| docs.join(name));
    let committed: BTreeMap<String, String> = generated
        .iter()
        .flat_map(|part| pages(part).into_iter().map(|(path, text)| (format!("{}/{path}", name(part)), text)))
        .collect();
    for (path, text) in &now {
        assert!(
            committed.get(path) == Some(text),
            "docs/{path} is stale; renew it with `cargo run -- explain --out docs`"
        );
    }
    for path in committed.keys() {
        assert!(now.contains_key(path), "docs/{path} describes something that no longer exists; delete it");
    }
}

#[test]
fn the_pages_of_the_format_describe_every_key_of_the_schemas() {
    for ruleset in ["foeman", "entropy", "action-codes", "strategy"] {
        let all = pages(Path::new(&repository("docs/format")));
        let headings: Vec<&str> = all.values().filter_map(|page| page.lines().next()).collect();
        let schema: Value = serde_json::from_str(&foeman(&["schema", ruleset]).ends(0).out).expect("JSON");
        let mut keys = Vec::new();
        properties(&schema, &mut keys);
        assert!(keys.len() > 40, "{ruleset}: {keys:?}");
        for key in keys {
            let described = headings.contains(&format!("# `{key}`").as_str())
                || all
                    .values()
                    .any(|page| page.contains(&format!("- `{key}`: ")) || page.contains(&format!("- `{key}: ")));
            // The start of records is explained in the index.
            assert!(described || key == "extends", "{ruleset}: no page describes `{key}`");
        }
    }
}

#[test]
fn links_between_generated_pages_lead_to_a_page_and_a_heading() {
    let docs = Path::new(&repository("docs")).to_owned();
    let all = pages(&docs);
    let anchors = |text: &str| -> Vec<String> {
        let headings = text.lines().filter(|line| line.starts_with('#'));
        headings
            .map(|line| {
                line.trim_start_matches(['#', ' ']).to_lowercase().replace(' ', "-").replace(['`', ':', '.'], "")
            })
            .collect()
    };
    for (path, text) in &all {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let Some((page, heading)) = link.split_once('#').filter(|_| !link.contains(':')) else { continue };
            let target = if page.is_empty() { docs.join(path) } else { docs.join(path).with_file_name(page) };
            let target = fs::read_to_string(&target).unwrap_or_else(|error| panic!("{path}: `{link}`: {error}"));
            assert!(anchors(&target).iter().any(|anchor| anchor == heading), "{path}: `{link}` leads to no heading");
        }
    }
}

/// Returns all Markdown pages below a folder, by their paths from there.
fn pages(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            found.extend(pages(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else if name.ends_with(".md") {
            found.insert(name, fs::read_to_string(&path).expect("a page is text"));
        }
    }
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Collects the keys of all objects in a schema.
fn properties(schema: &Value, keys: &mut Vec<String>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        keys.extend(properties.keys().cloned());
    }
    match schema {
        Value::Object(map) => map.values().for_each(|value| properties(value, keys)),
        Value::Array(list) => list.iter().for_each(|value| properties(value, keys)),
        _ => {}
    }
}

#[test]
fn a_field_is_explained_by_the_way_to_it() {
    let told = foeman(&["explain", "items/damage"]).ends(0).out;
    assert!(told.starts_with("`items/damage`\n\nText in the notation damage, such as `-1H`, `2D`."), "{told}");
    assert!(told.contains("Notation: damage") && !told.contains("]("), "{told}");
    let told = foeman(&["explain", "items/requires/st"]).ends(0).out;
    assert!(told.contains("A whole number from 0 to 99; default `0`.\nBasic ST."), "{told}");
    let told = foeman(&["explain", "scenarios/sides/victory"]).ends(0).out;
    assert!(told.contains("kind: "), "of each kind of condition: {told}");
    let unknown = foeman(&["explain", "items/dmage"]).ends(2).err;
    assert!(unknown.contains("a field such as `items/damage`, found `items/dmage`"), "{unknown}");
}

#[test]
fn a_rule_is_explained_by_its_number_and_a_chapter_with_all_its_rules() {
    let told = foeman(&["explain", "f7.1"]).ends(0).out;
    assert!(told.starts_with("F7.1 The hit roll") && told.contains("+4 from its rear"), "{told}");
    let told = foeman(&["explain", "F8"]).ends(0).out;
    assert!(told.contains("F8.1 ") && told.contains("F8.7 "), "{told}");
    let listed = foeman(&["explain", "--rules"]).ends(0).out;
    assert!(listed.contains("F4.9   Charging"), "{listed}");
    let unknown = foeman(&["explain", "F7.99"]).ends(2).err;
    assert!(unknown.contains("the number of a rule, found `F7.99`") && unknown.contains("--rules"), "{unknown}");
    let unknown = foeman(&["explain", "quite-something-else"]).ends(2).err;
    assert!(
        unknown.contains("the code of a check, the number of a rule or a field") && unknown.lines().count() == 1,
        "{unknown}"
    );
    let page = foeman(&["explain", "F8", "--format", "markdown"]).ends(0).out;
    let whole = foeman(&["explain", "--rules", "--format", "markdown"]).ends(0).out;
    assert!(whole.contains(&page), "a chapter is a part of the page of all");
}

#[test]
fn every_file_of_the_arena_names_the_schema() {
    for (path, text) in packs::texts("arena") {
        let up = "../".repeat(path.matches('/').count());
        let expected = format!("# yaml-language-server: $schema={up}.foeman/schema.json");
        assert_eq!(text.lines().next().unwrap_or_default(), expected, "{path}");
    }
}

#[test]
fn a_schema_is_written_into_the_folder_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let inner = folder.path().join("new/.foeman");
    foeman(&["schema", "foeman", "--out", inner.to_str().expect("a plain name")]).ends(0);
    let text = fs::read_to_string(inner.join("schema.json")).expect("it was written");
    let schema: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert!(schema["properties"]["items"].is_object());
}

#[test]
fn without_a_ruleset_all_schemas_are_written() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    foeman(&["schema", "--out", folder.path().to_str().expect("a plain name")]).ends(0);
    for dialect in SHIPPED.dialects() {
        assert!(folder.path().join(format!("{}.schema.json", dialect.id)).is_file(), "{}", dialect.id);
    }
    assert!(foeman(&["schema"]).ends(2).err.contains("--out"));
}

#[test]
fn an_explanation_shows_a_bad_and_a_mended_example() {
    let listed = foeman(&["explain"]).ends(0).out;
    for line in listed.lines() {
        let code = line.split(' ').next().expect("a line starts with a code");
        let told = foeman(&["explain", code]).ends(0).out;
        assert!(told.contains("Bad:") && told.contains("Fixed:"), "{told}");
    }
}

#[test]
fn the_figure_of_the_readme_fits_and_fights() {
    let readme = fs::read_to_string(repository("content/README.md")).expect("it is there");
    let examples: Vec<&str> = readme.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [figure, roster, scenario] = examples.as_slice() else { panic!("the README shows three steps") };
    assert_eq!(figure.lines().count(), 5, "a figure in five lines");
    let copy = Copy::new();
    for (file, lines) in [("figures/beasts.yaml", figure), ("rosters/wild.yaml", roster), ("scenarios.yaml", scenario)]
    {
        let path = format!("{}/{file}", copy.path());
        let text = fs::read_to_string(&path).expect("it is there");
        fs::write(path, text + lines).expect("it can be written");
    }
    foeman(&["check", copy.path(), "--deny", "warning"]).ends(0);
    assert!(foeman(&["play", copy.path(), "feeding-time"]).ends(0).out.contains("Grumb"));
}
