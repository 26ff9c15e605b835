//! Examples for each command, shown in the man pages.

/// Command lines with descriptions, by command. The name of a nested command contains a space.
/// Words in capitals stand for the user's own files.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "games",
        &[
            ("spar games", "all games and their parameters"),
            ("spar games connect4:rows=5,cols=5", "the rules and the players of one game"),
        ],
    ),
    (
        "show",
        &[
            ("spar show tictactoe xx./oo./...", "a position, its value and its moves"),
            ("spar show connect4 4453 --svg FILE.svg", "the same as a picture"),
        ],
    ),
    (
        "solve",
        &[
            ("spar solve connect3", "the whole game"),
            ("spar solve connect4 4326457265417", "one position"),
            ("spar solve tictactoe:rows=4,cols=4 --against 2", "what beats foresight 2"),
            ("spar solve reversi:rows=4,cols=4 --score", "the best score"),
        ],
    ),
    ("perft", &[("spar perft connect4 --depth 8 --divide", "paths of moves, by first move")]),
    (
        "dump",
        &[
            ("spar dump tictactoe", "every position with its value"),
            (
                "spar dump connect3 --learner 1 --opponent 2 --out FILE.parquet",
                "with the learner's chances and how hard it is",
            ),
            ("spar dump ladders --pairs", "every pair of squares"),
        ],
    ),
    (
        "play",
        &[
            ("spar play tictactoe --against 2", "against a player who looks two rounds ahead"),
            ("spar play connect4 4453 --as o", "from a position, as the second side"),
        ],
    ),
    ("serve", &[("spar serve --open", "the page, in the browser")]),
    (
        "rate",
        &[
            ("spar rate tictactoe xx./oo./... --learner 1 --opponent 2", "how hard it is"),
            ("spar rate tictactoe start --foresight 1..3", "what each player sees"),
            ("spar rate connect4 --from LIST --shard 2/8 --out FILE.jsonl", "a part of many"),
        ],
    ),
    (
        "generate",
        &[
            (
                "spar generate tictactoe --twin xx./oo./... c1",
                "where the missed move c1 would be right",
            ),
            ("spar generate connect3 --wins-in 3.. --hardness hard --count 10", "ten hard levels"),
            ("spar generate connect3 --progression 12 --out FILE.html", "a sheet to print"),
            ("spar generate connect3 --even --learner 1 --opponent 3", "a fair start"),
        ],
    ),
    ("verify", &[("spar verify FILE.jsonl", "each level proved again")]),
    (
        "survey",
        &[
            ("spar survey connect3 --rows 3..5 --along all", "variants side by side"),
            ("spar survey tictactoe --rows 3,4 --format csv", "all figures as a table"),
        ],
    ),
    (
        "match",
        &[
            ("spar match tictactoe 1 2", "two players in both seats"),
            ("spar match ladders perfect novice", "the same with dice"),
        ],
    ),
    (
        "book",
        &[
            ("spar book connect4:rows=5,cols=6 --plies 4", "the values of all openings, saved"),
            ("spar book connect4 --plies 8 --shard 1/4 --out FILE.jsonl", "a quarter of the work"),
        ],
    ),
    (
        "book verify",
        &[("spar book verify connect4 --sample 50", "fifty entries of the book proved again")],
    ),
    ("merge", &[("spar merge 1.jsonl 2.jsonl --out FILE.jsonl", "the shards of one run")]),
    ("reproduce", &[("spar reproduce ladders --part table-1", "a table of the 2010 paper")]),
    (
        "reproduce start-positions",
        &[("spar reproduce start-positions --game connect3", "the tables of one game")],
    ),
    ("reproduce ladders", &[("spar reproduce ladders --out FOLDER", "all, with their rows")]),
    (
        "reproduce ratings",
        &[("spar reproduce ratings --game connect3", "whether computed ratings are right")],
    ),
    ("data", &[("spar data verify", "check all stored data")]),
    ("data tables", &[("spar data tables", "saved tables of solved games")]),
    ("data tables list", &[("spar data tables list --json", "the same for programs")]),
    ("data tables check", &[("spar data tables check", "check every block of each")]),
    ("data tables remove", &[("spar data tables remove connect3", "one game's table")]),
    ("data export", &[("spar data export --out FILE.jsonl", "all games played")]),
    ("data import", &[("spar data import FILE.jsonl", "read them back")]),
    ("data delete", &[("spar data delete --all --yes", "everything about everybody")]),
    ("data verify", &[("spar data verify --json", "counts, or what is wrong")]),
    ("bench", &[("spar bench --signature", "counts that must not change")]),
    ("load", &[("spar load --players 30 --seconds 60", "thirty players at once on one server")]),
    ("completions", &[("spar completions bash", "a script for the shell")]),
    ("man", &[("spar man --dir FOLDER", "a page for each verb")]),
];

/// The examples of a command. For the empty name: the first example of every top-level command.
pub(super) fn examples(verb: &str) -> Vec<(&'static str, &'static str)> {
    let of_verb = |it: &&(&str, _)| it.0 == verb;
    if verb.is_empty() {
        let outer = EXAMPLES.iter().filter(|it| !it.0.contains(' '));
        return outer.map(|it| it.1[0]).collect();
    }
    EXAMPLES.iter().find(of_verb).map_or(Vec::new(), |it| it.1.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::{Command, CommandFactory, Parser};

    fn verbs(of: &Command, before: &str, found: &mut Vec<String>) {
        for verb in of.get_subcommands() {
            let name = format!("{before}{}", verb.get_name());
            verbs(verb, &format!("{name} "), found);
            found.push(name);
        }
    }

    #[test]
    fn every_verb_has_examples_and_each_is_one_of_its_command_lines() {
        let mut found = Vec::new();
        verbs(&Cli::command(), "", &mut found);
        found.sort();
        let mut named: Vec<&str> = EXAMPLES.iter().map(|it| it.0).collect();
        named.sort_unstable();
        assert_eq!(found, named);
        for (verb, lines) in EXAMPLES {
            for (line, about) in *lines {
                assert!(line.starts_with(&format!("spar {verb}")), "{line}");
                let read = Cli::try_parse_from(line.split(' '));
                assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
                assert!(!about.is_empty() && !about.ends_with('.'), "{line}");
            }
        }
    }
}
