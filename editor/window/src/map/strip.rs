//! The tool strip on the left of a map.

use egui::Ui;

use crate::kit::map_frame::ToolButton;
use crate::shell::commands::Command;
use crate::shell::session::Now;

/// Returns the buttons for groups of commands with icons.
pub(crate) fn tool_buttons(ui: &Ui, now: &Now<'_>, groups: &[&[&Command]]) -> Vec<ToolButton> {
    let mut buttons = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        for (at, command) in group.iter().enumerate() {
            let Some(icon) = command.icon else { continue };
            let enabled = (command.applies)(now);
            buttons.push(ToolButton {
                icon,
                name: command.name.to_owned(),
                keys: command.shown_keys(ui.ctx(), now.session).unwrap_or_default(),
                help: String::new(),
                on: command.on.map(|on| on(now)),
                enabled,
                starts_group: number > 0 && at == 0,
                action: if enabled { (command.action)(now) } else { None },
            });
        }
    }
    buttons
}
