//! The commands in terminals and scripts: for each command its text, its JSON, and its most
//! common error.

use assert_cmd::Command;
use insta::assert_snapshot;
use serde_json::Value as Json;
use std::fs;

/// The output of a run: standard output, standard error after `!`, and the exit code if it is
/// not 0.
fn spar(arguments: &str) -> String {
    spar_with(arguments, "")
}

fn spar_with(arguments: &str, input: &str) -> String {
    let output = command(arguments).write_stdin(input).output().expect("the program runs");
    let answers = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let errors = String::from_utf8(output.stderr).expect("messages are UTF-8");
    let errors: Vec<String> =
        errors.lines().map(|line| format!("! {line}").trim().to_owned() + "\n").collect();
    let exit = match output.status.code() {
        Some(0) => String::new(),
        Some(code) => format!("exit {code}\n"),
        None => "killed\n".to_owned(),
    };
    answers + &errors.concat() + &exit
}

fn json(arguments: &str) -> Json {
    let output = command(arguments).output().expect("the program runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

fn verbs() -> Vec<String> {
    use clap::CommandFactory;
    let program = spar::cli::Cli::command();
    program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
}

fn command(arguments: &str) -> Command {
    let mut command = Command::cargo_bin("spar").expect("the program is built");
    command.env_remove("NO_COLOR").env_remove("SPAR_DATA");
    command.args(arguments.split_whitespace());
    command
}

#[test]
fn games_lists_all() {
    assert_snapshot!(spar("games"));
}

#[test]
fn games_tells_the_rules_of_one() {
    assert_snapshot!(spar("games bottom2:line=loses"), @r"
    Bottom-2, line loses

    X and O take turns to place a stone on a board of 3 rows and 3 columns; X
    begins.
    A stone goes on one of the 2 lowest empty cells of its column.
    Whoever first has 3 stones in a line loses. Lines count along rows, columns,
    diagonals.
    A full board without a line is a draw.

    name   bottom2:line=loses
    board  3×3
    start  .../.../...

    players
      random     Picks a legal move at random, each equally likely.
      foresight  Looks some rounds ahead, two moves each, and makes the move that
                 looks best.
                 `rounds`: 1 to 32 rounds; 0 plays at random; required
                 `ties`: `any` or `fastest`; default `any`
                 such as 1, 2, 3, 4
      perfect    Takes only best moves: the fastest win, the slowest loss, or what
                 wins most often against best play.
      respond    Takes the moves with the best expected result against a given
                 player.
                 `against`: a player, not `respond` or `trap`; required
      trap       Keeps the win or the draw, and of such moves takes those with the
                 best expected result against a given player.
                 `against`: a player, not `respond` or `trap`; required
    ");
    assert_snapshot!(spar("games qubic:gravity=full"), @r"
    Qubic, gravity full

    X and O take turns to place a stone on 4 layers, each of 4 rows and 4 columns; X
    begins.
    A stone falls to the lowest empty cell of its column of that layer.
    Whoever first has 4 stones in a line wins. Lines count along rows, columns,
    diagonals, pillars through the layers, space diagonals.
    A full board without a line is a draw.

    name   qubic:gravity=full
    board  4×4×4
    start  ..../..../..../....//..../..../..../....//..../..../..../....//..../..../..../....

    players
      random     Picks a legal move at random, each equally likely.
      foresight  Looks some rounds ahead, two moves each, and makes the move that
                 looks best.
                 `rounds`: 1 to 32 rounds; 0 plays at random; required
                 `ties`: `any` or `fastest`; default `any`
                 such as 1, 2, 3, 4
      perfect    Takes only best moves: the fastest win, the slowest loss, or what
                 wins most often against best play.
      respond    Takes the moves with the best expected result against a given
                 player.
                 `against`: a player, not `respond` or `trap`; required
      trap       Keeps the win or the draw, and of such moves takes those with the
                 best expected result against a given player.
                 `against`: a player, not `respond` or `trap`; required
    ");
    assert_snapshot!(spar("games examples/corner-drop.toml"), @r"
    Corner drop

    X and O take turns to place a stone on a board of 4 rows and 4 columns; X
    begins.
    A stone falls to the lowest empty cell of its column.
    Whoever first has 3 stones in a line loses. Lines count along diagonals.
    A full board without a line is a draw.

    name   connect3:along=d,line=loses
    board  4×4
    start  ..../..../..../....

    players
      random     Picks a legal move at random, each equally likely.
      foresight  Looks some rounds ahead, two moves each, and makes the move that
                 looks best.
                 `rounds`: 1 to 32 rounds; 0 plays at random; required
                 `ties`: `any` or `fastest`; default `any`
                 such as 1, 2, 3, 4
      perfect    Takes only best moves: the fastest win, the slowest loss, or what
                 wins most often against best play.
      respond    Takes the moves with the best expected result against a given
                 player.
                 `against`: a player, not `respond` or `trap`; required
      trap       Keeps the win or the draw, and of such moves takes those with the
                 best expected result against a given player.
                 `against`: a player, not `respond` or `trap`; required
    ");
}

#[test]
fn games_in_json() {
    let list = json("games --json");
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    // The text has a line for each game, up to the first empty line.
    let text = spar("games");
    let listed = text.lines().take_while(|line| !line.is_empty());
    let listed: Vec<&str> = listed.filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, listed);
    assert_eq!(list[2]["parameters"][1]["default"], "7");
    assert_snapshot!(spar("games connect4:cols=5 --json"), @r#"{"game":"connect4:cols=5","title":"CONNECT-4 on 6×5","size":"6×5","rules":["X and O take turns to place a stone on a board of 6 rows and 5 columns; X begins.","A stone falls to the lowest empty cell of its column.","Whoever first has 4 stones in a line wins. Lines count along rows, columns, diagonals.","A full board without a line is a draw."],"settings":{"along":"rcd","cols":"5","connect":"4","gravity":"full","layers":"1","line":"wins","rows":"6"},"start":"...../...../...../...../...../.....","abilities":["scenes","set-up","symmetry","values","levels"],"players":[{"name":"random","about":"Picks a legal move at random, each equally likely.","parameters":[],"offered":["random"]},{"name":"foresight","about":"Looks some rounds ahead, two moves each, and makes the move that looks best.","parameters":[{"name":"rounds","takes":"1 to 32 rounds; 0 plays at random","default":null},{"name":"ties","takes":"`any` or `fastest`","default":"any"}],"offered":["1","2","3","4"]},{"name":"perfect","about":"Takes only best moves: the fastest win, the slowest loss, or what wins most often against best play.","parameters":[],"offered":["perfect"]},{"name":"respond","about":"Takes the moves with the best expected result against a given player.","parameters":[{"name":"against","takes":"a player, not `respond` or `trap`","default":null}],"offered":[]},{"name":"trap","about":"Keeps the win or the draw, and of such moves takes those with the best expected result against a given player.","parameters":[{"name":"against","takes":"a player, not `respond` or `trap`","default":null}],"offered":[]}]}"#);
}

#[test]
fn an_unknown_game_names_the_nearest() {
    assert_snapshot!(spar("games conect4"), @r"
    ! error: no game is named `conect4`
    ! hint: did you mean `connect4`? `spar games` lists all
    exit 2
    ");
    assert_snapshot!(spar("show none.toml"), @r"
    ! error: cannot read the rules file `none.toml`: there is no such file
    ! hint: a name with `/` or `.toml` is taken as the path of a rules file
    exit 2
    ");
}

#[test]
fn show_draws_and_values_a_position() {
    assert_snapshot!(spar("show tictactoe x../.o./..x"), @r"
    Tic-Tac-Toe

    3  x . .
    2  . o .
    1  . . x
       a b c

    O to move: draw
      draw       a2 b1 b3 c2
      loss in 2  a1 c3

    position   x../.o./..x
    ");
    assert_snapshot!(spar("show tictactoe xxx/oo./..."), @r"
    Tic-Tac-Toe

    3  X X X
    2  o o .
    1  . . .
       a b c

    over: X has won

    position   xxx/oo./...
    canonical  x../xo./xo.
    ");
    assert_snapshot!(spar("show connect3:rows=3,cols=3 start+b,b,c"), @r"
    CONNECT-3 on 3×3

    3  . . .
    2  . o .
    1  . x x
       a b c

    O to move: draw
      draw       a
      loss in 1  b c

    position   .../.o./.xx
    canonical  .../.o./xx.
    ");
}

#[test]
fn show_in_json() {
    let shown = json("show tictactoe xx./oo./... --json");
    assert_eq!(shown["game"], "tictactoe");
    assert_eq!(shown["turn"], "first");
    assert_eq!((&shown["value"], &shown["plies"]), (&"win".into(), &1.into()));
    assert_eq!(shown["exact"], true);
    assert_eq!(shown["scene"]["cells"].as_array().unwrap().len(), 9);
    assert_eq!(shown["scene"]["cells"][0]["token"], "cross");
    // The winning move fills the third cell of the first row.
    let moves = shown["moves"].as_array().unwrap();
    let winning = moves.iter().find(|it| it["move"] == "c3").unwrap();
    assert_eq!(winning["value"], "win");
    assert_eq!(winning["cells"], serde_json::json!([2]));

    let over = json("show tictactoe xxx/oo./... --json");
    assert_eq!((&over["turn"], &over["winner"]), (&"over".into(), &"first".into()));
    assert_eq!((&over["value"], &over["plies"]), (&"loss".into(), &0.into()));
}

#[test]
fn show_writes_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let output = command("show connect4 4453 --quiet --svg").arg(&path).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let picture = std::fs::read_to_string(path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("<title id=\"title\">CONNECT-4</title>"), "{picture}");
    assert_snapshot!(spar("show tictactoe --svg none/board.svg"), @r"
    ! error: cannot write `none/board.svg`: its folder does not exist
    exit 2
    ");
}

#[test]
fn show_refuses_what_is_no_position() {
    assert_snapshot!(spar("show tictactoe x.q/.../..."), @r"
    ! error: `q` at c3 is not a stone
    ! hint: a cell is `x`, `o` or `.`
    exit 2
    ");
    assert_snapshot!(spar("show connect4 start+d,e,z"), @r"
    ! error: move 3: `z` is not a legal move here
    ! hint: legal: a b c d e f g
    exit 2
    ");
}

#[test]
fn perft_counts_paths() {
    assert_snapshot!(spar("perft tictactoe --depth 5"), @r"15120");
    assert_snapshot!(spar("perft connect3 start+b,b --depth 2 --divide"), @r"
    a  4
    b  4
    c  4
    d  4
    16
    ");
    assert_eq!(spar("perft tictactoe x../.o./..x --depth 2 --threads 1"), "30\n");
}

#[test]
fn perft_in_json() {
    let counted = json("perft tictactoe start --depth 9 --json");
    // The well-known numbers of Tic-Tac-Toe games.
    let known = [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(counted["nodes"], serde_json::json!(known));
    let divided = json("perft tictactoe --depth 2 --divide --json");
    assert_eq!(divided["divide"].as_array().unwrap().len(), 9);
    assert_eq!(divided["divide"][0], serde_json::json!({"move": "a1", "nodes": 8}));
}

#[test]
fn perft_wants_a_depth() {
    assert_snapshot!(spar("perft tictactoe"), @r"
    ! error: the following required arguments were not provided:
    !   --depth <N>
    !
    ! Usage: spar perft --depth <N> <GAME> [POSITION]
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(spar("perft tictactoe --depth 99"), @r"
    ! error: invalid value '99' for '--depth <N>': 99 is not in 0..=64
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn perft_stopped_by_its_time_gives_what_it_has() {
    let output = command("perft qubic --depth 20 --time 300ms --json").output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let counted: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(counted["exact"], false);
    // How far it gets depends on the machine, but its counts are right.
    let known = [1_u64, 64, 64 * 63, 64 * 63 * 62];
    let nodes: Vec<u64> =
        counted["nodes"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    assert!(!nodes.is_empty() && nodes.len() < 21, "{nodes:?}");
    assert!(nodes.iter().zip(known).all(|(counted, known)| *counted == known), "{nodes:?}");
}

#[test]
fn play_against_perfect_play() {
    assert_snapshot!(spar_with("play tictactoe xox/.o./... --seed 1", "values\nhint\nb1\nresign\n"), @r"
    Tic-Tac-Toe: you are X, against perfect play

    3  x o x
    2  . o .
    1  . . .
       a b c

      draw       b1
      loss in 1  a1 a2 c1 c2
    draw: b1
    X plays b1
    O plays a2

    3  x o x
    2  o o .
    1  . x .
       a b c

    X resigns: O has won
    ");
}

#[test]
fn play_of_two_people_to_the_end() {
    assert_snapshot!(spar_with("play tictactoe --against human --quiet", "a3\nB2\nb3\nundo\nb3\na1\nc3\n"), @r"
    Tic-Tac-Toe: two people
    X plays a3
    O plays b2
    X plays b3
    taken back
    X plays b3
    O plays a1
    X plays c3
    X has won
    ");
    assert_snapshot!(spar_with("play tictactoe xox/xoo/o.x --against human", "b1\n"), @r"
    Tic-Tac-Toe: two people

    3  x o x
    2  x o o
    1  o . x
       a b c

    X plays b1

    3  x o x
    2  x o o
    1  o x x
       a b c

    a draw
    ");
}

#[test]
fn play_says_what_it_does_not_understand() {
    assert_snapshot!(spar_with("play tictactoe --against human -q", "undo\nhnt\nz9\n\nmoves\nhelp\nquit\n"), @r"
    Tic-Tac-Toe: two people
    a1 a2 a3 b1 b2 b3 c1 c2 c3
    a move   such as those that `moves` lists
    undo     take your last move back
    hint     the best moves, and what does best against an opponent that may err
    values   every move with its value
    moves    the legal moves
    board    draw the board again
    resign   give up
    quit     leave
    left before the end
    ! error: there is no move of yours to take back
    ! error: `hnt` is not a legal move here
    ! hint: did you mean `hint`?
    ! error: `z9` is not a legal move here
    ! hint: legal: a1 a2 a3 b1 b2 b3 c1 c2 c3
    ");
}

#[test]
fn a_hint_tells_what_does_best_against_who_may_err() {
    let hint = |against: &str| {
        spar_with(&format!("play tictactoe .x./.o./... --against {against} -q"), "hint\nquit\n")
    };
    let random = hint("random");
    assert!(
        random.contains("Against random play, a3 is one of the best: it wins 95.8 % and"),
        "{random}"
    );
    assert!(!hint("perfect").contains("Against"));
    assert!(!hint("human").contains("Against"));
}

#[test]
fn play_ends_with_the_input() {
    assert_eq!(
        spar_with("play tictactoe --as o --seed 1 -q", ""),
        "Tic-Tac-Toe: you are O, against perfect play\n\
         X plays b3\n\
         the input ended before the game\n"
    );
    assert_snapshot!(spar("play tictactoe xxx/oo./..."), @r"
    Tic-Tac-Toe: you are O, against perfect play

    3  X X X
    2  o o .
    1  . . .
       a b c

    this position is over: X has won
    ");
}

#[test]
fn play_in_json_is_a_line_for_each_event() {
    assert_snapshot!(spar_with("play tictactoe xx./oo./... --against random --seed 1 --json", "hint\nz\nundo\nc3\n"), @r#"
    {"event":"start","game":"tictactoe","position":"xx./oo./...","turn":"first","winner":null,"against":"random","seed":1}
    {"event":"answer","game":"tictactoe","position":"xx./oo./...","turn":"first","winner":null,"value":"win","plies":1,"best":["c3"],"moves":[{"move":"a1","value":"loss","plies":2},{"move":"b1","value":"loss","plies":2},{"move":"c1","value":"loss","plies":2},{"move":"c2","value":"draw","plies":null},{"move":"c3","value":"win","plies":1}],"line":["c3"],"exact":true}
    {"event":"hint","text":"Against random play, c3 does best: it always wins."}
    {"event":"error","error":"`z` is not a legal move here","hint":"legal: a1 b1 c1 c2 c3"}
    {"event":"error","error":"there is no move of yours to take back","hint":null}
    {"event":"move","side":"first","move":"c3","by":"person","game":"tictactoe","position":"xxx/oo./...","turn":"over","winner":"first"}
    {"event":"end","game":"tictactoe","position":"xxx/oo./...","turn":"over","winner":"first","why":"over"}
    "#);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let moves = "a\nb\nc\nd\ne\nf\ng\n";
    let game =
        |seed: u32| spar_with(&format!("play connect4 --against random --seed {seed}"), moves);
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn completions_and_man_pages_name_every_verb() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = spar(&format!("completions {shell}"));
        assert!(script.contains("perft") && script.contains("divide"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    assert!(command("man -q --dir").arg(&pages).output().unwrap().status.success());
    for verb in verbs() {
        let page = fs::read_to_string(pages.join(format!("spar-{verb}.1"))).unwrap();
        assert!(page.contains(".SH NAME"), "{verb}");
    }
    assert!(spar("man").contains(".TH spar 1"));
    let mut n_pages = 0;
    for page in fs::read_dir(&pages).unwrap() {
        let page = fs::read_to_string(page.unwrap().path()).unwrap();
        n_pages += 1;
        let sections = ["NAME", "SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\"", "ENVIRONMENT"];
        let places = sections.map(|it| page.find(&format!("\n.SH {it}\n")));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}");
        assert!(page.contains("SPAR_DATA") && page.contains("\\fB130\\fR"), "{page}");
    }
    assert_eq!(n_pages, 33, "one for the program, and one for each verb");
    // Completions take names from the games and players.
    let script = spar("completions bash");
    for names in ["reversi wolf ", "connect4 ", " keep-in-game", " human\""] {
        assert!(script.contains(names), "{names}");
    }
    assert_snapshot!(spar("completions korn"), @r"
    ! error: invalid value 'korn' for '<SHELL>'
    !   [possible values: bash, elvish, fish, powershell, zsh]
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
fn colour_and_drawn_boards_only_where_they_are_wanted() {
    assert!(!spar("show tictactoe xx./oo./...").contains('\u{1b}'));
    let rich = spar("show tictactoe xx./oo./... --color always");
    assert!(rich.contains('\u{1b}') && rich.contains('×') && rich.contains('○'));
    assert!(!spar("show tictactoe --color never").contains('\u{1b}'));
}

#[test]
fn wrong_use_exits_with_2_and_says_how_to_mend_it() {
    assert_snapshot!(spar("shwo tictactoe"), @r"
    ! error: unrecognized subcommand 'shwo'
    !
    !   tip: a similar subcommand exists: 'show'
    !
    ! Usage: spar [OPTIONS] <COMMAND>
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(spar("perft tictactoe --depth 3 --time soon"), @r"
    ! error: invalid value 'soon' for '--time <TIME>': a time looks like `500ms`, `30s`, `5m` or `2h`
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(spar("games --quiet --verbose"), @r"
    ! error: the argument '--quiet' cannot be used with '--verbose'
    !
    ! Usage: spar games --quiet [GAME]
    !
    ! For more information, try '--help'.
    exit 2
    ");
    assert_snapshot!(spar("perft tictactoe --depth 3 --memory 2X"), @r"
    ! error: invalid value '2X' for '--memory <SIZE>': a size looks like `300M` or `2G`
    !
    ! For more information, try '--help'.
    exit 2
    ");
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("spar"))
        .args(["play", "tictactoe", "--against", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(output.stderr.is_empty(), "{:?}", String::from_utf8_lossy(&output.stderr));
}

#[test]
#[cfg(unix)]
fn an_interrupt_gives_what_there_is_and_exits_with_130() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("spar"))
        .args(["perft", "qubic", "--depth", "30", "--verbose"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Wait until it prints that it can be interrupted.
    let mut said = BufReader::new(child.stderr.as_mut().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().starts_with("counting with ")));
    drop(said);
    let kill = format!("kill -INT {}", child.id());
    let interrupt = Command::new("sh").args(["-c", &kill]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("depth 0  1\n"));
}

#[test]
fn reproduce_sets_the_papers_figures_beside_ours() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display();
    let small = format!("reproduce start-positions --game tictactoe:along=rcd --data {data}");
    assert_snapshot!(spar(&format!("{small} --table 5")));
    let json = json(&format!("{small} --json"));
    assert_eq!(json["games"][0]["sets"][0]["positions"], 36);
    assert_eq!(json["games"][0]["sets"][0]["paper_positions"], "36");
    let scores = json["scores"].as_array().unwrap();
    assert!(scores.iter().any(|it| it["figure"] == 3 && it["moves"][4]["score"] == "0"));
    assert_eq!(
        spar(&format!("{small} --sampled --seed 5 --threads 1")),
        spar(&format!("{small} --sampled --seed 5 --threads 2"))
    );
}

#[test]
fn reproduce_says_what_it_cannot_use() {
    assert_snapshot!(spar("reproduce start-positions --game qubic"), @r"
    ! error: `qubic` is none of the paper's games
    ! hint: those are `tictactoe`, `bottom2`, `connect3`, `connect4`, each on the paper's boards, such as `connect4:rows=5,cols=5,along=rc`
    exit 2
    ");
    assert_snapshot!(spar("reproduce start-positions --json --format csv"), @r#"
    ! {"error":"`--json` is a format of its own","hint":"leave out `--json` or `--format`","exit":2}
    exit 2
    "#);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display();
    let one = "reproduce start-positions --game tictactoe:along=rc --memory 1K --data";
    assert_snapshot!(spar(&format!("{one} {data}")), @r"
    ! error: `tictactoe:along=rc` needs 5.6 kB, more than the 1.0 kB of `--memory`
    ! hint: `--memory 2G` suffices for all; `--game tictactoe` asks for smaller games
    exit 2
    ");
}

#[test]
fn verbose_tells_what_was_asked_what_was_done_and_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let output = command("solve connect3 --verbose --threads 1 --memory 50M --data")
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].starts_with("asked: solve connect3 --verbose"), "{said}");
    assert_eq!(lines[1], "may take: 1 thread, 50 MB for tables, no time limit");
    // The stages of the work with their times, and how the game was solved.
    assert!(lines.iter().any(|line| line.starts_with("counting positions: ")), "{said}");
    assert!(lines.contains(&"41 750 positions, solved by sweeps over ranks"), "{said}");
    assert!(lines.last().unwrap().starts_with("took "), "{said}");
}

/// On a terminal, lines can be edited: backspace removes a letter, and the arrow key recalls
/// the previous line.
#[test]
#[cfg(unix)]
fn lines_are_edited_on_a_terminal() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    if Command::new("script").arg("--version").output().is_err() {
        return;
    }
    let program = assert_cmd::cargo::cargo_bin("spar");
    let play = format!("{} play tictactoe --against human --color never", program.display());
    let mut child = Command::new("timeout")
        .args(["120", "script", "-qec", &play, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // `a1x` and a backspace; then the line before, which is not a move any more; then the end.
    let mut lines = [&b"a1x\x7f\r"[..], b"\x1b[A\r", b"quit\r"].into_iter();
    let (mut said, mut n_asked) = (String::new(), 0);
    let mut bytes = [0; 1024];
    while let Ok(n_bytes @ 1..) = screen.read(&mut bytes) {
        said += &String::from_utf8_lossy(&bytes[..n_bytes]);
        // The terminal prints this before each prompt, when it is ready for keys.
        let asked = said.matches("\x1b[?2004h").count();
        for line in lines.by_ref().take(asked - n_asked) {
            keys.write_all(line).unwrap();
        }
        n_asked = asked;
    }
    assert!(child.wait().unwrap().success(), "{said}");
    assert!(said.contains("1  x . ."), "{said}");
    assert!(said.contains("`a1` is not a legal move here: x is there"), "{said}");
    assert!(said.contains("left before the end"), "{said}");
}
