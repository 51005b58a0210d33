//! Fixes: their changes, why they are refused, and that they form one edit.

use std::sync::Arc;

use foeman_schema::analysis::Analysis;
use foeman_schema::analysis::check;
use foeman_schema::change::Change;
use foeman_schema::checks::COMMON;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Safety;
use foeman_schema::fix::{FixError, apply_fixes, prove};
use foeman_schema::fmt;

use crate::common::{HEADER, body, pack, rendered};

/// Returns the body after all fixes of this safety; asserts that applying the edit gives the same, and that undo
/// restores the old text.
#[track_caller]
fn fixed(text: &str, allowed: Safety) -> String {
    let mut draft = body(text);
    let fixed = apply_fixes(&draft, allowed);
    let file = draft.header_file();
    let after = fixed.draft.text(file).to_owned();
    assert!(fixed.edit.splices.len() <= 1, "one splice for the file: {:?}", fixed.edit);
    let back = draft.apply(&fixed.edit);
    assert_eq!(draft.text(file), after, "the edit gives the same text");
    draft.apply(&back);
    assert_eq!(draft.text(file), format!("{HEADER}{text}"), "undo");
    after.strip_prefix(HEADER).expect("fixes leave the header alone").to_owned()
}

#[test]
fn every_common_check_that_offers_a_fix_is_content_after_it() {
    let mut with_fix = Vec::new();
    for example in COMMON {
        let bad = body(example.bad);
        if check(&bad).iter().any(|finding| !finding.fixes.is_empty()) {
            with_fix.push(example.name);
            let fixed = apply_fixes(&bad, Safety::Single);
            assert_eq!(rendered(&fixed.draft), "", "{}: {:?}", example.name, fixed.refused);
            let [before, after] = [example.bad.to_owned(), example.fixed()].map(|body| format!("{HEADER}{body}"));
            // Formatted examples stay formatted, though the corrected example may keep quotes for a better comparison.
            let is_formatted = fmt::text(&before).is_ok_and(|formatted| formatted == before);
            let expected = if is_formatted { fmt::text(&after).unwrap_or(after) } else { after };
            assert_eq!(fixed.draft.text(bad.header_file()), expected, "{}", example.name);
        }
    }
    let expected = [
        "bare-value",
        "blank-title",
        "covered-area",
        "duplicate-key",
        "hidden-character",
        "invalid-id",
        "invalid-value",
        "map-areas",
        "map-ground",
        "merge-conflict",
        "old-format",
        "repeated-cell",
        "same-as-inherited",
        "same-title",
        "unknown-catalog",
        "unknown-check",
        "unknown-key",
        "unknown-reference",
        "unused-allow",
        "unused-legend-key",
        "wrong-catalog",
    ];
    assert_eq!(with_fix, expected);
}

#[test]
fn words_are_replaced_in_their_quotes_and_nothing_else_changes() {
    let text = "terains: # the ground\n  'sand': {titel : \"Sand\" , color: '#d9c08c'}   # fine\nmaps:\n  beach:\n    \
                title: Beach\n    geometry: {size: [2, 1], shift: 'column-dwon'}\n    legend: {s: \"sadn\"}\n    \
                rows: |\n      ss\n";
    // While the catalog is misspelt, the finding about the key in it is hidden.
    let visible = text.replace("terains", "terrains");
    let expected = visible.replace("titel", "title").replace("sadn", "sand").replace("dwon", "down");
    assert_eq!(fixed(&visible, Safety::Unsafe), expected);
    assert_eq!(fixed(&visible, Safety::Safe), visible, "guesses are not made unasked");
}

#[test]
fn a_fix_in_a_file_with_windows_line_ends_keeps_them() {
    let text = "terrains:\r\n  sand:\r\n    titel: Sand\r\n    color: \"#d9c08c\"\r\n    color: \"#d9c08c\"\r\n";
    let expected = "terrains:\r\n  sand:\r\n    titel: Sand\r\n    color: \"#d9c08c\"\r\n";
    assert_eq!(fixed(text, Safety::Safe), expected);
    assert_eq!(fixed(text, Safety::Unsafe), expected.replace("titel", "title"));
}

#[test]
fn a_key_written_several_times_alike_is_left_once() {
    for (text, expected) in [
        ("{title: Sand, title: Sand, color: RED, title: Sand}", "{title: Sand, color: RED}"),
        ("{title: Sand, color: RED, color: RED}", "{title: Sand, color: RED}"),
        (
            "\n    title: Sand # once\n    color: RED\n    title: Sand # twice",
            "\n    title: Sand # once\n    color: RED",
        ),
    ] {
        let [text, expected] =
            [text, expected].map(|text| format!("terrains:\n  sand: {text}\n").replace("RED", "'#d9c08c'"));
        assert_eq!(fixed(&text, Safety::Safe), expected);
    }
}

#[test]
fn a_key_with_another_value_is_left_to_a_person() {
    let text = "terrains:\n  sand:\n    title: Sand\n    title: Dune\n    color: '#d9c08c'\n";
    assert_eq!(fixed(text, Safety::Unsafe), text);
}

#[test]
fn of_several_near_names_none_is_chosen() {
    let text = "terrains:\n  sand1: {title: Sand, color: '#d9c08c'}\n  sand2: {title: Dune, color: '#d9c08c'}\n\
                maps:\n  beach:\n    title: Beach\n    geometry: {size: [2, 1]}\n    legend: {s: sand}\n    rows: |\n      ss\n";
    let draft = body(text);
    let [finding] = &check(&draft)[..] else { panic!("one finding:\n{}", rendered(&draft)) };
    assert_eq!(finding.help.as_deref(), Some("did you mean `sand1` or `sand2`?"));
    assert_eq!(finding.fixes, []);
}

#[test]
fn a_fix_that_would_bring_up_another_error_is_refused_and_changes_nothing() {
    // The correct key exists, so the renamed one would be a duplicate.
    let text = "terrains:\n  sand: {title: Sand, titel: Dune, color: '#d9c08c'}\n";
    let draft = body(text);
    let fixed = apply_fixes(&draft, Safety::Unsafe);
    assert_eq!(fixed.draft.text(draft.header_file()), draft.text(draft.header_file()));
    assert_eq!((fixed.edit.splices.len(), fixed.applied.len()), (0, 0));
    let [(made, refusal)] = &fixed.refused[..] else { panic!("{:?}", fixed.refused) };
    assert_eq!((made.code, &*made.title), ("unknown-key", "write `title`"));
    assert_eq!(*refusal, FixError::Breaks("the key `title` is repeated".to_owned()));
    assert_eq!(fixed.findings, check(&draft), "the remaining findings are reported");
}

#[test]
fn a_refused_fix_does_not_keep_its_neighbours_from_being_made() {
    let wrong = |id: usize| format!("  sand{id}: {{titel: Sand {id}, color: '#d9c08c'}}\n");
    let refused = "  dune: {title: Sand, titel: Dune, color: '#d9c08c'}\n";
    let text = format!("terrains:\n{}{refused}{}{}", wrong(1), wrong(2), wrong(3));
    let run = apply_fixes(&body(&text), Safety::Unsafe);
    assert_eq!((run.applied.len(), run.refused.len(), run.findings.len()), (3, 1, 1));
    let expected = text.replace("titel: Sand", "title: Sand");
    assert_eq!(fixed(&text, Safety::Unsafe), expected);
}

fn analysis(draft: Draft) -> Analysis {
    Analysis::of(Arc::new(draft), None)
}

#[test]
fn a_fix_made_for_another_text_is_stale() {
    let text = "terrains:\n  sand: {titel: Sand, color: '#d9c08c'}\n";
    let finding = check(&body(text)).remove(0);
    let changed = body(&text.replace("  sand", "  wet-sand"));
    assert!(prove(&analysis(body(text)), &finding, &finding.fixes[0]).is_ok_and(|plan| !plan.edit().is_empty()));
    assert_eq!(prove(&analysis(changed), &finding, &finding.fixes[0]), Err(FixError::Stale));
}

#[test]
fn a_misspelt_ruleset_is_mended_unless_that_brings_errors_to_light() {
    let mended = |ground: &str| {
        let files = [("pack.yaml", "pack: test\nruleset: tinny\n"), ("ground.yaml", ground)];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        let draft = Draft::from_texts(files, pack("").dialects());
        let fixed = apply_fixes(&draft, Safety::Unsafe);
        (fixed.draft.text(draft.header_file()).to_owned(), fixed.refused)
    };
    let (header, refused) = mended("terrains:\n  s: {title: S, color: '#d9c08c'}\n");
    assert_eq!((&*header, &refused[..]), ("pack: test\nruleset: tiny\n", &[][..]));
    let (header, refused) = mended("terrains:\n  s: {titel: S, color: '#d9c08c'}\n");
    assert_eq!(header, "pack: test\nruleset: tinny\n");
    assert!(matches!(&refused[..], [(_, FixError::Breaks(_))]), "{refused:?}");
}

#[test]
fn rows_that_do_not_fit_their_map_are_fitted_when_that_is_allowed() {
    let map = |rows: &str| {
        format!(
            "maps:\n  beach:\n    title: Beach\n    geometry: {{size: [3, 2]}}\n    legend: {{s: sand, w: wall}}\n    rows: |\n{rows}\
             terrains:\n  sand: {{title: Sand, color: \"#d9c08c\"}}\n  wall: {{title: Wall, color: \"#606060\"}}\n"
        )
    };
    let short = map("      wsw\n      w\n");
    assert_eq!(fixed(&short, Safety::Single), map("      wsw\n      www\n"), "with what most of the rim is made of");
    assert_eq!(fixed(&short, Safety::Unsafe), short);
    assert_eq!(fixed(&map("      wswww\n"), Safety::Single), map("      wsw\n      www\n"));
}

#[test]
fn areas_are_mended_where_they_are_wrong_and_nothing_else_of_their_lines_changes() {
    let text = "maps:\n  beach:\n    title: Beach\n    geometry: {size: [30, 20]}\n    fill: sand\n    areas:\n      \
                - {terrain: sand, from: [9, 0], to: [5, 9]}   # a dune\n      - {from: [1, 1], to: [2, 2]}\n      \
                - {level: 2, from: [28, 3], to: [50, 40]}\n      - {level: 3, from: [40, 3], to: [50, 4]}\nterrains:\n  \
                sand: {title: Sand, color: \"#d9c08c\"}\n";
    let expected = "maps:\n  beach:\n    title: Beach\n    geometry: {size: [30, 20]}\n    fill: sand\n    areas:\n      \
                    - {terrain: sand, from: [5, 0], to: [9, 9]}   # a dune\n      \
                    - {level: 2, from: [28, 3], to: [29, 19]}\nterrains:\n  \
                    sand: {title: Sand, color: \"#d9c08c\"}\n";
    let fixed = apply_fixes(&body(text), Safety::Single).draft;
    assert_eq!(fixed.text(fixed.header_file()), format!("{HEADER}{expected}"));
    let in_bulk = apply_fixes(&body(text), Safety::Unsafe).draft;
    let kept = in_bulk.text(in_bulk.header_file());
    assert!(
        kept.contains("- {from: [1, 1], to: [2, 2]}\n"),
        "what paints nothing is for the author to remove:\n{kept}"
    );
    assert!(kept.contains("- {level: 3, from: [40, 3], to: [50, 4]}\n"), "the size may be wrong:\n{kept}");
}

#[test]
fn numbers_and_words_in_the_wrong_dress_are_rewritten() {
    let text = "weapons:\n  sword: {title: Sword, damage: -1H, held: one-hand, weight: \"10\"}\n\
                terrains:\n  sand: {title: Sand, color: '#d9c08c', cost: '2', blocks-move: Yes}\n";
    let expected = text.replace("\"10\"", "10").replace("'2'", "2").replace("Yes", "true");
    assert_eq!(fixed(text, Safety::Safe), expected);
}

#[test]
fn the_size_of_a_map_follows_its_rows() {
    let text = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\nmaps:\n  beach:\n    title: Beach\n    \
                geometry: {size: [3, 4]}\n    legend: {s: sand}\n    rows: |\n      ss\n      ss\n";
    assert_eq!(fixed(text, Safety::Safe), text.replace("[3, 4]", "[2, 2]"));
}

#[test]
fn rows_that_lack_their_sign_get_it() {
    let text = "terrains:\n  sand: {title: Sand, color: '#d9c08c'}\nmaps:\n  beach:\n    title: Beach\n    \
                geometry: {size: [2, 3]}\n    legend: {s: sand}\n    rows:\n      ss\n      ss\n      ss\n";
    assert_eq!(fixed(text, Safety::Safe), text.replace("rows:", "rows: |"));
}

#[test]
fn a_mistyped_definition_is_renamed_rather_than_all_who_name_it() {
    let text = "terrains:\n  snad: {title: Sand, color: '#d9c08c'}\n  rock: {title: Rock, color: '#776655'}\nmaps:\n  \
                beach:\n    title: Beach\n    geometry: {size: [2, 1]}\n    legend: {s: sand, r: rock}\n    rows: |\n      \
                sr\n  bay:\n    title: Bay\n    geometry: {size: [2, 1]}\n    legend: {s: sand, r: rock}\n    rows: |\n      sr\n";
    let draft = body(text);
    let [finding] = &check(&draft)[..] else { panic!("one finding:\n{}", rendered(&draft)) };
    assert_eq!(finding.message, "2 values refer to `sand`, but the record is called `snad`");
    assert_eq!(draft.line_col(finding.place.file, finding.place.span.start), (4, 3));
    assert_eq!(fixed(text, Safety::Unsafe), text.replace("snad", "sand"));
}

#[test]
fn an_id_is_renamed_with_all_who_name_it_and_those_who_wait_for_its_right_form() {
    let text = "terrains:\n  Fine Sand: {title: Sand, color: '#d9c08c'}\nmaps:\n  beach:\n    title: Beach\n    \
                geometry: {size: [2, 1]}\n    legend: {s: Fine Sand, f: fine-sand}\n    rows: |\n      sf\n";
    assert_eq!(fixed(text, Safety::Unsafe), text.replace("Fine Sand", "fine-sand"));
}

#[test]
fn no_fix_writes_an_id_that_is_none() {
    let text = "terrains:\n  Sand Dune: {title: Sand, color: '#d9c08c'}\n  sand-dune: {title: Dune, color: '#776655'}\nmaps:\n  beach:\n    \
                title: Beach\n    geometry: {size: [2, 1]}\n    legend: {s: sand-dun, f: sand-dune}\n    rows: |\n      sf\n";
    let expected = text.replace("sand-dun,", "sand-dune,");
    assert_eq!(fixed(text, Safety::Unsafe), expected);
}

#[test]
fn a_bulk_fix_deletes_nothing_but_what_is_written_twice() {
    let mut deleting = Vec::new();
    for example in COMMON {
        for finding in check(&body(example.bad)) {
            let deletes = |change: &Change| matches!(change, Change::Remove { .. } | Change::DeleteFile { .. });
            let in_bulk = finding.fixes.iter().filter(|fix| fix.safety < Safety::Single);
            if in_bulk.flat_map(|fix| &fix.changes).any(deletes) {
                deleting.push(example.name);
            }
        }
    }
    // A cell listed twice, an inherited value, and a record that moves to another catalog.
    assert_eq!(deleting, ["repeated-cell", "same-as-inherited", "wrong-catalog"]);
}

/// Creates maps that use terrains with these ids, and a terrain with this id and title.
fn ground(id: &str, title: &str, used: &[&str]) -> String {
    let maps = used.iter().enumerate().map(|(number, used)| {
        format!(
            "  beach{number}:\n    title: Beach {number}\n    geometry: {{size: [2, 1]}}\n    legend: {{s: {used}}}\n    \
             rows: |\n      ss\n"
        )
    });
    format!("terrains:\n  {id}: {{title: {title}, color: '#d9c08c'}}\nmaps:\n{}", maps.collect::<String>())
}

#[test]
fn an_id_that_is_misspelt_at_its_record_is_mended_there_even_for_one_value() {
    let text = ground("snad", "Sand", &["sand"]);
    assert_eq!(fixed(&text, Safety::Unsafe), text.replace("snad", "sand"));
    let text = ground("sand", "Sand", &["snad"]);
    assert_eq!(fixed(&text, Safety::Unsafe), text.replace("snad", "sand"));
}

#[test]
fn a_bulk_fix_leaves_two_spellings_alone_when_nothing_tells_which_is_right() {
    for (defined, used) in [("snad", "sand"), ("sand", "snad"), ("ground-1", "ground-2")] {
        let text = ground(defined, "Dune", &[used]);
        let draft = body(&text);
        assert_eq!(fixed(&text, Safety::Unsafe), text, "{defined} and {used}");
        let [finding] = &check(&draft)[..] else { panic!("one finding:\n{}", rendered(&draft)) };
        let titles: Vec<&str> = finding.fixes.iter().map(|fix| &*fix.title).collect();
        assert_eq!(titles, [format!("write `{defined}`"), format!("rename `{defined}` to `{used}`")]);
        for fix in &finding.fixes {
            assert!(prove(&analysis(body(&text)), finding, fix).is_ok(), "each can be picked: {fix:?}");
        }
    }
}

#[test]
fn a_misspelling_that_was_copied_does_not_win_over_the_title() {
    let text = ground("sand", "Sand", &["snad", "snad"]);
    assert_eq!(fixed(&text, Safety::Unsafe), text);
    let text = ground("sand", "Dune", &["sand", "snad"]);
    assert_eq!(fixed(&text, Safety::Unsafe), text.replace("snad", "sand"), "two against one");
}
