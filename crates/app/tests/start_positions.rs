//! Every exact count of the start positions, against figures of another program: sets W
//! and D, both rules for ties, all pairs of foresights, failures and categories.

use spar::reproduce::found::{Mean, Set, Study};
use spar::reproduce::paper::Paper;
use spar::reproduce::{Report, Wanted, format, reproduce, sheets};
use spar_solve::{Budget, Desk};

const HARDNESS: &str = include_str!("figures/hardness.txt");
const FAILURES: &str = include_str!("figures/failures.txt");
const CATEGORIES: &str = include_str!("figures/categories.txt");

/// The fields of every line that is about one of the games.
fn rows<'f>(file: &'f str, report: &Report) -> Vec<Vec<&'f str>> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let fields = lines.map(|line| line.split(" | ").collect::<Vec<_>>());
    let is_here = |row: &Vec<&str>| report.games.iter().any(|study| study.game == row[0]);
    fields.filter(is_here).collect()
}

fn numbers(text: &str) -> Vec<u64> {
    let digits = text.split(|it: char| !it.is_ascii_digit()).filter(|it| !it.is_empty());
    digits.map(|it| it.parse().unwrap()).collect()
}

fn study<'r>(report: &'r Report, name: &str) -> &'r Study {
    report.games.iter().find(|study| study.game == name).unwrap()
}

fn set(text: &str) -> Set {
    Set::ALL.into_iter().find(|set| set.to_string() == text).unwrap()
}

fn made(games: &[&str], seed: Option<u64>, threads: usize) -> Report {
    let games = games.iter().map(|it| (*it).to_owned()).collect();
    let wanted = Wanted { tables: Vec::new(), games, seed };
    let desk = Desk::bare(Budget::unlimited().with_threads(threads));
    let mut remarks = Vec::new();
    let report = reproduce(&wanted, &desk, &mut remarks).unwrap();
    assert!(remarks.is_empty() && report.complete);
    report
}

/// `9.2±1.7`, given to one decimal, or `0`.
fn compare_mean(text: &str, found: Mean, what: &str) {
    let (mean, deviation) = text.split_once('±').unwrap_or((text, "0"));
    for (text, found) in [(mean, found.mean), (deviation, found.deviation)] {
        let expected: f64 = text.parse().unwrap();
        // Half of the last decimal, and what chances of 32 bits may shift.
        assert!((expected - found).abs() < 0.0501, "{what}: {text} but {found}");
    }
}

fn compare_hardness(report: &Report) -> usize {
    let mut compared = 0;
    for row in rows(HARDNESS, report) {
        let what = row.join(" | ");
        let set = study(report, row[0]).set(set(row[1])).unwrap();
        let found = set.opponent(row[2], row[3].parse().unwrap()).unwrap();
        assert_eq!(set.positions.to_string(), row[4], "{what}");
        for (learner, cell) in found.learners.iter().enumerate() {
            assert_eq!(
                vec![cell.easy, cell.medium, cell.hard],
                numbers(row[5 + learner]),
                "{what}"
            );
            if let Some(expected) = row.get(8 + learner) {
                let (medium, hard) = expected.split_once(' ').unwrap();
                compare_mean(medium, cell.expected_medium, &what);
                compare_mean(hard, cell.expected_hard, &what);
            }
            compared += 1;
        }
    }
    compared
}

fn compare_failures(report: &Report) {
    let rows = rows(FAILURES, report);
    for study in &report.games {
        for set in study.sets.iter().filter(|it| matches!(it.set, Set::Layer(_))) {
            for rule in &set.rules {
                let name = [study.game.as_str(), &set.set.to_string(), rule.ties];
                let row = rows.iter().find(|row| row[..3] == name);
                let expected = row.map_or(vec![0; 8], |row| numbers(&row[3..].join(" ")));
                let mut found = Vec::new();
                for foresight in [3, 2] {
                    let it = set.opponent(rule.ties, foresight).unwrap();
                    for step in 0..2 {
                        found.extend([it.newly_hard[step], it.no_longer_easy[step]]);
                    }
                }
                assert_eq!(found, expected, "{name:?}");
            }
        }
    }
}

fn compare_categories(report: &Report) {
    for row in rows(CATEGORIES, report) {
        let set = study(report, row[0]).set(set(row[1])).unwrap();
        assert_eq!(set.positions.to_string(), row[2], "{row:?}");
        let [any, fastest] = ["any", "fastest"].map(|it| &set.opponent(it, 3).unwrap().categories);
        let found: Vec<u64> = any.iter().zip(fastest).flat_map(|(a, b)| [*a, *b]).collect();
        assert_eq!(found, numbers(&row[3..].join(" ")), "{row:?}");
    }
}

fn compare(report: &Report) {
    let names =
        |row: &&str| report.games.iter().any(|it| row.starts_with(&format!("{} | ", it.game)));
    let rows = HARDNESS.lines().filter(names).count();
    assert_eq!(compare_hardness(report), 3 * rows);
    compare_failures(report);
    compare_categories(report);
    for study in &report.games {
        // Nothing in W_2 is medium or hard for foresight 3, in the paper as here.
        for rule in &study.set(Set::Layer(2)).unwrap().rules {
            for cell in rule.opponents.iter().map(|it| &it.learners[2]) {
                assert_eq!((cell.medium, cell.hard), (0, 0), "{}", study.game);
                assert!(cell.paper.is_none_or(|it| (it.medium, it.hard) == (0, 0)));
            }
        }
    }
}

/// In how many of the games our reading of `W_2` gives the published size.
fn same_size(report: &Report) -> usize {
    let is_same = |study: &&Study| {
        let set = study.set(Set::Layer(2)).unwrap();
        Some(set.positions.to_string()) == set.paper_positions
    };
    report.games.iter().filter(is_same).count()
}

#[test]
fn every_count_of_the_games_on_3x3_and_of_connect3_and_bottom2_on_4x4() {
    let small = ["rcd", "rc", "rd", "cd"].map(|along| format!("tictactoe:along={along}"));
    let mut games = vec!["connect3", "bottom2"];
    games.extend(small.iter().map(String::as_str));
    let report = made(&games, None, 2);
    assert_eq!(report.games.len(), 16);
    compare(&report);
    assert_eq!(same_size(&report), 12, "all of Bottom-2 and Tic-Tac-Toe");
}

#[test]
#[ignore = "20 s: cargo test -p spar --test start_positions -- --ignored tictactoe"]
fn every_count_of_tictactoe_on_4x4() {
    let large = ["rcd", "rc", "rd", "cd"].map(|it| format!("tictactoe:rows=4,cols=4,along={it}"));
    let report = made(&large.each_ref().map(String::as_str), None, 2);
    compare(&report);
    assert_eq!(same_size(&report), 4);
}

#[test]
#[ignore = "2 minutes, 1.9 GB: cargo test -p spar --test start_positions -- --ignored connect4"]
fn every_count_of_connect4_on_5x5() {
    compare(&made(&["connect4"], None, 2));
}

#[test]
fn plays_repeat_with_any_number_of_threads_and_hit_what_is_expected() {
    let small = |seed, threads| format::csv(&made(&["connect3"], Some(seed), threads));
    assert_eq!(small(7, 2), small(7, 1));
    assert_ne!(small(7, 2), small(8, 2));
    let report = made(&["connect3", "tictactoe:rows=4,cols=4,along=rc"], Some(7), 2);
    compare(&report);
    let (mut far, mut cells) = (0, 0);
    for set in report.games.iter().flat_map(|it| &it.sets) {
        for cell in set.rules.iter().flat_map(|it| &it.opponents).flat_map(|it| &it.learners) {
            let Some(sampled) = cell.sampled else { continue };
            assert_eq!(sampled.easy + sampled.medium + sampled.hard, sampled.positions);
            if sampled.chosen == "lowest" {
                assert_eq!(sampled.positions, 100);
                continue;
            }
            assert_eq!(sampled.positions, set.positions);
            for (count, mean) in
                [(sampled.medium, cell.expected_medium), (sampled.hard, cell.expected_hard)]
            {
                cells += 1;
                let distance = (count as f64 - mean.mean).abs();
                far += usize::from(distance > (3.0 * mean.deviation).max(1.0));
                assert!(distance < (6.0 * mean.deviation).max(2.0), "{} {count} {mean:?}", set.set);
            }
        }
    }
    assert!(cells > 100 && far * 50 < cells, "{far} of {cells} are far off");
}

#[test]
fn a_report_has_the_same_figures_in_every_format() {
    let report = made(&["tictactoe:along=rcd"], None, 1);
    let parts = sheets::parts(&report);
    let text = format::text(&parts, spar::printer::Look::Plain, 80).unwrap();
    let markdown = format::markdown(&parts).unwrap();
    for title in ["Table 5", "Table 6", "Table 7", "Figure 1", "Figures 2 to 4"] {
        assert!(text.contains(title) && markdown.contains(&format!("## {title}")), "{title}");
    }
    assert!(!text.contains("Table 1"), "it was not asked for");
    assert!(markdown.contains("| TTT 3×3 RCD | W2 | 36 | any | 1 | 28 | 8 | 0 | 14.2 ± 1.9 |"));
    assert!(format::csv(&report).contains("\"tictactoe\",W2,any,3,1,medium,8,,\n"));
    let json = serde_json::to_value(&report).unwrap();
    let cell = &json["games"][0]["sets"][0]["rules"][0]["opponents"][1]["learners"][0];
    assert_eq!((&cell["easy"], &cell["medium"]), (&28.into(), &8.into()));
    assert_eq!(cell["paper"]["hard_is_far"], true, "two hard ones of 0.2 expected");
}

#[test]
fn only_the_papers_games_are_taken() {
    let paper = Paper::read();
    let wanted = |games: &[&str], tables: &[u8]| {
        let games = games.iter().map(|it| (*it).to_owned()).collect();
        let wanted = Wanted { tables: tables.to_vec(), games, seed: None };
        wanted.games(&paper).map(|games| games.len())
    };
    assert_eq!(wanted(&[], &[]).unwrap(), 24);
    assert_eq!(wanted(&["tictactoe"], &[]).unwrap(), 8);
    assert_eq!(wanted(&["connect4:rows=5,cols=5,along=rc"], &[]).unwrap(), 1);
    assert_eq!(wanted(&[], &[3]).unwrap(), 8);
    assert_eq!(wanted(&["connect3"], &[3]).unwrap(), 0);
    assert!(wanted(&["qubic"], &[]).is_err());
    assert!(wanted(&["connect4:rows=4,cols=5"], &[]).is_err());
}
