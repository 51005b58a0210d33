//! Translations of a pack's texts: reading, layering, updating and following renames.

use std::sync::Arc;

use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, plan};
use foeman_schema::draft::Draft;
use foeman_schema::example::{DUELS, PACK};
use foeman_schema::finding::Finding;
use foeman_schema::po::{MOST_BYTES, MOST_ENTRIES, Po, canonical};
use foeman_schema::text::{Pointer, RecordKey};
use foeman_schema::texts::{coverage, template, texts, updated};

const GERMAN: &str = r#"msgid ""
msgstr "Language: de\n"

# Not a sabre.
#, no-wrap
msgctxt "weapons/sword/title"
msgid "Sword"
msgstr "Schwert"

#, fuzzy
msgctxt "weapons/spear/title"
msgid "Spear"
msgstr "Lanze"

msgctxt "fighters/brana/title"
msgid "Branna"
msgstr "Brana die Alte"
"#;

fn draft(files: &[(&str, &str)]) -> Draft {
    Draft::from_texts(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())), &[&DUELS])
}

fn german(po: &str) -> Draft {
    draft(&[("pack.yaml", PACK), ("lang/de.po", po)])
}

fn findings(draft: &Draft) -> Vec<Finding> {
    Analysis::of(Arc::new(draft.clone()), None).findings().to_vec()
}

fn codes(draft: &Draft) -> Vec<(&'static str, u32)> {
    let line = |finding: &Finding| draft.line_col(finding.place.file, finding.place.span.start).0;
    findings(draft).iter().map(|finding| (finding.code, line(finding))).collect()
}

fn title<'a>(draft: &'a Draft, catalog: &str, id: &str) -> &'a str {
    draft.title_of_record(&RecordKey::new(catalog, id)).expect("it has a title")
}

fn entry(context: &str, original: &str, translation: &str) -> String {
    format!("msgctxt \"{context}\"\nmsgid \"{original}\"\nmsgstr \"{translation}\"\n\n")
}

/// A complete translation of the example pack.
fn complete() -> String {
    let draft = draft(&[("pack.yaml", PACK)]);
    texts(&draft).iter().map(|text| entry(&text.context, &text.original, &format!("{}!", text.original))).collect()
}

#[test]
fn only_current_translations_are_shown_and_the_text_stays() {
    let pack = german(GERMAN);
    let shown = pack.in_language("de");
    assert_eq!(title(&shown, "weapons", "sword"), "Schwert");
    assert_eq!(title(&shown, "weapons", "spear"), "Spear", "fuzzy translations are not shown");
    assert_eq!(title(&shown, "fighters", "brana"), "Brana", "translations of another original are not shown");
    for file in pack.files() {
        assert_eq!(shown.text(file), pack.text(file));
        assert!(!shown.is_dirty(file));
    }
    assert_eq!(shown.raw(&RecordKey::new("weapons", "sword")).expect("it is there")["title"], "Schwert");
    assert_eq!(title(&pack, "weapons", "sword"), "Sword");
    assert_eq!(title(&pack.in_language("fr"), "weapons", "sword"), "Sword");
}

#[test]
fn a_scenario_is_resolved_in_the_language_and_says_so() {
    let pack = german(GERMAN);
    let resolved = |draft: Draft| Analysis::of(Arc::new(draft), None).resolve("first").expect("no errors");
    let shown = resolved(pack.in_language("de"));
    assert_eq!(shown.records["weapons"]["sword"]["title"], "Schwert");
    assert_eq!(shown.language.as_deref(), Some("de"));
    let written = resolved(pack);
    assert_eq!(written.records["weapons"]["sword"]["title"], "Sword");
    assert!(!written.canonical().contains("language"), "content as written stays the same");
}

#[test]
fn a_variety_of_a_language_falls_back_to_it_text_by_text() {
    let austrian = entry("weapons/spear/title", "Spear", "Spieß");
    let pack = draft(&[("pack.yaml", PACK), ("lang/de.po", GERMAN), ("lang/de-AT.po", &austrian)]);
    assert_eq!(pack.languages(), ["de", "de-AT"]);
    let shown = pack.in_language("de-AT");
    assert_eq!([title(&shown, "weapons", "sword"), title(&shown, "weapons", "spear")], ["Schwert", "Spieß"]);
    assert!(pack.has_language("de-CH") && !pack.has_language("fr") && !pack.has_language("d"));
}

#[test]
fn translations_that_look_like_numbers_stay_texts() {
    let pack = german(&entry("weapons/sword/title", "Sword", "12"));
    let shown = pack.in_language("de");
    assert_eq!(shown.raw(&RecordKey::new("weapons", "sword")).expect("it is there")["title"], "12");
    assert_eq!(codes(&shown), [], "a translated draft has no findings about translations");
}

#[test]
fn each_problem_is_reported_at_its_line() {
    let pack = german(&format!(
        "{GERMAN}\n{}{}{}",
        entry("weapons/sword/title", "Sword", "Säbel"),
        entry("weapons/swrod/title", "Sword", "Schwert"),
        entry("fighters/gorsk/title", "Gorsk", "Gorsk\\nder Erste"),
    ));
    let expected = [
        ("missing-translation", 1),
        ("fuzzy-translation", 11),
        ("fuzzy-translation", 15),
        ("repeated-translation", 19),
        ("obsolete-translation", 23),
        ("translation-placeholder", 29),
    ];
    assert_eq!(codes(&pack), expected);
    let unknown = findings(&pack).into_iter().find(|finding| finding.code == "obsolete-translation").expect("reported");
    assert_eq!(unknown.message, "there is no record `weapons/swrod`");
    assert_eq!(unknown.help.as_deref(), Some("did you mean `sword`?"));
    assert_eq!(codes(&german(&complete())), []);
}

#[test]
fn a_faulty_file_of_translations_leaves_the_pack_playable() {
    let pack = german("msgctxt \"weapons/sword/title\"\nmsgid \"Sword\nmsgstr \"Schwert\"\n");
    assert_eq!(codes(&pack), [("translation-file", 2)]);
    let analysis = Analysis::of(Arc::new(pack), None);
    assert!(analysis.resolve("first").is_ok());
}

#[test]
fn files_with_other_names_or_places_are_refused() {
    let pack = draft(&[("pack.yaml", PACK), ("lang/de_AT.po", ""), ("lang/german!.po", ""), ("de.po", GERMAN)]);
    let files: Vec<(String, String)> = findings(&pack)
        .into_iter()
        .filter(|finding| finding.code != "missing-translation")
        .map(|finding| (finding.code.to_owned(), finding.message))
        .collect();
    let said = |part: &str| files.iter().any(|(_, message)| message.contains(part));
    assert_eq!(files.len(), 3, "{files:?}");
    assert!(said("expected the name `lang/de-AT.po`, found `de_AT.po`"), "{files:?}");
    assert!(said("expected the name of a language such as `de.po`"), "{files:?}");
    assert!(said("found `de.po`, which is not read"), "{files:?}");
    assert_eq!(pack.in_language("de").title_of_record(&RecordKey::new("weapons", "sword")), Some("Sword"));
}

#[test]
fn names_of_languages_have_the_form_of_bcp_47() {
    for tag in ["de", "de-AT", "zh-Hant-TW", "sr-Latn", "en-GB", "nds", "es-419", "de-1996"] {
        assert_eq!(canonical(tag).as_deref(), Some(tag));
    }
    for text in ["", "d", "1", "de-", "-de", "../de", "de/at", "de.po", "deutschland", "de-abcdefghi", "dé"] {
        assert_eq!(canonical(text), None, "{text}");
    }
}

#[test]
fn an_update_keeps_translations_and_comments_and_is_idempotent() {
    let pack = draft(&[("pack.yaml", PACK)]);
    let once = updated(&pack, "de", &Po::read(GERMAN));
    let po = Po::read(&once);
    assert_eq!((po.faults.len(), po.entries.len()), (0, texts(&pack).len()));
    let found = |context: &str| po.entries.iter().find(|entry| entry.context == context).expect("it is there");
    let sword = found("weapons/sword/title");
    assert_eq!((&*sword.comments, &*sword.flags, &*sword.translation), ("Not a sabre.\n", "no-wrap", "Schwert"));
    assert_eq!(sword.places, "pack.yaml:7\n");
    let brana = found("fighters/brana/title");
    assert_eq!((brana.fuzzy, brana.previous.as_deref()), (true, Some("Branna")));
    assert_eq!((&*brana.original, &*brana.translation), ("Brana", "Brana die Alte"));
    assert_eq!(updated(&pack, "de", &po), once);
    // The original gets its earlier text back, so the translation fits again.
    let before = draft(&[("pack.yaml", &PACK.replace("title: Brana", "title: Branna"))]);
    let back = Po::read(&updated(&before, "de", &po));
    let brana = back.entries.iter().find(|entry| entry.context == "fighters/brana/title").expect("it is there");
    assert_eq!((brana.fuzzy, brana.previous.as_deref()), (false, None));
}

#[test]
fn an_update_follows_a_unique_text_to_its_new_place_and_keeps_the_rest_as_obsolete() {
    let moved = draft(&[("pack.yaml", &PACK.replace("sword:", "blade:").replace("weapon: sword", "weapon: blade"))]);
    let text = updated(&moved, "de", &Po::read(&complete()));
    let po = Po::read(&text);
    let blade = po.entries.iter().find(|entry| entry.context == "weapons/blade/title").expect("it is there");
    assert_eq!((&*blade.translation, blade.fuzzy, blade.obsolete), ("Sword!", false, false));

    let without = draft(&[("pack.yaml", &PACK.replace("  spear: {title: Spear, damage: 5, weight: 3}\n", ""))]);
    let po = Po::read(&updated(&without, "de", &Po::read(&complete())));
    let spear = po.entries.last().expect("it is not empty");
    assert_eq!((&*spear.context, spear.obsolete), ("weapons/spear/title", true));
    let again = draft(&[("pack.yaml", PACK)]);
    let po = Po::read(&updated(&again, "de", &po));
    assert!(po.entries.iter().all(|entry| !entry.obsolete && !entry.translation.is_empty()), "{po}");
}

#[test]
fn a_template_has_all_texts_and_no_translation() {
    let pack = draft(&[("pack.yaml", PACK)]);
    let po = Po::read(&template(&pack));
    assert!(po.faults.is_empty() && po.entries.iter().all(|entry| entry.translation.is_empty()));
    let contexts: Vec<&str> = po.entries.iter().map(|entry| &*entry.context).collect();
    let expected = [
        "title",
        "weapons/sword/title",
        "weapons/spear/title",
        "fighters/brana/title",
        "fighters/gorsk/title",
        "duels/first/title",
    ];
    assert_eq!(contexts, expected);
}

#[test]
fn a_rename_takes_the_translations_along() {
    let mut pack = german(GERMAN);
    let at = Pointer::parse("/weapons/sword").expect("a pointer");
    let plan = plan(&pack, &[Change::Rename { at, to: "blade".to_owned() }]).expect("it can be renamed");
    let undo = plan.apply(&mut pack).expect("it is current");
    let file = pack.file_at("lang/de.po").expect("it is there");
    assert_eq!(pack.text(file), GERMAN.replace("weapons/sword/title", "weapons/blade/title"));
    assert_eq!(title(&pack.in_language("de"), "weapons", "blade"), "Schwert");
    pack.apply(&undo);
    assert_eq!(pack.text(file), GERMAN);
}

#[test]
fn an_edited_translation_is_read_again() {
    let mut pack = german(GERMAN);
    pack.put_text("lang/de.po", &GERMAN.replace("Schwert", "Säbel"));
    assert_eq!(title(&pack.in_language("de"), "weapons", "sword"), "Säbel");
    assert_eq!(coverage(&pack).first().map(|done| (done.texts, done.translated)), Some((6, 1)));
}

#[test]
fn declared_texts_are_translated_if_the_declaration_says_so() {
    let fields = "fields:\n  weapons:\n    motto: {kind: text, translate: true}\n    maker: {kind: text}\n";
    let sword = "sword: {title: Sword, damage: 6, motto: Strike, maker: Wayland}";
    let yaml = PACK.replace("weapons:\n", &format!("{fields}weapons:\n"));
    let yaml = yaml.replace("sword: {title: Sword, damage: 6}", sword);
    let pack = draft(&[("pack.yaml", &yaml), ("lang/de.po", &entry("weapons/sword/motto", "Strike", "Schlag zu"))]);
    let contexts: Vec<String> = texts(&pack).into_iter().map(|text| text.context).collect();
    assert!(contexts.contains(&"weapons/sword/motto".to_owned()), "{contexts:?}");
    assert!(!contexts.contains(&"weapons/sword/maker".to_owned()), "{contexts:?}");
    let shown = pack.in_language("de").raw(&RecordKey::new("weapons", "sword")).expect("it is there");
    assert_eq!((&shown["motto"], &shown["maker"]), (&"Schlag zu".into(), &"Wayland".into()));
}

#[test]
fn a_required_pack_is_translated_by_its_own_file() {
    let own = "pack: more\nruleset: duels\nrequires: {arena: '*'}\nfighters:\n  hild: {title: Hild, weapon: sword}\n";
    let files = [("pack.yaml", own), ("../arena/pack.yaml", PACK), ("../arena/lang/de.po", GERMAN)];
    let pack = draft(&files);
    assert_eq!(title(&pack.in_language("de"), "weapons", "sword"), "Schwert");
    assert_eq!(codes(&pack), [], "the translations of another pack are its own affair");
}

#[test]
fn what_is_written_is_read_again() {
    let text = concat!(
        "# A comment.\n#\n# More.\n#. A hint.\n#: a.yaml:1\n#, fuzzy, no-wrap\n#| msgid \"old\"\n",
        "msgctxt \"a/b/c\"\nmsgid \"\"\n\"two\\n\"\n\"lines \\\"quoted\\\" \\\\ \\t\"\nmsgstr \"ä\"\n\n",
        "#~| msgid \"older\"\n#~ msgctxt \"a/b/d\"\n#~ msgid \"gone\"\n#~ msgstr \"weg\"\n\n# The end.\n",
    );
    let po = Po::read(text);
    assert_eq!(po.faults, []);
    assert_eq!(po.entries[0].original, "two\nlines \"quoted\" \\ \t");
    assert_eq!(po.to_string(), text);
    let unix = "\u{feff}msgctxt \"a\"\r\nmsgid \"b\"\r\nmsgstr \"c\"\r\n";
    assert_eq!((Po::read(unix).faults.len(), Po::read(unix).entries.len()), (0, 1));
}

#[test]
fn faults_have_their_place_and_a_remedy() {
    let cases = [
        ("msgid \"a\"\n", "expected `msgstr`", 1),
        ("msgctxt \"a\"\n\n", "expected `msgid`", 1),
        ("msgstr \"a\"\n", "expected `msgid` before `msgstr`", 1),
        ("msgid \"a\"\nmsgstr \"b\"\n", "expected `msgctxt` before `msgid`, with the path of the text in the pack", 1),
        ("msgid \"a\"\nmsgid_plural \"b\"\n", "plural forms are not supported; write one text", 2),
        ("msgctxt \"a\"\nmsgid \"b\" c\n", "expected the line to end after the closing quote", 2),
        ("msgctxt \"a\"\nmsgid \"\\q\"\n", "expected `\\n`, `\\t`, `\\\"` or `\\\\`, found `\\q`", 2),
        ("msgctxt a\n", "expected a text in double quotes", 1),
        ("\"a\"\n", "expected `msgctxt`, `msgid`, `msgstr` or a comment", 1),
        ("<<<<<<< ours\n", "expected `msgctxt`, `msgid`, `msgstr` or a comment, found `<<<<<<<`", 1),
        (
            "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=latin1\\n\"\n",
            "expected the encoding UTF-8, found `latin1`",
            2,
        ),
        ("msgctxt \"a\"\nmsgid \"\"\nmsgstr \"b\"\n", "expected an original, found an empty text", 1),
        ("msgctxt \"a\u{7}\"\n", "expected visible characters, found a control character", 1),
        ("msgctxt \"a\u{7f}\"\n", "expected visible characters, found a control character", 1),
        ("msgctxt \"a\u{85}\"\n", "expected visible characters, found a control character", 1),
    ];
    for (text, message, line) in cases {
        let pack = german(text);
        let po = Po::read(text);
        assert_eq!(po.faults.first().map(|fault| &*fault.message), Some(message), "{text}");
        let file = pack.file_at("lang/de.po").expect("it is there");
        assert_eq!(pack.line_col(file, po.faults[0].span.start).0, line, "{text}");
    }
}

#[test]
fn hostile_files_are_refused_without_growing() {
    let many = |unit: &str| unit.repeat(MOST_BYTES / unit.len());
    let hostile = [
        format!("{}x", many("# ")),
        "x".repeat(MOST_BYTES + 1),
        many("\"\n"),
        many("msgid \"\\"),
        many("<<<<<<<\n"),
        entry("a", "b", "c").repeat(MOST_ENTRIES + 1),
    ];
    for text in &hostile[1..] {
        let po = Po::read(text);
        assert!(!po.faults.is_empty() && po.faults.len() <= 20, "{} faults", po.faults.len());
        assert!(po.entries.len() <= MOST_ENTRIES);
    }
    for text in [&hostile[0], &many("#, a\n"), &many("#~\n"), &many("\n")] {
        assert_eq!(Po::read(text).entries.len(), 0);
    }
}
