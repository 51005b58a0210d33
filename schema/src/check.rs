//! The `Check` type: a documented rule for content.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::draft::UNFINISHED;
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::{Subject, Survey};
use crate::text::{Location, Pointer};

/// A documented rule for content. Each check has one file, and all are listed in one registry.
///
/// A ruleset lists its checks in [`Dialect::checks`](crate::dialect::Dialect::checks):
///
/// ```
/// use foeman_schema::analysis::check;
/// use foeman_schema::check::{Check, Scope};
/// use foeman_schema::dialect::Dialect;
/// use foeman_schema::draft::Draft;
/// use foeman_schema::example::{DUELS, PACK, Weapon};
/// use foeman_schema::finding::{Confidence, Finding, Severity};
/// use foeman_schema::survey::Survey;
///
/// static HEAVY: Check = Check {
///     name: "heavy-weapon",
///     severity: Severity::Warning,
///     confidence: Confidence::Likely,
///     scope: Scope::Record,
///     summary: "A weapon is too heavy to lift",
///     doc: "Fighters can lift up to 30 kg.",
///     bad: "weapons:\n  club: {title: Club, damage: 4, weight: 31}\n",
///     fix: &[("31", "3")],
///     run,
/// };
///
/// fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
///     for (key, weapon) in survey.records::<Weapon>().filter(|(_, weapon)| weapon.weight > 30) {
///         let at = key.pointer().child("weight");
///         let Some(place) = survey.draft.place(&at) else { continue };
///         findings.push(check.finding(place, at, format!("expected at most 30 kg, found {}", weapon.weight)));
///     }
/// }
///
/// static DIALECT: Dialect = Dialect { checks: &[&HEAVY], ..DUELS };
/// let text = PACK.replace("weight: 3", "weight: 31");
/// let findings = check(&Draft::from_texts([("pack.yaml".into(), text)], &[&DIALECT]));
/// assert_eq!(findings[0].code, "heavy-weapon");
/// ```
#[derive(Debug)]
pub struct Check {
    /// The name in kebab-case, which is also the code of its findings.
    pub name: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The confidence of its findings.
    pub confidence: Confidence,
    /// What its findings depend on.
    pub scope: Scope,
    /// One sentence, starting with a capital, no final stop.
    pub summary: &'static str,
    /// The long text for `explain`: why the problem matters and how to fix it. Markdown, one sentence per line.
    pub doc: &'static str,
    /// An example: the body of a pack (without the `pack:` header) in which only this check finds problems. A sibling
    /// pack begins with a line `# ../NAME/pack.yaml`: see [`example`].
    pub bad: &'static str,
    /// The corrections of the example: texts that each occur once in it, and their replacements. The corrected example
    /// has no findings; see [`fixed`](Self::fixed).
    pub fix: &'static [(&'static str, &'static str)],
    /// Runs the check and appends its findings. A pure function. If it panics, the analysis reports this as
    /// [`CHECK_FAILED`](crate::analysis::CHECK_FAILED), and the other checks continue.
    pub run: fn(&Check, &Survey<'_>, &mut Vec<Finding>),
}

/// What the findings of a check depend on, which decides when the check has to run again.
///
/// A check is shown at least the records whose findings may have changed, and possibly more: its findings about one
/// record must not depend on which other records it visits.
/// [`Survey::record`] and the draft always give access to all records.
///
/// ```
/// use foeman_schema::check::Scope;
/// use foeman_schema::checks::COMMON;
///
/// let scope = |name: &str| COMMON.iter().find(|check| check.name == name).unwrap().scope;
/// assert!(matches!(scope("unknown-key"), Scope::Record));
/// assert!(matches!(scope("same-title"), Scope::Group(_))); // compares records with the same title
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    /// Each finding points into a record, and depends on that record, the records it extends, and the records it
    /// reaches through references. Text outside of records (files, the header) is always checked.
    Record,
    /// Each finding points into a record, and depends on that record, the records that refer to it, everything that
    /// these reach through references, and the order of the records in the pack. For relations of two records through a
    /// third, such as two terrains on one map.
    Users,
    /// Like [`Users`](Self::Users), but findings also depend on whether all records of a catalog are valid. The check runs
    /// in full after an edit that changes this.
    UsersIfSound(&'static str),
    /// Each finding points into a valid record, and depends on the records of its group and their order in the pack,
    /// such as the records with the same title. An edit reruns only the groups that the edited record left or is in.
    Group(GroupOf),
    /// Each finding points into a valid record, and depends on this record and the leaders of its group: the [`LEADERS`]
    /// records of the lowest rank, and of equal ranks the first in the pack. Most edits rerun only the edited record, which
    /// makes this cheaper than [`Group`](Self::Group) for groups of many records.
    Leaders(RankOf),
    /// Findings may depend on anything in the pack. These checks run in full after every edit, so they must be cheap
    /// for each record: nothing slower than comparing two numbers.
    Pack,
}

/// Returns the group of a record, a hash made with [`group`]; `None` if the record affects no finding of the check.
/// Records of different groups may have the same hash, so the check still has to compare them.
pub type GroupOf = fn(&Subject<'_>) -> Option<u64>;

/// Returns the group and the rank of a record; `None` if the record affects no finding of the check. Different groups have
/// different numbers.
pub type RankOf = fn(&Subject<'_>) -> Option<(u64, u64)>;

/// The number of leaders of a group; see [`Scope::Leaders`].
pub const LEADERS: usize = 64;

/// Returns the hash of what the records of a group have in common.
pub fn group(common: impl Hash) -> u64 {
    FxBuildHasher.hash_one(common)
}

impl Check {
    /// Returns the corrected example.
    pub fn fixed(&self) -> String {
        self.fix.iter().fold(self.bad.to_owned(), |body, (old, new)| body.replacen(old, new, 1))
    }

    /// Creates a finding of this check at a location; the caller adds related locations, a hex or help.
    pub fn finding(&self, place: Location, pointer: Pointer, message: impl Into<String>) -> Finding {
        // A multi-line key may be quoted in the message, which must stay on one line.
        let message: String = message.into();
        let message = if message.contains(char::is_control) { message.replace(char::is_control, " ") } else { message };
        Finding {
            code: self.name,
            severity: self.severity,
            confidence: self.confidence,
            message,
            place,
            pointer,
            hex: None,
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }
}

/// Returns the files of an example: a pack called `example` with this body, and the other files and sibling packs that
/// the body contains.
pub fn example(body: &str, ruleset: &str) -> Vec<(String, String)> {
    let mut texts = vec![("pack.yaml".to_owned(), format!("pack: example\nruleset: {ruleset}\n"))];
    for line in body.lines() {
        let beside = line.strip_prefix("# ../").and_then(|rest| rest.strip_suffix("/pack.yaml"));
        let own = line.strip_prefix("# ").filter(|rest| !rest.contains(' ') && (is_file(rest) || *rest == UNFINISHED));
        if let Some(pack) = beside {
            texts.push((format!("../{pack}/pack.yaml"), format!("pack: {pack}\nruleset: {ruleset}\n")));
        } else if let Some(name) = own {
            texts.push((name.to_owned(), String::new()));
        } else if let Some((_, text)) = texts.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    texts
}

fn is_file(name: &str) -> bool {
    [".YAML", ".yaml", ".po"].iter().any(|ending| name.ends_with(ending))
}
