//! Hostile files: each is refused with a clear finding, while its sound twin is read.
