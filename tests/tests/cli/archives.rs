//! `foeman pack` and `foeman unpack`: packs in a single file, and archives of strangers.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use foeman_test_support::packs;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::foeman;

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

#[test]
fn a_pack_comes_out_of_its_archive_as_it_went_in() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["arena", "strategy", "entropy", "codes"] {
        let shipped = packs::shipped(name);
        let [one, two] = ["one", "two"].map(|part| folder.path().join(format!("{name}-{part}.foeman.zip")));
        for archive in [&one, &two] {
            foeman(&["pack", text(&shipped), "-o", text(archive)]).ends(0);
        }
        assert!(
            fs::read(&one).expect("it can be written") == fs::read(&two).expect("it can be written"),
            "{name}: the same bytes twice"
        );
        let out = folder.path().join(name);
        let run = foeman(&["unpack", text(&one), "-o", text(&out)]).ends(0);
        assert!(run.out.starts_with(&format!("wrote `{}`: ", out.display())), "{}", run.out);
        assert!(packs::files(&out) == packs::files(&shipped), "{name}: all files, with the schema for text editors");
        foeman(&["check", text(&out)]).ends(0);
    }
}

#[test]
fn an_archive_holds_the_files_of_the_pack_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pack = folder.path().join("shed");
    fs::create_dir_all(pack.join(".git")).expect("it can be written");
    fs::create_dir_all(pack.join("pictures")).expect("it can be written");
    let yaml = "pack: shed\nruleset: foeman\ntitle: Shed\nimages:\n  grass: {title: Grass, file: pictures/grass.png}\n  \
                moss: {title: Moss, file: pictures/moss.png}\n  spy: {title: Spy, file: ../secret.png}\n";
    for (path, content) in [
        ("pack.yaml", yaml),
        ("README.md", "A shed.\n"),
        ("pictures/grass.png", "not really a picture"),
        ("pictures/unused.png", "no record names it"),
        ("diary.txt", "Dear diary"),
        (".git/config", "[core]"),
        ("../secret.png", "a file of the user"),
    ] {
        fs::write(pack.join(path), content).expect("it can be written");
    }
    let archive = folder.path().join("shed.foeman.zip");
    let run = foeman(&["pack", text(&pack), "-o", text(&archive)]).ends(0);
    assert!(run.err.contains("without `pictures/moss.png`, which a record names"), "{}", run.err);
    assert!(run.err.contains("without `../secret.png`") && run.err.contains("outside the pack"), "{}", run.err);
    let out = folder.path().join("out");
    foeman(&["unpack", text(&archive), "-o", text(&out)]).ends(0);
    let names: Vec<String> = packs::files(&out).into_keys().collect();
    assert_eq!(names, ["README.md", "pack.yaml", "pictures/grass.png"]);
    assert!(out.join(".foeman/schema.json").is_file(), "for text editors");
}

#[test]
fn an_archive_is_named_after_the_pack_and_its_folder_after_the_archive() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [here, archive] = [folder.path().to_owned(), folder.path().join("raid.foeman.zip")];
    foeman(&["pack", text(&packs::shipped("entropy")), "-o", text(&archive)]).ends(0);
    let run = foeman(&["check", text(&archive)]).ends(3);
    assert!(run.err.contains("`foeman unpack ") && run.err.contains("makes a pack of it"), "{}", run.err);
    let occupied = foeman(&["unpack", text(&archive), "-o", text(&here)]).ends(2);
    assert!(occupied.err.contains("is not empty: it contains `raid.foeman.zip`"), "{}", occupied.err);
    let itself = foeman(&["unpack", text(&here)]).ends(3);
    assert!(itself.err.contains("expected a zip file, found a folder"), "{}", itself.err);
    let none = foeman(&["unpack", text(&here.join("none.zip"))]).ends(3);
    assert!(none.err.contains("could not read"), "{}", none.err);
}

const HEADER: &str = "pack: shed\nruleset: foeman\ntitle: Shed\n";

/// An archive with these entries, as another program writes it.
fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in entries {
        writer.start_file(*name, options).expect("it can be written");
        writer.write_all(content).expect("it can be written");
    }
    writer.finish().expect("it can be written").into_inner()
}

/// An archive with a pack and one more entry.
fn with(name: &str, content: &[u8]) -> Vec<u8> {
    zipped(&[("pack.yaml", HEADER.as_bytes()), (name, content)])
}

/// Replaces a name in all headers of an archive by another of the same length.
fn renamed(mut archive: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let found: Vec<usize> =
        (0..archive.len() - from.len()).filter(|at| archive[*at..].starts_with(from.as_bytes())).collect();
    assert_eq!(found.len(), 2, "in its own header and in the directory");
    found.into_iter().for_each(|at| archive[at..at + to.len()].copy_from_slice(to.as_bytes()));
    archive
}

fn with_link() -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("pack.yaml", SimpleFileOptions::default()).expect("it can be written");
    writer.write_all(HEADER.as_bytes()).expect("it can be written");
    writer.add_symlink("items.yaml", "/etc/passwd", SimpleFileOptions::default()).expect("it can be written");
    writer.finish().expect("it can be written").into_inner()
}

fn encrypted(mut archive: Vec<u8>) -> Vec<u8> {
    // Bit 0 of the flags, at byte 6 of an entry's own header and at byte 8 in the directory.
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let found: Vec<usize> = (0..archive.len()).filter(|at| archive[*at..].starts_with(signature)).collect();
        found.into_iter().for_each(|at| archive[at + flags] |= 1);
    }
    archive
}

/// Unpacks an archive into a new folder, and returns the error and whether anything was written.
fn unpacked(folder: &Path, archive: &[u8]) -> (Option<String>, bool) {
    let (path, out): (PathBuf, PathBuf) = (folder.join("in/it.zip"), folder.join("in/out"));
    let _ = fs::remove_dir_all(folder.join("in"));
    fs::create_dir_all(folder.join("in")).expect("it can be written");
    fs::write(&path, archive).expect("it can be written");
    let run = foeman(&["unpack", text(&path), "-o", text(&out)]);
    let error = (run.status != 0).then(|| run.err.clone());
    let written = packs::files(folder).into_keys().filter(|file| file != "in/it.zip").count() > 0;
    (error, written)
}

#[test]
fn archives_of_strangers_write_nothing_outside_and_nothing_at_all_if_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let many: Vec<String> = (0..10_001).map(|number| format!("{number}.yaml")).collect();
    let mut crowd: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    crowd.push(("pack.yaml", HEADER.as_bytes()));
    let some: Vec<(&str, &[u8])> = crowd[10_000 - 20..].to_vec();
    let (whole, zeros) = (with("items.yaml", b"items: {}\n"), vec![0; 65 << 20]);
    let bomb: Vec<(String, &[u8])> = (0..4).map(|number| (format!("{number}.png"), zeros.as_slice())).collect();
    let bomb: Vec<(&str, &[u8])> = bomb.iter().map(|(name, zeros)| (name.as_str(), *zeros)).collect();
    let twins =
        zipped(&[("pack.yaml", HEADER.as_bytes()), ("aaaa.yaml", b"items: {}\n"), ("aaab.yaml", b"maps: {}\n")]);
    // Each refused archive, its reason, and a sound archive that differs from it in that alone.
    let cases = [
        (with("../items.yaml", b""), "is outside the pack", whole.clone()),
        (with("a/../../items.yaml", b""), "is outside the pack", with("a/items.yaml", b"")),
        (with("/items.yaml", b""), "is outside the pack", with("tmp/items.yaml", b"")),
        (with("a\\..\\..\\items.yaml", b""), "is outside the pack", with("b/items.yaml", b"")),
        (with("a//items.yaml", b""), "is outside the pack", with("c/items.yaml", b"")),
        (with("CON.yaml", b""), "a name that some systems do not allow", with("CONE.yaml", b"")),
        (with("a?.yaml", b""), "a name that some systems do not allow", with("a!.yaml", b"")),
        (with("Pack.yaml", b""), "the same name as another one on some systems", with("Packs.yaml", b"")),
        (renamed(twins.clone(), "aaab.yaml", "aaaa.yaml"), "same name", twins),
        (with_link(), "is a link", with("items.yaml", b"/etc/passwd")),
        (encrypted(whole.clone()), "", whole.clone()),
        (whole[..whole.len() - 30].to_vec(), "not a complete zip archive", whole.clone()),
        (b"pack: shed\n".to_vec(), "not a complete zip archive", whole.clone()),
        (
            zipped(&[("items.yaml", b"items: {}\n")]),
            "contains no `pack.yaml`",
            zipped(&[("it/pack.yaml", HEADER.as_bytes())]),
        ),
        (
            zipped(&[("a/b/pack.yaml", HEADER.as_bytes())]),
            "contains no `pack.yaml`",
            zipped(&[("b/pack.yaml", HEADER.as_bytes())]),
        ),
        (zipped(&crowd), "at most 10000 are possible", zipped(&some)),
        (zipped(&bomb), "more than 268435456 bytes once unpacked", {
            let mut sound = bomb[..1].to_vec();
            sound.push(("pack.yaml", HEADER.as_bytes()));
            zipped(&sound)
        }),
    ];
    for (number, (refused, why, sound)) in cases.into_iter().enumerate() {
        let (error, written) = unpacked(folder.path(), &refused);
        let error = error.unwrap_or_else(|| panic!("case {number}, {why}: it was accepted"));
        assert!(error.contains(why) && !written, "case {number}, {why}: {error} {written}");
        let (error, written) = unpacked(folder.path(), &sound);
        assert!(error.is_none() && written, "case {number}, {why}: the sound twin: {error:?}");
    }
}
