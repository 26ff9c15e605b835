//! Every command with every global option, derived from the program's own definition, so that
//! new commands and options are tested automatically.

use assert_cmd::cargo::cargo_bin;
use clap::{ArgAction, Command as Definition, CommandFactory};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A quick run of a command: its arguments (`{}` stands for a temporary folder) and the exit
/// code documented in its help and the README.
struct Sample {
    verb: &'static str,
    arguments: &'static str,
    exit: i32,
}

const fn sample(verb: &'static str, arguments: &'static str, exit: i32) -> Sample {
    Sample { verb, arguments, exit }
}

/// The value of `--time` in these tests. Runs that would take long use it too, and then exit
/// with 3.
const SHORT: &str = "1ms";

const SAMPLES: &[Sample] = &[
    sample("games", "connect3", 0),
    sample("show", "tictactoe xx./oo./...", 0),
    sample("solve", "tictactoe xx./oo./...", 0),
    sample("perft", "tictactoe --depth 2", 0),
    sample("dump", "tictactoe:rows=2,cols=2,connect=2", 0),
    sample("play", "tictactoe xx./oo./...", 0),
    sample("serve", "--port 0 --log off", 0),
    sample("rate", "tictactoe xx./oo./...", 0),
    sample("generate", "tictactoe", 0),
    sample("verify", "{}/level.jsonl", 0),
    sample("book", "connect3 --plies 2", 0),
    sample("book verify", "{}/tictactoe.book --sample 3", 0),
    sample("survey", "tictactoe:rows=2,cols=2,connect=2 --foresight 1", 0),
    sample("match", "tictactoe:rows=2,cols=2,connect=2 1 1", 0),
    sample("merge", "{}/shard.jsonl", 0),
    sample("reproduce start-positions", "--table 1 --game bottom2", 0),
    sample("reproduce ladders", "--part table-1", 0),
    sample("reproduce ratings", "--game connect3 --time 1ms", 3),
    sample("data tables", "", 0),
    sample("data tables list", "", 0),
    sample("data tables check", "", 0),
    sample("data tables remove", "--all", 0),
    sample("data export", "", 1),
    sample("data import", "{}/archive.jsonl", 0),
    sample("data delete", "--all --yes", 1),
    sample("data verify", "", 0),
    sample("bench", "--signature", 0),
    sample("load", "--players 1 --seconds 1 --game tictactoe --against random", 0),
    sample("completions", "bash", 0),
    sample("man", "", 0),
];

/// The possible exit codes of a run; with a short `--time`, also 3.
fn promised(sample: &Sample, option: &str) -> Vec<i32> {
    match option {
        "time" => vec![sample.exit, 3],
        _ => vec![sample.exit],
    }
}

/// The commands that can be run; nested ones with a space in the name.
fn verbs(of: &Definition, before: &str, found: &mut Vec<String>) {
    for verb in of.get_subcommands().filter(|it| it.get_name() != "help") {
        let name = format!("{before}{}", verb.get_name());
        let asks_for_more = verb.is_subcommand_required_set()
            || (verb.is_arg_required_else_help_set() && verb.has_subcommands());
        if !asks_for_more {
            found.push(name.clone());
        }
        verbs(verb, &format!("{name} "), found);
    }
}

/// The global options, each with a value if it needs one.
fn options() -> Vec<(String, Vec<String>)> {
    let program = spar::cli::Cli::command();
    let shared = program.get_arguments().filter(|it| it.is_global_set());
    shared
        .map(|it| {
            let name = it.get_long().expect("a shared option has a long name").to_owned();
            let value = match (name.as_str(), it.get_action()) {
                (_, ArgAction::SetTrue) => None,
                ("color", _) => Some("never"),
                ("threads", _) => Some("1"),
                ("time", _) => Some(SHORT),
                ("memory", _) => Some("100M"),
                ("seed", _) => Some("7"),
                ("data", _) => Some("{}/kept"),
                (name, _) => panic!("say what `--{name}` is tried with"),
            };
            let value = value.map(str::to_owned);
            (name.clone(), [Some(format!("--{name}")), value].into_iter().flatten().collect())
        })
        .collect()
}

/// Files that the samples read.
fn prepare(folder: &Path) {
    let run = |arguments: &[&str]| {
        let run = Command::new(cargo_bin("spar")).args(arguments).output().unwrap();
        assert!(run.status.success(), "{arguments:?}");
        run.stdout
    };
    let level = run(&["generate", "tictactoe", "--json"]);
    let book = folder.join("tictactoe.book");
    run(&["book", "tictactoe", "--plies", "2", "--out", book.to_str().unwrap()]);
    fs::write(folder.join("level.jsonl"), level).unwrap();
    let list = folder.join("list.txt");
    fs::write(&list, "start\n").unwrap();
    let shard = run(&["solve", "tictactoe", "--from", list.to_str().unwrap(), "--shard", "1/1"]);
    fs::write(folder.join("shard.jsonl"), shard).unwrap();
    let archive = "{\"format\":{\"name\":\"spar data\",\"version\":2}}\n";
    fs::write(folder.join("archive.jsonl"), archive).unwrap();
}

/// The result of a run.
struct Ran {
    code: Option<i32>,
    answers: String,
    errors: String,
}

/// Runs the program without input. A server is ended once it listens.
fn run(arguments: &[String], data: &Path, is_server: bool) -> Ran {
    let mut child = Command::new(cargo_bin("spar"))
        .args(arguments)
        .env("SPAR_DATA", data)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    if is_server {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let id = child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().unwrap();
    }
    let reads = std::thread::spawn(move || {
        let mut rest = Vec::new();
        output.read_to_end(&mut rest).unwrap();
        String::from_utf8_lossy(&rest).into_owned()
    });
    let mut errors = Vec::new();
    child.stderr.take().unwrap().read_to_end(&mut errors).unwrap();
    let answers = reads.join().unwrap();
    let code = child.wait().unwrap().code();
    Ran { code, answers, errors: String::from_utf8_lossy(&errors).into_owned() }
}

#[test]
fn every_verb_has_a_sample() {
    let mut found = Vec::new();
    verbs(&spar::cli::Cli::command(), "", &mut found);
    let sampled: Vec<&str> = SAMPLES.iter().map(|it| it.verb).collect();
    assert_eq!(found, sampled, "each verb once, in the order of the help");
}

#[test]
fn every_verb_takes_every_shared_option_before_and_after_it() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut cases = Vec::new();
    for sample in SAMPLES {
        for (name, words) in options() {
            cases.extend([true, false].map(|before| (sample, name.clone(), words.clone(), before)));
        }
    }
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((sample, name, words, before)) =
                    cases.get(next.fetch_add(1, Ordering::SeqCst))
                {
                    let arguments = arguments(sample, name, words, *before);
                    let here = folder.path().to_str().unwrap();
                    let own = tempfile::tempdir_in(folder.path()).unwrap();
                    let in_own = |it: &String| match it.as_str() {
                        "{}/kept" => own.path().join("kept").to_str().unwrap().to_owned(),
                        it => it.replace("{}", here),
                    };
                    let arguments: Vec<String> = arguments.iter().map(in_own).collect();
                    let ran = run(&arguments, own.path(), sample.verb == "serve");
                    let promised = promised(sample, name);
                    let is_right = ran.code.is_some_and(|code| promised.contains(&code))
                        && !ran.errors.contains("panicked");
                    if !is_right {
                        let line = arguments.join(" ");
                        let (code, errors) = (ran.code, ran.errors);
                        wrong.lock().unwrap().push(format!(
                            "spar {line}\n  exit {code:?}, not {promised:?}\n  {errors}"
                        ));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {} runs:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The arguments of a run, with an option before the command or at the end.
fn arguments(sample: &Sample, name: &str, words: &[String], before: bool) -> Vec<String> {
    let mut own: Vec<String> = sample.arguments.split_whitespace().map(str::to_owned).collect();
    if let Some(at) = own.iter().position(|it| *it == format!("--{name}")) {
        own.drain(at..(at + words.len()).min(own.len()));
    }
    let verb = sample.verb.split(' ').map(str::to_owned);
    if before {
        words.iter().cloned().chain(verb).chain(own).collect()
    } else {
        verb.chain(own).chain(words.iter().cloned()).collect()
    }
}

/// The error of a run as JSON: the last line of standard error.
fn told(ran: &Ran) -> Option<serde_json::Value> {
    let line = ran.errors.lines().last()?;
    serde_json::from_str(line).ok()
}

#[test]
fn every_verb_tells_errors_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut n_games = 0;
    for sample in SAMPLES {
        let mut lines = vec![format!("{} --json --no-such-option", sample.verb)];
        // The same with an unknown game, if the sample contains a game.
        if let Some((game, rest)) = sample.arguments.split_once(' ')
            && spar_catalog::open(game).is_ok()
        {
            n_games += 1;
            lines.push(format!("{} no-such-game {rest} --json", sample.verb));
        }
        for line in lines {
            let ran = run(&words(&line), folder.path(), false);
            let said = told(&ran).unwrap_or_else(|| panic!("spar {line}: {}", ran.errors));
            assert_eq!((ran.code, &said["exit"]), (Some(2), &2.into()), "spar {line}");
            let what = said["error"].as_str().unwrap();
            assert!(what.contains("no-such") && !what.starts_with("error"), "spar {line}: {what}");
            assert!(said["hint"].is_string(), "spar {line}");
            assert_eq!(ran.answers, "", "spar {line}");
        }
    }
    assert!(n_games >= 6, "{n_games}");
    // Without the option, errors are text.
    let ran = run(&words("solve no-such-game"), folder.path(), false);
    assert!(ran.errors.starts_with("error: no game is named"), "{}", ran.errors);
}

/// Commands whose JSON output may be empty, and commands without JSON output.
const MAY_BE_EMPTY: &[&str] = &[
    "dump",
    "serve",
    "generate",
    "survey",
    "merge",
    "data tables",
    "data tables list",
    "data tables check",
    "data tables remove",
    "data export",
    "data delete",
    "bench",
    "completions",
    "man",
];

#[test]
fn every_answer_is_json_also_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let here = folder.path().to_str().unwrap();
    let stopped = [
        "solve reversi --score --time 20ms",
        "solve connect4 --time 20ms",
        "solve connect4 --against 2 --time 20ms",
        "rate connect4 start --time 20ms",
        "match connect4 1 2 --time 20ms",
        "perft connect4 --depth 30 --time 20ms",
    ];
    let samples = SAMPLES.iter().filter(|it| !["serve", "completions", "man"].contains(&it.verb));
    let lines = samples.map(|it| format!("{} {}", it.verb, it.arguments).replace("{}", here));
    for line in lines.chain(stopped.map(str::to_owned)) {
        let words: Vec<String> =
            format!("{line} --json").split_whitespace().map(str::to_owned).collect();
        let own = tempfile::tempdir().unwrap();
        let ran = run(&words, own.path(), false);
        for answer in ran.answers.lines() {
            let read: Result<serde_json::Value, _> = serde_json::from_str(answer);
            assert!(read.is_ok(), "spar {line}: {answer}");
        }
        let may_be_empty = MAY_BE_EMPTY.iter().any(|verb| line.starts_with(verb));
        assert!(
            may_be_empty || !ran.answers.is_empty(),
            "spar {line} says nothing: {}",
            ran.errors
        );
    }
}

#[test]
fn the_definition_of_the_program_holds() {
    spar::cli::Cli::command().debug_assert();
}

#[test]
fn no_verb_has_an_option_of_its_own_with_the_name_of_a_shared_one() {
    fn look(command: &Definition, shared: &[(Option<String>, Option<char>)]) {
        for argument in command.get_arguments().filter(|it| !it.is_global_set()) {
            for (long, short) in shared {
                let same_long = long.is_some() && argument.get_long() == long.as_deref();
                let same_short = short.is_some() && argument.get_short() == *short;
                let clashes = same_long || same_short;
                assert!(!clashes, "`{}` of `{}`", argument.get_id(), command.get_name());
            }
        }
        command.get_subcommands().for_each(|verb| look(verb, shared));
    }
    let program = spar::cli::Cli::command();
    let shared = program.get_arguments().filter(|it| it.is_global_set());
    let shared: Vec<_> =
        shared.map(|it| (it.get_long().map(str::to_owned), it.get_short())).collect();
    assert!(shared.iter().any(|it| it.0.as_deref() == Some("seed")));
    program.get_subcommands().for_each(|verb| look(verb, &shared));
}
