//! Battles of people who play by files: hand-overs, signatures and messages.
