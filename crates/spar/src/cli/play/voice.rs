//! The output of a game in progress, as text or as lines of JSON.

use super::session::COMMANDS;
use crate::cli::show;
use crate::fault::Fault;
use crate::printer::{Loudness, Printer};
use crate::wire::{self, PlayEvent};
use spar_catalog::{AnyGame, AnyPosition, words};
use spar_challenge::judge::REPEATED;
use spar_challenge::oracle::Evaluation;
use spar_challenge::policy::Player;
use spar_challenge::say::Say;
use spar_challenge::session::By;
use spar_rules::{Outcome, ReadError, Side, Turn};

/// Prints the events of a game.
pub(super) struct Voice<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) json: bool,
    pub(super) prompts: bool,
    pub(super) printer: &'a mut Printer,
}

/// How the play ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// By the rules of the game.
    Over,
    /// The position was over from the start.
    Already,
    /// A position occurred for the third time.
    Repeated,
    /// This side gave up.
    Resigned(Side),
    /// The user left.
    Quit,
    /// The input ended.
    OfInput,
}

const HELP: &str = "\
a move   such as those that `moves` lists
undo     take your last move back
hint     the best moves, and what does best against an opponent that may err
values   every move with its value
moves    the legal moves
board    draw the board again
resign   give up
quit     leave";

impl Voice<'_> {
    pub(super) fn start(
        &mut self,
        position: &dyn AnyPosition,
        opponent: Option<(Side, Player)>,
        seed: u64,
    ) -> Result<(), Fault> {
        let against = words::opponent_id(opponent.as_ref().map(|(_, player)| player));
        if self.json {
            let position = self.wire(position);
            return self.event(&PlayEvent::Start { position, against, seed });
        }
        self.printer.detail(format!("seed {seed}"));
        let who = match opponent {
            None => "two people".to_owned(),
            Some((side, player)) => {
                format!(
                    "you are {}, against {}",
                    words::side(self.game, side.other()),
                    player.phrase()
                )
            }
        };
        let help = if self.prompts { "; `help` lists the commands" } else { "" };
        self.printer.line(format!("{}: {who}{help}", self.game.facts().title))?;
        // Moves without cells have names.
        let moves = position.on_board().into_iter();
        let named: Vec<String> =
            moves.filter_map(|it| Some(format!("{} {}", it.mv, it.button?.text))).collect();
        if !named.is_empty() {
            self.printer.line(format!("choices: {}", named.join(", ")))?;
        }
        Ok(())
    }

    /// Draws the board and prints whose turn it is.
    pub(super) fn board(&mut self, position: &dyn AnyPosition) -> Result<(), Fault> {
        if self.json || self.printer.loudness() == Loudness::Quiet {
            return Ok(());
        }
        self.printer.line("")?;
        show::board(position, self.printer)?;
        Ok(self.printer.line("")?)
    }

    /// The prompt for a move.
    pub(super) fn prompt(&self, side: Side) -> String {
        format!("{} to move: ", words::side(self.game, side))
    }

    pub(super) fn moved(
        &mut self,
        side: Side,
        mv: &str,
        by: By,
        dice: Vec<u32>,
        position: &dyn AnyPosition,
    ) -> Result<(), Fault> {
        if self.json {
            let (side, mv, position) = (wire::side_word(side), mv.to_owned(), self.wire(position));
            let by = match by {
                By::Person => "person",
                By::Program => "program",
                By::Guess => "guess",
                By::Chance => "chance",
            };
            return self.event(&PlayEvent::Move { side, mv, by, dice, position });
        }
        let remark = match by {
            // At a terminal, the user has just typed the move, so it is not printed again.
            By::Person if self.prompts => return Ok(()),
            By::Chance => {
                let shown: Vec<String> = dice.iter().map(u32::to_string).collect();
                let shown = if shown.len() > 1 {
                    format!(": {}", shown.join(" and "))
                } else {
                    String::new()
                };
                return Ok(self
                    .printer
                    .line(format!("{} rolls {mv}{shown}", words::side(self.game, side)))?);
            }
            By::Person | By::Program => "",
            By::Guess => ", a guess: it looked as far ahead as time allowed",
        };
        Ok(self.printer.line(format!("{} plays {mv}{remark}", words::side(self.game, side)))?)
    }

    /// Prints the best moves.
    pub(super) fn hint(
        &mut self,
        position: &dyn AnyPosition,
        evaluation: &Evaluation,
    ) -> Result<(), Fault> {
        if let (false, Some(chances)) = (self.json, evaluation.chances()) {
            let best = chances.best.as_deref().unwrap_or_default();
            return Ok(self
                .printer
                .line(format!("wins {}: {best}", words::within(chances.here)))?);
        }
        let (false, Some(value)) = (self.json, evaluation.value()) else {
            return self.values(position, evaluation);
        };
        let best: Vec<&str> = evaluation.best().map(String::as_str).collect();
        let best = match best.len() {
            all if all > 1 && all == evaluation.moves().len() => {
                "all moves are equally good".to_owned()
            }
            _ => best.join(" or "),
        };
        Ok(self.printer.line(format!("{value}: {best}"))?)
    }

    /// Prints the best response to the opponent.
    pub(super) fn response(&mut self, say: &Say) -> Result<(), Fault> {
        if self.json {
            return self.event(&PlayEvent::Hint { text: say.text.clone() });
        }
        Ok(self.printer.line(&say.text)?)
    }

    /// Prints every move with its value.
    pub(super) fn values(
        &mut self,
        position: &dyn AnyPosition,
        evaluation: &Evaluation,
    ) -> Result<(), Fault> {
        if self.json {
            let solved = wire::SolvedPosition::of(self.wire(position), evaluation);
            return self.event(&PlayEvent::Answer { solved });
        }
        if !evaluation.is_known() {
            return Ok(self.printer.line("not found in time; `--time 1m` searches longer")?);
        }
        for line in words::moves_by_value(evaluation) {
            self.printer.line(line)?;
        }
        Ok(())
    }

    pub(super) fn moves(&mut self, position: &dyn AnyPosition) -> Result<(), Fault> {
        let moves = position.moves();
        if self.json {
            let evaluation = Evaluation::unknown(moves);
            let solved = wire::SolvedPosition::of(self.wire(position), &evaluation);
            return self.event(&PlayEvent::Answer { solved });
        }
        Ok(self.printer.line(moves.join(" "))?)
    }

    pub(super) fn help(&mut self) -> Result<(), Fault> {
        if self.json {
            return self.event(&PlayEvent::Help { commands: &COMMANDS });
        }
        Ok(self.printer.line(HELP)?)
    }

    pub(super) fn undone(&mut self, position: &dyn AnyPosition) -> Result<(), Fault> {
        if self.json {
            let position = self.wire(position);
            return self.event(&PlayEvent::Undo { position });
        }
        if !self.prompts {
            self.printer.line("taken back")?;
        }
        Ok(())
    }

    pub(super) fn error(&mut self, error: &ReadError) -> Result<(), Fault> {
        if self.json {
            let (error, hint) = (error.what.clone(), error.hint.clone());
            return self.event(&PlayEvent::Error { error, hint });
        }
        self.printer.fault(&Fault::Input(error.clone()));
        Ok(())
    }

    pub(super) fn end(
        &mut self,
        position: &dyn AnyPosition,
        end: End,
        person: Option<Side>,
    ) -> Result<(), Fault> {
        if self.json {
            let mut at = self.wire(position);
            let why = match end {
                End::Over | End::Already => "over",
                End::Repeated => "repeated",
                End::Resigned(_) => "resigned",
                End::Quit => "quit",
                End::OfInput => "end-of-input",
            };
            match end {
                End::Resigned(side) => at.winner = Some(wire::side_word(side.other())),
                End::Repeated => at.turn = "over",
                End::Over | End::Already | End::Quit | End::OfInput => {}
            }
            return self.event(&PlayEvent::End { position: at, why });
        }
        let said = match (end, position.turn()) {
            (End::Over, Turn::Over(outcome)) => {
                self.board(position)?;
                self.result(position, outcome, person)
            }
            (End::Already, Turn::Over(_)) => {
                self.board(position)?;
                format!("this position is over: {}", words::result(self.game, position))
            }
            (End::Repeated, _) => {
                self.board(position)?;
                REPEATED.to_owned()
            }
            (End::Resigned(side), _) => {
                let outcome = words::outcome(self.game, Outcome::Win(side.other()));
                format!("{} resigns: {outcome}", words::side(self.game, side))
            }
            (End::OfInput, _) => {
                if self.prompts {
                    self.printer.line("")?;
                }
                "the input ended before the game".to_owned()
            }
            (End::Quit | End::Over | End::Already, _) => "left before the end".to_owned(),
        };
        Ok(self.printer.line(said)?)
    }

    fn wire(&self, position: &dyn AnyPosition) -> wire::Position {
        wire::Position::of(self.game, position)
    }

    fn event(&mut self, event: &PlayEvent) -> Result<(), Fault> {
        Ok(self.printer.json(event)?)
    }

    /// The result in words; for the user, if the program was the other side.
    fn result(&self, position: &dyn AnyPosition, outcome: Outcome, person: Option<Side>) -> String {
        let said = words::result(self.game, position);
        match (outcome, person) {
            (Outcome::Win(winner), Some(it)) if winner == it => format!("{said}: you won"),
            (Outcome::Win(_), Some(_)) => format!("{said}: you lost"),
            _ => said,
        }
    }
}
