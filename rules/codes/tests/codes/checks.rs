//! Findings in packs of action codes.

use foeman_registry::SHIPPED;
use foeman_schema::analysis::check;
use foeman_schema::draft::Draft;
use foeman_schema::finding::Finding;
use foeman_schema::json_schema::json_schema;

/// Returns the shipped pack with one text of one file replaced.
fn changed(file: &str, old: &str, new: &str) -> Draft {
    let pack = super::pack();
    let files = pack.files().map(|id| {
        let text = pack.text(id);
        let text = if pack.path(id) == file {
            assert!(text.contains(old), "{file} has no `{old}`");
            text.replacen(old, new, 1)
        } else {
            text.to_owned()
        };
        (pack.path(id).to_owned(), text)
    });
    let files: Vec<_> = files.collect();
    Draft::from_texts(files, &SHIPPED.dialects())
}

#[track_caller]
fn one(draft: &Draft) -> Finding {
    let findings = check(draft);
    let [finding] = &findings[..] else { panic!("{findings:#?}") };
    finding.clone()
}

/// Returns path and text of a finding's first related location.
fn related(draft: &Draft, finding: &Finding) -> String {
    let (place, _) = finding.related.first().unwrap();
    format!("{}:{}", draft.path(place.file), draft.text(place.file)[place.span.range()].trim())
}

#[test]
fn the_shipped_pack_is_clean() {
    assert_eq!(check(&super::pack()), []);
}

#[test]
fn a_letter_given_twice_is_reported_at_the_second_and_names_the_first() {
    // Melee and movement both begin with an M, as in the source's own list.
    let draft = changed("types.yaml", "letter: A", "letter: M");
    let mut findings = check(&draft);
    // Ignore the contests that still contain an A.
    findings.retain(|finding| finding.code == "duplicate-code");
    let [finding] = &findings[..] else { panic!("{findings:#?}") };
    assert_eq!(
        finding.message,
        "expected a letter that no other action type of `Combat` has, found `M`, which stands for `armed`"
    );
    assert_eq!(finding.pointer.to_string(), "/types/movement/letter");
    assert_eq!(related(&draft, finding), "types.yaml:M");
}

#[test]
fn the_same_letter_in_another_classifier_is_fine() {
    let draft = changed("types.yaml", "letter: P", "letter: H");
    let codes: Vec<_> = check(&draft).into_iter().map(|finding| finding.code).collect();
    // Only the contests that still contain a P must be fixed.
    assert!(!codes.is_empty() && codes.iter().all(|code| *code == "unknown-code-block"), "{codes:?}");
}

#[test]
fn numbers_are_unique_within_types_books_and_tables() {
    for (file, old, new, pointer) in [
        (
            "types.yaml",
            "number: \"003\", about: The opponent",
            "number: \"004\", about: The opponent",
            "/types/hand-to-hand/actions/headbutt/number",
        ),
        ("codes.yaml", "number: \"004\"", "number: \"000\"", "/codes/common/positions/prone/number"),
        ("codes.yaml", "number: \"6\"", "number: \"0\"", "/codes/common/locations/belly/number"),
        ("codes.yaml", "letter: R", "letter: S", "/classifiers/research/letter"),
        ("weapons.yaml", "number: \"0003\"", "number: \"0002\"", "/weapons/club/number"),
        (
            "weapons.yaml",
            "{armour: leather, less: 2}",
            "{armour: padded-cloth, less: 2}",
            "/weapons/body/table/1/armour",
        ),
        ("codes.yaml", "      - body\n", "      - body\n      - body\n", "/codes/common/weapons/2"),
    ] {
        let findings: Vec<_> =
            check(&changed(file, old, new)).into_iter().filter(|finding| finding.code == "duplicate-code").collect();
        let pointers: Vec<_> = findings.iter().map(|finding| finding.pointer.to_string()).collect();
        assert_eq!(pointers, [pointer], "{findings:#?}");
    }
}

#[test]
fn a_code_that_the_book_cannot_read_names_block_column_and_near_values() {
    let finding = one(&changed("contests.yaml", "C-H-002-09-001-0001-7", "C-H-002-09-001-0009-7"));
    assert_eq!(
        (finding.code, finding.pointer.to_string().as_str()),
        ("unknown-code-block", "/contests/market-day/actors/0/codes/1")
    );
    assert_eq!(
        finding.message,
        "weapon at column 16: expected a weapon such as `0007` bow, `0006` spear, `0005` axe, `0004` sword, \
         `0003` club, `0002` knife, found `0009`"
    );
    let finding = one(&changed("contests.yaml", "C-H-002-09-001-0001-7", "C-X-002-09-001-0001-7"));
    assert!(
        finding.message.starts_with("action type at column 3: expected an action type of combat such as "),
        "{}",
        finding.message
    );
}

#[test]
fn a_text_that_is_no_code_is_reported_with_its_column() {
    let finding = one(&changed("contests.yaml", "C-H-002-09-001-0001-7", "C-H-002-9-001-0001-7"));
    assert_eq!(finding.code, "invalid-notation");
    assert!(finding.message.contains("score at column 9: expected two digits and a dash"), "{}", finding.message);
}

#[test]
fn names_that_do_not_exist_are_reported_where_they_stand() {
    for (file, old, new) in [
        ("codes.yaml", "types: [study, dispute]", "types: [study, dispuet]"),
        ("types.yaml", "meets: [study, dispute]", "meets: [study, disputes]"),
        ("weapons.yaml", "{armour: leather, less: 2}", "{armour: leathr, less: 2}"),
    ] {
        let finding = one(&changed(file, old, new));
        assert_eq!(finding.code, "unknown-reference");
        assert!(finding.help.unwrap().contains("did you mean"));
    }
}

#[test]
fn the_committed_schema_is_up_to_date() {
    let dialect = SHIPPED.engine("action-codes").expect("it is shipped").dialect();
    let committed = include_str!("../../../../content/codes/.foeman/schema.json");
    let renew = "stale; renew it with `cargo run -- schema action-codes --out content/codes/.foeman`";
    assert!(format!("{:#}\n", json_schema(dialect)) == committed, "{renew}");
}

#[test]
fn an_actor_that_can_only_dodge_is_reported() {
    let dialect = SHIPPED.engine("action-codes").expect("it is shipped").dialect();
    let harmless = dialect.checks.iter().find(|check| check.name == "harmless-actor").expect("it is shipped");
    let finding = one(&super::draft(harmless.bad));
    assert_eq!(finding.message, "expected a code with which Ann can attack, found only harmless ones");
    assert_eq!(finding.pointer.to_string(), "/contests/brawl/actors/0/codes");
}

#[test]
fn a_type_that_is_met_twice_is_reported_at_the_second() {
    let pack = super::pack();
    let types = pack.files().find(|id| pack.path(*id) == "types.yaml").expect("the file is there");
    let text = pack.text(types);
    let list = text.lines().find(|line| line.contains("meets: [")).expect("some type lists compatible types").trim();
    let first = list["meets: [".len()..].split([',', ']']).next().expect("the list is not empty");
    let draft = changed("types.yaml", list, &list.replace(']', &format!(", {first}]")));
    let finding = one(&draft);
    assert_eq!(finding.code, "duplicate-code");
    assert!(finding.message.ends_with(&format!("found `{first}` again")), "{}", finding.message);
    let span = finding.place.span;
    assert_eq!(&draft.text(finding.place.file)[span.range()], first);
    assert!(draft.text(finding.place.file)[..span.start].ends_with(", "), "the last of the list");
}

#[test]
fn a_weapon_in_a_table_of_armours_is_reported() {
    let draft = changed("weapons.yaml", "{armour: buckler, less: 1}", "{armour: sword, less: 1}");
    let finding = one(&draft);
    let message = "expected an armour, found weapon `sword`, which has its own table";
    assert_eq!((finding.code, &*finding.message), ("weapon-as-armour", message));
}
