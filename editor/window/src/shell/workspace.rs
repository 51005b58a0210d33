//! The state of the window. All changes go through [`Workspace::perform`].

use std::collections::{BTreeMap, BTreeSet};
use std::mem::Discriminant;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use foeman_engine::game::Registry;
use foeman_engine::tool::{Reach, Toolbox};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};

use super::action::{Action, Focus};
use super::settings::Settings;
use super::view::{Layout, Pane, Selection, ViewState};
use crate::files::BeginAction;
use crate::files::{Browser, Purpose};
use crate::help::Topic;
use crate::help::TourAction;
use crate::keys::KeysAction;
use crate::keys::{Keymap, Waiting};
use crate::kit::camera::Camera;
use crate::lab::Lab;
use crate::map::Layer;
use crate::map::Stroke;
use crate::map::{Chance, Replacing, Reshape};
use crate::pack::journal::Journal;
use crate::pack::{Overwrite, Pack};
use crate::palette::PaletteAction;
use crate::play::Play;
use crate::search::Search;
use crate::source::Anchor;
use crate::testing::Testing;
use crate::tools::BenchAction;
use foeman_scene::theme::ThemeChoice;

use crate::files::NewPack;
use crate::names::Names;
use crate::problems::Allowing;
use crate::recovery::Doing;
use crate::recovery::{Clash, Recovery};

/// The state of the window. Panes read it; [`perform`](Self::perform) changes it.
pub struct Workspace {
    pub(crate) registry: Registry,
    /// Folders to search for required packs.
    pub(crate) packs: Vec<PathBuf>,
    pub(crate) pack: Option<Pack>,
    /// The path of the pack that could not be opened, and the error.
    pub(crate) failure: Option<Failure>,
    /// The view state.
    pub(crate) view: ViewState,
    pub(crate) play: Play,
    /// The results of the pack's own checks.
    pub(crate) testing: Testing,
    pub(crate) lab: Lab,
    /// Settings saved between runs.
    pub settings: Settings,
    pub(crate) notice: Option<Notice>,
    pub(crate) question: Option<Question>,
    pub(crate) focus: Option<Focus>,
    pub(crate) shortcuts: bool,
    /// The help topic of the focused control, or else of the control under the pointer.
    pub(crate) pointed: Option<Topic>,
    /// Whether Help is open in a dialog over everything.
    pub(crate) help_over: bool,
    /// The current step of the tour.
    pub(crate) tour: Option<usize>,
    /// The command that waits for a key press.
    pub(crate) waiting: Option<Waiting>,
    pub(crate) quitting: bool,
    /// The desktop's file dialog, while open.
    pub(crate) dialog: Option<Dialog>,
    /// The built-in file browser, while open.
    pub(crate) browser: Option<Browser>,
    /// Whether to use the desktop's file dialogs.
    pub(crate) desktop: bool,
    /// The palette, while open.
    pub(crate) palette: Option<Palette>,
    /// The folder for crash journals, if enabled.
    pub(crate) journals: Option<PathBuf>,
    pub(crate) journal: Option<Journal>,
    /// The last revision recorded in the journal.
    pub(crate) noted: u64,
    pub(crate) search: Search,
    /// The part of a file that was edited last in the source pane.
    pub(crate) anchor: Option<Anchor>,
    /// The cells painted by the current stroke, on a map stored as areas.
    pub(crate) stroke: Stroke,
    /// Text to copy to the desktop's clipboard.
    pub(crate) clipboard: Option<String>,
    /// The files on disk for which the user last answered the conflict dialog.
    pub(crate) refused: Option<BTreeMap<String, Option<String>>>,
}

/// An open desktop file dialog.
pub(crate) struct Dialog {
    pub(crate) purpose: Purpose,
    pub(crate) since: Instant,
    pub(crate) answer: Receiver<Option<PathBuf>>,
}

/// The dialogs that are open over the panes and take the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Over {
    question: Option<Discriminant<Question>>,
    browser: bool,
    palette: bool,
    shortcuts: bool,
    help: bool,
}

/// The state of the palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The query.
    pub text: String,
    /// The index of the selected result.
    pub at: usize,
}

/// An error from opening a pack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The folder or file of the pack.
    pub path: PathBuf,
    /// The error message: expected and found.
    pub message: String,
}

/// A notification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether it reports a success.
    pub tone: Tone,
    /// A sentence, capitalised.
    pub text: String,
}

/// The tone of a notification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Success.
    Good,
    /// Failure.
    Bad,
}

/// A modal dialog.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// There are unsaved changes; holds the action to continue with.
    Unsaved(Box<Action>),
    /// Other programs have changed these files; holds the action to continue with after overwriting them.
    ChangedOnDisk(Vec<String>, Option<Box<Action>>),
    /// A dialog about names and references.
    Names(Names),
    /// Asks for the reason to allow a finding.
    Allow(Allowing),
    /// Resizes a map or changes its geometry.
    Reshape(Box<Reshape>),
    /// Replaces a terrain.
    Replace(Replacing),
    /// Generates random terrain.
    Chance(Chance),
    /// Creates a pack.
    New(NewPack),
    /// Recovers the changes of a window that crashed.
    Recover(Recovery),
    /// Another program has changed the same part of a file.
    Clash(Clash),
}

impl Workspace {
    /// Creates a workspace without a pack.
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            packs: Vec::new(),
            pack: None,
            failure: None,
            view: ViewState::default(),
            play: Play::default(),
            testing: Testing::default(),
            lab: Lab::default(),
            settings: Settings::default(),
            notice: None,
            question: None,
            focus: None,
            shortcuts: false,
            pointed: None,
            help_over: false,
            tour: None,
            waiting: None,
            quitting: false,
            dialog: None,
            browser: None,
            desktop: false,
            palette: None,
            journals: None,
            journal: None,
            noted: 0,
            search: Search::default(),
            anchor: None,
            stroke: Stroke::default(),
            clipboard: None,
            refused: None,
        }
    }

    /// Creates a workspace with a pack in memory only.
    pub fn with_draft(registry: Registry, draft: Draft) -> Self {
        let mut workspace = Self::new(registry);
        workspace.set_pack(Pack::of(draft), None);
        workspace
    }

    /// Sets the folders to search for required packs, after the folder that contains the pack.
    pub fn find_packs_in(&mut self, folders: Vec<PathBuf>) {
        self.packs = folders;
    }

    /// Returns the rulesets.
    pub fn registry(&self) -> Registry {
        self.registry
    }

    /// Returns the open pack.
    pub fn pack(&self) -> Option<&Pack> {
        self.pack.as_ref()
    }

    /// Returns the error from opening the last pack.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Returns the view state.
    pub fn view(&self) -> &ViewState {
        &self.view
    }

    /// Returns the test-play state.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Returns the tools of the pack's ruleset that are available in the window.
    pub fn toolbox(&self) -> Option<&'static Toolbox> {
        let toolbox = self.registry.engine(self.pack()?.draft().dialect()?.id)?.capabilities().toolbox?;
        (toolbox.reach == Reach::Everywhere).then_some(toolbox)
    }

    /// Returns the catalog of campaigns, if the pack's ruleset supports them.
    pub fn campaigns(&self) -> Option<&'static str> {
        let engine = self.registry.engine(self.pack()?.draft().dialect()?.id)?;
        Some(engine.capabilities().campaigns?.catalog)
    }

    /// Returns the current notification.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Returns the open dialog.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Returns the requested keyboard focus for this frame.
    pub fn focus(&self) -> Option<Focus> {
        self.focus
    }

    /// Whether the list of shortcuts is shown.
    pub fn shows_shortcuts(&self) -> bool {
        self.shortcuts
    }

    /// Returns the command that waits for a key press.
    pub fn waiting_for_keys(&self) -> Option<&Waiting> {
        self.waiting.as_ref()
    }

    /// Whether the window is to be closed.
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }

    /// Returns the built-in file browser, while open.
    pub fn browser(&self) -> Option<&Browser> {
        self.browser.as_ref()
    }

    /// Returns the palette, while open.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_ref()
    }

    /// Uses the desktop's file dialogs; if there are none, the built-in file browser is used.
    pub fn ask_desktop(&mut self) {
        self.desktop = true;
    }

    /// Returns the search in all files.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Whether a desktop file dialog is open.
    pub fn in_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// Returns the dialogs that are open over the panes and take the keyboard.
    pub fn over(&self) -> Over {
        Over {
            question: self.question.as_ref().map(std::mem::discriminant),
            browser: self.browser.is_some(),
            palette: self.palette.is_some(),
            shortcuts: self.shortcuts,
            help: self.help_over,
        }
    }

    /// Returns the selected record.
    pub fn selected(&self) -> Option<&RecordKey> {
        self.view.selection().map(|selection| &selection.record)
    }

    /// Returns the id of the selected scenario, if the selection can be played.
    pub fn selected_scenario(&self) -> Option<&str> {
        let playable = self.pack()?.draft().dialect()?.playable;
        self.selected().filter(|key| key.catalog == playable).map(|key| key.id.as_str())
    }

    /// Continues work that takes more than one frame; returns whether there is more to do.
    pub fn tick(&mut self) -> bool {
        self.hear_dialog();
        if self.pack.as_mut().is_some_and(Pack::poll) {
            self.mind_content();
        }
        if let Some(pack) = self.pack.as_ref().filter(|_| self.view.layout.is_on_top(&Pane::Search)) {
            self.search.seek(pack.shared_draft(), pack.revision(), self.view.search());
        }
        self.search.poll();
        self.testing.poll();
        self.lab.poll();
        self.play.tick(self.view.play.pace)
    }

    /// Takes the text to copy to the desktop's clipboard.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    /// Notes that a frame has been drawn, and clears state meant for a single frame.
    pub fn drawn(&mut self) {
        self.focus = None;
    }

    /// Performs an action and records it in the crash journal.
    pub fn perform(&mut self, action: Action) {
        let doing = match action {
            Action::Undo => Doing::Undo,
            Action::Redo => Doing::Redo,
            _ => Doing::Else,
        };
        self.carry(action);
        self.note(doing);
    }

    pub(crate) fn carry(&mut self, action: Action) {
        match action {
            Action::AskOpen => self.choose(Purpose::Pack),
            Action::AskSaveAs => self.choose(Purpose::SaveAs),
            Action::SaveAs(to) => self.save_as(&to),
            Action::Begin(BeginAction::Sample(_) | BeginAction::Create(..))
            | Action::Open(_)
            | Action::Reload
            | Action::Quit => {
                self.leave(action);
            }
            Action::Begin(action) => self.begin(action),
            Action::Guard(action) => self.guard(action),
            Action::Palette(PaletteAction::Type(text)) => {
                if self.palette.is_none() {
                    self.focus = Some(Focus::Palette);
                }
                self.palette = Some(Palette { text, at: 0 });
            }
            Action::Palette(PaletteAction::Choose(at)) => self.palette.iter_mut().for_each(|palette| palette.at = at),
            Action::Palette(PaletteAction::Close) => self.palette = None,
            Action::Save => {
                self.save(Overwrite::Never, None);
            }
            Action::Answer(answer) => self.answer(answer),
            Action::Dismiss => self.notice = None,

            Action::Select(selection) => {
                // The inspector shows the last selection, whether in the pack or in a battle.
                (self.play.highlight, self.play.about) = (None, None);
                self.select(selection);
            }
            Action::Jump(pointer, hex) => {
                (self.play.highlight, self.play.about) = (None, None);
                self.jump(&pointer, hex);
            }
            Action::Back => {
                self.view.back();
            }
            Action::Forward => {
                self.view.forward();
            }
            Action::Show(pane) => self.show(pane),
            Action::Close(pane) => self.view.layout.close(&pane),
            Action::Enter(pane) => self.view.layout.enter(&pane),
            Action::Toggle(pane) => self.view.layout.toggle(pane),
            Action::Arrange(layout) => self.view.layout = *layout,
            Action::ResetLayout => self.reset_layout(),
            Action::Look(map, camera) => self.view.look(map, Some(camera)),
            Action::Zoom(factor) => self.zoom(factor),
            Action::Fit => {
                if let Some(map) = self.view.document().and_then(Pane::camera) {
                    self.view.look(map, None);
                }
            }
            Action::Filter(text) => self.view.set_filter(text),
            Action::Focus(focus) => {
                if focus == Focus::Search {
                    self.view.layout.show(Pane::Search);
                }
                self.focus = Some(focus);
            }
            Action::Fold(fold) => self.view.fold(fold),
            Action::Figures(map, scenario) => self.view.set_figures(&map, scenario),
            Action::Sort(catalog, column) => self.view.sort(catalog, column),
            Action::Source(action) => self.perform_source(action),
            Action::Table(action) => self.perform_table(action),
            Action::Theme(theme) => self.settings.theme = theme,
            Action::Shortcuts => {
                self.shortcuts = !self.shortcuts;
                self.waiting = None;
            }
            Action::Keys(action) => self.perform_keys(action),
            Action::Help(action) => self.perform_help(action),
            Action::Tour(TourAction::Go(step)) => self.tour = Some(step),
            Action::Tour(TourAction::End) => {
                self.tour = None;
                self.settings.toured = true;
            }

            Action::Set(pointer, value) => self.set(pointer, value),
            Action::SetTogether(pointer, values) => self.set_together(pointer, values),
            Action::Remove(pointer) => self.remove(pointer),
            Action::Retract(pointer) => self.retract(&pointer),
            Action::Push(list, value) => self.push(list, value),
            Action::PushFitting(list, value) => {
                let value = self.fitting(&list, value);
                self.push(list, value);
            }
            Action::Swap(list, at) => self.swap(list, at),
            Action::AddRecord(catalog) => self.ask_new_record(&catalog),
            Action::Duplicate(key) => self.duplicate(&key),
            Action::Override(key) => self.replace_borrowed(&key),
            Action::Delete(key) => self.delete(&[key]),
            Action::Fix(finding) => self.fix(&finding),
            Action::Allow(action) => self.perform_allow(action),
            Action::Settle => self.settle(),
            Action::Undo => self.travel(Pack::undo),
            Action::Redo => self.travel(Pack::redo),
            Action::StepTo(steps) => self.step_to(steps),
            Action::Search(text) => self.view.set_search(text),

            Action::Tool(tool) => {
                self.view.hand.leave();
                self.view.tool = tool;
            }
            Action::Ink(ink) => self.view.dip(ink),
            Action::Strew(mix) => self.view.strew(mix),
            Action::Layer(layer) => self.view.layer = layer,
            Action::Hide(layer) => toggle(&mut self.view.hidden, layer),
            Action::Lock(layer) => toggle(&mut self.view.locked, layer),
            Action::Stroke(style) => self.view.stroke = style,
            Action::Balance(balance) => self.view.balance = balance,
            Action::Overlay(overlay) => self.view.overlay = overlay,
            Action::Gridless(gridless) => self.view.gridless = gridless,
            Action::Still(still) => self.view.still = still,

            Action::Map(action) => self.perform_map(action),
            Action::Names(action) => self.perform_names(action),
            Action::Place(action) => self.perform_place(action),
            Action::Plot(action) => self.perform_plot(action),
            Action::Play(action) => self.perform_play(action),
            Action::Test(action) => self.perform_test(action),
            Action::Lab(action) => self.perform_lab(action),
            Action::Bench(BenchAction::Take(tool)) => self.view.bench.take(tool),
            Action::Bench(BenchAction::Tell(tool, argument, value)) => self.view.bench.tell(tool, argument, value),
            Action::Bench(BenchAction::Clear(tool)) => self.view.bench.clear(tool),
        }
    }

    pub(crate) fn perform_keys(&mut self, action: KeysAction) {
        self.waiting = None;
        match action {
            KeysAction::Ask(waiting) => self.waiting = Some(waiting),
            KeysAction::Stop => {}
            KeysAction::Give(all) => {
                for (id, keys) in all {
                    match keys {
                        Some(keys) => self.settings.keys.give(id, keys),
                        None => self.settings.keys.reset(id),
                    }
                }
            }
            KeysAction::ResetAll => self.settings.keys = Keymap::default(),
        }
    }

    pub(crate) fn select(&mut self, selection: Selection) {
        self.settle();
        self.view.select(selection);
    }

    pub(crate) fn jump(&mut self, pointer: &Pointer, hex: Option<[i32; 2]>) {
        let Some(pack) = &self.pack else { return };
        let Some((record, field)) = pointer.record() else { return };
        if !pack.draft().contains(&record) {
            if pack.index().catalog(&record.catalog).is_some() {
                self.view.layout.show(Pane::Catalog(record.catalog));
            }
            return;
        }
        let tab = hex.and_then(|_| self.pane_of(&record)).unwrap_or_else(|| Pane::Catalog(record.catalog.clone()));
        let selection = Selection { record, field: field.to_vec(), hex };
        self.view.layout.show(tab);
        self.select(selection);
    }

    pub(crate) fn show(&mut self, pane: Pane) {
        self.settle();
        if pane == Pane::Play && self.play.battle().is_none() {
            if let Some(scenario) = self.selected_scenario().map(str::to_owned) {
                self.view.play.scenario = Some(scenario);
            }
            self.restart();
        }
        self.view.layout.show(pane);
    }

    /// Resets the pane layout; open documents stay open.
    pub(crate) fn reset_layout(&mut self) {
        let on_top = self.view.document().cloned();
        let open: Vec<Pane> = self.view.layout.documents().cloned().collect();
        self.view.layout = Layout::default();
        for pane in open.into_iter().chain(on_top) {
            self.view.layout.show(pane);
        }
    }

    pub(crate) fn zoom(&mut self, factor: f32) {
        let Some(map) = self.view.document().and_then(Pane::camera) else { return };
        if let Some(camera) = self.view.camera(&map) {
            self.view.look(map, Some(Camera { scale: camera.scale * factor, fitted: false, ..camera }));
        }
    }

    /// Returns the chosen theme.
    pub fn theme(&self) -> ThemeChoice {
        self.settings.theme
    }
}

/// Adds a layer to a set, or removes it.
fn toggle(set: &mut BTreeSet<Layer>, layer: Layer) {
    if !set.remove(&layer) {
        set.insert(layer);
    }
}
