//! Conditions as sentences.

use foeman_schema::dialect::Ref;
use foeman_schema::plural::agree;

use super::{Condition, FigureName, Share};
use crate::catalogs::Side;

/// Looks up display names: titles and names of known records, otherwise ids.
pub trait Names {
    /// The name of a zone on the map.
    fn zone(&self, id: &str) -> String;
    /// The name of a side.
    fn side(&self, side: &Ref<Side>) -> String;
    /// The name of a figure of a side, by its id in the side's roster.
    fn figure(&self, side: &Ref<Side>, id: &str) -> String;
}

impl Condition {
    /// Returns the condition as the rest of a sentence that begins with "when": `Maud stands in The gate`.
    pub fn sentence(&self, own: &Ref<Side>, names: &dyn Names) -> String {
        match self {
            Self::HoldZone { zone, rounds } => {
                let (side, zone) = (names.side(own), names.zone(&zone.0));
                let hold = agree(&side, "holds", "hold");
                match rounds {
                    1 => format!("{side} alone {hold} {zone}"),
                    _ => format!("{side} alone {hold} {zone} for {rounds} rounds"),
                }
            }
            Self::ReachZone { zone, figures, who } => {
                let all = format!("all active figures of {}", names.side(own));
                let (who, many) = subject(own, figures, *who, all, names);
                format!("{who} {} in {}", if many { "stand" } else { "stands" }, names.zone(&zone.0))
            }
            Self::ReachHex { hex: [column, row], figures } => {
                let (who, many) = subject(own, figures, Share::Any, String::new(), names);
                format!("{who} {} on column {column}, row {row}", if many { "stand" } else { "stands" })
            }
            Self::Disable { side, figures, who } => {
                let all = format!("all figures of {}", names.side(side));
                let (who, many) = subject(side, figures, *who, all, names);
                format!("{who} {} out of action", if many { "are" } else { "is" })
            }
            Self::Survive { rounds, figures, who } => {
                let all = format!("all figures of {}", names.side(own));
                let (who, many) = subject(own, figures, *who, all, names);
                format!("{who} {} still active after round {rounds}", if many { "are" } else { "is" })
            }
            Self::All { of } => joined(of, "and", own, names),
            Self::Any { of } => joined(of, "or", own, names),
        }
    }
}

/// A list of alternative conditions, joined with "or".
pub fn any_of(conditions: &[Condition], own: &Ref<Side>, names: &dyn Names) -> String {
    joined(conditions, "or", own, names)
}

fn joined(of: &[Condition], word: &str, own: &Ref<Side>, names: &dyn Names) -> String {
    let part = |condition: &Condition| {
        let sentence = condition.sentence(own, names);
        // Nested combinations need parentheses.
        if of.len() > 1 && condition.parts().len() > 1 { format!("({sentence})") } else { sentence }
    };
    of.iter().map(part).collect::<Vec<_>>().join(&format!(" {word} "))
}

/// The subject of the sentence, and whether it is plural.
fn subject(side: &Ref<Side>, figures: &[FigureName], who: Share, all: String, names: &dyn Names) -> (String, bool) {
    let called: Vec<String> = figures.iter().map(|figure| names.figure(side, &figure.0)).collect();
    match (called.split_last(), who) {
        (None, Share::All) => (all, true),
        (None, Share::Any) => (format!("a figure of {}", names.side(side)), false),
        (Some((only, [])), _) => (only.clone(), false),
        (Some((last, first)), Share::All) => (format!("{} and {last}", first.join(", ")), true),
        (Some((last, first)), Share::Any) => (format!("{} or {last}", first.join(", ")), false),
    }
}
