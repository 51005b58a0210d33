//! The state of the window, and the only code that changes it.

mod allowing;
mod begin;
mod coats;
mod drawing;
mod edits;
mod figures;
mod files;
mod filing;
mod generating;
mod guard;
mod helping;
mod lab;
mod names;
mod naming;
mod playing;
mod plots;
mod replacing;
mod reshape;
mod source;
mod tables;
mod testing;
mod twins;
mod zoning;

use std::collections::{BTreeMap, BTreeSet};
use std::mem::Discriminant;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use foeman_engine::game::Registry;
use foeman_engine::tool::{Reach, Toolbox};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};

use super::action::{Action, BeginAction, BenchAction, Focus, KeysAction, PaletteAction, TourAction};
use super::asked::{Chance, Replacing, Reshape};
use super::browser::{Browser, Purpose};
use super::journal::Journal;
use super::keys::{Keymap, Waiting};
use super::lab::Lab;
use super::pack::{Overwrite, Pack};
use super::play::Play;
use super::search::Search;
use super::settings::Settings;
use super::source::Anchor;
use super::testing::Testing;
use super::view::{Camera, Layer, Layout, Pane, Selection, Topic, ViewState};
use coats::Stroke;
use foeman_scene::theme::ThemeChoice;

pub use allowing::Allowing;
pub use begin::NewPack;
pub use filing::{FileTask, Filing};
use guard::Doing;
pub use guard::{Both, Clash, Recovery};
pub use names::{ChangedLine, Deletion, Listing, Names, Renaming, User};
pub use naming::Naming;

/// Everything the window shows. Panels read it; [`perform`](Self::perform) changes it.
pub struct Workspace {
    registry: Registry,
    /// Folders in which required packs are looked for.
    packs: Vec<PathBuf>,
    /// The open pack.
    pack: Option<Pack>,
    /// Why a pack could not be opened: its path, and what was expected and found.
    failure: Option<Failure>,
    /// What is looked at, and how.
    view: ViewState,
    /// The test-play.
    play: Play,
    /// The pack's own checks, as far as they have been played.
    testing: Testing,
    /// The balance lab.
    lab: Lab,
    /// What is remembered between runs.
    pub settings: Settings,
    notice: Option<Notice>,
    question: Option<Question>,
    focus: Option<Focus>,
    shortcuts: bool,
    /// What has the focus, or else what the pointer is on.
    pointed: Option<Topic>,
    /// Whether the help lies over everything.
    help_over: bool,
    /// The step of the tour that is shown.
    tour: Option<usize>,
    /// The command that waits for its keys.
    waiting: Option<Waiting>,
    quitting: bool,
    /// The desktop's file dialog, while it is open.
    dialog: Option<Dialog>,
    /// The window's own file browser, while it is open.
    browser: Option<Browser>,
    /// Whether a desktop is asked to show its file dialogs.
    desktop: bool,
    /// The palette, while it is open.
    palette: Option<Palette>,
    /// The folder of crash journals, if any are kept.
    journals: Option<PathBuf>,
    journal: Option<Journal>,
    /// The pack's revision that the journal knows.
    noted: u64,
    /// The search in all files.
    search: Search,
    /// The part of a file that was typed in last.
    anchor: Option<Anchor>,
    /// What the stroke that is growing has painted, on a map of areas.
    stroke: Stroke,
    /// What is to be put on the desktop's clipboard.
    clipboard: Option<String>,
    /// What was on disk when the user was asked last.
    refused: Option<BTreeMap<String, Option<String>>>,
}

/// A file dialog of the desktop that is open.
struct Dialog {
    purpose: Purpose,
    since: Instant,
    answer: Receiver<Option<PathBuf>>,
}

/// What lies over the panes and takes the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Over {
    question: Option<Discriminant<Question>>,
    browser: bool,
    palette: bool,
    shortcuts: bool,
    help: bool,
}

/// What is sought in the palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palette {
    /// What has been typed.
    pub text: String,
    /// Which of what was found is chosen.
    pub at: usize,
}

/// A pack that could not be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its folder or file.
    pub path: PathBuf,
    /// What was expected and what was found.
    pub message: String,
}

/// Something the user should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether it went well.
    pub tone: Tone,
    /// One sentence, capital first.
    pub text: String,
}

/// How a notice is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// It went well.
    Good,
    /// It did not.
    Bad,
}

/// A question that must be answered before something can be lost.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// There are unsaved changes; what is to be done after saving or without.
    Unsaved(Box<Action>),
    /// Files have been changed by somebody else; what is to be done after writing over them.
    ChangedOnDisk(Vec<String>, Option<Box<Action>>),
    /// Something about a name.
    Names(Names),
    /// Why a problem is allowed where it stands.
    Allow(Allowing),
    /// How a map is to lie.
    Reshape(Box<Reshape>),
    /// Which terrain takes the place of which.
    Replace(Replacing),
    /// What chance is to make of a map.
    Chance(Chance),
    /// What pack is to be made, and where.
    New(NewPack),
    /// A window that died has left something behind.
    Recover(Recovery),
    /// Somebody else has changed what was changed here too.
    Clash(Clash),
}

impl Workspace {
    /// A window without a pack.
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

    /// A window with a pack that is only in memory.
    pub fn with_draft(registry: Registry, draft: Draft) -> Self {
        let mut workspace = Self::new(registry);
        workspace.set_pack(Pack::of(draft), None);
        workspace
    }

    /// Names folders in which the packs are looked for that a pack requires, after the one it lies in.
    pub fn find_packs_in(&mut self, folders: Vec<PathBuf>) {
        self.packs = folders;
    }

    /// The rulesets.
    pub fn registry(&self) -> Registry {
        self.registry
    }

    /// The open pack.
    pub fn pack(&self) -> Option<&Pack> {
        self.pack.as_ref()
    }

    /// Why the last pack could not be opened.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// What is looked at, and how.
    pub fn view(&self) -> &ViewState {
        &self.view
    }

    /// The test-play.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The tools of the open pack's ruleset that the window offers.
    pub fn toolbox(&self) -> Option<&'static Toolbox> {
        let toolbox = self.registry.engine(self.pack()?.draft().dialect()?.id)?.toolbox()?;
        (toolbox.reach == Reach::Everywhere).then_some(toolbox)
    }

    /// The catalog of the campaigns that the open pack's ruleset plays, where it does.
    pub fn campaigns(&self) -> Option<&'static str> {
        let engine = self.registry.engine(self.pack()?.draft().dialect()?.id)?;
        Some(engine.campaigns()?.catalog)
    }

    /// What the user should know.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// What the user must answer.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Where the cursor goes in this frame.
    pub fn focus(&self) -> Option<Focus> {
        self.focus
    }

    /// Whether the list of shortcuts is shown.
    pub fn shows_shortcuts(&self) -> bool {
        self.shortcuts
    }

    /// The command that waits for its keys, while there is one.
    pub fn waiting_for_keys(&self) -> Option<&Waiting> {
        self.waiting.as_ref()
    }

    /// Whether the window is to be closed.
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }

    /// The window's own file browser, while it is open.
    pub fn browser(&self) -> Option<&Browser> {
        self.browser.as_ref()
    }

    /// The palette, while it is open.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_ref()
    }

    /// Asks the desktop to show its file dialogs; where none answers, the window has its own.
    pub fn ask_desktop(&mut self) {
        self.desktop = true;
    }

    /// The search in all files.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Whether a file dialog of the desktop is open.
    pub fn in_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// What lies over the panes and takes the keyboard.
    pub fn over(&self) -> Over {
        Over {
            question: self.question.as_ref().map(std::mem::discriminant),
            browser: self.browser.is_some(),
            palette: self.palette.is_some(),
            shortcuts: self.shortcuts,
            help: self.help_over,
        }
    }

    /// The selected record.
    pub fn selected(&self) -> Option<&RecordKey> {
        self.view.selection().map(|selection| &selection.record)
    }

    /// Whether the selected record can be played.
    pub fn selected_scenario(&self) -> Option<&str> {
        let playable = self.pack()?.draft().dialect()?.playable;
        self.selected().filter(|key| key.catalog == playable).map(|key| key.id.as_str())
    }

    /// Goes on with what takes more than one frame; whether there is more to do.
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

    /// What is to be put on the desktop's clipboard, once.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    /// Notes that a frame has been drawn: what was meant for one frame is over.
    pub fn drawn(&mut self) {
        self.focus = None;
    }

    /// Does one thing, and brings it into the crash journal.
    pub fn perform(&mut self, action: Action) {
        let doing = match action {
            Action::Undo => Doing::Undo,
            Action::Redo => Doing::Redo,
            _ => Doing::Else,
        };
        self.carry(action);
        self.note(doing);
    }

    fn carry(&mut self, action: Action) {
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
                // The inspector shows what was chosen last, in the pack or in a battle.
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

    fn perform_keys(&mut self, action: KeysAction) {
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

    fn select(&mut self, selection: Selection) {
        self.settle();
        self.view.select(selection);
    }

    fn jump(&mut self, pointer: &Pointer, hex: Option<[i32; 2]>) {
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

    fn show(&mut self, pane: Pane) {
        self.settle();
        if pane == Pane::Play && self.play.battle().is_none() {
            if let Some(scenario) = self.selected_scenario().map(str::to_owned) {
                self.view.play.scenario = Some(scenario);
            }
            self.restart();
        }
        self.view.layout.show(pane);
    }

    /// Arranges the panes as they are to begin with; what is open stays open.
    fn reset_layout(&mut self) {
        let on_top = self.view.document().cloned();
        let open: Vec<Pane> = self.view.layout.documents().cloned().collect();
        self.view.layout = Layout::default();
        for pane in open.into_iter().chain(on_top) {
            self.view.layout.show(pane);
        }
    }

    fn zoom(&mut self, factor: f32) {
        let Some(map) = self.view.document().and_then(Pane::camera) else { return };
        if let Some(camera) = self.view.camera(&map) {
            self.view.look(map, Some(Camera { scale: camera.scale * factor, fitted: false, ..camera }));
        }
    }

    /// The theme the user wants.
    pub fn theme(&self) -> ThemeChoice {
        self.settings.theme
    }
}

/// Puts something into a set, or takes it out.
fn toggle(set: &mut BTreeSet<Layer>, layer: Layer) {
    if !set.remove(&layer) {
        set.insert(layer);
    }
}
