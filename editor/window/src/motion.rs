//! Images that move: which moment is shown, and when the next one is.

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;

use super::chart;
use super::pack::Pack;
use super::workspace::Workspace;
use foeman_scene::motion::STEP;
use foeman_scene::picture::Pictures;

/// The images of the pack as they are now.
pub fn pictures(ui: &Ui, workspace: &Workspace, pack: &Pack) -> Arc<Pictures> {
    let pictures = chart::pictures(ui, pack);
    if workspace.view().still || pictures.is_empty() {
        return pictures;
    }
    Arc::new(pictures.at((ui.input(|input| input.time) / STEP) as u64))
}

/// Sees to it that the next moment is shown, where something that moves was; otherwise nothing is drawn until something
/// happens.
pub fn go_on(ui: &Ui, pictures: &Pictures) {
    if pictures.moved() {
        let time = ui.input(|input| input.time);
        let next = STEP - time % STEP;
        ui.ctx().request_repaint_after(Duration::from_secs_f64(next.max(0.01)));
    }
}
