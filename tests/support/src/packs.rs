//! The shipped packs: reading, copying and resolving them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use foeman_registry::SHIPPED;
use foeman_schema::analysis::resolve;
use foeman_schema::draft::Draft;
use foeman_schema::resolve::Resolved;

/// Returns the folder of a shipped pack.
pub fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(name)
}

/// Returns all playable records of a shipped pack, in file order.
///
/// Panics if one has errors, because shipped packs have none.
pub fn playable(name: &str) -> Vec<Resolved> {
    let draft = Draft::open(&shipped(name), &SHIPPED.dialects()).expect("the pack is there");
    let catalog = draft.dialect().expect("the pack says its ruleset").playable;
    let resolved = |id| resolve(&draft, id).unwrap_or_else(|findings| panic!("{name}/{id}: {findings:?}"));
    draft.ids(catalog).map(resolved).collect()
}

/// Returns the bytes of all files in a folder and its subfolders, except hidden ones, by path with `/`.
///
/// Panics if a file cannot be read, because a test without its files has failed.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("it can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a file has a plain name").to_owned();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            files.insert(name, fs::read(&path).expect("the file can be read"));
        }
    }
    files
}

/// Returns the text of every YAML file of a shipped pack, by path with `/`.
pub fn texts(name: &str) -> BTreeMap<String, String> {
    texts_in(&shipped(name))
}

/// Returns the text of every YAML file in a folder and its subfolders, by path with `/`.
pub fn texts_in(folder: &Path) -> BTreeMap<String, String> {
    let yaml = files(folder).into_iter().filter(|(path, _)| path.ends_with(".yaml"));
    yaml.map(|(path, bytes)| (path, String::from_utf8(bytes).expect("YAML is UTF-8"))).collect()
}

/// Copies a shipped pack to a folder.
pub fn copy(name: &str, to: &Path) {
    for (path, bytes) in files(&shipped(name)) {
        let path = to.join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(path, bytes).expect("it can be written");
    }
}
