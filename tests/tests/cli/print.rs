//! `foeman print`: PDF files.

use std::fs;

use crate::{arena, foeman, repository};

#[test]
fn a_scenario_is_printed_and_again_to_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let files = ["one.pdf", "two.pdf"].map(|name| folder.path().join(name));
    for file in &files {
        let run = foeman(&["print", &arena(), "duel", "-o", file.to_str().expect("a plain name")]).ends(0);
        assert!(run.out.is_empty() && run.err.contains("wrote") && run.err.contains("pages"), "{}", run.err);
    }
    let [one, two] = files.map(|file| fs::read(file).expect("the file was written"));
    assert!(one.starts_with(b"%PDF-") && one == two);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no temporary file is left");
}

#[test]
fn wrong_options_are_refused_with_what_is_expected() {
    let refused = |options: &[&str]| {
        let arena = arena();
        let command = [&["print", &arena, "-o", "x.pdf"], options].concat();
        foeman(&command).ends(2).err
    };
    for (options, expected) in [
        (&["duel", "--hex", "16"][..], "expected a length such as `16mm`, `5/8in` or `1in`, found `16`"),
        (&["duel", "--hex", "1mm"], "expected a hex of 5 to 100 mm, found `1mm`"),
        (&["duel", "--bleed", "4"], "expected 0 to 3 millimetres, found `4`"),
        (&["duel", "--back-offset", "4"], "expected two lengths up to 10 mm such as `0.5,-1`, found `4`"),
        (&["duel", "--only", "map"], "maps"),
        (&["duel", "--counter", "1in"], "1/2in"),
        (&["dule"], "`duel`"),
        (&["--hex", "100mm"], "expected at most 200 pages, found"),
    ] {
        let error = refused(options);
        assert!(error.contains(expected), "{options:?}: {error}");
    }
    let error = foeman(&["print", &arena(), "duel", "-o", "duel.png"]).ends(2).err;
    assert!(error.contains("expected a file that ends in `.pdf`, found `duel.png`"), "{error}");
    let codes = repository("content/codes");
    let codes = codes.to_str().expect("the repository's path is text");
    let error = foeman(&["print", codes, "market-day", "-o", "x.pdf", "--only", "maps"]).ends(2).err;
    assert!(error.contains("nothing to print"), "{error}");
}

#[test]
fn a_file_in_a_missing_folder_is_not_written() {
    let error = foeman(&["print", &arena(), "duel", "-o", "no/such/folder/duel.pdf"]).ends(3).err;
    assert!(error.contains("could not write"), "{error}");
}
