//! Widgets and drawing: they know nothing about the features of the window.

pub mod basic;
pub mod camera;
pub mod canvas;
pub mod focus;
pub mod icon;
pub mod lines;
pub mod map_frame;
pub mod numbers;
pub mod options;
pub mod paint;
pub mod picker;
pub mod tokens;
pub mod widgets;
