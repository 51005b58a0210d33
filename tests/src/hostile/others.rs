//! Hostile maps of other programs, translations, archives and journals.

use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};

use super::Cases;

pub(super) fn wesnoth(cases: &mut Cases) {
    let sound = "Gg, Gg, Gg, Gg\nGg, 1 Ke, Ww, Gg\nGg, Gg, 2 Ke, Gg\nGg, Gg, Gg, Gg\n";
    let mut add = |name: &str, text: String, says: &'static str| cases.add(name, sound, text, says);
    add("mask.map", format!("border_size=1\nusage=mask\n\n{sound}"), "this file is a mask");
    add("border-9.map", format!("border_size=9\n\n{sound}"), "within a border of 9");
    add("border-huge.map", format!("border_size=18446744073709551615\n{sound}"), "expected a `border_size`");
    add("border-negative.map", format!("border_size=-1\n{sound}"), "expected a `border_size`");
    add("ragged.map", sound.replacen("Ww, ", "", 1), "expected 4 codes in each line, found 3");
    add("code.map", sound.replacen("Ww", "Water", 1), "expected a code such as `Gg`");
    add("start-twice.map", sound.replacen("2 Ke", "1 Ke", 1), "start `1` is already in line 2");
    add("columns.map", format!("{}Gg\n", "Gg,".repeat(20_000)).repeat(3), "expected 1 to 10000 columns");
    add("scenario.map", "map_data=\"\nGg, Gg\n\"".to_owned(), "this file is a scenario");
    add("empty.map", String::new(), "expected rows of terrain codes");
}

pub(super) fn megamek(cases: &mut Cases) {
    let sound = "size 2 1\nhex 0101 0 \"\" \"\"\nhex 0201 1 \"woods:1\" \"\"\nend\n";
    let mut add = |name: &str, from: &str, to: &str, says: &'static str| {
        cases.add(name, sound, sound.replacen(from, to, 1), says);
    };
    add("size-negative.board", "size 2 1", "size 2 -1", "expected 1 to 10000 columns and rows");
    add("size-huge.board", "size 2 1", "size 9999 9999", "expected at most 4194304 cells");
    add("size-twice.board", "size 2 1", "size 2 1\nsize 2 1", "expected one `size`");
    add("size-none.board", "size 2 1\n", "", "expected `size` before the first hex");
    add("hex-twice.board", "hex 0201", "hex 0101", "hex `0101` is listed twice");
    add("hex-outside.board", "hex 0201", "hex 0301", "expected a hex of the 2 x 1 board");
    add("level.board", "hex 0201 1", "hex 0201 99999", "expected a level, found `99999`");
    add("quote.board", "\"woods:1\" \"\"", "\"woods:1", "expected a closing quote");
}

pub(super) fn tables(cases: &mut Cases) {
    let sound = "grass,mud\nmud,\"grass\"\n";
    let mut add = |name: &str, text: String, says: &'static str| cases.add(name, sound, text, says);
    add("ragged.csv", "grass,mud\nmud\n".to_owned(), "expected 2 fields in each line, found 1");
    add("quote.csv", "grass,mud\nmud,\"grass\n".to_owned(), "expected a closing quote");
    add("quote-inside.csv", "grass,mud\nmud,gr\"ass\n".to_owned(), "expected a quote only around a whole field");
    add("columns.csv", ",".repeat(16 << 20), "expected at most 10000 columns");
    add("rows.csv", "a\n".repeat(8 << 20), "expected at most 10000 rows");
    add("field.csv", "a".repeat(16 << 20), "has no terrain");
    let many: String = (0..20_000).map(|number| format!("{number},{number}\n")).collect();
    add("codes.csv", many, "found more");
    add("empty.csv", String::new(), "found an empty file");
}

pub(super) fn translations(cases: &mut Cases) {
    let sound = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n";
    let mut add = |name: &str, bytes: Vec<u8>| cases.add(name, sound, bytes, "error[translation-file]");
    add("large.po", vec![b'#'; (16 << 20) + 1]);
    add("quotes.po", b"msgid \"\\\n".repeat(1 << 20));
    add("bytes.po", vec![0xff; 1 << 20]);
    add("entries.po", b"msgctxt \"a\"\nmsgid \"b\"\nmsgstr \"c\"\n\n".repeat(110_000));
    add("cut.po", sound.as_bytes()[..sound.len() - 3].to_vec());
}

/// Returns an archive with these files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("memory can be written");
        writer.write_all(content).expect("memory can be written");
    }
    writer.finish().expect("memory can be written").into_inner()
}

pub(super) fn archives(cases: &mut Cases) {
    let header: (&str, &[u8]) = ("pack.yaml", b"pack: shed\nruleset: foeman\ntitle: Shed\n");
    let sound = zipped(&[header, ("items.yaml", b"items: {}\n")]);
    let mut add = |name: &str, bytes: Vec<u8>, says: &'static str| cases.add(name, sound.clone(), bytes, says);
    add("outside.foeman.zip", zipped(&[header, ("../items.yaml", b"")]), "is outside the pack");
    add("absolute.foeman.zip", zipped(&[header, ("/items.yaml", b"")]), "is outside the pack");
    add("windows.foeman.zip", zipped(&[header, ("a\\..\\..\\items.yaml", b"")]), "is outside the pack");
    let zeros = vec![0; 65 << 20];
    add(
        "bomb.foeman.zip",
        zipped(&[header, ("1.png", &zeros), ("2.png", &zeros), ("3.png", &zeros), ("4.png", &zeros)]),
        "more than 268435456 bytes once unpacked",
    );
    add("cut.foeman.zip", sound[..sound.len() - 30].to_vec(), "not a complete zip archive");
    add("text.foeman.zip", b"pack: shed\n".to_vec(), "not a complete zip archive");
}

pub(super) fn journals(cases: &mut Cases, sound: &str) {
    let lines: Vec<&str> = sound.split_inclusive('\n').collect();
    let middle = lines.len() / 2;
    let mut add = |name: &str, text: String, says: &'static str| cases.add(name, sound, text, says);
    add("text.journal", "pack: shed\n".to_owned(), "line 1");
    add("empty.journal", String::new(), "journal");
    add("deep.journal", format!("{}\n", "[".repeat(1 << 20)), "line 1");
    add(
        "deep-entry.journal",
        format!("{}{}\n{}", lines[..middle].concat(), "{\"a\":".repeat(1 << 18), lines[middle + 1..].concat()),
        "recursion limit",
    );
    add("twice.journal", format!("{}{}", lines[..=middle].concat(), lines[middle..].concat()), "line ");
    add("gap.journal", format!("{}{}", lines[..middle].concat(), lines[middle + 1..].concat()), "line ");
    add("cut-line.journal", format!("{}{{\"entry", lines[..middle].concat()), "line ");
}
