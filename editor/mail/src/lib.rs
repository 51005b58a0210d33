//! Battles of people who play by files: hand-overs, signatures and messages.
//!
//! A person plays a turn, and a [`Turns`] file with the battle goes to the next person. Read the modules in this order:
//! [`mailbox`] (names and addresses), [`mod@file`] (the file and its hand-overs), [`seal`] (keys and signatures), [`known`]
//! (the record of a battle in a profile), [`rolls`] (dice by codes of the opponent), [`mod@check`] (verification of a
//! file), [`message`] (the file in an e-mail), [`turn`] (who has the file, and the message with the next one).
//!
//! Files are untrusted: no text causes a panic, and errors name the hand-over or the entry.
//! Nothing here talks to a network.

pub mod mailbox;

pub mod file;

pub mod seal;

mod code;

pub mod known;

pub mod rolls;

pub mod check;

pub mod message;

pub mod turn;

pub use check::{check, facts, hand_over, own_sides};
pub use file::{Facts, HandOver, Header, Level, Player, Turns, TurnsError};
pub use known::Known;
pub use mailbox::Mailbox;
pub use rolls::Dice;
pub use seal::Secret;
