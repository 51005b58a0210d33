//! Images: their frames, previews and animation.

pub mod frames;
pub mod motion;
pub mod preview;
