//! A letter or number stands for one thing in its scope (`A3`).

use std::collections::BTreeMap;

use foeman_schema::catalogs::action_codes::{ActionType, Classifier, CodeBook, Weapon};
use foeman_schema::check::Check;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::resolve::Resolved;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use super::super::book::lower;
use super::sound;

/// The check.
pub(super) static DUPLICATE_CODE: Check = Check {
    name: "duplicate-code",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: foeman_schema::check::Scope::Pack,
    summary: "A letter or number of codes is given once in its scope",
    doc: "A code is read by its letters and numbers, so each may stand for one thing only.\n\
          The scope of a classifier's letter is the code book that lists it, that of a type's letter the classifier.\n\
          An action's number counts within its type, those of positions, weapons and locations within the code book.\n\
          A list, and the table of a weapon, names each thing once.\n\
          Give one of the two another letter or number, or list it in another place.",
    bad: include_str!("duplicate_code.bad.yaml"),
    fixed: include_str!("duplicate_code.fixed.yaml"),
    run: |check, survey, found| {
        let mut scopes = Scopes { check, survey, found };
        let all = sound(survey);
        for (id, book) in records::<CodeBook>(&all) {
            let at = pointer::<CodeBook>(&id);
            scopes.listed(&all, &book.title, &at.child("classifiers"), &book.classifiers, LETTER, |it| it.letter);
            scopes.listed(&all, &book.title, &at.child("weapons"), &book.weapons, NUMBER, |it| it.number);
            scopes.within(&book.title, "position", &at.child("positions"), &book.positions, |it| it.number);
            scopes.within(&book.title, "location", &at.child("locations"), &book.locations, |it| it.number);
        }
        for (id, class) in records::<Classifier>(&all) {
            let types = pointer::<Classifier>(&id).child("types");
            scopes.listed(&all, &class.title, &types, &class.types, LETTER, |it| it.letter);
        }
        for (id, kind) in records::<ActionType>(&all) {
            let actions = pointer::<ActionType>(&id).child("actions");
            scopes.within(&kind.title, "action", &actions, &kind.actions, |it| it.number);
        }
        for (id, weapon) in records::<Weapon>(&all) {
            let table = pointer::<Weapon>(&id).child("table");
            let place = |index: usize| table.child(index.to_string()).child("armour");
            let armours = weapon.table.iter().map(|entry| entry.armour.id());
            scopes.named_once(&weapon.title, "armour", armours, place);
        }
    },
};

const LETTER: &str = "letter";
const NUMBER: &str = "number";

/// A letter, number or name that is given at a place.
struct Given {
    /// The id of what it is given to.
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
    /// Letters or numbers of the records that a list names; each may be named once.
    fn listed<T: Record, V: ToString>(
        &mut self,
        all: &Resolved,
        scope: &str,
        list: &Pointer,
        refs: &[Ref<T>],
        sort: &str,
        value: impl Fn(&T) -> V,
    ) {
        let noun = lower(T::TITLE);
        self.named_once(scope, &noun, refs.iter().map(Ref::id), |index| list.child(index.to_string()));
        let mut given: Vec<Given> = Vec::new();
        for reference in refs {
            let at = pointer::<T>(reference.id()).child(sort);
            if let (Ok(record), false) = (all.get(reference), given.iter().any(|other| other.at == at)) {
                given.push(Given { to: reference.id().to_owned(), at, value: value(&record).to_string() });
            }
        }
        self.unique(&format!("a {sort} that no other {noun} of `{scope}` has"), given);
    }

    /// Numbers of the entries of a map.
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

    /// Names in a list.
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

    /// Reports whatever is given a second time.
    fn unique(&mut self, expected: &str, mut given: Vec<Given>) {
        let draft = self.survey.draft;
        // The second is the later one in the files, whatever order the things are listed in.
        given.sort_by_key(|given| draft.place(&given.at));
        let mut first: BTreeMap<&str, &Given> = BTreeMap::new();
        for next in &given {
            let Some(before) = first.get(next.value.as_str()) else {
                first.insert(&next.value, next);
                continue;
            };
            // Two scopes may share both things; once is enough.
            let known = self.found.iter().any(|known| known.code == self.check.name && known.pointer == next.at);
            let Some(place) = draft.place(&next.at).filter(|_| !known) else { continue };
            let mut message = format!("expected {expected}, but found `{}`", next.value);
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

fn records<T: Record>(all: &Resolved) -> Vec<(String, T)> {
    let ids = all.records.get(T::CATALOG).into_iter().flat_map(|records| records.keys());
    ids.filter_map(|id| Some((id.clone(), all.get(&Ref::<T>::new(id.clone())).ok()?))).collect()
}

fn pointer<T: Record>(id: &str) -> Pointer {
    RecordKey::new(T::CATALOG, id).pointer()
}
