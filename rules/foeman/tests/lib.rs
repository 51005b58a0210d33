//! The tests of the Foeman rules are in `foeman/`. This library is empty: a package needs one.
