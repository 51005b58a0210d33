//! The window around the features: frame loop, pane layout, menus, dialogs, status bar and settings.

pub mod action;
pub mod app;
pub mod commands;
pub mod dialogs;
pub mod dock;
pub mod drawers;
pub mod edits;
pub mod held;
pub mod kind;
pub mod menu_bar;
pub mod menus;
pub mod panes;
pub mod profile;
pub mod session;
pub mod settings;
pub mod shot;
pub mod spoken;
pub mod status;
pub mod view;
pub mod workspace;
