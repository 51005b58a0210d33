//! The appearance of cells: one terrain view for each different stack of terrains, with layered images.

use std::collections::BTreeMap;

use foeman_schema::catalogs::images::ImageLayer;

use foeman_engine::display::TerrainView;

/// The number for no terrain.
const NOTHING: u16 = u16::MAX;

/// The views of cells so far, by number, starting with the views of single terrains.
pub(super) struct Looks {
    views: Vec<TerrainView>,
    stacks: BTreeMap<Vec<u16>, u16>,
}

impl Looks {
    /// Creates the views of single terrains.
    pub(super) fn new(terrains: Vec<TerrainView>) -> Self {
        Self { views: terrains, stacks: BTreeMap::new() }
    }

    /// Returns the number of the view of a stack of terrains, by their numbers from the bottom up: the view of the
    /// topmost, with the images below that remain visible.
    pub(super) fn of(&mut self, stack: &[u16]) -> u16 {
        let Some((&top, below)) = stack.split_last() else { return NOTHING };
        let shows = |terrain: u16| !self.views[usize::from(terrain)].images.is_empty();
        if below.is_empty() || !shows(top) {
            return top;
        }
        if let Some(&known) = self.stacks.get(stack) {
            return known;
        }
        // A terrain without images fills the cell with its colour, and hides everything below.
        let bare = stack.iter().rposition(|&terrain| !shows(terrain));
        let base = &self.views[usize::from(stack[bare.unwrap_or(0)])];
        let images = stack.iter().flat_map(|&terrain| &self.views[usize::from(terrain)].images);
        let skipped: usize =
            stack[..bare.unwrap_or(0)].iter().map(|&terrain| self.views[usize::from(terrain)].images.len()).sum();
        let view = TerrainView {
            color: base.color.clone(),
            pattern: base.pattern,
            images: images.skip(skipped).cloned().collect(),
            ..self.views[usize::from(top)].clone()
        };
        let number = self.views.len().min(usize::from(NOTHING - 1)) as u16;
        self.views.push(view);
        self.stacks.insert(stack.to_vec(), number);
        number
    }

    /// Returns all views, by number.
    pub(super) fn views(self) -> Vec<TerrainView> {
        self.views
    }
}

/// Returns the images of a class for one of its entities: with the entity's frame if it has one.
pub(super) fn framed(images: &[ImageLayer], frame: u32) -> Vec<ImageLayer> {
    let own = u16::try_from(frame).ok().filter(|frame| *frame > 0);
    let layer = |layer: &ImageLayer| ImageLayer { frame: layer.frame.or(own), ..layer.clone() };
    images.iter().map(layer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terrain(color: &str, image: Option<&str>) -> TerrainView {
        let layer = |id: &str| serde_json::from_value(serde_json::json!({ "image": id })).unwrap();
        TerrainView {
            color: color.to_owned(),
            images: image.map(layer).into_iter().collect(),
            ..TerrainView::default()
        }
    }

    #[test]
    fn images_lie_on_what_leaves_them_to_be_seen() {
        let mut looks =
            Looks::new(vec![terrain("grass", Some("grass")), terrain("town", Some("town")), terrain("mill", None)]);
        assert_eq!([looks.of(&[]), looks.of(&[0]), looks.of(&[0, 2])], [NOTHING, 0, 2]);
        let (on_grass, on_mill) = (looks.of(&[0, 1]), looks.of(&[0, 2, 1]));
        assert_eq!([on_grass, on_mill, looks.of(&[0, 1])], [3, 4, 3]);
        let seen = |view: &TerrainView| -> (String, Vec<String>) {
            (view.color.clone(), view.images.iter().map(|layer| layer.image.id().to_owned()).collect())
        };
        let views = looks.views();
        assert_eq!(seen(&views[3]), ("grass".to_owned(), vec!["grass".to_owned(), "town".to_owned()]));
        assert_eq!(seen(&views[4]), ("mill".to_owned(), vec!["town".to_owned()]));
    }
}
