//! View state survives saving and follows renames.

use foeman_engine::map_query::Topic;
use foeman_schema::grid::draw::Inside;
use foeman_schema::grid::hex_layout::Vector;
use foeman_schema::grid::{Geometry, Shape, Stand};

use super::*;
use crate::map::Patch;
use crate::play::{Pace, Tab};

fn record(id: &str) -> Selection {
    Selection::record(RecordKey::new("items", id))
}

#[test]
fn going_back_and_forward_walks_through_the_selected_records() {
    let mut view = ViewState::default();
    for id in ["axe", "bow", "club"] {
        view.select(record(id));
    }
    assert!(view.back());
    assert_eq!(view.selection(), Some(&record("bow")));
    assert!(view.forward());
    assert_eq!(view.selection(), Some(&record("club")));
    assert!(!view.can_go_forward());
}

#[test]
fn a_third_click_on_a_column_gives_file_order_back() {
    let mut view = ViewState::default();
    let click = |view: &mut ViewState| view.sort("items".to_owned(), "size".to_owned());
    click(&mut view);
    assert_eq!(view.sorting("items").map(|sorting| sorting.order), Some(Order::Rising));
    click(&mut view);
    assert_eq!(view.sorting("items").map(|sorting| sorting.order), Some(Order::Falling));
    click(&mut view);
    assert_eq!(view.sorting("items"), None);
}

#[test]
fn everything_a_user_has_chosen_comes_back_from_its_text() {
    let mut view = ViewState::default();
    let map = RecordKey::new("maps", "pit");
    view.show(Pane::Catalog("items".to_owned()));
    view.show(Pane::Map(map.clone()));
    view.toggle(Pane::Problems);
    view.select(Selection { hex: Some([3, 4]), ..Selection::record(map.clone()) });
    view.look(map.to_string(), Some(Camera { center: egui::pos2(2.5, 7.0), scale: 31.0, fitted: false }));
    view.set_filter("sword".to_owned());
    view.sort("items".to_owned(), "size".to_owned());
    view.tables.choose("items".to_owned(), Some(vec!["size".to_owned(), ":file".to_owned()]));
    view.fold(Fold::Catalog("talents".to_owned()));
    view.set_figures(&map, None);
    view.tool = Tool::Paint;
    view.brush = Some("mud".to_owned());
    view.mix = vec![("mud".to_owned(), 2), ("grass".to_owned(), 1)];
    view.stamps = vec![puddle()];
    view.lay_trace(&map, Some(Trace { strength: 80, shift: [0.5, -2.0], ..Trace::new("plan.png".into()) }));
    view.balance = Balance::HalfTurn;
    view.hidden = [Layer::Levels].into();
    view.locked = [Layer::Terrain].into();
    (view.layer, view.level, view.zone) = (Layer::Zones, 3, Some("gate".to_owned()));
    view.overlay = OverlayView { topic: Some(Topic::Reach), side: 1, ..OverlayView::default() };
    view.stroke = StrokeStyle { radius: 3, inside: Inside::Outline };
    view.play = PlayView {
        scenario: Some("duel".to_owned()),
        seed: 99,
        tab: Tab::Chart,
        measure: Some("Health".to_owned()),
        is_column_hidden: true,
        master: true,
        danger: true,
        curtain: true,
        pace: Pace::Slow,
    };
    view.bench.tell("compose", 1, "C".to_owned());
    let text = view.to_text().expect("a text");
    let back = ViewState::from_text(&text).expect("its own text is valid");
    assert_eq!(back.tables.columns("items"), view.tables.columns("items"));
    // Selected rows are not saved.
    view.tables = back.tables.clone();
    assert_eq!(back, view);
}

fn puddle() -> Stamp {
    let geometry =
        Geometry::new(Shape::Hex, Stand::Edge, None, [3, 3]).expect("a map of 3 by 3 cells is within the limits");
    let tile = geometry.lattice().tile();
    let patch = Patch::new(tile, vec![(Vector::new(0, 0), "mud".to_owned(), 0)], "m".to_owned());
    Stamp { name: "Puddle".to_owned(), patch }
}

#[test]
fn what_is_kept_of_a_record_follows_its_new_name() {
    let mut view = ViewState { brush: Some("mud".to_owned()), stamps: vec![puddle()], ..ViewState::default() };
    view.mix = vec![("grass".to_owned(), 2), ("mud".to_owned(), 1)];
    view.overlay.who = Who::Imagined("human".to_owned());
    let [map, hole] = ["pit", "hole"].map(|id| RecordKey::new("maps", id));
    let trace = Trace::new("plan.png".into());
    view.lay_trace(&map, Some(trace.clone()));
    let mut rename = |catalog: &str, [from, to]: [&str; 2]| {
        let [from, to] = [from, to].map(|id| RecordKey::new(catalog, id));
        view.rename(&from, &to, "scenarios", "figures");
    };
    rename("maps", ["pit", "hole"]);
    rename("terrains", ["mud", "bog"]);
    rename("figures", ["human", "person"]);
    rename("items", ["grass", "hay"]);
    assert_eq!((view.trace(&map), view.trace(&hole)), (None, Some(&trace)));
    assert_eq!(view.brush.as_deref(), Some("bog"));
    assert_eq!(view.mix, [("grass".to_owned(), 2), ("bog".to_owned(), 1)]);
    assert_eq!(view.stamps[0].patch.terrains().collect::<Vec<_>>(), ["bog"]);
    assert_eq!(view.overlay.who, Who::Imagined("person".to_owned()));
}

#[test]
fn a_text_that_cannot_be_read_is_no_view() {
    let text = ViewState::default().to_text().expect("a text");
    assert!(ViewState::from_text(&text).is_some());
    for broken in ["", "{", "[1]", "7", &text[..text.len() / 2], &text.replacen("\"version\":2", "\"version\":3", 1)] {
        assert_eq!(ViewState::from_text(broken), None, "{broken}");
    }
}
