//! The handbook on movement, and on the options left after it.

use crate::constants::{
    CHARGE_POLE_DICE, CHARGE_STEPS, CLIMB_MP, CORNERED_MA, DISENGAGE_DIVISOR, DOUBLE_PENALTY, ENGAGED_SIZE_FACTOR,
    ENGAGING_TOGETHER, GRAPPLE_STEPS, JAB_DISTANCE, LEAVING_MA, LINEAR_LIMIT, PIVOT_DICE, PIVOT_DICE_ENGAGED,
    PIVOT_DICE_OVERMATCHED, PIVOT_MARGIN, PIVOTED, PRESSED_DICE, PRESSED_DICE_LARGER, STAND_UP_DIVISOR, STEEPEST_CLIMB,
    STRUGGLE_DICE,
};
use crate::situation::limits::divisor;
use crate::state::ActionKind;
use foeman_engine::handbook::{Chapter, Rule};

/// Chapters F4 and F5.
pub(super) fn chapters() -> Vec<Chapter> {
    vec![
        Chapter { number: "F4", title: "Movement", rules: movement() },
        Chapter { number: "F5", title: "Options after movement", rules: options() },
    ]
}

fn movement() -> Vec<Rule> {
    vec![
        Rule::new(
            "F4.1",
            "Steps",
            "MA is spent as movement points (MP). A step into a front hex costs 1. \
             A step straight ahead keeps the facing and counts as linear. \
             A step into the rear hex is backward and keeps the facing; a second one in a row turns the figure round. \
             Standing up also costs MP.",
        )
        .filled(format!(
            "The cost of a step is multiplied by the cost of the terrain, and each level up costs {CLIMB_MP} MP more, for at most {STEEPEST_CLIMB} levels. \
             A step into another front hex turns the figure in this direction. \
             Standing up costs MA divided by {STAND_UP_DIVISOR}, rounded up."
        )),
        Rule::new(
            "F4.2",
            "Linear steps",
            format!(
                "Linear steps in a row are counted across rounds, up to {LINEAR_LIMIT}. \
                 Other steps restart the count, a backward step is recorded as backward, and a pivot at the end of a move adds {PIVOTED}."
            ),
        ),
        Rule::new(
            "F4.3",
            "Halting",
            "A figure has not moved, has been moved by others, has moved itself and may continue, or has halted. A halted figure takes no further steps of its own in this round.",
        ),
        Rule::new("F4.4", "Engagement", "A figure is engaged if it is in a front hex of an armed, active opponent that is large enough. With a scenario option, opponents that used more than half their MA in the round do not engage.").filled(format!(
            "The opponent must be at least as large as the figure divided by {ENGAGED_SIZE_FACTOR}. \
             {ENGAGING_TOGETHER} smaller opponents may add their sizes together. \
             Two figures are matched if neither is more than {ENGAGED_SIZE_FACTOR} times as large as the other."
        )),
        Rule::new(
            "F4.5",
            "Shifting and breaking away",
            format!(
                "Entering the front hex of an opponent ends the steps of a move. \
                 If the last step was backward, the figure's MA becomes {CORNERED_MA}."
            ),
        )
        .filled(format!(
            "An engaged figure may shift, which is one step that keeps it engaged by the same opponents, or break away. \
             Breaking away costs all MP or, with a scenario option, MA divided by {DISENGAGE_DIVISOR}, rounded up."
        )),
        Rule::new(
            "F4.6",
            "Turning at the end of a move",
            format!(
                "A figure may turn when it halts, unless it has used all MA or its last step was backward; after at most one step it always may. \
                 It can turn only one hexside if it has used more than half its MA, has no MA, or is engaged. \
                 In this case it makes a saving roll against IQ, with {PIVOT_DICE_ENGAGED} dice if engaged and otherwise with {PIVOT_DICE}. If it fails, it loses one DX for the round, or two if the total exceeds its DX by more than {PIVOT_MARGIN} or fails automatically. \
                 With a scenario option, the number of dice depends on the sizes instead, up to {PIVOT_DICE_OVERMATCHED}."
            ),
        ),
        Rule::new(
            "F4.7",
            "Passing other figures",
            format!(
                "Leaving the hex of another figure lowers MA by {LEAVING_MA} for the round and takes a saving roll of {STRUGGLE_DICE} dice against DX and half the difference in ST; a figure that fails halts. \
                 Entering an opponent's hex through its front is only possible on a side without a shield, and costs 1D-1 MP more."
            ),
        )
        .filled("Halves are rounded up. Dead and unconscious figures do not get in the way, unless a scenario option says otherwise."),
        Rule::new(
            "F4.8",
            "Forced retreats",
            "A figure that engages an opponent, harmed it in the last round and was not harmed itself may force it into a free hex farther away, and follow. This costs no MP.",
        )
        .filled(format!(
            "Retreats come before initiative. An opponent without a free hex saves with {PRESSED_DICE} dice against DX or falls."
        )),
        Rule::new(
            "F4.9",
            "Charging",
            "During its move, a figure may charge an opponent after a straight run at it, if it moved in this round or the last one and has not pivoted. With a scenario option, only opponents whose side moves later in the round can be charged.",
        )
        .filled(format!(
            "It takes {CHARGE_STEPS} linear steps in a row, counted across both rounds. A pole weapon gets {CHARGE_POLE_DICE} more damage die."
        )),
        Rule::new(
            "F4.10",
            "Shield rush and push",
            "During its move, a figure may strike an adjacent opponent with its ready shield, as with a weapon. The spikes of a shield harm the target through a side without a shield, unless a scenario option says otherwise. A push is attempted when entering the opponent's hex, and resolved immediately.",
        )
        .filled(format!(
            "The target of a rush saves with {PRESSED_DICE} dice against DX or falls; with {PRESSED_DICE_LARGER} dice if the attacker is larger."
        )),
        Rule::new(
            "F4.11",
            "Close quarters",
            format!(
                "A figure that enters the hex of an opponent after fewer than {GRAPPLE_STEPS} steps may close with it, which ends its move. \
                 Both are then hand to hand, in the same hex and posture. \
                 To leave, a figure saves with {STRUGGLE_DICE} dice against DX and half the excess of its ST over that of all figures that hold it."
            ),
        )
        .filled(format!("Closing takes a saving roll of {STRUGGLE_DICE} dice against DX and half the difference in ST.")),
        Rule::new("F4.12", "Returning from occupied hexes", "A figure that ends its move in the hex of another without being allowed to does not stay there.")
            .filled("It returns to the hex it came from."),
        Rule::new("F4.13", "Out of balance", "The front of a figure out of balance has no effect: it engages no one and ends no moves, and entering its hex costs no extra MP."),
        Rule::new("F4.14", "Targets of computer players", "A figure moved by a computer player keeps its target until the end of its move."),
    ]
}

fn options() -> Vec<Rule> {
    let part = |option| divisor(option).unwrap_or(1);
    let [half, quarter, sixth, eighth] =
        [ActionKind::Strike, ActionKind::Hurl, ActionKind::Jab, ActionKind::Fire].map(part);
    let text = format!(
        "A figure's options depend on the MP it has used: at most MA divided by {half} to strike, defend or dodge, by {quarter} to hurl or ready an item, by {sixth} to jab or watch, by {eighth} to fire or use an item, each rounded up. \
         A figure that has used its whole MA can do nothing else."
    );
    vec![Rule::new("F5", "MP and options", text).filled(format!(
        "A figure that has no MA and used none has all options. A jab reaches exactly {JAB_DISTANCE} hexes. Striking or firing twice is allowed whenever once is, and changes the DX of both attacks by {DOUBLE_PENALTY}."
    ))]
}
