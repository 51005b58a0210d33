//! Who is who: what content calls the sides and figures of a battle.

/// The ids that content has for sides and figures; empty where it has names only, which boards show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cast {
    /// The ids of the sides, in the order of the scenario.
    pub sides: Vec<String>,
    /// The figures that are there from the start.
    pub figures: Vec<CastFigure>,
}

/// A figure that is there from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastFigure {
    /// Its number on the board.
    pub token: u32,
    /// The position of its side.
    pub side: usize,
    /// Its id, which it may share with a figure of another side.
    pub id: String,
}

impl Cast {
    /// The id of a figure.
    pub fn id_of(&self, token: u32) -> Option<&str> {
        self.figures.iter().find(|figure| figure.token == token).map(|figure| figure.id.as_str())
    }
}
