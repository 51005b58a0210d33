//! New packs, samples, and dialogs to choose files and folders.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::action::BeginAction;
use super::archive::{name_of, share};
use super::browser::{Browser, Purpose};
use super::new::NewPack;
use super::perform::home_of;
use super::{Dialog, State, folders};
use crate::lab::Written;
use crate::pack::Pack;
use crate::shell::action::Action;
use crate::shell::session::{Question, Session, Tone};
use foeman_base::template::{Header, Template};

/// A dialog that returns faster than this was never shown: no person answers so quickly.
const NOBODY: Duration = Duration::from_millis(400);

/// Performs an action of the new-pack dialog or of the file browser.
pub(crate) fn perform(session: &mut Session, files: &mut State, action: BeginAction) {
    match action {
        BeginAction::Ask(template, folder) => {
            session.question = Some(Question::New(NewPack::new(template, folder, folder_for_packs(session))));
        }
        BeginAction::Template(template) => with_new(session, |new| new.template = template),
        BeginAction::Title(title) => with_new(session, |new| new.title = title),
        BeginAction::Id(id) => with_new(session, |new| new.set_id(id)),
        BeginAction::Folder(folder) => with_new(session, |new| new.set_folder(folder)),
        BeginAction::ChooseFolder => choose(session, files, Purpose::NewPack),
        BeginAction::Make => {
            let Some(Question::New(new)) = &session.question else { return };
            // The user decides about unsaved changes before anything is created.
            session.then(Action::Begin(BeginAction::Create(Box::new(new.clone()))));
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
        BeginAction::Share(to) => share(session, &to),
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
    let (folder, name) = (folder_for(session, purpose), name_for(session, purpose));
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
    files.browser = Some(Browser::new(purpose, &folder_for(session, purpose), name_for(session, purpose)));
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

pub(crate) fn with_new(session: &mut Session, change: impl FnOnce(&mut NewPack)) {
    if let Some(Question::New(new)) = &mut session.question {
        change(new);
        new.update();
    }
}

/// Creates a pack from a template in a new folder. Returns the folder, unless the dialog shows a problem.
pub(crate) fn create(session: &mut Session, mut new: NewPack) -> Option<PathBuf> {
    let (known, folder) = (Template::named(new.template).ok()?, new.path());
    let header = Header { id: &new.id, title: new.title.trim() };
    match known.make_as(&header, &folder, &session.registry.dialects()) {
        Ok(_) => {
            session.question = None;
            session.settings.folder = folder.parent().map(Path::to_owned);
            Some(folder)
        }
        Err(error) => {
            new.problem = Some(error.to_string());
            session.question = Some(Question::New(new));
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

fn name_for(session: &Session, purpose: Purpose) -> String {
    let name = match purpose {
        Purpose::Journal => "battle.journal",
        Purpose::Results(Written::Csv) => "battles.csv",
        Purpose::Results(Written::Json) => "battles.json",
        Purpose::Archive => return name_of(session.pack.as_ref()),
        Purpose::Pdf => return crate::print::file_name(session),
        _ => "",
    };
    name.to_owned()
}
