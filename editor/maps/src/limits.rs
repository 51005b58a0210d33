//! Size limits of foreign files.

use foeman_schema::grid::MOST_CELLS_ACROSS;

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 16 << 20;

/// The largest total size of the unpacked tile numbers of a map, and of all files it refers to, in bytes.
pub const MOST_UNPACKED: usize = 64 << 20;

/// The maximum number of columns, and of rows.
pub(crate) const MOST_ACROSS: u32 = MOST_CELLS_ACROSS;

/// The maximum number of cells of a map.
pub(crate) const MOST_CELLS: usize = 1 << 22;

/// Returns an error message for a map with too many cells.
pub(crate) fn check_cells([width, height]: [u32; 2]) -> Result<(), String> {
    if width as usize * height as usize <= MOST_CELLS {
        return Ok(());
    }
    Err(format!("expected at most {MOST_CELLS} cells, found {width} x {height}; split the map into several"))
}

/// The number of bytes that may still be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn new() -> Self {
        Self(MOST_UNPACKED)
    }

    /// Takes bytes, or returns an error message if fewer are left.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), String> {
        match self.0.checked_sub(bytes) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => {
                Err(format!("the map unpacks to more than {} MiB; split it into several maps", MOST_UNPACKED >> 20))
            }
        }
    }
}
