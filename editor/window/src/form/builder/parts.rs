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
const LABEL: f32 = 116.0;

/// The parts of one text while they are drawn.
pub(super) struct Parts<'a> {
    /// The place of the value.
    pub scope: Scope<'a>,
    /// The name of the value, which begins the accessible names.
    pub name: String,
    /// Whether a part was changed in this frame.
    pub changed: bool,
    /// The choices made before the current part.
    pub walk: Walk,
}

impl Parts<'_> {
    /// Draws a row for each part; `within` is the name of the part that contains them.
    pub(super) fn rows(&mut self, ui: &mut Ui, parts: &'static [Part], values: &mut [Chosen], within: &str) {
        for (part, value) in parts.iter().zip(values) {
            match (part, value) {
                (Part::List(list), Chosen::List(items)) => self.list(ui, list, items, within),
                (Part::Group(group), Chosen::Group(values)) => {
                    let within = joined(within, group.name);
                    match group.name {
                        "" => self.rows(ui, (group.parts)(), values, &within),
                        name => {
                            ui.add_space(GAP);
                            widgets::section(ui, &name.to_uppercase());
                            ui.indent(&within, |ui| self.rows(ui, (group.parts)(), values, &within));
                        }
                    }
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
        let is_short = !matches!(part, Part::Offered(_)) && is_flat(part, value);
        if is_short {
            self.inline_details(ui, part, value, within);
        }
        !is_short
    }

    /// Draws parts one after the other on a line.
    fn inline(&mut self, ui: &mut Ui, parts: &'static [Part], values: &mut [Chosen], within: &str) {
        for (part, value) in parts.iter().zip(values) {
            self.control(ui, part, value, within);
            self.inline_details(ui, part, value, within);
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

    /// Draws a row for each repetition, with its groups below it, and the button that adds a repetition.
    fn list(&mut self, ui: &mut Ui, list: &'static List, items: &mut Vec<Vec<Chosen>>, within: &str) {
        let mut removed = None;
        for (at, item) in items.iter_mut().enumerate() {
            let name = format!("{} {}", list.name, at + 1);
            let of = joined(within, &name);
            row(ui, &name, |ui| {
                self.inline(ui, list.item, item, &of);
                if widgets::icon_button(ui, Icon::Close, &self.full(within, &format!("Remove {name}"))).clicked() {
                    removed = Some(at);
                }
            });
            for (part, value) in list.item.iter().zip(item).filter(|(part, _)| matches!(part, Part::Group(_))) {
                let (part, value) = (std::slice::from_ref(part), std::slice::from_mut(value));
                ui.indent(&of, |ui| self.rows(ui, part, value, &of));
            }
        }
        let text = format!("Add {}", list.name);
        let add = |ui: &mut Ui| widgets::labelled_button(ui, Icon::Add, &text);
        let is_added = row(ui, "", |ui| {
            ui.add_enabled_ui(items.len() < list.most, add).inner.accessible_name(self.full(within, &text)).clicked()
        });
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

/// Whether the details of a part have at most one control on each level, so that they fit on its row.
fn is_flat(part: &'static Part, value: &Chosen) -> bool {
    let (Chosen::Choice(_, _, then) | Chosen::Offered(_, then)) = value else { return true };
    let is_visible = |part: &&Part| !matches!(part, Part::Fixed(_));
    let details = details(part, value);
    let is_plain = |(part, value): (&'static Part, &Chosen)| match part {
        Part::Group(_) | Part::List(_) | Part::Around(_) => false,
        _ => is_flat(part, value),
    };
    details.iter().filter(is_visible).count() <= 1 && details.iter().zip(then).all(is_plain)
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
