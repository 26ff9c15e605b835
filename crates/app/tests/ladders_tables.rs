//! The tables and figures of the 2010 paper on Snakes and Ladders, made again.

use spar::reproduce::ladders::{Report, Wanted, names, reproduce, sheets};
use spar_solve::{Budget, Desk};

fn made(parts: &[&str], full: bool, threads: usize) -> Report {
    let parts = parts.iter().map(|it| (*it).to_owned()).collect();
    let desk = Desk::bare(Budget::unlimited().with_threads(threads));
    let report = reproduce(&Wanted { parts, full, seed: 2010 }, &desk).unwrap();
    assert!(report.complete);
    report
}

/// How many figures of a part were compared; none may differ.
fn compared(report: &Report, name: &str) -> usize {
    let part = report.parts.iter().find(|part| part.name == name).unwrap();
    assert!(part.differing.is_empty(), "{name}: {:?}", part.differing);
    part.compared
}

#[test]
fn the_papers_board_gives_table_1_figure_5_and_all_known_chances() {
    let report = made(&["table-1", "figure-5", "values", "three-squares", "experience"], false, 1);
    assert_eq!(compared(&report, "table-1"), 100, "80 numbers and 20 actions");
    assert_eq!(compared(&report, "figure-5"), 401, "400 cells, and the best response's count");
    assert_eq!(compared(&report, "values"), 12);
    assert_eq!(compared(&report, "three-squares"), 11);
    assert_eq!(compared(&report, "experience"), 12);
    assert_eq!(sheets(&report.parts).len(), 5);
}

#[test]
fn self_play_comes_out_as_known_and_the_same_again() {
    let parts = ["self-play"];
    let report = made(&parts, false, 1);
    assert_eq!(compared(&report, "self-play"), 10, "period and changes of five runs");
    assert_eq!(compared(&report, "self-play-counts"), 3);
    let json = |report: &Report| serde_json::to_string(report).unwrap();
    assert_eq!(json(&report), json(&made(&parts, false, 2)));
}

#[test]
#[ignore = "half a minute: trials on boards of 200 and 400 squares"]
fn figure_7_comes_out_as_known_and_the_same_again() {
    let parts = ["figure-7"];
    let report = made(&parts, false, 1);
    assert_eq!(compared(&report, "figure-7"), 15);
    let json = |report: &Report| serde_json::to_string(report).unwrap();
    assert_eq!(json(&report), json(&made(&parts, false, 2)));
    let plot = report.parts.iter().flat_map(|it| &it.plots).next().unwrap();
    assert!(plot.svg().ends_with("</svg>\n") && plot.csv().lines().count() == 16);
}

#[test]
fn a_stopped_run_gives_the_parts_that_are_done() {
    let desk = Desk::bare(Budget::unlimited());
    desk.budget.stop();
    let report = reproduce(&Wanted::default(), &desk).unwrap();
    assert!(!report.complete && report.parts.len() <= 1, "Table I asks nobody");
}

#[test]
#[ignore = "minutes: random boards of 1000 squares, quick and in full"]
fn every_part_holds_in_full() {
    let report = made(&[], true, 2);
    assert!(
        report.holds(),
        "{:?}",
        report.parts.iter().map(|it| &it.differing).collect::<Vec<_>>()
    );
    assert_eq!(compared(&report, "table-2"), 40);
    assert_eq!(compared(&report, "table-3"), 60);
    assert!(report.parts.len() >= names().len());
}
