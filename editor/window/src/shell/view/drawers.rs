//! Drawers: panes at the edges of the window that take no room while they are closed.

use serde::{Deserialize, Serialize};

use super::pane::{Home, Pane};

/// The open drawers. All arrangements share them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Drawers {
    bottom: Option<Pane>,
    right: Option<Pane>,
}

impl Drawers {
    /// Returns the pane in the drawer at the bottom, if it is open.
    pub fn bottom(&self) -> Option<&Pane> {
        self.bottom.as_ref()
    }

    /// Returns the pane in the drawer on the right, if it is open.
    pub fn right(&self) -> Option<&Pane> {
        self.right.as_ref()
    }

    /// Returns the drawer of a pane; `None` if the pane belongs to the layout.
    pub(super) fn of(&mut self, pane: &Pane) -> Option<&mut Option<Pane>> {
        match pane.home() {
            Home::BottomDrawer => Some(&mut self.bottom),
            Home::RightDrawer => Some(&mut self.right),
            _ => None,
        }
    }

    /// Whether a pane is visible in a drawer.
    pub fn shows(&self, pane: &Pane) -> bool {
        [&self.bottom, &self.right].into_iter().flatten().any(|shown| shown == pane)
    }

    /// Removes panes that do not belong in a drawer.
    pub(super) fn repair(&mut self) {
        self.bottom.take_if(|pane| pane.home() != Home::BottomDrawer);
        self.right.take_if(|pane| pane.home() != Home::RightDrawer);
    }
}
