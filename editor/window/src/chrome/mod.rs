//! The parts of the window around the panes: menu bar, status bar, dialogs and welcome screen. They read the workspace
//! and push actions.

pub mod menu;

pub mod names;

pub mod allow;

pub mod status;

pub mod tour;

pub mod dialogs;

pub mod welcome;

pub mod guard;

pub mod help;

pub mod palette;

pub mod shortcuts;

pub mod new_pack;

pub mod new_record;

pub mod reshape;

pub mod map_dialogs;

pub mod browser;
