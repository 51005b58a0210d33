//! Limits on the size of packs. Exceeding one gives a finding of the check `limits`, never a crash.

/// Bytes in one file: 16 MiB holds the largest painted map, 4,096 x 4,096 cells.
pub(crate) const FILE_BYTES: usize = 20 << 20;

/// Bytes in one bitmap file.
pub(crate) const BITMAP_BYTES: usize = 16 << 20;

/// Columns and rows of one bitmap.
pub(crate) const BITMAP_SIDE: u32 = 4096;

/// Pixels of all bitmaps of a pack: decoded they take four bytes each.
pub(crate) const PIXELS: usize = 64_000_000;

/// Files in one pack.
pub(crate) const FILES: usize = 10_000;

/// Required packs, including indirectly required ones.
pub(crate) const REQUIRED: usize = 64;

/// Entries read in a folder that is searched for required packs.
pub(crate) const SHELF: usize = 1000;

/// Bytes of a `pack.yaml` in a folder that does not have the name of its pack.
pub(crate) const HEADER_BYTES: u64 = 1 << 20;

/// Nesting depth of collections, counted from the record.
pub(crate) const DEPTH: usize = 24;

/// Values in one record after expanding aliases: stops alias bombs.
pub(crate) const NODES: usize = 500_000;

/// Findings about unread entries in a pack's folder.
pub(crate) const SKIPPED: usize = 100;

/// Length of an `extends` chain.
pub(crate) const ANCESTORS: usize = 32;

/// Findings reported for one record; more of them usually have a common cause.
pub(crate) const FLAWS: usize = 200;

/// Unknown references for which similar names are looked up.
pub(crate) const SUGGESTIONS: usize = 200;
