use foeman_schema::text::RecordKey;

use super::*;

fn catalog(name: &str) -> Pane {
    Pane::Catalog(name.to_owned())
}

/// Formats the groups as text: `tree | items* maps | inspector`.
fn words(layout: &Layout) -> String {
    let word = |group: &Group, pane: &Pane| {
        let name = match pane {
            Pane::Catalog(name) => name.clone(),
            other => format!("{other:?}").to_lowercase(),
        };
        if group.active.as_ref() == Some(pane) && group.panes.len() > 1 { format!("{name}*") } else { name }
    };
    let group = |group: &Group| group.panes.iter().map(|pane| word(group, pane)).collect::<Vec<_>>().join(" ");
    layout.root.groups().into_iter().map(group).collect::<Vec<_>>().join(" | ")
}

#[test]
fn documents_open_as_tabs_in_the_middle() {
    let mut layout = Layout::default();
    assert_eq!(words(&layout), "tree |  | inspector");
    for name in ["items", "maps", "items"] {
        layout.show(catalog(name));
    }
    assert_eq!(words(&layout), "tree | items* maps | inspector");
    assert_eq!(layout.document(), Some(&catalog("items")));
}

#[test]
fn closing_a_tab_shows_its_neighbour() {
    let mut layout = Layout::default();
    for name in ["a", "b", "c"] {
        layout.show(catalog(name));
    }
    layout.close(&catalog("c"));
    assert_eq!(layout.document(), Some(&catalog("b")));
    layout.close(&catalog("a"));
    assert_eq!(layout.document(), Some(&catalog("b")));
    layout.close(&catalog("b"));
    assert_eq!(layout.document(), None);
    assert_eq!(words(&layout), "tree |  | inspector", "the empty document area stays visible");
}

#[test]
fn a_hidden_pane_keeps_its_place() {
    let mut layout = Layout::default();
    let before = words(&layout);
    layout.toggle(Pane::Inspector);
    assert!(!layout.shows(&Pane::Inspector));
    assert_eq!(words(&layout), before);
    layout.toggle(Pane::Inspector);
    assert!(layout.shows(&Pane::Inspector));
}

#[test]
fn an_arrangement_with_other_panes_is_refused() {
    let mut layout = Layout::default();
    layout.show(catalog("items"));
    let before = layout.clone();
    let mut other = before.root.clone();
    if let Some(group) = other.group_mut(GroupId(1)) {
        group.panes.clear();
    }
    assert!(!layout.rearrange(other, GroupId(99), None));
    assert_eq!(layout, before);
}

#[test]
fn a_layout_without_documents_can_be_used_for_another_pack() {
    let mut layout = Layout::default();
    layout.show(catalog("items"));
    layout.show(Pane::Map(RecordKey::new("maps", "pit")));
    layout.toggle(Pane::Inspector);
    let bare = layout.without_documents();
    assert_eq!(words(&bare), "tree |  | inspector");
    assert!(!bare.shows(&Pane::Inspector));
}

#[test]
fn whatever_was_kept_is_mended_or_left() {
    let lonely = |pane: Pane| Node::Group(Group { id: GroupId(7), panes: vec![pane.clone(), pane], active: None });
    let part = |size, node| Part { size, node };
    let parts = vec![
        part(f32::NAN, lonely(catalog("items"))),
        part(-5.0, lonely(Pane::Tree)),
        part(1e30, lonely(catalog("items"))),
    ];
    let root = Node::Split(Split { id: GroupId(7), way: Way::Row, parts });
    let kept = Layout { version: VERSION, root, current: GroupId(1234), hidden: BTreeSet::new(), next: 0 };
    let mended = kept.clone().restored().expect("the layout has the current version");
    let mut panes: Vec<_> = mended.panes().into_iter().cloned().collect();
    panes.sort();
    assert_eq!(panes, [Pane::Tree, Pane::Inspector, catalog("items")]);
    assert_eq!(mended.document(), Some(&catalog("items")));
    let mut names: Vec<_> = mended.root.groups().into_iter().map(|group| group.id).collect();
    names.dedup();
    assert_eq!(names.len(), mended.root.groups().len(), "every group has a different id");

    assert_eq!(Layout { version: VERSION + 1, ..kept.clone() }.restored(), None);
    assert_eq!(Layout { next: u64::MAX, ..kept }.restored(), None);
}
