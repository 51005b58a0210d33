//! The inspector: the form of the selected record, and its usages.

use std::sync::Arc;

use egui::{Id, Key, RichText, ScrollArea, TextStyle, Ui};
use foeman_schema::catalogs::images::Image;
use foeman_schema::dialect::{Record, RecordView};
use foeman_schema::field::Field;
use foeman_schema::finding::Finding;
use foeman_schema::text::{Pointer, RecordKey};
use foeman_schema::usages::Usage;
use serde_json::Value;

use super::head;
use crate::form::{self, Form, Spot};
use crate::images::{frames, preview};
use crate::kit::basic;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::play::{PlayAction, account, fighter};
use crate::roster::sheets;
use crate::scenario::{placing, plot, plots};
use crate::shell::action::{Action, Actions, Focus};
use crate::shell::commands::{BASE, Command, Menu, ctrl};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::{Now, Session};
use crate::shell::view::{Pane, Selection};
use crate::tables::{self, together};
use foeman_scene::theme::{GAP, palette};

/// The check for syntax errors.
const SYNTAX: &str = "yaml-syntax";

/// The inspector.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Form,
    ground: Ground::Form,
    is: |pane| *pane == Pane::Inspector,
    title: |_, _| "Inspector".to_owned(),
    exists: |_, _| true,
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.now(), actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "record:CATALOG/ID",
        about: "a record in table and form, a scenario on its map, as in record:items/broadsword; or one of its \
                values, as in record:items/broadsword/damage",
        pack: "arena",
        example: "record:items/broadsword",
        show: |workspace, id| {
            workspace.perform_all(steps(&workspace.session, id)?);
            Ok(())
        },
    }],
};

/// Shows or hides the inspector.
static COMMAND: Command = Command {
    id: "view.inspector",
    name: "Inspector",
    menu: Menu::View,
    group: 1,
    keys: &[ctrl(Key::I)],
    on: Some(|now| now.session.view().shows(&Pane::Inspector)),
    action: |_| Some(Action::Toggle(Pane::Inspector)),
    ..BASE
};

/// Returns the actions that show a record in its best pane, and its form.
pub(crate) fn steps(session: &Session, path: &str) -> Result<Vec<Action>, String> {
    let (catalog, id) = path.split_once('/').ok_or("expected record:CATALOG/ID")?;
    let mut steps = id.split('/');
    let key = RecordKey::new(catalog, steps.next().unwrap_or_default());
    let field: Vec<String> = steps.map(str::to_owned).collect();
    let known = session.pack().is_some_and(|pack| pack.index().entry(&key).is_some());
    if !known {
        return Err(format!("there is no record `{path}`"));
    }
    let pane = crate::scenario::pane_of(session, &key).unwrap_or_else(|| Pane::Catalog(catalog.to_owned()));
    Ok(vec![
        Action::Show(pane),
        Action::Show(Pane::Inspector),
        Action::Select(Selection { field, ..Selection::record(key) }),
    ])
}

/// Draws the inspector.
pub(super) fn ui(ui: &mut Ui, now: &Now<'_>, actions: &mut Actions) {
    let Some(pack) = now.session.pack() else { return };
    ui.add_space(GAP);
    if let Some((battle, token)) = fighter::chosen(now) {
        fighter::ui(ui, now, battle, token, actions);
        return;
    }
    if let Some((battle, about, known)) = account::chosen(ui, now) {
        account::ui(ui, now, (battle, about, &known), actions);
        return;
    }
    let Some(key) = now.session.selected() else {
        widgets::empty_state(
            ui,
            Icon::Pointer,
            "Nothing is selected",
            "Choose a record in the tree, the table or on the map",
            |_| {},
        );
        return;
    };
    let rows = tables::rows_of(now.session);
    if rows.len() > 1 {
        return together::ui(ui, now.session, &rows, actions);
    }
    let catalog = pack.index().catalog(&key.catalog);
    head::ui(ui, pack, key, catalog.map_or("", |catalog| catalog.def.title), actions);
    let view = catalog.map(|catalog| catalog.def.view);
    if view == Some(RecordView::Scenario) {
        ui.horizontal_wrapped(|ui| {
            if widgets::labelled_button(ui, Icon::Play, "Play this scenario").clicked() {
                actions.push(Action::Play(PlayAction::Scenario(key.id.clone())));
            }
            let setup = Pane::Scenario(key.clone());
            let elsewhere = now.session.view().document() != Some(&setup);
            let offers = if placing::kept(ui, pack, now.session.registry(), key).is_some() {
                Some("Place figures")
            } else {
                plots::kept(ui, pack, now.session.registry(), key).map(|_| "Paint on its map")
            };
            if let Some(text) = offers.filter(|_| elsewhere)
                && widgets::labelled_button(ui, Icon::Hex, text).clicked()
            {
                actions.push(Action::Show(setup));
            }
        });
    }
    let figures = sheets::pane(now.session).filter(|pane| now.session.view().document() != Some(pane));
    if let Some(pane) = figures
        && widgets::labelled_button(ui, Icon::Figures, "Build figures").clicked()
    {
        actions.push(Action::Show(pane));
    }
    if let Some(origin) = pack.draft().origin(key) {
        borrowed(ui, &origin.title, key, actions);
    }
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).id_salt(("inspector", key.to_string())).show(ui, |ui| {
        let right = ui.max_rect().right() - GAP;
        ui.set_max_width(ui.available_width() - GAP);
        plot::ui(ui, now.session, pack, key, actions);
        if key.catalog == Image::CATALOG {
            frames::ui(ui, now.session, pack, key, actions);
        } else if preview::is_animated(ui, pack, key) {
            preview::ui(ui, pack, key, None);
        }
        ui.add_enabled_ui(pack.draft().origin(key).is_none(), |ui| body(ui, now.session, pack, key, right, actions));
        usages(ui, pack, key, actions);
        ui.add_space(6.0 * GAP);
    });
}

/// Draws the origin of a record from a required pack, and the button to override it.
fn borrowed(ui: &mut Ui, origin: &str, key: &RecordKey, actions: &mut Actions) {
    let text = format!("From {origin}, read-only here. To change it, override it with a record of this pack.");
    ui.add(egui::Label::new(RichText::new(text).color(palette(ui).weak)).wrap());
    let button = widgets::labelled_button(ui, Icon::Copy, "Override in this pack");
    if button
        .on_hover_text("Adds a copy with the same id to this pack, which replaces the original everywhere")
        .clicked()
    {
        actions.push(Action::Override(key.clone()));
    }
}

fn body(ui: &mut Ui, session: &Session, pack: &Pack, key: &RecordKey, right: f32, actions: &mut Actions) {
    let field = pack.draft().dialect().and_then(|dialect| Field::record(dialect, &key.catalog));
    let (Some(field), Some(raw)) = (field, pack.raw(key)) else {
        unreadable(ui, pack, key, field, right, actions);
        return;
    };
    let merged = pack.merged(key);
    readable(ui, pack, key, &raw, merged.as_ref());
    let findings: Vec<&Finding> = pack.findings().iter().filter(|finding| finding.pointer.is_in(key)).collect();
    let reveal = reveal(ui, session);
    let setup = placing::kept(ui, pack, session.registry(), key);
    let ancestors: Vec<(RecordKey, Arc<Value>)> =
        pack.draft().lineage(key).into_iter().skip(1).filter_map(|key| Some((key.clone(), pack.raw(&key)?))).collect();
    let mut form = Form::new(pack, key, right, actions);
    form.setup = setup.as_deref();
    form.reveal = reveal.as_ref();
    form.focus_first = session.focus() == Some(Focus::Title);
    form.ancestors = &ancestors;
    form.engine = pack.draft().dialect().and_then(|dialect| session.registry().engine(dialect.id));
    form.findings = &findings;
    let root = Spot::root(key.pointer(), field, Some(&raw), merged.as_deref());
    form::ui(ui, &mut form, &root);
}

/// The last readable state of a record: its key, the revision, and its values without and with inherited ones.
type Readable = (RecordKey, u64, Arc<Value>, Option<Arc<Value>>);

fn readable(ui: &Ui, pack: &Pack, key: &RecordKey, raw: &Arc<Value>, merged: Option<&Arc<Value>>) {
    let id = Id::unique("last readable record");
    let kept = ui.data(|data| data.get_temp::<Readable>(id));
    if kept.is_none_or(|(record, revision, ..)| (&record, revision) != (key, pack.revision())) {
        let now: Readable = (key.clone(), pack.revision(), Arc::clone(raw), merged.cloned());
        ui.data_mut(|data| data.insert_temp(id, now));
    }
}

/// Draws the syntax error of an unreadable record, and below it the form of its last readable state, disabled.
fn unreadable(ui: &mut Ui, pack: &Pack, key: &RecordKey, field: Option<Field>, right: f32, actions: &mut Actions) {
    let colors = palette(ui);
    let lines = pack.draft().record_lines(key);
    let here = |finding: &&Finding| {
        finding.code == SYNTAX
            && lines
                .is_none_or(|lines| lines.file == finding.place.file && lines.span.touches(finding.place.span.start))
    };
    ui.label(RichText::new("The text of this record cannot be read").color(colors.error));
    for finding in pack.findings().iter().filter(here) {
        let (line, column) = pack.draft().line_col(finding.place.file, finding.place.span.start);
        let path = pack.draft().path(finding.place.file);
        let text = format!("{path}:{line}:{column} {}", finding.message);
        ui.add(egui::Label::new(RichText::new(text).text_style(TextStyle::Small)).wrap());
        if let Some(help) = &finding.help {
            ui.add(egui::Label::new(RichText::new(help).text_style(TextStyle::Small).color(colors.weak)).wrap());
        }
    }
    ui.add_space(GAP);
    if widgets::labelled_button(ui, Icon::Form, "Fix it in the source").clicked() {
        actions.push(Action::Show(Pane::Source));
    }
    let kept = ui.data(|data| data.get_temp::<Readable>(Id::unique("last readable record")));
    let (Some((_, _, raw, merged)), Some(field)) = (kept.filter(|(record, ..)| record == key), field) else { return };
    ui.add_space(GAP);
    ui.separator();
    let mut none = Actions::new();
    ui.add_enabled_ui(false, |ui| {
        let mut form = Form::new(pack, key, right, &mut none);
        form::ui(ui, &mut form, &Spot::root(key.pointer(), field, Some(&raw), merged.as_deref()));
    });
}

/// Returns the selected value to scroll to, if the selection has changed since the last frame.
fn reveal(ui: &Ui, session: &Session) -> Option<Pointer> {
    let id = Id::unique("revealed");
    let selection = session.view().selection()?;
    let now = selection.record.pointer().join(&selection.field);
    let before: Option<Pointer> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, now.clone()));
    (before.as_ref() != Some(&now) && !selection.field.is_empty()).then_some(now)
}

/// Draws the usages of a record.
fn usages(ui: &mut Ui, pack: &Pack, key: &RecordKey, actions: &mut Actions) {
    let usages = pack.usages(key);
    ui.add_space(2.0 * GAP);
    ui.separator();
    let elsewhere = pack.usages_elsewhere(key);
    let count = usages.len() + elsewhere.len();
    let mut title = match count {
        0 => "Not used by any record".to_owned(),
        1 => "Used once".to_owned(),
        many => format!("Used {many} times"),
    };
    if !elsewhere.is_empty() {
        title += &match elsewhere.len() {
            few if few == count => ", only in packs that require this one".to_owned(),
            1 => ", once in a pack that requires this one".to_owned(),
            few => format!(", {few} times in packs that require this one"),
        };
    }
    if count == 0 {
        ui.label(RichText::new(title).color(palette(ui).weak));
        return;
    }
    basic::heading(title).id_salt("usages").default_open(count <= 6).show(ui, |ui| {
        for Usage { at: pointer, .. } in usages {
            let Some((record, field)) = pointer.record() else { continue };
            let text = format!("{}   {}", pack.index().title(&record), field.join(" / "));
            if ui.link(text).on_hover_text(pointer.to_string()).clicked() {
                actions.push(Action::Show(Pane::Catalog(record.catalog.clone())));
                actions.push(Action::Jump(pointer.clone(), None));
            }
        }
        for other in elsewhere.iter() {
            let place = RichText::new(&other.place).monospace().color(palette(ui).weak);
            ui.label(&other.text).on_hover_text(other.at.to_string());
            ui.label(place);
        }
    });
}
