//! The crate pages of the libraries begin with a short example.

use super::read;

/// The most lines of an example, hidden ones included.
const MOST: usize = 30;

/// The libraries for other programs.
const LIBRARIES: [&str; 2] = ["schema/src/lib.rs", "rules/engine/src/lib.rs"];

#[test]
fn the_example_on_each_crate_page_is_short() {
    for file in LIBRARIES {
        let text = read(file);
        let page: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
        let fences: Vec<usize> = (0..page.len()).filter(|&at| page[at].starts_with("```")).collect();
        let [start, end] = fences[..] else { panic!("{file}: expected one example, found {} fences", fences.len()) };
        let lines = end - start - 1;
        assert_eq!(page[start], "```", "{file}: the example is compiled and run");
        assert!((1..=MOST).contains(&lines), "{file}: the example has {lines} lines, more than {MOST}");
        let heading = page[..start].iter().rfind(|line| line.starts_with("# "));
        let above = page[..start].iter().filter(|line| line.starts_with("# ")).count();
        assert_eq!((heading, above), (Some(&"# Example"), 1), "{file}: the example is the first section");
    }
}
