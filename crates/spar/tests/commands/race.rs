//! The commands `solve ladders` and `match`.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn spar(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("spar").unwrap();
    command.args(args);
    command
}

fn json(args: &[&str]) -> Value {
    let output = spar(args).arg("--json").output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The error of a rejected run.
fn refused(args: &[&str]) -> String {
    let output = spar(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(!said.contains("panicked") && said.starts_with("error: "), "{said}");
    said.lines().next().unwrap()["error: ".len()..].to_owned()
}

fn holds(bounds: &Value, value: f64) -> bool {
    let (low, high) = (bounds["low"].as_f64().unwrap(), bounds["high"].as_f64().unwrap());
    low <= value && value <= high && high - low <= 1e-9 * high.max(1.0)
}

/// Writes a board file and returns the name of the game with this board.
fn board(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    format!("ladders:board={}", path.display())
}

#[test]
fn a_board_from_a_file_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let plain = "n = 8\njumps = [[2,6],[5,1]]\n";
    let tabled = "[board]\nname = \"mix8\"\nn = 8\njumps = [[2,6],[5,1]]\noverflow = \"stay\"\n";
    for text in [plain, tabled] {
        let game = board(folder.path(), "mix8.toml", text);
        let alone = json(&["solve", &game]);
        assert!(holds(&alone["turns"], 3.0), "{alone}");
        assert_eq!(alone["policy"], "11DD111T");
        assert_eq!(alone["game"], "ladders:n=8,jumps=2-6.5-1");
        let first = json(&["solve", &game, "--against", "fastest"]);
        assert!(holds(&first["chance"], 1.0), "{first}");
        assert_eq!(first["policy"].as_array().unwrap().len(), 8);
        assert!(
            first["policy"].as_array().unwrap().iter().all(|it| it.as_str().unwrap().len() == 8)
        );
        let second = json(&["solve", &game, "--against", "fastest", "--seat", "second"]);
        assert!(holds(&second["chance"], 4.0 / 9.0), "{second}");
        let both = json(&["solve", &game, "--self-play"]);
        assert!(holds(&both["chance"], 587.0 / 972.0), "{both}");
    }
    // Settings in the name override those in the file.
    let game = board(folder.path(), "mix8.toml", plain);
    let bounced = json(&["solve", &format!("{game},overflow=bounce")]);
    assert!(holds(&bounced["turns"], 22.0 / 9.0));
    // A rules file gives the same game.
    let rules = folder.path().join("rules.toml");
    fs::write(&rules, format!("game = \"ladders\"\ntitle = \"Eight\"\n{plain}")).unwrap();
    assert!(holds(&json(&["solve", rules.to_str().unwrap()])["turns"], 3.0));
}

#[test]
fn a_race_is_asked_about_from_any_position() {
    // On 17 against 18 with us to move, one die is the only chance.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.txt");
    fs::write(&path, "1".repeat(20)).unwrap();
    let file = path.to_str().unwrap();
    for (position, seat, chance) in [
        ("17-18-first", None, 1.0 / 6.0),
        ("18-17-second", None, 1.0 / 6.0),
        ("17-18-first", Some("second"), 5.0 / 6.0),
        ("17-18-second", Some("first"), 0.0),
    ] {
        let asked = [&["solve", "ladders", position, "--self-play"][..], &seat_of(seat)].concat();
        let both = json(&asked);
        assert!(holds(&both["chance"], chance), "{both}");
        assert_eq!(both["position"], position);
    }
    let against = json(&["solve", "ladders", "17-18-first", "--against", file]);
    assert!(holds(&against["chance"], 1.0 / 6.0) && holds(&against["turns"], 2.0), "{against}");
    assert_eq!(&against["policy"][18].as_str().unwrap()[17..18], "D");
    // The results of players from files from there, computed and played.
    let met = json(&["match", "ladders", "novice", file, "--start", "15-10-second"]);
    let played = json(&[
        "match",
        "ladders",
        "novice",
        file,
        "--from",
        "15-10-second",
        "--simulate",
        "--plays",
        "4000",
    ]);
    for seat in ["first", "second"] {
        let win = met[seat]["win"].as_f64().unwrap();
        let interval = &played[seat]["sample"]["interval"];
        let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
        assert!(low - 0.01 < win && win < high + 0.01, "{seat} {met} {played}");
    }
    // Boards that are too large to be drawn have players too.
    let large = json(&["match", "ladders:n=500,seed=2", "fastest", "novice"]);
    assert!(large["first"]["win"].as_f64().unwrap() > 0.9, "{large}");
}

fn seat_of(seat: Option<&str>) -> Vec<&str> {
    seat.map_or(Vec::new(), |seat| vec!["--seat", seat])
}

#[test]
fn keeping_the_other_in_the_game_has_three_ends() {
    let found = json(&["solve", "ladders", "--keep-in-game"]);
    for (name, share) in [("win", 0.607), ("loss", 0.220), ("quit", 0.173)] {
        let low = found[name]["low"].as_f64().unwrap();
        let high = found[name]["high"].as_f64().unwrap();
        assert!((low - share).abs() < 6e-4 && high - low < 1e-9, "{name} {found}");
    }
    // The same rule as a list of pairs.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quits.txt");
    let pairs = (0..20_i32).flat_map(|own| (0..20).map(move |other| (own, other)));
    let far = pairs.filter(|(own, other)| own.abs_diff(*other) >= 10);
    let lines: Vec<String> = far.map(|(own, other)| format!("{own} {other} 1")).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    let path = path.to_str().unwrap();
    let same = json(&["solve", "ladders", "--keep-in-game", "--quits", path]);
    assert_eq!(same["win"], found["win"]);
}

#[test]
fn sweeps_are_told_for_a_course() {
    let text = spar(&["solve", "ladders:overflow=rejump", "--iterations"]).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    let row = text.lines().find(|line| line.trim_start().starts_with("0   4.03")).unwrap();
    assert!(row.contains("3.6992") && row.trim_end().ends_with('T'), "{row}");
    let found = json(&["solve", "ladders:overflow=rejump", "--iterations"]);
    let ninth = &found["iterations"][8]["values"][0];
    assert_eq!(format!("{:.2}", ninth.as_f64().unwrap()), "3.66");
}

#[test]
fn a_player_from_a_file_is_met_and_one_that_waits_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("player.txt");
    fs::write(&path, "11DD111T\n").unwrap();
    let path = path.to_str().unwrap();
    let game = "ladders:n=8,jumps=2-6.5-1";
    let found = json(&["solve", game, "--against", path]);
    assert!(holds(&found["chance"], 1.0) && found["stalls"].is_null());
    fs::write(path, "TTTTTTTT").unwrap();
    let output = spar(&["solve", game, "--against", path]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("may wait without end, from square 0"), "{said}");
    let chance = json(&["solve", game, "--against", path])["chance"].clone();
    let (low, high) = (chance["low"].as_f64().unwrap(), chance["high"].as_f64().unwrap());
    assert!(0.7 < low && high < 1.0 && high - low < 1e-9, "{chance}");
    for (text, what) in [
        ("TTTTXTTT", "`X` for square 4 is not an action"),
        ("TTT", "a policy has 8 letters here, this one 3"),
        ("\u{0}\u{1}", "`\\u{0}` for square 0 is not an action"),
    ] {
        fs::write(path, text).unwrap();
        assert!(refused(&["solve", game, "--against", path]).contains(what));
    }
    fs::write(path, [0xff, 0xfe]).unwrap();
    assert!(refused(&["solve", game, "--against", path]).contains("not text in UTF-8"));
    assert!(
        refused(&["solve", game, "--against", "novise"]).contains("is neither a player nor a file")
    );
    assert!(
        refused(&["solve", game, "--against", folder.path().to_str().unwrap()])
            .contains("not an ordinary file")
    );
}

#[test]
fn bad_boards_get_a_sentence_each() {
    let folder = tempfile::tempdir().unwrap();
    for (text, said) in [
        ("n = 8\njumps = [[7,2]]", "starts on the goal, square 7"),
        ("n = 8\njumps = [[2,5],[2,6]]", "two jumps start on square 2"),
        ("n = 8\njumps = [[2,9]]", "touches square 9, but the squares are 0 to 7"),
        ("n = 8\njumps = [[-2,5]]", "`-2-5` in `jumps` is not a jump"),
        ("n = 8\njumps = [[2,5],[5,2]]", "lead round in a circle"),
        ("n = 8\njumps = [[2,5,6]]", "`jumps` has an entry that is not a jump"),
        ("n = 8\njumps = [[2,1.5]]", "`jumps` has an entry that is not a jump"),
        ("n = 8\njumps = 7", "`7` in `jumps` is not a jump"),
        ("n = 1", "`n=1` is out of range"),
        ("n = 0", "`n=0` is out of range"),
        ("n = -3", "is not a whole number"),
        ("n = 1000000000", "`n=1000000000` is out of range"),
        ("n = 'many'", "`n=many` is not a whole number"),
        ("n = 2.5", "`n` is neither a whole number nor a text"),
        ("n = nan", "`n` is neither a whole number nor a text"),
        ("n = 8\noverflow = 'fly'", "`overflow=fly` is not known"),
        ("n = 8\nsnakes = [[3, 1]]", "snakes=3-1"),
        ("n = 8\njmups = [[3, 1]]", "no parameter `jmups`"),
        ("n = 8\ngame = 'connect4'", "`game` is `connect4`"),
        ("n = 8\n[board]\nn = 9", "`n` is set twice"),
        ("n = 3\njumps = [[1,0]]\nactions = ['1']", "no roll ever leads to the goal"),
        ("n = 8\njumps = [[2,", "line 2"),
        ("", "`n` is missing"),
        ("jumps = []", "`n` is missing"),
    ] {
        let game = board(folder.path(), "bad.toml", text);
        let what = refused(&["solve", &game]);
        assert!(what.contains(said), "{text}: {what}");
    }
    let missing = refused(&["solve", "ladders:board=/nowhere/board.toml"]);
    assert!(missing.contains("there is no such file"), "{missing}");
    let binary = folder.path().join("bytes.toml");
    fs::write(&binary, [0xff, 0x00]).unwrap();
    let what = refused(&["solve", &format!("ladders:board={}", binary.display())]);
    assert!(what.contains("not text in UTF-8"), "{what}");
    for (args, said) in [
        (&["solve", "connect3", "--self-play"][..], "these options do not apply to `connect3`"),
        (&["solve", "ladders", "--line", "--self-play"], "for games without chance"),
        (&["solve", "ladders", "0-19-first", "--self-play"], "is over"),
        (&["solve", "ladders", "0-3-first-T", "--self-play"], "is waiting for a roll"),
        (&["solve", "ladders", "0-20-first", "--self-play"], "`20` is not a square"),
        (&["solve", "ladders", "--precision", "0"], "is not a valid width"),
        (&["solve", "ladders", "--precision", "nan"], "is not a valid width"),
        (&["solve", "ladders", "--sets"], "for games without chance"),
        (&["solve", "ladders", "--export", "x.txt"], "does not end in a known format"),
        (&["solve", "ladders", "--keep-in-game", "--quits", "soon"], "neither a number"),
        (&["solve", "ladders:n=100000", "--self-play"], "more than the"),
        (&["solve", "ladders", "--seat", "second"], "needs another player"),
        (&["solve", "ladders", "--self-play", "--export", "x.drn"], "cannot describe this problem"),
        (&["solve", "ladders", "--out", "x.json"], "for lists of positions"),
        (&["solve", "ladders", "--experience", "1"], "is not a valid discount"),
        (&["match", "ladders", "fastest", "2"], "2"),
        (&["solve", "ladders:n=10000000", "--iterations"], "keeps every sweep"),
        (&["solve", "ladders:n=100000", "--experience", "0.9"], "more than the"),
        (&["match", "connect3", "novice", "1"], "novice"),
        (&["match", "connect3", "1", "nobody"], "nobody"),
    ] {
        let what = refused(args);
        assert!(what.contains(said), "{args:?}: {what}");
    }
}

#[test]
fn tightened_precision_never_widens_a_bound() {
    let width = |precision: &str| {
        let found = json(&["solve", "ladders", "--against", "novice", "--precision", precision]);
        let width = |it: &Value| it["high"].as_f64().unwrap() - it["low"].as_f64().unwrap();
        (width(&found["chance"]), width(&found["turns"]), found["remark"].is_string())
    };
    let (chance, turns, _) = width("1e-3");
    for precision in ["1e-6", "1e-9", "1e-12"] {
        let (narrower, fewer, remarked) = width(precision);
        assert!(narrower <= chance && fewer <= turns && !remarked, "{precision}");
    }
    let (_, _, remarked) = width("1e-18");
    assert!(remarked, "what doubles cannot do is said");
}

#[test]
fn staying_close_is_worth_what_equation_twelve_says() {
    for (discount, worth) in [("0.5", -20.828_996), ("0.9", -52.839_949)] {
        let found = json(&["solve", "ladders", "--experience", discount]);
        let low = found["experience"]["low"].as_f64().unwrap();
        assert!((low - worth).abs() < 1e-6, "{found}");
    }
}

#[test]
fn the_problem_is_written_for_model_checkers() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let game = "ladders:n=5,jumps=1-3";
    json(&["solve", game, "--export", &path("five.drn")]);
    let drn = fs::read_to_string(path("five.drn")).unwrap();
    assert!(drn.contains("@type: MDP") && drn.contains("@nr_states\n5") && drn.contains("1/36"));
    json(&["solve", game, "--export", &path("five.prism")]);
    let tra = fs::read_to_string(path("five.tra")).unwrap();
    assert!(tra.starts_with("5 13 28\n0 0 3 1"), "{tra}");
    for ending in ["sta", "lab", "srew"] {
        assert!(Path::new(&path(&format!("five.{ending}"))).exists(), "{ending}");
    }
    json(&["solve", game, "--against", "novice", "--export", &path("two.storm")]);
    assert!(fs::read_to_string(path("two.tra")).unwrap().starts_with("mdp\n"));
}

#[test]
fn players_meet_in_both_seats() {
    let race = json(&["match", "ladders", "fastest", "novice"]);
    assert_eq!(race["first"]["kind"], "bounded");
    let win = race["first"]["win"].as_f64().unwrap();
    assert!((win - 0.684_505).abs() < 5e-7, "{race}");
    assert!(race["played"].is_null());
    // The same by playing games.
    let played = json(&["match", "ladders", "fastest", "novice", "--simulate", "--plays", "4000"]);
    let interval = &played["first"]["sample"]["interval"];
    let (low, high) = (interval[0].as_f64().unwrap(), interval[1].as_f64().unwrap());
    assert!(low - 0.01 < win && win < high + 0.01, "{played}");
    assert_eq!(played["played"]["games"], 8000);
    assert!(played["played"]["distinct"].as_u64().unwrap() > 1000);
    let again = json(&["match", "ladders", "fastest", "novice", "--simulate", "--plays", "4000"]);
    assert_eq!(played, again, "a seed settles all games");
    // Other games too, with exact results where possible.
    let lines = json(&["match", "tictactoe", "1", "random"]);
    assert_eq!(lines["first"]["kind"], "exact");
    let perfect = spar(&["match", "tictactoe", "random", "perfect"]).output().unwrap();
    assert_eq!(perfect.status.code(), Some(1), "a lost match");
    let few = json(&["match", "tictactoe", "perfect", "perfect", "--simulate", "--plays", "50"]);
    assert_eq!(few["score"], 0.5);
    assert!(few["played"]["distinct"].as_u64().unwrap() <= 100);
    // Two players that wait forever: endless games are won by nobody.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dice.txt");
    fs::write(&path, "TTTT").unwrap();
    let path = path.to_str().unwrap();
    let waiting = json(&["match", "ladders:n=4", path, path]);
    let seats = [&waiting["first"], &waiting["second"]].map(|it| it["win"].as_f64().unwrap());
    let lost = waiting["first"]["loss"].as_f64().unwrap();
    assert!((seats[1] - lost).abs() < 1e-9 && seats[0] + lost < 0.99, "{waiting}");
    assert!((waiting["score"].as_f64().unwrap() - 0.5).abs() < 1e-9);
    // A custom policy.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps.txt");
    fs::write(&path, "1".repeat(20)).unwrap();
    let path = path.to_str().unwrap();
    let output = spar(&["match", "ladders", path, "perfect", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_player_who_chooses_by_chance_is_answered() {
    // On three squares, by hand: from 1 it arrives with (1 + 1/6 + 0) / 3 = 7/18, from 0 with
    // (0 + 1/6 + 1/36) / 3 = 7/108. The best response is to make single steps.
    let game = "ladders:n=3,jumps=none";
    for (position, chance) in [("0-1-first", 11.0 / 18.0), ("0-0-first", 101.0 / 108.0)] {
        let found = json(&["solve", game, position, "--against", "random"]);
        assert!(holds(&found["chance"], chance), "{found}");
        assert_eq!(
            (found["objective"].as_str(), found["against"].as_str()),
            (Some("against"), Some("random"))
        );
    }
    let output = spar(&["solve", game, "--against", "random"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("best against random play, moving first: wins 93.5185 %"), "{said}");
}

#[test]
fn a_position_of_a_race_gets_the_answer_of_the_whole_race() {
    let whole = json(&["solve", "ladders"]);
    for (position, turns) in
        [("17-18-first", 2.0), ("17-18-second", 1.0), ("8-3-first", 47.0 / 18.0)]
    {
        let found = json(&["solve", "ladders", position]);
        assert_eq!(found["objective"], "fastest");
        assert_eq!(found["position"], position);
        assert_eq!(found["policy"], whole["policy"]);
        assert!(holds(&found["turns"], turns), "{found}");
        let names = |it: &Value| it.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&found), names(&whole));
    }
    let output = spar(&["solve", "ladders", "17-18-first"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("fewest turns alone, from square 17: 2.000000 on average"), "{said}");
    assert!(said.contains("`--self-play` and `--against WHO` show the chance to win"), "{said}");
    for rest in [["17-18-first", "--line"], ["--from", "positions"]] {
        let said = refused(&[&["solve", "ladders"], &rest[..]].concat());
        assert_eq!(said, "`--line`, `--value-only` and `--from` are for games without chance");
    }
}

/// The rows of a table of comma-separated values, by column.
fn table(text: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), names.len(), "{line}");
        names.iter().map(|it| (*it).to_owned()).zip(fields.into_iter().map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

#[test]
fn every_square_and_every_pair_of_a_race_is_written() {
    let answer = |args: &[&str]| {
        let output = spar(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let between = |row: &std::collections::BTreeMap<String, String>, name: &str, value: f64| {
        let [low, high] =
            ["low", "high"].map(|it| row[&format!("{name}_{it}")].parse::<f64>().unwrap());
        assert!(low <= value && value <= high && high - low < 1e-8, "{name}: {value} {row:?}");
    };
    let squares = table(&answer(&["dump", "ladders"]));
    assert_eq!(squares.len(), 20);
    // Table I of the 2010 paper; on square 18, by hand.
    for (square, turns, best) in
        [(3, 32779.0 / 10683.0, "T"), (8, 47.0 / 18.0, "D"), (12, 2.0, "1"), (18, 1.0, "1")]
    {
        between(&squares[square], "turns", turns);
        assert_eq!(squares[square]["best"], best);
        between(&squares[square], &format!("turns_{best}"), turns);
    }
    between(&squares[18], "turns_D", 11.0 / 6.0);
    between(&squares[18], "turns_T", 2.0);
    assert_eq!((squares[13]["square"].as_str(), squares[13]["lands"].as_str()), ("13", "18"));
    assert_eq!((squares[19]["turns_low"].as_str(), squares[19]["best"].as_str()), ("0", ""));
    let pairs = table(&answer(&["dump", "ladders", "--pairs"]));
    assert_eq!(pairs.len(), 19 * 19);
    let at = |own: usize, other: usize| &pairs[own * 19 + other];
    for (name, chance) in [("chance", 1.0 / 6.0), ("chance_1", 0.0), ("chance_D", 1.0 / 6.0)] {
        between(at(17, 18), name, chance);
    }
    between(at(17, 18), "chance_T", 1.0 / 36.0);
    let start = at(0, 0)["chance_low"].parse::<f64>().unwrap();
    assert!((start - 0.665_883_148_2).abs() < 1e-9, "{start}");
    // Figure 5 of the 2010 paper.
    for (own, letters) in
        [(0, "TTTTTTTTTTTTTTTTTT1"), (9, "1DDDDDDDDDDDDDDDDDT"), (16, "1111DDDDDDDDDDDDDDD")]
    {
        let found: String = (0..19).map(|other| at(own, other)["best"].as_str()).collect();
        assert_eq!(found, letters, "{own}");
    }
    let text = answer(&["dump", "ladders", "--against", "novice", "--json"]);
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert!((first["chance_low"].as_f64().unwrap() - 0.706_179).abs() < 1e-6, "{first}");
    assert_eq!((&first["own"], &first["other"], text.lines().count()), (&0.into(), &0.into(), 361));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.parquet");
    answer(&["dump", "ladders", "--pairs", "--out", path.to_str().unwrap()]);
    let read = crate::survey::parquet(&path);
    assert_eq!(read, pairs);
    let said = refused(&["dump", "tictactoe", "--pairs"]);
    assert_eq!(
        said,
        "`tictactoe` has no policies by squares, which `--pairs` and `--against` need"
    );
    assert!(refused(&["dump", "ladders", "--against", "nobody"]).contains("nobody"));
}

/// The wins, losses and games given up of `match --quits` equal those that `solve` computes for
/// the same players by best responses.
#[test]
fn a_match_counts_games_that_are_given_up() {
    for (solve, player, quits) in [
        (&["--keep-in-game"][..], "keep-in-game", "half"),
        (&["--keep-in-game", "--quits", "6"], "keep-in-game:quits=6", "6"),
    ] {
        let solved = json(&[&["solve", "ladders"], solve].concat());
        let met = json(&["match", "ladders", player, "novice", "--quits", quits]);
        let middle = |it: &Value| {
            let [low, high] = ["low", "high"].map(|end| it[end].as_f64().unwrap());
            f64::midpoint(low, high)
        };
        let seat = &met["first"];
        assert!((middle(&solved["quit"]) - middle(&met["quits"][0])).abs() < 1e-9, "{met}");
        for share in ["win", "loss"] {
            let found = seat[share].as_f64().unwrap();
            assert!((middle(&solved[share]) - found).abs() < 1e-9, "{share}: {met}");
        }
    }
    assert!(
        refused(&["match", "tictactoe", "1", "2", "--quits", "3"])
            .contains("no rule for giving up")
    );
}

/// A player from a file works wherever a player can be named.
#[test]
fn a_policy_is_a_player_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fastest.txt");
    let solved = json(&["solve", "ladders"]);
    let letters = solved["policy"].as_str().unwrap();
    fs::write(&path, letters).unwrap();
    let path = path.to_str().unwrap();
    let named = format!("policy:{path}");
    let written = format!("policy:{letters}");
    let chances = |player: &str| {
        let met = json(&["match", "ladders", player, "novice"]);
        (met["first"].clone(), met["second"].clone())
    };
    let fastest = chances("fastest");
    for player in [path, &named, &written] {
        assert_eq!(chances(player), fastest, "{player}");
        let rated = json(&["rate", "ladders", "15-4-first", "--opponent", player]);
        assert_eq!(rated["opponent"], written.as_str(), "{rated}");
    }
    for command in [
        &["match", "ladders", "policy:ZZ", "novice"][..],
        &["solve", "ladders", "--against", "policy:ZZ"],
        &["rate", "ladders", "15-4-first", "--opponent", "policy:ZZ"],
        &["play", "ladders", "--against", "policy:ZZ"],
    ] {
        let said = refused(command);
        assert!(said.contains("`Z` for square 0"), "{said}");
        assert!(said.contains("there is no file `ZZ` either"), "{said}");
    }
    let said = refused(&["match", "ladders", "policy:missing/file.txt", "novice"]);
    assert!(said.contains("there is no file `missing/file.txt`"), "{said}");
}
