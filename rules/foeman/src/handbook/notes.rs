//! The handbook on the record format of the notes' program.

use foeman_engine::handbook::{Chapter, Rule};

/// Chapter F12.
pub(super) fn chapter() -> Chapter {
    Chapter {
        number: "F12",
        title: "Records of the notes",
        rules: vec![
            Rule::new(
                "F12.1",
                "Digits",
                "One character represents a number from -15 upwards; the comma separates fields and is not a digit.",
            ),
            Rule::new(
                "F12.2",
                "Fields",
                "Figures, figure types, items, item types and sides are records of fields in a fixed order. \
                 The second use of an item is a separate record, with `&` before its class. \
                 A battle in progress is written in its current state.",
            )
            .filled(
                "The order of the digits in a field. \
                 Two more lists contain the values for which the notes have no field, so that the battle can continue after it is read.",
            ),
            Rule::new(
                "F12.3",
                "Names in fields",
                "Items on the map, targets and the owners of spells are written as places and numbers.",
            )
            .filled("A hex beyond column or row 99 cannot be written; the export reports it."),
            Rule::new("F12.4", "Pairs", "Two numbers are written as one: the first times 100, plus the second."),
            Rule::new("F12.5", "Round trip", "Reading a record and writing it again gives the same text.").filled(
                "Files have one byte for each character, and maps have at most 99 columns and rows.",
            ),
        ],
    }
}
