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
                "One character stands for a number from -15 upwards; the comma parts fields and is none.",
            ),
            Rule::new(
                "F12.2",
                "Fields",
                "Figures, figure types, things, types of things and sides are records of fields in a fixed order. \
                 A second use of a thing is a record of its own, with `&` before its class. \
                 A battle that has begun is written as it stands.",
            )
            .filled(
                "Which digit of a field is which. \
                 Two more lists hold what the notes have no field for, so that the battle can go on where it is read.",
            ),
            Rule::new(
                "F12.3",
                "Names in fields",
                "Things on the map, targets and the owners of spells are written by their places and numbers.",
            )
            .filled("A hex beyond column or row 99 cannot be written, which is told."),
            Rule::new("F12.4", "Pairs", "Two numbers are written as one: the first times 100, and the second."),
            Rule::new("F12.5", "Kept as it is", "A record that is read and written again is the same text.").filled(
                "Files have one byte for each character, and maps that are written have at most 99 columns and rows.",
            ),
        ],
    }
}
