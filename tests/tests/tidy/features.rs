//! The window has one folder per feature. Features import only public items of each other, and few functions take the
//! whole workspace.

use std::collections::{BTreeMap, BTreeSet};

use super::layers::{code, imports, module};
use super::{read, sources};

const WINDOW: &str = "editor/window/src";

/// The folders of the window that are no features: the open pack, widgets, and the window around the features.
const BASE: [&str; 3] = ["pack", "kit", "shell"];

/// The modules of the shell that features may import.
const OFFERED: [&str; 8] = ["action", "commands", "edits", "kind", "menus", "session", "view", "workspace"];

/// Imports of other modules of the shell, each with a reason.
const EXCEPTIONS: [(&str, &str, &str); 1] =
    [("help", "dock", "The tour draws a frame around a pane, and the dock has its position.")];

/// The maximum number of methods of the workspace and functions that take it.
const MOST: usize = 45;

#[test]
fn paths_climb_at_most_one_module() {
    for file in sources(&["editor"]) {
        for (index, line) in read(&file).lines().enumerate() {
            let climbs = line.contains(concat!("super::", "super"));
            assert!(!climbs, "{file}:{}: expected a path from `crate`, found {line}", index + 1);
        }
    }
}

#[test]
fn every_module_of_the_window_is_in_the_folder_of_a_feature() {
    let files = sources(&[WINDOW]);
    for file in &files {
        let inner = file.strip_prefix(WINDOW).expect("a file of the window").trim_start_matches('/');
        assert!(inner.contains('/') || inner == "lib.rs", "{file} is in no feature's folder");
        let folder = format!("{}/", file.trim_end_matches(".rs"));
        let has_folder = files.iter().any(|other| other.starts_with(&folder));
        assert!(!has_folder || inner == "lib.rs", "{file}: expected `{folder}mod.rs`, since it has submodules");
    }
}

#[test]
fn features_import_only_public_items_of_each_other() {
    let window = Window::read();
    for (path, from) in window.imports() {
        let [to, rest @ ..] = path.as_slice() else { continue };
        let Some(published) = window.features.get(to).filter(|_| *to != from.feature) else { continue };
        let Some(first) = rest.first() else { continue };
        assert!(
            published.contains(first),
            "{}: expected a public item in the mod.rs of `{to}`, found `{first}`",
            from.file
        );
        assert_ne!(first, "pane", "{}: only `{to}` may import its pane", from.file);
        let is_deep = rest.len() > 1 && first.starts_with(|letter: char| letter.is_lowercase());
        assert!(!is_deep, "{}: expected `crate::{to}::{first}`, found `crate::{}`", from.file, path.join("::"));
    }
}

#[test]
fn features_import_only_some_modules_of_the_shell() {
    let window = Window::read();
    let mut used: BTreeSet<&(&str, &str, &str)> = BTreeSet::new();
    for (path, from) in window.imports() {
        let [shell, module, ..] = path.as_slice() else { continue };
        if shell != "shell" || BASE.contains(&from.feature.as_str()) || OFFERED.contains(&module.as_str()) {
            continue;
        }
        let exception = EXCEPTIONS.iter().find(|(feature, known, _)| *feature == from.feature && known == module);
        assert!(exception.is_some(), "{} imports `{module}` of the shell; the shell offers {OFFERED:?}", from.file);
        used.extend(exception);
    }
    assert_eq!(used.len(), EXCEPTIONS.len(), "remove the exceptions that are no longer needed");
}

#[test]
fn the_pack_and_the_kit_know_no_feature() {
    for (path, from) in Window::read().imports() {
        let Some(to) = path.first() else { continue };
        let known = match from.feature.as_str() {
            "pack" => to == "pack",
            // A canvas requests camera moves.
            "kit" => ["kit", "pack"].contains(&to.as_str()) || path.starts_with(&["shell".into(), "action".into()]),
            _ => true,
        };
        assert!(known, "{} must not import `{}`", from.file, path.join("::"));
    }
}

#[test]
fn few_functions_take_the_workspace() {
    let mut found = Vec::new();
    for file in sources(&[WINDOW]) {
        let code = code(&read(&file));
        let mut is_method = false;
        for (start, line) in lines(&code) {
            if line.starts_with("impl") {
                is_method = line.trim_end_matches([' ', '{']).ends_with(" Workspace");
            } else if line.starts_with('}') {
                is_method = false;
            }
            let Some((_, name)) = line.split_once("fn ").filter(|(before, _)| is_head(before)) else { continue };
            let rest = &code[start..];
            let head = &rest[..rest.find(['{', ';']).unwrap_or(rest.len())];
            let parameters = head.split("->").next().unwrap_or_default();
            let takes_it = parameters.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "Workspace");
            if is_method || takes_it {
                found.push(format!("{file}: {}", name.split(['(', '<']).next().unwrap_or(name)));
            }
        }
    }
    assert!(found.len() > 10, "the workspace was found");
    let count = found.len();
    assert!(count <= MOST, "{count} functions take the workspace; pass a session or a state:\n{}", found.join("\n"));
}

/// Whether a text before `fn` consists of keywords and a visibility.
fn is_head(before: &str) -> bool {
    let words = before.split_whitespace();
    words.into_iter().all(|word| word.starts_with("pub") || ["const", "async", "unsafe"].contains(&word))
}

/// Returns the lines of a text with their offsets.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line.trim_end()))
    })
}

/// The window's features.
struct Window {
    /// The names that each feature publishes in its `mod.rs`.
    features: BTreeMap<String, BTreeSet<String>>,
    files: Vec<Importer>,
}

/// A file of a feature.
struct Importer {
    feature: String,
    file: String,
}

impl Window {
    fn read() -> Self {
        let in_feature = |file: &String| {
            let feature = module(WINDOW, file).first()?.clone();
            Some(Importer { feature, file: file.clone() })
        };
        let files: Vec<Importer> = sources(&[WINDOW]).iter().filter_map(in_feature).collect();
        let names = files.iter().map(|from| from.feature.clone()).filter(|name| !BASE.contains(&name.as_str()));
        let features: BTreeMap<_, _> = names.map(|name| (name.clone(), published(&name))).collect();
        assert!(features.len() > 20, "the features were read");
        Self { features, files }
    }

    /// Returns all paths from the root of the crate, without `crate`, with the files that import them.
    fn imports(&self) -> Vec<(Vec<String>, &Importer)> {
        let paths = self.files.iter().flat_map(|from| {
            let paths = imports(&code(&read(&from.file)));
            paths
                .into_iter()
                .filter(|path| path.first().is_some_and(|first| first == "crate"))
                .map(move |path| (path, from))
        });
        paths.map(|(path, from)| (path[1..].iter().filter(|step| *step != "self").cloned().collect(), from)).collect()
    }
}

/// Returns the names that the `mod.rs` of a feature declares or re-exports with `pub`.
fn published(feature: &str) -> BTreeSet<String> {
    let code = code(&read(&format!("{WINDOW}/{feature}/mod.rs")));
    let mut names = BTreeSet::new();
    for declaration in code.split("\npub").skip(1) {
        let declaration = declaration.strip_prefix("(crate)").unwrap_or(declaration).trim_start();
        let (kind, rest) = declaration.split_once(' ').unwrap_or((declaration, ""));
        if kind == "use" {
            let path = rest.split(';').next().unwrap_or_default();
            let leaves = path.rsplit_once("::").map_or(path, |(_, leaves)| leaves);
            let leaves = path.split_once('{').map_or(leaves, |(_, leaves)| leaves);
            names.extend(leaves.trim_end_matches('}').split(',').map(|leaf| leaf.trim().to_owned()));
        } else {
            let name = rest.trim_start_matches("fn ").split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            names.extend(name.take(1).map(str::to_owned));
        }
    }
    names
}
