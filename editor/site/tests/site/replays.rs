//! The data of the replay player.

use serde_json::Value;

use super::{made, shipped, text};

/// Reads the data of a replay as the player does.
#[track_caller]
fn replay(text: &str) -> Value {
    let json = text.strip_prefix("window.foemanReplay=").and_then(|text| text.strip_suffix(";\n"));
    serde_json::from_str(json.expect("it assigns to a property of the window")).expect("it is JSON")
}

fn state(view: &Value, every: usize, entry: usize) -> Vec<Value> {
    let mut state: Vec<Value> = Vec::new();
    let mut put = |token: &Value| {
        let place = token[0].as_u64().expect("a token has a number") as usize;
        state.resize(state.len().max(place + 1), Value::Null);
        state[place] = if token.as_array().is_some_and(|token| token.len() > 1) { token.clone() } else { Value::Null };
    };
    view["keys"][entry / every].as_array().into_iter().flatten().for_each(&mut put);
    for entry in entry / every * every + 1..=entry {
        view["deltas"][entry].as_array().into_iter().flatten().for_each(&mut put);
    }
    state
}

#[test]
fn a_battle_can_be_entered_anywhere() {
    let files = made(shipped("arena"), None, 0);
    let replays = files.keys().filter(|path| path.ends_with(".play.js"));
    let mut seen = 0;
    for path in replays {
        let data = replay(text(&files, path));
        let every = data["every"].as_u64().expect("it has keyframes") as usize;
        for view in data["views"].as_array().expect("it has views") {
            let count = view["deltas"].as_array().expect("it has entries").len();
            assert_eq!(view["lines"].as_array().map(Vec::len), Some(count), "{path}");
            // The state before a keyframe with the changes of its entry is at most as large as the keyframe.
            for entry in (every..count).step_by(every) {
                let there = |state: Vec<Value>| state.iter().filter(|token| !token.is_null()).count();
                assert!(there(state(view, every, entry)) > 0, "{path}: {entry}");
                assert!(there(state(view, every, entry - 1)) > 0, "{path}: {entry}");
            }
        }
        seen += 1;
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn the_log_can_be_read_without_scripts() {
    let files = made(shipped("arena"), None, 0);
    let page = text(&files, "scenarios/duel.play.html");
    assert!(page.contains("href=\"../scenarios/duel.play.log-1.html\""), "{page}");
    let log = text(&files, "scenarios/duel.play.log-1.html");
    assert!(log.contains("duel.play.html#entry=") && log.matches("<li").count() > 20);
}

#[test]
fn a_side_sees_no_figure_that_is_hidden_from_it() {
    let files = made(shipped("arena"), None, 0);
    let hidden = files.keys().filter(|path| path.ends_with(".play.js")).filter(|path| {
        let data = replay(text(&files, path));
        let every = data["every"].as_u64().expect("it has keyframes") as usize;
        let views = data["views"].as_array().expect("it has views");
        let on_map = |view: &Value, entry: usize| {
            let state = state(view, every, entry);
            state.iter().filter(|token| token[1].as_i64().is_some_and(|x| x >= 0)).count()
        };
        let count = views[0]["deltas"].as_array().map_or(0, Vec::len);
        let sees_less = |view: &Value| (0..count).any(|entry| on_map(view, entry) < on_map(&views[0], entry));
        views.iter().skip(1).any(sees_less)
    });
    assert!(hidden.count() > 0, "a scenario of the Arena has hidden figures");
}
