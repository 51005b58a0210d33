//! New packs, samples, and dialogs to choose files and folders.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::action::BeginAction;
use super::browser::{Browser, Purpose};
use super::folders;
use crate::lab::Written;
use crate::pack::Pack;
use crate::shell::action::Action;
use crate::shell::workspace::{Dialog, Question, Tone, Workspace};
use foeman_base::template::{SAMPLES, Template, occupant, refused_name};

/// A dialog that returns faster than this was never shown: no person answers so quickly.
const NOBODY: Duration = Duration::from_millis(400);

/// The state of the new-pack dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPack {
    /// The template's id.
    pub template: &'static str,
    /// The folder as typed.
    pub folder: String,
    /// The problem with the folder, updated while typing.
    pub problem: Option<String>,
}

impl Workspace {
    pub(crate) fn begin(&mut self, action: BeginAction) {
        match action {
            BeginAction::Ask(template, folder) => {
                let folder = folder.unwrap_or_else(|| self.unused_folder("my-pack"));
                self.question = Some(Question::New(NewPack::new(template, folder.display().to_string())));
            }
            BeginAction::Template(template) => self.with_new(|new| new.template = template),
            BeginAction::Folder(folder) => self.with_new(|new| *new = NewPack::new(new.template, folder)),
            BeginAction::ChooseFolder => self.choose(Purpose::NewPack),
            BeginAction::Make => {
                let Some(Question::New(new)) = &self.question else { return };
                // The user decides about unsaved changes before anything is created.
                self.leave(Action::Begin(BeginAction::Create(new.template, new.path())));
            }
            BeginAction::Create(template, folder) => self.create(template, folder),
            BeginAction::Sample(id) => {
                let Some(sample) = SAMPLES.iter().find(|sample| sample.id == id) else { return };
                self.keep_view();
                self.failure = None;
                self.end_journal();
                self.set_pack(Pack::of(sample.draft(&self.registry.dialects())), None);
            }
            BeginAction::Forget(path) => self.settings.forget(&path),
            BeginAction::Here => {
                if let Some(dialog) = self.dialog.take() {
                    self.browse(dialog.purpose);
                }
            }
            BeginAction::Go(folder) => {
                if let Some(browser) = &mut self.browser {
                    browser.go(&folder);
                }
            }
            BeginAction::Name(name) => {
                if let Some(browser) = &mut self.browser {
                    browser.name = name;
                }
            }
            BeginAction::Take(path) => {
                let Some(browser) = self.browser.take() else { return };
                self.settings.folder = Some(browser.folder);
                self.perform(browser.purpose.action(path));
            }
            BeginAction::Close => self.browser = None,
        }
    }

    /// Shows a file dialog: the desktop's if there is one, else the built-in file browser.
    pub(crate) fn choose(&mut self, purpose: Purpose) {
        if self.dialog.is_some() || self.browser.is_some() {
            return;
        }
        if !self.desktop {
            return self.browse(purpose);
        }
        let (sender, answer) = mpsc::channel();
        let (folder, name) = (self.folder_for(purpose), name_for(purpose));
        std::thread::spawn(move || {
            // The window may be closed before the dialog is answered.
            let _ = sender.send(purpose.on_desktop(&folder, &name));
        });
        self.dialog = Some(Dialog { purpose, since: Instant::now(), answer });
    }

    /// Handles the answer of the desktop dialog. If none was shown, the built-in file browser is used from now on.
    pub(crate) fn hear_dialog(&mut self) {
        let Some(dialog) = &self.dialog else { return };
        let answer = match dialog.answer.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return,
            Err(mpsc::TryRecvError::Disconnected) => None,
            Ok(answer) => answer,
        };
        let (purpose, quick) = (dialog.purpose, dialog.since.elapsed() < NOBODY);
        self.dialog = None;
        match answer {
            Some(path) => {
                self.settings.folder = path.parent().map(Path::to_owned);
                self.perform(purpose.action(path));
            }
            None if quick => {
                self.desktop = false;
                self.browse(purpose);
            }
            None => {}
        }
    }

    pub(crate) fn browse(&mut self, purpose: Purpose) {
        self.browser = Some(Browser::new(purpose, &self.folder_for(purpose), name_for(purpose)));
    }

    /// Returns the start folder of a file dialog: the last one used; otherwise the user's documents for new packs, and
    /// the folder that contains the open pack for anything else.
    pub(crate) fn folder_for(&self, purpose: Purpose) -> PathBuf {
        if matches!(purpose, Purpose::NewPack | Purpose::SaveAs) {
            return self.folder_for_packs();
        }
        let beside = || self.pack.as_ref().and_then(Pack::root)?.parent().map(Path::to_owned);
        let kept = self.settings.folder.clone().filter(|folder| folder.is_dir());
        kept.or_else(beside).unwrap_or_else(|| std::env::current_dir().unwrap_or_default())
    }

    pub(crate) fn folder_for_packs(&self) -> PathBuf {
        folders::for_new_packs(self.settings.folder.as_deref(), std::env::home_dir().as_deref())
    }

    pub(crate) fn unused_folder(&self, stem: &str) -> PathBuf {
        let folder = self.folder_for_packs();
        let numbered = (2_u32..).map(|number| folder.join(format!("{stem}-{number}")));
        let mut all = std::iter::once(folder.join(stem)).chain(numbered);
        all.find(|path| !path.exists()).expect("there are more numbers than folders")
    }

    pub(crate) fn with_new(&mut self, change: impl FnOnce(&mut NewPack)) {
        if let Some(Question::New(new)) = &mut self.question {
            change(new);
        }
    }

    /// Creates a pack from a template in a new folder, and opens it.
    pub(crate) fn create(&mut self, template: &'static str, folder: PathBuf) {
        let Ok(known) = Template::named(template) else { return };
        match known.make(&folder, &self.registry.dialects()) {
            Ok(_) => {
                self.question = None;
                self.settings.folder = folder.parent().map(Path::to_owned);
                self.open(&folder);
            }
            Err(error) => {
                let (folder, problem) = (folder.display().to_string(), Some(error.to_string()));
                self.question = Some(Question::New(NewPack { template, folder, problem }));
            }
        }
    }

    pub(crate) fn save_as(&mut self, to: &Path) {
        let Some(pack) = &mut self.pack else { return };
        self.play.with(|battle| battle.stop());
        match pack.save_as(to) {
            Ok(_) => {
                let home = super::perform::home_of(to);
                self.settings.folder = home.parent().map(Path::to_owned);
                self.settings.remember(&home);
                self.after_change();
                self.end_journal();
                self.begin_journal();
                self.tell(Tone::Good, format!("Saved as {}", to.display()));
            }
            Err(error) => self.tell(Tone::Bad, format!("Cannot save there: {error}. Nothing is lost")),
        }
    }
}

impl NewPack {
    pub(crate) fn new(template: &'static str, folder: String) -> Self {
        let mut new = Self { template, folder, problem: None };
        let path = new.path();
        let found = occupant(&path);
        new.problem = match found {
            _ if new.folder.trim().is_empty() => Some("Type the name of a folder".to_owned()),
            _ if let Some(why) = refused_name(&path) => Some(why),
            Ok(None) => None,
            Ok(Some(found)) => Some(format!("There is `{found}` already; nothing is written over, so choose another")),
            Err(error) => Some(format!("This cannot be a folder: {error}")),
        };
        new
    }

    /// Returns the chosen folder, with `~` expanded.
    pub fn path(&self) -> PathBuf {
        let text = self.folder.trim();
        let home = || std::env::home_dir().zip(text.strip_prefix("~/"));
        let path = home().map_or_else(|| PathBuf::from(text), |(home, rest)| home.join(rest));
        std::path::absolute(&path).unwrap_or(path)
    }
}

fn name_for(purpose: Purpose) -> String {
    let name = match purpose {
        Purpose::Journal => "battle.journal",
        Purpose::Results(Written::Csv) => "battles.csv",
        Purpose::Results(Written::Json) => "battles.json",
        _ => "",
    };
    name.to_owned()
}
