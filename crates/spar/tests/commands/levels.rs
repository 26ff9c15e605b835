//! The commands `rate`, `generate` and `verify`.

use crate::folder::Folder;
use serde_json::{Value as Json, json};
use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::{Match, SamplePlan};
use spar_challenge::policy::{Player, Ties};
use spar_rules::{Side, SplitMix};
use spar_solve::Budget;
use std::collections::BTreeSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

impl Folder {
    fn levels(&self, arguments: &str) -> Vec<Json> {
        let out = self.answer(arguments);
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Bottom-2 on 4×4 with rows and columns, the hard ones.
const HARD: &str = "generate bottom2:rows=4,cols=4,along=rc --wins-in 3 --learner 2 --opponent 3 \
                    --hardness hard";

#[test]
fn ten_hard_levels_are_drawn_and_no_two_are_images() {
    let folder = Folder::new();
    let out = folder.answer(&format!("{HARD} --count 10"));
    assert_eq!(
        out.matches("X to move: win in 3").count() + out.matches("O to move: win in 3").count(),
        10
    );
    assert_eq!(out.matches("   a b c d\n").count(), 10, "ten boards");
    for line in
        ["  chance   hard for foresight 2 against foresight 3: wins ", "  wins     ", "  why      "]
    {
        assert_eq!(out.matches(line).count(), 10, "{line}");
    }
    let game = spar_catalog::open("bottom2:rows=4,cols=4,along=rc").unwrap();
    let canonical = |line: &str| {
        let text = line.strip_prefix("  position ")?;
        game.read_position(text).unwrap().canonical()
    };
    let images: BTreeSet<String> = out.lines().filter_map(canonical).collect();
    assert_eq!(images.len(), 10);
}

#[test]
fn a_level_in_json_has_all_its_fields() {
    let folder = Folder::new();
    let level = &folder.levels(&format!("{HARD} --json"))[0];
    for field in [
        "game",
        "position",
        "wins_in",
        "plies",
        "learner",
        "opponent",
        "chance",
        "hardness",
        "winning_moves",
        "fastest",
        "why",
    ] {
        assert!(!level[field].is_null(), "{field}");
    }
    assert_eq!((&level["wins_in"], &level["plies"]), (&json!(3), &json!(5)));
    assert_eq!((&level["learner"], &level["opponent"]), (&json!(2), &json!(3)));
    let chance = &level["chance"];
    let exact: Fraction = chance["exact"].as_str().unwrap().parse().unwrap();
    assert!((chance["win"].as_f64().unwrap() - exact.to_f64()).abs() < 1e-15);
    let sum: f64 = ["win", "draw", "loss"].iter().map(|it| chance[it].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    // The rule for ties also applies to other foresights.
    let rated = folder.levels(
        "rate lines:rows=4,cols=3,connect=3,gravity=full,line=loses .../o../x../xxo \
         --learner 0 --opponent 0 --ties fastest --easy 3/4 --json",
    );
    assert_eq!((&rated[0]["ties"], &rated[0]["category"]), (&json!("fastest"), &json!([2])));
    // The same for a given position.
    let position = level["position"].as_str().unwrap();
    let rated = folder.levels(&format!(
        "rate bottom2:rows=4,cols=4,along=rc {position} --learner 2 --opponent 3 --json"
    ));
    assert_eq!(rated, std::slice::from_ref(level));
}

#[test]
fn what_does_not_exist_is_said_to_be_proved() {
    let folder = Folder::new();
    let (out, error) = folder.said(
        "generate tictactoe --wins-in 3 --learner 2 --opponent 3 --hardness hard --count 10 --json",
        0,
    );
    assert_eq!(out.lines().count(), 2);
    assert!(error.contains("only 2 exist (proved)"), "{error}");
    let (out, error) = folder.said("generate tictactoe:along=rc --wins-in 3", 1);
    assert!(out.is_empty() && error.contains("no such level exists (proved)"), "{error}");
}

#[test]
fn what_was_served_does_not_come_again() {
    let folder = Folder::new();
    let all = folder.answer(&format!("{HARD} --count 12 --json"));
    let first = all.split_inclusive('\n').take(5).collect::<String>();
    // Symmetric images count too: the served ones are mirrored.
    let game = spar_catalog::open("bottom2:rows=4,cols=4,along=rc").unwrap();
    let mirrored = first.lines().map(|line| {
        let level: Json = serde_json::from_str(line).unwrap();
        let text = level["position"].as_str().unwrap().to_owned();
        let rows = text.split('/').map(|row| row.chars().rev().collect::<String>());
        let image = rows.collect::<Vec<_>>().join("/");
        assert!(game.read_position(&image).is_ok());
        image + "\n"
    });
    fs::write(folder.at("served.txt"), mirrored.collect::<String>()).unwrap();
    let rest = folder.answer(&format!("{HARD} --count 7 --served served.txt --json"));
    assert_eq!(first + &rest, all);
}

#[test]
fn every_position_of_the_reference_is_rated_as_it_says() {
    let text = include_str!("../../../challenge/tests/figures/positions.txt");
    let context = spar_solve::Context::bare(Budget::unlimited());
    let (mut rows, mut chances) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, board, _, value, best, any, fastest] = columns[..] else { panic!("{line}") };
        let game = spar_catalog::open(name).unwrap();
        let position = game.read_position(board).unwrap();
        let evaluation = position.evaluate(&context).unwrap();
        let mut found: Vec<String> = evaluation.best().cloned().collect();
        let cells = |mv: &String| if mv.len() == 1 { cell(board, mv) } else { mv.clone() };
        found = found.iter().map(cells).collect();
        found.sort();
        let mut expected: Vec<&str> = best.split(' ').filter(|it| *it != "-").collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{line}");
        let words = value.split(' ').collect::<Vec<_>>();
        let plies = words.get(1).map(|it| it.parse::<u32>().unwrap());
        let truth = evaluation.value().unwrap();
        assert_eq!((truth.word(), truth.plies()), (words[0], plies), "{line}");
        for (ties, list) in [(Ties::Any, any), (Ties::Fastest, fastest)] {
            let pairs = [(1, 3), (2, 3), (3, 3), (1, 2), (2, 2), (3, 2)];
            for ((learner, opponent), told) in pairs.into_iter().zip(list.split(' ')) {
                let player = |rounds| Player::foresight(rounds, ties);
                let of = Match {
                    learner: player(learner),
                    opponent: player(opponent),
                    ties,
                    thresholds: Thresholds::default(),
                };
                let level = position
                    .rate(&of, Side::First, &SamplePlan::new(1, 0), &context)
                    .unwrap()
                    .unwrap();
                let Chances::Exact(parts) = level.chances else { panic!("{line}") };
                let win = parts.wins();
                if told.contains('.') {
                    assert_eq!(format!("{:.6}", win.to_f64()), *told, "{line}");
                } else {
                    assert_eq!(win, told.parse().unwrap(), "{line} {learner} {opponent}");
                }
                chances += 1;
            }
        }
        rows += 1;
    }
    assert_eq!((rows, chances), (84, 84 * 9));
}

/// The cell that a stone falls to in a column.
fn cell(board: &str, column: &str) -> String {
    let at = usize::from(column.as_bytes()[0] - b'a');
    let stones = board.split('/').filter(|row| row.as_bytes()[at] != b'.').count();
    format!("{column}{}", stones + 1)
}

#[test]
fn what_generate_writes_is_proved() {
    let folder = Folder::new();
    let commands = [
        "generate tictactoe --wins-in 2..3 --count 30 --learner 1 --opponent 3",
        "generate tictactoe:line=loses --count 30 --learner 1 --opponent 2",
        "generate bottom2:along=rd --count 30 --learner 2 --opponent 3 --ties fastest",
        "generate connect3 --progression 15 --wins-in 2..5 --learner 1 --opponent 2",
        "generate connect3 --even 0.1 --count 30 --learner 1 --opponent perfect",
        "generate connect4:rows=4,cols=5 --wins-in 3 --count 20 --easy 3/4 --hard 1/4 --learner 0",
        "generate connect4 --wins-in 2 --stones 26..32 --count 3 --learner 1 --opponent 2",
    ];
    for command in commands {
        let levels = folder.answer(&format!("{command} --json"));
        assert!(levels.lines().count() >= 3, "{command}");
        fs::write(folder.at("levels.jsonl"), &levels).unwrap();
        let told = folder.answer("verify levels.jsonl");
        assert_eq!(told, format!("{} levels are proved\n", levels.lines().count()), "{command}");
    }
}

#[test]
fn the_levels_that_come_with_the_program_are_proved() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../catalog/levels/levels.jsonl");
    let (said, _) = Folder::new().said(&format!("verify {file} --json"), 0);
    let lines = fs::read_to_string(file).unwrap().lines().count();
    assert_eq!(serde_json::from_str::<Json>(&said).unwrap(), json!({ "verified": lines }));
}

#[test]
fn every_change_of_a_level_is_refused_with_its_line() {
    let folder = Folder::new();
    let levels = folder.levels(
        "generate bottom2:rows=4,cols=4,along=rc --wins-in 3 --learner 2 --opponent 3 --count 6 --json",
    );
    let mut refused = 0;
    for (index, level) in levels.iter().enumerate() {
        for (what, changed) in changes(level) {
            let mut lines: Vec<String> = levels.iter().map(Json::to_string).collect();
            lines[index] = changed.to_string();
            fs::write(folder.at("changed.jsonl"), lines.join("\n") + "\n").unwrap();
            let (out, error) = folder.said("verify changed.jsonl", 1);
            let place = format!("changed.jsonl:{}: ", index + 1);
            assert!(out.starts_with(&place), "{what}: {out}{error}");
            assert_eq!(out.lines().count(), 1, "{what}: {out}");
            refused += 1;
        }
    }
    assert!(refused > 100, "{refused}");
    // An image of an earlier level.
    let mut lines: Vec<String> = levels.iter().map(Json::to_string).collect();
    lines.push(lines[0].clone());
    fs::write(folder.at("twice.jsonl"), lines.join("\n")).unwrap();
    let (out, _) = folder.said("verify twice.jsonl", 1);
    assert!(
        out.contains("twice.jsonl:7: it is the same level as line 1, or a symmetric image of it"),
        "{out}"
    );
    let image = mirrored(&levels[1]);
    fs::write(folder.at("image.jsonl"), format!("{}\n{image}\n", levels[1])).unwrap();
    let (out, _) = folder.said("verify image.jsonl", 1);
    assert!(
        out.contains("image.jsonl:2: it is the same level as line 1, or a symmetric image of it"),
        "{out}"
    );
    // Lines that are not levels.
    for (text, code) in [("", 2), ("{}\n", 2), ("no json\n", 2), ("{\"game\":\"tictactoe\"", 2)] {
        fs::write(folder.at("none.jsonl"), text).unwrap();
        folder.said("verify none.jsonl", code);
    }
    folder.said("verify missing.jsonl", 2);
}

/// Every single change that makes a level wrong.
fn changes(level: &Json) -> Vec<(String, Json)> {
    let mut changes = Vec::new();
    let mut change = |what: &str, edit: &dyn Fn(&mut Json)| {
        let mut changed = level.clone();
        edit(&mut changed);
        if &changed != level {
            changes.push((what.to_owned(), changed));
        }
    };
    let position = level["position"].as_str().unwrap().to_owned();
    // Remove a stone of each side, so that the turn stays the same, or move one of them.
    change("a stone", &|it| {
        let mut text = position.replacen('x', ".", 1);
        text = text.replacen('o', ".", 1);
        it["position"] = json!(text);
    });
    change("colours", &|it| {
        let swapped: String = position
            .chars()
            .map(|letter| match letter {
                'x' => 'o',
                'o' => 'x',
                other => other,
            })
            .collect();
        it["position"] = json!(swapped);
    });
    for (plies, wins_in) in [(3, 2), (7, 4), (5, 2), (5, 4), (4, 2)] {
        change("wins in", &|it| {
            it["plies"] = json!(plies);
            it["wins_in"] = json!(wins_in);
        });
    }
    change("value", &|it| it["value"] = json!("loss"));
    change("a draw", &|it| {
        it["value"] = json!("draw");
        it["plies"] = Json::Null;
        it["wins_in"] = Json::Null;
    });
    change("the learner", &|it| it["learner"] = json!(1));
    change("the opponent", &|it| it["opponent"] = json!("perfect"));
    change("the win", &|it| it["chance"]["win"] = json!(0.123));
    change("the fraction", &|it| {
        it["chance"]["exact"] = json!("17/64");
        it["chance"]["fractions"]["win"] = json!("17/64");
    });
    change("the sum", &|it| {
        it["chance"]["fractions"] = json!({"win": "1/2", "draw": "1/2", "loss": "1/2"});
        it["chance"]["exact"] = json!("1/2");
    });
    change("a consistent other chance", &|it| {
        it["chance"] = json!({"kind": "exact", "win": 0.25, "draw": 0.75, "loss": 0.0,
            "exact": "1/4", "fractions": {"win": "1/4", "draw": "3/4", "loss": "0"}});
        it["hardness"] = json!("hard");
    });
    change("a sample", &|it| it["chance"]["kind"] = json!("sampled"));
    change("hardness", &|it| {
        let other = if it["hardness"] == "hard" { "easy" } else { "hard" };
        it["hardness"] = json!(other);
    });
    change("category", &|it| it["category"] = json!([1, 3]));
    change("no winning move", &|it| it["winning_moves"] = json!([]));
    change("no fastest move", &|it| it["fastest"] = json!([]));
    change("a move more", &|it| {
        let legal: Vec<Json> =
            it["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect();
        it["winning_moves"] = json!(legal);
    });
    change("the value of a move", &|it| it["moves"][0]["plies"] = json!(9));
    change("why", &|it| it["why"] = json!("Because."));
    change("no why", &|it| it["why"] = Json::Null);
    change("the turn", &|it| {
        it["turn"] = json!(if it["turn"] == "first" { "second" } else { "first" });
    });
    change("the game", &|it| it["game"] = json!("bottom2:rows=4,cols=4"));
    change("no game", &|it| it["game"] = json!("chess"));
    // With another player a level may still be correct; drop such changes.
    changes.retain(|(what, changed)| {
        !(what == "the learner" || what == "the opponent") || is_untrue(changed)
    });
    changes
}

/// Whether the players of a level have other chances than it says.
fn is_untrue(level: &Json) -> bool {
    let text = |field: &str| level[field].to_string().replace('"', "");
    let player = |field: &str| text(field).parse::<Player>().unwrap();
    let thresholds = Thresholds::default();
    let of = Match {
        learner: player("learner"),
        opponent: player("opponent"),
        ties: Ties::Any,
        thresholds,
    };
    let game = spar_catalog::open(&text("game")).unwrap();
    let position = game.read_position(&text("position")).unwrap();
    let context = spar_solve::Context::bare(Budget::unlimited());
    let rated =
        position.rate(&of, position.side(), &SamplePlan::new(1, 0), &context).unwrap().unwrap();
    let Chances::Exact(parts) = rated.chances else { panic!("{level}") };
    parts.wins().to_string() != level["chance"]["exact"].as_str().unwrap()
}

fn mirrored(level: &Json) -> Json {
    let mut image = level.clone();
    let text = level["position"].as_str().unwrap();
    let rows = text.split('/').map(|row| row.chars().rev().collect::<String>());
    image["position"] = json!(rows.collect::<Vec<_>>().join("/"));
    image
}

#[test]
fn a_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new();
    let commands = [
        format!("{HARD} --count 20 --seed 5 --json"),
        "generate connect4 --wins-in 2..3 --learner 2 --opponent 2 --stones 24..30 --hardness medium,hard --count 2 --seed 9 --json".to_owned(),
        "generate connect3 --progression 9 --learner 1 --opponent 3 --json".to_owned(),
    ];
    for command in commands {
        let one = folder.said(&format!("{command} --threads 1"), 0);
        let two = folder.said(&format!("{command} --threads 2"), 0);
        assert_eq!(one, two, "{command}");
        assert!(!one.0.is_empty());
    }
}

#[test]
fn one_position_that_cannot_be_rated_does_not_end_a_list() {
    let folder = Folder::new();
    fs::write(folder.at("list.txt"), "xx./oo./...\nxxx/oo./...\nx../.../...\n").unwrap();
    let rows = folder.levels("rate tictactoe --from list.txt");
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1]["reason"], "the game is over in this position: X has won");
    assert!(rows[0]["chance"].is_object() && rows[2]["chance"].is_object());
    assert!(folder.levels("generate tictactoe --from list.txt --wins-in 1").len() == 1);
}

#[test]
fn levels_picked_from_a_list_are_fresh_and_proved() {
    let folder = Folder::new();
    let levels = folder.levels(&format!("{HARD} --count 3 --json"));
    let positions = levels.iter().map(|it| it["position"].as_str().unwrap().to_owned());
    let images = levels.iter().map(|it| mirrored(it)["position"].as_str().unwrap().to_owned());
    let list: Vec<String> = positions.chain(images).collect();
    fs::write(folder.at("list.txt"), list.join("\n")).unwrap();
    let picked = folder.answer(&HARD.replace(
        "generate bottom2:rows=4,cols=4,along=rc",
        "generate bottom2:rows=4,cols=4,along=rc --from list.txt",
    ));
    assert_eq!(picked.lines().count(), 3, "no image comes again");
    fs::write(folder.at("picked.jsonl"), &picked).unwrap();
    assert_eq!(folder.answer("verify picked.jsonl"), "3 levels are proved\n");
}

#[test]
fn the_number_of_threads_changes_nothing_where_memory_is_short() {
    let folder = Folder::new();
    list(&folder, "connect4:rows=4,cols=5", 12, 4);
    let command = "rate connect4:rows=4,cols=5 --from list.txt --learner 0 --opponent 1 --plays 50 --memory 3M";
    let one = folder.answer(&format!("{command} --threads 1"));
    assert_eq!(folder.answer(&format!("{command} --threads 8")), one);
    assert!(one.contains("\"sampled\""), "some are out of reach: {one}");
    // The memory limit determines what can be solved, so shards with other limits belong to
    // another run.
    folder.answer(&format!("{command} --shard 1/2 --out one"));
    folder.answer(&format!("{} --shard 2/2 --out two", command.replace("3M", "4M")));
    folder.said("merge one two", 2);
}

#[test]
fn what_is_not_decided_is_not_said_to_be_proved() {
    let folder = Folder::new();
    let command =
        "generate connect3 --stones 0..3 --even 0.3 --learner 0 --opponent 0 --count 500 --json";
    let (all, error) = folder.said(command, 0);
    assert!(error.contains("only 37 exist (proved)"), "{error}");
    let (some, error) = folder.said(&format!("{command} --memory 500K"), 3);
    assert!(some.lines().count() < all.lines().count());
    assert!(error.contains("could not be decided") && !error.contains("proved"), "{error}");
}

/// A list of positions by random play.
fn list(folder: &Folder, game: &str, count: usize, moves: u64) {
    let game = spar_catalog::open(game).unwrap();
    let mut random = SplitMix::new(3);
    let mut lines = Vec::new();
    while lines.len() < count {
        let mut position = game.start();
        for _ in 0..2 + random.below(moves) {
            let legal = position.moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len() as u64) as usize].clone();
            position.play(&mv).unwrap();
        }
        if !position.moves().is_empty() {
            lines.push(position.text());
        }
    }
    fs::write(folder.at("list.txt"), lines.join("\n")).unwrap();
}

#[test]
fn lists_are_rated_in_shards_and_after_kills_to_the_same_bytes() {
    let folder = Folder::new();
    let name = "bottom2:rows=4,cols=4,along=cd";
    list(&folder, name, 150, 4);
    for verb in [
        format!("rate {name} --from list.txt --learner 2 --opponent 3"),
        format!("generate {name} --from list.txt --learner 2 --opponent 3 --hardness hard,medium"),
    ] {
        let whole = folder.answer(&verb);
        assert_eq!(whole, folder.answer(&format!("{verb} --threads 1")));
        let mut shards = Vec::new();
        for shard in 1..=7 {
            let file = format!("shard-{shard}");
            folder.answer(&format!("{verb} --shard {shard}/7 --out {file}"));
            shards.push(file);
        }
        assert_eq!(folder.answer(&format!("merge {}", shards.join(" "))), whole, "{verb}");
        for file in &shards {
            fs::remove_file(folder.at(file)).unwrap();
        }
        // Kill it at random times, and restart it until it is done.
        let mut random = SplitMix::new(1);
        let mut kills = 0;
        loop {
            let mut child = folder.started(&format!("{verb} --out killed.jsonl"));
            sleep(Duration::from_millis(5 + random.below(60)));
            let _ = child.kill();
            if child.wait().unwrap().success() {
                break;
            }
            kills += 1;
            if kills == 40 {
                folder.answer(&format!("{verb} --out killed.jsonl"));
                break;
            }
        }
        assert_eq!(folder.read("killed.jsonl"), whole, "{kills} kills");
        fs::remove_file(folder.at("killed.jsonl")).unwrap();
    }
}

#[test]
fn nonsense_gets_its_sentence_and_its_exit_code() {
    let folder = Folder::new();
    let cases = [
        ("generate tictactoe --learner two", "`two` is not a valid player"),
        ("generate tictactoe --learner -1", "`-1` is not a valid player"),
        ("generate tictactoe --opponent 33", "`33` is not a valid player"),
        ("generate tictactoe --count 0", "0 is not in 1.."),
        ("generate tictactoe --wins-in 0", "moves are `3`, `2..4`, `6..` or `..3`, from 1 on"),
        ("generate tictactoe --wins-in 4..2", "moves are `3`, `2..4`, `6..` or `..3`, from 1 on"),
        ("generate tictactoe --easy 0.3 --hard 0.4", "the thresholds cross"),
        ("generate tictactoe --easy 3/2", "thresholds are chances"),
        ("generate tictactoe --hardness brutal", "`brutal` is not a valid hardness"),
        ("generate tictactoe --category 9", "9 is not in 1..=3"),
        ("generate tictactoe --chance 0.5..0.2", "chances are `0.2..0.4`"),
        ("generate tictactoe --chance 0..2", "chances are `0.2..0.4`"),
        ("generate tictactoe --stones 9..3", "stones are `12`, `20..30`, `20..` or `..30`"),
        ("generate tictactoe --even 0.1 --score 2", "an expected score of 2 is not possible"),
        ("generate tictactoe --even x", "`x` is not a number"),
        ("generate tictactoe --even 5", "`--even 5` allows every score"),
        ("generate tictactoe --out levels.txt", "`txt` is not the ending of a known format"),
        ("generate tictactoe --served missing.txt", "there is no such file"),
        ("generate tictactoe --progression 0", "0 is not in 1..=10000"),
        ("generate tictactoe --shard 1/2", "`--shard` and `--restart` are for lists"),
        ("generate chess", "no game is named `chess`"),
        ("rate tictactoe xxx/oo./...", "the game is over in this position: X has won"),
        ("rate tictactoe start --ties both", "`both` is not a valid rule for ties"),
        ("rate tictactoe start --foresight 0", "foresights are `2` or `1..3`"),
        ("rate tictactoe start --foresight 3..1", "foresights are `2` or `1..3`"),
        ("rate tictactoe", "required"),
        ("rate tictactoe start --out here", "are for many positions"),
        ("rate connect4 start --foresight 9", "foresight 9 is beyond the budget here"),
        ("rate connect4 start --learner 12 --opponent 12", "are beyond the budget"),
        ("rate tictactoe start --as z", "`z` is not a side of this game"),
    ];
    for (arguments, sentence) in cases {
        let (out, error) = folder.said(arguments, 2);
        assert!(error.contains(sentence), "{arguments}: {error}");
        assert!(out.is_empty(), "{arguments}: {out}");
    }
    let (_, error) =
        folder.said("generate connect4 --wins-in 9 --hardness hard --learner 3 --time 1s", 3);
    assert!(error.contains("stopped by `--time` after 0 levels"), "{error}");
}

#[test]
fn fair_starts_are_games_that_either_side_wins() {
    let folder = Folder::new();
    let shares = |level: &Json| ["win", "loss"].map(|it| level["chance"][it].as_f64().unwrap());
    for game in [
        "tictactoe --learner 0 --opponent 1",
        "connect3 --learner 1 --opponent 3",
        "bottom2 --learner 0 --opponent 1",
        "ladders",
    ] {
        let levels = folder.levels(&format!("generate {game} --even --count 60 --json"));
        assert!(!levels.is_empty(), "{game}");
        for level in &levels {
            assert!(shares(level).iter().all(|it| *it >= 0.1), "{game}: {level}");
        }
    }
    let levels = folder.levels("generate tictactoe --even --least-wins 0 --count 500 --json");
    let is_dead = |it: &&Json| shares(it).iter().all(|it| *it < 0.1);
    assert!(levels.iter().any(|it| is_dead(&it)), "asked otherwise, dead draws are even");
    let generate = "generate tictactoe --learner 0 --opponent 0 --even";
    let levels = folder.levels(&format!("{generate} --least-wins 30% --count 20 --json"));
    assert!(levels.iter().all(|it| shares(it).iter().all(|it| *it >= 0.3)));
    let (_, error) = folder.said("generate tictactoe --even --least-wins 60%", 2);
    assert!(error.contains("the sides cannot both have 3/5 of the wins\nhint: "), "{error}");
    let (_, error) = folder.said("generate tictactoe --least-wins 20%", 2);
    assert!(error.contains("--even"), "{error}");
}

#[test]
fn on_a_sheet_some_move_is_wrong_or_the_sheet_says_so() {
    let folder = Folder::new();
    let page =
        folder.answer("generate tictactoe --count 200 --learner 1 --opponent 2 --format html");
    assert!(page.matches("<li>").count() > 30 && !page.contains("Every move wins"));
    let levels = folder.levels("generate tictactoe --count 200 --learner 1 --opponent 2 --json");
    let all_win = |it: &&Json| {
        it["winning_moves"].as_array().unwrap().len() == it["moves"].as_array().unwrap().len()
    };
    assert!(levels.iter().any(|it| all_win(&it)), "elsewhere such levels are there");
    let graded =
        folder.levels("generate tictactoe --progression 30 --learner 1 --opponent 2 --json");
    assert!(graded.len() == 30 && !graded.iter().any(|it| all_win(&it)));
    // With one cell left there is one move.
    let (page, error) =
        folder.said("generate tictactoe --stones 8 --wins-in 1 --count 3 --format html", 0);
    assert!(page.contains("Answer key"), "{page}");
    assert!(error.contains("in every level that fits, no move is wrong"), "{error}");
}

#[test]
fn a_level_that_cannot_exist_is_refused_with_the_reason() {
    let folder = Folder::new();
    for (wish, reason) in [
        (
            "connect4:rows=6,cols=5 --wins-in 3 --learner 3 --opponent 2 --hardness hard",
            "foresight 3 sees every win in up to 3 moves and never misses it",
        ),
        (
            "connect4 --wins-in 1 --learner 2 --chance 0.2..0.4 --json",
            "foresight 2 sees every win in up to 1 move and never misses it",
        ),
        ("qubic --learner perfect --hardness medium,hard", "perfect play never misses a win"),
        ("connect4 --wins-in 2 --category 3", "foresight 2 sees every win in up to 2 moves"),
    ] {
        let (out, error) = folder.said(&format!("generate {wish}"), 1);
        assert!(out.is_empty(), "{wish}: {out}");
        assert!(error.contains("no such level exists") && error.contains(reason), "{error}");
    }
    // A complete examination of a small game agrees.
    let easy = folder.levels("generate connect3 --wins-in 2 --learner 2 --count 100000 --json");
    assert!(easy.len() > 100 && easy.iter().all(|it| it["hardness"] == "easy"));
}

#[test]
fn plays_are_sampled_where_chances_or_moves_are_out_of_reach() {
    let folder = Folder::new();
    let sampled = |arguments: &str| {
        let (told, error) = folder.said(&format!("rate {arguments} --json"), 0);
        let level: Json = serde_json::from_str(&told).unwrap();
        (level["chance"]["sample"]["plays"].clone(), error)
    };
    // Half of the time is for exact chances, which need far more.
    let (plays, error) = sampled("sim start --learner 1 --opponent 2 --plays 3 --time 4s");
    assert_eq!((plays, error.as_str()), (3.into(), ""));
    // Perfect play from the start of this game is unknown.
    let (plays, error) = sampled("reversi start --learner perfect --opponent 1 --plays 1");
    assert_eq!(plays, 1);
    assert!(error.contains("in 1 play a player had to guess a move"), "{error}");
}
