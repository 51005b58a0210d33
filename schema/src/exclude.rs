//! Files excluded from a pack: `exclude` in its header.
//!
//! Each entry is a path relative to the pack's folder, with `/`. Wildcards are `*` for any characters of a name, `?`
//! for one character, and `**` for any folders. Excluding a folder excludes everything in it.

use crate::source::SourceFile;
use crate::source::tree::Node;

/// The header file, which is always read.
const HEADER: &str = "pack.yaml";

/// The value of `exclude` in the header of a pack.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Exclude {
    /// Its entries in order; an entry that is not text is empty and matches nothing.
    pub(crate) entries: Vec<Pattern>,
}

/// An entry of `exclude`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pattern {
    /// The text as written.
    pub(crate) text: String,
    /// The names and wildcards between the slashes; `None` if the entry is not a path in the pack.
    pattern: Option<Vec<String>>,
}

impl Exclude {
    /// Reads the value of `exclude`: a list of texts.
    pub(crate) fn of(node: Option<&Node>) -> Self {
        let items = node.map(Node::items).unwrap_or_default();
        Self { entries: items.iter().map(|item| Pattern::of(item.text().unwrap_or_default())).collect() }
    }

    /// Reads `exclude` from a file `pack.yaml`.
    pub(crate) fn of_header(file: &SourceFile) -> Self {
        let section = file.sections.iter().find(|section| section.key == "exclude");
        Self::of(section.and_then(|section| section.whole()?.value()))
    }

    /// Returns whether a file or folder is excluded, by its path relative to the pack's folder. `pack.yaml` never is.
    pub(crate) fn has(&self, path: &str) -> bool {
        path != HEADER && self.entries.iter().any(|entry| entry.matches(path))
    }
}

impl Pattern {
    fn of(text: &str) -> Self {
        let parts = text.strip_suffix('/').unwrap_or(text).split('/');
        let is_name = |part: &str| {
            !matches!(part, "" | "." | "..") && !part.contains(['\\', ':']) && !part.contains(char::is_control)
        };
        let pattern = parts.clone().all(is_name).then(|| parts.map(str::to_owned).collect());
        Self { text: text.to_owned(), pattern }
    }

    /// Returns whether the entry is a path in the pack's folder.
    pub(crate) fn is_path(&self) -> bool {
        self.pattern.is_some()
    }

    /// Returns whether the entry matches a path or one of the folders on it.
    pub(crate) fn matches(&self, path: &str) -> bool {
        let Some(pattern) = &self.pattern else { return false };
        let path: Vec<&str> = path.split('/').collect();
        let names: Vec<&str> = pattern.iter().map(String::as_str).chain(["**"]).collect();
        glob(&names, &path, |name| *name == "**", |name, part| is_name_like(name, part))
    }
}

fn is_name_like(pattern: &str, name: &str) -> bool {
    let [pattern, name] = [pattern, name].map(|text| text.chars().collect::<Vec<char>>());
    glob(&pattern, &name, |c| *c == '*', |p, c| *p == '?' || p == c)
}

/// Returns whether a pattern matches a whole list; a star matches any number of elements. Backtracks only to the last
/// star, so no pattern takes long.
fn glob<P, T>(pattern: &[P], list: &[T], is_star: impl Fn(&P) -> bool, takes: impl Fn(&P, &T) -> bool) -> bool {
    let (mut p, mut at) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < list.len() {
        if pattern.get(p).is_some_and(&is_star) {
            star = Some((p, at));
            p += 1;
        } else if pattern.get(p).is_some_and(|part| takes(part, &list[at])) {
            (p, at) = (p + 1, at + 1);
        } else if let Some((before, taken)) = star {
            star = Some((before, taken + 1));
            (p, at) = (before + 1, taken + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(is_star)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_mean_files_and_folders_with_all_that_is_in_them() {
        let has = |entry: &str, path: &str| Pattern::of(entry).matches(path);
        for (entry, path) in [
            ("mkdocs.yml", "mkdocs.yml"),
            ("tools", "tools/ci/a.yaml"),
            ("tools/", "tools/a.yaml"),
            ("tools/**", "tools/ci/a.yaml"),
            ("*.yml", "a.yml"),
            ("**/*.gen.yaml", "a.gen.yaml"),
            ("**/*.gen.yaml", "a/b/c.gen.yaml"),
            ("a/**/z.yaml", "a/z.yaml"),
            ("a/**/z.yaml", "a/b/c/z.yaml"),
            ("?.yaml", "é.yaml"),
            ("docs/*", "docs/deep/a.yaml"),
        ] {
            assert!(has(entry, path), "{entry} {path}");
        }
        for (entry, path) in [
            ("mkdocs.yml", "docs/mkdocs.yml"),
            ("tools", "tools.yaml"),
            ("*.yml", "a/b.yml/c.yaml2/../d"),
            ("*.yml", "docs/a.yml"),
            ("a/**/z.yaml", "b/z.yaml"),
            ("MKDOCS.yml", "mkdocs.yml"),
            ("/tools", "tools/a.yaml"),
            ("../tools", "tools/a.yaml"),
            ("", "a.yaml"),
        ] {
            assert!(!has(entry, path), "{entry} {path}");
        }
        let all = Exclude { entries: vec![Pattern::of("**")] };
        assert!(all.has("a/b.yaml") && !all.has("pack.yaml"));
    }

    #[test]
    fn no_pattern_takes_long() {
        let entry = Pattern::of(&format!("{}z", "**/*a*a*a*a*b/".repeat(10)));
        assert!(!entry.matches(&vec!["a".repeat(50); 100].join("/")));
    }
}
