//! Packs that try to leave the folder or to put code on pages.

use super::packs::assert_whole;
use super::{draft, html, made};

const MARKUP: &str = "</script></title></td><script>alert(1)</script><img src=x onerror=alert(1)>\\\" onclick=\\\"x";

#[test]
fn ids_never_leave_the_folder() {
    for id in
        ["../../etc/passwd", "/etc/passwd", "..", "a/../../b", "C:\\\\x", "nul", "a\\u0000b", "index", "%2e%2e%2f"]
    {
        let text = format!("pack: bad\nruleset: foeman\nformat: 2\nitems:\n  \"{id}\": {{title: Bad, class: wpn}}\n");
        let files = made(draft(&text), None, 0);
        for path in files.keys() {
            let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
            assert!(path.chars().all(plain) && !path.contains("..") && !path.starts_with('/'), "{id}: {path}");
        }
        assert!(files.keys().filter(|path| path.starts_with("items/")).count() >= 2, "{id}");
        assert_whole(&files);
    }
}

#[test]
fn texts_of_a_pack_never_become_markup_or_scripts() {
    let text = format!(
        "pack: bad\ntitle: \"{MARKUP}\"\nversion: \"{MARKUP}\"\nauthors: [\"{MARKUP}\"]\nruleset: foeman\nformat: 2\n\
         fields:\n  items:\n    lore: {{type: text, about: \"{MARKUP}\"}}\n\
         terrains:\n  sand: {{title: \"{MARKUP}\", color: \"red;background:url(x)\"}}\n\
         maps:\n  pit: {{title: \"{MARKUP}\", geometry: {{size: [3, 3]}}, legend: {{\".\": sand}}, rows: \"...\\n...\\n...\\n\", \
         zones: {{a: {{title: \"{MARKUP}\", color: \"{MARKUP}\", rectangles: [{{from: [0, 0], to: [1, 1]}}]}}}}}}\n\
         figures:\n  man: {{title: \"{MARKUP}\", kind: hero, attributes: {{st: 10, dx: 10, iq: 10, ma: 10}}}}\n\
         items:\n  axe: {{title: \"{MARKUP}\", about: \"{MARKUP}\", class: wpn, damage: \"{MARKUP}\", lore: \"{MARKUP}\", \"{MARKUP}\": 1}}\n\
         rosters:\n  one: {{title: \"{MARKUP}\", figures: {{a: {{name: \"{MARKUP}\", type: man, gear: [{{item: \"{MARKUP}\"}}]}}}}}}\n  \
         two: {{title: \"{MARKUP}\", figures: {{b: {{name: \"{MARKUP}\", type: man}}}}}}\n\
         sides:\n  red: {{title: \"{MARKUP}\", color: \"#aa0000\", roster: one}}\n  blue: {{title: \"{MARKUP}\", color: \"#0000aa\", roster: two}}\n\
         scenarios:\n  fight: {{title: \"{MARKUP}\", map: pit, sides: [{{side: red, place: {{a: {{hex: [0, 0], facing: 0}}}}}}, \
         {{side: blue, place: {{b: {{hex: [2, 2], facing: 0}}}}}}]}}\n"
    );
    let files = made(draft(&text), None, 0);
    assert_whole(&files);
    for (path, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        if path.ends_with(".html") {
            for tag in html::tags(&text) {
                assert!(tag.name != "script" || tag.get("src").is_some(), "{path}: {tag:?}");
                assert!(tag.get("src") != Some("x"), "{path}: {tag:?}");
                let style = tag.get("style").unwrap_or_default();
                assert!(!style.contains("url") && !style.contains(';'), "{path}: {style}");
            }
        } else if path.ends_with(".svg") || (path.ends_with(".js") && !path.starts_with("assets/")) {
            assert!(!text.contains("<script") && !text.contains("<img"), "{path}: {text}");
        }
    }
}

#[test]
fn a_pack_with_errors_has_pages_that_say_so() {
    let text = "pack: bad\nruleset: foeman\nformat: 2\nitems:\n  axe: {extends: axe, class: [1, {a: b}]}\n  \
                pick: {extends: nothing, damage: null}\nscenarios:\n  fight: {title: Fight, map: missing}\nmaps:\n  pit: {rows: 7}\n";
    let files = made(draft(text), None, 3);
    assert_whole(&files);
    assert!(super::text(&files, "scenarios/fight.html").contains("cannot be played"));
    assert!(super::text(&files, "maps/pit.html").contains("cannot be drawn"));
}
