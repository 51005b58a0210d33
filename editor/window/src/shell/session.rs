//! The open pack with its view: what features may read and change.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use foeman_base::desk::Desk;
use foeman_engine::game::{Engine, Registry};
use foeman_engine::tool::{Reach, Toolbox};
use foeman_schema::analysis::Analysis;
use foeman_schema::change::{Change, ChangeError, Plan};
use foeman_schema::draft::Draft;
use foeman_schema::text::{Pointer, RecordKey};

use super::action::{Action, Focus};
use super::settings::Settings;
use super::view::{Pane, Selection, ViewState};
use crate::files::NewPack;
use crate::help::Topic;
use crate::map::{Chance, Replacing, Reshape};
use crate::names::Names;
use crate::pack::Pack;
use crate::play::Play;
use crate::print::Choices;
use crate::problems::Allowing;
use crate::recovery::{Clash, Recovery};
use foeman_scene::theme::ThemeChoice;

/// The open pack with its history and analysis, the view, the settings and the open dialog.
///
/// Features change the pack through its methods, and request actions of other features with `then`.
pub struct Session {
    pub(crate) registry: Registry,
    /// Folders to search for required packs.
    pub(crate) packs: Vec<PathBuf>,
    pub(crate) pack: Option<Pack>,
    /// The view state.
    pub(crate) view: ViewState,
    /// Settings saved between runs.
    pub settings: Settings,
    pub(crate) notice: Option<Notice>,
    pub(crate) question: Option<Question>,
    pub(crate) focus: Option<Focus>,
    /// Text to copy to the desktop's clipboard.
    pub(crate) clipboard: Option<String>,
    /// Whether the pack has been saved since the crash journal was last updated.
    pub(crate) saved: bool,
    /// Actions to perform after the current one.
    pub(crate) queue: VecDeque<Action>,
    /// The language of the texts in battles; as written if there is none or the pack is not translated to it.
    pub(crate) language: Option<String>,
    /// The records and keys of battles by files; none without a profile.
    pub(crate) desk: Option<Desk>,
    /// The last analysis in that language, with the draft it was made for.
    spoken: Mutex<Option<(Arc<Draft>, Analysis)>>,
}

/// The state that commands depend on.
pub struct Now<'a> {
    /// The session.
    pub session: &'a Session,
    /// Test-play.
    pub play: &'a Play,
    /// Whether a desktop file dialog is open.
    pub choosing: bool,
    /// Whether the list of shortcuts is shown.
    pub shortcuts: bool,
    /// The topic for context help.
    pub topic: Topic,
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
    /// Prints the pack or a scenario.
    Print(Box<Choices>),
    /// Creates a pack.
    New(NewPack),
    /// Recovers the changes of a window that crashed.
    Recover(Recovery),
    /// Another program has changed the same part of a file.
    Clash(Clash),
}

impl Session {
    /// Creates a session without a pack.
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            packs: Vec::new(),
            pack: None,
            view: ViewState::default(),
            settings: Settings::default(),
            notice: None,
            question: None,
            focus: None,
            clipboard: None,
            saved: false,
            queue: VecDeque::new(),
            language: None,
            desk: None,
            spoken: Mutex::default(),
        }
    }

    /// Chooses the language of the texts in battles; `None` shows them as written.
    pub(crate) fn speak(&mut self, language: Option<String>) {
        self.language = language;
        self.spoken = Mutex::default();
    }

    /// Returns the language of the texts in battles, unless the pack is not translated to it.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref().filter(|tag| self.pack().is_some_and(|pack| pack.draft().has_language(tag)))
    }

    /// Returns the analysis of the pack with its texts in the chosen language: for showing, not for editing.
    pub(crate) fn spoken(&self) -> Option<Analysis> {
        let pack = self.pack()?;
        let Some(tag) = self.language() else { return Some(pack.analysis()) };
        let mut last = self.spoken.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.take().filter(|(draft, _)| Arc::ptr_eq(draft, pack.shared_draft()));
        let analysis = known.map_or_else(|| Analysis::of(Arc::new(pack.draft().in_language(tag)), None), |(_, it)| it);
        *last = Some((Arc::clone(pack.shared_draft()), analysis.clone()));
        Some(analysis)
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

    /// Returns the view state.
    pub fn view(&self) -> &ViewState {
        &self.view
    }

    /// Returns the ruleset of the open pack.
    pub fn engine(&self) -> Option<&'static dyn Engine> {
        self.registry.engine(self.pack()?.draft().dialect()?.id)
    }

    /// Returns the tools of the pack's ruleset that are available in the window.
    pub fn toolbox(&self) -> Option<&'static Toolbox> {
        let toolbox = self.engine()?.capabilities().toolbox?;
        (toolbox.reach == Reach::Everywhere).then_some(toolbox)
    }

    /// Returns the catalog of campaigns, if the pack's ruleset supports them.
    pub fn campaigns(&self) -> Option<&'static str> {
        Some(self.engine()?.capabilities().campaigns?.catalog)
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

    /// Returns the chosen theme.
    pub fn theme(&self) -> ThemeChoice {
        self.settings.theme
    }

    /// Whether nothing in the window moves on its own.
    pub fn is_still(&self) -> bool {
        self.settings.still
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

    /// Takes the text to copy to the desktop's clipboard.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    /// Requests an action, to be performed after the current one.
    pub(crate) fn then(&mut self, action: Action) {
        self.queue.push_back(action);
    }

    /// Shows a notification.
    pub(crate) fn tell(&mut self, tone: Tone, text: String) {
        self.notice = Some(Notice { tone, text });
    }

    /// Makes changes as an undo step with this name for the value at `pointer`.
    pub(crate) fn change(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> bool {
        let Some(pack) = &mut self.pack else { return false };
        let done = pack.change(name, pointer, changes);
        self.after_edit(done)
    }

    /// Makes changes as a separate undo step that later edits do not extend.
    pub(crate) fn change_once(&mut self, name: String, pointer: Pointer, changes: &[Change]) -> bool {
        self.settle();
        let done = self.change(name, pointer, changes);
        self.settle();
        done
    }

    /// Makes planned changes as a separate undo step.
    pub(crate) fn carry_out(&mut self, name: String, pointer: Pointer, changes: &[Change], plan: &Plan) -> bool {
        self.settle();
        let Some(pack) = &mut self.pack else { return false };
        let done = pack.carry_out(name, pointer, changes, plan);
        let done = self.after_edit(done);
        self.settle();
        done
    }

    /// Updates the view after an edit, or reports why the edit failed. Returns whether it was made.
    pub(crate) fn after_edit(&mut self, done: Result<(), ChangeError>) -> bool {
        self.after_change();
        match done {
            Ok(()) => true,
            Err(error) => {
                self.tell(Tone::Bad, format!("Cannot change this: {error}"));
                false
            }
        }
    }

    /// Closes the tabs of records that no longer exist.
    pub(crate) fn after_change(&mut self) {
        let Some(pack) = &self.pack else { return };
        let draft = pack.draft();
        // Records in an unreadable file still exist, so keep their tabs.
        if !draft.files().any(|file| draft.is_unreadable(file)) {
            self.view.keep(|key| draft.contains(key));
        }
    }

    /// Ends the current stroke or run of typing; later edits start a new undo step.
    pub(crate) fn settle(&mut self) {
        if let Some(pack) = &mut self.pack {
            pack.settle();
        }
    }

    pub(crate) fn select(&mut self, selection: Selection) {
        self.settle();
        self.view.select(selection);
    }

    /// Selects the target of a pointer and shows it: in its table, or on its map if a cell is given.
    pub(crate) fn jump(&mut self, pointer: &Pointer, hex: Option<[i32; 2]>) {
        let Some(pack) = &self.pack else { return };
        let Some((record, field)) = pointer.record() else { return };
        if !pack.draft().contains(&record) {
            if pack.index().catalog(&record.catalog).is_some() {
                self.view.show(Pane::Catalog(record.catalog));
            }
            return;
        }
        let on_map = hex.and_then(|_| crate::scenario::pane_of(self, &record));
        let tab = on_map.unwrap_or_else(|| Pane::Catalog(record.catalog.clone()));
        let selection = Selection { record, field: field.to_vec(), hex };
        self.view.show(tab);
        self.select(selection);
    }

    /// Clears the filters if they hide a newly added record.
    pub(crate) fn reveal(&mut self, key: &RecordKey) {
        let needle = self.view.filter().trim().to_lowercase();
        let entry = self.pack.as_ref().and_then(|pack| pack.index().entry(key));
        let hidden = crate::tables::hides(self, key);
        if hidden || entry.is_some_and(|entry| !entry.matches(&needle)) {
            self.view.set_filter(String::new());
            self.view.tables.clear_filters(&key.catalog);
            self.tell(Tone::Good, "The filter was cleared, because it would hide the new record".to_owned());
        }
    }
}
