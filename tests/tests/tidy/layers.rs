//! Layering inside crates: modules have no import cycles, and some imports are forbidden.
//!
//! Parsed from the source files: every `use`, and every path that begins with `crate::` or `super::`.
//! A module with submodules is their façade: its imports from them do not count, but their imports from it do.

use std::collections::{BTreeMap, BTreeSet};

use super::{read, sources};

/// The crates whose modules are looked at.
const CRATES: [&str; 16] = [
    "schema/src",
    "rules/engine/src",
    "rules/foeman/src",
    "rules/foeman/catalogs/src",
    "rules/strategy/src",
    "rules/strategy/catalogs/src",
    "rules/entropy/src",
    "rules/codes/src",
    "editor/base/src",
    "editor/scene/src",
    "editor/lab/src",
    "editor/maps/src",
    "editor/print/src",
    "editor/cli/src",
    "editor/lsp/src",
    "editor/window/src",
];

/// Known imports that close a cycle; each must still do so, and has a reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    // A dialect lists its checks, a check looks at a draft, and a draft knows its dialect: this cycle is intended.
    ("schema/src", "dialect", "check"),
    // A script also lists the participants of a scenario, which it reads from a draft.
    ("schema/src", "dialect", "script"),
];

/// Forbidden imports: for example, the scene does not know the window, and the source does not know edits.
const FORBIDDEN: &[(&str, &str, &str)] = &[
    ("schema/src", "source", "draft"),
    ("schema/src", "notation", "catalogs"),
    ("schema/src", "draft", "check"),
    ("schema/src", "draft", "checks"),
    ("schema/src", "field", "draft"),
    ("schema/src", "checks", "resolve"),
    ("rules/engine/src", "battle", "game"),
    ("rules/foeman/src", "body", "attack"),
    ("rules/foeman/src", "body", "phases"),
    ("rules/foeman/src", "rolls", "situation"),
    ("rules/foeman/src", "content", "situation"),
    ("rules/foeman/src", "state", "situation"),
    ("rules/foeman/src", "situation", "attack"),
    ("rules/foeman/src", "situation", "phases"),
    ("rules/foeman/src", "instruction", "phases"),
    ("rules/foeman/src", "attack", "tell"),
    ("rules/foeman/src", "phases", "tell"),
    ("rules/foeman/src", "phases", "board"),
    ("rules/foeman/src", "phases", "players"),
];

#[test]
fn no_modules_import_each_other_in_a_circle() {
    for root in CRATES {
        let house = House::read(root);
        // Features of the window may import public items of each other; `features.rs` checks these imports.
        let has_features = |folder: &Path| root == "editor/window/src" && folder.is_empty();
        for folder in house.folders().into_iter().filter(|folder| !has_features(folder)) {
            let mut arrows = house.among(&folder);
            let name = folder.join("::");
            arrows.retain(|(from, to), _| {
                !ALLOWED.iter().any(|one| *one == (root, &*joined(&name, from), &*joined(&name, to)))
            });
            if let Some(circle) = circle(&arrows) {
                panic!("{}", told(root, &name, &circle, &arrows));
            }
        }
    }
}

#[test]
fn circles_that_are_allowed_are_still_needed() {
    for (root, from, to) in ALLOWED {
        let house = House::read(root);
        let (above, _) = from.rsplit_once("::").unwrap_or(("", from));
        let folder: Path = above.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let arrows = house.among(&folder);
        let [from, to] = [from, to].map(|name| name.rsplit("::").next().unwrap_or(name).to_owned());
        let mut seen = BTreeSet::new();
        let back = reaches(&arrows, &to, &from, &mut seen);
        assert!(
            arrows.contains_key(&(from, to)) && back,
            "nothing needs the allowance in {root} any more: strike it out"
        );
    }
}

#[test]
fn some_modules_never_import_others() {
    for (root, from, to) in FORBIDDEN {
        let house = House::read(root);
        let modules: BTreeSet<String> = house.modules.iter().map(|module| module.join("::")).collect();
        assert!(modules.contains(*from) && modules.contains(*to), "{root} has no `{from}` or no `{to}`");
        let below = |path: &Path, name: &str| {
            name.split("::").enumerate().all(|(at, step)| path.get(at).is_some_and(|own| own == step))
        };
        for (arrow, names) in &house.arrows {
            let wrong = below(&arrow.0, from) && below(&arrow.1, to);
            assert!(
                !wrong,
                "{root}: `{}` must not import {} of `{}`",
                arrow.0.join("::"),
                list(names),
                arrow.1.join("::")
            );
        }
    }
}

/// The path of a module; empty for the root.
pub(super) type Path = Vec<String>;

/// The modules of a crate and their imports.
struct House {
    modules: BTreeSet<Path>,
    /// The imported names, by importing and imported module.
    arrows: BTreeMap<(Path, Path), BTreeSet<String>>,
}

/// Imports between the children of a folder, including everything below them, with the imports they consist of.
type Arrows = BTreeMap<(String, String), Vec<String>>;

impl House {
    fn read(root: &str) -> Self {
        let mut files: Vec<(Path, String)> =
            sources(&[root]).into_iter().map(|file| (module(root, &file), file)).collect();
        // Test modules may import anything.
        let tests: BTreeSet<Path> = files.iter().flat_map(|(above, file)| own_tests(above, &read(file))).collect();
        files.retain(|(module, _)| !tests.iter().any(|test| module.starts_with(test)));
        let modules: BTreeSet<Path> = files.iter().map(|(module, _)| module.clone()).collect();
        let mut house = Self { modules, arrows: BTreeMap::new() };
        for (module, file) in &files {
            for path in imports(&code(&read(file))) {
                house.take(module, &path);
            }
        }
        assert!(house.arrows.len() > house.modules.len() / 2, "{root} was read");
        house
    }

    /// Resolves a path written in a module to the module it leads to.
    fn take(&mut self, from: &Path, path: &[String]) {
        let mut steps = path.iter().peekable();
        let mut to = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => from.clone(),
            Some(first) if self.modules.contains(&[from.as_slice(), &[first.to_owned()]].concat()) => from.clone(),
            _ => return,
        };
        while let Some(step) = steps.next_if(|step| ["crate", "self", "super"].contains(&step.as_str())) {
            if step == "super" {
                to.pop();
            }
        }
        for step in steps {
            to.push(step.clone());
            if !self.modules.contains(&to) {
                to.pop();
                break;
            }
        }
        // A façade and its submodules count as one.
        if !to.starts_with(from) {
            let name = path.last().cloned().unwrap_or_default();
            self.arrows.entry((from.clone(), to)).or_default().insert(name);
        }
    }

    /// Returns the modules with submodules.
    fn folders(&self) -> BTreeSet<Path> {
        self.modules.iter().filter_map(|module| Some(module.split_last()?.1.to_vec())).collect()
    }

    fn among(&self, folder: &Path) -> Arrows {
        let mut among = Arrows::new();
        for ((from, to), names) in &self.arrows {
            let child = |path: &Path| path.strip_prefix(folder.as_slice()).and_then(|rest| rest.first()).cloned();
            if let (Some(one), Some(other)) = (child(from), child(to))
                && one != other
            {
                let arrow = format!("{} takes {} of {}", from.join("::"), list(names), to.join("::"));
                among.entry((one, other)).or_default().push(arrow);
            }
        }
        among
    }
}

/// Returns the shortest cycle through the first module that is in one.
fn circle(arrows: &Arrows) -> Option<Vec<String>> {
    let starts: BTreeSet<&String> = arrows.keys().map(|(from, _)| from).collect();
    let ways = starts.into_iter().filter_map(|start| way_round(arrows, start));
    ways.min_by_key(Vec::len)
}

fn way_round(arrows: &Arrows, start: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while let Some(way) = ways.get(next).cloned() {
        next += 1;
        let last = way.last().expect("the path is not empty");
        for (_, to) in arrows.keys().filter(|(from, _)| from == last) {
            if to == start {
                return Some(way);
            }
            if seen.insert(to.clone()) {
                ways.push([way.as_slice(), std::slice::from_ref(to)].concat());
            }
        }
    }
    None
}

fn reaches(arrows: &Arrows, from: &str, to: &str, seen: &mut BTreeSet<String>) -> bool {
    from == to
        || seen.insert(from.to_owned())
            && arrows.keys().filter(|(one, _)| one == from).any(|(_, next)| reaches(arrows, next, to, seen))
}

/// Describes the imports that close a cycle in a folder.
fn told(root: &str, folder: &str, circle: &[String], arrows: &Arrows) -> String {
    let place = if folder.is_empty() { root.to_owned() } else { format!("{root}, `{folder}`") };
    let mut text = format!("{place}: expected imports in one direction, but these close a circle:\n");
    for (position, from) in circle.iter().enumerate() {
        let to = &circle[(position + 1) % circle.len()];
        for arrow in arrows.get(&(from.clone(), to.clone())).into_iter().flatten().take(3) {
            text.push_str(&format!("  {from} -> {to}: {arrow}\n"));
        }
    }
    text
}

fn joined(folder: &str, child: &str) -> String {
    if folder.is_empty() { child.to_owned() } else { format!("{folder}::{child}") }
}

fn list(names: &BTreeSet<String>) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the module of a file.
pub(super) fn module(root: &str, file: &str) -> Path {
    let inner = file.strip_prefix(root).and_then(|rest| rest.strip_suffix(".rs")).expect("a Rust file of the crate");
    let mut path: Path = inner.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod") || path == ["lib"] {
        path.pop();
    }
    path
}

/// Returns the submodules that contain only tests.
fn own_tests(above: &Path, text: &str) -> Vec<Path> {
    let names = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.split_once(';'));
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    names.filter(|(name, _)| is_name(name)).map(|(name, _)| [above.as_slice(), &[name.to_owned()]].concat()).collect()
}

/// Strips comments, strings and test modules from a file.
pub(super) fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut code = String::with_capacity(own.len());
    let mut rest = own;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        code.push_str(&rest[..at]);
        let (before, tail) = (&rest[..at], &rest[at..]);
        rest = if tail.starts_with("//") {
            &tail[tail.find('\n').unwrap_or(tail.len())..]
        } else if let Some(quoted) = tail.strip_prefix('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let raw = before.trim_end_matches('#').ends_with('r');
            let end = if raw { format!("\"{}", "#".repeat(hashes)) } else { "\"".to_owned() };
            after(quoted, &end, !raw)
        } else if let Some(quoted) = ["'\"'", "'\\''", "'/'"].into_iter().find(|quoted| tail.starts_with(quoted)) {
            &tail[quoted.len()..]
        } else {
            code.push_str(&tail[..1]);
            &tail[1..]
        };
    }
    code.push_str(rest);
    code
}

/// Returns the text after `end`; with escapes, a backslash skips the next character.
fn after<'a>(text: &'a str, end: &str, escapes: bool) -> &'a str {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if let Some(after) = rest.strip_prefix(end) {
            return after;
        }
        let mut letters = rest.chars();
        let letter = letters.next().map_or(1, char::len_utf8);
        at += letter + if escapes && rest.starts_with('\\') { letters.next().map_or(0, char::len_utf8) } else { 0 };
    }
    ""
}

/// Returns every path that a file imports, or writes with `crate::` or `super::`.
pub(super) fn imports(code: &str) -> Vec<Path> {
    let mut paths = Vec::new();
    let mut plain = String::with_capacity(code.len());
    for statement in code.split_inclusive(';') {
        let from = statement.rfind("use ").filter(|&at| {
            let before = statement[..at].trim_end();
            let line = before.rsplit('\n').next().unwrap_or_default().trim();
            statement.ends_with(';')
                && (before.len() < at || at == 0)
                && (line.is_empty() || line.starts_with("pub") || line.ends_with('}') || line.ends_with(']'))
        });
        match from {
            Some(at) => {
                plain.push_str(&statement[..at]);
                expand("", statement[at + 4..].trim_end_matches(';'), &mut paths);
            }
            None => plain.push_str(statement),
        }
    }
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for written in plain.split(|c| !word(c)).filter(|path| path.starts_with("crate::") || path.starts_with("super::")) {
        expand("", written, &mut paths);
    }
    paths
}

/// Expands `a::{b, c::{d}}`.
fn expand(before: &str, tree: &str, into: &mut Vec<Path>) {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let path = format!("{before}{}", tree.split(" as ").next().unwrap_or_default());
        into.push(path.split("::").map(|step| step.trim().to_owned()).filter(|step| !step.is_empty()).collect());
        return;
    };
    let before = format!("{before}{}", head.trim());
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&before, &inner[start..at], into);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner[start..].trim().is_empty() {
        expand(&before, &inner[start..], into);
    }
}
