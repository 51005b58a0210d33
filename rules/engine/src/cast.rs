//! The cast of a battle: the ids that content gives to sides and figures.

/// The ids of sides and figures in the content; empty if the content has only names, which boards show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cast {
    /// The ids of the sides, in scenario order.
    pub sides: Vec<String>,
    /// The figures present from the start.
    pub figures: Vec<CastFigure>,
}

/// A figure present from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastFigure {
    /// Its token number on the board.
    pub token: u32,
    /// The position of its side.
    pub side: usize,
    /// Its id, which a figure of another side may share.
    pub id: String,
}

impl Cast {
    /// Returns the id of a figure.
    pub fn id_of(&self, token: u32) -> Option<&str> {
        self.figures.iter().find(|figure| figure.token == token).map(|figure| figure.id.as_str())
    }
}
