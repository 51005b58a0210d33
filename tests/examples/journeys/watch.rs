//! What the person sees: the accessible tree of the latest frame, and which input has arrived.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use egui::accesskit::{Action, Node, NodeId, Toggled};
use egui::{Context, Event, FullOutput, LayerId, Order, Plugin, Pos2, RawInput, Rect, Role, Vec2, ViewportId, pos2};

use crate::control::Control;

/// The numbers of input events that have reached the window.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Received {
    /// Keys that were released.
    pub(crate) keys: usize,
    /// Letters that were typed.
    pub(crate) letters: usize,
    /// Buttons of the mouse that were pressed or released.
    pub(crate) buttons: usize,
    /// Movements of the pointer.
    pub(crate) moves: usize,
    /// Movements of the wheel.
    pub(crate) wheels: usize,
}

/// The latest frame.
#[derive(Clone)]
pub(crate) struct State {
    /// Its number; 0 before the first.
    pub(crate) frame: u64,
    pub(crate) screen: Vec2,
    pub(crate) received: Received,
    /// All controls and texts, in the order in which a screen reader reads them.
    pub(crate) controls: Arc<Vec<Control>>,
    /// The id of the control with the keyboard.
    pub(crate) focus: Option<u64>,
    /// When the controls changed last, and in which frame.
    pub(crate) changed: Instant,
    pub(crate) changed_at: u64,
    /// The time after which the window wants to draw again.
    pub(crate) delay: Duration,
    hash: u64,
}

impl State {
    /// Returns the control with the keyboard.
    pub(crate) fn focused(&self) -> Option<&Control> {
        self.controls.iter().find(|control| Some(control.id) == self.focus)
    }

    /// Whether a text on screen contains these words.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.controls.iter().any(|control| control.name.contains(words) || control.value.contains(words))
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            frame: 0,
            screen: Vec2::ZERO,
            received: Received::default(),
            controls: Arc::default(),
            focus: None,
            changed: Instant::now(),
            changed_at: 0,
            delay: Duration::ZERO,
            hash: 0,
        }
    }
}

/// The latest frame, shared by the window and the person.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    drawn: Condvar,
}

impl Shared {
    /// Returns the latest frame.
    pub(crate) fn state(&self) -> State {
        self.lock().clone()
    }

    /// Waits for the next frame, but not longer than this.
    pub(crate) fn wait(&self, frame: u64, most: Duration) {
        let (state, most) = (self.lock(), most.max(Duration::from_millis(1)));
        drop(self.drawn.wait_timeout_while(state, most, |state| state.frame == frame));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes each frame of a window.
pub(crate) struct Watch {
    shared: Arc<Shared>,
    received: Received,
    screen: Vec2,
}

impl Watch {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, received: Received::default(), screen: Vec2::ZERO }
    }
}

impl Plugin for Watch {
    fn debug_name(&self) -> &'static str {
        "watch"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        self.screen = input.screen_rect.map_or(self.screen, |rect| rect.size());
        for event in &input.events {
            match event {
                Event::Key { pressed: false, .. } => self.received.keys += 1,
                Event::Text(text) => self.received.letters += text.chars().count(),
                Event::PointerButton { .. } => self.received.buttons += 1,
                Event::PointerMoved(_) => self.received.moves += 1,
                Event::MouseWheel { .. } => self.received.wheels += 1,
                _ => {}
            }
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else { return };
        let controls = controls(ctx, &update.nodes, update.tree.as_ref().map(|tree| tree.root));
        let mut hasher = DefaultHasher::new();
        for control in &controls {
            (&control.name, &control.value, control.id, control.is_on, control.is_disabled).hash(&mut hasher);
            [control.rect.min, control.rect.max].map(|at| [at.x, at.y].map(f32::to_bits)).hash(&mut hasher);
        }
        let delay = output.viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |root| root.repaint_delay);
        let mut state = self.shared.lock();
        state.frame += 1;
        state.screen = self.screen;
        state.received = self.received;
        state.controls = Arc::new(controls);
        state.focus = Some(update.focus.0);
        let hash = hasher.finish();
        if std::mem::replace(&mut state.hash, hash) != hash {
            state.changed = Instant::now();
            state.changed_at = state.frame;
        }
        state.delay = delay;
        drop(state);
        self.shared.drawn.notify_all();
    }
}

/// Returns the controls of a frame from top to bottom.
fn controls(ctx: &Context, nodes: &[(NodeId, Node)], root: Option<NodeId>) -> Vec<Control> {
    let places: HashMap<u64, (LayerId, Rect)> = ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let widgets = layers.flat_map(|(_, widgets)| widgets);
        widgets.map(|widget| (widget.id.value(), (widget.layer_id, widget.interact_rect))).collect()
    });
    let known: HashMap<NodeId, &Node> = nodes.iter().map(|(id, node)| (*id, node)).collect();
    let (mut controls, mut open): (Vec<Control>, Vec<NodeId>) = (Vec::new(), root.into_iter().collect());
    while let Some(id) = open.pop() {
        let Some(node) = known.get(&id) else { continue };
        open.extend(node.children().iter().rev());
        controls.extend(control(ctx, id, node, &known, &places));
    }
    controls
}

fn control(
    ctx: &Context,
    id: NodeId,
    node: &Node,
    known: &HashMap<NodeId, &Node>,
    places: &HashMap<u64, (LayerId, Rect)>,
) -> Option<Control> {
    let words = |node: &Node| node.label().or(node.value()).unwrap_or_default().to_owned();
    let label = || node.labelled_by().first().and_then(|label| known.get(label)).map(|label| words(label));
    let name = node.label().map(str::to_owned).or_else(label).unwrap_or_default();
    let number = || node.numeric_value().map(|number| number.to_string());
    let value = node.value().map(str::to_owned).or_else(number).unwrap_or_default();
    if name.is_empty() && value.is_empty() || node.role() == Role::TextRun {
        return None;
    }
    let bounds = node.bounds()?;
    let rect = Rect::from_min_max(pos2(bounds.x0 as f32, bounds.y0 as f32), pos2(bounds.x1 as f32, bounds.y1 as f32));
    let (layer, shown) = places.get(&id.0).copied().unwrap_or((LayerId::background(), rect));
    Some(Control {
        id: id.0,
        role: node.role(),
        name,
        value,
        rect,
        point: point(ctx, layer, shown),
        depth: layer.order as u8,
        is_disabled: node.is_disabled(),
        is_on: node.toggled().map(|toggled| toggled == Toggled::True),
        acts: node.supports_action(Action::Click) || node.supports_action(Action::Focus),
    })
}

/// Returns a point of an area that no other layer covers.
fn point(ctx: &Context, layer: LayerId, shown: Rect) -> Option<Pos2> {
    if !(shown.width() >= 2.0 && shown.height() >= 2.0) {
        return None;
    }
    let is_free = |at: &Pos2| {
        let top = ctx.layer_id_at(*at).filter(|top| top.order > Order::Background);
        top.is_none_or(|top| top == layer || top.order < layer.order)
    };
    let at = |x: f32, y: f32| shown.min + shown.size() * Vec2::new(x, y);
    [at(0.5, 0.5), at(0.15, 0.5), at(0.85, 0.5), at(0.5, 0.2), at(0.5, 0.8)].into_iter().find(is_free)
}
