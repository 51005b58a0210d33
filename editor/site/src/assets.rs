//! The style and the scripts that all pages share.

use foeman_scene::theme::{DARK, LIGHT, Palette, color_text};

use crate::Files;

/// Adds the style, with the colours of the program's themes, and the scripts.
pub(crate) fn add(files: &mut Files) {
    let (light, dark) = (colors(&LIGHT), colors(&DARK));
    let style = format!(
        ":root{{color-scheme:light;{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{color-scheme:dark;{dark}}}}}\n{}",
        include_str!("../assets/style.css")
    );
    let all = [
        ("assets/style.css", style.as_str()),
        ("assets/theme.js", include_str!("../assets/theme.js")),
        ("assets/site.js", include_str!("../assets/site.js")),
        ("assets/player.js", include_str!("../assets/player.js")),
    ];
    files.extend(all.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())));
}

fn colors(palette: &Palette) -> String {
    let all = [
        ("panel", palette.panel),
        ("surface", palette.surface),
        ("sunken", palette.sunken),
        ("stripe", palette.stripe),
        ("button", palette.button),
        ("hover", palette.hover),
        ("line", palette.line),
        ("outline", palette.outline),
        ("text", palette.text),
        ("weak", palette.weak),
        ("strong", palette.strong),
        ("accent", palette.accent),
        ("on-accent", palette.on_accent),
        ("selected", palette.selected),
        ("error", palette.error),
        ("warning", palette.warning),
    ];
    all.map(|(name, color)| format!("--{name}:{};", color_text(color))).concat()
}
