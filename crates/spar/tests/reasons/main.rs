//! Checks every clause of the sentences of reasons and hints with an independent checker that
//! contains only the rules.

#[path = "../api/client.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod client;
mod facts;
mod naive;
mod sentences;
mod stories;

use assert_cmd::Command;
use client::Server;
use naive::Naive;
use sentences::Checked;
use serde_json::{Value, json};

/// The levels that the program generates for these arguments.
fn generated(arguments: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::cargo_bin("spar").unwrap();
    command.env("SPAR_DATA", folder.path()).args(["generate", "--json"]);
    let output = command.args(arguments.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The built-in levels of line games.
fn shipped() -> Vec<Value> {
    let text = include_str!("../../../catalog/levels/levels.jsonl");
    let levels = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let is_of_lines = |level: &Value| {
        let name = level["game"].as_str().unwrap();
        ["tictactoe", "bottom2", "connect", "qubic"].iter().any(|it| name.starts_with(it))
    };
    levels.filter(is_of_lines).collect()
}

/// Whether hints are checked too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hints {
    Yes,
    No,
}

/// Checks every clause of these levels, and that there are at least `least` levels.
fn check(levels: &[Value], hints: Hints, least: usize) {
    let mut rules: Option<(String, Naive)> = None;
    let (mut clauses, mut wrong) = (0, Vec::new());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for level in levels {
        let text = |key: &str| level[key].as_str().unwrap().to_owned();
        let (name, position) = (text("game"), text("position"));
        if rules.as_ref().is_none_or(|it| it.0 != name) {
            rules = Some((name.clone(), Naive::named(&name)));
        }
        let (_, rules) = rules.as_mut().unwrap();
        let mut checked = Checked::new(rules, &position);
        let mut note = |result: Result<usize, String>, said: &str| match result {
            Ok(count) => clauses += count,
            Err(error) => wrong.push(format!("{name} {position}: {error}\n  {said}")),
        };
        note(checked.why(&text("why")), &text("why"));
        if hints == Hints::Yes {
            let (said, cells) = runtime.block_on(asked(&name, &position));
            note(checked.hints(&said, &cells), &said.join(" "));
        }
    }
    assert!(wrong.is_empty(), "{} false:\n{}", wrong.len(), wrong[..wrong.len().min(9)].join("\n"));
    assert!(clauses >= least, "only {clauses} clauses of {} levels", levels.len());
}

/// The three hints in a position, and their cells.
async fn asked(game: &str, position: &str) -> ([String; 3], [Vec<u64>; 3]) {
    thread_local! {
        static SERVER: Server = Server::new();
    }
    let mut client = SERVER.with(Server::client);
    let begin = json!({"begin": {"game": game, "position": position, "goal": "win"}});
    let begun = client.post("/api/sessions", &begin).await.with(201);
    let path = format!("/api/sessions/{}/hint", begun["session"]["id"].as_str().unwrap());
    let mut said = [const { String::new() }; 3];
    let mut cells = [const { Vec::new() }; 3];
    for (said, cells) in said.iter_mut().zip(&mut cells) {
        let hint = client.post(&path, &json!({"at": 0})).await.with(200);
        hint["say"]["text"].as_str().unwrap().clone_into(said);
        cells.extend(hint["cells"].as_array().unwrap().iter().filter_map(Value::as_u64));
    }
    (said, cells)
}

/// All levels for these players, won in this many moves.
fn all(game: &str, players: &str, wins_in: &str) -> Vec<Value> {
    generated(&format!("{game} {players} --count 10000000 --wins-in {wins_in}"))
}

const SHORT: &str = "--learner 1 --opponent 2";
const LONG: &str = "--learner 2 --opponent 3";

#[test]
fn every_clause_of_every_level_of_small_games_is_so() {
    for game in ["tictactoe", "bottom2", "connect3"] {
        for players in [SHORT, LONG] {
            let levels = all(game, players, "1..9");
            check(&levels, Hints::No, 2 * levels.len());
        }
    }
}

#[test]
fn every_hint_in_every_level_of_small_games_is_so() {
    for game in ["tictactoe", "connect3"] {
        let levels = all(game, SHORT, "2..9");
        check(&levels, Hints::Yes, 5 * levels.len());
    }
}

#[test]
fn every_clause_of_the_shipped_levels_is_so() {
    check(&shipped(), Hints::Yes, 5 * shipped().len());
}

#[test]
#[ignore = "minutes: every level of bottom2 4x4"]
fn every_clause_of_every_level_of_bottom2_on_four_rows_is_so() {
    for players in [SHORT, LONG] {
        let levels = all("bottom2:rows=4,cols=4", players, "1..9");
        check(&levels, Hints::No, 2 * levels.len());
    }
    check(&all("bottom2:rows=4,cols=4", SHORT, "2..9"), Hints::Yes, 20_000);
}

#[test]
#[ignore = "minutes: 2000 levels of connect4 5x5"]
fn every_clause_of_2000_levels_of_connect4_on_five_rows_is_so() {
    let levels =
        generated(&format!("connect4:rows=5,cols=5 {LONG} --count 2000 --wins-in 2..12 --seed 23"));
    assert_eq!(levels.len(), 2000);
    check(&levels, Hints::Yes, 8_000);
}

#[test]
#[ignore = "minutes: 500 levels of connect4 7x6"]
fn every_clause_of_500_levels_of_connect4_on_the_full_board_is_so() {
    let levels = generated(&format!(
        "connect4 {LONG} --count 500 --wins-in 2..12 --stones 20..30 --seed 23"
    ));
    assert_eq!(levels.len(), 500);
    check(&levels, Hints::Yes, 2_000);
}

/// The fixed words of every clause, with the source file that contains them. The test fails if
/// the wording changes or if no document defines a clause.
#[test]
fn every_clause_is_defined_in_the_documents() {
    const WHY: &str = include_str!("../../../challenge/src/why/mod.rs");
    const HINT: &str = include_str!("../../../challenge/src/hint.rs");
    const EXPLAIN: &str = include_str!("../../../challenge/src/explain/mod.rs");
    const STORY: &str = include_str!("../../../challenge/src/explain/story.rs");
    const SAY: &str = include_str!("../../../challenge/src/say.rs");
    const DICE_WHY: &str = include_str!("../../../challenge/src/why/rolls.rs");
    const DICE_HINT: &str = include_str!("../../../challenge/src/hint.rs");
    const COST: &str = include_str!("../../../challenge/src/cost.rs");
    const ROLLED: &str = include_str!("../../../challenge/src/review/mod.rs");
    let documents =
        [include_str!("../../../../docs/reasons.md"), include_str!("../../../../docs/ladders.md")];
    // Ignore line breaks in the sources of tables.
    let documents = documents.concat().split_whitespace().collect::<Vec<_>>().join(" ");
    for (source, clauses) in [
        (WHY, &["There is just one move, ", "Every move wins", " moves win", "one of the"][..]),
        (WHY, &["is quiet: it neither blocks an immediate win nor threatens one", "wins at once"]),
        (WHY, &["may fall for ", "only draws", "picks a winning move", "just one move"]),
        (HINT, &["There is just one move.", "Anywhere: all moves are equally good", "Look at "]),
        (HINT, &["The board has no part to point at here", "Last as long as you can"]),
        (HINT, &["The win is there, but which move keeps it is not known in time"]),
        (HINT, &["The draw is there, but which move keeps it is not known in time"]),
        (HINT, &["It is lost, and which move lasts longest is not known in time"]),
        (HINT, &["of some it is not known", "The only move"]),
        (EXPLAIN, &["ends the game in a draw", "could have completed a line", "must answer"]),
        (
            EXPLAIN,
            &["It threatens nothing yet", "threats at once", "cannot stop", "cannot prevent"],
        ),
        (EXPLAIN, &["no move that does not lose at once", "one move that does not lose at once"]),
        (EXPLAIN, &["Either side would complete a line at", "to complete a line at"]),
        (STORY, &["ways to finish", "It stays a draw with best play", "in a line"]),
        (SAY, &["Too far ahead to be sure here", "holds the draw", "lasts longest"]),
        (DICE_WHY, &["Unless the learner arrives first", "plays on as well", "even best play"]),
        (DICE_HINT, &["If both play their best", "No choice is known to be a slip", "would cost"]),
        (DICE_HINT, &["One choice is a slip", "choices are slips", "that wins"]),
        (DICE_HINT, &["All choices are about equally good", "Take "]),
        (COST, &["now if both play their best", "Also good", "it was "]),
        (ROLLED, &["before the roll it was"]),
    ] {
        for clause in clauses {
            assert!(source.contains(clause), "nobody says {clause:?} any more");
            let defined = clause.trim().trim_end_matches(['.', ',']);
            assert!(documents.contains(defined), "no document defines {defined:?}");
        }
    }
}

/// Games with the number of random moves before a question; and whether the naive rules find
/// values there. The second part are games without lines to complete.
const TOLD: &[(&str, std::ops::Range<usize>, bool)] = &[
    ("tictactoe", 0..6, true),
    ("tictactoe:rows=4,cols=4", 2..9, true),
    ("bottom2", 0..6, true),
    ("bottom2:rows=4,cols=4", 2..9, true),
    ("connect3", 0..9, true),
    ("connect4:rows=5,cols=5", 8..17, true),
    ("connect4", 14..28, false),
    ("qubic", 26..44, false),
];
const PLAIN: &[(&str, std::ops::Range<usize>, bool)] = &[
    ("take", 0..9, false),
    ("sim", 5..12, false),
    ("morris", 0..9, false),
    ("wolf:size=6", 0..9, false),
    ("reversi:rows=4,cols=4", 0..9, false),
    ("tictactoe:line=loses", 0..7, false),
    ("ladders", 0..9, false),
];

/// Plays this many random games of each of these games, and checks all that is told about them.
#[allow(clippy::print_stdout, reason = "how much was checked is part of what it shows")]
fn told(games: u64) -> stories::Counts {
    let mut counts = stories::Counts::default();
    let of_lines = TOLD.iter().map(|it| (it, true));
    for ((name, skipped, is_small), is_line_game) in
        of_lines.chain(PLAIN.iter().map(|it| (it, false)))
    {
        let mut checker = stories::Checker::new(name, is_line_game, *is_small);
        let before = counts.asked;
        for seed in 0..games {
            let skip = skipped.start + seed as usize % skipped.len();
            checker.play(seed, skip, &mut counts);
        }
        println!("{name}: {}", counts.asked - before);
    }
    println!("{} asked: {:?}, {:?}", counts.asked, counts.endings, counts.clauses);
    let wrong = &counts.wrong;
    assert!(
        wrong.is_empty(),
        "{} false:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    counts
}

#[test]
fn lines_end_as_they_say_and_what_is_told_of_them_is_so() {
    let counts = told(3);
    assert!(counts.asked > 250 && counts.clauses.values().sum::<usize>() > 200);
}

#[test]
#[ignore = "minutes: 10,000 verdicts, hints and reviews of all games"]
fn ten_thousand_lines_end_as_they_say_and_what_is_told_of_them_is_so() {
    let counts = told(100);
    assert!(counts.asked >= 10_000, "{}", counts.asked);
    let kinds = ["completes", "block", "forced", "threat", "fork", "stacked", "zugzwang", "shared"];
    let kinds = kinds.into_iter().chain(["standing", "only reply", "no reply", "ends"]);
    let clauses = counts.clauses.iter().filter(|it| !it.0.ends_with("not checked"));
    assert!(clauses.map(|it| *it.1).sum::<usize>() >= 5_000);
    for kind in kinds {
        assert!(counts.clauses.get(kind).is_some_and(|it| *it > 0), "{kind} is never told");
    }
}
