//! The tools pane: the ruleset's tools with their arguments; answers are updated while typing.

use std::sync::Arc;

use egui::{
    Align, Frame, Id, Key, Label, Layout, RichText, Role, ScrollArea, Sense, Stroke, TextEdit, TextStyle, Ui, Vec2,
    WidgetInfo, vec2,
};
use foeman_engine::display::Line;
use foeman_engine::tool::{Offer, Offers, Tool, ToolError, Toolbox};

use super::action::BenchAction;
use super::{Answer, Blank, Sheet};
use crate::kit::focus;
use crate::kit::icon::Icon;
use crate::kit::picker::{self, Item, Picker};
use crate::kit::widgets;
use crate::pack::Pack;
use crate::pack::index::sentence;
use crate::play::{Emphasis, lines};
use crate::shell::action::{Action, Actions};
use crate::shell::commands::{BASE, Command, Menu, Surface, plain};
use crate::shell::kind::{Ground, PaneKind, Sample};
use crate::shell::session::Session;
use crate::shell::view::Pane;
use foeman_scene::theme::{GAP, ICON, LINE, ROUND_LARGE, ROW, margin, palette};

/// The tools pane.
pub(crate) static PANE: PaneKind = PaneKind {
    icon: Icon::Tools,
    ground: Ground::Whole,
    is: |pane| *pane == Pane::Tools,
    title: |_, _| "Tools".to_owned(),
    exists: |session, _| session.toolbox().is_some(),
    ui: |ui, workspace, _, actions| self::ui(ui, &workspace.session, actions),
    aside: None,
    command: Some(&COMMAND),
    samples: &[Sample {
        name: "tools:NAME",
        about: "a tool of the ruleset and its values, as in 'tools:compose C H 001 9'",
        pack: "codes",
        example: "tools:compose C H 001 9",
        show: |workspace, words| {
            workspace.perform_all(steps(&workspace.session, words)?);
            Ok(())
        },
    }],
};

/// Shows the tools pane.
static COMMAND: Command = Command {
    id: "play.tools",
    name: "Tools",
    menu: Menu::Play,
    icon: Some(Icon::Tools),
    place: Surface::Toolbar,
    keys: &[plain(Key::F9)],
    exists: |now| now.session.toolbox().is_some(),
    action: |_| Some(Action::Show(Pane::Tools)),
    ..BASE
};

/// The maximum width of the content, in points.
const WIDEST: f32 = 900.0;
/// The minimum width of a tool's card, in points.
const CARD: f32 = 200.0;
/// The width of labels, in points.
const LABEL: f32 = 92.0;
/// The width of a picker, in points.
const PICKER: f32 = 230.0;

/// Returns the actions that select a tool, by default the first, and set its arguments from the words after its name.
fn steps(session: &Session, words: &str) -> Result<Vec<Action>, String> {
    let mut steps = Vec::new();
    let toolbox = session.toolbox().ok_or("there are no tools in this pack's ruleset")?;
    let mut words = words.split_whitespace();
    if let Some(name) = words.next() {
        let tool = toolbox.tool(name).ok_or_else(|| {
            let known: Vec<String> = toolbox.tools.iter().map(|tool| format!("`{}`", tool.name)).collect();
            format!("expected a tool {}, found `{name}`", known.join(" or "))
        })?;
        steps.push(Action::Bench(BenchAction::Take(tool.name)));
        let words: Vec<String> = words.map(str::to_owned).collect();
        let placed = session.pack().map(|pack| super::placed(pack.draft(), tool, &words)).unwrap_or_default();
        for (position, word) in placed {
            steps.push(Action::Bench(BenchAction::Tell(tool.name, position, word)));
        }
    }
    steps.push(Action::Show(Pane::Tools));
    Ok(steps)
}

fn ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let Some(pack) = session.pack() else { return };
    let Some((toolbox, tool)) = session.toolbox().and_then(|it| Some((it, session.view().bench.taken(it)?))) else {
        let text = "The ruleset of this pack has no tools";
        widgets::empty_state(ui, Icon::Tools, "No tools", text, |_| {});
        return;
    };
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("tools").show(ui, |ui| {
        Frame::new().inner_margin(margin::PANE).show(ui, |ui| {
            ui.set_width(ui.available_width().min(WIDEST));
            ui.spacing_mut().item_spacing.y = 2.0 * GAP;
            ui.label(widgets::styled(toolbox.about, TextStyle::Heading, palette(ui).strong));
            cards(ui, toolbox, tool, actions);
            ui.add_space(GAP);
            let told = session.view().bench.told(tool);
            let sheet = sheet(ui, pack, tool, &told);
            form(ui, tool, &sheet, &told, actions);
            ui.add_space(GAP);
            answer(ui, session, tool, &sheet.answer, actions);
        });
    });
}

/// Returns a tool's arguments and answer, cached until the pack or the arguments change.
fn sheet(ui: &Ui, pack: &Pack, tool: &'static Tool, told: &[String]) -> Arc<Sheet> {
    type Kept = (u64, Vec<String>, Arc<Sheet>);
    let id = Id::unique(("sheet", tool.name));
    let kept: Option<Kept> = ui.data(|data| data.get_temp(id));
    if let Some((_, _, sheet)) = kept.filter(|(revision, words, _)| *revision == pack.revision() && words == told) {
        return sheet;
    }
    let sheet = Arc::new(super::sheet(pack.draft(), tool, told));
    ui.data_mut(|data| data.insert_temp::<Kept>(id, (pack.revision(), told.to_vec(), sheet.clone())));
    sheet
}

/// Draws the choice of tools.
fn cards(ui: &mut Ui, toolbox: &'static Toolbox, taken: &Tool, actions: &mut Actions) {
    let room = ui.available_width();
    let between = 2.0 * GAP;
    let beside = (((room + between) / (CARD + between)) as usize).clamp(1, toolbox.tools.len().max(1));
    let width = (room + between) / beside as f32 - between;
    for row in toolbox.tools.chunks(beside) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = between;
            for tool in row {
                if card(ui, tool, width, tool.name == taken.name) {
                    actions.push(Action::Bench(BenchAction::Take(tool.name)));
                }
            }
        });
    }
}

fn card(ui: &mut Ui, tool: &Tool, width: f32, taken: bool) -> bool {
    let colors = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 58.0), Sense::click());
    let name = sentence(tool.name);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, taken, format!("{name} tool")));
    let ground = if taken {
        colors.selected
    } else if response.hovered() {
        colors.hover
    } else {
        colors.panel
    };
    ui.painter().rect(rect, ROUND_LARGE, ground, focus::border(ui, &response, taken), egui::StrokeKind::Inside);
    let title = widgets::one_line(ui, &name, TextStyle::Button, colors.strong, width - 24.0);
    let small = TextStyle::Small.resolve(ui.style());
    let color = if taken { colors.text } else { colors.weak };
    let about = ui.painter().layout(tool.about.to_owned(), small, color, width - 24.0);
    let at = rect.min + vec2(12.0, 7.0);
    let below = at + vec2(0.0, title.size().y + 1.0);
    ui.painter().galley(at, title, colors.strong);
    ui.painter().with_clip_rect(rect.shrink(2.0)).galley(below, about, color);
    response.on_hover_text(tool.about).clicked()
}

/// Draws an input per argument.
fn form(ui: &mut Ui, tool: &'static Tool, sheet: &Sheet, told: &[String], actions: &mut Actions) {
    for entry in &sheet.entries {
        ui.horizontal(|ui| {
            let size = vec2(LABEL, ROW);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_size(size);
                let text = RichText::new(sentence(entry.argument.name)).color(palette(ui).text);
                ui.add(Label::new(text).truncate().sense(Sense::hover())).on_hover_text(entry.argument.about);
            });
            let value = match &entry.offers {
                Offers::OneOf(offers) => pick(ui, tool, entry, offers),
                Offers::Text | Offers::Skip => text(ui, entry),
            };
            if let Some(value) = value {
                actions.push(Action::Bench(BenchAction::Tell(tool.name, entry.position, value)));
            }
        });
        if let Answer::Fails(ToolError { argument: Some(at), message }) = &sheet.answer
            && *at == entry.position
        {
            complaint(ui, message, LABEL + 2.0 * GAP);
        }
    }
    if told.iter().any(|value| !value.is_empty()) && widgets::labelled_button(ui, Icon::Reset, "Start over").clicked() {
        actions.push(Action::Bench(BenchAction::Clear(tool.name)));
    }
}

/// Draws a text input; returns the text typed in this frame.
fn text(ui: &mut Ui, entry: &Blank) -> Option<String> {
    let mut value = entry.value.clone();
    let field = TextEdit::singleline(&mut value)
        .id(Id::unique(("argument", entry.argument.name)))
        .font(TextStyle::Monospace)
        .desired_width(PICKER);
    let response = ui.add(field).accessible_name(sentence(entry.argument.name));
    about(ui, entry);
    response.changed().then_some(value)
}

/// Draws the description of an argument next to its input.
fn about(ui: &mut Ui, entry: &Blank) {
    let text = RichText::new(entry.argument.about).small().color(palette(ui).weak);
    ui.add(Label::new(text).truncate());
}

/// Draws a list of offers; returns the one picked in this frame.
fn pick(ui: &mut Ui, tool: &Tool, entry: &Blank, offers: &[Offer]) -> Option<String> {
    let colors = palette(ui);
    let now = offers.iter().find(|offer| offer.value == entry.value);
    let shown = match now {
        Some(offer) => RichText::new(words(offer)).color(colors.text),
        None => RichText::new("nothing to choose from").color(colors.weak),
    };
    let item = |offer| Item { text: text_of(offer), note: &offer.value, chosen: offer.value == entry.value };
    let list = Picker {
        id: Id::unique(("argument", tool.name, entry.argument.name)),
        shown,
        width: PICKER,
        hint: "Search choices",
        items: offers.iter().map(item).collect(),
        preview: None,
        foot: match offers.len() {
            1 => "1 choice".to_owned(),
            many => format!("{many} choices"),
        },
    };
    let (button, picked) = picker::ui(ui, &list);
    button.accessible_name(sentence(entry.argument.name));
    about(ui, entry);
    picked.and_then(|at| offers.get(at)).map(|offer| offer.value.clone())
}

/// Formats an offer for the button: `punch   001`.
fn words(offer: &Offer) -> String {
    if offer.text.is_empty() { offer.value.clone() } else { format!("{}   {}", offer.text, offer.value) }
}

fn text_of(offer: &Offer) -> &str {
    if offer.text.is_empty() { &offer.value } else { &offer.text }
}

fn answer(ui: &mut Ui, session: &Session, tool: &Tool, answer: &Answer, actions: &mut Actions) {
    let colors = palette(ui);
    let frame = Frame::new()
        .fill(colors.panel)
        .stroke(Stroke::new(LINE, colors.line))
        .corner_radius(ROUND_LARGE)
        .inner_margin(margin::CARD);
    frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal(|ui| {
            widgets::section(ui, "ANSWER");
            if let Answer::Lines(lines) = answer {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if widgets::labelled_button(ui, Icon::Copy, "Copy answer").clicked() {
                        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
                        ui.ctx().copy_text(texts.join("\n"));
                    }
                });
            }
        });
        match answer {
            Answer::Waits(argument) => {
                let text = format!("Fill in the {} to see the answer here", argument.name);
                ui.label(RichText::new(text).color(colors.weak));
            }
            Answer::Lines(lines) => {
                for (at, line) in lines.iter().enumerate() {
                    told(ui, session, tool, at, line, actions);
                }
            }
            Answer::Fails(ToolError { argument: None, message }) => complaint(ui, message, 0.0),
            Answer::Fails(_) => {
                ui.label(RichText::new("Fix the marked values above to see the answer here").color(colors.weak));
            }
        }
    });
}

/// Draws a line of the answer, with the calculation of its number.
fn told(ui: &mut Ui, session: &Session, tool: &Tool, at: usize, line: &Line, actions: &mut Actions) {
    let (text, indent) = lines::text(ui, line, Emphasis::Normal);
    ui.horizontal_top(|ui| {
        ui.add_space(indent);
        ui.add(Label::new(text).wrap().selectable(true));
    });
    if !line.terms.is_empty() {
        lines::terms(ui, session, (tool.name, at), (&line.terms, line.roll), actions);
    }
}

/// Draws an error, indented to its position.
fn complaint(ui: &mut Ui, message: &str, indent: f32) {
    let color = palette(ui).error;
    ui.horizontal_top(|ui| {
        ui.add_space(indent);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
        Icon::Error.paint(ui.painter(), rect, color);
        ui.add(Label::new(RichText::new(message).color(color)).wrap());
    });
}
