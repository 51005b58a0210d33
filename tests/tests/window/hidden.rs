//! Long forms: rows outside the viewport are not drawn, without any visible difference.

use std::fs;
use std::path::Path;

use egui::epaint::ClippedShape;
use egui::{Event, Key, Modifiers, Pos2, Rect, pos2};
use foeman_registry::SHIPPED;
use foeman_schema::text::RecordKey;
use foeman_tests::offscreen::{Offscreen, SIZE, key, wheel};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::view::{Pane, Selection};
use foeman_window::shell::workspace::Workspace;

use crate::seen::{self, Text};
use crate::{pack, without_layers};

/// A position in the form of the selection, on the right.
const FORM: Pos2 = pos2(1100.0, 500.0);

/// An offscreen window, with or without a screen reader.
struct Screen {
    window: Offscreen,
    shapes: Vec<ClippedShape>,
}

impl Screen {
    /// Shows a scenario whose form is much higher than its pane, with a finding in one area.
    fn new(read_aloud: bool) -> (tempfile::TempDir, Self) {
        let (folder, path) = pack("strategy");
        let file = path.join("scenarios.yaml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replacen("effects: [{class: fair}]", "effects: [{class: unfair}]", 1)).unwrap();
        let mut workspace = Workspace::new(SHIPPED);
        workspace.session_mut().settings.keep(Path::new("another pack"), &without_layers());
        let mut app = App::new(workspace);
        app.perform(Action::Open(path));
        let mut window = Offscreen::new(app);
        if read_aloud {
            window.ctx.enable_accesskit();
        }
        window.settle(1);
        window.app.perform(Action::Show(Pane::Scenario(scenario())));
        window.app.perform(Action::Select(Selection::record(scenario())));
        window.settle(60);
        let mut screen = Self { window, shapes: Vec::new() };
        screen.draw(Vec::new());
        (folder, screen)
    }

    fn draw(&mut self, events: Vec<Event>) {
        self.shapes = self.window.draw(events).shapes;
    }

    /// Draws some frames without input.
    fn rest(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.draw(Vec::new()));
    }

    fn scroll(&mut self, down: f32) {
        self.draw(vec![Event::PointerMoved(FORM), wheel(down)]);
    }

    /// Returns the visible texts and their positions.
    fn seen(&self) -> Vec<(String, Rect)> {
        seen::texts_of(&self.shapes).into_iter().map(|Text { words, seen, .. }| (words, seen)).collect()
    }

    /// The number of widgets that the pointer may be over.
    fn widgets(&self) -> usize {
        self.window.ctx.viewport(|state| state.prev_pass.widgets.layers().map(|(_, widgets)| widgets.len()).sum())
    }

    /// Returns the height at which the focused widget is.
    fn focus(&self) -> Option<f32> {
        let id = self.window.ctx.memory(|memory| memory.focused())?;
        Some(self.window.ctx.read_response(id)?.rect.center().y)
    }

    /// Whether the focused widget is visible.
    fn has_focus_in_sight(&self) -> bool {
        self.focus().is_some_and(|y| y < SIZE.y - 20.0)
    }

    fn says(&self, words: &str) -> bool {
        self.seen().iter().any(|(said, _)| said.contains(words))
    }
}

fn scenario() -> RecordKey {
    RecordKey::new("scenarios", "common-ground")
}

/// Does the same in both windows, and compares them.
fn both(screens: &mut [Screen; 2], what: &str, deed: impl Fn(&mut Screen)) {
    screens.iter_mut().for_each(&deed);
    let [plain, whole] = [0, 1].map(|at| screens[at].seen());
    for (at, (plain, whole)) in plain.iter().zip(&whole).enumerate() {
        assert_eq!(plain, whole, "text {at} after: {what}");
    }
    assert_eq!(plain.len(), whole.len(), "after: {what}");
}

fn windows() -> ([tempfile::TempDir; 2], [Screen; 2]) {
    let (plain_folder, plain) = Screen::new(false);
    let (whole_folder, whole) = Screen::new(true);
    ([plain_folder, whole_folder], [plain, whole])
}

#[test]
fn a_form_of_which_only_a_part_is_drawn_looks_like_one_that_is_drawn_whole() {
    let (_folders, mut screens) = windows();
    both(&mut screens, "opened", |_| {});
    let [few, all] = screens.each_ref().map(Screen::widgets);
    assert!(few + 100 < all, "{few} and {all} things to click on");
    for at in 0..60 {
        both(&mut screens, &format!("{at} steps down"), |screen| screen.scroll(220.0));
    }
    let end = screens[0].seen();
    both(&mut screens, "one more step down", |screen| screen.scroll(220.0));
    assert_eq!(screens[0].seen(), end, "there is no more below");
    for at in 0..30 {
        both(&mut screens, &format!("{at} steps up again"), |screen| screen.scroll(-195.0));
    }
    both(&mut screens, "scrolling has ended", |screen| screen.rest(60));
    both(&mut screens, "a value far away is selected", |screen| {
        let field = ["areas", "10", "units", "0", "class"].map(str::to_owned).to_vec();
        screen.window.app.perform(Action::Select(Selection { field, ..Selection::record(scenario()) }));
        screen.rest(60);
    });
    assert!(screens[0].says("1. Contracted pikes"));
}

#[test]
fn the_keyboard_goes_on_to_what_was_not_drawn() {
    let (_folders, mut screens) = windows();
    // Below the heading with the same words.
    let title = |screen: &Screen| {
        let seen = screen.seen();
        let field = seen.iter().rfind(|(words, rect)| words == "Common ground" && rect.left() > 960.0);
        field.map(|(_, rect)| rect.center()).expect("its title can be changed")
    };
    let button = |pos: Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    both(&mut screens, "the title is clicked", |screen| {
        let pos = title(screen);
        screen.draw(vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            screen.draw(vec![button(pos, pressed)]);
        }
    });
    for at in 0..60 {
        both(&mut screens, &format!("{at} steps by the keyboard"), |screen| {
            screen.draw(key(Key::Tab, Modifiers::NONE));
            screen.rest(16);
            assert!(screen.has_focus_in_sight(), "the focused control is in view");
        });
    }
    let seen = screens[0].seen();
    let filter = seen.iter().find(|(words, rect)| words == "Filter fields" && rect.left() > 960.0);
    assert!(filter.is_none(), "it has gone down the form");
}
