//! A large pack in one file with any number of items, for benchmarks.

use foeman_base::template::stress::items;
pub use foeman_base::template::stress::items::id;

/// Returns a pack of the tactical rules with `items` items, in one file and without errors; about 300 bytes per item.
///
/// The same number always gives the same text.
pub fn pack(items: usize) -> String {
    let head = "# A pack for measuring: many items, written as people write them.\n\
                pack: big\n\
                title: The big pack\n\
                version: 1.0.0\n\
                ruleset: foeman\n\
                authors: [The foeman authors]\n\
                license: CC0-1.0\n\
                format: 2\n\n";
    head.to_owned() + &items::catalog(items)
}
