//! The handbook of action codes: its rules in plain English.

use super::contest::{MISS, MOTIONLESS};
use foeman_engine::handbook::{Chapter, Handbook, Rule};

pub(super) fn handbook() -> Handbook {
    Handbook {
        title: "The rules of action codes",
        about: "What the log and the sums of a contest mean by numbers such as A5, and how action codes are written. \
                The logs of Foeman battles use the same codes.",
        chapters: vec![
            Chapter { number: "A1-A4", title: "The notation", rules: notation() },
            Chapter { number: "A5-A7", title: "Contests and battles", rules: use_of_codes() },
        ],
    }
}

fn notation() -> Vec<Rule> {
    vec![
        Rule::new(
            "A1",
            "Basic code",
            "A basic code is written `C-A-XXX-SS-`: a letter for the classifier, a letter for the action type, three digits for the action and two for its score. \
             It ends with a dash. \
             The score, 00 to 99, says how strong the action is.",
        ),
        Rule::new(
            "A2",
            "Combat code",
            "A combat code continues with three digits for the position of the body, four for the weapon and one for the location: `C-A-XXX-SS-PPP-WWWW-L`. \
             Location 0 is the whole body. \
             Further blocks are kept as they are written.",
        ),
        Rule::new(
            "A3",
            "Code books",
            "A code book in a pack says what letters and numbers mean. \
             Within its scope, a letter or number has one meaning. \
             The shipped book has the codes of the source: `C-H-001` is a punch, `C-M-001` a dodge, position 001 is standing and weapon 0001 the body.",
        ),
        Rule::new(
            "A4",
            "Errors",
            "An error names the block, its column, and what was expected. \
             A valid code is written back as the same text.",
        ),
    ]
}

fn use_of_codes() -> Vec<Rule> {
    vec![
        Rule::new(
            "A5",
            "Attack and response",
            "The score of the response is subtracted from that of the attack. \
             A response counts if its location is 0 or the one attacked. \
             The table of weapons and armours says how much damage the armour absorbs, and changes nothing for a pair that it does not list. \
             If the classifiers differ or the types are incompatible, the log reports an error, the attack meets a motionless opponent, and the other action takes place as well.",
        )
        .filled(format!(
            "An outcome of {MISS} or less is a miss. A motionless opponent has a score of {MOTIONLESS}."
        )),
        Rule::new(
            "A6",
            "Example of the source",
            "`C-H-001-09-001-0001-1` against `C-M-001-03-001-0001-0` hits with an outcome of 6 and does 6 damage.",
        ),
        Rule::new(
            "A7",
            "Codes of Foeman battles",
            "Every action of a Foeman battle has a combat code in the log. \
             The score is the margin of the roll plus 1, from 1 to 99, or 0 for a failure. \
             The weapon is the `code` of the item, 0001 for the body, and 0000 for none. \
             `foeman codes explain` reads these codes in the words of the log.",
        )
        .filled(
            "A dodge is M-001, as in the source. \
             Other actions have the number of their option; where one option covers several actions, each further one has 20 more. \
             Position 001 is standing, 003 kneeling and 004 prone. \
             A block after the location names a spell, a talent, an item without a code or a natural attack. \
             An action without a roll has the score 1.",
        ),
    ]
}
