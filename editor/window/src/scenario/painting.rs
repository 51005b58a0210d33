//! Painting, erasing and reordering in scenarios that are written cell by cell.

use foeman_engine::plots::{PlotDef, PlotEdit};
use foeman_schema::change::Change;
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;
use serde_json::Value;

use super::action::PlotAction;
use super::plots;
use crate::shell::session::{Session, Tone};

/// Performs an action on a scenario that is written cell by cell.
pub(crate) fn paint(session: &mut Session, action: PlotAction) {
    match action {
        PlotAction::View(view) => session.view.plot = *view,
        PlotAction::Stroke(scenario, edit) => plot(session, &scenario, edit),
        PlotAction::Do(scenario, edit) => {
            session.settle();
            plot(session, &scenario, edit);
            session.settle();
        }
    }
}

/// Edits cells of a scenario; successive strokes of one group are one undo step until they settle.
pub(crate) fn plot(session: &mut Session, scenario: &RecordKey, edit: PlotEdit) {
    if session.view.plot.locked.contains(edit.group()) {
        let text = format!("The layer {} is locked; unlock it in the Layers pane", edit.group().replace('-', " "));
        return session.tell(Tone::Bad, text);
    }
    let Some(pack) = &mut session.pack else { return };
    let Some(def) = plots::def(pack.draft(), session.registry) else { return };
    let name = format!("{} of {}", said(&edit), pack.index().title(scenario));
    let at = scenario.pointer().child(edit.group());
    // Steps are compared by this marker only, because the other changes of a stroke vary.
    let like = [Change::Set { at: scenario.pointer().child("areas"), value: Value::Null }];
    let mut refused = None;
    let done = pack.set_with(name, at, &like, |draft| {
        let (changes, reason) = planned(def, draft, scenario, edit);
        refused = reason;
        changes
    });
    if session.after_edit(done)
        && let Some(reason) = refused
    {
        session.tell(Tone::Bad, format!("Cannot do this: {reason}"));
    }
}

/// Returns the changes for the cells that can be edited, and the reason why others cannot.
fn planned(def: &PlotDef, draft: &Draft, scenario: &RecordKey, edit: PlotEdit) -> (Vec<Change>, Option<String>) {
    let plan = |edit: &PlotEdit| (def.change)(draft, &scenario.id, edit);
    let reason = match plan(&edit) {
        Ok(changes) => return (changes, None),
        Err(reason) => reason,
    };
    let PlotEdit::Paint { group, ink, owner, mut cells } = edit else { return (Vec::new(), Some(reason)) };
    let paint = |cells| PlotEdit::Paint { group: group.clone(), ink: ink.clone(), owner: owner.clone(), cells };
    cells.retain(|cell| plan(&paint(vec![*cell])).is_ok());
    (plan(&paint(cells)).unwrap_or_default(), Some(reason))
}

/// Returns the name for the undo history.
fn said(edit: &PlotEdit) -> String {
    let group = edit.group().replace('-', " ");
    match edit {
        PlotEdit::Paint { ink: Some(_), .. } => format!("Paint {group}"),
        PlotEdit::Paint { ink: None, .. } => format!("Clear {group}"),
        PlotEdit::Remove { .. } => format!("Remove from {group}"),
        PlotEdit::Raise { .. } => format!("Reorder {group}"),
    }
}
