//! Accessible names for controls that third-party widgets leave unnamed.

use egui::accesskit::{Action, Node, Orientation, Role};
use egui::{Context, FullOutput, Plugin};

/// The maximum width of a border, in points.
const BORDER: f64 = 10.0;

/// Sets roles and names of draggable borders and strips.
///
/// The pane, table and panel widgets leave both empty, although these controls take the focus.
#[derive(Debug, Default)]
pub struct Spoken;

impl Plugin for Spoken {
    fn debug_name(&self) -> &'static str {
        "spoken"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let Some(update) = &mut output.platform_output.accesskit_update else { return };
        for (_, node) in &mut update.nodes {
            mend(node);
        }
    }
}

fn mend(node: &mut Node) {
    let unnamed = node.label().is_none() && node.value().is_none() && node.labelled_by().is_empty();
    if !unnamed || !node.supports_action(Action::Focus) {
        return;
    }
    let size = node.bounds().map_or((0.0, 0.0), |rect| (rect.x1 - rect.x0, rect.y1 - rect.y0));
    match (node.role(), size) {
        // It has no size on screen and no function.
        (Role::GenericContainer, _) => node.remove_action(Action::Focus),
        (Role::Unknown, (width, _)) if width <= BORDER => {
            node.set_role(Role::Splitter);
            node.set_orientation(Orientation::Vertical);
            node.set_label("Border, dragged to the left or right");
        }
        (Role::Unknown, (_, height)) if height <= BORDER => {
            node.set_role(Role::Splitter);
            node.set_orientation(Orientation::Horizontal);
            node.set_label("Border, dragged up or down");
        }
        (Role::Unknown, _) => {
            node.set_role(Role::Group);
            node.set_label("Tab bar, dragged to move all its tabs");
        }
        _ => {}
    }
}
