//! Animated images: selects the current frame and schedules the next repaint.

use std::sync::Arc;
use std::time::Duration;

use egui::Ui;

use crate::map::chart;
use crate::pack::Pack;
use crate::shell::session::Session;
use foeman_scene::motion::STEP;
use foeman_scene::picture::Pictures;

/// Returns the pack's images at the current animation time.
pub fn pictures(ui: &Ui, session: &Session, pack: &Pack) -> Arc<Pictures> {
    let pictures = chart::pictures(ui, pack);
    if session.is_still() || pictures.is_empty() {
        return pictures;
    }
    Arc::new(pictures.at((ui.input(|input| input.time) / STEP) as u64))
}

/// Schedules a repaint for the next frame of an animation, if an animated image was drawn. Otherwise the window stays
/// idle.
pub fn go_on(ui: &Ui, pictures: &Pictures) {
    if pictures.moved() {
        let time = ui.input(|input| input.time);
        let next = STEP - time % STEP;
        ui.ctx().request_repaint_after(Duration::from_secs_f64(next.max(0.01)));
    }
}
