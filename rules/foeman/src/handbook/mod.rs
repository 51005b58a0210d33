//! The handbook: the Foeman rules in our own words, one file for each subject. Its numbers are the constants used in
//! play.

mod fighting;
mod magic;
mod moving;
mod notes;
mod terms;
mod things;
mod unused;

pub(super) use unused::unused;

use foeman_engine::handbook::Handbook;

/// The whole handbook.
pub(super) fn handbook() -> Handbook {
    let chapters = [terms::chapters(), moving::chapters(), fighting::chapters(), things::chapters(), magic::chapters()];
    Handbook {
        title: "The Foeman rules",
        about: "The rules behind numbers such as F7.1 in logs, findings and sums. \
                Distances are in hexes, movement in movement points (MP), and sizes in hundredths of a human. \
                A number before D is a number of dice.",
        chapters: chapters.into_iter().flatten().chain([notes::chapter()]).collect(),
    }
}
