//! Lays out the parts of a text: a row for each part and each repetition, with its details on the same row if they are
//! short.

use egui::{Label, RichText, Ui, vec2};
use foeman_engine::builder::{Chosen, List, Part, Scope, Walk, fit};

use super::{around, controls};
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::index::capitalised;
use foeman_scene::theme::{GAP, ROW, palette};

/// The width of labels, in points.
const LABEL: f32 = 92.0;

/// The parts of one text while they are drawn.
pub(super) struct Parts<'a> {
    /// The place of the value.
    pub scope: Scope<'a>,
    /// The name of the value, which begins the accessible names.
    pub name: String,
    /// Whether a part was changed in this frame.
    pub changed: bool,
    /// What was chosen before the current part.
    pub walk: Walk,
}

impl Parts<'_> {
    /// Draws a row for each part; `within` is the name of the part that contains them.
    pub(super) fn rows(&mut self, ui: &mut Ui, parts: &'static [Part], values: &mut [Chosen], within: &str) {
        for (part, value) in parts.iter().zip(values) {
            match (part, value) {
                (Part::List(list), Chosen::List(items)) => self.list(ui, list, items, within),
                (Part::Group(group), Chosen::Group(values)) => {
                    if !group.name.is_empty() {
                        ui.add_space(GAP);
                        widgets::section(ui, &group.name.to_uppercase());
                    }
                    self.rows(ui, (group.parts)(), values, &joined(within, group.name));
                }
                (Part::Around(letters), Chosen::Around(hexes, _)) => {
                    self.changed |= around::ui(ui, letters, hexes, &self.name);
                }
                (part, value) => {
                    let Some(name) = named(part) else { continue };
                    let is_long = row(ui, name, |ui| self.head(ui, part, value, within));
                    if is_long {
                        self.details(ui, part, value, within);
                    }
                }
            }
        }
    }

    /// Draws the control of a part, and its details if they are short; returns whether they are not.
    fn head(&mut self, ui: &mut Ui, part: &'static Part, value: &mut Chosen, within: &str) -> bool {
        self.control(ui, part, value, within);
        let details = details(part, value);
        let is_short = details.iter().filter(|part| !matches!(part, Part::Fixed(_))).count() <= 1
            && !details.iter().any(|part| matches!(part, Part::Group(_) | Part::List(_)))
            && !matches!(part, Part::Offered(_));
        if is_short {
            self.inline_details(ui, part, value, within);
        }
        !is_short
    }

    /// Draws parts one after the other on a line.
    fn inline(&mut self, ui: &mut Ui, parts: &'static [Part], values: &mut [Chosen], within: &str) {
        for (part, value) in parts.iter().zip(values) {
            match (part, value) {
                (Part::List(list), Chosen::List(items)) => self.inline_list(ui, list, items, within),
                (Part::Group(group), Chosen::Group(values)) => {
                    let has_brackets = !group.name.is_empty();
                    if has_brackets {
                        ui.label("(");
                    }
                    self.inline(ui, (group.parts)(), values, &joined(within, group.name));
                    if has_brackets {
                        ui.label(")");
                    }
                }
                (part, value) => {
                    self.control(ui, part, value, within);
                    self.inline_details(ui, part, value, within);
                }
            }
        }
    }

    /// Draws the control of a number, a choice or an offered value.
    fn control(&mut self, ui: &mut Ui, part: &'static Part, value: &mut Chosen, within: &str) {
        let Some(name) = named(part).map(|name| self.full(within, name)) else { return };
        match (part, value) {
            (Part::Number(number), Chosen::Number(value)) => {
                let least = self.walk.last.filter(|_| number.rising).unwrap_or(number.from);
                self.changed |= controls::number(ui, least..=number.to, number.signed, value, &name);
                self.walk.last = Some(*value);
            }
            (Part::Choice(choice), Chosen::Choice(at, spelling, then)) => {
                if let Some(picked) = controls::choice(ui, choice, *at, &name) {
                    (*at, *spelling) = (picked, 0);
                    *then = fit(choice.options[picked].then, then, &self.scope, &mut self.walk.clone());
                    self.changed = true;
                }
            }
            (Part::Offered(offered), Chosen::Offered(value, then)) => {
                let offers = (offered.offers)(&self.scope, &self.walk.given);
                let picked = controls::offered(ui, &offers, offered.length, value, &name);
                self.walk.given.push(picked.clone().unwrap_or_else(|| value.clone()));
                if let Some(picked) = picked {
                    *then = fit((offered.then)(&picked), then, &self.scope, &mut self.walk.clone());
                    *value = picked;
                    self.changed = true;
                }
            }
            _ => {}
        }
    }

    fn inline_details(&mut self, ui: &mut Ui, part: &'static Part, value: &mut Chosen, within: &str) {
        let parts = details(part, value);
        if let Chosen::Choice(_, _, then) | Chosen::Offered(_, then) = value {
            self.inline(ui, parts, then, within);
        }
    }

    fn details(&mut self, ui: &mut Ui, part: &'static Part, value: &mut Chosen, within: &str) {
        let parts = details(part, value);
        if let Chosen::Choice(_, _, then) | Chosen::Offered(_, then) = value {
            self.rows(ui, parts, then, within);
        }
    }

    /// Draws a row for each repetition, and the button that adds one.
    fn list(&mut self, ui: &mut Ui, list: &'static List, items: &mut Vec<Vec<Chosen>>, within: &str) {
        let mut removed = None;
        for (at, item) in items.iter_mut().enumerate() {
            let name = format!("{} {}", list.name, at + 1);
            row(ui, &name, |ui| {
                self.inline(ui, list.item, item, &joined(within, &name));
                if self.removes(ui, within, &name) {
                    removed = Some(at);
                }
            });
        }
        let text = format!("Add {}", list.name);
        let add = |ui: &mut Ui| widgets::labelled_button(ui, Icon::Add, &text);
        let is_added = row(ui, "", |ui| {
            ui.add_enabled_ui(items.len() < list.most, add).inner.accessible_name(self.full(within, &text)).clicked()
        });
        self.resize(list, items, removed, is_added);
    }

    /// Draws each repetition with a button that removes it, and the button that adds one.
    fn inline_list(&mut self, ui: &mut Ui, list: &'static List, items: &mut Vec<Vec<Chosen>>, within: &str) {
        let mut removed = None;
        for (at, item) in items.iter_mut().enumerate() {
            let name = format!("{} {}", list.name, at + 1);
            self.inline(ui, list.item, item, &joined(within, &name));
            if self.removes(ui, within, &name) {
                removed = Some(at);
            }
        }
        let name = self.full(within, &format!("Add {}", list.name));
        let is_added = items.len() < list.most && widgets::icon_button(ui, Icon::Add, &name).clicked();
        self.resize(list, items, removed, is_added);
    }

    fn removes(&self, ui: &mut Ui, within: &str, name: &str) -> bool {
        widgets::icon_button(ui, Icon::Close, &self.full(within, &format!("Remove {name}"))).clicked()
    }

    fn resize(&mut self, list: &'static List, items: &mut Vec<Vec<Chosen>>, removed: Option<usize>, is_added: bool) {
        if let Some(at) = removed {
            items.remove(at);
        }
        if is_added {
            items.push(fit(list.item, &[], &self.scope, &mut self.walk.clone()));
        }
        self.changed |= removed.is_some() || is_added;
    }

    /// Returns the accessible name of a control: `Damage: change 1: die`.
    fn full(&self, within: &str, name: &str) -> String {
        format!("{}: {}", self.name, joined(within, name))
    }
}

/// Returns the parts that belong to the current value of a part.
fn details(part: &'static Part, value: &Chosen) -> &'static [Part] {
    match (part, value) {
        (Part::Choice(choice), Chosen::Choice(at, _, _)) => choice.options[*at].then,
        (Part::Offered(offered), Chosen::Offered(value, _)) => (offered.then)(value),
        _ => &[],
    }
}

/// Returns the name of a part with a control.
fn named(part: &Part) -> Option<&'static str> {
    match part {
        Part::Number(number) => Some(number.name),
        Part::Choice(choice) => Some(choice.name),
        Part::Offered(offered) => Some(offered.name),
        Part::Fixed(_) | Part::List(_) | Part::Group(_) | Part::Around(_) => None,
    }
}

fn joined(within: &str, name: &str) -> String {
    match (within, name) {
        ("", name) => name.to_owned(),
        (within, "") => within.to_owned(),
        (within, name) => format!("{within}: {name}"),
    }
}

/// Draws a label and controls, which wrap if they do not fit on one line.
fn row<R>(ui: &mut Ui, name: &str, controls: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal_top(|ui| {
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let color = palette(ui).weak;
        ui.allocate_ui_with_layout(vec2(LABEL, ROW), layout, |ui| {
            ui.set_min_size(vec2(LABEL, ROW));
            ui.add(Label::new(RichText::new(capitalised(name)).color(color)));
        });
        ui.horizontal_wrapped(controls).inner
    })
    .inner
}
