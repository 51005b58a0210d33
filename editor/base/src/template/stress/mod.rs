//! The stress pack: a generated pack of any size for benchmarks, written the way people write packs.
//!
//! The same sizes always give the same bytes.

pub mod figures;

pub mod items;

pub mod maps;

/// Its id.
pub const ID: &str = "stress";

/// A one-sentence description.
pub const ABOUT: &str = "For benchmarks: any number of items, figures and maps; only on the command line";

/// The size of the pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Number of items.
    pub items: usize,
    /// Number of figure types.
    pub figures: usize,
    /// Number of maps of 40 x 40 hexes, each with a scenario.
    pub maps: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { items: 10_000, figures: 2_000, maps: 200 }
    }
}

/// The maximum size, so that each catalog fits into one file.
pub const MOST: Size = Size { items: 50_000, figures: 50_000, maps: 5_000 };

const SIDES: &str = "\
sides:
  keepers:
    title: Keepers
    color: \"#1f5fa8\"
    roster: gatekeepers

  dodgers:
    title: Dodgers
    color: \"#c8451b\"
    roster: toll-dodgers
";

/// Returns the texts of the pack by path.
pub fn texts(size: Size) -> Vec<(String, String)> {
    let Size { items, figures, maps } = size;
    let head = "\
pack: stress
title: The stress pack
version: 1.0.0
ruleset: foeman
authors: []
license: CC0-1.0
findings:
  # Made to measure with: nobody has thought about who would choose what.
  ignore: [dominated-item, unused-stock]
format: 2
";
    let mut texts = vec![("pack.yaml", head.to_owned())];
    if items > 0 {
        texts.push(("items.yaml", items::catalog(items)));
    }
    if figures > 0 {
        texts.push(("figures.yaml", figures::catalog(figures)));
        texts.push(("rosters.yaml", figures::rosters(figures, items)));
        texts.push(("sides.yaml", SIDES.to_owned()));
    }
    if maps > 0 {
        texts.push(("terrains.yaml", maps::TERRAINS.to_owned()));
        texts.push(("maps.yaml", maps::catalog(maps)));
    }
    if figures > 0 && maps > 0 {
        texts.push(("scenarios.yaml", maps::scenarios(maps)));
    }
    let line =
        "# yaml-language-server: $schema=.foeman/schema.json\n#\n# Written by a program, to be measured with.\n\n";
    texts.into_iter().map(|(path, text)| (path.to_owned(), format!("{line}{text}"))).collect()
}
