//! Help: the current topic, and context help.

use super::action::HelpAction;
use super::pages;
use super::view::Topic;
use crate::shell::view::Pane;
use crate::shell::workspace::{Question, Workspace};

impl Workspace {
    pub(crate) fn perform_help(&mut self, action: HelpAction) {
        match action {
            HelpAction::Open(topic) => {
                self.view.help.open(topic);
                // If a dialog is open or there are no panes, Help is shown in a dialog.
                self.help_over = self.pack.is_none() || self.in_question();
                if !self.help_over {
                    self.view.layout.show(Pane::Help);
                }
            }
            HelpAction::Back => self.view.help.back(),
            HelpAction::Seek(text) => self.view.help.seek(text),
            HelpAction::Close => self.help_over = false,
        }
    }

    /// Whether a dialog is open over the panes.
    pub fn in_question(&self) -> bool {
        self.question.is_some() || self.browser.is_some() || self.palette.is_some() || self.shortcuts
    }

    /// Returns the current step of the tour, if it is shown.
    pub fn tour(&self) -> Option<usize> {
        self.tour
    }

    /// Starts the tour for new users.
    pub fn greet(&mut self) {
        if !self.settings.toured {
            self.tour = Some(0);
        }
    }

    /// Whether Help is open in a dialog over everything.
    pub fn shows_help_over(&self) -> bool {
        self.help_over
    }

    /// Sets the help topic of the focused control, or else of the control under the pointer.
    pub fn point(&mut self, topic: Option<Topic>) {
        self.pointed = topic;
    }

    /// Returns the topic for context help.
    pub fn here(&self) -> Topic {
        let page = |name| Topic::Page(name);
        if self.browser.is_some() {
            return page("packs");
        }
        if self.palette.is_some() || self.shortcuts {
            return page("keys");
        }
        match &self.question {
            Some(Question::New(_)) => return page("packs"),
            Some(Question::Names(_)) => return page("names"),
            Some(Question::Allow(_)) => return page("problems"),
            Some(Question::Reshape(_) | Question::Replace(_) | Question::Chance(_)) => return page("maps"),
            Some(Question::Unsaved(_) | Question::ChangedOnDisk(..) | Question::Recover(_) | Question::Clash(_)) => {
                return page("saving");
            }
            None => {}
        }
        if self.pack.is_none() {
            return page("packs");
        }
        let document = || self.view.document().map(|pane| page(pages::of(pane)));
        self.pointed.clone().or_else(document).unwrap_or_default()
    }
}
