//! `foeman check --fix`: applies fixes to a pack, or shows them as a diff.

use std::io::{self, Write};
use std::sync::Arc;

use foeman_schema::draft::Draft;
use foeman_schema::finding::{Finding, Safety};
use foeman_schema::fix::{Fixed, apply_fixes_to, apply_one_fix};
use foeman_schema::text::FileId;

use super::pack::Pack;
use super::report::{counted, tally};
use super::{across, write};
use foeman_base::console::{Console, Failure, Paint, Stream, printable};

/// Selects the findings to fix and to report.
pub(super) type Wanted<'a> = dyn Fn(&Pack, &Finding) -> bool + 'a;

/// Selects the findings to fix.
pub(super) type Meant<'a> = dyn Fn(&Pack, &Finding) -> bool + 'a;

/// Selects the fixes to apply.
#[derive(Clone, Copy)]
pub(super) struct Fixes {
    /// The safety of the fixes; [`Safety::Single`] means one fix of one finding.
    pub(super) allowed: Safety,
    /// The position of that fix among the fixes of the finding, from 0.
    pub(super) number: usize,
}

/// Applies fixes and writes the changed files; returns the pack with the remaining findings.
pub(super) fn apply(
    pack: Pack,
    fixes: Fixes,
    (wanted, meant): (&Wanted<'_>, &Meant<'_>),
    console: &mut Console<'_>,
) -> Result<(Pack, Vec<Finding>), Failure> {
    let fixed = mended_in(&pack, fixes, wanted, meant);
    let changed = changed(&pack.draft, &fixed.draft);
    if !changed.is_empty() {
        let packs = across::dependents(&pack)?;
        if let Some(broken) = foeman_base::across::broken(&fixed.draft, &packs) {
            return Err(across::refused(&pack, &packs, &broken));
        }
    }
    write::files(&pack, &fixed.draft)?;
    let mended = console.err.painted(Paint::Good, mended(&fixed, &changed)).to_string();
    writeln!(console.err, "{}: fixed {mended}", pack.root.display())?;
    tell(&fixed, &mut console.err)?;
    let pack = Pack { draft: Arc::new(fixed.draft), ..pack };
    let left = fixed.findings.into_iter().filter(|finding| wanted(&pack, finding)).collect();
    Ok((pack, left))
}

/// Shows fixes as a unified diff; returns the current findings.
pub(super) fn show(
    pack: &Pack,
    fixes: Fixes,
    (wanted, meant): (&Wanted<'_>, &Meant<'_>),
    console: &mut Console<'_>,
) -> Result<Vec<Finding>, Failure> {
    let mut fixed = mended_in(pack, fixes, wanted, meant);
    let after = Pack { draft: Arc::new(fixed.draft.clone()), ..pack.clone() };
    fixed.findings.retain(|finding| wanted(&after, finding));
    let changed = changed(&pack.draft, &fixed.draft);
    write::diff(pack, &fixed.draft, &mut console.out)?;
    console.out.flush()?;
    let (name, mended, left) = (pack.root.display(), mended(&fixed, &changed), tally(&fixed.findings, &console.err));
    writeln!(console.err, "{name}: would fix {mended} and leave {left}; nothing is written")?;
    tell(&fixed, &mut console.err)?;
    Ok(pack.analysis().findings().iter().filter(|finding| wanted(pack, finding)).cloned().collect())
}

fn mended_in(pack: &Pack, fixes: Fixes, wanted: &Wanted<'_>, meant: &Meant<'_>) -> Fixed {
    let in_pack = |draft: &Arc<Draft>, finding: &Finding| {
        let pack = Pack { draft: Arc::clone(draft), root: pack.root.clone(), writer: None };
        meant(&pack, finding) && wanted(&pack, finding)
    };
    match fixes.allowed {
        Safety::Single => apply_one_fix(&pack.draft, fixes.number, &in_pack),
        Safety::Safe | Safety::Unsafe => apply_fixes_to(&pack.draft, fixes.allowed, &in_pack),
    }
}

/// Prints how many findings have fixes that were not requested.
pub(super) fn offer(findings: &[Finding], allowed: Option<Safety>, out: &mut Stream<'_>) -> io::Result<()> {
    let mended = |safety| {
        let has_fix = |finding: &&Finding| finding.fixes.iter().any(|fix| fix.safety <= safety);
        findings.iter().filter(has_fix).count()
    };
    let in_bulk = mended(Safety::Unsafe);
    let options = [(Safety::Safe, "--fix"), (Safety::Unsafe, "--fix-unsafe"), (Safety::Single, "--fix-at")];
    let offers = options.map(|(safety, option)| {
        let count = match safety {
            _ if Some(safety) <= allowed => 0,
            Safety::Single => mended(safety) - in_bulk,
            Safety::Safe | Safety::Unsafe => mended(safety),
        };
        (count, format!("`{option}` for {count}"))
    });
    let offers: Vec<String> = offers.into_iter().filter(|(count, _)| *count > 0).map(|(_, offer)| offer).collect();
    if offers.is_empty() {
        return Ok(());
    }
    writeln!(out, "available fixes: {}; add `--diff` to preview them", offers.join(", "))
}

fn changed(before: &Draft, after: &Draft) -> Vec<FileId> {
    before.files().filter(|file| before.text(*file) != after.text(*file)).collect()
}

/// Formats counts: `2 findings in 1 file`.
fn mended(fixed: &Fixed, changed: &[FileId]) -> String {
    match changed.len() {
        0 => "no findings".to_owned(),
        files => format!("{} in {}", counted(fixed.applied.len(), "finding"), counted(files, "file")),
    }
}

/// Lists the applied fixes, and the refused ones with the reason.
fn tell(fixed: &Fixed, out: &mut Stream<'_>) -> io::Result<()> {
    for made in &fixed.applied {
        let text = printable(&format!("{}: {}: {}", made.pointer, made.code, made.title));
        writeln!(out, "  {text}")?;
    }
    for (made, refusal) in &fixed.refused {
        let text = printable(&format!("{}: {}: {}: {refusal}", made.pointer, made.code, made.title));
        writeln!(out, "  {} {text}", out.painted(Paint::Doubtful, "not"))?;
    }
    Ok(())
}
