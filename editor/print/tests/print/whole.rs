//! Whole documents.

use egui::Rect;
use foeman_print::page::all_words;
use foeman_print::{Options, pdf};

use crate::{PACKS, analysis, document, subject};

/// The scenarios of a pack.
fn scenarios(pack: &str) -> Vec<String> {
    let analysis = analysis(pack);
    let playable = analysis.draft().dialect().expect("a ruleset").playable;
    analysis.draft().ids(playable).map(str::to_owned).collect()
}

#[test]
fn every_scenario_of_every_pack_prints_and_nothing_leaves_its_page() {
    for pack in PACKS {
        for scenario in scenarios(pack) {
            for mono in [false, true] {
                let document = document(&subject(pack, Some(&scenario)), &Options { mono, ..Options::default() });
                for page in &document.pages {
                    let paper = Rect::from_min_size(egui::Pos2::ZERO, page.size).shrink(5.0);
                    for (text, rect) in all_words(&page.marks) {
                        // Words on a map are cut off with it.
                        let is_map = page.name.starts_with("map-");
                        assert!(
                            is_map || paper.contains_rect(rect),
                            "{pack} {scenario} {}: {text} at {rect}",
                            page.name
                        );
                    }
                }
                assert!(pdf(&document).is_ok_and(|bytes| bytes.starts_with(b"%PDF-")), "{pack} {scenario}");
            }
        }
    }
}

#[test]
fn the_same_pack_gives_the_same_bytes() {
    for pack in PACKS {
        let bytes = || pdf(&document(&subject(pack, None), &Options::default()));
        let (first, second) = (bytes(), bytes());
        assert!(first.is_ok(), "{pack}: {first:?}");
        assert!(first == second, "{pack}");
    }
}

#[test]
fn the_document_names_itself_and_its_pages() {
    let document = document(&subject("arena", Some("toll")), &Options::default());
    assert_eq!(document.title, "Exact change only");
    let bytes = pdf(&document).expect("it can be written");
    let text = String::from_utf8_lossy(&bytes);
    for word in ["/Title", "/Lang", "/Outlines", "/Annots", "/FontFile2", "/ToUnicode"] {
        assert!(text.contains(word), "{word}");
    }
    let bookmarks: Vec<&str> =
        document.pages.iter().flat_map(|page| &page.bookmarks).map(|(_, title)| title.as_str()).collect();
    for title in ["Maps", "The bridge of Oxbridge", "Counters"] {
        assert!(bookmarks.contains(&title), "{title}: {bookmarks:?}");
    }
}
