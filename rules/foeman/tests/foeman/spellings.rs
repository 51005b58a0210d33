//! Typos in names, planted in definitions and in values all over the shipped packs: bulk fixes correct them or leave
//! them, and never spread them.

use std::collections::BTreeMap;

use fastrand::Rng;
use foeman_registry::SHIPPED;
use foeman_schema::draft::Draft;
use foeman_schema::edit::Edit;
use foeman_schema::finding::Safety;
use foeman_schema::fix::apply_fixes;
use foeman_schema::splice::Splice;
use foeman_schema::text::Span;
use foeman_test_support::mutations::text::Pack;
use foeman_test_support::mutations::{At, KINDS, Kind, Mutation, Told, planted, slip};
use foeman_test_support::packs;

/// The number of mistakes of each kind.
const TIMES: usize = 50;

const PACKS: [(&str, &[&str]); 3] = [("arena", &[]), ("bent-nail", &["arena"]), ("strategy", &[])];

/// Ids of records, and of figures in rosters, with a typo.
static DEFINITIONS: Kind = Kind {
    name: "misspelt-definition",
    check: "unknown-reference",
    at: &["*/*", "rosters/*/figures/*"],
    plant: misspelt_definition,
};

fn misspelt_definition(at: &At<'_>, rng: &mut Rng) -> Option<Mutation> {
    let key = at.site.key.clone().filter(|_| !["findings", "requires", "fields"].contains(&&*at.site.path[0]))?;
    let id = &at.file.text[key.clone()];
    let is_used = at.pack.all().any(|file| {
        let named = |site: &foeman_test_support::mutations::text::Site| file.text[site.value.clone()] == *id;
        file.sites.iter().any(named)
    });
    let new = slip(id, rng).filter(|new| is_used && !at.pack.is_known(new))?;
    Some(Mutation { file: at.file.path.clone(), span: (key.start, key.end), new, told: Told::From(key.start) })
}

/// The text of every file of a pack.
fn texts(draft: &Draft) -> BTreeMap<String, String> {
    draft.files().map(|file| (draft.path(file).to_owned(), draft.text(file).to_owned())).collect()
}

/// The results of mistakes.
#[derive(Default, Debug)]
struct Tally {
    restored: usize,
    left: usize,
    spread: Vec<String>,
}

fn tally(kind: &Kind) -> Tally {
    let packs: Vec<Pack> = PACKS.iter().map(|(name, requires)| Pack::shipped(name, requires)).collect();
    let drafts: Vec<Draft> = PACKS
        .iter()
        .map(|(name, _)| Draft::open(&packs::shipped(name), &SHIPPED.dialects()).expect("the pack is there"))
        .collect();
    let mut tally = Tally::default();
    for (number, mutation) in planted(&packs.iter().collect::<Vec<_>>(), kind, TIMES) {
        let whole = texts(&drafts[number]);
        let mut draft = drafts[number].clone();
        let file = draft.file_at(&mutation.file).expect("the file is there");
        let span = Span::new(mutation.span.0, mutation.span.1);
        draft.apply(&Edit::from(vec![Splice { file, span, text: mutation.new.clone() }]));
        let spoilt = texts(&draft);
        let fixed = apply_fixes(&draft, Safety::Unsafe);
        let after = texts(&fixed.draft);
        if after == whole {
            tally.restored += 1;
        } else if after == spoilt {
            tally.left += 1;
        } else {
            tally.spread.push(format!("{} in {}: {:#?}", mutation.new, mutation.file, fixed.applied));
        }
    }
    tally
}

#[test]
fn bulk_fixes_never_spread_a_misspelt_definition_or_delete_it() {
    let Tally { restored, left, spread } = tally(&DEFINITIONS);
    assert_eq!(spread, Vec::<String>::new(), "{restored} restored, {left} left");
    assert_eq!(restored + left, TIMES);
    assert!(restored * 2 > left, "{restored} restored, {left} left");
}

#[test]
fn bulk_fixes_take_back_a_misspelt_value_and_change_no_definition() {
    let kind = KINDS.iter().copied().flatten().find(|kind| kind.name == "misspelt-reference").expect("a kind");
    let Tally { restored, left, spread } = tally(kind);
    assert_eq!(spread, Vec::<String>::new(), "{restored} restored, {left} left");
    assert_eq!(restored + left, TIMES);
    assert!(restored > left, "{restored} restored, {left} left");
}
