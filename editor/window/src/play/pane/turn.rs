//! The turn panel: the choices by kind, the barred choices with reasons, and the outcome probabilities of each choice.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use egui::{
    Align, Align2, Area, Button, CornerRadius, Frame, Id, Label, Layout, Margin, Order, Rect, RichText, Role,
    ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use foeman_engine::choice::{Choice, Intent};
use foeman_engine::display::Term;
use foeman_engine::ruleset::Turn;

use super::{controls, members, pointed, prospects, recruit, strip};
use crate::help;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::index::capitalised;
use crate::play::action::PlayAction;
use crate::play::commands as play;
use crate::play::{Battle, Stand};
use crate::shell::action::{Action, Actions, Focus};
use crate::shell::session::{Now, Session};
use foeman_scene::theme::{self, GAP, ICON, LINE, ROUND, ROW, palette};

/// The height for outcome probabilities, in points: fixed, so that the layout does not change with the choice.
const TOLD: f32 = 92.0;
/// The width of outcome probabilities next to a low column, in points.
const ASIDE: f32 = 300.0;

/// The maximum number of rows per heading; with more choices, users select figures on the map instead.
const ROWS: usize = 200;
/// Up to this number of rows, all are shown.
const MANY: usize = 12;
/// Up to this number of choices with the same verb, they are not folded.
const FEW: usize = 4;

/// The end of the heading if the side at the window has to choose.
const ASKED: &str = ": what now?";
/// The row that shows the barred choices.
const NOT_NOW: &str = "not possible now";

enum Row<'a> {
    /// A choice, by its index.
    One(usize),
    /// Choices that differ only in their dice: their common text, and each number of dice with its choice.
    Strip(&'a str, Vec<(u8, usize)>),
    /// Choices with the same verb that are shown on demand: their heading, the verb, and the choices.
    Fold(&'a str, &'a str, Vec<usize>),
}

/// Draws the turn panel; its size does not depend on the turn.
pub(crate) fn ui(ui: &mut Ui, now: &Now<'_>, battle: &Battle, is_tall: bool, actions: &mut Actions) {
    let colors = palette(ui);
    head(ui, now, battle, actions);
    let beside = ui.max_rect().left();
    // The recruits need the room.
    if is_tall && !now.play.is_recruiting {
        let most = (ui.available_height() * 0.4).max(20.0);
        let frame = Frame::new().inner_margin(Margin { top: GAP as i8, ..Margin::ZERO });
        egui::Panel::bottom("preview of a choice").frame(frame).exact_size(TOLD.min(most)).show(ui, |ui| {
            let told = pointed::recall(ui, battle);
            let area = ScrollArea::vertical().id_salt("preview of a choice").auto_shrink([false, false]);
            area.show(ui, |ui| match told {
                Some(at) => about(ui, now.session, battle, at, actions),
                None if battle.choices().is_empty() => {}
                None => {
                    let text =
                        "Hover a choice to see its possible results; on the map, click a mark to go there or attack";
                    ui.label(RichText::new(text).color(colors.weak));
                }
            });
        });
    }
    ScrollArea::vertical().id_salt("choices").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = GAP / 4.0;
        let wanted = pointed::take_shown(ui);
        let focus = pointed::take_focus(ui) || now.session.focus() == Some(Focus::Choices);
        let only = battle.concerned(now.play.highlight);
        if let Some(token) = battle.board().tokens.iter().find(|token| Some(token.id) == only) {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("What {} can do", token.name)).color(colors.text));
                if ui.link("All choices").clicked() {
                    actions.push(Action::Play(PlayAction::Highlight(None)));
                }
            });
            ui.add_space(GAP / 2.0);
        }
        if now.play.is_recruiting && !battle.recruits().is_empty() {
            recruit::ui(ui, now, battle, actions);
        }
        let dice = strip::dice(battle);
        let groups = groups(battle, only);
        // The very first choice may be elsewhere, such as the end of the turn.
        let first = groups.first().and_then(|(_, rows)| rows.first()).and_then(Row::first);
        let focus = first.filter(|_| focus);
        for (group, rows) in groups {
            if !group.is_empty() {
                widgets::section(ui, &group.to_uppercase());
            }
            listed(ui, battle, rows, &Shown { wanted, focus, dice: dice.clone() }, actions);
            ui.add_space(GAP);
        }
        barred(ui, now.session, battle, actions);
    });
    if let Some((at, row)) = pointed::current(ui).filter(|_| !is_tall) {
        let area = Area::new(Id::unique("preview of a choice")).order(Order::Tooltip).interactable(false);
        let place = pos2(beside - 3.0 * GAP, row.top());
        area.pivot(Align2::RIGHT_TOP).fixed_pos(place).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(ASIDE.min((beside - 40.0).max(80.0)));
                about(ui, now.session, battle, at, actions);
            });
        });
    }
}

/// Draws whose turn it is, the button that ends the turn, the figures that can still act, and the last choice.
fn head(ui: &mut Ui, now: &Now<'_>, battle: &Battle, actions: &mut Actions) {
    let colors = palette(ui);
    let heading = heading(battle);
    let row = vec2(ui.available_width(), ROW + 4.0);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(ROW + 4.0);
        let ends = |choice: &Choice| choice.intent == Intent::Turn;
        if let Some(at) = battle.choices().iter().position(ends)
            && widgets::main_button(ui, &battle.choices()[at].text).clicked()
        {
            actions.push(Action::Play(PlayAction::Choose(at)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            // In a narrow window, the name or the question is enough: the map and the status bar tell the rest.
            let width = ui.available_width();
            let fits = |text: &str| !widgets::one_line(ui, text, TextStyle::Body, colors.strong, width).elided;
            let shown = match heading.strip_suffix(ASKED) {
                Some(name) => [heading.as_str(), name].into_iter().find(|text| fits(text)).unwrap_or("What now?"),
                None => &heading,
            };
            ui.add(Label::new(RichText::new(shown).color(colors.strong)).truncate()).accessible_name(&heading)
        });
    });
    let row = vec2(ui.available_width(), ROW);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(ROW);
        ui.spacing_mut().item_spacing.x = GAP;
        let count = battle.actors().len();
        if count > 0 {
            controls::command(ui, now, &play::PREVIOUS_ACTOR, actions);
            let text = if count == 1 { "1 can act".to_owned() } else { format!("{count} can act") };
            ui.label(RichText::new(text).small().color(colors.text));
            controls::command(ui, now, &play::NEXT_ACTOR, actions);
        }
        if !battle.recruits().is_empty() {
            let is_open = now.play.is_recruiting;
            let button = ui.add(Button::selectable(is_open, "Recruits"));
            if button.on_hover_text("What this side can raise, with prices").clicked() {
                actions.push(Action::Play(PlayAction::Recruit(!is_open)));
            }
        }
        if let Some(chosen) = battle.chosen() {
            let text = RichText::new(format!("Chosen: {chosen}")).small().color(colors.good);
            ui.add(Label::new(text).truncate());
        }
    });
}

/// Returns the heading: the figure or side whose turn it is, or why there is no choice to make.
fn heading(battle: &Battle) -> String {
    let seen = battle.seen();
    match seen.turn {
        Turn::Over(_) => "The battle is over".to_owned(),
        _ if battle.is_running() => "Others decide…".to_owned(),
        _ if matches!(battle.stand(), Some(Stand::Done | Stand::Sent(_))) => "Your turn is over".to_owned(),
        _ if matches!(battle.stand(), Some(Stand::Dice(_))) => "Waiting for dice".to_owned(),
        _ if battle.stand() == Some(Stand::Answering) => "Waiting for the next turn".to_owned(),
        _ if battle.choices().is_empty() => "Play a step, a round or to the end".to_owned(),
        Turn::Ask { actor, side } => {
            let token = actor.and_then(|actor| battle.board().tokens.iter().find(|token| token.id == actor));
            let name = token.map_or_else(|| seen.side_name(side), |token| token.name.clone());
            format!("{name}{ASKED}")
        }
        Turn::Auto => String::new(),
    }
}

/// The data shared by the rows of a list.
struct Shown {
    /// The choice to scroll to.
    wanted: Option<usize>,
    /// The choice that gets the focus.
    focus: Option<usize>,
    /// The numbers of dice in the tables.
    dice: RangeInclusive<u8>,
}

/// Draws the rows below a heading.
fn listed(ui: &mut Ui, battle: &Battle, rows: Vec<Row<'_>>, shown: &Shown, actions: &mut Actions) {
    let colors = palette(ui);
    let more = rows.len().saturating_sub(ROWS);
    let is_wanted = |row: &Row<'_>| shown.wanted.is_some_and(|wanted| row.holds(wanted));
    let rows = rows.into_iter().enumerate().filter(|(at, row)| *at < ROWS || is_wanted(row));
    for (_, row) in rows {
        if let Row::Fold(group, verb, choices) = &row {
            let has_focus = shown.focus.is_some() && row.first() == shown.focus;
            if folded(ui, (group, verb), choices.len(), (is_wanted(&row), has_focus)) {
                let rows = choices.iter().map(|at| Row::One(*at)).collect();
                ui.indent(("choices of", verb), |ui| listed(ui, battle, rows, shown, actions));
            }
            continue;
        }
        let here = draw(ui, battle, &row, shown, actions);
        if is_wanted(&row) {
            ui.scroll_to_rect(here, Some(egui::Align::Center));
            ui.painter().rect_stroke(here, ROUND, Stroke::new(LINE, colors.accent), StrokeKind::Inside);
        }
    }
    if more > 0 {
        let text = format!("{more} more; click a figure to list its choices");
        ui.add(Label::new(RichText::new(text).color(colors.weak)).wrap());
    }
}

/// Draws a row that shows or hides others; returns whether they are shown.
fn folded(ui: &mut Ui, (group, verb): (&str, &str), count: usize, (opens, takes_focus): (bool, bool)) -> bool {
    let colors = palette(ui);
    let id = Id::unique(("fold of choices", group, verb));
    let mut open: bool = opens || ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, id, Sense::click());
    let name = capitalised(&verb.replace('-', " "));
    let told = format!("{name}, {count} choices");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, open, &told));
    if takes_focus {
        response.request_focus();
    }
    if response.clicked() {
        open = !open;
    }
    ui.data_mut(|data| data.insert_temp(id, open));
    if ui.is_rect_visible(rect) {
        let round = CornerRadius::same(theme::ROUND);
        if response.hovered() {
            ui.painter().rect_filled(rect, round, colors.hover);
        }
        focus::ring(ui, rect, &response);
        let middle = pos2(rect.left() + GAP + 7.0, rect.center().y);
        let icon = if open { Icon::Opened } else { Icon::Closed };
        icon.paint(ui.painter(), Rect::from_center_size(middle, egui::Vec2::splat(ICON)), colors.weak);
        let count = widgets::one_line(ui, &count.to_string(), TextStyle::Small, colors.weak, 60.0);
        let right = rect.right() - 1.5 * GAP - count.size().x;
        let name = widgets::one_line(ui, &name, TextStyle::Body, colors.text, right - rect.left() - 8.0 * GAP);
        ui.painter().galley(pos2(right, rect.center().y - count.size().y / 2.0), count, colors.weak);
        let at = pos2(rect.left() + 6.0 * GAP, rect.center().y - name.size().y / 2.0);
        ui.painter().galley(at, name, colors.text);
    }
    open
}

/// Groups the choices by heading, in order of first appearance. A strip takes the place of its first choice. If only
/// one actor's choices are shown, those of others are left out.
fn groups(battle: &Battle, only: Option<u32>) -> Vec<(&str, Vec<Row<'_>>)> {
    let mut groups: Vec<(&str, Vec<Row<'_>>)> = Vec::new();
    let takes_part = |choice: &Choice| only.is_some_and(|only| choice.members.contains(&only));
    let is_shown =
        |choice: &Choice| only.is_none() || choice.actor.is_none() || choice.actor == only || takes_part(choice);
    // The turn ends with the button above, and giving up is in the menu.
    let has_place = |choice: &Choice| !matches!(choice.intent, Intent::Turn | Intent::Resign);
    let shown = battle.choices().iter().enumerate().filter(|(_, choice)| is_shown(choice) && has_place(choice));
    for (at, choice) in shown {
        let place = groups.iter().position(|(group, _)| *group == choice.group).unwrap_or_else(|| {
            groups.push((choice.group, Vec::new()));
            groups.len() - 1
        });
        let rows = &mut groups[place].1;
        let Some(own) = &choice.strip else {
            rows.push(Row::One(at));
            continue;
        };
        let same = rows.iter_mut().find_map(|row| match row {
            Row::Strip(text, members) if *text == own.text => Some(members),
            _ => None,
        });
        match same {
            Some(members) => members.push((own.dice, at)),
            None => rows.push(Row::Strip(&own.text, vec![(own.dice, at)])),
        }
    }
    if groups.iter().map(|(_, rows)| rows.len()).sum::<usize>() > MANY {
        groups.iter_mut().for_each(|(group, rows)| *rows = by_verb(battle, group, std::mem::take(rows)));
    }
    groups
}

/// Folds the choices of each verb with more than a few.
fn by_verb<'b>(battle: &'b Battle, group: &'b str, rows: Vec<Row<'b>>) -> Vec<Row<'b>> {
    let verb = |at: usize| battle.choices()[at].verb.as_str();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        if let Row::One(at) = row {
            *counts.entry(verb(*at)).or_default() += 1;
        }
    }
    let mut folded: Vec<Row<'b>> = Vec::new();
    for row in rows {
        match row {
            Row::One(at) if counts.get(verb(at)).is_some_and(|count| *count > FEW) => {
                let same = folded.iter_mut().find_map(|row| match row {
                    Row::Fold(_, other, choices) if *other == verb(at) => Some(choices),
                    _ => None,
                });
                match same {
                    Some(choices) => choices.push(at),
                    None => folded.push(Row::Fold(group, verb(at), vec![at])),
                }
            }
            row => folded.push(row),
        }
    }
    folded
}

impl Row<'_> {
    fn holds(&self, choice: usize) -> bool {
        match self {
            Self::One(at) => *at == choice,
            Self::Strip(_, members) => members.iter().any(|(_, at)| *at == choice),
            Self::Fold(_, _, choices) => choices.contains(&choice),
        }
    }

    fn first(&self) -> Option<usize> {
        match self {
            Self::One(at) => Some(*at),
            Self::Strip(_, members) => members.first().map(|(_, at)| *at),
            Self::Fold(_, _, choices) => choices.first().copied(),
        }
    }
}

/// Draws a row; returns its area.
fn draw(ui: &mut Ui, battle: &Battle, row: &Row<'_>, shown: &Shown, actions: &mut Actions) -> Rect {
    let first = shown.focus.is_some() && row.first() == shown.focus;
    match row {
        Row::One(at) => {
            let Some(choice) = battle.choices().get(*at) else { return Rect::NOTHING };
            let note = choice.odds.map(|odds| format!("{} %", odds.percent())).unwrap_or_default();
            let response = whole(ui, *at, &choice.text, &note);
            if first {
                response.request_focus();
            }
            pointed::listen(ui, battle, &response, *at, actions);
            response.rect.union(members::ui(ui, battle, *at, actions))
        }
        Row::Strip(text, members) => strip::ui(ui, battle, text, (members, &shown.dice), first, actions),
        Row::Fold(..) => Rect::NOTHING,
    }
}

/// Draws a choice with its full text, on as many lines as needed.
fn whole(ui: &mut Ui, at: usize, text: &str, note: &str) -> egui::Response {
    let colors = palette(ui);
    let width = ui.available_width();
    let small = TextStyle::Small.resolve(ui.style());
    let note = ui.painter().layout_no_wrap(note.to_owned(), small, colors.weak);
    let left = 5.0 * GAP + GAP;
    let room = (width - left - note.size().x - 3.0 * GAP).max(40.0);
    let galley = ui.painter().layout(text.to_owned(), TextStyle::Body.resolve(ui.style()), colors.text, room);
    let (_, rect) = ui.allocate_space(vec2(width, ROW.max(galley.size().y + 1.5 * GAP)));
    let response = ui.interact(rect, Id::unique(("choice", at)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), false, text));
    if ui.is_rect_visible(rect) {
        let (painter, round) = (ui.painter(), CornerRadius::same(theme::ROUND));
        if response.hovered() {
            painter.rect_filled(rect, round, colors.hover);
        }
        focus::ring(ui, rect, &response);
        let middle = pos2(rect.left() + GAP + 7.0, rect.top() + ROW / 2.0);
        Icon::Forward.paint(painter, Rect::from_center_size(middle, egui::Vec2::splat(ICON)), colors.accent);
        painter.galley(pos2(rect.left() + left, rect.center().y - galley.size().y / 2.0), galley, colors.text);
        let at = pos2(rect.right() - 1.5 * GAP - note.size().x, rect.center().y - note.size().y / 2.0);
        painter.galley(at, note, colors.weak);
    }
    response
}

/// Draws the outcome probabilities of a choice: the target number and its calculation, and the timing.
fn about(ui: &mut Ui, session: &Session, battle: &Battle, at: usize, actions: &mut Actions) {
    let colors = palette(ui);
    let Some(choice) = battle.choices().get(at) else { return };
    ui.spacing_mut().item_spacing.y = GAP / 2.0;
    let odds = choice.odds.map(|odds| format!(": {} %", odds.percent())).unwrap_or_default();
    ui.add(Label::new(RichText::new(format!("{}{odds}", choice.text)).color(colors.strong)).wrap());
    let Some(prospect) = battle.prospect(at) else { return };
    if let Some(needed) = &prospect.needed {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.label(RichText::new(format!("Needs {} or less:", needed.total)).color(colors.text));
            for (nth, term) in needed.terms.iter().enumerate() {
                term_ui(ui, session, nth, term, actions);
            }
        });
    }
    for line in prospects::lines(battle.board(), prospect) {
        ui.add(Label::new(RichText::new(line).color(colors.weak)).wrap());
    }
}

/// Draws a term with its sign, and a link to its rule.
fn term_ui(ui: &mut Ui, session: &Session, nth: usize, term: &Term, actions: &mut Actions) {
    let value = if nth == 0 { term.value.to_string() } else { format!("{:+}", term.value) };
    ui.label(RichText::new(format!("{} {value}", term.name)).color(palette(ui).text));
    if !term.rule.is_empty() {
        help::rule_link(ui, session, &term.rule, actions);
    }
}

/// Draws the barred choices, grouped by reason.
fn barred(ui: &mut Ui, session: &Session, battle: &Battle, actions: &mut Actions) {
    let colors = palette(ui);
    let mut reasons: Vec<((&str, &str), Vec<&str>)> = Vec::new();
    for barred in &battle.offer().barred {
        let (why, deed) = ((barred.why, barred.rule), barred.choice.deed());
        match reasons.iter_mut().find(|(other, _)| *other == why) {
            Some((_, deeds)) => deeds.push(deed),
            None => reasons.push((why, vec![deed])),
        }
    }
    if reasons.is_empty() {
        return;
    }
    let count = battle.offer().barred.len();
    if !folded(ui, ("", NOT_NOW), count, (false, false)) {
        return;
    }
    for ((why, rule), deeds) in reasons {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let text = format!("{}: {why}", deeds.join("; "));
            ui.add(Label::new(RichText::new(text).color(colors.weak)).wrap());
            if !rule.is_empty() {
                help::rule_link(ui, session, rule, actions);
            }
        });
    }
}
