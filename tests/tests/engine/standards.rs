//! Standards: checks that packs declare, in the examples of their documentation and in edits.

use std::sync::Arc;

use foeman_registry::SHIPPED;
use foeman_schema::analysis::{Analysis, check};
use foeman_schema::catalogs::standards::Standard;
use foeman_schema::dialect::Record;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{Edit, Splice};
use foeman_schema::finding::{Finding, Safety, Severity};
use foeman_schema::fix::apply_fixes;
use foeman_schema::text::{FileId, Span};
use foeman_test_support::packs;

const HEADER: &str = "pack: example\nruleset: foeman\n";

/// A small shop with standards that refer to inherited values, other records and numbers of records.
pub(crate) const SHOP: &str = "standards:
  light:
    title: Nothing is heavy
    catalog: items
    where: [this.class = gen]
    require: [this.size <= 9]
  few:
    title: Few items
    catalog: terrains
    require: [count.items < 3]
  paved:
    title: Maps have ground that is described
    catalog: scenarios
    require: [has this.map.title]
items:
  # caps
  cap: {title: Cap, class: gen, size: 2}
  helmet: {extends: cap, title: Helmet}
terrains:
  sand: {title: Sand, color: '#d9c08c'}
";

fn draft(body: &str) -> Draft {
    Draft::from_texts([("pack.yaml".to_owned(), format!("{HEADER}{body}"))], &SHIPPED.dialects())
}

/// The findings of standards and about them, as `foeman check` prints them, sorted.
fn told(draft: &Draft) -> Vec<String> {
    let is_ours = |finding: &&Finding| finding.code.starts_with("standard") || finding.severity == Severity::Error;
    let line = |finding: &Finding| {
        let severity = format!("{:?}", finding.severity).to_lowercase();
        format!("{severity}[{}]: {}", finding.code, finding.message)
    };
    let mut lines: Vec<String> = check(draft).iter().filter(is_ours).map(line).collect();
    lines.sort();
    lines
}

#[test]
fn the_examples_of_the_guide_give_the_findings_printed_below_them() {
    let guide = packs::shipped("../docs/custom-checks.md");
    let guide = std::fs::read_to_string(guide).expect("the guide exists");
    let mut examples = 0;
    for part in guide.split("```yaml\n").skip(1) {
        let (body, rest) = part.split_once("```").expect("the block ends");
        let expected = rest.split_once("```text\n").expect("findings follow").1.split_once("```").expect("they end").0;
        let expected: Vec<&str> = expected.lines().collect();
        assert_eq!(told(&draft(body)), expected, "{body}");
        examples += 1;
    }
    assert!(examples >= 5, "{examples} examples");
}

#[test]
fn an_edit_reruns_standards_where_their_result_may_differ() {
    let edits = [
        // A record of the catalog, and one that inherits from it.
        ("size: 2", "size: 12", 2),
        // The standard.
        ("<= 9", "<= 1", 2),
        ("where: [this.class = gen]", "where: []", 0),
        // A record more, which a standard counts.
        ("  # caps\n", "  boots: {title: Boots, class: gen, size: 3}\n", 1),
        // A standard more.
        ("items:\n", "  named:\n    title: Named\n    catalog: items\n    require: [has this.about]\nitems:\n", 2),
        // A mistake in a standard.
        ("count.items", "count.itms", 1),
    ];
    for (old, new, findings) in edits {
        let mut analysis = Analysis::of(Arc::new(draft(SHOP)), None);
        assert_eq!(told(analysis.draft()), Vec::<String>::new());
        let mut edited = Draft::clone(analysis.draft());
        let text = edited.text(FileId(0)).to_owned();
        let at = text.find(old).expect("the text is there");
        let splice = Splice { file: FileId(0), span: Span::new(at, at + old.len()), text: new.to_owned() };
        let undo = edited.apply(&Edit::from(vec![splice]));
        for (draft, count) in [(edited.clone(), findings), (undone(edited, &undo), 0)] {
            analysis = Analysis::of(Arc::new(draft), Some(&analysis));
            assert_eq!(told(analysis.draft()).len(), count, "after `{new}`: {:?}", told(analysis.draft()));
            assert_eq!(analysis.findings(), check(analysis.draft()), "after `{new}`");
        }
    }
}

fn undone(mut draft: Draft, undo: &Edit) -> Draft {
    draft.apply(undo);
    draft
}

#[test]
fn a_finding_is_at_the_field_and_names_its_standard() {
    let draft = draft(&SHOP.replace("size: 2", "size: 12"));
    let findings = check(&draft);
    let of = |id: &str| {
        findings.iter().find(|finding| finding.pointer.parts()[1] == id && finding.code == "standards/light")
    };
    let cap = of("cap").expect("it is too heavy");
    assert_eq!(cap.pointer.to_string(), "/items/cap/size");
    assert_eq!(&draft.text(cap.place.file)[cap.place.span.range()], "12");
    assert_eq!(cap.related[0].1, "required by `Nothing is heavy`");
    // The size is inherited, so the finding is at the record.
    let helmet = of("helmet").expect("it is too heavy");
    assert_eq!(&draft.text(helmet.place.file)[helmet.place.span.range()], "helmet");
}

#[test]
fn misspelt_names_have_fixes() {
    for (right, wrong) in [
        ("this.size", "this.siez"),
        ("= gen", "= gne"),
        ("count.items", "count.itmes"),
        ("catalog: items", "catalog: itmes"),
    ] {
        let broken = draft(&SHOP.replacen(right, wrong, 1));
        assert!(!told(&broken).is_empty(), "{wrong}");
        let fixed = apply_fixes(&broken, Safety::Unsafe).draft;
        assert_eq!(told(&fixed), Vec::<String>::new(), "{wrong}");
    }
}

#[test]
fn standards_apply_to_packs_that_require_theirs_but_not_the_other_way() {
    let strict = "standards:\n  light:\n    title: Light\n    catalog: items\n    require: [this.size <= 9]\n    severity: error\n";
    let heavy = "items:\n  anvil: {title: Anvil, class: gen, size: 90}\n";
    let findings = |below: &str, above: &str| {
        let texts = [
            ("../below/pack.yaml".to_owned(), format!("pack: below\nruleset: foeman\n{below}")),
            ("pack.yaml".to_owned(), format!("pack: above\nruleset: foeman\nrequires: {{below: '*'}}\n{above}")),
        ];
        let draft = Draft::from_texts(texts, &SHIPPED.dialects());
        let codes: Vec<&str> = check(&draft).iter().map(|finding| finding.code).collect();
        codes
            .into_iter()
            .filter(|code| code.starts_with("standards/") || *code == "required-pack-errors")
            .collect::<Vec<_>>()
    };
    assert_eq!(findings(strict, heavy), ["standards/light"]);
    assert_eq!(findings(heavy, strict), Vec::<&str>::new());
    // Its own record is reported in its own pack, and does not make this one unusable.
    assert_eq!(findings(&format!("{strict}{heavy}"), ""), Vec::<&str>::new());
    assert_eq!(findings(strict, &format!("findings: {{ignore: [standards/light]}}\n{heavy}")), Vec::<&str>::new());
    assert_eq!(findings(strict, &format!("findings: {{ignore: [unmet-standard]}}\n{heavy}")), Vec::<&str>::new());
}

#[test]
fn errors_of_standards_do_not_prevent_playing() {
    let mut texts = packs::texts("arena");
    let strict = "standards:\n  never:\n    title: Never\n    catalog: scenarios\n    require: [count.items < 1]\n    severity: error\n";
    texts.insert("strict.yaml".to_owned(), strict.to_owned());
    let analysis = Analysis::of(Arc::new(Draft::from_texts(texts, &SHIPPED.dialects())), None);
    let errors = analysis.findings().iter().filter(|finding| finding.severity == Severity::Error);
    assert!(errors.clone().count() > 1 && errors.clone().all(|finding| finding.code == "standards/never"));
    assert!(analysis.resolve("duel").is_ok());
}

#[test]
fn a_pack_with_too_much_work_for_its_standards_is_checked_in_part_and_says_so() {
    use std::fmt::Write;
    let mut body = "standards:\n".to_owned();
    let long = vec!["this.size"; 31].join("+");
    let list = vec![format!("{long} >= 0"); 9].join(", ");
    for number in 0..40 {
        writeln!(body, "  s{number}: {{title: S{number}, catalog: items, where: [{list}], require: [{list}]}}")
            .unwrap();
    }
    body.push_str("items:\n");
    for number in 0..1000 {
        writeln!(body, "  i{number}: {{title: I{number}, class: gen, size: 1}}").unwrap();
    }
    let told = told(&draft(&body));
    assert!((30..40).contains(&told.len()), "{}", told.len());
    assert!(told.iter().all(|line| line.contains("too many records for so many standards")), "{:?}", told.first());
}

#[test]
fn every_ruleset_has_standards() {
    for dialect in SHIPPED.dialects() {
        assert!(dialect.catalog(Standard::CATALOG).is_some(), "{}", dialect.id);
    }
}

#[test]
fn hostile_expressions_are_refused_or_evaluated_without_a_panic() {
    let deep = format!("{}this.size{} > 0", "(".repeat(99), ")".repeat(99));
    let path = format!("has this{}", ".title".repeat(99));
    for text in [
        deep.as_str(),
        path.as_str(),
        "this.size / 0 > 1",
        "this.size % 0 = 0",
        "9999 * 9999 * 9999 * 9999 > this.size",
        "-9999 * 9999 * 9999 * 9999 - this.size < 0",
        "this.extends.extends.extends.title = x",
        "has this.effects.0",
        "this.title.title > 0",
        "count.standards % 0 = count.nothing",
        "",
        "has ",
        "this",
        "this. > 1",
        "{",
        "has this.größe",
    ] {
        let quoted = text.replace('\'', "''");
        let body = SHOP.replacen("this.size <= 9", &format!("'{quoted}'"), 1);
        let draft = draft(&body);
        assert!(check(&draft).iter().all(|finding| finding.code != "check-failed"), "{text}");
    }
}
