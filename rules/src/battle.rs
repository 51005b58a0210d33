//! A battle: content, seed, and the entries made so far.
