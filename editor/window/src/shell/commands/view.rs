//! The View menu.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{BASE, Command, Menu, Surface, alt, ctrl, ctrl_shift, has_pack, plain};
use crate::kit::icon::Icon;
use crate::lab;
use crate::roster::sheets;
use crate::shell::action::Action;
use crate::shell::session::Session;
use crate::shell::view::{Arrangement, Pane};
use foeman_scene::theme::ThemeChoice;

/// The commands in menu order.
pub static ALL: &[&Command] = &[
    &BACK,
    &FORWARD,
    &FIGURES,
    &GRID,
    &LANGUAGE,
    &ANIMATION,
    &EDIT_WORKSPACE,
    &MAP_WORKSPACE,
    &PLAY_WORKSPACE,
    &BALANCE_WORKSPACE,
    &RESET_LAYOUT,
    &NEXT_TAB,
    &PREVIOUS_TAB,
    &CLOSE_TAB,
    &NEXT_PANE,
    &PREVIOUS_PANE,
    &SYSTEM_THEME,
    &LIGHT_THEME,
    &DARK_THEME,
];

/// Goes back to the previous selection.
pub static BACK: Command = Command {
    id: "view.back",
    name: "Back",
    icon: Some(Icon::Back),
    place: Surface::Toolbar,
    keys: &[alt(Key::ArrowLeft)],
    applies: |now| now.session.view().can_go_back(),
    action: |_| Some(Action::Back),
    ..IN_MENU
};

/// Goes forward to the next selection.
pub static FORWARD: Command = Command {
    id: "view.forward",
    name: "Forward",
    icon: Some(Icon::Forward),
    place: Surface::Toolbar,
    keys: &[alt(Key::ArrowRight)],
    applies: |now| now.session.view().can_go_forward(),
    action: |_| Some(Action::Forward),
    ..IN_MENU
};

/// Opens the cards of the selected figures.
pub static FIGURES: Command = Command {
    id: "view.figures",
    name: "Build figures",
    icon: Some(Icon::Figures),
    exists: |now| sheets::def(now.session).is_some(),
    applies: |now| sheets::pane(now.session).is_some(),
    action: |now| sheets::pane(now.session).map(Action::Show),
    ..IN_MENU
};

/// Shows or hides grid lines on maps.
pub static GRID: Command = Command {
    id: "view.grid",
    name: "Lines between hexes",
    keys: &[ctrl(Key::Quote)],
    applies: |now| now.session.pack().is_some(),
    on: Some(|now| !now.session.view().gridless),
    action: |now| Some(Action::Gridless(!now.session.view().gridless)),
    ..IN_MENU
};

/// Shows the texts of battles in the next language of the pack, and after the last one as written.
pub static LANGUAGE: Command = Command {
    id: "view.language",
    name: "Translated texts",
    exists: |now| now.session.pack().is_some_and(|pack| !pack.draft().languages().is_empty()),
    applies: |now| now.session.pack().is_some(),
    on: Some(|now| now.session.language().is_some()),
    about: Some(|now| now.session.language().map(|tag| format!("({tag})"))),
    action: |now| Some(Action::Language(next_language(now.session))),
    ..IN_MENU
};

fn next_language(session: &Session) -> Option<String> {
    let languages = session.pack()?.draft().languages();
    let at = session.language().and_then(|now| languages.iter().position(|tag| tag == now));
    let next = match session.language() {
        None => 0,
        // A language that the pack has under a wider name is followed by the text as written.
        Some(_) => at? + 1,
    };
    languages.into_iter().nth(next)
}

/// Starts or stops all motion: of images, figures, menus and scrolling.
pub static ANIMATION: Command = Command {
    id: "view.animation",
    name: "Animation",
    keys: &[ctrl_shift(Key::A)],
    on: Some(|now| !now.session.is_still()),
    action: |now| Some(Action::Still(!now.session.is_still())),
    ..IN_MENU
};

/// Switches to tables and forms.
pub static EDIT_WORKSPACE: Command = workspace(
    "view.edit-workspace",
    "Edit workspace",
    &[alt(Key::Num1)],
    Command {
        on: Some(|now| now.session.view().arrangements.current() == Arrangement::Edit),
        action: |_| Some(Action::Switch(Arrangement::Edit)),
        ..IN_MENU
    },
);

/// Switches to maps.
pub static MAP_WORKSPACE: Command = workspace(
    "view.map-workspace",
    "Map workspace",
    &[alt(Key::Num2)],
    Command {
        on: Some(|now| now.session.view().arrangements.current() == Arrangement::Map),
        action: |_| Some(Action::Switch(Arrangement::Map)),
        ..IN_MENU
    },
);

/// Switches to test-play.
pub static PLAY_WORKSPACE: Command = workspace(
    "view.play-workspace",
    "Play workspace",
    &[alt(Key::Num3)],
    Command {
        on: Some(|now| now.session.view().arrangements.current() == Arrangement::Play),
        action: |_| Some(Action::Switch(Arrangement::Play)),
        ..IN_MENU
    },
);

/// Switches to the balance lab.
pub static BALANCE_WORKSPACE: Command = workspace(
    "view.balance-workspace",
    "Balance workspace",
    &[alt(Key::Num4)],
    Command {
        exists: |now| (lab::PANE.exists)(now.session, &Pane::Balance),
        on: Some(|now| now.session.view().arrangements.current() == Arrangement::Balance),
        action: |_| Some(Action::Switch(Arrangement::Balance)),
        ..IN_MENU
    },
);

/// The commands that switch to an arrangement, in the order of the top bar.
pub static WORKSPACES: [&Command; 4] = [&EDIT_WORKSPACE, &MAP_WORKSPACE, &PLAY_WORKSPACE, &BALANCE_WORKSPACE];

const fn workspace(
    id: &'static str,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    command: Command,
) -> Command {
    Command { id, name, keys, group: 4, applies: has_pack, ..command }
}

/// Resets the pane layout of the current arrangement to the default.
pub static RESET_LAYOUT: Command = Command {
    id: "view.reset-layout",
    name: "Reset layout",
    group: 4,
    action: |_| Some(Action::ResetLayout),
    ..IN_MENU
};

/// Switches to the next tab, or from the last to the first.
pub static NEXT_TAB: Command = Command {
    id: "view.next-tab",
    name: "Next tab",
    group: 2,
    keys: &[ctrl(Key::PageDown), ctrl(Key::Tab)],
    applies: |now| neighbour(now.session, 1).is_some(),
    action: |now| neighbour(now.session, 1).map(Action::Show),
    ..IN_MENU
};

/// Moves the keyboard focus to the next pane or drawer.
pub static NEXT_PANE: Command = Command {
    id: "view.next-pane",
    name: "Next pane",
    group: 2,
    keys: &[plain(Key::F6)],
    applies: |now| has_pack(now) && !now.session.view().visible().is_empty(),
    action: |now| next_pane(now.session, 1).map(Action::FocusPane),
    ..IN_MENU
};

/// Moves the keyboard focus to the previous pane or drawer.
pub static PREVIOUS_PANE: Command = Command {
    id: "view.previous-pane",
    name: "Previous pane",
    group: 2,
    keys: &[KeyboardShortcut::new(Modifiers::SHIFT, Key::F6)],
    applies: NEXT_PANE.applies,
    action: |now| next_pane(now.session, -1).map(Action::FocusPane),
    ..IN_MENU
};

/// Returns the pane some steps after the one with the focus, or after the current document.
fn next_pane(session: &Session, by: isize) -> Option<Pane> {
    let (view, panes) = (session.view(), session.view().visible());
    let place = |wanted: Option<&Pane>| panes.iter().position(|pane| Some(*pane) == wanted);
    let at = place(view.focused()).or_else(|| place(view.document()));
    let to = at.map_or(0, |at| (at as isize + by).rem_euclid(panes.len().max(1) as isize) as usize);
    panes.get(to).map(|pane| (*pane).clone())
}

/// Switches to the previous tab, or from the first to the last.
pub static PREVIOUS_TAB: Command = Command {
    id: "view.previous-tab",
    name: "Previous tab",
    group: 2,
    keys: &[ctrl(Key::PageUp), ctrl_shift(Key::Tab)],
    applies: |now| neighbour(now.session, -1).is_some(),
    action: |now| neighbour(now.session, -1).map(Action::Show),
    ..IN_MENU
};

/// Closes the current document.
pub static CLOSE_TAB: Command = Command {
    id: "view.close-tab",
    name: "Close tab",
    group: 2,
    keys: &[ctrl(Key::W)],
    applies: |now| now.session.view().document().is_some(),
    action: |now| now.session.view().document().cloned().map(Action::Close),
    ..IN_MENU
};

/// Follows the desktop's theme.
pub static SYSTEM_THEME: Command = Command {
    id: "view.system-theme",
    name: ThemeChoice::System.name(),
    group: 3,
    on: Some(|now| now.session.theme() == ThemeChoice::System),
    action: |_| Some(Action::Theme(ThemeChoice::System)),
    ..IN_MENU
};

/// Switches to the light theme.
pub static LIGHT_THEME: Command = Command {
    id: "view.light-theme",
    name: ThemeChoice::Light.name(),
    group: 3,
    on: Some(|now| now.session.theme() == ThemeChoice::Light),
    action: |_| Some(Action::Theme(ThemeChoice::Light)),
    ..IN_MENU
};

/// Switches to the dark theme.
pub static DARK_THEME: Command = Command {
    id: "view.dark-theme",
    name: ThemeChoice::Dark.name(),
    group: 3,
    on: Some(|now| now.session.theme() == ThemeChoice::Dark),
    action: |_| Some(Action::Theme(ThemeChoice::Dark)),
    ..IN_MENU
};

const IN_MENU: Command = Command { menu: Menu::View, ..BASE };

/// Returns the document a number of tabs further in the current group; `None` if it is the only one.
fn neighbour(session: &Session, steps: isize) -> Option<Pane> {
    let layout = session.view().layout();
    let group = layout.root().group(layout.current())?;
    let shown: Vec<&Pane> = group.panes.iter().filter(|pane| layout.shows(pane)).collect();
    let at = shown.iter().position(|pane| Some(*pane) == group.active.as_ref())?;
    let next = (at as isize + steps).rem_euclid(shown.len() as isize) as usize;
    (next != at).then(|| shown[next].clone())
}
