//! Opens a pack, draws the window's first frame offscreen, and exits: `first_frame PACK`.
//!
//! The run time of the process is foeman's own share of the startup time; `tests/benches/against/compare.mjs` compares
//! it with an older build.

use std::path::PathBuf;
use std::process::ExitCode;

use egui::{Context, RawInput, Rect, pos2, vec2};
use foeman_registry::SHIPPED;
use foeman_scene::theme;
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;

fn main() -> ExitCode {
    let Some(pack) = std::env::args_os().nth(1).map(PathBuf::from) else { return ExitCode::from(2) };
    let ctx = Context::default();
    theme::install(&ctx);
    let mut app = App::empty(SHIPPED);
    app.perform(Action::Open(pack));
    let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0));
    let input = RawInput { screen_rect: Some(screen), ..RawInput::default() };
    let output = ctx.run_ui(input, |ui| app.ui(ui));
    let drawn = ctx.tessellate(output.shapes, output.pixels_per_point);
    if app.workspace().pack().is_some() && drawn.len() > 1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
