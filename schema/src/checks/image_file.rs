//! `image-file`: bitmaps that cannot be shown.

use serde::Deserialize;

use crate::catalogs::images::Image;
use crate::check::{Check, Scope};
use crate::dialect::Record;
use crate::finding::{Confidence, Finding, Severity, near_value};
use crate::near::did_you_mean;
use crate::survey::Survey;

pub(crate) static CHECK: Check = Check {
    name: "image-file",
    severity: Severity::Warning,
    confidence: Confidence::Certain,
    scope: Scope::Pack,
    summary: "The file of an image cannot be shown, or a frame lies outside of it",
    doc: "\
What is drawn with an image is drawn without it where its file is missing, broken or too large.
The file lies in the pack's folder, so that it goes wherever the pack goes: no links, and no way out by `..`.
It is PNG, JPEG, GIF, BMP or TIFF, of at most 16 MiB and 4096 pixels either way; all bitmaps of a pack have at most 64 million pixels.
A frame is a rectangle of the file: it ends at its right and lower edge at the latest.",
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
        let Ok(image) = Image::deserialize(value) else { continue };
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
                "expected a frame within the {width} by {height} pixels of `{}`, but found one that ends at {right}, {bottom}",
                image.file
            );
            let help = Some("move the frame or make it smaller; `left` and `top` count from 0".to_owned());
            findings.push(Finding { help, ..check.finding(place, pointer, message) });
        }
    }
}
