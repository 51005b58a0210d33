//! Imports a file of Hexkit as the files of a pack.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read as _;

use flate2::read::MultiGzDecoder;
use foeman_schema::draft::Draft;
use foeman_schema::edit::written;
use foeman_schema::fmt;
use serde_json::{Value, json};

use super::export::areas;
use super::include::{MOST_BYTES, expand, path_below, place};
use super::read::{Read, read};
use super::saved::saved;
use super::sheet::parse;
use crate::DIALECT;
use foeman_engine::exchange::{Imported, Note, Open, Source, Unopened};

/// The magic bytes of gzip files.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The first line of each file, for text editors.
const FIRST: &str = "# yaml-language-server: $schema=.foeman/schema.json\n\n";

/// The largest bitmap that packs may have, in bytes.
const MOST_OF_BITMAP: usize = 16 << 20;

/// The largest total size of imported bitmaps, in bytes.
const MOST_OF_BITMAPS: usize = 256 << 20;

/// Imports a scenario, a single section, or a session with the history of its game.
pub(super) fn import(source: Source<'_>, id: &str) -> Result<Imported, Note> {
    let Source { bytes, open, find } = source;
    let bytes = &*unpacked(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = "expected UTF-8, found something else: convert the file".to_owned();
        Note { place: place("", line), message }
    })?;
    let expanded = expand("", text.strip_prefix('\u{feff}').unwrap_or(text), open)?;
    let document = parse(&expanded)?;
    let (read, game) = match document.root_element().tag_name().name() {
        "session" => {
            let saved = saved(&expanded, &document, (open, find))?;
            (saved.read, Some((saved.session, saved.chronicle, saved.end)))
        }
        _ => (read(&expanded)?, None),
    };
    let mut files = vec![("pack.yaml".to_owned(), header(&read, id))];
    for catalog in DIALECT.catalogs {
        files.extend(read.records.get(catalog.name).map(|records| section(catalog.name, records)));
    }
    let mut files: Vec<(String, Vec<u8>)> =
        files.into_iter().map(|(path, text)| (path, laid_out(text).into_bytes())).collect();
    let mut notes = read.notes;
    let mut room = MOST_OF_BITMAPS;
    for (path, named) in &read.bitmaps {
        match bitmap(path, room, open) {
            Ok(bytes) => {
                room -= bytes.len();
                files.push((path.clone(), bytes));
            }
            Err(message) => notes.push(Note { place: named.clone(), message }),
        }
    }
    if let Some((session, chronicle, end)) = game {
        let texts =
            files.iter().filter_map(|(path, bytes)| Some((path.clone(), String::from_utf8(bytes.clone()).ok()?)));
        let draft = Draft::from_texts(texts.filter(|(path, _)| path.ends_with(".yaml")), &[&DIALECT]);
        let stands = end.and_then(|(content, state)| areas(&draft, &read.scenario.id, &content, &state));
        files.extend(stands.map(|text| ("games/areas.xml".to_owned(), text.into_bytes())));
        files.push(("games/session.xml".to_owned(), session.into_bytes()));
        files.push(("games/session.txt".to_owned(), format!("{}\n", chronicle.trim()).into_bytes()));
    }
    Ok(Imported { files, notes })
}

/// Decompresses gzip files, such as Hexkit's automatic saves; returns other files unchanged.
fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Note> {
    if !bytes.starts_with(GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    let refused = |message: String| Note { place: place("", 1), message };
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(MOST_BYTES as u64 + 1).read_to_end(&mut unpacked);
    if unpacked.len() > MOST_BYTES {
        return Err(refused(format!("expected at most {MOST_BYTES} bytes after unpacking, found more")));
    }
    match read {
        Ok(_) => Ok(Cow::Owned(unpacked)),
        Err(error) => Err(refused(format!("expected a complete gzip file ({error}): copy it again"))),
    }
}

fn header(read: &Read, id: &str) -> String {
    let mut text = FIRST.to_owned();
    let mut say = |key: &str, value: Value| text.push_str(&format!("{}\n", written(key, &value, 0)));
    say("pack", id.into());
    say("title", read.title.clone().into());
    say("ruleset", DIALECT.id.into());
    if !read.author.is_empty() {
        say("authors", json!([read.author]));
    }
    say("format", foeman_schema::header::FORMAT.into());
    text
}

/// Writes a file with the records of a catalog.
fn section(catalog: &str, records: &BTreeMap<String, Value>) -> (String, String) {
    let mut text = format!("{FIRST}{catalog}:\n");
    for (id, value) in records {
        text.push_str(&format!("  {}\n", written(id, value, 2)));
    }
    (format!("{catalog}.yaml"), text)
}

/// Formats a text like `foeman fmt`.
fn laid_out(text: String) -> String {
    fmt::text(&text).unwrap_or(text)
}

/// Reads a bitmap in a format that packs can show. The error says why it cannot be used.
fn bitmap(path: &str, room: usize, open: Open<'_>) -> Result<Vec<u8>, String> {
    let outside = || format!("expected a bitmap below the folder, found `{path}`: move it there");
    let below = path_below(path).filter(|below| below == path).ok_or_else(outside)?;
    let name = below.to_lowercase();
    // The first two bytes of a TIFF file give its byte order.
    let tiff: &[&[u8]] = &[b"II*\0", b"MM\0*"];
    let forms: [(&str, &[&[u8]]); 7] = [
        (".png", &[b"\x89PNG"]),
        (".jpg", &[b"\xff\xd8"]),
        (".jpeg", &[b"\xff\xd8"]),
        (".gif", &[b"GIF8"]),
        (".bmp", &[b"BM"]),
        (".tif", tiff),
        (".tiff", tiff),
    ];
    let Some((_, beginnings)) = forms.iter().find(|(end, _)| name.ends_with(end)) else {
        return Err(format!(
            "expected a PNG, JPEG, GIF, BMP or TIFF file, found `{path}`: convert it and change `file`"
        ));
    };
    let bytes = open(&below, MOST_OF_BITMAP.min(room)).map_err(|why| match why {
        Unopened::Missing => format!("expected the bitmap `{path}`, but it is missing: put it into the pack"),
        Unopened::Outside => outside(),
        Unopened::TooLarge => {
            format!("expected at most {MOST_OF_BITMAP} bytes, and {MOST_OF_BITMAPS} in all, but `{path}` has more")
        }
        Unopened::Unreadable => format!("expected a bitmap that can be read, but `{path}` cannot"),
    })?;
    if beginnings.iter().any(|beginning| bytes.starts_with(beginning)) {
        Ok(bytes)
    } else {
        Err(format!("expected an image of the type in its name, but `{path}` is something else: it is not imported"))
    }
}
