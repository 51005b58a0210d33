//! The frame loop: draws the panes, then lets the workspace perform their actions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io};

use egui::{Frame, Panel as Side, Ui, ViewportCommand};
use foeman_engine::game::Registry;

use super::action::{Action, Actions};
use super::held::{self, Held};
use super::session::Tone;
use super::settings::Settings;
use super::shot::Shot;
use super::spoken::Spoken;
use super::view::Arrangement;
use super::workspace::{Over, Workspace};
use super::{dialogs, dock, drawers, menu_bar, menus, profile, status};
use crate::files::{self, welcome};
use crate::help::pointed;
use crate::kit::{lines, numbers};
use crate::pack::Pack;
use crate::recovery::GuardAction;
use foeman_base::desk::Desk;
use foeman_base::save;
use foeman_base::watch::Watch;
use foeman_scene::theme::{self, STATUS, margin, palette};

/// The maximum number of frames until a dialog has the focus: in its first frame it is measured but not drawn.
const OPENING: u8 = 3;

/// The width of a window below which only one side pane is shown next to the documents, in points.
const NARROW: f32 = 1000.0;
/// The minimum width of a window for a map, its side column and the drawer on the right, in points.
const WIDE: f32 = 1500.0;

/// The whole window; [`ui`](Self::ui) draws into any region, so no native window is needed.
pub struct App {
    workspace: Workspace,
    shot: Option<Shot>,
    title: String,
    /// Whether to check for changes by other programs.
    watching: bool,
    watch: Option<Watch>,
    /// Set by the file watcher when a file of the pack changes.
    written: Arc<AtomicBool>,
    profile: Option<Profile>,
    /// The generation of the pack that was drawn last.
    drawn: Option<u64>,
    /// The overlay (dialog, palette or menu) of the last drawn frame.
    over: Over,
    /// The number of frames in which that overlay may still be about to take the focus.
    opening: u8,
}

/// The settings folder.
struct Profile {
    folder: PathBuf,
    /// The settings that this window last read from or wrote to the folder.
    written: Settings,
    /// Whether the last write failed.
    failed: bool,
}

impl App {
    /// Creates a window for a workspace.
    pub fn new(workspace: Workspace) -> Self {
        let written = Arc::default();
        let drawn = workspace.pack().map(Pack::generation);
        Self {
            workspace,
            shot: None,
            title: String::new(),
            watching: false,
            watch: None,
            written,
            profile: None,
            drawn,
            over: Over::default(),
            opening: 0,
        }
    }

    /// Creates a window without a pack.
    pub fn empty(registry: Registry) -> Self {
        Self::new(Workspace::new(registry))
    }

    /// Takes a screenshot and closes.
    #[must_use]
    pub fn with_shot(mut self, shot: Shot) -> Self {
        self.shot = Some(shot);
        self.workspace.perform(Action::Still(true));
        self
    }

    /// Checks about once a second whether other programs have changed the pack's files.
    pub fn watch_disk(&mut self) {
        self.watching = true;
    }

    /// Returns the workspace.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Returns the workspace mutably.
    pub fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// Performs one action, as if a pane had requested it.
    pub fn perform(&mut self, action: Action) {
        self.workspace.perform(action);
    }

    /// Loads the settings from a profile folder and saves them there from now on.
    ///
    /// Returns a warning if a part could not be read.
    pub fn keep_profile(&mut self, folder: PathBuf) -> Option<String> {
        let mut told = None;
        let path = folder.join(profile::FILE);
        match fs::read(&path) {
            Ok(bytes) => {
                let (settings, lost) = profile::from_text(&String::from_utf8_lossy(&bytes));
                self.workspace.session.settings = settings;
                if !lost.is_empty() {
                    // Keep the unreadable file; the user may be able to restore it by hand.
                    let kept = save::atomically(&folder.join(profile::DAMAGED), &bytes).is_ok();
                    told = Some(profile::damage(&path, &lost, kept));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // Do not overwrite a file that could not be read.
            Err(error) => return Some(profile::failure(&path, &error)),
        }
        self.workspace.session.desk = Some(Desk::in_profile(&folder));
        self.profile = Some(Profile { folder, written: self.workspace.session.settings.clone(), failed: false });
        told
    }

    /// Saves changed settings to the profile.
    fn remember(&mut self) {
        let Some(profile) = &mut self.profile else { return };
        let settings = &self.workspace.session.settings;
        let path = profile.folder.join(profile::FILE);
        if *settings == profile.written && path.exists() {
            return;
        }
        // Another window may have saved its settings in the meantime.
        let there = fs::read(&path).map(|bytes| profile::from_text(&String::from_utf8_lossy(&bytes)).0);
        let joined = there.map_or_else(|_| settings.clone(), |there| settings.joined(&profile.written, &there));
        let text = profile::to_text(&joined);
        match fs::create_dir_all(&profile.folder).and_then(|()| save::atomically(&path, text.as_bytes())) {
            Ok(()) => {
                profile.written = settings.clone();
                profile.failed = false;
            }
            // Warn only once but keep trying: a full disk is usually temporary.
            Err(error) if !profile.failed => {
                profile.failed = true;
                self.workspace.session.tell(Tone::Bad, profile::failure(&path, &error));
            }
            Err(_) => {}
        }
    }

    /// Draws one frame and performs its actions.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        if ctx.cumulative_frame_nr() == 0 {
            ctx.add_plugin(Spoken);
            ctx.add_plugin(Held::default());
        }
        self.forget_other_packs(&ctx);
        self.look_out(&ctx);
        // A battle plays only before the first layout of a frame. If it also played before the second one, its log would
        // have new lines that are not measured yet.
        let is_busy = match ctx.current_pass_index() {
            0 => self.workspace.tick(),
            _ => !self.workspace.session.queue.is_empty(),
        };
        if is_busy {
            ctx.request_repaint();
        }
        if self.workspace.files.in_dialog()
            || self.workspace.search().busy()
            || self.workspace.testing().busy()
            || self.workspace.print.is_busy()
            || self.workspace.lab().busy()
            || self.workspace.pack().is_some_and(|pack| pack.checking() || pack.elsewhere().busy())
        {
            ctx.request_repaint_after_secs(0.05);
        }
        if self.workspace.play().is_starting() {
            // Each frame delays the start, above all without a graphics card.
            ctx.request_repaint_after_secs(0.1);
        }
        ctx.set_theme(self.workspace.session.theme());
        theme::set_motion(&ctx, !self.workspace.session.is_still());
        let (view, width) = (&mut self.workspace.session.view, ui.available_width());
        view.narrow = width < NARROW;
        view.cramped = view.drawers.bottom().is_some() && view.narrow || view.drawers.right().is_some() && width < WIDE;
        let mut actions = Actions::new();
        let mut commands = Actions::new();
        if self.workspace.session.question().is_none() {
            dropped(&ctx, &mut commands);
        }
        self.workspace.help.pointed = pointed::topic(&ctx);
        lines::join_pasted(&ctx);
        if self.waits_for_cursor(&ctx) {
            held::hold(&ctx, 0);
        } else {
            let workspace = &self.workspace;
            let covered = workspace.over().covers_commands();
            menus::listen(&ctx, &workspace.now(), workspace.keys.waiting.as_ref(), covered, &mut commands);
        }
        let free = self.workspace.over() == Over::default()
            && ctx.memory(|memory| memory.focused().is_none())
            && !egui::Popup::is_any_open(&ctx);
        self.panels(ui, &mut actions);
        dialogs::ui(ui, &self.workspace, &mut actions);
        numbers::select_clicked(&ctx);
        if free && !ctx.any_popup_open() && self.workspace.view().arrangements.before().is_some() && escapes(&ctx) {
            actions.push(Action::Leave);
        }
        // Keys typed before a shortcut take effect before its command.
        actions.extend(commands);
        self.workspace.session.focus = None;
        if !actions.is_empty() {
            // The results are visible in the next frame, so draw it at once.
            ctx.request_repaint();
        }
        let chosen = |app: &Self| (app.workspace.session.settings.keys.clone(), app.workspace.session.settings.toured);
        let before = chosen(self);
        self.perform_all(actions);
        if chosen(self) != before {
            self.remember();
        }
        if let Some(text) = self.workspace.session.take_clipboard() {
            ctx.copy_text(text);
        }
    }

    /// Whether keys must be held back because a dialog is about to take the focus: it accepts letters one frame later.
    fn waits_for_cursor(&mut self, ctx: &egui::Context) -> bool {
        let over = self.workspace.over();
        let opens = std::mem::replace(&mut self.over, over) != over;
        self.opening = if opens { OPENING } else { self.opening.saturating_sub(1) };
        let nowhere = self.opening > 0 && over != Over::default() && ctx.memory(|memory| memory.focused().is_none());
        opens || nowhere || self.workspace.session.focus().is_some()
    }

    /// Performs the actions of one frame. An action that replaces the pack comes last, so that all others reach the
    /// pack for which they were requested, and none reaches the new pack.
    fn perform_all(&mut self, actions: Actions) {
        let generation = |app: &Self| app.workspace.pack().map(Pack::generation);
        let before = generation(self);
        let (leaving, staying): (Actions, Actions) = actions.into_iter().partition(Action::leaves_pack);
        for action in staying.into_iter().chain(leaving) {
            self.workspace.perform(action);
            if generation(self) != before {
                return;
            }
        }
    }

    /// Clears egui's memory when the pack has been replaced: caches, half-typed text, scroll offsets, folds and the
    /// focus belong to a pack, but their ids can be the same in the next pack.
    fn forget_other_packs(&mut self, ctx: &egui::Context) {
        let now = self.workspace.pack().map(Pack::generation);
        if std::mem::replace(&mut self.drawn, now) == now {
            return;
        }
        ctx.memory_mut(|memory| {
            memory.data.clear();
            memory.stop_text_input();
        });
        egui::Popup::close_all(ctx);
        ctx.stop_dragging();
    }

    /// Watches the open pack and its required packs, and handles changes by other programs.
    fn look_out(&mut self, ctx: &egui::Context) {
        let pack = self.workspace.pack().filter(|pack| self.watching && pack.root().is_some());
        let roots =
            pack.map(|pack| pack.draft().roots().into_iter().chain(pack.elsewhere().roots()).collect::<Vec<_>>());
        if self.watch.as_ref().map(Watch::roots) != roots.as_deref() {
            self.written = Arc::default();
            let (ctx, written) = (ctx.clone(), Arc::clone(&self.written));
            let tell = move || {
                written.store(true, Ordering::Relaxed);
                ctx.request_repaint();
                true
            };
            self.watch = roots.map(|roots| Watch::new(roots, tell));
        }
        if self.written.swap(false, Ordering::Relaxed) {
            self.workspace.perform(Action::Guard(GuardAction::LookAtDisk));
        }
    }

    fn panels(&self, ui: &mut Ui, actions: &mut Actions) {
        let workspace = &self.workspace;
        let (now, colors) = (workspace.now(), palette(ui));
        let frame = |margin| Frame::new().fill(colors.panel).inner_margin(margin);
        Side::top("menu").frame(frame(margin::TIGHT)).show(ui, |ui| menu_bar::ui(ui, &now, actions));
        Side::bottom("status")
            .frame(frame(margin::BAR))
            .exact_size(STATUS)
            .show(ui, |ui| status::ui(ui, &now, actions));
        // An opened journal contains all the content that its battle needs.
        let is_playing = workspace.view().arrangements.current() == Arrangement::Play;
        let shows_battle = is_playing && workspace.play().battle().is_some();
        egui::CentralPanel::no_frame().frame(Frame::new().fill(colors.surface)).show(ui, |ui| {
            if workspace.pack().is_some() || shows_battle {
                drawers::ui(ui, workspace, actions);
                dock::ui(ui, workspace, actions);
            } else {
                welcome::ui(ui, &now, workspace.files.failure(), actions);
            }
        });
    }

    /// Keeps the window title and closing in step with the workspace.
    fn window(&mut self, ctx: &egui::Context) {
        let title = match self.workspace.pack() {
            Some(pack) if pack.is_saved() => format!("{} - Foeman", pack.draft().title()),
            Some(pack) => format!("{}* - Foeman", pack.draft().title()),
            None => "Foeman".to_owned(),
        };
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        let closing = ctx.input(|input| input.viewport().close_requested());
        if closing && !self.workspace.files.is_quitting() && self.shot.is_none() {
            self.workspace.perform(Action::Quit);
            if !self.workspace.files.is_quitting() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            }
        } else if self.workspace.files.is_quitting() && !closing {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

/// Whether Esc was pressed and nothing else has used it.
fn escapes(ctx: &egui::Context) -> bool {
    ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Escape))
}

/// Opens the pack dropped on the window: a folder, or a file in one.
fn dropped(ctx: &egui::Context, actions: &mut Actions) {
    let path = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    actions.extend(path.map(Action::Open));
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        Self::ui(self, ui);
        let ctx = ui.ctx().clone();
        self.window(&ctx);
        if let Some(shot) = &mut self.shot {
            shot.frame(&ctx);
        }
    }

    fn save(&mut self, _: &mut dyn eframe::Storage) {
        if self.shot.is_none() {
            files::keep_view(&mut self.workspace.session);
            self.remember();
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        if self.shot.is_some() {
            // Screenshots must not depend on the position of the pointer.
            input.events.retain(|event| !matches!(event, egui::Event::PointerMoved(_)));
        }
    }

    fn persist_egui_memory(&self) -> bool {
        // Screenshots must not depend on the state of the last run.
        self.shot.is_none()
    }
}
