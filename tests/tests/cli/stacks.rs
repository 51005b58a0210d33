//! Stacks of units, and classes with images, in pictures of scenarios.

use std::fs;

use foeman_scene::png::encode;
use foeman_test_support::marches::MARCHES;
use tempfile::TempDir;

use crate::foeman;

/// The colours of the tiles: ground, town, and two frames of folk.
const TILES: [[u8; 3]; 4] = [[0, 150, 0], [0, 0, 200], [200, 200, 0], [200, 0, 200]];

fn pack(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    fs::write(folder.path().join("pack.yaml"), text).expect("it can be written");
    folder
}

fn rendered(folder: &TempDir, name: &str) -> Vec<u8> {
    let file = folder.path().join(name);
    let (path, file) = (folder.path().to_str().expect("it is text"), file.to_str().expect("it is text"));
    foeman(&["render", path, "border", "-o", file, "--scale", "40"]).ends(0);
    fs::read(file).expect("it was written")
}

#[test]
fn units_in_one_cell_are_a_stack_with_its_number_and_the_uppermost_on_top() {
    let folder = pack(MARCHES);
    let svg = String::from_utf8(rendered(&folder, "border.svg")).expect("it is text");
    let figures = svg.split_once("<g id=\"figures\">").expect("there are figures").1;
    let (figures, names) = figures.split_once("<g id=\"names\">").expect("there are names");
    assert_eq!(figures.matches(">3</text>").count(), 1, "the stack of three: {figures}");
    assert!(!figures.contains(">1</text>"), "a single unit has no number");
    assert!(names.contains(">Ada</text>"), "{names}");
    assert_eq!(
        names.matches(">Guard #").count(),
        1,
        "only the top unit of a stack and the single unit have names: {names}"
    );
}

#[test]
fn classes_are_drawn_with_their_images_and_the_frame_of_each() {
    let text = MARCHES
        .replace("title: Grass,", "title: Grass, images: [{image: ground}],")
        .replace("title: Town, color", "title: Town, images: [{image: town}], color")
        .replace("title: Rider,", "title: Rider, images: [{image: folk}],")
        .replace("title: Guard,", "title: Guard, images: [{image: folk}],")
        // On unowned cells, the image keeps its colours.
        .replace("{cells: [[0, 1], [5, 1]],", "{cells: [[0, 1], [5, 1], [3, 3]],");
    let folder = pack(&text);
    let row: Vec<u8> = TILES.iter().flat_map(|color| color.repeat(8)).collect();
    let bytes = encode([32, 8], &row.repeat(8)).expect("it can be encoded");
    fs::write(folder.path().join("tiles.png"), bytes).expect("it can be written");
    foeman(&["check", folder.path().to_str().expect("it is text")]).ends(0);
    let bytes = rendered(&folder, "border.png");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("it is PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
    reader.next_frame(&mut pixels).expect("it has pixels");
    let counts = TILES.map(|color| pixels.chunks_exact(3).filter(|pixel| *pixel == color).count());
    let [ground, town, first, second] = counts;
    assert!(ground > 10_000, "grass is drawn with its image: {counts:?}");
    assert!(town > 2_000, "towns lie upon it: {counts:?}");
    assert!(second > 500, "the top unit of the stack and the single unit show their own frames: {counts:?}");
    assert_eq!(first, 0, "{counts:?}");
}
