//! The sites of the shipped packs.

use std::time::{Duration, Instant};

use foeman_site::Files;

use super::html::{Tag, tags};
use super::{PACKS, draft, made, shipped, text};

/// The largest page, in bytes.
const PAGE: usize = 60_000;
/// The size of all scripts together, in bytes.
const SCRIPTS: usize = 40_000;
/// The largest map, in bytes.
const MAP: usize = 150_000;

fn pages(files: &Files) -> impl Iterator<Item = (&str, Vec<Tag>)> {
    let pages = files.keys().filter(|path| path.ends_with(".html"));
    pages.map(|path| (path.as_str(), tags(text(files, path))))
}

/// Returns the path of a link on a page.
#[track_caller]
pub(crate) fn target(from: &str, link: &str) -> String {
    let link = link.split('#').next().unwrap_or_default();
    assert!(!link.contains(':') && !link.starts_with('/'), "{from}: {link} is not relative");
    let mut steps: Vec<&str> = from.split('/').collect();
    steps.pop();
    for step in link.split('/') {
        match step {
            ".." => assert!(steps.pop().is_some(), "{from}: {link} leaves the site"),
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// Asserts that every link leads to a file of the site, and that ids are unique.
#[track_caller]
pub(crate) fn assert_whole(files: &Files) {
    for (path, tags) in pages(files) {
        let mut ids = std::collections::BTreeSet::new();
        for tag in &tags {
            for link in ["href", "src"].iter().filter_map(|name| tag.get(name)) {
                if let Some(id) = link.strip_prefix('#') {
                    assert!(tags.iter().any(|tag| tag.get("id") == Some(id)), "{path}: {link}");
                    continue;
                }
                let to = target(path, link);
                assert!(files.contains_key(&to), "{path}: {link} leads to {to}");
            }
            if let Some(id) = tag.get("id") {
                assert!(ids.insert(id.to_owned()), "{path}: two elements are called {id}");
            }
            if tag.name == "script" {
                assert!(tag.get("src").is_some() && tag.get("type").is_none(), "{path}: {tag:?}");
            }
            if tag.name == "img" {
                assert!(tag.get("alt").is_some_and(|alt| !alt.is_empty()), "{path}: {tag:?}");
            }
        }
    }
}

#[test]
fn every_link_of_the_shipped_packs_leads_to_a_file_and_every_page_keeps_its_budget() {
    for pack in PACKS {
        let files = made(shipped(pack), None, 0);
        assert_whole(&files);
        for (path, bytes) in &files {
            let most = match path.rsplit('.').next() {
                Some("html") => PAGE,
                Some("svg") => MAP,
                _ => 300_000,
            };
            assert!(bytes.len() <= most, "{pack}: {path} has {} bytes", bytes.len());
        }
        let scripts: usize =
            ["theme", "site", "player"].iter().map(|name| text(&files, &format!("assets/{name}.js")).len()).sum();
        assert!(scripts <= SCRIPTS, "{scripts}");
        assert_eq!(made(shipped(pack), None, 0), files, "{pack}: the same pack has the same pages");
    }
}

#[test]
fn every_record_and_figure_has_a_page() {
    let arena = shipped("arena");
    let files = made(arena.clone(), None, 0);
    for catalog in arena.dialect().expect("it is known").catalogs {
        for id in arena.own_ids(catalog.name) {
            assert!(files.contains_key(&format!("{}/{id}.html", catalog.name)), "{}/{id}", catalog.name);
        }
    }
    assert!(files.keys().any(|path| path.starts_with("rosters/") && path.contains(".f.")));
}

#[test]
fn a_record_shows_inherited_values_defaults_and_its_users() {
    let files = made(shipped("arena"), None, 0);
    let sword = text(&files, "items/short-sword.html");
    assert!(sword.contains("from <a href=\"../items/dagger.html\">Dagger</a>"), "{sword}");
    assert!(sword.contains("class=\"default\"") && sword.contains("Used by"));
    assert!(sword.contains("Short sword: strike") && sword.contains("Average harm"), "{sword}");
    let table = text(&files, "items/index.html");
    assert!(table.contains("data-key=\"damage\"") && table.contains("Short sword"));
}

#[test]
fn a_pack_on_another_pack_has_pages_for_the_records_that_it_uses() {
    let files = made(shipped("bent-nail"), None, 0);
    assert!(files.values().any(|bytes| String::from_utf8_lossy(bytes).contains("From the pack")));
}

#[test]
fn balance_has_intervals_and_seeds_if_battles_are_asked_for() {
    let files = made(shipped("entropy"), None, 8);
    let pages = files.iter().filter(|(path, _)| path.starts_with("duels/"));
    let with = pages.filter(|(_, bytes)| {
        String::from_utf8_lossy(bytes).contains("8 battles by the default computer players, seeds 1 to 8")
    });
    assert!(with.count() > 0);
}

#[test]
fn changes_since_an_older_version_are_listed_by_record() {
    let pack = |harm: &str, more: &str| {
        draft(&format!(
            "pack: small\ntitle: Small\nruleset: foeman\nformat: 2\nitems:\n  maul: {{title: Maul, class: wpn, damage: {harm}}}\n{more}"
        ))
    };
    let old = pack("-1H", "  club: {title: Club, class: wpn, damage: -2H}\n");
    let files = made(pack("-2H", ""), Some(&old), 0);
    let list = text(&files, "changes.html");
    assert!(list.contains("<a href=\"items/maul.html\">Item Maul</a>") && list.contains("damage: -1H → -2H"), "{list}");
    assert!(list.contains("Removed"));
    assert!(text(&files, "items/maul.html").contains("Changed since version 0.9.0"));
    assert_whole(&files);
}

#[test]
fn ten_thousand_records_take_seconds() {
    let items: String = (0..10_000)
        .map(|n| format!("  item-{n}: {{title: Item {n}, class: wpn, size: {}, damage: -2H}}\n", n % 90 + 1))
        .collect();
    let text = format!("pack: many\ntitle: Many\nruleset: foeman\nformat: 2\nitems:\n{items}");
    let started = Instant::now();
    let files = made(draft(&text), None, 0);
    let folder = tempfile::tempdir().expect("a folder can be made");
    foeman_site::write::write(&folder.path().join("site"), &files).expect("it can be written");
    let taken = started.elapsed();
    assert!(files.len() > 10_000);
    assert!(files.iter().all(|(path, bytes)| !path.ends_with(".html") || bytes.len() <= PAGE));
    assert!(files.contains_key("items/rows.js") && files.contains_key("items/index-2.html"));
    // Ten seconds on a free machine; tests share theirs.
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}
