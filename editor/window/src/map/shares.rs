//! Scattering several terrains, each with a weight.

use egui::{DragValue, Ui};

use super::inks::{mix, terrains};
use crate::map::chart::Chart;
use crate::pack::Pack;
use crate::shell::action::{Action, Actions};
use crate::shell::session::Session;

/// The maximum weight of a terrain.
const MOST: u32 = 99;

/// Draws the weight of each scattered terrain; nothing if there is a single brush.
pub(crate) fn ui(ui: &mut Ui, session: &Session, pack: &Pack, chart: &Chart, actions: &mut Actions) {
    let mut mix = mix(session, chart);
    if mix.is_empty() {
        return;
    }
    let mut changed = false;
    let catalog = terrains(session, crate::map::on_top(session).as_ref()).first().map(|entry| &entry.key.catalog);
    for (id, share) in &mut mix {
        let entry = || catalog.map(|catalog| foeman_schema::text::RecordKey::new(catalog, &*id));
        let title = entry().map_or_else(|| id.clone(), |key| pack.index().title(&key).to_owned());
        let drag = DragValue::new(share).range(0..=MOST).speed(0.1).prefix(format!("{title} "));
        let drag = ui.add(drag).on_hover_text("Its share among the terrains; 0 leaves it out");
        drag.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, format!("Share of {title}")));
        changed |= drag.changed();
    }
    if changed {
        actions.push(Action::Strew(mix));
    }
}
