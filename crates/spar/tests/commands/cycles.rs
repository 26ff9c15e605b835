//! A game with cycles in every command: each run ends with an answer or an error and a
//! documented exit code, also with a small budget.

use crate::folder::Folder;
use spar_catalog::AnyPosition;
use spar_challenge::sight::Look;
use spar_rules::{Outcome, Side, Turn};
use spar_solve::Budget;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

/// Far longer than any run takes. It only ends tests that would hang.
const LONGEST_RUN: Duration = Duration::from_mins(10);

/// A command with its options, its possible exit codes without a small budget, and its input.
struct Row {
    arguments: &'static str,
    codes: &'static [i32],
    input: &'static str,
}

const fn row(arguments: &'static str, codes: &'static [i32]) -> Row {
    Row { arguments, codes, input: "" }
}

/// `LEVELS` stands for a file of levels of this game.
const ROWS: &[Row] = &[
    row("games morris", &[0]),
    row("games morris --json", &[0]),
    row("show morris", &[0]),
    row("show morris start+b2,a1 --json", &[0]),
    row("show morris --svg -", &[0]),
    row("solve morris", &[0]),
    row("solve morris --json", &[0]),
    row("solve morris --sets", &[0]),
    row("solve morris:diagonals=no", &[0]),
    row("solve morris:moves=anywhere", &[0]),
    row("solve morris start", &[0]),
    row("solve morris start --line", &[0]),
    row("solve morris wbw/.../bwb-black --json", &[0]),
    row("solve morris --strategy best.jsonl", &[0]),
    row("solve morris --score", &[2]),
    row("solve morris --against 2", &[0]),
    row("solve morris --against random --as white", &[0]),
    row("solve morris wbw/.../bwb-black --against 1 --json", &[0]),
    Row { arguments: "solve morris --from -", codes: &[0], input: "start\nstart+b2\n" },
    row("solve morris start --value-only", &[0]),
    row("book morris --plies 2", &[0]),
    row("book morris --plies 1 --out openings.jsonl", &[0]),
    row("book verify morris --sample 3", &[0]),
    row("solve morris start --no-book", &[0]),
    row("perft morris --depth 5", &[0]),
    row("perft morris --depth 4 --divide", &[0]),
    row("dump morris --out dump.csv", &[0]),
    row("dump morris --out dump.parquet", &[0]),
    row("rate morris start", &[0]),
    row("rate morris start --json", &[0]),
    row("rate morris start --foresight 1..3", &[0]),
    row("rate morris start --learner random --opponent 2 --as white", &[0]),
    row("rate morris start --learner respond:against=1 --opponent 1", &[0]),
    Row { arguments: "rate morris --from -", codes: &[0], input: "start\nwbw/.../bwb-black\n" },
    row("generate morris --wins-in 3 --learner 1 --opponent 2 --count 2", &[0]),
    row("generate morris --even --learner 1 --opponent 2", &[0, 1, 3]),
    row("generate morris --progression 4 --learner 1 --opponent 2 --out sheet.html", &[0]),
    row("generate morris --rung 2 --count 2 --json", &[0]),
    row("generate morris --category 2 --count 2 --format csv", &[0, 1, 3]),
    row("verify LEVELS", &[0]),
    row("survey morris --foresight 1", &[0]),
    row("survey morris --foresight 1 --diagonals yes,no --json", &[0]),
    row("match morris perfect random --plays 20", &[0]),
    row("match morris 2 3", &[0, 1, 3]),
    row("match morris 2 3 --simulate --plays 20 --json", &[0, 1, 3]),
    row("match morris respond:against=2 2 --plays 20", &[0, 1, 3]),
    Row { arguments: "play morris --against perfect", codes: &[0], input: "b2\nhint\nvalues\n" },
    Row { arguments: "play morris --against human --json", codes: &[0], input: "b2\nresign\n" },
    row("load --game morris --players 1 --seconds 1 --against random", &[0]),
];

/// Commands that need no game, or a particular one.
const WITHOUT_GAME: &[&str] =
    &["bench", "completions", "data", "help", "man", "merge", "reproduce", "serve"];

/// The exit codes of work that was stopped or had too little memory.
const CUT: &[i32] = &[2, 3];

fn run(folder: &Folder, row: &Row, budget: &str) -> (Option<i32>, String) {
    let arguments = row.arguments.replace("LEVELS", "levels.jsonl");
    let mut command = folder.spar(&format!("{arguments} {budget}"));
    let output = command.write_stdin(row.input).timeout(LONGEST_RUN).output().unwrap();
    let said = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    (output.status.code(), said.concat())
}

fn levels() -> Folder {
    let folder = Folder::new();
    folder.answer(
        "generate morris --wins-in 2 --learner 1 --opponent 2 --count 3 --out levels.jsonl",
    );
    folder
}

/// Returns whether the run printed a result or wrote it to a file.
fn answers(row: &Row, said: &str) -> bool {
    !said.trim().is_empty() || row.arguments.contains("--out ")
}

#[test]
fn every_verb_ends_with_an_answer() {
    let folder = levels();
    for row in ROWS {
        let (code, said) = run(&folder, row, "");
        let is_named = code.is_some_and(|it| row.codes.contains(&it));
        assert!(is_named && answers(row, &said), "{}: {code:?} {said}", row.arguments);
    }
}

#[test]
fn every_verb_ends_within_a_small_budget() {
    let folder = levels();
    // These have no work that could be stopped, or set their own duration.
    let is_free = |row: &&Row| {
        ["games", "load"].contains(&verb(row.arguments)) || row.arguments.contains("--time")
    };
    for row in ROWS.iter().filter(|row| !is_free(row)) {
        for budget in ["--time 1ms", "--time 100ms", "--memory 1M"] {
            let (code, said) = run(&folder, row, budget);
            // Claims that cannot be proved within a small budget are doubted.
            let cut = if verb(row.arguments) == "verify" { &[1, 2, 3] } else { CUT };
            let is_named = code.is_some_and(|it| row.codes.contains(&it) || cut.contains(&it));
            assert!(is_named && answers(row, &said), "{} {budget}: {code:?} {said}", row.arguments);
            // Without a memory limit nothing is too large; bounds may leave a level open.
            let is_open = said.contains("a limit lies within the bounds");
            assert!(
                !budget.contains("time") || is_open || !said.contains("--memory"),
                "{} {budget}: {said}",
                row.arguments
            );
        }
    }
}

fn verb(arguments: &str) -> &str {
    arguments.split(' ').next().unwrap_or_default()
}

#[test]
fn every_verb_is_in_the_table() {
    let help = Folder::new().answer("--help");
    let commands = help.lines().skip_while(|it| !it.starts_with("Commands:")).skip(1);
    let verbs: BTreeSet<&str> = commands
        .take_while(|it| !it.is_empty())
        .filter(|it| it.starts_with("  ") && !it.starts_with("   "))
        .filter_map(|it| it.split_whitespace().next())
        .collect();
    let rows = ROWS.iter().map(|row| verb(row.arguments));
    let known: BTreeSet<&str> = rows.chain(WITHOUT_GAME.iter().copied()).collect();
    assert_eq!(verbs, known);
}

#[test]
fn the_third_occurrence_ends_play_at_the_terminal() {
    let folder = Folder::new();
    let round = "a1a2\nc3c2\na2a1\nc2c3\n".repeat(2);
    let play = |options: &str| {
        let arguments = format!("play morris wbw/.../bwb-black --against human {options}");
        let output = folder.spar(&arguments).write_stdin(round.as_str()).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let said = play("");
    assert_eq!(said.lines().last(), Some("The same position for the third time: a draw."));
    let events = play("--json");
    let last: serde_json::Value = serde_json::from_str(events.lines().last().unwrap()).unwrap();
    assert_eq!((&last["event"], &last["why"]), (&"end".into(), &"repeated".into()));
    assert_eq!((&last["turn"], &last["winner"]), (&"over".into(), &serde_json::Value::Null));
}

/// Wide bounds must not be treated as equal results. The best response to random play always
/// wins from the start; its result against foresight 1 equals that of an independent Markov
/// chain.
#[test]
fn best_responses_are_best_where_positions_come_back() {
    let folder = Folder::new();
    let first = |arguments: &str| -> serde_json::Value {
        let met = folder.spar(&format!("match morris {arguments} --json")).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&met.stdout).unwrap()["first"].clone()
    };
    let wins = first("respond:against=random random");
    assert!(wins["win"].as_f64().unwrap() > 1.0 - 1e-6, "{wins}");
    let draws = first("respond:against=random 1");
    let chance = |name: &str| draws[name].as_f64().unwrap();
    let [win, loss] = Plays::all().followed();
    assert!(win > 0.01 && loss < 1e-9, "wins {win}, losses {loss}");
    assert!((chance("win") - win).abs() < 1e-6 && (chance("loss") - loss).abs() < 1e-6, "{draws}");
}

/// All positions of the game by number, the start first, with the numbers of their successors.
struct Plays {
    positions: Vec<Box<dyn AnyPosition>>,
    next: Vec<Vec<usize>>,
}

impl Plays {
    fn all() -> Plays {
        let game = spar_catalog::open("morris").unwrap();
        let start = game.start();
        let mut numbers = HashMap::from([(start.text(), 0)]);
        let (mut positions, mut next) = (vec![start], Vec::new());
        while next.len() < positions.len() {
            let here = &positions[next.len()];
            let is_over = matches!(here.turn(), Turn::Over(_));
            let moves = if is_over { Vec::new() } else { here.moves() };
            let text = here.text();
            let mut numbers_of_next = Vec::new();
            for mv in moves {
                let mut after = game.read_position(&text).unwrap();
                after.play(&mv).unwrap();
                let number = *numbers.entry(after.text()).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(after);
                }
                numbers_of_next.push(number);
            }
            next.push(numbers_of_next);
        }
        Plays { positions, next }
    }

    /// The limit of repeated sweeps with `of` over the unfinished positions, beginning with
    /// `start`.
    fn limit(&self, start: f64, end: impl Fn(Outcome) -> f64, of: Sweep<'_>) -> Vec<f64> {
        let ended = |position: &dyn AnyPosition| match position.turn() {
            Turn::Over(outcome) => end(outcome),
            _ => start,
        };
        let mut values: Vec<f64> = self.positions.iter().map(|it| ended(&**it)).collect();
        loop {
            let mut change: f64 = 0.0;
            for number in 0..values.len() {
                if !self.next[number].is_empty() {
                    let value = of(number, &values);
                    change = change.max((value - values[number]).abs());
                    values[number] = value;
                }
            }
            if change < 1e-13 {
                return values;
            }
        }
    }

    /// How often the first side, playing the best response to random play, wins and loses
    /// against foresight 1. Endless play is a draw.
    fn followed(&self) -> [f64; 2] {
        let is_first = |number: usize| self.positions[number].side() == Side::First;
        let mean = |moves: &[usize], values: &[f64]| -> f64 {
            moves.iter().map(|it| values[*it]).sum::<f64>() / moves.len() as f64
        };
        let result = |outcome| match outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Win(Side::Second) => 0.0,
        };
        let against_random = self.limit(0.5, result, &|number, values| {
            let moves = &self.next[number];
            if is_first(number) {
                moves.iter().map(|it| values[*it]).fold(0.0, f64::max)
            } else {
                mean(moves, values)
            }
        });
        let taken = |number: usize| -> Vec<usize> {
            let moves = &self.next[number];
            if is_first(number) {
                let best = moves.iter().map(|it| against_random[*it]).fold(0.0, f64::max);
                let is_best = |it: &usize| against_random[*it] > best - 1e-9;
                return moves.iter().copied().filter(is_best).collect();
            }
            if moves.is_empty() {
                return Vec::new();
            }
            let looks =
                self.positions[number].eyes(1, &Budget::unlimited()).unwrap().unwrap().moves;
            let worth = |look: Look| match look {
                Look::Win(_) => i32::MAX,
                Look::Open(reward) => reward,
                Look::Loss(_) => i32::MIN,
            };
            let best = looks.iter().map(|it| worth(it.look)).max().unwrap();
            let looks = looks.iter().zip(moves).filter(|it| worth(it.0.look) == best);
            looks.map(|it| *it.1).collect()
        };
        let taken: Vec<Vec<usize>> = (0..self.positions.len()).map(taken).collect();
        [Side::First, Side::Second].map(|winner| {
            let wins = |outcome| f64::from(u8::from(outcome == Outcome::Win(winner)));
            self.limit(0.0, wins, &|number, values| mean(&taken[number], values))[0]
        })
    }
}

/// Computes the value of a position from the values of its successors.
type Sweep<'s> = &'s dyn Fn(usize, &[f64]) -> f64;

#[test]
fn a_player_against_somebody_whom_the_game_lacks_is_refused() {
    let folder = Folder::new();
    for arguments in [
        "match tictactoe respond:against=novice 1",
        "rate connect3 start --opponent trap:against=fastest",
    ] {
        let (_, error) = folder.said(arguments, 2);
        assert!(error.contains("this game has no player"), "{arguments}: {error}");
    }
    assert!(folder.said("solve morris ww./w../...-white", 2).1.contains("0 times"));
}
