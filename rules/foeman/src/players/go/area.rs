//! Computer players: the area that contains some hexes.

use foeman_schema::grid::Hex;

/// The smallest hexagon that contains some hexes: the least and greatest value along each axis of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area([[i32; 2]; 3]);

impl Area {
    /// The area of these hexes; `None` if there are none.
    pub(super) fn of(hexes: &[Hex]) -> Option<Self> {
        let (&first, others) = hexes.split_first()?;
        let mut area = axes(first).map(|at| [at, at]);
        for &hex in others {
            for ([least, greatest], at) in area.iter_mut().zip(axes(hex)) {
                (*least, *greatest) = (at.min(*least), at.max(*greatest));
            }
        }
        Some(Self(area))
    }

    /// A lower bound of the distance from a hex to all hexes of the area; 0 inside.
    pub(super) fn distance(self, hex: Hex) -> u32 {
        let gaps =
            self.0.into_iter().zip(axes(hex)).map(|([least, greatest], at)| (least - at).max(at - greatest).max(0));
        gaps.max().unwrap_or_default() as u32
    }
}

fn axes(hex: Hex) -> [i32; 3] {
    [hex.q, hex.r, -hex.q - hex.r]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hex_is_nearer_than_the_area() {
        let hexes: [Hex; 4] = [[3, -2], [5, 1], [4, -4], [3, 3]].map(|[q, r]| Hex { q, r });
        for count in 1..=hexes.len() {
            let area = Area::of(&hexes[..count]).expect("there are hexes");
            for hex in (-9..19).flat_map(|q| (-14..14).map(move |r| Hex { q, r })) {
                let nearest = hexes[..count].iter().map(|other| other.distance(hex)).min();
                assert!(Some(area.distance(hex)) <= nearest, "{hex:?}");
            }
            assert!(hexes[..count].iter().all(|hex| area.distance(*hex) == 0));
        }
        assert_eq!(Area::of(&hexes[..1]).map(|area| area.distance(Hex { q: 3, r: 4 })), Some(6));
        assert_eq!(Area::of(&[]), None);
    }
}
