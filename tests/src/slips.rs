//! Texts that are nearly in a notation: what a regular expression tells of them, and what only the check does.

/// Slips that editors tell without knowing the notation.
pub const SLIPS: [(&str, &[&str]); 10] = [
    (
        "amount",
        &[
            "", "three", "st", "st/2", "own st", "own.ST", "owner.st", "3 +", "+", "()", "3 4", "1,5", "1.5", "007",
            "10000", "2D", "1D-2", "own.iq/", "3;", "3%", "-+3", "++3", "3 x 2", "own.st\n", "\t3",
        ],
    ),
    ("bypass", &["", "9999", "999999", "09999", "9a999", "99599", "99996"]),
    (
        "code",
        &["", "C", "c-H-001-03-", "C-H-1-03-", "C-H-001-03", "C-H-001-03-x", "C-H-001-03-001-0001-9", "S-P-001-01-a-"],
    ),
    ("color", &["", "red", "#fff", "d9c08c", "#d9c08", "#d9c08cff", "#d9c0gc"]),
    (
        "command",
        &[
            "",
            "maud",
            "Maud halt",
            "maud: halt",
            "maud step 2;3",
            "maud step 2, 3",
            "maud strike ushka dice=",
            "maud strike ushka dice 3",
            "maud strike dice=3 ushka",
            "maud strike ushka ->",
            "maud strike ushka -> ushka=low",
            "maud\thalt",
        ],
    ),
    (
        "damage",
        &[
            "", "-1", "1H", "H", "0D", "10D", "02D", "2d", "1D+2", "1d6", "-1H L", "-1H L+", "-1H L+1<", "-1H X+1",
            "-256H",
        ],
    ),
    ("front-pattern", &["", "aabcba", "7aabcba", "3aabcbd", "3aabc", "3AABCBA", "1a2a3a4a5a", "3 aabcba"]),
    (
        "roll",
        &[
            "",
            "1d6",
            "2d",
            "D",
            "0D",
            "100D",
            "d6",
            "2D6",
            "1D++2",
            "1D+-+2",
            "2D +",
            "2Dx",
            "1D+st",
            "own.Strength",
            "D2",
            "2 D",
            "007",
            "1.5",
            "(2D-)1",
            "*2",
        ],
    ),
    ("rounds", &["", "0", "012", "10000", "+3", "three", "spells", "3 rounds"]),
    ("saving-roll", &["", "3D", "3d:st", "10D:st", "0D:st", "3D:size", "3D:st half", "3D:st  halves", "3D: st"]),
];

/// What only the check tells, with the reason.
pub const LEFT_TO_THE_CHECK: [(&str, &str, &str); 10] = [
    ("amount", "(3", "brackets nest"),
    ("amount", "3)", "brackets nest"),
    ("amount", "(own.st + 2))/2", "brackets nest"),
    ("amount", "3/0", "what is divided by is an amount of its own"),
    ("amount", "3/(0)", "what is divided by is an amount of its own"),
    ("amount", "-----------------3", "signs and brackets are counted"),
    ("roll", "(2D", "brackets nest"),
    ("roll", "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", "parts are counted"),
    ("front-pattern", "4aaab1ccccb", "how many letters a digit takes depends on the digits before"),
    ("front-pattern", "1a2b", "how many letters a digit takes depends on the digits before"),
];
