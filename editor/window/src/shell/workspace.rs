//! The state of the window. All changes go through [`Workspace::perform`].

use std::collections::BTreeSet;
use std::mem::Discriminant;
use std::path::{Path, PathBuf};

use foeman_engine::game::Registry;
use foeman_schema::draft::{Draft, LoadError};

use super::action::{Action, Focus};
use super::edits;
use super::session::{Now, Question, Session, Tone};
use super::view::{Arrangement, Pane, ViewState};
use crate::files::{self, BeginAction, Failure, Purpose};
use crate::help::{self, Topic, TourAction};
use crate::kit::camera::Camera;
use crate::lab::{self, Lab};
use crate::map::{self, Layer};
use crate::pack::{Overwrite, Pack};
use crate::palette::{Palette, PaletteAction};
use crate::play::{self, Play};
use crate::recovery::{self, Doing};
use crate::search::Search;
use crate::shell::action::Answer;
use crate::testing::{self, Testing};
use crate::tools::BenchAction;
use crate::{keys, names, print, problems, roster, scenario, source, tables};
use foeman_base::template::{SAMPLES, TEMPLATES, is_free};

/// The state of the window: the session, and a state for each feature that has one. Panes read it;
/// [`perform`](Self::perform) changes it.
pub struct Workspace {
    pub(crate) session: Session,
    pub(crate) play: Play,
    /// The results of the pack's own checks.
    pub(crate) testing: Testing,
    pub(crate) lab: Lab,
    pub(crate) search: Search,
    pub(crate) source: source::State,
    pub(crate) files: files::State,
    pub(crate) recovery: recovery::State,
    pub(crate) help: help::State,
    pub(crate) keys: keys::State,
    pub(crate) print: print::State,
    /// The palette, while open.
    pub(crate) palette: Option<Palette>,
    stroke: map::Stroke,
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

impl Over {
    /// Whether only Help is available of all commands.
    pub fn covers_commands(self) -> bool {
        Self { shortcuts: false, ..self } != Self::default()
    }

    /// Whether a dialog other than Help is open.
    pub fn in_question(self) -> bool {
        Self { help: false, ..self } != Self::default()
    }
}

impl Workspace {
    /// Creates a workspace without a pack.
    pub fn new(registry: Registry) -> Self {
        Self {
            session: Session::new(registry),
            play: Play::default(),
            testing: Testing::default(),
            lab: Lab::default(),
            search: Search::default(),
            source: source::State::default(),
            files: files::State::default(),
            recovery: recovery::State::default(),
            help: help::State::default(),
            keys: keys::State::default(),
            print: print::State::default(),
            palette: None,
            stroke: map::Stroke::default(),
        }
    }

    /// Creates a workspace with a pack in memory only.
    pub fn with_draft(registry: Registry, draft: Draft) -> Self {
        let mut workspace = Self::new(registry);
        workspace.set_pack(Pack::of(draft), None);
        workspace
    }

    /// Returns the session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the session mutably, for the settings of the window.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Returns the open pack.
    pub fn pack(&self) -> Option<&Pack> {
        self.session.pack()
    }

    /// Returns the view state.
    pub fn view(&self) -> &ViewState {
        self.session.view()
    }

    /// Returns the test-play state.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// Returns the balance lab.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// Returns the results of the pack's own checks.
    pub fn testing(&self) -> &Testing {
        &self.testing
    }

    /// Returns the search in all files.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Returns the palette, while open.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_ref()
    }

    /// Returns the current step of the tour, if it is shown.
    pub fn tour(&self) -> Option<usize> {
        self.help.tour()
    }

    /// Returns the part of a file to edit, or why there is none.
    pub fn source(&self) -> Result<source::Shown, source::Nothing> {
        source::current(&self.session, &self.source)
    }

    /// Returns the file dialogs.
    pub fn files(&self) -> &files::State {
        &self.files
    }

    /// Enables crash journals, in this folder.
    pub fn keep_journals(&mut self, folder: PathBuf) {
        self.recovery.keep_in(folder);
    }

    /// Starts the tour for new users.
    pub fn greet(&mut self) {
        if !self.session.settings.toured {
            self.help.tour = Some(0);
        }
    }

    /// Returns the dialogs that are open over the panes and take the keyboard.
    pub fn over(&self) -> Over {
        Over {
            question: self.session.question.as_ref().map(std::mem::discriminant),
            browser: self.files.browser.is_some(),
            palette: self.palette.is_some(),
            shortcuts: self.keys.shown,
            help: self.help.over,
        }
    }

    /// Returns the state that commands depend on.
    pub fn now(&self) -> Now<'_> {
        let over = self.over();
        let topic = if over.browser {
            Topic::Page("packs")
        } else if over.palette || over.shortcuts {
            Topic::Page("keys")
        } else {
            help::here(&self.session, &self.help)
        };
        Now {
            session: &self.session,
            play: &self.play,
            choosing: self.files.in_dialog(),
            shortcuts: over.shortcuts,
            topic,
        }
    }

    /// Continues work that takes more than one frame; returns whether there is more to do.
    pub fn tick(&mut self) -> bool {
        files::hear_dialog(&mut self.session, &mut self.files);
        self.perform_queue();
        if self.session.pack.as_mut().is_some_and(Pack::poll) {
            play::mind_content(&self.session, &mut self.play);
        }
        let session = &self.session;
        if let Some(pack) = session.pack().filter(|_| session.view.is_on_top(&Pane::Search)) {
            self.search.seek(pack.shared_draft(), pack.revision(), session.view.search());
        }
        self.search.poll();
        print::tick(&mut self.session, &mut self.print);
        self.testing.poll();
        self.lab.poll();
        play::tick(&self.session, &mut self.play)
    }

    /// Performs an action, and the actions it requests, and records them in the crash journal.
    pub fn perform(&mut self, action: Action) {
        let doing = match action {
            Action::Undo => Doing::Undo,
            Action::Redo => Doing::Redo,
            _ => Doing::Else,
        };
        self.step(action, doing);
        self.perform_queue();
    }

    /// Performs several actions.
    pub fn perform_all(&mut self, actions: impl IntoIterator<Item = Action>) {
        actions.into_iter().for_each(|action| self.perform(action));
    }

    fn perform_queue(&mut self) {
        while let Some(action) = self.session.queue.pop_front() {
            self.step(action, Doing::Else);
        }
    }

    fn step(&mut self, action: Action, doing: Doing) {
        let revision = |workspace: &Self| workspace.pack().map(|pack| (pack.generation(), pack.revision()));
        let before = revision(self);
        self.carry(action);
        recovery::note(&mut self.session, &mut self.recovery, doing);
        if revision(self) != before {
            play::mind_content(&self.session, &mut self.play);
        }
    }

    fn carry(&mut self, action: Action) {
        let session = &mut self.session;
        match action {
            Action::AskOpen => files::choose(session, &mut self.files, Purpose::Pack),
            Action::AskSaveAs => files::choose(session, &mut self.files, Purpose::SaveAs),
            Action::Choose(purpose) => files::choose(session, &mut self.files, purpose),
            Action::SaveAs(to) => {
                self.play.with(|battle| battle.stop());
                if files::save_as(session, &to) {
                    recovery::begin_again(session, &mut self.recovery);
                    session.tell(Tone::Good, format!("Saved as {}", to.display()));
                }
            }
            // A battle needs no pack, and leaves the open one as it is.
            Action::Open(path) if files::is_journal(&path) => {
                self.files.failure = None;
                if let Err(message) = play::open_journal(session, &mut self.play, &path) {
                    files::fail_to_open(session, &mut self.files, Failure { path, message });
                }
            }
            Action::Open(path) if files::is_turn(&path) => {
                self.files.failure = None;
                if let Err(message) = play::open_turn(session, &mut self.play, &path) {
                    files::fail_to_open(session, &mut self.files, Failure { path, message });
                }
            }
            Action::Begin(BeginAction::Sample(_) | BeginAction::Create(..))
            | Action::Open(_)
            | Action::Reload
            | Action::Quit => {
                self.leave(action);
            }
            Action::Begin(action) => files::perform(session, &mut self.files, action),
            Action::Guard(action) => recovery::perform(session, &mut self.recovery, action),
            Action::Palette(PaletteAction::Type(text)) => {
                if self.palette.is_none() {
                    session.focus = Some(Focus::Palette);
                }
                self.palette = Some(Palette { text, at: 0 });
            }
            Action::Palette(PaletteAction::Choose(at)) => self.palette.iter_mut().for_each(|palette| palette.at = at),
            Action::Palette(PaletteAction::Close) => self.palette = None,
            Action::Save => files::save(session, Overwrite::Never, None, &[]),
            Action::Answer(answer) => self.answer(answer),
            Action::Dismiss => session.notice = None,

            Action::Select(selection) => {
                // The inspector shows the last selection, whether in the pack or in a battle.
                (self.play.highlight, self.play.about) = (None, None);
                session.select(selection);
            }
            Action::Jump(pointer, hex) => {
                (self.play.highlight, self.play.about) = (None, None);
                session.jump(&pointer, hex);
            }
            Action::Back => {
                session.view.back();
            }
            Action::Forward => {
                session.view.forward();
            }
            Action::Show(pane) => {
                session.settle();
                if pane == Pane::Play {
                    play::show(session, &mut self.play);
                }
                session.view.show(pane);
            }
            Action::Close(pane) => session.view.close(&pane),
            Action::Enter(pane) => session.view.arrangements.layout_mut().enter(&pane),
            Action::FocusPane(pane) => {
                session.view.focus(pane);
                session.focus = Some(Focus::Pane);
            }
            Action::Toggle(pane) => session.view.toggle(pane),
            Action::Arrange(layout) => *session.view.arrangements.layout_mut() = *layout,
            Action::ResetLayout => session.view.arrangements.reset(),
            Action::Switch(arrangement) => switch(session, &mut self.play, arrangement),
            Action::Leave => session.view.arrangements.leave(),
            Action::Look(map, camera) => session.view.look(map, Some(camera)),
            Action::Zoom(factor) => zoom(session, factor),
            Action::Fit => {
                if let Some(map) = session.view.document().and_then(Pane::camera) {
                    session.view.look(map, None);
                }
            }
            Action::Filter(text) => session.view.set_filter(text),
            Action::Focus(focus) => {
                if focus == Focus::Search {
                    session.view.show(Pane::Search);
                }
                session.focus = Some(focus);
            }
            Action::Fold(fold) => session.view.fold(fold),
            Action::Figures(map, scenario) => session.view.set_figures(&map, scenario),
            Action::Sort(catalog, column) => session.view.sort(catalog, column),
            Action::Source(action) => source::perform(session, &mut self.source, action),
            Action::Table(action) => tables::perform(session, action),
            Action::Roster(action) => roster::perform(session, action),
            Action::Theme(theme) => session.settings.theme = theme,
            Action::Shortcuts => {
                self.keys.shown = !self.keys.shown;
                self.keys.waiting = None;
            }
            Action::Keys(action) => keys::perform(&mut session.settings.keys, &mut self.keys, action),
            Action::Help(action) => {
                let covered = self.over().in_question();
                help::perform(&mut self.session, &mut self.help, covered, action);
            }
            Action::Tour(TourAction::Go(step)) => help::go(session, &mut self.help, step),
            Action::Tour(TourAction::End) => {
                self.help.tour = None;
                session.settings.toured = true;
            }

            Action::Set(pointer, value) => edits::set(session, pointer, value),
            Action::SetTogether(pointer, values) => edits::set_together(session, pointer, values),
            Action::Remove(pointer) => edits::remove(session, pointer),
            Action::Retract(pointer) => edits::retract(session, &pointer),
            Action::Push(list, value) => edits::push(session, list, value),
            Action::PushFitting(list, value) => {
                let value = edits::fitting(session, &list, value);
                edits::push(session, list, value);
            }
            Action::Swap(list, at) => edits::swap(session, list, at),
            Action::AddRecord(catalog) => names::ask_new_record(session, &catalog),
            Action::Duplicate(key) => edits::duplicate(session, &key),
            Action::Override(key) => edits::replace_borrowed(session, &key),
            Action::Delete(key) => names::delete(session, &[key]),
            Action::Fix(finding) => problems::fix(session, &finding),
            Action::Allow(action) => problems::perform(session, action),
            Action::Settle => session.settle(),
            Action::Undo => edits::travel(session, Pack::undo),
            Action::Redo => edits::travel(session, Pack::redo),
            Action::StepTo(steps) => edits::step_to(session, steps),
            Action::Search(text) => session.view.set_search(text),

            Action::Tool(tool) => {
                session.view.hand.leave();
                session.view.tool = tool;
            }
            Action::Ink(ink) => session.view.dip(ink),
            Action::Strew(mix) => session.view.strew(mix),
            Action::Layer(layer) => session.view.layer = layer,
            Action::Hide(layer) => toggle(&mut session.view.hidden, layer),
            Action::Lock(layer) => toggle(&mut session.view.locked, layer),
            Action::Stroke(style) => session.view.stroke = style,
            Action::Balance(balance) => session.view.balance = balance,
            Action::Overlay(overlay) => session.view.overlay = overlay,
            Action::Gridless(gridless) => session.view.gridless = gridless,
            Action::Language(language) => play::speak(session, &mut self.play, language),
            Action::Still(still) => session.settings.still = still,

            Action::Map(action) => map::perform(session, &mut self.stroke, action),
            Action::Names(action) => names::perform(session, action),
            Action::Print(action) => print::perform(session, &mut self.print, action),
            Action::Place(action) => scenario::place(session, action),
            Action::Plot(action) => scenario::paint(session, action),
            Action::Play(action) => play::perform(session, &mut self.play, action),
            Action::Test(action) => testing::perform(session, &mut self.testing, action),
            Action::Lab(action) => lab::perform(session, &mut self.lab, action),
            Action::Bench(BenchAction::Take(tool)) => session.view.bench.take(tool),
            Action::Bench(BenchAction::Tell(tool, argument, value)) => session.view.bench.tell(tool, argument, value),
            Action::Bench(BenchAction::Clear(tool)) => session.view.bench.clear(tool),
        }
    }

    fn leave(&mut self, action: Action) {
        if self.pack().is_some_and(|pack| !pack.is_saved()) {
            self.session.question = Some(Question::Unsaved(Box::new(action)));
        } else {
            self.leave_now(action);
        }
    }

    fn leave_now(&mut self, action: Action) {
        match action {
            Action::Quit => {
                files::keep_view(&mut self.session);
                self.recovery.end_journal();
                self.files.quitting = true;
            }
            Action::Open(path) => self.open(&path),
            Action::Reload => recovery::reload(&mut self.session, &mut self.recovery),
            Action::Begin(BeginAction::Create(new)) => {
                if let Some(folder) = files::create(&mut self.session, *new) {
                    self.open(&folder);
                }
            }
            Action::Begin(BeginAction::Sample(id)) => {
                let Some(sample) = SAMPLES.iter().find(|sample| sample.id == id) else { return };
                files::keep_view(&mut self.session);
                self.files.failure = None;
                self.recovery.end_journal();
                self.set_pack(Pack::of(sample.draft(&self.session.registry.dialects())), None);
            }
            other => self.session.then(other),
        }
    }

    fn open(&mut self, path: &Path) {
        let dialects = self.session.registry.dialects();
        if files::is_archive(path) {
            match files::unpack(path, &dialects) {
                Ok(folder) => {
                    self.session.tell(Tone::Good, format!("Unpacked into {}", folder.display()));
                    return self.open(&folder);
                }
                Err(message) => return self.opened(path, Err(LoadError { path: path.to_owned(), message })),
            }
        }
        let read = Pack::open_with(path, &dialects, &self.session.packs);
        self.opened(path, read);
    }

    /// Shows a pack that has been read, or the error.
    pub fn opened(&mut self, path: &Path, read: Result<Pack, LoadError>) {
        match read {
            Ok(pack) => {
                files::keep_view(&mut self.session);
                self.files.failure = None;
                let home = files::home_of(path);
                self.session.settings.remember(&home);
                let left = self.session.settings.view_of(&home);
                self.set_pack(pack, left);
                recovery::mind_journals(&mut self.session, &mut self.recovery);
            }
            Err(_) if is_free(path) => {
                // Opening an empty folder offers to create a pack there.
                self.files.failure = None;
                let ask = BeginAction::Ask(TEMPLATES[0].id, Some(path.to_owned()));
                files::perform(&mut self.session, &mut self.files, ask);
            }
            Err(LoadError { path, message }) => {
                files::fail_to_open(&mut self.session, &mut self.files, Failure { path, message });
            }
        }
    }

    /// Shows a pack with its saved view, or else with the table of its first catalog.
    ///
    /// Everything else in the workspace starts from scratch, except the fields named here: a field added later belongs
    /// to the pack unless it is named.
    fn set_pack(&mut self, pack: Pack, left: Option<ViewState>) {
        self.recovery.end_journal();
        let left = left.unwrap_or_else(|| ViewState::arranged(self.session.settings.arrangements()));
        let view = files::view_of(&pack, left);
        let before = std::mem::replace(self, Self::new(self.session.registry));
        self.session.pack = Some(pack);
        self.session.view = view;
        self.session.packs = before.session.packs;
        self.session.language = before.session.language;
        self.session.settings = before.session.settings;
        self.session.clipboard = before.session.clipboard;
        self.recovery.journals = before.recovery.journals;
        self.files.desktop = before.files.desktop;
        self.help.tour = before.help.tour;
    }

    fn answer(&mut self, answer: Answer) {
        match (self.session.question.take(), answer) {
            (Some(Question::Unsaved(then)), Answer::Save) => {
                files::save(&mut self.session, Overwrite::Never, Some(then), &[]);
            }
            (Some(Question::Unsaved(then)), Answer::Discard) => self.leave_now(*then),
            (Some(Question::ChangedOnDisk(_, then)), Answer::Overwrite) => {
                files::save(&mut self.session, Overwrite::Agreed, then, &[]);
            }
            (Some(Question::ChangedOnDisk(..)), Answer::Discard) => self.leave_now(Action::Reload),
            _ => {}
        }
    }
}

/// Switches to an arrangement, and opens its document: for Map, the selected map or scenario.
fn switch(session: &mut Session, play: &mut Play, to: Arrangement) {
    session.settle();
    session.view.arrangements.switch(to);
    let document = match to {
        Arrangement::Edit => None,
        Arrangement::Map => {
            let selected = session.selected().and_then(|key| scenario::pane_of(session, key));
            let first = || scenario::first_pane(session);
            selected.or_else(|| session.view.document().is_none().then(first).flatten())
        }
        Arrangement::Play => {
            play::show(session, play);
            Some(Pane::Play)
        }
        Arrangement::Balance => Some(Pane::Balance),
    };
    if let Some(document) = document {
        session.view.show(document);
    }
}

fn zoom(session: &mut Session, factor: f32) {
    let Some(map) = session.view.document().and_then(Pane::camera) else { return };
    if let Some(camera) = session.view.camera(&map) {
        session.view.look(map, Some(Camera { scale: camera.scale * factor, fitted: false, ..camera }));
    }
}

/// Adds a layer to a set, or removes it.
fn toggle(set: &mut BTreeSet<Layer>, layer: Layer) {
    if !set.remove(&layer) {
        set.insert(layer);
    }
}
