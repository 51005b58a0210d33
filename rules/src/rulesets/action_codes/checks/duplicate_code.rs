//! A letter or number stands for one thing in its scope (`A3`).

use std::collections::BTreeMap;

use foeman_schema::catalogs::action_codes::{ActionType, Classifier, CodeBook, Weapon};
use foeman_schema::check::Check;
use foeman_schema::dialect::{Record, Ref};
use foeman_schema::finding::{Confidence, Finding, Severity};
use foeman_schema::resolve::Resolved;
use foeman_schema::survey::Survey;
use foeman_schema::text::{Pointer, RecordKey};

use super::sound;

/// The check.
pub(super) static DUPLICATE_CODE: Check = Check {
    name: "duplicate-code",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    summary: "A letter or number of codes is given once in its scope",
    doc: "A code is read by its letters and numbers, so each may stand for one thing only.\n\
          The scope of a classifier's letter is the code book that lists it, that of a type's letter the classifier.\n\
          An action's number counts within its type, those of positions, weapons and locations within the code book.\n\
          An armour may stand once in a weapon's table.\n\
          Give one of the two another letter or number, or list it in another place.",
    bad: include_str!("duplicate_code.bad.yaml"),
    fixed: include_str!("duplicate_code.fixed.yaml"),
    run: |check, survey, found| {
        let mut scopes = Scopes { check, survey, found };
        let all = sound(survey);
        for (id, book) in records::<CodeBook>(&all) {
            let at = pointer::<CodeBook>(&id);
            let classifiers = listed(&all, &at.child("classifiers"), &book.classifiers, "letter", |it: &Classifier| it.letter);
            scopes.check("classifier", &book.title, classifiers);
            let weapons = listed(&all, &at.child("weapons"), &book.weapons, "number", |it: &Weapon| it.number);
            scopes.check("weapon", &book.title, weapons);
            let numbers = book.positions.iter().map(|(id, it)| (id, it.number));
            scopes.check("position", &book.title, within(&at.child("positions"), numbers));
            let numbers = book.locations.iter().map(|(id, it)| (id, it.number));
            scopes.check("location", &book.title, within(&at.child("locations"), numbers));
        }
        for (id, class) in records::<Classifier>(&all) {
            let types = pointer::<Classifier>(&id).child("types");
            let kinds = listed(&all, &types, &class.types, "letter", |it: &ActionType| it.letter);
            scopes.check("type", &class.title, kinds);
        }
        for (id, kind) in records::<ActionType>(&all) {
            let actions = pointer::<ActionType>(&id).child("actions");
            let numbers = kind.actions.iter().map(|(id, it)| (id, it.number));
            scopes.check("action", &kind.title, within(&actions, numbers));
        }
        for (id, weapon) in records::<Weapon>(&all) {
            let table = pointer::<Weapon>(&id).child("table");
            let row = |(index, id): (usize, &str)| Given {
                name: id.to_owned(),
                at: table.child(index.to_string()).child("armour"),
                value: id.to_owned(),
            };
            let armours = weapon.table.iter().map(|entry| entry.armour.id()).enumerate();
            scopes.check("armour", &weapon.title, armours.map(row).collect());
        }
    },
};

/// A letter or number that is given to something.
struct Given {
    /// The id of what it is given to.
    name: String,
    /// Where it is given.
    at: Pointer,
    value: String,
}

struct Scopes<'a> {
    check: &'a Check,
    survey: &'a Survey<'a>,
    found: &'a mut Vec<Finding>,
}

impl Scopes<'_> {
    /// Reports whatever is given a second time within a scope.
    fn check(&mut self, noun: &str, scope: &str, mut given: Vec<Given>) {
        let draft = self.survey.draft;
        // The second place is the later one in the files, whatever order the things are listed in.
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
            let message = format!(
                "expected a {noun} of its own in `{scope}`, but found `{}` again, which stands for `{}`",
                next.value, before.name
            );
            let mut finding = self.check.finding(place, next.at.clone(), message);
            finding.related = draft.place(&before.at).map(|at| (at, "first given here".to_owned())).into_iter().collect();
            finding.help = Some(format!("give `{}` another one", next.name));
            self.found.push(finding);
        }
    }
}

/// The letters or numbers of records that a list names; a record listed twice is found at its second mention.
fn listed<T: Record, V: ToString>(
    all: &Resolved,
    list: &Pointer,
    refs: &[Ref<T>],
    field: &str,
    value: impl Fn(&T) -> V,
) -> Vec<Given> {
    let mut given: Vec<Given> = Vec::new();
    for (index, reference) in refs.iter().enumerate() {
        let Ok(record) = all.get(reference) else { continue };
        let own = pointer::<T>(reference.id()).child(field);
        let again = given.iter().any(|other| other.at == own);
        let at = if again { list.child(index.to_string()) } else { own };
        given.push(Given { name: reference.id().to_owned(), at, value: value(&record).to_string() });
    }
    given
}

/// The numbers of the entries of a map.
fn within<'a, V: ToString>(map: &Pointer, entries: impl Iterator<Item = (&'a String, V)>) -> Vec<Given> {
    let give = |(id, number): (&String, V)| Given {
        name: id.clone(),
        at: map.child(id).child("number"),
        value: number.to_string(),
    };
    entries.map(give).collect()
}

fn records<T: Record>(all: &Resolved) -> Vec<(String, T)> {
    let ids = all.records.get(T::CATALOG).into_iter().flat_map(|records| records.keys());
    ids.filter_map(|id| Some((id.clone(), all.get(&Ref::<T>::new(id.clone())).ok()?))).collect()
}

fn pointer<T: Record>(id: &str) -> Pointer {
    RecordKey::new(T::CATALOG, id).pointer()
}
