//! Scenarios that are written cell by cell (strategy): reads them and caches them until the pack changes.
//!
//! A large scenario is read again on a background thread after an edit; until then its last picture is shown.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;

use egui::{Id, Ui};
use foeman_engine::game::Registry;
use foeman_engine::plots::{PlotDef, Plots};
use foeman_schema::draft::Draft;
use foeman_schema::text::RecordKey;

use crate::pack::Pack;

/// Scenarios with more cells or more cells with contents than this are read in the background after an edit.
const CELLS: usize = 100_000;
const PILES: usize = 2_000;

/// Returns the ruleset's support for scenarios written cell by cell, if it has any.
pub fn def(draft: &Draft, registry: Registry) -> Option<&'static PlotDef> {
    registry.engine(draft.dialect()?.id)?.capabilities().plots
}

/// Reads a scenario cell by cell; `None` for other records, and for scenarios that cannot be read.
pub fn read(draft: &Draft, registry: Registry, key: &RecordKey) -> Option<Plots> {
    let playable = draft.dialect().is_some_and(|dialect| dialect.playable == key.catalog);
    (def(draft, registry).filter(|_| playable)?.read)(draft, &key.id)
}

/// The state of a pack: its generation and revision.
type Moment = (u64, u64);

/// A scenario that is being read in the background; set when it has been.
type Reading = OnceLock<Option<Arc<Plots>>>;

/// A cached scenario.
#[derive(Clone)]
struct Kept {
    /// The state in which it was read.
    at: Moment,
    plots: Option<Arc<Plots>>,
    /// A later state that is being read in the background.
    next: Option<(Moment, Arc<Reading>)>,
}

impl Kept {
    /// Adopts the result of the background thread, if it has finished.
    fn collect(&mut self) {
        if let Some((at, read)) = &self.next
            && let Some(plots) = read.get()
        {
            (self.at, self.plots, self.next) = (*at, plots.clone(), None);
        }
    }

    /// Whether reading it takes longer than a frame.
    fn is_large(&self) -> bool {
        self.plots.as_ref().is_some_and(|plots| {
            let cells = plots.board.ground.as_ref().map_or(0, |ground| ground.geometry.cell_count());
            cells > CELLS || plots.piles.len() > PILES
        })
    }
}

/// Reads a scenario cell by cell, cached until the pack changes.
///
/// For a short time after an edit of a large scenario, this is its state before the edit: see [`is_current`].
pub fn kept(ui: &Ui, pack: &Pack, registry: Registry, key: &RecordKey) -> Option<Arc<Plots>> {
    let (id, now) = (id(key), moment(pack));
    let mut kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some(known) = &mut kept {
        known.collect();
    }
    let kept = match kept {
        Some(known) if known.at == now => known,
        Some(mut known) if known.at.0 == now.0 && known.is_large() => {
            if known.next.is_none() {
                let read = Arc::new(Reading::new());
                known.next = Some((now, Arc::clone(&read)));
                let (draft, key, ctx) = (Arc::clone(pack.shared_draft()), key.clone(), ui.ctx().clone());
                thread::spawn(move || {
                    // After a panic, whose message is on the terminal, the scenario counts as unreadable.
                    let plots = catch_unwind(AssertUnwindSafe(|| self::read(&draft, registry, &key)));
                    let _ = read.set(plots.ok().flatten().map(Arc::new));
                    ctx.request_repaint();
                });
            }
            known
        }
        _ => Kept { at: now, plots: read(pack.draft(), registry, key).map(Arc::new), next: None },
    };
    let plots = kept.plots.clone();
    ui.data_mut(|data| data.insert_temp(id, kept));
    plots
}

/// Whether [`kept`] returns the latest state of the scenario, with all edits.
pub fn is_current(ui: &Ui, pack: &Pack, key: &RecordKey) -> bool {
    ui.data(|data| data.get_temp::<Kept>(id(key))).is_some_and(|kept| kept.at == moment(pack))
}

fn id(key: &RecordKey) -> Id {
    Id::unique(("plots", key.to_string()))
}

fn moment(pack: &Pack) -> Moment {
    (pack.generation(), pack.revision())
}
