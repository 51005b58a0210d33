//! The overview pane.

use egui::{Align, Key, Layout, Rect, RichText, Role, ScrollArea, Sense, TextStyle, Ui, Vec2, WidgetInfo, vec2};
use foeman_schema::dialect::RecordView;
use foeman_schema::finding::Severity;
use foeman_schema::plural::plural;
use foeman_schema::text::RecordKey;

use super::thumbnail;
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::index::{Catalog, Listed};
use crate::play::PlayAction;
use crate::scenario::{pane_of, placing, plots};
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, alt, has_pack};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::{Pane, Selection};
use foeman_scene::theme::{GAP, ROUND_LARGE, ROW, palette};

/// The overview.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Open,
    ground: Ground::Form,
    is: |pane| *pane == Pane::Overview,
    title: |_, _| "Overview".to_owned(),
    exists: |session, _| session.pack().is_some_and(|pack| pack.draft().dialect().is_some()),
    ui: |ui, workspace, _, actions| self::ui(ui, workspace.session(), actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "overview",
        about: "the overview of a pack",
        pack: "arena",
        example: "overview",
        show: |workspace, _| {
            workspace.perform(Action::Show(Pane::Overview));
            Ok(())
        },
    }],
};

/// Shows the overview.
static COMMAND: Command = Command {
    id: "view.overview",
    name: "Overview",
    menu: Menu::View,
    group: 1,
    keys: &[alt(Key::Home)],
    applies: has_pack,
    action: |_| Some(Action::Show(Pane::Overview)),
    ..BASE
};

/// The width of a card, and the height of its two lines of text with the space around them, in points.
const WIDTH: f32 = 214.0;
const TEXT: f32 = 13.0 * GAP;
/// The height of its picture, in points.
const PICTURE: f32 = 122.0;
/// The number of records that are asked for a map before all cards are low.
const TRIED: usize = 5;
/// The maximum number of cards per catalog.
const CARDS: usize = 200;

fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("overview").show(ui, |ui| {
        head(ui, pack, actions);
        for catalog in of(pack, RecordView::Scenario).chain(of(pack, RecordView::Map)) {
            cards(ui, session, pack, catalog, actions);
        }
        ui.add_space(3.0 * GAP);
        widgets::section(ui, "CATALOGS");
        ui.add_space(GAP);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(2.0 * GAP, 2.0 * GAP);
            for catalog in &pack.index().catalogs {
                let text = format!("{}  {}", catalog.title, catalog.records.len());
                if ui.button(text).clicked() {
                    actions.push(Action::Show(Pane::Catalog(catalog.def.name.to_owned())));
                }
            }
        });
        ui.add_space(4.0 * GAP);
    });
}

/// Returns the catalogs whose records are shown in a way, without empty ones.
fn of(pack: &Pack, view: RecordView) -> impl Iterator<Item = &Catalog> {
    pack.index().catalogs.iter().filter(move |catalog| catalog.def.view == view && !catalog.records.is_empty())
}

/// Draws the title of the pack, its description, and what needs attention.
fn head(ui: &mut Ui, pack: &Pack, actions: &mut Actions) {
    let colors = palette(ui);
    ui.add_space(2.0 * GAP);
    let title = widgets::styled(pack.draft().title(), TextStyle::Heading, colors.strong);
    ui.add(egui::Label::new(title).wrap());
    if let Some(about) = pack.draft().header("about").as_ref().and_then(|about| about.as_str()) {
        ui.add(egui::Label::new(RichText::new(about).color(colors.weak)).wrap());
    }
    let severities = pack.findings().iter().map(|finding| finding.severity);
    let problems = severities.filter(|severity| *severity > Severity::Info).count();
    if problems > 0 {
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            Icon::Warning.show(ui, colors.warning);
            if ui.link(format!("{} to look at", plural(problems, "problem", "problems"))).clicked() {
                actions.push(Action::Show(Pane::Problems));
            }
        });
    }
}

/// Draws the records of a catalog as cards.
fn cards(ui: &mut Ui, session: &Session, pack: &Pack, catalog: &Catalog, actions: &mut Actions) {
    ui.add_space(3.0 * GAP);
    widgets::section(ui, &catalog.title.to_uppercase());
    ui.add_space(GAP);
    // Rulesets without maps have low cards.
    let has_maps = catalog.records.iter().take(TRIED).any(|listed| thumbnail::exists(ui, session, pack, &listed.key));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0 * GAP, 3.0 * GAP);
        for listed in catalog.records.iter().take(CARDS) {
            card(ui, session, pack, (listed, has_maps), actions);
        }
    });
    let more = catalog.records.len().saturating_sub(CARDS);
    if more > 0 && ui.link(format!("{more} more in the table")).clicked() {
        actions.push(Action::Show(Pane::Catalog(catalog.def.name.to_owned())));
    }
}

fn card(ui: &mut Ui, session: &Session, pack: &Pack, (listed, has_map): (&Listed, bool), actions: &mut Actions) {
    let colors = palette(ui);
    let picture_height = if has_map { PICTURE + GAP } else { 0.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, picture_height + TEXT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Open {}", listed.title)));
    if response.clicked() {
        open(session, &listed.key, actions);
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    let line = focus::border(ui, &response, false);
    ui.painter().rect(rect, ROUND_LARGE, colors.surface, line, egui::StrokeKind::Inside);
    if has_map {
        let picture = Rect::from_min_size(rect.min + Vec2::splat(GAP), vec2(rect.width() - 2.0 * GAP, PICTURE));
        thumbnail::draw(ui, session, pack, &listed.key, picture);
    }
    let below = rect.shrink2(vec2(2.0 * GAP, GAP));
    let below = Rect::from_min_max(below.min + vec2(0.0, picture_height), below.max);
    // A child, because the card has its place already.
    let place =
        egui::UiBuilder::new().max_rect(below).layout(Layout::top_down(Align::Min)).id_salt(listed.key.to_string());
    let ui = &mut ui.new_child(place);
    ui.spacing_mut().item_spacing.y = GAP / 2.0;
    let title = RichText::new(&listed.title).color(colors.strong);
    ui.add(egui::Label::new(title).truncate().selectable(false));
    let line = vec2(ui.available_width(), ROW);
    ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
        let playable = pack.draft().dialect().is_some_and(|dialect| dialect.playable == listed.key.catalog);
        if playable && widgets::icon_button(ui, Icon::Play, &format!("Play {}", listed.title)).clicked() {
            actions.push(Action::Select(Selection::record(listed.key.clone())));
            actions.push(Action::Play(PlayAction::Scenario(listed.key.id.clone())));
            actions.push(Action::Play(PlayAction::Restart));
        }
        let words = RichText::new(words(ui, session, pack, &listed.key)).small().color(colors.weak);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(egui::Label::new(words).truncate().selectable(false));
        });
    });
}

/// Returns the line below the title: the number of figures, or the size of a map.
fn words(ui: &Ui, session: &Session, pack: &Pack, key: &RecordKey) -> String {
    let deployment = placing::kept(ui, pack, session.registry(), key).map(|deployment| deployment.board.clone());
    let board = deployment.or_else(|| Some(plots::kept(ui, pack, session.registry(), key)?.board.clone()));
    let Some(board) = board else { return key.id.clone() };
    let of = |side: usize| board.tokens.iter().filter(|token| token.side == side).count().to_string();
    let sides: Vec<String> = (0..board.sides.len()).map(of).collect();
    sides.join(" against ")
}

/// Opens a record in its best pane.
fn open(session: &Session, key: &RecordKey, actions: &mut Actions) {
    actions.push(Action::Select(Selection::record(key.clone())));
    let pane = pane_of(session, key).unwrap_or_else(|| Pane::Catalog(key.catalog.clone()));
    actions.push(Action::Show(pane));
}
