//! New packs, samples, and dialogs to choose files and folders.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::action::BeginAction;
use super::browser::{Browser, Purpose};
use super::perform::home_of;
use super::{Dialog, State, folders};
use crate::lab::Written;
use crate::pack::Pack;
use crate::shell::action::Action;
use crate::shell::session::{Question, Session, Tone};
use foeman_base::template::{Template, occupant, refused_name};

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

/// Performs an action of the new-pack dialog or of the file browser.
pub(crate) fn perform(session: &mut Session, files: &mut State, action: BeginAction) {
    match action {
        BeginAction::Ask(template, folder) => {
            let folder = folder.unwrap_or_else(|| unused_folder(session, "my-pack"));
            session.question = Some(Question::New(NewPack::new(template, folder.display().to_string())));
        }
        BeginAction::Template(template) => with_new(session, |new| new.template = template),
        BeginAction::Folder(folder) => with_new(session, |new| *new = NewPack::new(new.template, folder)),
        BeginAction::ChooseFolder => choose(session, files, Purpose::NewPack),
        BeginAction::Make => {
            let Some(Question::New(new)) = &session.question else { return };
            // The user decides about unsaved changes before anything is created.
            session.then(Action::Begin(BeginAction::Create(new.template, new.path())));
        }
        // The workspace replaces the pack.
        BeginAction::Create(..) | BeginAction::Sample(_) => {}
        BeginAction::Forget(path) => session.settings.forget(&path),
        BeginAction::Here => {
            if let Some(dialog) = files.dialog.take() {
                browse(session, files, dialog.purpose);
            }
        }
        BeginAction::Go(folder) => {
            if let Some(browser) = &mut files.browser {
                browser.go(&folder);
            }
        }
        BeginAction::Name(name) => {
            if let Some(browser) = &mut files.browser {
                browser.name = name;
            }
        }
        BeginAction::Take(path) => {
            let Some(browser) = files.browser.take() else { return };
            session.settings.folder = Some(browser.folder);
            session.then(browser.purpose.action(path));
        }
        BeginAction::Close => files.browser = None,
    }
}

/// Shows a file dialog: the desktop's if there is one, else the built-in file browser.
pub(crate) fn choose(session: &mut Session, files: &mut State, purpose: Purpose) {
    if files.dialog.is_some() || files.browser.is_some() {
        return;
    }
    if !files.desktop {
        return browse(session, files, purpose);
    }
    let (sender, answer) = mpsc::channel();
    let (folder, name) = (folder_for(session, purpose), name_for(purpose));
    std::thread::spawn(move || {
        // The window may be closed before the dialog is answered.
        let _ = sender.send(purpose.on_desktop(&folder, &name));
    });
    files.dialog = Some(Dialog { purpose, since: Instant::now(), answer });
}

/// Handles the answer of the desktop dialog. If none was shown, the built-in file browser is used from now on.
pub(crate) fn hear_dialog(session: &mut Session, files: &mut State) {
    let Some(dialog) = &files.dialog else { return };
    let answer = match dialog.answer.try_recv() {
        Err(mpsc::TryRecvError::Empty) => return,
        Err(mpsc::TryRecvError::Disconnected) => None,
        Ok(answer) => answer,
    };
    let (purpose, quick) = (dialog.purpose, dialog.since.elapsed() < NOBODY);
    files.dialog = None;
    match answer {
        Some(path) => {
            session.settings.folder = path.parent().map(Path::to_owned);
            session.then(purpose.action(path));
        }
        None if quick => {
            files.desktop = false;
            browse(session, files, purpose);
        }
        None => {}
    }
}

pub(crate) fn browse(session: &mut Session, files: &mut State, purpose: Purpose) {
    files.browser = Some(Browser::new(purpose, &folder_for(session, purpose), name_for(purpose)));
}

/// Returns the start folder of a file dialog: the last one used; otherwise the user's documents for new packs, and
/// the folder that contains the open pack for anything else.
pub(crate) fn folder_for(session: &Session, purpose: Purpose) -> PathBuf {
    if matches!(purpose, Purpose::NewPack | Purpose::SaveAs) {
        return folder_for_packs(session);
    }
    let beside = || session.pack.as_ref().and_then(Pack::root)?.parent().map(Path::to_owned);
    let kept = session.settings.folder.clone().filter(|folder| folder.is_dir());
    kept.or_else(beside).unwrap_or_else(|| std::env::current_dir().unwrap_or_default())
}

pub(crate) fn folder_for_packs(session: &Session) -> PathBuf {
    folders::for_new_packs(session.settings.folder.as_deref(), std::env::home_dir().as_deref())
}

pub(crate) fn unused_folder(session: &Session, stem: &str) -> PathBuf {
    let folder = folder_for_packs(session);
    let numbered = (2_u32..).map(|number| folder.join(format!("{stem}-{number}")));
    let mut all = std::iter::once(folder.join(stem)).chain(numbered);
    all.find(|path| !path.exists()).expect("some number is unused")
}

pub(crate) fn with_new(session: &mut Session, change: impl FnOnce(&mut NewPack)) {
    if let Some(Question::New(new)) = &mut session.question {
        change(new);
    }
}

/// Creates a pack from a template in a new folder. Returns the folder, unless the dialog shows a problem.
pub(crate) fn create(session: &mut Session, template: &'static str, folder: PathBuf) -> Option<PathBuf> {
    let known = Template::named(template).ok()?;
    match known.make(&folder, &session.registry.dialects()) {
        Ok(_) => {
            session.question = None;
            session.settings.folder = folder.parent().map(Path::to_owned);
            Some(folder)
        }
        Err(error) => {
            let (folder, problem) = (folder.display().to_string(), Some(error.to_string()));
            session.question = Some(Question::New(NewPack { template, folder, problem }));
            None
        }
    }
}

/// Saves the pack in another folder and continues there. Returns whether it was saved.
pub(crate) fn save_as(session: &mut Session, to: &Path) -> bool {
    let Some(pack) = &mut session.pack else { return false };
    match pack.save_as(to) {
        Ok(_) => {
            let home = home_of(to);
            session.settings.folder = home.parent().map(Path::to_owned);
            session.settings.remember(&home);
            session.after_change();
            true
        }
        Err(error) => {
            session.tell(Tone::Bad, format!("Cannot save there: {error}. Nothing is lost"));
            false
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
            Ok(Some(found)) => Some(format!("`{found}` already exists; choose another folder")),
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
