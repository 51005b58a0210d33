//! The parts of the window, one file each: they read the workspace and push actions.

pub mod menu;

pub mod tree;

pub mod tabs;

pub mod table;

pub mod map;

pub mod setup;

pub mod play;

pub mod tools;

mod lines;

pub mod inspector;

pub mod problems;

pub mod status;

pub mod welcome;

pub mod dialogs;
