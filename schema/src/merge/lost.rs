//! Renames lost in a merge.

use super::entries::{Inner, MapEntry, Tree};
use super::plan::{Member, renames_of};
use crate::dialect::Dialect;
use crate::source::SourceFile;
use crate::text::RecordKey;

/// A record whose rename on one side was lost, because the other side's version was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostRename {
    /// The record under its lost name.
    pub record: RecordKey,
    /// Its id after the merge.
    pub to: String,
}

/// Returns the renames of one side that are missing from the result of a merge, so that references to the new names can
/// be updated. Empty if a text cannot be read.
pub fn lost_renames(dialect: &'static Dialect, base: &str, side: &str, result: &str) -> Vec<LostRename> {
    let files = [base, side, result].map(|text| SourceFile::new(String::new(), super::plain(text, true).into_owned()));
    let [Some(base), Some(side), Some(result)] = files.each_ref().map(|file| Tree::of(file, Some(dialect))) else {
        return Vec::new();
    };
    let mut lost = Vec::new();
    for catalog in dialect.catalogs {
        let [base, side, result] = [&base, &side, &result].map(|tree| records(tree, catalog.name));
        let (own, kept) = (renames_of(&base, &side), renames_of(&base, &result));
        for (old, new) in &own {
            if result.iter().any(|record| record.key == new.to) {
                continue;
            }
            let stays = result.iter().any(|record| record.key == *old);
            let to = if stays { Some(*old) } else { kept.get(old).map(|rename| rename.to) };
            lost.extend(to.map(|to| LostRename { record: RecordKey::new(catalog.name, new.to), to: to.to_owned() }));
        }
    }
    lost
}

/// Returns the records of a catalog in block style.
fn records<'a>(tree: &'a Tree<'_>, catalog: &str) -> Vec<Member<'a>> {
    match tree.entries.iter().find(|section| section.key == catalog).map(|section| &section.inner) {
        Some(Inner::Block(block)) => block.entries.iter().map(MapEntry::member).collect(),
        _ => Vec::new(),
    }
}
