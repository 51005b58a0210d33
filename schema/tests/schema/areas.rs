//! Maps as rows and maps as areas: both give the same cells, and areas use memory only for differences.

use foeman_schema::catalogs::board::Map;
use foeman_schema::change::plan;
use foeman_schema::draft::Draft;
use foeman_schema::grid::Cell;
use foeman_schema::regrid;
use foeman_schema::text::RecordKey;
use proptest::prelude::*;

use crate::common::{body, rendered};

const TERRAINS: &str = "terrains:\n  sand: {title: Sand, color: \"#d9c08c\"}\n  sea: {title: Sea, color: \"#31708f\"}\n  \
                        wood: {title: Wood, color: \"#2f5d34\"}\n";

fn beach() -> RecordKey {
    RecordKey::new("maps", "beach")
}

fn map(draft: &Draft) -> Map {
    serde_json::from_value(draft.merged(&beach()).expect("there is a map")).expect("it can be read")
}

/// Returns the terrain and the level of each cell, in row order.
fn cells(draft: &Draft) -> Vec<(String, u8)> {
    let map = map(draft);
    let levels = map.levels().0;
    let terrain = |cell: Cell| map.terrain(cell).map_or("none".to_owned(), |terrain| terrain.id().to_owned());
    let told: Vec<_> =
        map.geometry.cells().map(|cell| (terrain(cell), levels.get(cell).expect("it is on the map"))).collect();
    let read = map.read().kinds;
    let numbered = read.values().map(|kind| map.terrains()[usize::from(kind)].id().to_owned());
    assert!(numbered.eq(told.iter().map(|(terrain, _)| terrain.clone())), "one cell is read as all together");
    told
}

fn rewrite(draft: &mut Draft) {
    let changes = regrid::rewritten(draft, &beach()).expect("the map can be converted");
    plan(draft, &changes).expect("it can be written").apply(draft).expect("it was planned for this draft");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_written_as_areas_and_back_keep_every_cell(
        width in 1..90_usize,
        lines in prop::collection::vec(prop::collection::vec(0..7_u8, 90), 1..12),
        high in any::<bool>(),
    ) {
        let letters = |letter: &dyn Fn(u8) -> char| {
            lines.iter().map(|line| format!("      {}\n", line[..width].iter().map(|n| letter(*n)).collect::<String>()))
                .collect::<String>()
        };
        let rows = letters(&|n| ['s', 's', 's', 's', 'e', 'w', 'w'][usize::from(n)]);
        let levels = if high { format!("    elevation: |\n{}", letters(&|n| char::from(b'0' + n / 3))) } else { String::new() };
        let text = format!(
            "maps:\n  beach:\n    title: Beach\n    geometry: {{size: [{width}, {}]}}\n    \
             legend: {{s: sand, e: sea, w: wood}}\n    rows: |\n{rows}{levels}{TERRAINS}",
            lines.len()
        );
        let mut draft = body(&text);
        let before = cells(&draft);
        rewrite(&mut draft);
        prop_assert!(map(&draft).has_fill() && map(&draft).rows.is_empty());
        prop_assert_eq!(&cells(&draft), &before);
        prop_assert_eq!(rendered(&draft), "", "{}", draft.text(draft.header_file()));
        rewrite(&mut draft);
        prop_assert!(!map(&draft).has_fill());
        prop_assert_eq!(cells(&draft), before);
    }

    #[test]
    fn areas_painted_one_over_the_other_are_a_dense_grid_painted_alike(
        areas in prop::collection::vec((0..3_usize, prop::option::of(0..4_u8), [0..150_u16, 0..90_u16], [0..150_u16, 0..90_u16]), 0..40),
    ) {
        let names = ["sand", "sea", "wood"];
        let (width, height) = (120_usize, 70_usize);
        let mut expected = vec![("sand".to_owned(), 0_u8); width * height];
        let mut lines = String::new();
        for (terrain, level, one, other) in areas {
            // A third of the areas with a level set only the level.
            let terrain = (level.is_none() || one[0] % 3 > 0).then(|| names[terrain]);
            let parts = terrain.map(|id| format!("terrain: {id}, ")).into_iter().chain(level.map(|level| format!("level: {level}, ")));
            lines.push_str(&format!("      - {{{}from: {one:?}, to: {other:?}}}\n", parts.collect::<String>()));
            for row in one[1].min(other[1])..=one[1].max(other[1]) {
                for column in one[0].min(other[0])..=one[0].max(other[0]) {
                    if usize::from(column) < width && usize::from(row) < height {
                        let cell = &mut expected[usize::from(row) * width + usize::from(column)];
                        terrain.into_iter().for_each(|id| cell.0 = id.to_owned());
                        level.into_iter().for_each(|level| cell.1 = level);
                    }
                }
            }
        }
        let areas = if lines.is_empty() { String::new() } else { format!("    areas:\n{lines}") };
        let text = format!(
            "maps:\n  beach:\n    title: Beach\n    geometry: {{size: [{width}, {height}]}}\n    fill: sand\n{areas}{TERRAINS}"
        );
        prop_assert_eq!(cells(&body(&text)), expected);
    }
}

#[test]
fn ten_thousand_by_ten_thousand_cells_take_the_memory_of_their_shores() {
    let mut lines = String::new();
    for lake in 0..3000_u32 {
        let (column, row) = (lake * 7919 % 9900, lake * 6361 % 9900);
        let terrain = if lake % 2 == 0 { "sea" } else { "wood" };
        let (right, bottom) = (column + 20 + lake % 70, row + 5 + lake % 90);
        lines.push_str(&format!("      - {{terrain: {terrain}, from: [{column}, {row}], to: [{right}, {bottom}]}}\n"));
    }
    let text = format!(
        "maps:\n  beach:\n    title: Beach\n    geometry: {{size: [10000, 10000]}}\n    fill: sand\n    areas:\n{lines}{TERRAINS}"
    );
    let draft = body(&text);
    let map = map(&draft);
    let kinds = map.read().kinds;
    assert!(kinds.bytes() < 60 << 20, "{} bytes for 100 million cells", kinds.bytes());
    assert!(map.levels().0.bytes() < 2 << 20, "level ground takes next to nothing");
    let mut told = 0;
    kinds.for_each_stretch(|_, cells| told += cells);
    assert_eq!(told, 100_000_000);
    assert_eq!(
        rendered(&draft).lines().filter(|line| !line.contains("covered-area") && !line.starts_with("  ")).count(),
        0
    );
    let scattered = Map { geometry: map.geometry, ..map };
    assert!(regrid::as_rows(&scattered).unwrap_err().contains("at most 4096 columns and rows"));
}
