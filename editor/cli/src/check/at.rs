//! The place given by `--fix-at`.

use std::path::Path;

use foeman_schema::finding::Finding;
use foeman_schema::text::Pointer;

use crate::pack::Pack;
use crate::report::position_path;

/// A value or a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum At {
    /// `/items/sword/damage`
    Value(Pointer),
    /// `my-pack/items.yaml:7`: findings about lines instead of values, such as merge conflicts.
    Line(String, u32),
}

impl At {
    /// Parses a pointer, or a file with a line and optionally a column.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let numbered = |text: &str| {
            let (file, number) = text.rsplit_once(':')?;
            Some((file.to_owned(), number.parse::<u32>().ok()?)).filter(|(file, _)| !file.is_empty())
        };
        if let Some((file, last)) = numbered(text) {
            let (file, line) = numbered(&file).unwrap_or((file, last));
            return Ok(Self::Line(file, line));
        }
        let expected =
            || format!("expected a pointer such as `/items/sword` or a line such as `items.yaml:7`, found `{text}`");
        Pointer::parse(text).map(Self::Value).ok_or_else(expected)
    }

    /// Returns whether a finding is at this place.
    pub(super) fn is_of(&self, pack: &Pack, finding: &Finding) -> bool {
        match self {
            Self::Value(pointer) => finding.pointer == *pointer,
            Self::Line(path, line) => {
                let file = finding.place.file;
                let is_file = pack.draft.path(file) == path || Path::new(&position_path(pack, file)) == Path::new(path);
                is_file && pack.draft.line_col(file, finding.place.span.start).0 == *line
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_pointer_or_a_line_of_a_file() {
        let line = |file: &str, line| Ok(At::Line(file.to_owned(), line));
        assert_eq!(At::parse("my-pack/items.yaml:7"), line("my-pack/items.yaml", 7));
        assert_eq!(At::parse("C:\\pack\\items.yaml:7:3"), line("C:\\pack\\items.yaml", 7));
        assert_eq!(At::parse("/items/sword"), Ok(At::Value(Pointer::root().child("items").child("sword"))));
        assert!(At::parse("items").is_err() && At::parse(":7").is_err());
    }
}
