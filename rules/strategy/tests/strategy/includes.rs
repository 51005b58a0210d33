//! Combining several files with includes, like the original.

use foeman_engine::exchange::Unopened;
use ruleset_strategy::hexkit::expand;

use crate::rows;

/// Opens a file by its name in the rows, where `INC` stands for their folder.
fn open(path: &str, _: usize) -> Result<Vec<u8>, Unopened> {
    let name = path.strip_prefix("INC/").ok_or(Unopened::Missing)?;
    std::fs::read(rows::folder().join("include").join(name)).map_err(|_| Unopened::Missing)
}

#[test]
fn files_are_included_as_in_the_original() {
    for name in ["a", "b"] {
        let main = rows::read(&format!("include/{name}-main.xml"));
        let expected = rows::read(&format!("include/{name}-combined.txt"));
        let found = expand("main", &main, &mut open).unwrap();
        assert_eq!(found.text, expected.trim_start_matches('\u{feff}').replace("\r\n", "\n"), "{name}");
    }
}

#[test]
fn a_file_that_is_missing_or_elsewhere_is_told() {
    let main = rows::read("include/c-main.xml");
    let told = expand("main", &main, &mut open).unwrap_err();
    assert_eq!(told.place, "main:2");
    assert_eq!(told.message, "expected the file `INC/missing.xml`, but it is missing: put it next to the scenario");
    for href in ["../secret.xml", "/etc/passwd", "C:\\secret.xml", "Scenario\\..\\..\\x.xml"] {
        let text = format!("<scenario>\n<include element=\"areas\" href=\"{href}\" />\n</scenario>");
        let message = expand("main", &text, &mut |_, _| panic!("nothing is opened")).unwrap_err().message;
        assert!(message.starts_with("expected a path below the folder"), "{message}");
    }
}

#[test]
fn what_swells_is_refused() {
    let line = "<include element=\"areas\" href=\"a.xml\" />\n<include element=\"areas\" href=\"b.xml\" />\n";
    let deep = |path: &str| {
        let next = path.bytes().next().map_or(b'a', |byte| byte + 1) as char;
        Ok(line.replace("a.xml", &format!("{next}1.xml")).replace("b.xml", &format!("{next}2.xml")).into_bytes())
    };
    let message = expand("main", line, &mut |path, _| deep(path)).unwrap_err().message;
    assert!(message.contains("included files"), "{message}");
    let large = "x".repeat(17 << 20);
    assert!(expand("main", &large, &mut |_, _| Err(Unopened::Missing)).unwrap_err().message.contains("bytes"));
}

#[test]
fn a_line_is_known_by_its_own_file() {
    let main = "<scenario>\n<include element=\"areas\" href=\"Areas\\one.xml\" />\n</scenario>";
    let found = expand("Scenario/main.xml", main, &mut |_, _| Ok(b"<areas>\n</areas>".to_vec())).unwrap();
    let lines: Vec<String> = (1..=6).map(|line| found.origin(line)).collect();
    let expected = [
        "Scenario/main.xml:1",
        "Scenario/main.xml:2",
        "Areas/one.xml:1",
        "Areas/one.xml:2",
        "Scenario/main.xml:2",
        "Scenario/main.xml:3",
    ];
    assert_eq!(lines, expected);
}
