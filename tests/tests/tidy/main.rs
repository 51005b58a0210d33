//! Repository rules that the compiler does not enforce: crate dependencies, licences, names of rulesets, file sizes.

mod checks;

mod features;

mod layers;

mod look;

mod notations;

mod pages;

mod patterns;

mod seam;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Permissive licences; `deny.toml` has the same list.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "OFL-1.1",
    "Ubuntu-font-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The packages of the rulesets, with the ids that packs name them by.
const RULESETS: [(&str, &str); 4] = [
    ("ruleset-foeman", "foeman"),
    ("ruleset-strategy", "strategy"),
    ("ruleset-entropy", "entropy"),
    ("ruleset-codes", "action-codes"),
];

#[test]
fn dependencies_run_one_way_and_the_window_stays_out_of_the_libraries() {
    let graph = Graph::read();
    let libraries = ["foeman-schema", "foeman-engine", "foeman-registry"].into_iter();
    for name in libraries.chain(RULESETS.map(|(package, _)| package)) {
        let reached = graph.reachable(name);
        assert!(!reached.is_empty(), "the dependencies of {name} were read");
        for banned in ["egui", "eframe", "winit", "foeman", "foeman-tests", "foeman-test-support", "tokio", "reqwest"] {
            assert!(!reached.contains(banned), "{name} must not depend on {banned}");
        }
        for (ruleset, _) in RULESETS {
            assert!(name == "foeman-registry" || !reached.contains(ruleset), "{name} must not depend on {ruleset}");
        }
    }
    assert!(!graph.reachable("foeman-schema").contains("foeman-engine"), "schema must not depend on the engine");
    assert!(!graph.reachable("foeman-test-support").contains("egui"), "pure tests must not link the window");
    for (name, banned) in [
        ("foeman-cli", "foeman-window"),
        ("foeman-cli", "foeman-lsp"),
        ("foeman-lsp", "foeman-scene"),
        ("foeman-window", "foeman-cli"),
        ("foeman-window", "foeman-registry"),
        ("foeman-scene", "foeman-base"),
        ("foeman-mail", "foeman-base"),
        ("foeman-maps", "foeman-engine"),
        ("foeman-maps", "egui"),
    ] {
        assert!(!graph.reachable(name).contains(banned), "{name} must not depend on {banned}");
    }
}

#[test]
fn there_is_one_egui() {
    let graph = Graph::read();
    for name in ["egui", "epaint", "winit", "foeman-schema"] {
        let same_name = graph.packages.iter().filter(|package| package["name"] == name);
        let versions: BTreeSet<_> = same_name.map(|package| package["version"].to_string()).collect();
        assert_eq!(versions.len(), 1, "{name}: {versions:?}");
    }
}

#[test]
fn every_library_has_a_permissive_licence() {
    for package in Graph::read().packages {
        let name = text(&package["name"]);
        let Some(licence) = package["license"].as_str() else {
            panic!("{name} names no licence");
        };
        let expression = spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let fits =
            expression.evaluate(|requirement| requirement.license.id().is_some_and(|id| LICENCES.contains(&id.name)));
        assert!(fits, "{name}: `{licence}` is not on the list");
    }
}

#[test]
fn deny_toml_allows_what_this_test_allows() {
    let deny = read("deny.toml");
    for licence in LICENCES {
        assert!(deny.contains(&format!("\"{licence}\"")), "deny.toml does not list {licence}");
    }
}

#[test]
fn rulesets_are_named_only_in_their_crates_and_the_registry() {
    for file in
        sources(&["schema/src", "rules/engine/src", "editor"]).into_iter().filter(|file| !file.contains("/tests/"))
    {
        for (index, line) in read(&file).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            // A picture names its shipped pack, which can have the name of its ruleset.
            if code.trim_start().starts_with("pack: \"") {
                continue;
            }
            for (package, id) in RULESETS {
                let forms = [package.replace('-', "_"), format!("\"{id}\"")];
                // The program and one ruleset share their name; the program's own is set in one place.
                let named = forms.iter().any(|form| code.contains(form)) && !code.contains("const PROGRAM");
                assert!(!named, "{file}:{} names the ruleset `{id}`: {line}", index + 1);
            }
        }
    }
}

#[test]
fn every_ruleset_has_the_same_rooms_for_the_same_jobs() {
    // A large ruleset has phases, and handles instructions in separate modules.
    const ROOMS: [&[&str]; 15] = [
        &["dialect"],
        &["catalogs"],
        &["checks"],
        &["content"],
        &["state"],
        &["command"],
        &["instruction"],
        &["act", "phases"],
        &["apply", "instruction/mod"],
        &["fits", "instruction/fits"],
        &["tell"],
        &["choice"],
        &["board"],
        // A ruleset has its own players, or values states for the generic ones.
        &["value", "players/mod"],
        &["mod", "lib"],
    ];
    let folder = |package: &str| format!("rules/{}", package.trim_start_matches("ruleset-"));
    for ruleset in RULESETS.map(|(package, _)| folder(package)) {
        // The catalogs of large rulesets are in a separate crate.
        let is_room = |room: &&str| {
            ["src", "catalogs/src"].iter().any(|source| {
                let at = top().join(&ruleset).join(source).join(room);
                at.with_extension("rs").is_file() || at.join("mod.rs").is_file()
            })
        };
        for rooms in ROOMS {
            assert!(rooms.iter().any(is_room), "{ruleset} has no {}", rooms.join(" or "));
        }
    }
}

#[test]
fn the_rules_touch_no_files_no_clock_and_no_hash_order() {
    let crates = ["rules/engine", "rules/foeman", "rules/strategy", "rules/entropy", "rules/codes"];
    let is_rule = |file: &String| file.contains("/src/") && !file.contains("/tests/");
    for file in sources(&crates).into_iter().filter(is_rule) {
        for (index, line) in read(&file).lines().enumerate() {
            for banned in ["std::fs", "std::env", "std::time", "HashMap", "HashSet", "thread_rng", "f32", "f64"] {
                // Statistics and shares are only displayed; they do not affect play.
                let shares = [
                    "rules/engine/src/simulate/report.rs",
                    "rules/engine/src/lab/",
                    "rules/engine/src/numbers.rs",
                    "rules/engine/src/testing/mod.rs",
                    // The original's computer player compares fractions; only sums and quotients are used.
                    "rules/strategy/src/situation/worth.rs",
                    "rules/strategy/src/state/worth.rs",
                    "rules/strategy/src/players/settle.rs",
                    "rules/strategy/src/players/threat.rs",
                ];
                let real = shares.iter().any(|place| file.starts_with(place)) && banned == "f64";
                assert!(real || !line.contains(banned), "{file}:{} uses {banned}: {line}", index + 1);
            }
        }
    }
}

#[test]
fn no_source_file_outgrows_a_sitting() {
    for file in sources(&["schema", "rules", "editor", "tests"]) {
        let lines = read(&file).lines().count();
        assert!(lines <= 650, "{file} has {lines} lines: it is asking to be two rooms");
    }
}

#[test]
fn documents_name_only_files_that_exist() {
    for document in documents() {
        let folder = Path::new(&document).parent().expect("a file has a folder").to_owned();
        let exists = |path: &str| top().join(path).exists() || top().join(&folder).join(path).exists();
        let text = read(&document);
        for piece in text.split('`').skip(1).step_by(2) {
            let looks_like_a_path = piece.contains('/')
                && piece.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
                && (piece.ends_with('/') || Path::new(piece).extension().is_some());
            let is_of_this_repository = ["content/", "docs/", "editor/", "extras/", "rules/", "schema/", "tests/"]
                .into_iter()
                .any(|start| piece.starts_with(start));
            if looks_like_a_path && (is_of_this_repository || document == "ARCHITECTURE.md") {
                assert!(exists(piece), "{document} names `{piece}`, which does not exist");
            }
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            if !path.is_empty() && !path.contains(':') && !path.contains(' ') {
                assert!(exists(path), "{document} links to `{path}`, which does not exist");
            }
        }
    }
}

#[test]
fn the_readme_the_architecture_and_the_changelog_are_short() {
    let words = |text: &str| text.split_whitespace().count();
    let readme = words(&read("README.md"));
    assert!(readme <= 800, "README.md has {readme} words");
    let architecture = read("ARCHITECTURE.md");
    let (before, rest) = architecture.split_once("\n## Invariants\n").expect("there is a table of invariants");
    let after = rest.split_once("\n## ").map_or("", |(_, after)| after);
    let prose = words(before) + words(after);
    assert!(prose <= 2_500, "ARCHITECTURE.md has {prose} words without its invariants");
    let invariants =
        rest.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| ")).count();
    assert!(invariants <= 32, "ARCHITECTURE.md has {invariants} lines of invariants; keep the ones that must hold");
    let lines = read("CHANGELOG.md").lines().count();
    assert!(lines <= 60, "CHANGELOG.md has {lines} lines");
}

#[test]
fn every_page_of_the_documentation_is_in_its_index() {
    for page in documents().iter().filter(|page| page.starts_with("docs/") && *page != "docs/README.md") {
        // A page is listed in the nearest index above it, and an index in the one above that.
        let indices = Path::new(page).ancestors().skip(1).map(|folder| folder.join("README.md"));
        let mut indices = indices.filter(|index| index != Path::new(page) && top().join(index).is_file());
        let index = indices.next().expect("docs/ has an index");
        let link = Path::new(page).strip_prefix(index.parent().expect("a file has a folder")).expect("it is below");
        let link = format!("({}", link.display()).replace('\\', "/");
        let text = read(&index.to_string_lossy());
        let listed = [")", "#"].iter().any(|end| text.contains(&format!("{link}{end}")));
        assert!(listed, "{} does not list {page}", index.display());
    }
}

/// The documents in the root, in `docs/` with its folders, in `content/`, and the README files next to code.
fn documents() -> Vec<String> {
    let mut documents = vec!["extras/vscode/README.md".to_owned(), "tests/fuzz/README.md".to_owned()];
    let mut open: Vec<String> = ["", "docs/", "content/"].map(str::to_owned).to_vec();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(top().join(&folder)).expect("the folder exists") {
            let entry = entry.expect("readable");
            let name = format!("{folder}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() && name.starts_with("docs/") {
                open.push(name + "/");
            } else if name.ends_with(".md") {
                documents.push(name);
            }
        }
    }
    documents.sort();
    documents
}

#[test]
fn ci_runs_the_commands_of_the_readme() {
    let readme = read("README.md");
    let ci = read(".ci/run");
    for command in ["cargo run --release", "cargo test --workspace"] {
        assert!(readme.contains(command), "the README misses `{command}`");
    }
    assert!([".ci/smoke", ".ci/drive", "cargo test --workspace"].into_iter().all(|command| ci.contains(command)));
}

/// The packages of the workspace and their dependencies.
struct Graph {
    packages: Vec<Value>,
    /// Name and dependencies by package id, without dev-dependencies.
    nodes: BTreeMap<String, (String, Vec<String>)>,
}

impl Graph {
    fn read() -> Self {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(top())
            .output()
            .expect("cargo runs: it runs this test");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
        let packages = metadata["packages"].as_array().expect("packages").clone();
        let names: BTreeMap<_, _> =
            packages.iter().map(|package| (text(&package["id"]), text(&package["name"]))).collect();
        let nodes = metadata["resolve"]["nodes"].as_array().expect("nodes").iter().map(|node| {
            let used = node["deps"].as_array().expect("deps").iter().filter(|dep| {
                let kinds = dep["dep_kinds"].as_array().expect("kinds");
                kinds.iter().any(|kind| kind["kind"] != "dev")
            });
            let id = text(&node["id"]);
            (id.clone(), (names[&id].clone(), used.map(|dep| text(&dep["pkg"])).collect()))
        });
        Self { nodes: nodes.collect(), packages }
    }

    /// Returns the names of all direct and indirect dependencies of `name`.
    fn reachable(&self, name: &str) -> BTreeSet<String> {
        let mut open: Vec<_> = self.nodes.iter().filter(|(_, (n, _))| n == name).map(|(id, _)| id).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(&self.nodes[id].1);
            }
        }
        seen.into_iter().map(|id| self.nodes[id].0.clone()).filter(|other| other != name).collect()
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace holds the tests").to_owned()
}

fn read(file: &str) -> String {
    std::fs::read_to_string(top().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns all Rust files below some folders, as paths from the repository's root.
fn sources(below: &[&str]) -> Vec<String> {
    let mut open: Vec<_> = below.iter().map(PathBuf::from).collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(top().join(&path)).expect("the folder exists") {
            let entry = entry.expect("readable");
            let inner = path.join(entry.file_name());
            if entry.path().is_dir() {
                open.push(inner);
            } else if inner.extension().is_some_and(|extension| extension == "rs") {
                found.push(inner.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}
