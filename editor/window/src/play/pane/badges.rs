//! The badges of a battle: each shown only if it has content.

use egui::Ui;

use super::controls::Badge;
use super::{amended, branches, ending, origin, timeline};
use crate::campaign;
use crate::kit::icon::Icon;
use crate::play::Battle;
use crate::play::action::PlayAction;
use crate::play::view::Tab;
use crate::shell::action::Action;
use crate::shell::session::Now;
use foeman_scene::theme::palette;

/// Returns the badges of a battle, most important first.
pub(crate) fn of<'a>(ui: &Ui, now: &'a Now<'a>, battle: &'a Battle) -> Vec<Badge<'a>> {
    let colors = palette(ui);
    let mut badges = Vec::new();
    if battle.is_outdated() {
        badges.push(Badge {
            name: "Content changed".to_owned(),
            text: "Content changed".to_owned(),
            icon: Icon::Warning,
            color: colors.warning,
            content: Box::new(move |ui, actions| amended::ui(ui, now, actions)),
        });
    }
    if let Some(title) = ending::title(battle) {
        badges.push(Badge {
            name: format!("Result: {title}"),
            text: "Result".to_owned(),
            icon: Icon::Good,
            color: if ending::is_draw(battle) { colors.info } else { colors.good },
            content: Box::new(move |ui, _| ending::ui(ui, battle)),
        });
    }
    if let Some((saga, chapter)) = now.play.saga().and_then(|saga| Some((saga, saga.chapter()?))) {
        badges.push(Badge {
            name: "Campaign".to_owned(),
            text: format!("Battle {} of {}", chapter.place, chapter.of),
            icon: Icon::Flag,
            color: colors.info,
            content: Box::new(move |ui, actions| campaign::progress(ui, saga, actions)),
        });
    }
    if battle.origin().is_some() {
        badges.push(Badge {
            name: "Journal".to_owned(),
            text: "Journal".to_owned(),
            icon: Icon::Form,
            color: origin::color(ui, battle),
            content: Box::new(move |ui, _| origin::ui(ui, battle)),
        });
    }
    let count = battle.branches().names().count();
    if count > 0 {
        badges.push(Badge {
            name: format!("Branches ({count})"),
            text: count.to_string(),
            icon: Icon::Branch,
            color: colors.info,
            content: Box::new(move |ui, actions| branches::manage(ui, battle, actions)),
        });
    }
    let count = battle.bookmarks().all().len();
    if count > 0 {
        badges.push(Badge {
            name: format!("Bookmarks ({count})"),
            text: count.to_string(),
            icon: Icon::Bookmark,
            color: colors.accent,
            content: Box::new(move |ui, actions| timeline::bookmarks(ui, now, battle, actions)),
        });
    }
    if now.session.view().play.master && battle.master().is_some() {
        badges.push(Badge {
            name: "Game master on".to_owned(),
            text: "Game master".to_owned(),
            icon: Icon::Crown,
            color: colors.warning,
            content: Box::new(|ui, actions| {
                ui.label("The tools are in a tab of the side column");
                ui.horizontal(|ui| {
                    if ui.button("Show the tools").clicked() {
                        actions.push(Action::Play(PlayAction::Tab(Tab::Master)));
                        ui.close();
                    }
                    if ui.button("Turn off").clicked() {
                        actions.push(Action::Play(PlayAction::ShowMaster(false)));
                        ui.close();
                    }
                });
            }),
        });
    }
    badges
}
