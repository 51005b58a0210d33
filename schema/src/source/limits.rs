//! What a pack may not exceed. Exceeding one is a finding of the check `limits`, never a crash.

/// Bytes in one file: 16 MiB holds the largest painted map, 4,096 x 4,096 cells.
pub(crate) const FILE_BYTES: usize = 20 << 20;

/// Bytes in one bitmap file.
pub(crate) const BITMAP_BYTES: usize = 16 << 20;

/// Columns and rows of one bitmap.
pub(crate) const BITMAP_SIDE: u32 = 4096;

/// Pixels of all bitmaps of a pack: unpacked they take four bytes each.
pub(crate) const PIXELS: usize = 64_000_000;

/// Files in one pack.
pub(crate) const FILES: usize = 10_000;

/// Packs that a pack requires, those included which they require.
pub(crate) const REQUIRED: usize = 64;

/// Names in a folder among which required packs are looked for.
pub(crate) const SHELF: usize = 1000;

/// Bytes of a `pack.yaml` in a folder that goes by another name than its pack.
pub(crate) const HEADER_BYTES: u64 = 1 << 20;

/// Collections inside each other, counted from the record.
pub(crate) const DEPTH: usize = 24;

/// Values in one record after its aliases are written out: stops alias bombs.
pub(crate) const NODES: usize = 500_000;

/// Things in a pack's folder that are not read and told.
pub(crate) const SKIPPED: usize = 100;

/// Records in a row that extend each other.
pub(crate) const ANCESTORS: usize = 32;

/// Flaws reported of one record: who has more has another problem.
pub(crate) const FLAWS: usize = 200;

/// Unknown references that near names are looked up for.
pub(crate) const SUGGESTIONS: usize = 200;
