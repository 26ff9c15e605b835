mod session;
mod voice;

use super::Common;
use super::players::{SideName, player_names, player_of};
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use clap::Args;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use session::Session;
use spar_catalog::input::read_line;
use spar_catalog::words;
use spar_challenge::session::{Plan, Seats};
use std::io::{self, BufRead, IsTerminal};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use voice::Voice;

/// Play a game in the terminal, against the program or another person
#[derive(Debug, Args)]
#[command(after_help = "\
Each line of input is a move or one of: undo, hint, values, moves, board, help, resign, quit. On a
terminal, lines can be edited, and the arrow keys bring back earlier lines.

The program thinks for five seconds, or as long as `--time` says. If that is too short to find best
play, it looks as far ahead as it can, and says that it guessed.

In games without chance in which positions can repeat, the third occurrence of a position is
a draw.")]
pub(super) struct Play {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// Position as text, `start`, or moves from there: `start+d,c`
    #[arg(default_value = "start", hide_default_value = true)]
    position: String,
    /// Your side [default: the side to move]
    #[arg(long = "as", value_name = "SIDE")]
    seat: Option<SideName>,
    /// Who plays the other side
    #[arg(long, value_name = "WHO")]
    #[arg(help = format!("Who plays the other side: {}, or `human` for another person [default: the strongest]", player_names()))]
    against: Option<String>,
}

/// Without a longer `--time`, a move or hint takes at most this long.
const PATIENCE: Duration = Duration::from_secs(5);

impl Play {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let prompts = io::stdin().is_terminal() && io::stdout().is_terminal() && !common.json;
        // Terminals without line editing, such as dumb ones, are read line by line.
        let editor = if prompts { DefaultEditor::new().ok() } else { None };
        let mut input = Input { lines: Box::new(io::stdin().lock()), number: 0, prompts, editor };
        self.play(common, &mut input, printer)
    }

    fn play(
        &self,
        common: &Common,
        input: &mut Input,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let position = game.read_position(&self.position)?;
        let asked = self.seat.as_ref().map(|it| it.side(&*game)).transpose()?;
        let person = asked.unwrap_or(position.side());
        let opponent = match self.against.as_deref() {
            Some(words::HUMAN) if self.seat.is_some() => {
                return Err(Fault::new("between two people, `--as` has no meaning"));
            }
            Some(words::HUMAN) => None,
            Some(text) => Some(player_of(&*game, text)?),
            None => Some(game.players().strongest.clone()),
        };
        let seed = common.seed.unwrap_or_else(seed_of_the_clock);
        let voice = Voice { game: &*game, json: common.json, prompts: input.prompts, printer };
        let seats = match &opponent {
            None => Seats::PEOPLE,
            Some(player) => Seats::against(person, player.clone()),
        };
        let opponent = opponent.map(|player| (person.other(), player));
        let limits = common.limits().or_time(PATIENCE);
        let sources = common.sources();
        let under_way = game.session(&Plan { start: position.text(), seats, goal: None })?;
        let mut session = Session { game: under_way, seed, limits, sources, voice };
        session.voice.start(&*position, opponent, seed)?;
        session.run(input)?;
        Ok(Exit::Done)
    }
}

/// The source of the user's input lines.
struct Input<'a> {
    lines: Box<dyn BufRead + 'a>,
    /// The number of the last line read, from 1.
    number: u64,
    /// Whether a user is at a terminal and gets prompts.
    prompts: bool,
    /// On a terminal: edits lines and provides the history.
    editor: Option<DefaultEditor>,
}

impl Input<'_> {
    /// Shows a prompt at a terminal and returns the next line without its line end; `None` at
    /// the end of the input.
    fn next(&mut self, prompt: &str, printer: &mut Printer) -> Result<Option<String>, Fault> {
        if let Some(editor) = &mut self.editor {
            // Show all earlier output before the prompt.
            printer.raw(b"")?;
            return edited(editor, prompt);
        }
        if self.prompts {
            printer.raw(prompt.as_bytes())?;
        }
        let mut line = Vec::new();
        self.number += 1;
        let n_bytes = read_line(&mut self.lines, &mut line, self.number)?;
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        Ok((n_bytes > 0).then_some(text))
    }
}

/// Reads a line with editing; `None` at the end of the input.
fn edited(editor: &mut DefaultEditor, prompt: &str) -> Result<Option<String>, Fault> {
    match editor.readline(prompt) {
        Ok(line) => {
            let line = line.trim().to_owned();
            if !line.is_empty() {
                // A failure to extend the history does not end the game.
                let _ = editor.add_history_entry(line.as_str());
            }
            Ok(Some(line))
        }
        Err(ReadlineError::Eof) => Ok(None),
        Err(ReadlineError::Interrupted) => Err(Fault::Interrupted),
        Err(ReadlineError::Io(error)) => Err(error.into()),
        Err(error) => Err(Fault::new(format!("cannot read from the terminal: {error}"))),
    }
}

/// A seed that differs from game to game.
fn seed_of_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().rotate_left(32) ^ u64::from(since.subsec_nanos())
}
