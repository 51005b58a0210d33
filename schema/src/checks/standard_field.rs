//! `standard-field`: a standard that names a catalog, field or word that does not exist.

use crate::catalogs::standards::Standard;
use crate::check::{Check, Scope};
use crate::dialect::Dialect;
use crate::did_you_mean::{did_you_mean, listed, near};
use crate::field::{Field, FieldKind};
use crate::finding::{Confidence, Finding, Fix, Severity, near_value};
use crate::notation::message::Piece;
use crate::notation::requirement::{FieldPath, Name, Requirement};
use crate::standards::{self, Unfit, field_of};
use crate::survey::Survey;
use crate::text::Pointer;

pub(crate) static CHECK: Check = Check {
    name: "standard-field",
    severity: Severity::Error,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "A standard names a catalog, field or word that does not exist",
    doc: "\
A standard checks the records of `catalog`; `this.FIELD` is a field of such a record, or one that a pack declares for the catalog under `fields`.
A path such as `this.type.attributes.st` leads into groups of fields, and through references into other records.
Numbers can be compared, and so can the lengths of lists; words of a fixed set are compared with `=` and `!=`.
Standards that would check too much (records, times names in the requirements) are reported here as well, and do not run.",
    bad: r##"standards:
  described:
    title: Every terrain has a description
    catalog: terrains
    require: [has this.abuot]
"##,
    fix: &[("this.abuot", "this.about")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    let Some(dialect) = survey.draft.dialect() else { return };
    for (key, standard) in survey.records::<Standard>() {
        let mut site = Site { check, survey, dialect, standard, findings };
        site.judge(&key.pointer());
    }
    for active in standards::active(survey).into_iter().filter(|active| active.too_long) {
        let at = Pointer::root().child("standards").child(active.id);
        let message = "this pack has too many records for so many standards, so this one is not checked";
        let Some(place) = survey.draft.key_place(&at) else { continue };
        let help = Some("remove standards, or names from their requirements".to_owned());
        findings.push(Finding { help, ..check.finding(place, at, message) });
    }
}

/// A standard that is checked.
struct Site<'a> {
    check: &'a Check,
    survey: &'a Survey<'a>,
    dialect: &'static Dialect,
    standard: &'a Standard,
    findings: &'a mut Vec<Finding>,
}

impl Site<'_> {
    fn judge(&mut self, at: &Pointer) {
        let standard = self.standard;
        if let Some(catalog) = &standard.catalog
            && self.dialect.catalog(catalog).is_none()
        {
            self.unknown_catalog(at.child("catalog"), catalog, "");
            return;
        }
        for (list, requirements) in [("where", &standard.conditions), ("require", &standard.require)] {
            for (position, requirement) in requirements.iter().enumerate() {
                self.requirement(&at.child(list).child(position.to_string()), requirement);
            }
        }
        if let Some(path) = &standard.at {
            self.field(&at.child("at"), path);
        }
        let message = at.child("message");
        for piece in standard.message.iter().flat_map(|message| message.pieces()) {
            match piece {
                Piece::Value(Name::Field(path)) => drop(self.field(&message, path)),
                Piece::Value(Name::Count(catalog)) => self.count(&message, catalog),
                Piece::Text(_) | Piece::Title | Piece::Id => {}
            }
        }
    }

    fn requirement(&mut self, at: &Pointer, requirement: &Requirement) {
        for catalog in requirement.counted() {
            self.count(at, catalog);
        }
        for path in requirement.fields() {
            let Some(field) = self.field(at, path) else { continue };
            match requirement {
                Requirement::Has(_) | Requirement::Lacks(_) => {}
                Requirement::Is(_, words) | Requirement::IsNot(_, words) => self.words(at, path, field, words),
                Requirement::Compares(_) => self.number(at, path, field),
            }
        }
    }

    fn count(&mut self, at: &Pointer, catalog: &str) {
        if self.dialect.catalog(catalog).is_none() {
            self.unknown_catalog(at.clone(), catalog, "count.");
        }
    }

    fn unknown_catalog(&mut self, at: Pointer, catalog: &str, before: &str) {
        let near = near(catalog, self.dialect.catalogs.iter().map(|catalog| catalog.name));
        let names = || listed(self.dialect.catalogs.iter().map(|catalog| catalog.name));
        let help = did_you_mean(&near).unwrap_or_else(|| format!("the catalogs are {}", names()));
        let message = format!("expected a catalog of {}, found `{catalog}`", self.dialect.title);
        let fixes = match (before, near.as_slice()) {
            ("", _) => near_value(&at, &near),
            (_, [one]) => self.replacement(&at, &format!("{before}{catalog}"), &format!("{before}{one}")),
            _ => Vec::new(),
        };
        self.report(at, message, Some(help), fixes);
    }

    /// Returns the field at the end of a path; reports a path that leads nowhere.
    fn field(&mut self, at: &Pointer, path: &FieldPath) -> Option<Field> {
        let Some(catalog) = &self.standard.catalog else {
            let message = format!("expected only numbers of records without `catalog`, found `{path}`");
            let help = "name the catalog whose records have this field".to_owned();
            self.report(at.clone(), message, Some(help), Vec::new());
            return None;
        };
        let Unfit { step, known } = match field_of(self.dialect, catalog, path) {
            Ok(field) => return field,
            Err(unfit) => unfit,
        };
        let (before, rest) = path.steps().split_at(step);
        let key = rest.first().map_or("", String::as_str);
        let near = near(key, known.iter().copied());
        let of = if before.is_empty() { format!("`{catalog}`") } else { format!("`this.{}`", before.join(".")) };
        let message = format!("expected a field of {of}, found `{key}`");
        let help = did_you_mean(&near).or_else(|| {
            Some(if known.is_empty() {
                format!("{of} has no fields")
            } else {
                format!("the fields are {}", listed(known))
            })
        });
        let fixes = if let [one] = near.as_slice() {
            let mut right = path.steps().to_vec();
            right[step] = (*one).to_owned();
            self.replacement(at, &path.to_string(), &FieldPath::new(right).to_string())
        } else {
            Vec::new()
        };
        self.report(at.clone(), message, help, fixes);
        None
    }

    /// Reports words that a field cannot have.
    fn words(&mut self, at: &Pointer, path: &FieldPath, field: Field, words: &[String]) {
        let item = if let FieldKind::List { .. } = field.shape() { field.value().unwrap_or(field) } else { field };
        let known: Vec<&str> = match item.shape() {
            FieldKind::Choice(words) => words.iter().map(|choice| choice.value).collect(),
            FieldKind::Reference { catalog } => self.survey.draft.ids(catalog).collect(),
            FieldKind::Bool => vec!["true", "false"],
            FieldKind::Text { .. } | FieldKind::Any => return,
            FieldKind::Object
            | FieldKind::Map
            | FieldKind::List { .. }
            | FieldKind::Integer { .. }
            | FieldKind::Number => {
                let message = format!("expected a number to compare with `{path}`, found `{}`", words.join(" or "));
                self.report(at.clone(), message, Some("write a comparison as `this.price > 0`".to_owned()), Vec::new());
                return;
            }
        };
        for word in words.iter().filter(|word| !known.contains(&word.as_str())) {
            let near = near(word, known.iter().copied());
            let message = format!("expected a value of `{path}`, found `{word}`");
            let help = did_you_mean(&near)
                .or_else(|| Some(format!("the values are {}", listed(known.iter().copied().take(20)))));
            let fixes = if let [one] = near.as_slice() { self.replacement(at, word, one) } else { Vec::new() };
            self.report(at.clone(), message, help, fixes);
        }
    }

    /// Reports a field without a number.
    fn number(&mut self, at: &Pointer, path: &FieldPath, field: Field) {
        let found = match field.shape() {
            FieldKind::Choice(_) => "a word",
            FieldKind::Reference { .. } => "the id of a record",
            FieldKind::Text { .. } if !field.is_number_or_text() => "text",
            _ => return,
        };
        let message = format!("expected a number, found `{path}`, which is {found}");
        let help = "compare it with words as `this.class = wpn`, or write `has` before it".to_owned();
        self.report(at.clone(), message, Some(help), Vec::new());
    }

    /// Returns the fix that replaces a name, if it occurs once in the text.
    fn replacement(&self, at: &Pointer, wrong: &str, right: &str) -> Vec<Fix> {
        let Some(found) = self.survey.draft.find(at) else { return Vec::new() };
        let Some(text) = found.node.and_then(|node| node.text()) else { return Vec::new() };
        let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        let mut parts = text.split(wrong);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(before), Some(after), None) if !after.starts_with(belongs) && !before.ends_with(belongs) => {
                vec![Fix::writing(at, format!("{before}{right}{after}"))]
            }
            _ => Vec::new(),
        }
    }

    fn report(&mut self, at: Pointer, message: String, help: Option<String>, fixes: Vec<Fix>) {
        if let Some(place) = self.survey.draft.place(&at) {
            self.findings.push(Finding { help, fixes, ..self.check.finding(place, at, message) });
        }
    }
}
