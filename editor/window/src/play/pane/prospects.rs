//! Describes the outcome probabilities of a choice.

use foeman_engine::display::Board;
use foeman_engine::prospect::{Prospect, Timing};

use crate::pack::index::capitalised;
use crate::play::spots::tenths;

/// Returns further outcomes of a choice, as sentences.
pub(crate) fn lines(board: &Board, prospect: &Prospect) -> Vec<String> {
    let mut lines = Vec::new();
    let about = if prospect.is_sampled { "about " } else { "" };
    let harm = prospect.harm.map(|harm| format!("{about}{} points of harm on average", tenths(harm)));
    let fells = prospect.fells.map(|fells| format!("fells in {about}{} %", fells.percent()));
    let cost = prospect.cost.filter(|cost| cost.sum > 0).map(|cost| format!("loses {about}{} points", tenths(cost)));
    let done: Vec<String> = harm.into_iter().chain(fells).chain(cost).collect();
    lines.extend((!done.is_empty()).then(|| capitalised(&done.join(", "))));
    lines.extend(prospect.timing.as_ref().map(|timing| when(board, timing)));
    lines.extend(prospect.notes.iter().cloned());
    lines
}

/// Describes when a choice takes effect.
fn when(board: &Board, timing: &Timing) -> String {
    let names = |tokens: &[u32]| {
        let name = |id: &u32| board.tokens.iter().find(|token| token.id == *id).map(|token| token.name.as_str());
        tokens.iter().filter_map(name).collect::<Vec<_>>().join(", ")
    };
    match timing {
        Timing::AtOnce => "Takes effect at once".to_owned(),
        Timing::AskedAgain => "Others choose first; then it must choose again".to_owned(),
        Timing::InTurn { after, before, open } => {
            let mut parts = Vec::new();
            parts.extend((!after.is_empty()).then(|| format!("after {}", names(after))));
            parts.extend((!before.is_empty()).then(|| format!("before {}", names(before))));
            let known = if parts.is_empty() { "Acts next".to_owned() } else { format!("Acts {}", parts.join(", ")) };
            let open = (!open.is_empty()).then(|| format!("; {} may still act in between", names(open)));
            known + &open.unwrap_or_default()
        }
    }
}
