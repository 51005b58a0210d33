//! Borders of terrains: how one ground is drawn where it meets another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogs::board::Terrains;
use crate::catalogs::images::ImageLayer;
use crate::dialect::Ref;

/// How a terrain is drawn where it meets others; of several, the first that fits the other terrain counts.
///
/// Maps hold nothing of it: it follows from the cells that lie side by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Border {
    /// What is drawn.
    pub style: BorderStyle,
    /// The terrains it is drawn along; every other one where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Ref<Terrains>>,
    /// Where the other terrain has a border with this one too, that of the higher rank is drawn; both, where they have the same.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 99))]
    pub rank: u8,
    /// Its colour, `#rrggbb`; without one, a colour that follows from that of the terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#e9f1ee"]))]
    pub color: Option<String>,
    /// How far it reaches, of the way from the side of a cell to its middle; without it, as far as suits the style.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 3, max = 60), extend("x-unit" = "%"))]
    pub reach: Option<u8>,
    /// Images that it is drawn with where they can be shown, from the bottom up: the frame whose connections are the sides along the
    /// other terrain, or a frame for each side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
}

/// What is drawn where two terrains meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BorderStyle {
    /// Nothing: for terrains that are to have no border while others have one.
    None,
    /// It fades over the other ground: grass, mud, sand.
    Soft,
    /// It reaches over the other ground in lobes: woods, thickets, rubble.
    Ragged,
    /// Shallows and a line of foam within it: water.
    Shore,
    /// A hem within it: carpets, paths, paving.
    Hem,
    /// It stands above the other ground, onto which it falls with hachures: a terrace, a rock.
    Cliff,
    /// It lies below the other ground: hachures fall into it. A pit, a chasm.
    Pit,
}

impl BorderStyle {
    /// Whether it is drawn on the other ground, not on its own.
    pub fn is_outside(self) -> bool {
        matches!(self, Self::Soft | Self::Ragged | Self::Cliff)
    }
}

impl Border {
    /// Whether it is drawn along a terrain, unless one before it is.
    pub fn fits(&self, terrain: &str) -> bool {
        self.with.is_empty() || self.with.iter().any(|with| with.id() == terrain)
    }

    /// Which of the borders of two terrains with each other are drawn, by their ids and their lists: that of the first, and
    /// that of the second.
    pub fn between<'a>(
        (a, of_a): (&str, &'a [Self]),
        (b, of_b): (&str, &'a [Self]),
    ) -> (Option<&'a Self>, Option<&'a Self>) {
        let first = |borders: &'a [Self], other: &str| {
            borders.iter().find(|border| border.fits(other)).filter(|border| border.style != BorderStyle::None)
        };
        if a == b {
            return (None, None);
        }
        match (first(of_a, b), first(of_b, a)) {
            (Some(of_a), Some(of_b)) if of_a.rank > of_b.rank => (Some(of_a), None),
            (Some(of_a), Some(of_b)) if of_a.rank < of_b.rank => (None, Some(of_b)),
            both => both,
        }
    }
}

fn is_zero(rank: &u8) -> bool {
    *rank == 0
}
