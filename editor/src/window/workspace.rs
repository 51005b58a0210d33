//! The state of the window, and the only code that changes it.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};

use foeman_rules::game::Registry;
use foeman_schema::draft::Draft;
use foeman_schema::edit::{self, EditError};
use foeman_schema::text::{Pointer, RecordKey};
use serde_json::Value;

use super::action::{Action, Answer, Camera, Focus, PlayAction, Selection, Tab, Tool};
use super::disk;
use super::index::sentence;
use super::looking::{Looking, camera_of};
use super::newborn;
use super::pack::{Overwrite, Pack, SaveError};
use super::play::Play;
use super::settings::Settings;
use super::theme::ThemeChoice;

/// Everything the window shows. Panels read it; [`perform`](Self::perform) changes it.
pub struct Workspace {
    registry: Registry,
    /// The open pack.
    pack: Option<Pack>,
    /// Why a pack could not be opened: its path, and what was expected and found.
    failure: Option<Failure>,
    /// What is looked at.
    looking: Looking,
    /// The test-play.
    play: Play,
    /// What is remembered between runs.
    pub settings: Settings,
    notice: Option<Notice>,
    question: Option<Question>,
    focus: Option<Focus>,
    shortcuts: bool,
    quitting: bool,
    /// The file dialog that is open; what it will ask for.
    dialog: Option<Receiver<Option<Action>>>,
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
}

impl Workspace {
    /// A window without a pack.
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            pack: None,
            failure: None,
            looking: Looking::default(),
            play: Play::default(),
            settings: Settings::default(),
            notice: None,
            question: None,
            focus: None,
            shortcuts: false,
            quitting: false,
            dialog: None,
        }
    }

    /// A window with a pack that is only in memory.
    pub fn with_draft(registry: Registry, draft: Draft) -> Self {
        let mut workspace = Self::new(registry);
        workspace.set_pack(Pack::of(draft));
        workspace
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

    /// What is looked at.
    pub fn looking(&self) -> &Looking {
        &self.looking
    }

    /// The test-play.
    pub fn play(&self) -> &Play {
        &self.play
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

    /// Whether the window is to be closed.
    pub fn is_quitting(&self) -> bool {
        self.quitting
    }

    /// Whether a file dialog is open.
    pub fn in_dialog(&self) -> bool {
        self.dialog.is_some()
    }

    /// The selected record.
    pub fn selected(&self) -> Option<&RecordKey> {
        self.looking.selection().map(|selection| &selection.record)
    }

    /// Whether the selected record can be played.
    pub fn selected_scenario(&self) -> Option<&str> {
        let playable = self.pack()?.draft().dialect()?.playable;
        self.selected().filter(|key| key.catalog == playable).map(|key| key.id.as_str())
    }

    /// Goes on with what takes more than one frame; whether there is more to do.
    pub fn tick(&mut self) -> bool {
        if let Some(dialog) = &self.dialog {
            match dialog.try_recv() {
                Ok(action) => {
                    self.dialog = None;
                    action.into_iter().for_each(|action| self.perform(action));
                }
                Err(mpsc::TryRecvError::Disconnected) => self.dialog = None,
                Err(mpsc::TryRecvError::Empty) => {}
            }
        }
        if let Some(pack) = &mut self.pack {
            pack.poll();
        }
        self.play.tick()
    }

    /// Notes that a frame has been drawn: what was meant for one frame is over.
    pub fn drawn(&mut self) {
        self.focus = None;
    }

    /// Does one thing.
    pub fn perform(&mut self, action: Action) {
        match action {
            Action::AskOpen => self.ask(|| rfd::FileDialog::new().set_title("Open pack").pick_folder().map(Action::Open)),
            Action::Open(_) | Action::Reload | Action::Quit => self.leave(action),
            Action::Save => {
                self.save(Overwrite::Never, None);
            }
            Action::Answer(answer) => self.answer(answer),
            Action::Dismiss => self.notice = None,

            Action::Select(selection) => self.select(selection),
            Action::Jump(pointer, hex) => self.jump(&pointer, hex),
            Action::Back => {
                self.looking.back();
            }
            Action::Forward => {
                self.looking.forward();
            }
            Action::Show(tab) => self.show(tab),
            Action::CloseTab(tab) => self.looking.close(&tab),
            Action::Look(map, camera) => self.looking.look(map, Some(camera)),
            Action::Zoom(factor) => self.zoom(factor),
            Action::Fit => {
                if let Some(map) = self.looking.tab().and_then(camera_of) {
                    self.looking.look(map, None);
                }
            }
            Action::Filter(filter, text) => self.looking.set_filter(filter, text),
            Action::Focus(focus) => self.focus = Some(focus),
            Action::Fold(catalog) => self.looking.fold(&catalog),
            Action::Sort(catalog, column) => self.looking.sort(catalog, column),
            Action::Toggle(panel) => self.settings.panels.toggle(panel),
            Action::Theme(theme) => self.settings.theme = theme,
            Action::Shortcuts => self.shortcuts = !self.shortcuts,

            Action::Set(pointer, value) => self.set(pointer, &value),
            Action::Remove(pointer) => self.remove(pointer),
            Action::Push(pointer, value) => {
                let name = format!("Add to {}", self.field_of(&pointer));
                self.edit(name, pointer.clone(), |draft| edit::push_item(draft, &pointer, &value));
                self.settle();
            }
            Action::AddRecord(catalog) => self.add_record(&catalog),
            Action::Duplicate(key) => self.duplicate(&key),
            Action::Delete(key) => self.delete(&key),
            Action::Paint(map, cells, key) => self.paint(&map, &cells, key),
            Action::Settle => self.settle(),
            Action::Undo => self.travel(Pack::undo),
            Action::Redo => self.travel(Pack::redo),

            Action::Tool(tool) => self.looking.tool = tool,
            Action::Brush(key) => {
                self.looking.brush = Some(key);
                self.looking.tool = Tool::Paint;
            }

            Action::Play(action) => self.perform_play(action),
        }
    }

    // Files

    /// Lets a dialog run beside the window: the desktop's may take as long as it likes.
    fn ask(&mut self, dialog: impl FnOnce() -> Option<Action> + Send + 'static) {
        if self.dialog.is_some() {
            return;
        }
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            // The window may be gone by the time the dialog is answered.
            let _ = sender.send(dialog());
        });
        self.dialog = Some(receiver);
    }

    fn leave(&mut self, action: Action) {
        if self.pack.as_ref().is_some_and(|pack| !pack.is_saved()) {
            self.question = Some(Question::Unsaved(Box::new(action)));
        } else {
            self.leave_now(action);
        }
    }

    fn leave_now(&mut self, action: Action) {
        match action {
            Action::Quit => self.quitting = true,
            Action::Open(path) => self.open(&path),
            Action::Reload => {
                if let Some(root) = self.pack.as_ref().and_then(Pack::root) {
                    self.open(&root);
                }
            }
            other => self.perform(other),
        }
    }

    fn open(&mut self, path: &Path) {
        match Pack::open(path, &self.registry.dialects()) {
            Ok(pack) => {
                let again = self.pack.as_ref().and_then(Pack::root) == pack.root();
                let selection = self.looking.selection().cloned();
                self.failure = None;
                let shown = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                self.settings.remember(&shown);
                self.set_pack(pack);
                if again && let Some(selection) = selection {
                    self.select(selection);
                }
            }
            Err(error) => {
                // A pack that is open stays open: the failure is only told.
                if self.pack.is_some() {
                    self.tell(Tone::Bad, format!("Cannot open {}: {}", error.path.display(), error.message));
                } else {
                    self.failure = Some(Failure { path: error.path, message: error.message });
                }
            }
        }
    }

    fn set_pack(&mut self, pack: Pack) {
        self.looking = Looking::default();
        self.play.clear();
        self.play.seed = 7;
        let draft = pack.draft();
        if let Some(catalog) = pack.index().catalogs.iter().find(|catalog| !catalog.records.is_empty()) {
            self.looking.show(Tab::Catalog(catalog.def.name.to_owned()));
        }
        if let Some(dialect) = draft.dialect() {
            self.play.scenario = draft.ids(dialect.playable).next().map(str::to_owned);
        }
        self.pack = Some(pack);
        self.notice = None;
        self.question = None;
    }

    fn save(&mut self, overwrite: Overwrite, then: Option<Box<Action>>) {
        let Some(pack) = &mut self.pack else { return };
        match pack.save(overwrite) {
            Ok(files) => {
                let text = match files {
                    0 => "Everything was saved already".to_owned(),
                    1 => "Saved 1 file".to_owned(),
                    more => format!("Saved {more} files"),
                };
                self.tell(Tone::Good, text);
                if let Some(action) = then {
                    self.leave_now(*action);
                }
            }
            Err(SaveError::ChangedOnDisk(files)) => self.question = Some(Question::ChangedOnDisk(files, then)),
            Err(SaveError::NoFolder) => {
                self.tell(Tone::Bad, "This pack is only in memory and has no folder to be saved in".to_owned());
            }
            Err(SaveError::Failed(file, message)) => self.tell(
                Tone::Bad,
                format!("Cannot save {file}: {message}. Nothing is lost: the changes are still here, unsaved"),
            ),
        }
    }

    fn answer(&mut self, answer: Answer) {
        match (self.question.take(), answer) {
            (Some(Question::Unsaved(then)), Answer::Save) => self.save(Overwrite::Never, Some(then)),
            (Some(Question::Unsaved(then)), Answer::Discard) => self.leave_now(*then),
            (Some(Question::ChangedOnDisk(_, then)), Answer::Overwrite) => self.save(Overwrite::Agreed, then),
            (Some(Question::ChangedOnDisk(..)), Answer::Discard) => self.leave_now(Action::Reload),
            _ => {}
        }
    }

    fn tell(&mut self, tone: Tone, text: String) {
        self.notice = Some(Notice { tone, text });
    }

    // Looking

    fn select(&mut self, selection: Selection) {
        self.settle();
        self.looking.select(selection);
    }

    fn jump(&mut self, pointer: &Pointer, hex: Option<[i32; 2]>) {
        let Some(pack) = &self.pack else { return };
        let Some((record, field)) = pointer.record() else { return };
        if !pack.draft().contains(&record) {
            if pack.index().catalog(&record.catalog).is_some() {
                self.looking.show(Tab::Catalog(record.catalog));
            }
            return;
        }
        let tab = match hex {
            Some(_) if self.is_map(&record) => Tab::Map(record.clone()),
            _ => Tab::Catalog(record.catalog.clone()),
        };
        let selection = Selection { record, field: field.to_vec(), hex };
        self.looking.show(tab);
        self.select(selection);
    }

    fn is_map(&self, key: &RecordKey) -> bool {
        let catalog = self.pack.as_ref().and_then(|pack| pack.index().catalog(&key.catalog));
        catalog.is_some_and(|catalog| catalog.def.view == foeman_schema::dialect::View::Map)
    }

    fn show(&mut self, tab: Tab) {
        self.settle();
        if tab == Tab::Play && self.play.battle().is_none() {
            if let Some(scenario) = self.selected_scenario().map(str::to_owned) {
                self.play.scenario = Some(scenario);
            }
            self.restart();
        }
        self.looking.show(tab);
    }

    fn zoom(&mut self, factor: f32) {
        let Some(map) = self.looking.tab().and_then(camera_of) else { return };
        if let Some(camera) = self.looking.camera(&map) {
            self.looking.look(map, Some(Camera { scale: camera.scale * factor, fitted: false, ..camera }));
        }
    }

    // Editing

    fn edit(
        &mut self,
        name: String,
        pointer: Pointer,
        make: impl FnOnce(&Draft) -> Result<edit::Edit, EditError>,
    ) -> bool {
        let Some(pack) = &mut self.pack else { return false };
        let edit = make(pack.draft());
        match pack.edit(name, pointer, edit) {
            Ok(()) => {
                self.after_change();
                true
            }
            Err(error) => {
                self.tell(Tone::Bad, format!("Cannot change this: {error}"));
                false
            }
        }
    }

    fn after_change(&mut self) {
        let Some(pack) = &self.pack else { return };
        self.looking.keep(|key| pack.draft().contains(key));
        self.play.content_changed(pack.draft());
    }

    fn settle(&mut self) {
        if let Some(pack) = &mut self.pack {
            pack.settle();
        }
    }

    fn set(&mut self, pointer: Pointer, value: &Value) {
        let name = format!("Set {}", self.field_of(&pointer));
        self.edit(name, pointer.clone(), |draft| edit::set_value(draft, &pointer, value));
    }

    fn remove(&mut self, pointer: Pointer) {
        self.settle();
        let name = format!("Reset {}", self.field_of(&pointer));
        self.edit(name, pointer.clone(), |draft| edit::remove(draft, &pointer));
        self.settle();
    }

    fn add_record(&mut self, catalog: &str) {
        let Some((key, record)) = self.pack.as_ref().and_then(|pack| newborn::record(pack, catalog)) else { return };
        self.insert("Add", key, record);
    }

    fn duplicate(&mut self, key: &RecordKey) {
        let Some(pack) = &self.pack else { return };
        let Some((copy, record)) = newborn::copy(pack, key) else { return };
        self.insert("Duplicate", copy, record);
    }

    fn insert(&mut self, verb: &str, key: RecordKey, record: Value) {
        self.settle();
        let title = record.get("title").and_then(Value::as_str).unwrap_or(&key.id);
        let name = format!("{verb} {title}");
        if self.edit(name, key.pointer(), |draft| edit::insert_record(draft, &key, &record)) {
            self.settle();
            self.looking.show(Tab::Catalog(key.catalog.clone()));
            self.select(Selection::record(key));
            self.focus = Some(Focus::Title);
        }
    }

    fn delete(&mut self, key: &RecordKey) {
        self.settle();
        let Some(pack) = &self.pack else { return };
        let name = format!("Delete {}", pack.index().title(key));
        // The neighbour is selected, so that the next key goes on from there.
        let neighbour = pack.index().catalog(&key.catalog).and_then(|catalog| {
            let at = catalog.records.iter().position(|entry| entry.key == *key)?;
            let next = catalog.records.get(at + 1).or_else(|| catalog.records.get(at.checked_sub(1)?))?;
            Some(next.key.clone())
        });
        let pointer = key.pointer();
        if self.edit(name, pointer.clone(), |draft| edit::remove(draft, &pointer)) {
            self.settle();
            match neighbour {
                Some(neighbour) => self.select(Selection::record(neighbour)),
                None => self.looking.deselect(),
            }
        }
    }

    fn paint(&mut self, map: &RecordKey, cells: &[[u32; 2]], key: char) {
        let Some(pack) = &self.pack else { return };
        let name = format!("Paint {}", pack.index().title(map));
        let rows = map.pointer().child("rows");
        let cells: Vec<_> = cells.iter().map(|&[col, row]| (col, row, key)).collect();
        self.edit(name, rows.clone(), |draft| edit::paint(draft, &rows, &cells));
    }

    fn travel(&mut self, way: fn(&mut Pack) -> Option<Pointer>) {
        let Some(pointer) = self.pack.as_mut().and_then(way) else { return };
        self.after_change();
        let exists = |key: &RecordKey| self.pack.as_ref().is_some_and(|pack| pack.draft().contains(key));
        if let Some((record, field)) = pointer.record().filter(|(record, _)| exists(record)) {
            let selection = Selection { record, field: field.to_vec(), hex: None };
            self.looking.select(selection);
        }
    }

    /// Names a value for people: `damage of Broadsword`.
    fn field_of(&self, pointer: &Pointer) -> String {
        let Some((record, field)) = pointer.record() else { return pointer.to_string() };
        let title = self.pack.as_ref().map_or(record.id.as_str(), |pack| pack.index().title(&record)).to_owned();
        match field.iter().rev().find(|part| !part.bytes().all(|byte| byte.is_ascii_digit())) {
            Some(field) => format!("{} of {title}", sentence(field).to_lowercase()),
            None => title,
        }
    }

    // Test-play

    fn perform_play(&mut self, action: PlayAction) {
        match action {
            PlayAction::Scenario(scenario) => {
                self.play.scenario = Some(scenario);
                self.restart();
                self.looking.show(Tab::Play);
            }
            PlayAction::Seed(seed) => self.play.seed = seed,
            PlayAction::Seat(side, seat) => self.play.with(|battle| battle.seat(side, seat)),
            PlayAction::Restart => self.restart(),
            PlayAction::Step => self.play.with(|battle| battle.step()),
            PlayAction::Round => self.play.with(|battle| battle.round()),
            PlayAction::ToEnd => self.play.with(|battle| battle.to_end()),
            PlayAction::Stop => self.play.with(|battle| battle.stop()),
            PlayAction::BackStep => self.play.with(|battle| battle.back_step()),
            PlayAction::BackToStart => self.play.with(|battle| battle.back_to_start()),
            PlayAction::Choose(choice) => self.play.with(|battle| battle.choose(choice)),
            PlayAction::Highlight(token) => self.play.highlight = token,
            PlayAction::AskJournal => self.ask(|| {
                let dialog = rfd::FileDialog::new().set_title("Save journal").set_file_name("battle.journal");
                dialog.save_file().map(|path| Action::Play(PlayAction::WriteJournal(path)))
            }),
            PlayAction::WriteJournal(path) => {
                let Some(battle) = self.play.battle() else { return };
                match disk::write(&path, &battle.game().journal()) {
                    Ok(()) => self.tell(Tone::Good, format!("Saved the journal to {}", path.display())),
                    Err(error) => self.tell(Tone::Bad, format!("Cannot save {}: {error}", path.display())),
                }
            }
        }
    }

    fn restart(&mut self) {
        if let Some(pack) = &self.pack {
            self.play.restart(pack.draft(), self.registry);
        }
    }

    /// The theme the user wants.
    pub fn theme(&self) -> ThemeChoice {
        self.settings.theme
    }
}
