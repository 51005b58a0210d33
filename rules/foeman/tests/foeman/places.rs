//! The index of figures by place finds the same figures as a look at each of them.

use foeman_engine::ruleset::SideId;
use foeman_schema::grid::{Direction, Hex};
use proptest::prelude::*;
use ruleset_foeman::body::shape::Pose;
use ruleset_foeman::ids::{FigureId, KindId};
use ruleset_foeman::state::{FigureState, Figures, Of};

/// A change of the figures.
#[derive(Clone, Copy, Debug)]
enum Step {
    Moves(usize, Hex),
    Leaves(usize),
    ChangesSides(usize),
    Joins(Hex),
}

fn figure(hex: Hex, side: u8) -> FigureState {
    FigureState::new(KindId(0), SideId(side), Pose { head: hex, facing: Direction::new(0) }, 8)
}

fn any_hex(far: i32) -> impl Strategy<Value = Hex> {
    (-far..far, -far..far).prop_map(|(q, r)| Hex { q, r })
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (any::<usize>(), any_hex(12)).prop_map(|(figure, hex)| Step::Moves(figure, hex)),
        1 => any::<usize>().prop_map(Step::Leaves),
        1 => any::<usize>().prop_map(Step::ChangesSides),
        1 => any_hex(400).prop_map(Step::Joins),
    ]
}

/// The figures that the index should find.
fn looked_through(figures: &Figures, hex: Hex, most: u32, of: Of) -> Vec<FigureId> {
    let is_wanted = |figure: &FigureState| match of {
        Of::All => true,
        Of::Others(side) => figure.commander != side,
    };
    let near = figures.iter().zip(0..).filter(|(figure, _)| figure.hex.distance(hex) <= most && !figure.gone);
    near.filter(|(figure, _)| is_wanted(figure)).map(|(_, number)| FigureId(number)).collect()
}

proptest! {
    #[test]
    fn the_index_finds_what_a_look_at_each_figure_finds(
        count in 1..80usize,
        steps in prop::collection::vec((any_step(), any_hex(15), 0..9u32, any::<bool>()), 1..60),
    ) {
        let places = (0..count as i32).map(|number| Hex { q: number % 9 - 4, r: number / 9 - 4 });
        let mut figures: Figures = places.zip(0..).map(|(hex, number)| figure(hex, number % 2)).collect();
        for (step, hex, most, all) in steps {
            let of = if all { Of::All } else { Of::Others(SideId(1)) };
            let number = |figure: usize| FigureId((figure % figures.len()) as u16);
            match step {
                Step::Moves(nth, to) => {
                    let nth = number(nth);
                    figures.get_mut(nth).expect("it exists").hex = to;
                }
                Step::Leaves(nth) => {
                    let nth = number(nth);
                    figures.get_mut(nth).expect("it exists").gone = true;
                }
                Step::ChangesSides(nth) => {
                    let nth = number(nth);
                    figures.get_mut(nth).expect("it exists").commander = SideId(1);
                }
                Step::Joins(at) => figures.push(figure(at, 0)),
            }
            for most in [most, u32::MAX] {
                let expected = looked_through(&figures, hex, most, of);
                let mut found = Vec::new();
                figures.any_near((hex, most), of, |figure| {
                    found.push(figure);
                    false
                });
                prop_assert_eq!(&found, &expected);
                found.clear();
                figures.each_near((hex, most), of, |figure, head| {
                    assert_eq!(head, figures[figure.index()].hex);
                    found.push(figure);
                });
                found.sort_unstable();
                prop_assert_eq!(&found, &expected);
                prop_assert_eq!(figures.any_near((hex, most), of, |_| true), !expected.is_empty());
            }
            // A copy shares the index, and changes apart from the original.
            let mut copy = figures.clone();
            copy.get_mut(FigureId(0)).expect("it exists").hex = hex;
            prop_assert!(copy.any_near((hex, 0), Of::All, |figure| figure == FigureId(0)) != copy[0].gone);
        }
    }
}
