//! Packs of several files, from disk and from memory, and queries on them.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use foeman_schema::analysis::{Analysis, check, resolve};
use foeman_schema::catalogs::images::Image;
use foeman_schema::change::{Change, plan};
use foeman_schema::dialect::{CatalogDef, Dialect};
use foeman_schema::draft::{Draft, Unfinished};
use foeman_schema::edit::{EditError, insert_record, set_value};
use foeman_schema::fmt;
use foeman_schema::text::{FileId, Pointer, RecordKey};
use serde_json::json;

use crate::common::{HEADER, TINY, body, pack, rendered, usages};

const AXE: &str = "  axe: {title: Axe, damage: 2D, held: two-hands}\n";

fn at(pointer: &str) -> Pointer {
    Pointer::parse(pointer).expect("pointers in tests are well formed")
}

fn files(files: &[(&str, &str)]) -> Draft {
    Draft::from_texts(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())), &[&TINY])
}

/// Creates an empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_dir_all(&path).expect("folders of tests can be removed");
    }
    fs::create_dir_all(&path).expect("folders of tests can be made");
    path
}

#[test]
fn a_pack_without_a_header_says_what_to_write() {
    let expected = "\
pack.yaml:1:1 pack-header: the key `pack` is missing in `pack.yaml`
  | weapons:
  | ^
  = add a line `pack: ` and the pack's id
pack.yaml:1:1 pack-header: the key `ruleset` is missing in `pack.yaml`
  | weapons:
  | ^
  = write `ruleset: tiny`
";
    assert_eq!(rendered(&pack("weapons:\n")), expected);
}

#[test]
fn a_misspelt_ruleset_is_corrected_and_nothing_else_is_reported() {
    let expected = "\
pack.yaml:2:10 pack-header: expected the name of a ruleset, found `tinny`
  | ruleset: tinny
  |          ^^^^^
  = did you mean `tiny`?
";
    assert_eq!(rendered(&pack("pack: a\nruleset: tinny\nweapns:\n  a: 1\n")), expected);
}

#[test]
fn places_are_right_after_a_byte_order_mark_and_with_windows_line_ends() {
    let expected = "\
pack.yaml:1:7 invalid-value: expected text in the form `arena`, found `Ärena`
  | pack: Ärena
  |       ^^^^^
pack.yaml:4:10 wrong-type: expected keys with values, found `5`
  |   sword: 5
  |          ^
";
    assert_eq!(rendered(&pack("\u{feff}pack: Ärena\r\nruleset: tiny\r\nweapons:\r\n  sword: 5\r\n")), expected);
}

#[test]
fn catalogs_are_the_union_of_the_files_and_ids_are_unique_in_all_of_them() {
    let draft = files(&[
        ("pack.yaml", HEADER),
        ("b/more.yaml", &format!("weapons:\n{AXE}title: Mine\n")),
        ("a.yaml", &format!("weapons:\n{AXE}  saw: {{extends: axe, title: Saw}}\n")),
    ]);
    assert_eq!(draft.ids("weapons").collect::<Vec<_>>(), ["axe", "saw"]);
    let expected = "\
b/more.yaml:2:3 duplicate-id: the id `axe` is already used in `weapons`
  |   axe: {title: Axe, damage: 2D, held: two-hands}
  |   ^^^
  = a.yaml:2:3: first record with this id
  = rename or remove one of them
b/more.yaml:3:1 pack-header: `title` belongs in `pack.yaml`; move it there
  | title: Mine
  | ^^^^^
";
    assert_eq!(rendered(&draft), expected);
}

#[test]
fn records_merge_what_they_extend() {
    let draft = body(
        "weapons:\n  axe: {title: Axe, damage: 2D, held: two-hands, requires: {st: 9, dx: 8}, found: [pit], weight: 7}\n  \
         saw:\n    extends: axe\n    title: Saw\n    requires: {dx: null, st: 3}\n    found: []\n    weight: null\n",
    );
    let merged = draft.merged(&RecordKey::new("weapons", "saw")).unwrap();
    let expected = json!({"title": "Saw", "damage": "2D", "held": "two-hands", "requires": {"st": 3}, "found": []});
    assert_eq!(merged, expected);
    assert!(draft.defined(&at("/weapons/saw/title")) && !draft.defined(&at("/weapons/saw/damage")));
}

#[test]
fn text_is_read_from_the_source_whatever_yaml_makes_of_it() {
    for text in ["no", "0001", "1e3", "0x1F", "1_000", "2026-01-02", "off", "1.50", "12:30"] {
        let draft = body(&format!("weapons:\n  axe: {{title: {text}, damage: 2D, held: two-hands, weight: 7}}\n"));
        let raw = draft.raw(&RecordKey::new("weapons", "axe")).unwrap();
        assert_eq!(raw["title"], json!(text));
        assert_eq!(raw["weight"], json!(7));
    }
}

#[test]
fn a_jump_from_text_finds_the_innermost_value() {
    let text = format!(
        "{HEADER}weapons:\n  axe:\n    title: Axe\n    requires: {{st: 9}}\n    found:\n      - pit\n      - beach\n"
    );
    let draft = pack(&text);
    for (word, pointer) in [
        ("tiny", "/ruleset"),
        ("weapons", "/weapons"),
        ("axe:", "/weapons/axe"),
        ("Axe", "/weapons/axe/title"),
        ("st:", "/weapons/axe/requires/st"),
        ("beach", "/weapons/axe/found/1"),
    ] {
        let offset = text.find(word).unwrap() + 1;
        assert_eq!(draft.pointer_at(FileId(0), offset), Some(at(pointer)), "{word}");
    }
    let place = draft.place(&at("/weapons/axe/found/1")).unwrap();
    assert_eq!(&text[place.span.range()], "beach");
    let place = draft.key_place(&at("/weapons/axe/requires/st")).unwrap();
    assert_eq!(&text[place.span.range()], "st");
    // A missing value is shown at its parent.
    let place = draft.key_place(&at("/weapons/axe/requires/dx")).unwrap();
    assert_eq!(&text[place.span.range()], "requires");
    let place = draft.record_place(&RecordKey::new("weapons", "axe")).unwrap();
    assert!(text[place.span.range()].starts_with("axe:") && text[place.span.range()].ends_with("beach"));
}

#[test]
fn usages_are_the_values_that_name_a_record() {
    let draft = body(&format!("weapons:\n{AXE}  saw: {{extends: axe, found: [pit, axe]}}\n"));
    assert_eq!(usages(&draft, &RecordKey::new("weapons", "axe")), [at("/weapons/saw/extends")]);
    assert_eq!(usages(&draft, &RecordKey::new("maps", "pit")), [at("/weapons/saw/found/0")]);
}

#[test]
fn resolving_takes_what_is_reached_and_minds_only_faults_in_that() {
    let text = "\
weapons:
  axe: {title: Axe, damage: 2D, held: two-hands}
  saw: {extends: axe, title: Saw, found: [pit]}
  bad: {title: Bad}
maps:
  pit: {title: Pit, geometry: {size: [1, 1]}, legend: {s: sand}, rows: s}
  bad: {title: Bad}
terrains:
  sand: {title: Sand, color: '#ffffff'}
  mud: {title: Mud, color: '#000000'}
";
    let resolved = resolve(&body(text), "saw").unwrap();
    let reached: Vec<_> = resolved
        .records
        .iter()
        .flat_map(|(catalog, records)| records.keys().map(move |id| format!("{catalog}/{id}")))
        .collect();
    assert_eq!(reached, ["maps/pit", "terrains/sand", "weapons/saw"]);
    assert_eq!(resolved.records["weapons"]["saw"]["damage"], json!("2D"));
    // Errors count in the extended record, and in the terrain reached through the map.
    for (good, bad) in [("damage: 2D", "damage: 2E"), ("'#ffffff'", "white")] {
        let findings = resolve(&body(&text.replace(good, bad)), "saw").unwrap_err();
        assert_eq!(findings.len(), 1, "{findings:?}");
    }
    let findings = resolve(&body(text), "swa").unwrap_err();
    assert_eq!(findings[0].help.as_deref(), Some("did you mean `saw`?"));
    assert!(!resolve(&pack("pack: a\n"), "saw").unwrap_err().is_empty());
}

#[test]
fn the_canonical_text_does_not_depend_on_order_and_comments() {
    let one = body("weapons:\n  axe: {title: Axe, damage: 2D, held: two-hands}\n");
    let other = files(&[
        ("pack.yaml", HEADER),
        ("x.yaml", "# axes\nweapons:\n  axe:\n    held: \"two-hands\"\n\n    damage: '2D' # much\n    title: Axe\n"),
    ]);
    let canonical = |draft: &Draft| resolve(draft, "axe").unwrap().canonical();
    assert_eq!(canonical(&one), canonical(&other));
}

#[test]
fn edits_mark_files_as_changed_until_they_are_saved_or_taken_back() {
    let mut draft = body(&format!("weapons:\n{AXE}"));
    let file = draft.header_file();
    let edit = set_value(&draft, &at("/weapons/axe/title"), &json!("Ax")).unwrap();
    let back = draft.apply(&edit);
    assert!(draft.is_dirty(file));
    draft.apply(&back);
    assert!(!draft.is_dirty(file));
    draft.apply(&edit);
    draft.mark_saved(file);
    assert!(!draft.is_dirty(file));
    assert_eq!(draft.revision(), 3);
}

#[test]
fn an_edit_made_for_another_text_changes_nothing() {
    let mut draft = body(&format!("weapons:\n{AXE}"));
    let long = body(&format!("weapons:\n{AXE}# {}\n{}", "x".repeat(99), AXE.replace("axe", "saw")));
    let edit = set_value(&long, &at("/weapons/saw/title"), &json!("Saw")).unwrap();
    let before = draft.text(draft.header_file()).to_owned();
    assert!(draft.apply(&edit).splices.is_empty());
    assert_eq!(draft.text(draft.header_file()), before);
}

#[test]
fn a_folder_is_read_with_everything_below_it_but_links_and_hidden_folders() {
    let root = folder("whole");
    for (path, text) in [
        ("pack.yaml", HEADER),
        ("arms/axes.yml", "weapons:\n  axe: {title: Axe, damage: 2D, held: two-hands}\n"),
        (".git/index.yaml", "weapons: 5\n"),
        ("notes.txt", "not yaml: ["),
    ] {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&root, root.join("arms/again")).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", root.join("arms/outside.yaml")).unwrap();
    }
    let draft = Draft::open(&root, &[&TINY]).unwrap();
    let paths: Vec<_> = draft.files().map(|file| draft.path(file)).collect();
    assert_eq!(paths, ["arms/axes.yml", "pack.yaml"]);
    let noted: Vec<_> = check(&draft).into_iter().map(|finding| (finding.code, finding.message)).collect();
    let note =
        |path: &str| format!("expected a file or folder of the pack, found the link `{path}`, which is not followed");
    let links = ["arms/again", "arms/outside.yaml"].map(|path| ("skipped-file", note(path)));
    assert_eq!(noted, if cfg!(unix) { links.to_vec() } else { Vec::new() });
    assert_eq!(draft.title(), "test");
    // The path of `pack.yaml` stands for its folder; any other file is a pack by itself.
    assert_eq!(Draft::open(&root.join("pack.yaml"), &[&TINY]).unwrap().files().count(), 2);
    assert_eq!(Draft::open(&root.join("arms/axes.yml"), &[&TINY]).unwrap().files().count(), 1);
}

#[test]
fn a_save_that_was_cut_short_is_a_finding_until_it_is_finished_and_keeps_nothing_from_being_played() {
    let mut draft = body("weapons:\n  axe: {title: Axe, damage: 2D, held: two-hands}\n");
    let unfinished = || Unfinished { files: 3, pending: vec!["items.yaml".to_owned(), "maps.yaml".to_owned()] };
    let codes = |analysis: &Analysis| analysis.findings().iter().map(|finding| finding.code).collect::<Vec<_>>();
    let before = Analysis::of(Arc::new(draft.clone()), None);
    assert!(draft.set_unfinished_save(Some(unfinished())) && !draft.set_unfinished_save(Some(unfinished())));
    let cut_short = Analysis::of(Arc::new(draft.clone()), Some(&before));
    let finding = cut_short.findings().iter().find(|finding| finding.code == "unfinished-save").expect("a finding");
    assert!(
        finding.message.contains("2 of 3 files still have their old text, such as `items.yaml`"),
        "{}",
        finding.message
    );
    assert!(finding.help.as_ref().expect("a remedy").contains("check --fix"));
    assert!(cut_short.resolve("axe").is_ok());
    assert!(draft.set_unfinished_save(None));
    assert_eq!(codes(&Analysis::of(Arc::new(draft), Some(&cut_short))), codes(&before));
}

#[test]
fn what_cannot_be_opened_says_what_to_do() {
    let root = folder("empty");
    let error = Draft::open(&root, &[&TINY]).unwrap_err();
    assert!(error.message.contains("create `pack.yaml`"), "{error}");
    let error = Draft::open(&root.join("gone"), &[&TINY]).unwrap_err();
    assert!(error.message.contains("found nothing"), "{error}");
}

#[test]
fn a_file_that_is_not_text_is_reported_and_never_edited() {
    let root = folder("bytes");
    fs::write(root.join("pack.yaml"), HEADER).unwrap();
    fs::write(root.join("latin.yaml"), b"weapons:\n  axe: {title: \xC4xte}\n").unwrap();
    let draft = Draft::open(&root, &[&TINY]).unwrap();
    let findings = check(&draft);
    assert_eq!(findings.len(), 1);
    let place = findings[0].place;
    assert_eq!((findings[0].code, draft.line_col(place.file, place.span.start)), ("yaml-syntax", (2, 16)));
    assert!(insert_record(&draft, &RecordKey::new("weapons", "saw"), &json!({"title": "Saw"})).is_ok());
    fs::write(root.join("pack.yaml"), b"\xff\xfe").unwrap();
    let draft = Draft::open(&root, &[&TINY]).unwrap();
    let edit = insert_record(&draft, &RecordKey::new("weapons", "saw"), &json!({"title": "Saw"}));
    assert_eq!(edit, Err(EditError::Broken(at("/weapons/saw"))));
}

#[test]
fn bombs_and_endless_nesting_are_findings_of_the_limits() {
    let mut bomb = "weapons:\n  a:\n    a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let below = format!("*a{}, ", level - 1).repeat(10);
        bomb += &format!("    a{level}: &a{level} [{below}]\n");
    }
    let mut chain = "weapons:\n  a:\n    a0: &a0 [x]\n".to_owned();
    for level in 1..99 {
        chain += &format!("    a{level}: &a{level} [*a{}]\n", level - 1);
    }
    let deep = format!("weapons:\n  a: {}\n", "[".repeat(100_000));
    let blocks = (2..5_000).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<String>();
    for text in [bomb, chain, deep, format!("weapons:\n{blocks}")] {
        let codes: Vec<_> = check(&body(&text)).into_iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["limits"], "{}", &text[..40]);
    }
}

#[test]
fn a_long_row_of_records_that_extend_each_other_is_a_finding_of_the_limits() {
    let row = |last: usize, first: &str| {
        let more = (1..last).map(|n| format!("  a{n}: {{extends: a{}, title: Axe {n}}}\n", n - 1)).collect::<String>();
        format!("weapons:\n  a0: {first}\n{more}")
    };
    let axe = "{title: Axe, damage: 2D, held: two-hands}";
    let codes = |text: &str| check(&body(text)).into_iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert!(codes(&row(30, axe)).is_empty());
    assert_eq!(codes(&row(3_000, axe)), ["limits"]);
    assert_eq!(codes(&row(3_000, "{extends: a2999}")), ["limits"]);
    // Records that extend a record of a cycle are not reported, regardless of their position.
    assert_eq!(codes("weapons:\n  d: {extends: a}\n  a: {extends: b}\n  b: {extends: a}\n"), ["extends-cycle"]);
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let draft = body(&format!("weapons:\n{AXE}# {}\n", "x".repeat(21 << 20)));
    let findings = check(&draft);
    assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["limits"]);
}

/// Returns the paths of a folder opened as a pack, and its findings as code and message.
fn read(root: &std::path::Path) -> (Vec<String>, Vec<(&'static str, String)>) {
    let draft = Draft::open(root, &[&TINY]).expect("it can be opened");
    let paths = draft.files().map(|file| draft.path(file).to_owned()).collect();
    (paths, check(&draft).into_iter().map(|finding| (finding.code, finding.message)).collect())
}

fn written(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
    let root = folder(name);
    for (path, text) in files {
        let file = root.join(path);
        fs::create_dir_all(file.parent().expect("the file is in a folder")).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
    }
    root
}

const TERRAIN: &str = "terrains:\n  sand: {title: Sand, color: \"#d9c08c\"}\n";

#[test]
fn files_of_other_programs_are_left_out_by_a_dot_or_by_exclude() {
    let header = format!("{HEADER}exclude: [mkdocs.yml, tools, \"**/*.gen.yaml\"]\n");
    let root = written(
        "foreign",
        &[
            ("pack.yaml", &header),
            ("terrains.yaml", TERRAIN),
            (".gitlab-ci.yml", "stages: [a]\n"),
            ("maps/.hidden.yaml", "a: [\n"),
            ("mkdocs.yml", "site_name:   x\n"),
            ("tools/ci/a.yaml", "[\n"),
            ("maps/deep/b.gen.yaml", "[\n"),
        ],
    );
    assert_eq!(read(&root), (vec!["pack.yaml".to_owned(), "terrains.yaml".to_owned()], Vec::new()));
    let draft = Draft::open(&root, &[&TINY]).unwrap();
    assert!(fmt::pack(&draft).0.is_empty() && fmt::pack(&draft).1.is_empty());
    assert!(draft.excludes("tools/x.yaml") && !draft.excludes("pack.yaml") && !draft.excludes("terrains.yaml"));
    let create = Change::CreateFile { path: "tools/more.yaml".to_owned(), text: String::new() };
    let error = plan(&draft, &[create]).unwrap_err().to_string();
    assert!(error.contains("`exclude` in the header matches `tools/more.yaml`"), "{error}");
}

#[test]
fn entries_of_exclude_that_leave_out_nothing_are_reported() {
    let header = format!("{HEADER}exclude: [mkdcs.yml, pack.yaml, /tools, 'docs\\a.yml', '*.txt', none]\n");
    let root =
        written("idle", &[("pack.yaml", &header), ("mkdocs.yml", "{}\n"), ("docs/a.yml", "{}\n"), ("b.txt", "")]);
    let (_, found) = read(&root);
    let path = "expected a path relative to the pack's folder, such as `tools` or `docs/*.yml`, found";
    assert_eq!(
        found,
        [
            ("idle-exclude", "`mkdcs.yml` matches no file or folder of the pack; correct it or remove it".to_owned()),
            ("idle-exclude", "`pack.yaml` matches only `pack.yaml`, which is always read; remove it".to_owned()),
            ("idle-exclude", format!("{path} `/tools`")),
            ("idle-exclude", format!("{path} `docs\\a.yml`")),
            ("idle-exclude", "`none` matches no file or folder of the pack; correct it or remove it".to_owned()),
        ]
    );
    let draft = Draft::open(&root, &[&TINY]).unwrap();
    let found = check(&draft);
    let near: Vec<Option<&str>> = found.iter().map(|finding| finding.help.as_deref()).collect();
    assert_eq!(near[0], Some("did you mean `mkdocs.yml`?"));
    assert!(found[0].fixes.len() == 1 && found[3].fixes.len() == 1, "{found:#?}");
}

#[test]
fn a_required_pack_leaves_its_own_files_out() {
    let root = written(
        "upper",
        &[
            ("mod/pack.yaml", &format!("{HEADER}requires: {{base: \"*\"}}\n")),
            ("base/pack.yaml", "pack: base\nruleset: tiny\nexclude: [mkdocs.yml]\n"),
            ("base/mkdocs.yml", "terrains: [\n"),
            ("base/terrains.yaml", TERRAIN),
        ],
    );
    assert_eq!(read(&root.join("mod")).1, Vec::new());
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_other_systems_refuse_or_confuse_are_reported() {
    let root = written(
        "names",
        &[
            ("pack.yaml", HEADER),
            ("aux.yaml", TERRAIN),
            ("a:b?.yaml", "maps: {}\n"),
            ("extra.yaml", "maps: {}\n"),
            ("Extra.yaml", "maps: {}\n"),
            ("Pic.png", ""),
            ("pic.png", ""),
            ("dir./more.yaml", "maps: {}\n"),
        ],
    );
    let (files, found) = read(&root);
    assert_eq!(files.len(), 6);
    assert!(found.iter().all(|(code, _)| *code == "file-name"), "{found:#?}");
    let messages: Vec<&str> = found.iter().map(|(_, message)| message.as_str()).collect();
    for expected in [
        "`aux.yaml` is not allowed on Windows, where `aux` is a device; rename it, for example to `aux-file.yaml`",
        "`a:b?.yaml` is not allowed on Windows, where names cannot contain `:`; rename it, for example to `a-b.yaml`",
        "`dir.` is not allowed on Windows, where names cannot end with a dot; rename it, for example to `dir`",
        "`Extra.yaml` and `extra.yaml` are the same file on Windows and macOS; rename one of them",
        "`Pic.png` and `pic.png` are the same file on Windows and macOS; rename one of them",
    ] {
        assert!(messages.contains(&expected), "{expected}\n{messages:#?}");
    }
    assert_eq!(messages.len(), 5);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_utf_8_is_reported_and_the_rest_is_read() {
    use std::os::unix::ffi::OsStrExt as _;
    let root = written("bytes-in-names", &[("pack.yaml", HEADER), ("terrains.yaml", TERRAIN)]);
    let name = |bytes: &[u8]| root.join(std::ffi::OsStr::from_bytes(bytes));
    fs::write(name(b"caf\xe9.yaml"), "terrains: {}\n").unwrap();
    fs::create_dir(name(b"\xff")).unwrap();
    fs::write(name(b"\xff/deep.yaml"), "terrains: {}\n").unwrap();
    let (files, found) = read(&root);
    assert_eq!(files, ["pack.yaml", "terrains.yaml"]);
    assert_eq!(
        found,
        ["caf\u{fffd}.yaml", "\u{fffd}"].map(|name| (
            "file-name",
            format!("the name of `{name}` is not UTF-8, so the file is not read; rename it")
        ))
    );
}

#[test]
fn files_are_not_given_names_that_other_systems_refuse() {
    let draft = files(&[("pack.yaml", HEADER), ("maps/one.yaml", "maps: {}\n")]);
    let refused = |path: &str| {
        let create = Change::CreateFile { path: path.to_owned(), text: String::new() };
        let rename = Change::RenameFile { from: "maps/one.yaml".to_owned(), to: path.to_owned() };
        let error = plan(&draft, &[create]).unwrap_err().to_string();
        assert!(plan(&draft, &[rename]).is_err(), "{path}");
        error
    };
    for path in ["aux.yaml", "items/CON.yml", "com1.x.yaml", "dir./a.yaml", "a:b.yaml", "a\\b.yaml"] {
        refused(path);
    }
    assert_eq!(
        refused("items/nul.yaml"),
        "`items/nul.yaml` is not allowed on Windows, where `nul` is a device; choose another name, \
         for example `items/nul-file.yaml`"
    );
    assert_eq!(
        refused("Maps/two.yaml"),
        "`Maps` and `maps` are the same folder on Windows and macOS; write `maps/two.yaml`"
    );
    assert!(refused("maps/ONE.yaml").contains("`maps/one.yaml` already exists"));
}

/// A dialect of images only.
static PICTURES: Dialect = Dialect {
    id: "tiny",
    title: "Pictures",
    about: "A dialect for tests.",
    catalogs: &[CatalogDef::of::<Image>()],
    checks: &[],
    notations: &[],
    script: None,
    playable: "images",
    declared: &[],
    base: None,
};

#[test]
fn paths_of_images_with_the_wrong_case_or_backslashes_have_near_names() {
    let image = |file: &str| {
        let root = written(
            "near-paths",
            &[
                ("pack.yaml", &format!("{HEADER}images:\n  a: {{title: A, file: '{file}'}}\n")),
                ("Pics/grass.gif", "RIFF1234WEBP"),
            ],
        );
        let draft = Draft::open(&root, &[&PICTURES]).unwrap();
        let found = check(&draft).into_iter().find(|finding| finding.code == "image-file").expect("it is reported");
        (found.message, found.help.unwrap_or_default(), found.fixes.len())
    };
    let nothing = |path: &str| format!("the pack has no file `{path}`");
    for path in ["pics/grass.gif", "Pics/Grass.gif", "Pics/gras.gif", "Pcis/grass.gif"] {
        let found = image(path);
        assert_eq!((found.0, found.2), (nothing(path), 1));
        assert_eq!(found.1, "did you mean `Pics/grass.gif`?");
    }
    let found = image("Pics\\grass.gif");
    assert_eq!(found.0, "expected `/` between folders, found `\\` in `Pics\\grass.gif`");
    assert_eq!(found.1, "did you mean `Pics/grass.gif`?");
    assert_eq!(image("Pics/grass.gif").0, "expected a PNG, JPEG, GIF, BMP or TIFF file, but `Pics/grass.gif` is WEBP");
}
