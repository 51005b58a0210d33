//! The registry of panes.
//!
//! To add a pane: a variant of [`Pane`], a `pane.rs` with a [`PaneKind`] in the folder of its feature, and a line in
//! [`PANES`]. Its tab, docking, saving, command, screenshots and tests follow from these.

pub use super::kind::{PaneKind, Sample};

use super::view::Pane;
use crate::{
    changes, help, history, inspector, lab, map, overview, play, problems, roster, scenario, search, source, tables,
    testing, tools, tree,
};

/// All kinds of panes.
pub static PANES: &[&PaneKind] = &[
    &tree::PANE,
    &overview::PANE,
    &tables::PANE,
    &map::PANE,
    &map::LAYERS,
    &scenario::PANE,
    &roster::PANE,
    &play::PANE,
    &lab::PANE,
    &tools::PANE,
    &inspector::PANE,
    &problems::PANE,
    &testing::PANE,
    &source::PANE,
    &history::PANE,
    &changes::PANE,
    &search::PANE,
    &help::PANE,
];

/// Returns the kind of a pane.
pub fn kind(pane: &Pane) -> &'static PaneKind {
    let known = PANES.iter().find(|kind| (kind.is)(pane));
    known.expect("every pane is in the registry; a test checks this")
}

#[cfg(test)]
mod tests {
    use foeman_schema::text::RecordKey;

    use super::*;

    #[test]
    fn every_pane_is_of_one_kind() {
        let key = || RecordKey::new("maps", "pit");
        let documents =
            [Pane::Catalog("maps".to_owned()), Pane::Map(key()), Pane::Scenario(key()), Pane::Figures(key())];
        let documents = documents.into_iter().chain([Pane::Overview, Pane::Play, Pane::Balance, Pane::Tools]);
        let panes: Vec<Pane> = Pane::permanent().chain(documents).collect();
        for pane in &panes {
            assert_eq!(PANES.iter().filter(|kind| (kind.is)(pane)).count(), 1, "{pane:?}");
        }
        assert_eq!(panes.len(), PANES.len(), "the list above has one pane of every kind");
    }

    #[test]
    fn every_pane_can_be_seen_in_a_picture() {
        let mut words = std::collections::BTreeSet::new();
        for kind in PANES {
            assert!(!kind.samples.is_empty());
            for sample in kind.samples {
                assert!(words.insert(sample.word()), "the word `{}` is used twice", sample.word());
                assert_eq!(
                    sample.example.split(':').next(),
                    Some(sample.word()),
                    "the example of {} starts with its word",
                    sample.name
                );
            }
        }
    }
}
