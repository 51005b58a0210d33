//! Checks: what they are.

use crate::draft::UNFINISHED;
use crate::finding::{Confidence, Finding, Severity};
use crate::survey::Survey;
use crate::text::{Location, Pointer};

/// One documented rule that content must keep. One file each, found in one registry.
#[derive(Debug)]
pub struct Check {
    /// Kebab-case; also the code of its findings.
    pub name: &'static str,
    /// How bad its findings are.
    pub severity: Severity,
    /// How sure they are.
    pub confidence: Confidence,
    /// What its findings depend on.
    pub scope: Scope,
    /// One sentence, capital first, no final stop.
    pub summary: &'static str,
    /// The long text for `explain`: why it matters and how to mend it. Markdown, one sentence per line.
    pub doc: &'static str,
    /// The body of a pack (without the `pack:` header) that it reports, and only it. A line `# ../NAME/pack.yaml` begins
    /// the body of a pack beside it: see [`example`].
    pub bad: &'static str,
    /// The same body, mended: no findings at all.
    pub fixed: &'static str,
    /// Finds; pure.
    pub run: fn(&Check, &Survey<'_>, &mut Vec<Finding>),
}

/// What the findings of a check depend on, and so when they must be looked for again.
///
/// A check is shown at least the records that its findings may have changed for, and may be shown any others: what it
/// says about one record must not depend on which others it goes through.
/// [`Survey::record`] and the draft always know everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Each finding points into a record, and follows from that record, those it extends, and those it reaches through
    /// references. What stands outside of records (files, the header) is always looked at.
    Record,
    /// Each finding points into a record, and follows from that record, the records that name it, what all of these
    /// reach through references, and the order of the records in the pack. For what two records are to a third: two
    /// terrains on one map.
    Users,
    /// Findings may follow from anything in the pack. These are run in full after every edit, so they do little for
    /// each record: nothing slower than looking up its title among the others.
    Pack,
}

impl Check {
    /// A finding of this check at a place; add related places, a hex or help to it where there are some.
    pub fn finding(&self, place: Location, pointer: Pointer, message: impl Into<String>) -> Finding {
        // A key that goes over several lines may be part of what is said: a message is one line all the same.
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

/// The texts of an example: the pack `example` with a body, and the files and packs beside it that the body holds.
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
    name.ends_with(".YAML") || name.ends_with(".yaml")
}
