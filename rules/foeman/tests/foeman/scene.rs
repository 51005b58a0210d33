//! A scripted battle: the script decides all choices and dice.

use std::fmt::Debug;

use foeman_engine::dice::{Draw, Seed};
use foeman_engine::display::Line;
use foeman_engine::ruleset::{Emit, Refusal, Ruleset, Turn};
use ruleset_foeman::Foeman;
use ruleset_foeman::command::Command;
use ruleset_foeman::content::Content;
use ruleset_foeman::ids::{FigureId, ItemId};
use ruleset_foeman::instruction::{FigureEvent, Instruction};
use ruleset_foeman::option::Mode;
use ruleset_foeman::state::records::DiceRecord;
use ruleset_foeman::state::{Action, Manner, Phase, Question, State};

use crate::ground::Plain;

/// A scripted battle.
pub(crate) struct Scene {
    pub(crate) content: Content,
    pub(crate) state: State,
    /// The log so far.
    pub(crate) lines: Vec<Line>,
    /// The instructions so far.
    pub(crate) done: Vec<Instruction>,
    /// Predetermined rolls.
    rigged: Vec<Draw>,
    entry: u64,
}

impl Scene {
    pub(crate) fn new(plain: &Plain) -> Self {
        Self::of(plain.content())
    }

    /// Creates a scene from content.
    pub(crate) fn of(content: Content) -> Self {
        let state = State::new(&content);
        Self { content, state, lines: Vec::new(), done: Vec::new(), rigged: Vec::new(), entry: 0 }
    }

    /// Sets the dice of a figure's next roll for a purpose.
    pub(crate) fn falls(&mut self, purpose: &str, figure: FigureId, dice: &[u8]) -> &mut Self {
        let (purpose, subject) = (purpose.to_owned(), u32::from(figure.0));
        self.rigged.push(Draw { purpose: purpose.into(), subject, sides: 6, dice: dice.into() });
        self
    }

    /// Returns an error if a command is illegal.
    pub(crate) fn check(&self, command: Command) -> Result<(), Refusal> {
        Foeman::check(&self.content, &self.state, &command)
    }

    /// Returns the rule that forbids a command; `None` if it is legal.
    pub(crate) fn rule(&self, command: Command) -> Option<&'static str> {
        self.check(command).err().map(|refusal| refusal.rule)
    }

    pub(crate) fn legal(&self) -> Vec<Command> {
        let mut legal = Vec::new();
        Foeman::legal(&self.content, &self.state, &mut legal);
        legal
    }

    /// Returns the current question.
    pub(crate) fn question(&self) -> Option<Question> {
        self.state.question()
    }

    /// Issues a command of the active figure.
    pub(crate) fn issue(&mut self, command: Command) -> &mut Self {
        assert!(self.legal().contains(&command), "{command:?} is not listed: {:?}", self.check(command));
        self.step(|content, out| Foeman::plan(content, &command, out));
        self
    }

    /// Plays automatic steps until the next question or the end of the battle.
    pub(crate) fn go_on(&mut self) -> &mut Self {
        let mut steps = 0;
        while Foeman::turn(&self.content, &self.state) == Turn::Auto {
            self.step(Foeman::advance);
            steps += 1;
            assert!(steps < 1000, "the rules never stop: {:?}", self.state);
        }
        self
    }

    fn step(&mut self, deed: impl FnOnce(&Content, &mut Emit<'_, Foeman>)) {
        self.entry += 1;
        let before = self.state.clone();
        let mut out = Emit::new(&self.content, &mut self.state, Seed(1), self.entry).rigged(self.rigged.clone());
        deed(&self.content, &mut out);
        let (draws, done) = out.finish();
        for draw in draws {
            if let Some(used) = self.rigged.iter().position(|rigged| *rigged == draw) {
                self.rigged.remove(used);
            }
        }
        let mut state = before;
        for instruction in done {
            self.lines.extend(Foeman::tell(&self.content, &state, &instruction));
            Foeman::apply(&self.content, &mut state, &instruction);
            self.done.push(instruction);
        }
        assert_eq!(state, self.state, "the instructions account for every change of the state");
    }

    /// Plays until this figure is asked for its option: all figures halt, and do nothing in the action phase.
    pub(crate) fn ask(&mut self, figure: FigureId) -> &mut Self {
        self.until(|scene| matches!(scene.question(), Some(Question::Option(asked)) if asked.figure == figure))
    }

    /// Lets a figure choose an option, repeatedly if it is asked again, until it has attacked; all others do nothing.
    pub(crate) fn carries_out(&mut self, figure: FigureId, action: Action) -> &mut Self {
        self.ask(figure);
        let attacked = |scene: &Self| {
            let hit = |done: &Instruction| matches!(done, Instruction::Figure(_, FigureEvent::Attacked { .. }));
            scene.done.iter().filter(|done| hit(done)).count()
        };
        let before = attacked(self);
        while attacked(self) == before {
            let asked = self.state.asked_for_option().expect("a figure must choose until the attack is carried out");
            let action = if asked.figure == figure { action } else { Action::Move };
            self.issue(act(action)).go_on();
        }
        self
    }

    /// Plays until the condition holds: all figures halt, and do nothing in the action phase.
    pub(crate) fn until(&mut self, holds: impl Fn(&Self) -> bool) -> &mut Self {
        for _ in 0..1000 {
            self.go_on();
            if holds(self) {
                return self;
            }
            let command = match self.question() {
                Some(Question::Option(_)) => Command::Act { action: Action::Move },
                Some(Question::Move { figure: Some(_), .. }) => Command::Halt,
                Some(Question::Move { figure: None, .. }) => self.legal()[0],
                Some(Question::Retreat { .. } | Question::FollowUp { .. }) => Command::Refrain,
                _ => Command::Decline,
            };
            self.issue(command);
        }
        panic!("the expected question was never asked");
    }

    /// Plays to the end of the round: each figure of the script chooses its options in turn, repeating the last one;
    /// all others halt and do nothing. Returns the log of the round.
    pub(crate) fn round(&mut self, script: &[(FigureId, &[Action])]) -> Vec<String> {
        let (round, first) = (self.next_round(), self.lines.len());
        let mut asked = vec![0; script.len()];
        for _ in 0..1000 {
            self.go_on();
            let over = self.state.round > round || matches!(Foeman::turn(&self.content, &self.state), Turn::Over(_));
            let Some(question) = self.question().filter(|_| !over) else { break };
            if self.state.round < round {
                self.until(|scene| scene.state.round == round);
                continue;
            }
            let command = match question {
                Question::Option(own) => {
                    let action = script.iter().position(|(figure, _)| *figure == own.figure).map(|at| {
                        let options = script[at].1;
                        let action = options[asked[at].min(options.len() - 1)];
                        asked[at] += 1;
                        action
                    });
                    Command::Act { action: action.unwrap_or(Action::Move) }
                }
                Question::Move { figure: Some(_), .. } => Command::Halt,
                Question::Move { figure: None, .. } => self.legal()[0],
                Question::Retreat { .. } | Question::FollowUp { .. } => Command::Refrain,
                _ => Command::Decline,
            };
            self.issue(command);
        }
        // The first lines of the next round do not belong to this one.
        let end = self.lines[first..].iter().position(|line| line.text == format!("Round {}", round + 1));
        let lines = match end {
            Some(end) => &self.lines[first..first + end],
            None => &self.lines[first..],
        };
        lines.iter().map(|line| line.text.clone()).collect()
    }

    fn next_round(&self) -> u32 {
        let over = matches!(self.state.phase, Phase::Between | Phase::Action | Phase::Ended);
        if over { self.state.round + 1 } else { self.state.round }
    }

    /// Returns the texts of all lines so far.
    pub(crate) fn told(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line.text.as_str()).collect()
    }

    /// Returns the last line that contains some words.
    pub(crate) fn line(&self, words: &str) -> &Line {
        let line = self.lines.iter().rev().find(|line| line.text.contains(words));
        line.unwrap_or_else(|| panic!("the log has no `{words}`: {:#?}", self.told()))
    }

    pub(crate) fn has_acted(&self, figure: FigureId) -> bool {
        matches!(self.state.figure(figure).dice, DiceRecord::Acted(_))
    }
}

/// A plain attack with the first weapon that is ready for it.
pub(crate) fn attack(mode: Mode, target: FigureId, dice: u8) -> Action {
    Action::Attack { mode, target, attack: 0, dice, manner: Manner::Plain }
}

pub(crate) fn strike(target: FigureId, dice: u8) -> Action {
    attack(Mode::Strike, target, dice)
}

pub(crate) fn defend(item: ItemId) -> Action {
    Action::Defend { item: Some(item), target: None }
}

pub(crate) fn act(action: Action) -> Command {
    Command::Act { action }
}

/// Whether any text contains the words.
pub(crate) fn says(lines: &[impl AsRef<str> + Debug], words: &str) -> bool {
    lines.iter().any(|line| line.as_ref().contains(words))
}
