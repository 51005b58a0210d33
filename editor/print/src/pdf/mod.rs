//! Writes a document as PDF. The same document gives the same bytes.

mod draw;

use std::collections::BTreeMap;

use egui::Rect;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Transform};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::{Document as Pdf, SerializeSettings};

use crate::page::{Document, Page};
use crate::paper::POINTS;
use draw::Ink;

/// Returns the document as the bytes of a PDF file.
///
/// The error says what cannot be written, which is a mistake in the layout.
pub fn pdf(document: &Document) -> Result<Vec<u8>, String> {
    let settings = SerializeSettings { enable_tagging: false, ..SerializeSettings::default() };
    let mut pdf = Pdf::new_with(settings);
    pdf.set_metadata(
        Metadata::new()
            .title(document.title.clone())
            .authors(document.authors.clone())
            .language(document.language.clone())
            .creator(env!("CARGO_PKG_NAME").to_owned()),
    );
    let places: BTreeMap<&str, usize> =
        document.pages.iter().enumerate().map(|(number, page)| (page.name.as_str(), number)).collect();
    let mut ink = Ink::new(document.mono)?;
    for page in &document.pages {
        let size = page.size * POINTS;
        let settings = PageSettings::from_wh(size.x, size.y).ok_or("expected a page with a size")?;
        let mut sheet = pdf.start_page_with(settings);
        let mut surface = sheet.surface();
        surface.push_transform(&Transform::from_scale(POINTS, POINTS));
        ink.draw(&page.marks, &mut surface);
        surface.pop();
        surface.finish();
        for link in &page.links {
            let to = *places.get(link.to.as_str()).ok_or_else(|| format!("expected a page named `{}`", link.to))?;
            let target = Target::Destination(top_of(to).into());
            let rect = points(link.rect).ok_or("expected a link with an area")?;
            sheet.add_annotation(Annotation::new_link(LinkAnnotation::new(rect, target), None));
        }
        sheet.finish();
    }
    pdf.set_outline(outline(&document.pages));
    pdf.finish().map_err(|error| format!("{error:?}"))
}

fn top_of(page: usize) -> XyzDestination {
    XyzDestination::new(page, Point::from_xy(0.0, 0.0))
}

fn points(rect: Rect) -> Option<krilla::geom::Rect> {
    let [left, top, right, bottom] = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|at| at * POINTS);
    krilla::geom::Rect::from_ltrb(left, top, right, bottom)
}

/// Returns the bookmarks as a tree.
fn outline<'a>(pages: &'a [Page]) -> Outline {
    let of =
        |(number, page): (usize, &'a Page)| page.bookmarks.iter().map(move |(depth, title)| (*depth, title, number));
    let marks: Vec<Bookmark<'a>> = pages.iter().enumerate().flat_map(of).collect();
    let mut outline = Outline::new();
    let mut rest = marks.as_slice();
    while let Some((node, after)) = node(rest) {
        outline.push_child(node);
        rest = after;
    }
    outline
}

type Bookmark<'a> = (usize, &'a String, usize);

/// Takes the first bookmark with all deeper ones after it.
fn node<'b, 'a>(marks: &'b [Bookmark<'a>]) -> Option<(OutlineNode, &'b [Bookmark<'a>])> {
    let ((depth, title, page), mut rest) = marks.split_first()?;
    let mut made = OutlineNode::new((*title).clone(), top_of(*page)).with_open(*depth == 0);
    while rest.first().is_some_and(|(deeper, ..)| deeper > depth) {
        let (child, after) = node(rest)?;
        made.push_child(child);
        rest = after;
    }
    Some((made, rest))
}
