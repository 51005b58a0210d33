//! Borders of terrains, drawn along other terrains.
//!
//! Terrains list their borders, and maps store none. Each cell draws its pieces within itself, up to the edges of the
//! neighbours' pieces, so that borders join in every geometry.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogs::board::Terrains;
use crate::catalogs::images::ImageLayer;
use crate::dialect::Ref;

/// How a terrain is drawn along others. The first border in the list that fits the other terrain is used.
///
/// Maps do not contain borders: they follow from the terrains of adjacent cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Border {
    /// Its style.
    pub style: BorderStyle,
    /// The other terrains along which it is drawn; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Ref<Terrains>>,
    /// If the other terrain has a border with this one too, the border of the higher rank is drawn; with equal ranks,
    /// both.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 99))]
    pub rank: u8,
    /// Its colour, `#rrggbb`; without it, a colour derived from that of the terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-notation" = "color", "x-widget" = "color", "examples" = ["#e9f1ee"]))]
    pub color: Option<String>,
    /// How far it extends from the side of the cell towards the centre; without it, the style's usual distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 3, max = 60), extend("x-unit" = "%"))]
    pub reach: Option<u8>,
    /// Images to draw it with, from the bottom up, if images are shown: the frame whose connections are the sides along
    /// the other terrain, or one frame for each side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageLayer>,
}

/// The style of a border.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BorderStyle {
    /// Nothing: for terrains without a border where others have one.
    None,
    /// Fades over the other terrain: grass, mud, sand.
    Soft,
    /// Extends over the other terrain in lobes: woods, thickets, rubble.
    Ragged,
    /// Shallows and a line of foam inside: water.
    Shore,
    /// An edging inside: carpets, paths, paving.
    Hem,
    /// Raised above the other terrain, with hachures on the slope down to it: a terrace, a rock.
    Cliff,
    /// Lower than the other terrain, with hachures inside: a pit, a chasm.
    Pit,
}

impl BorderStyle {
    /// Returns whether it is drawn on the other terrain instead of its own.
    pub fn is_outside(self) -> bool {
        matches!(self, Self::Soft | Self::Ragged | Self::Cliff)
    }
}

impl Border {
    /// Returns whether this border can be drawn along a terrain; an earlier border in the list takes precedence.
    pub fn fits(&self, terrain: &str) -> bool {
        self.with.is_empty() || self.with.iter().any(|with| with.id() == terrain)
    }

    /// Returns the borders drawn between two terrains, given their ids and their lists of borders: at most one from
    /// each list.
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
