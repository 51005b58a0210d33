//! `duplicate-code`: a letter or number that is used twice in its scope (`A3`).

use std::collections::{BTreeMap, BTreeSet};

use foeman_schema::check::{Check, Scope};
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use crate::catalogs::{ActionType, Classifier, CodeBook, Weapon};
use foeman_engine::coded::lower;

pub(super) static CHECK: Check = Check {
    name: "duplicate-code",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Users,
    summary: "A letter or number of codes has two meanings",
    doc: "\
A code is read by its letters and numbers, so each must have a single meaning.
The scope of a classifier's letter is the code book that lists it, and that of a type's letter is the classifier.
The number of an action counts within its type; the numbers of positions, weapons and locations count within the code \
book.
A list, and the table of a weapon, names each thing once.
Give one of the two another letter or number, or move it to another list.",
    bad: r#"codes:
  plain:
    title: Plain codes
    classifiers: [combat]
classifiers:
  combat: {title: Combat, letter: C, types: [hand-to-hand, movement]}
types:
  hand-to-hand:
    title: Hand-to-hand
    letter: H
    harms: health
    meets: [movement]
    actions:
      punch: {title: Punch, number: "001"}
  movement:
    title: Movement
    letter: H
    actions:
      dodge: {title: Dodge, number: "001"}
"#,
    fix: &[("    title: Movement\n    letter: H\n", "    title: Movement\n    letter: M\n")],
    run: |check, survey, found| {
        let mut scopes = Scopes { check, survey, found };
        for (key, book) in by_id::<CodeBook>(survey) {
            let at = key.pointer();
            scopes.listed(&book.title, &at.child("classifiers"), &book.classifiers, LETTER, |it| it.letter);
            scopes.listed(&book.title, &at.child("weapons"), &book.weapons, NUMBER, |it| it.number);
            scopes.within(&book.title, "position", &at.child("positions"), &book.positions, |it| it.number);
            scopes.within(&book.title, "location", &at.child("locations"), &book.locations, |it| it.number);
        }
        for (key, class) in by_id::<Classifier>(survey) {
            let types = key.pointer().child("types");
            scopes.listed(&class.title, &types, &class.types, LETTER, |it| it.letter);
        }
        for (key, kind) in by_id::<ActionType>(survey) {
            let meets = key.pointer().child("meets");
            let met = kind.meets.iter().map(Ref::id);
            scopes.named_once(&kind.title, "type", met, |index| meets.child(index.to_string()));
            let actions = key.pointer().child("actions");
            scopes.within(&kind.title, "action", &actions, &kind.actions, |it| it.number);
        }
        for (key, weapon) in by_id::<Weapon>(survey) {
            let table = key.pointer().child("table");
            let place = |index: usize| table.child(index.to_string()).child("armour");
            let armours = weapon.table.iter().map(|entry| entry.armour.id());
            scopes.named_once(&weapon.title, "armour", armours, place);
        }
    },
};

const LETTER: &str = "letter";
const NUMBER: &str = "number";

/// A use of a letter, number or name.
struct Given {
    /// The id of the thing it denotes.
    to: String,
    at: Pointer,
    value: String,
}

struct Scopes<'a> {
    check: &'a Check,
    survey: &'a Survey<'a>,
    found: &'a mut Vec<Finding>,
}

impl Scopes<'_> {
    /// Checks the letters or numbers of the records in a list; each record may be listed once.
    fn listed<T: Record, V: ToString>(
        &mut self,
        scope: &str,
        list: &Pointer,
        refs: &[Ref<T>],
        sort: &str,
        value: impl Fn(&T) -> V,
    ) {
        let noun = lower(T::TITLE);
        self.named_once(scope, &noun, refs.iter().map(Ref::id), |index| list.child(index.to_string()));
        let mut given: Vec<Given> = Vec::new();
        let mut met: BTreeSet<&str> = BTreeSet::new();
        for reference in refs {
            let at = pointer::<T>(reference.id()).child(sort);
            if let (Some(record), true) = (self.survey.record(reference.id()), met.insert(reference.id())) {
                given.push(Given { to: reference.id().to_owned(), at, value: value(record).to_string() });
            }
        }
        self.unique(&format!("a {sort} that no other {noun} of `{scope}` has"), given);
    }

    /// Checks the numbers of the entries of a map.
    fn within<T, V: ToString>(
        &mut self,
        scope: &str,
        noun: &str,
        map: &Pointer,
        entries: &BTreeMap<String, T>,
        number: impl Fn(&T) -> V,
    ) {
        let give = |(id, entry): (&String, &T)| Given {
            to: id.clone(),
            at: map.child(id).child(NUMBER),
            value: number(entry).to_string(),
        };
        let given = entries.iter().map(give).collect();
        self.unique(&format!("a number that no other {noun} of `{scope}` has"), given);
    }

    /// Checks that no name is listed twice.
    fn named_once<'a>(
        &mut self,
        scope: &str,
        noun: &str,
        names: impl Iterator<Item = &'a str>,
        place: impl Fn(usize) -> Pointer,
    ) {
        let give =
            |(index, name): (usize, &str)| Given { to: name.to_owned(), at: place(index), value: name.to_owned() };
        let given = names.enumerate().map(give).collect();
        self.unique(&format!("another {noun} for `{scope}`"), given);
    }

    /// Reports every repeated value.
    fn unique(&mut self, expected: &str, mut given: Vec<Given>) {
        let draft = self.survey.draft;
        // The later one in the files is reported, whatever the order of the list.
        given.sort_by_key(|given| draft.place(&given.at));
        let mut first: BTreeMap<&str, &Given> = BTreeMap::new();
        for next in &given {
            let Some(before) = first.get(next.value.as_str()) else {
                first.insert(&next.value, next);
                continue;
            };
            // Two scopes may share both things; one finding is enough.
            let known = self.found.iter().any(|known| known.code == self.check.name && known.pointer == next.at);
            let Some(place) = draft.place(&next.at).filter(|_| !known) else { continue };
            let mut message = format!("expected {expected}, found `{}`", next.value);
            if before.to == next.value {
                message.push_str(" again");
            } else {
                message.push_str(&format!(", which stands for `{}`", before.to));
            }
            let mut finding = self.check.finding(place, next.at.clone(), message);
            let first = draft.place(&before.at).map(|at| (at, "first given here".to_owned()));
            finding.related = first.into_iter().collect();
            self.found.push(finding);
        }
    }
}

/// Returns the valid records of a catalog, ordered by id, which decides the order of findings.
fn by_id<'a, T: Record>(survey: &'a Survey<'_>) -> BTreeMap<&'a RecordKey, &'a T> {
    survey.records().collect()
}

fn pointer<T: Record>(id: &str) -> Pointer {
    RecordKey::new(T::CATALOG, id).pointer()
}
