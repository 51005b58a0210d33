//! `image-file`: bitmaps that cannot be shown.

use crate::catalogs::images::Image;
use crate::check::{Check, Scope};
use crate::dialect::Record;
use crate::did_you_mean::did_you_mean;
use crate::finding::{Confidence, Finding, Severity, near_value};
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "image-file",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "An image file cannot be shown, or a frame exceeds it",
    doc: "\
If the file of an image is missing, broken or too large, everything that uses the image is drawn without it.
The file must be inside the pack's folder, without links or `..`, so that it is copied with the pack.
PNG, JPEG, GIF, BMP and TIFF are supported, up to 16 MiB and 4096 pixels in each direction, and up to 64 million pixels for all images of a pack.
A frame is a rectangle within the image.",
    bad: r##"images:
  sand: {title: Sand, file: ../elsewhere/sand.png}
terrains:
  sand: {title: Sand, color: "#d9c08c", images: [{image: sand}]}
"##,
    fix: &[(r"images:
  sand: {title: Sand, file: ../elsewhere/sand.png}
", ""), (", images: [{image: sand}]", "")],
    run,
};

fn run(check: &Check, survey: &Survey<'_>, findings: &mut Vec<Finding>) {
    for (key, value) in survey.sound(Image::CATALOG) {
        let Ok(image) = Image::from_value(value) else { continue };
        let at = key.pointer();
        let bitmap = survey.draft.bitmap(&image.file);
        let size = match bitmap.as_ref() {
            Ok(bitmap) => bitmap.size,
            Err(error) => {
                let pointer = at.child("file");
                let Some(place) = survey.draft.place(&pointer) else { continue };
                let near: Vec<&str> = error.near.iter().map(String::as_str).collect();
                let help = did_you_mean(&near).or_else(|| Some(error.help.to_owned()));
                let fixes = near_value(&pointer, &near);
                findings.push(Finding { help, fixes, ..check.finding(place, pointer, error.message.clone()) });
                continue;
            }
        };
        for (number, frame) in image.frames.iter().enumerate() {
            let [right, bottom] = [(frame.left, frame.width), (frame.top, frame.height)]
                .map(|(first, count)| u32::from(first) + u32::from(count));
            if right <= size[0] && bottom <= size[1] {
                continue;
            }
            let pointer = at.child("frames").child(number.to_string());
            let Some(place) = survey.draft.place(&pointer) else { continue };
            let [width, height] = size;
            let message = format!(
                "expected a frame within the {width} x {height} pixels of `{}`, found one that ends at {right}, {bottom}",
                image.file
            );
            let help = Some("move the frame or make it smaller; `left` and `top` count from 0".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
