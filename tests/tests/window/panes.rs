//! Every pane, drawn offscreen: in both themes, small and large, and when it is crowded.

use std::fs;

use egui::{Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use foeman_registry::SHIPPED;
use foeman_scene::theme::{self, ThemeChoice};
use foeman_window::shell::action::Action;
use foeman_window::shell::app::App;
use foeman_window::shell::kind::{PaneKind, Sample};
use foeman_window::shell::panes::{PANES, kind};
use foeman_window::shell::shot::show;
use foeman_window::shell::view::Pane;
use foeman_window::shell::workspace::Workspace;
use tempfile::TempDir;

use crate::seen::{Text, overlaps, texts};
use crate::{Window, pack, settled};

/// The window sizes at which every pane is drawn.
const SIZES: [[f32; 2]; 2] = [[1280.0, 800.0], [2560.0, 1440.0]];

pub(crate) fn sized(app: App, size: [f32; 2]) -> Window {
    let harness = Harness::builder()
        .with_size(size)
        .with_context_setup(theme::install)
        .build_ui_state(|ui, app: &mut App| app.ui(ui), app);
    settled(harness)
}

/// Returns the title of a pane, as on its tab.
pub(crate) fn title(window: &Window, pane: &Pane) -> String {
    (kind(pane).title)(window.state().workspace().session(), pane)
}

/// Returns the area of a pane, found by its name.
pub(crate) fn place(window: &Window, pane: &Pane) -> Rect {
    window.get_by_role_and_label(Role::Pane, &format!("{} pane", title(window, pane))).rect()
}

/// Returns the areas of maps and charts, in which texts may overlap.
fn pictures(window: &Window) -> Vec<Rect> {
    let pictures = window.query_all_by_role(Role::Canvas);
    pictures.map(|canvas| canvas.rect()).collect()
}

/// Returns legibility problems of a window: overlapping or cut off texts, and id clashes reported by egui.
pub(crate) fn faults(window: &mut Window) -> Vec<String> {
    let texts = texts(window);
    assert!(texts.len() > 10, "something is drawn");
    let mut faults = overlaps(&texts, &pictures(window));
    faults.extend(clashes(&texts));
    // Cells of a table end with their column, which can be widened.
    let layout = &window.state().workspace().view().layout();
    let tables: Vec<Rect> = layout
        .panes()
        .into_iter()
        .filter(|pane| {
            matches!(pane, Pane::Catalog(_)) && layout.root().group_of(pane).unwrap().active.as_ref() == Some(pane)
        })
        .map(|pane| place(window, pane))
        .collect();
    for text in texts.iter().filter(|text| !tables.iter().any(|rect| rect.contains_rect(text.seen))) {
        if text.is_cut() || (text.elided && !is_told_on_hover(window, text)) {
            faults.push(format!("`{}` is cut at {:?}", text.words, text.seen));
        }
    }
    faults
}

/// Returns egui's messages about id clashes.
fn clashes(texts: &[Text]) -> Vec<String> {
    let clash = texts.iter().filter(|text| text.words.contains(" use of ") && text.words.contains("ID"));
    clash.map(|text| format!("an id is used twice: {}", text.words)).collect()
}

/// Whether a tooltip shows the full text of an elided one.
fn is_told_on_hover(window: &mut Window, text: &Text) -> bool {
    let missing = text.whole.strip_prefix(text.words.trim_end_matches('…')).unwrap_or(&text.whole).trim();
    window.hover_at(text.seen.center());
    window.run_steps(2);
    // A real pointer is never completely still.
    window.hover_at(text.seen.center() + egui::vec2(1.0, 0.0));
    let told = (0..8).any(|_| {
        window.run_steps(1);
        texts(window).iter().any(|other| !other.elided && other.whole.contains(missing))
    });
    window.remove_cursor();
    window.run_steps(2);
    told
}

/// Returns the widgets of a pane that extend beyond its sides.
fn outside(window: &Window, pane: &Pane) -> Vec<String> {
    let rect = place(window, pane).expand(1.0);
    let name = format!("{} pane", title(window, pane));
    let node = window.get_by_role_and_label(Role::Pane, &name);
    let children = node.children_recursive();
    let out = children.filter(|child| child.accesskit_node().raw_bounds().is_some()).filter(|child| {
        let child = child.rect();
        child.is_positive() && (child.left() < rect.left() || child.right() > rect.right())
    });
    out.map(|child| format!("{:?} {:?}", child.accesskit_node().label(), child.rect())).collect()
}

/// A window on a sample of a pane; also returns the folder of its pack, because the window would report its deletion.
fn sample_window(sample: &Sample, theme: ThemeChoice, size: [f32; 2]) -> (TempDir, Window) {
    let (folder, path) = pack(sample.pack);
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    app.perform(Action::Theme(theme));
    show(app.workspace_mut(), sample.example).unwrap();
    (folder, sized(app, size))
}

#[test]
fn every_pane_can_be_read_in_both_themes_small_and_large() {
    let mut seen = 0;
    for kind in PANES {
        for sample in kind.samples {
            for theme in [ThemeChoice::Light, ThemeChoice::Dark] {
                for size in SIZES {
                    let (_folder, mut window) = sample_window(sample, theme, size);
                    let at = format!("{} {theme:?} {size:?}", sample.example);
                    reads_well(&mut window, kind, &at);
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 4 * PANES.iter().map(|kind| kind.samples.len()).sum::<usize>());
}

fn reads_well(window: &mut Window, kind: &PaneKind, at: &str) {
    let panes = window.state().workspace().view().panes().into_iter().cloned().collect::<Vec<_>>();
    let pane = panes.into_iter().rev().find(|pane| (kind.is)(pane)).expect("the sample shows the pane");
    let rect = place(window, &pane);
    assert!(rect.width() > 100.0 && rect.height() > 60.0, "{at}: {rect:?}");
    assert_eq!(faults(window), Vec::<String>::new(), "{at}");
    if !matches!(pane, Pane::Catalog(_)) {
        assert_eq!(outside(window, &pane), Vec::<String>::new(), "{at}");
    }
}

/// A copy of the Arena with long names, and the panes of its tables.
fn crowded() -> (tempfile::TempDir, App, Vec<Pane>) {
    let (folder, path) = pack("arena");
    let longer = |text: &str| {
        let long = |line: &str| match line.split_once("title: ") {
            Some((before, title)) if !title.starts_with(['"', '\'', '{', '[']) => {
                format!("{before}title: {title} of the long and winding road to the far north")
            }
            _ => line.to_owned(),
        };
        text.lines().map(|line| long(line) + "\n").collect::<String>()
    };
    for file in ["items/melee.yaml", "figures/people.yaml", "maps.yaml", "scenarios.yaml"].map(|file| path.join(file)) {
        fs::write(&file, longer(&fs::read_to_string(&file).unwrap())).unwrap();
    }
    let mut app = App::new(Workspace::new(SHIPPED));
    app.perform(Action::Open(path));
    let index = app.workspace().pack().unwrap().index();
    let panes: Vec<Pane> =
        index.catalogs.iter().take(9).map(|catalog| Pane::Catalog(catalog.def.name.to_owned())).collect();
    show(app.workspace_mut(), "play:siege").unwrap();
    for pane in &panes {
        app.perform(Action::Show(pane.clone()));
    }
    (folder, app, panes)
}

#[test]
fn nine_tabs_with_long_names_can_all_be_read_and_reached_in_a_small_window() {
    let (_folder, app, panes) = crowded();
    assert_eq!(panes.len(), 9);
    let mut window = sized(app, [760.0, 480.0]);
    let figures = window.state().workspace().play().battle().expect("a battle").board().tokens.len();
    assert!(figures >= 15, "a crowded battle: {figures}");
    for pane in &panes {
        window.state_mut().perform(Action::Show(pane.clone()));
        crate::settle(&mut window);
        let name = title(&window, pane);
        let rect = place(&window, pane);
        let strip = Rect::from_min_max(egui::pos2(rect.left(), rect.top() - 31.0), rect.right_top());
        let tab = texts(&window).into_iter().find(|text| strip.contains(text.rect.center()) && text.words == name);
        let on_strip: Vec<_> = texts(&window).into_iter().filter(|text| strip.intersects(text.seen)).collect();
        assert!(on_strip.iter().all(|text| !text.elided), "names on tabs are whole: {on_strip:?}");
        assert_eq!(overlaps(&texts(&window), &pictures(&window)), Vec::<String>::new(), "{name}");
        let fits = name.len() < 20;
        assert!(!fits || tab.is_some_and(|text| !text.is_cut()), "{name} is brought into view: {on_strip:?}");
    }
    for pane in &panes {
        let name = title(&window, pane);
        crate::click(&mut window, "List of tabs");
        let entry = window.get_by_role_and_label(Role::Button, &name);
        entry.click();
        crate::settle(&mut window);
        assert_eq!(window.state().workspace().view().document(), Some(pane), "{name} is reached from the list");
    }
    assert_eq!(clashes(&texts(&window)), Vec::<String>::new());
}
