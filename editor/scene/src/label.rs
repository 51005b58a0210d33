//! Label placement without overlaps.

use egui::{Color32, Rect};

/// A label with its possible positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// A second line in smaller letters; may be empty.
    pub note: String,
    /// The text size in points.
    pub size: f32,
    /// The colour of its outline; `None` for the default.
    pub edge: Option<Color32>,
    /// Possible positions, best first.
    pub places: Vec<Rect>,
}

/// Places each label so that it covers no other label and no marker. Earlier labels have priority; labels without room
/// are left out. Positions outside the picture are a last resort.
pub fn place_labels<'a>(labels: &'a [Label], markers: &[Rect], picture: Rect) -> Vec<(&'a Label, Rect)> {
    let mut placed = Vec::new();
    let mut taken = markers.to_vec();
    for label in labels {
        let mut free = label.places.iter().filter(|place| !taken.iter().any(|other| other.intersects(**place)));
        let first = free.clone().next();
        if let Some(place) = free.find(|place| picture.contains_rect(**place)).or(first) {
            taken.push(*place);
            placed.push((label, *place));
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, pos2, vec2};

    use super::*;

    fn label(text: &str, places: &[Pos2]) -> Label {
        let places = places.iter().map(|at| Rect::from_center_size(*at, vec2(40.0, 10.0))).collect();
        Label { text: text.to_owned(), note: String::new(), size: 10.0, edge: None, places }
    }

    #[test]
    fn a_name_moves_out_of_the_way_of_names_markers_and_the_edge() {
        let picture = Rect::from_min_max(pos2(0.0, 0.0), pos2(200.0, 100.0));
        let (below, above, outside) = (pos2(50.0, 60.0), pos2(50.0, 40.0), pos2(50.0, 99.0));
        let first = label("first", &[below, above]);
        let second = label("second", &[below, above]);
        let places = |labels: &[Label], markers: &[Rect]| {
            place_labels(labels, markers, picture).iter().map(|(_, place)| place.center()).collect::<Vec<_>>()
        };
        assert_eq!(places(&[first.clone(), second], &[]), [below, above]);
        let marker = Rect::from_center_size(below, vec2(30.0, 20.0));
        assert_eq!(places(std::slice::from_ref(&first), &[marker]), [above]);
        assert_eq!(places(&[label("edge", &[outside, above])], &[]), [above]);
        let crowd = vec![first; 3];
        assert_eq!(places(&crowd, &[]).len(), 2, "a third label has no room and is omitted");
    }
}
