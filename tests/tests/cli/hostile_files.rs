//! Files of strangers: maps of other programs, translations, archives and journals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use foeman_test_support::packs;
use foeman_tests::hostile::{Hostile, MAPPINGS, Reader, cases, neighbours};

use super::{Copy, Run, arena, foeman};

/// A folder with a pack, and with the files to read.
struct Desk {
    pack: Copy,
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let (pack, folder) = (Copy::new(), tempfile::tempdir().expect("a temporary folder can be made"));
        let put = |path: &Path, bytes: &[u8]| fs::write(path, bytes).expect("it can be written");
        put(&pack.folder.path().join(MAPPINGS.0), MAPPINGS.1.as_bytes());
        let files = folder.path().join("files");
        fs::create_dir(&files).expect("a folder can be made");
        put(&folder.path().join("secret.tsx"), b"<tileset name=\"secret\" tilecount=\"9\"/>");
        neighbours().into_iter().for_each(|(name, bytes)| put(&files.join(name), &bytes));
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.tsx"), files.join("link.tsx"))
            .expect("a link can be made");
        Self { pack, folder }
    }

    /// Lets the program read a file.
    fn read(&self, case: &Hostile, bytes: &[u8]) -> Run {
        let path = match case.reader {
            Reader::Check => self.pack.folder.path().join("lang/de.po"),
            _ => self.folder.path().join("files").join(&case.name),
        };
        fs::write(&path, bytes).expect("it can be written");
        let (file, pack) = (path.to_str().expect("a plain name"), self.pack.path());
        match case.reader {
            Reader::Import => foeman(&["import", file, "--into", pack, "--id", "stranger"]),
            Reader::Check => foeman(&["check", pack, "--select", "translation-file"]),
            Reader::Unpack => foeman(&["unpack", file, "-o", self.out().to_str().expect("a plain name")]),
            Reader::Replay => foeman(&["replay", file]),
        }
    }

    fn out(&self) -> std::path::PathBuf {
        self.folder.path().join("out")
    }

    /// Returns all files but the one that is read.
    fn files(&self, case: &Hostile) -> BTreeMap<String, Vec<u8>> {
        let mut all = packs::files(self.folder.path());
        all.remove(&format!("files/{}", case.name));
        all.extend(packs::files(self.pack.folder.path()).into_iter().filter(|(path, _)| path != "lang/de.po"));
        all
    }
}

#[test]
fn hostile_files_are_refused_at_a_place_and_write_nothing_while_sound_ones_are_read() {
    let journal = foeman(&["play", &arena(), "duel", "--seed", "7", "--save", "-"]).ends(0).out;
    let cases = cases(&journal);
    assert!(cases.len() > 100);
    let desk = Desk::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let before = desk.files(case);
        let run = desk.read(case, &case.hostile);
        let told = format!("{}{}", run.out, run.err);
        if ![1, 2, 3].contains(&run.status) || !told.contains(case.says) || !told.contains(&place(case)) {
            wrong.push(format!("{} ended with {}: {told}", case.name, run.status));
        }
        if desk.files(case) != before {
            wrong.push(format!("{} wrote something", case.name));
        }
        let run = desk.read(case, &case.sound);
        if run.status != 0 {
            wrong.push(format!("the sound twin of {}: {}{}", case.name, run.out, run.err));
        }
        undo(&desk, case, &before);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the start of the place that a case is reported at.
fn place(case: &Hostile) -> String {
    match (case.reader, &*case.name) {
        // In the file of the tileset.
        (Reader::Import, "path-map.tmx") => "map.tsx:".to_owned(),
        (Reader::Import, "path-entity.tmx") => "entity.tsx:".to_owned(),
        // Too large to be read at all.
        (Reader::Import, "large.tmx") => "large.tmx`".to_owned(),
        (Reader::Import, name) => format!("{name}:"),
        (Reader::Check, _) => "lang/de.po:".to_owned(),
        (Reader::Unpack, name) => format!("{name}`"),
        (Reader::Replay, name) => format!("{name}`, line "),
    }
}

/// Removes a file, and what its sound twin wrote.
fn undo(desk: &Desk, case: &Hostile, before: &BTreeMap<String, Vec<u8>>) {
    let _ = fs::remove_dir_all(desk.out());
    let _ = fs::remove_file(desk.folder.path().join("files").join(&case.name));
    let maps = before.get("maps.yaml").expect("the pack has maps");
    fs::write(desk.pack.folder.path().join("maps.yaml"), maps).expect("it can be written");
}
