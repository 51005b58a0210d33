//! The Foeman / MindWand tactical rules.
