//! The record of a battle: writing, reading, hashing and proving it.
