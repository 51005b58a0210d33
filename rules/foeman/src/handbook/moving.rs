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
        Chapter { number: "F5", title: "What movement leaves to do", rules: options() },
    ]
}

fn movement() -> Vec<Rule> {
    vec![
        Rule::new(
            "F4.1",
            "Steps",
            "MA is spent as movement points (MP). A step into a front hex costs 1. \
             A step straight ahead keeps the facing and counts as linear. \
             A step into the rear hex goes backward and keeps the facing; a second one in a row turns the figure round. \
             Standing up costs MP too.",
        )
        .filled(format!(
            "The cost of the ground multiplies that of the step, and each level that it leads up costs {CLIMB_MP} MP more, over at most {STEEPEST_CLIMB} levels. \
             A step into another front hex turns the figure that way. \
             Standing up costs the MA divided by {STAND_UP_DIVISOR}, rounded up."
        )),
        Rule::new(
            "F4.2",
            "The run",
            format!(
                "Linear steps in a row are counted, over rounds, up to {LINEAR_LIMIT}. \
                 A step that is not linear begins anew, one backward is noted as such, and a pivot at the end of a move is remembered by adding {PIVOTED}."
            ),
        ),
        Rule::new(
            "F4.3",
            "Halting",
            "A figure has not moved, has been moved by others, has moved by its own will and may go on, or has halted. One that has halted takes no further step of its own in this round.",
        ),
        Rule::new("F4.4", "Engagement", "Whoever stands in a front hex of an armed and active opponent of some size is engaged by it. A scenario may have it that who used more than half its MA in the round engages nobody.").filled(format!(
            "The opponent must be at least as large as the figure divided by {ENGAGED_SIZE_FACTOR}. \
             {ENGAGING_TOGETHER} smaller ones may add up their sizes. \
             Two are matched when neither is more than {ENGAGED_SIZE_FACTOR} times as large as the other."
        )),
        Rule::new(
            "F4.5",
            "Shifting and breaking away",
            format!(
                "Entering the front hex of an opponent ends the steps of a move. \
                 If its last step was backward, its MA is {CORNERED_MA}."
            ),
        )
        .filled(format!(
            "An engaged figure may take one step that keeps it engaged by the same opponents, a shift, or break away. \
             Breaking away takes all MP, or, where the scenario has it so, the MA divided by {DISENGAGE_DIVISOR}, rounded up."
        )),
        Rule::new(
            "F4.6",
            "Turning at the end",
            format!(
                "A figure may turn where it halts, unless it has used all MA or stepped backward; one that took at most one step always may. \
                 It turns by one side of its hex at most when it has used more than half its MA, has none, or is engaged there. \
                 Then it saves with {PIVOT_DICE_ENGAGED} dice against IQ when engaged, else with {PIVOT_DICE}, or loses a point of DX for the round, and two when DX was missed by more than {PIVOT_MARGIN} or the roll fails whatever it is made against. \
                 A scenario may have it depend on the sizes instead, with up to {PIVOT_DICE_OVERMATCHED} dice."
            ),
        ),
        Rule::new(
            "F4.7",
            "Passing others",
            format!(
                "Leaving the hex of another figure takes {LEAVING_MA} MP off the MA of the round and a saving roll of {STRUGGLE_DICE} dice against DX and half the difference in ST; who fails halts. \
                 Moving onto an opponent through its front needs a side without a shield and costs a die of MP less one more."
            ),
        )
        .filled("Halves are rounded up. The dead and the unconscious hinder nobody, unless the scenario has it otherwise."),
        Rule::new(
            "F4.8",
            "Forced retreats",
            "A figure that engages an opponent, harmed it in the last round and was not harmed itself may push it into a free hex farther away, and follow. Nobody pays MP for this.",
        )
        .filled(format!(
            "Retreats come before initiative. Who has nowhere to go saves with {PRESSED_DICE} dice against DX or falls."
        )),
        Rule::new(
            "F4.9",
            "Charging",
            "A figure that has run straight at an opponent may charge it in the middle of its move, if it moved in this round or the last one and has not pivoted. A scenario may ask for a target whose side moves later in the round.",
        )
        .filled(format!(
            "It takes {CHARGE_STEPS} linear steps in a row, counted over both rounds. A pole weapon gets {CHARGE_POLE_DICE} damage die more."
        )),
        Rule::new(
            "F4.10",
            "Shield rush and push",
            "While it moves, a figure may strike somebody beside it with its ready shield, as with a weapon. The spikes of a shield harm whom it hits, through a side without a shield, unless the scenario has it otherwise. Pushing somebody back is tried on entering its hex and settled at once.",
        )
        .filled(format!(
            "Who is rushed saves with {PRESSED_DICE} dice against DX or falls; with {PRESSED_DICE_LARGER} when the shield is that of somebody larger."
        )),
        Rule::new(
            "F4.11",
            "Close quarters",
            format!(
                "A figure that takes fewer than {GRAPPLE_STEPS} steps into the hex of an opponent may close with it, which ends its move. \
                 Both are then hand to hand, in one hex and at one posture. \
                 To leave, a figure saves with {STRUGGLE_DICE} dice against DX and half of what its ST is above that of all who hold it."
            ),
        )
        .filled(format!("Closing takes a saving roll of {STRUGGLE_DICE} dice against DX and half the difference in ST.")),
        Rule::new("F4.12", "Where nobody may be", "A figure that ends in another's hex without any right to be there is not left there.")
            .filled("It is put back to where it came from."),
        Rule::new("F4.13", "Out of balance", "A figure out of balance has no front that counts: it engages nobody and ends no moves, and moving onto it costs nothing more."),
        Rule::new("F4.14", "Players keep their target", "A figure that the computer moves keeps the target it has chosen until its move is over."),
    ]
}

fn options() -> Vec<Rule> {
    let part = |option| divisor(option).unwrap_or(1);
    let [half, quarter, sixth, eighth] =
        [ActionKind::Strike, ActionKind::Hurl, ActionKind::Jab, ActionKind::Fire].map(part);
    let text = format!(
        "What a figure may do depends on how many MP it has used: at most its MA divided by {half} to strike, defend or dodge, by {quarter} to hurl or ready something, by {sixth} to jab or watch, by {eighth} to fire or use something, each rounded up. \
         Who has used its whole MA has moved, and that is all."
    );
    vec![Rule::new("F5", "MP and options", text).filled(format!(
        "Who has no MA and used none may do anything. A jab reaches over {JAB_DISTANCE} hexes, no more and no fewer. Striking or firing twice is allowed where once is, and changes the DX of both by {DOUBLE_PENALTY}."
    ))]
}
