//! Reproduces the tables and figures of the 2010 paper on Snakes and Ladders.

use spar::reproduce::ladders::{
    Finding, LaddersReport, LaddersWanted, compared as compared_csv, names, reproduce, sheets,
};
use spar_solve::{Budget, Context};

const FORMATS: &str = include_str!("../../../docs/formats.md");

fn made(parts: &[&str], full: bool, threads: usize) -> LaddersReport {
    let parts = parts.iter().map(|it| (*it).to_owned()).collect();
    let context = Context::bare(Budget::unlimited().with_threads(threads));
    let report = reproduce(&LaddersWanted { parts, full, seed: 2010 }, &context).unwrap();
    assert!(report.complete);
    report
}

/// The number of comparisons in a part; all figures must agree.
fn compared(report: &LaddersReport, name: &str) -> usize {
    let part = report.parts.iter().find(|part| part.name == name).unwrap();
    let differing: Vec<&str> = part.differing().collect();
    assert!(differing.is_empty(), "{name}: {differing:?}");
    part.figures.len()
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
    let json = |report: &LaddersReport| serde_json::to_string(report).unwrap();
    assert_eq!(json(&report), json(&made(&parts, false, 2)));
}

#[test]
#[ignore = "half a minute: trials on boards of 200 and 400 squares"]
fn figure_7_comes_out_as_known_and_the_same_again() {
    let parts = ["figure-7"];
    let report = made(&parts, false, 1);
    assert_eq!(compared(&report, "figure-7"), 16);
    let json = |report: &LaddersReport| serde_json::to_string(report).unwrap();
    assert_eq!(json(&report), json(&made(&parts, false, 2)));
    let plot = report.parts.iter().flat_map(|it| &it.plots).next().unwrap();
    assert!(plot.svg().ends_with("</svg>\n"));
    // Five methods with five evaluations each; the sixth starts later, after its heuristic.
    assert_eq!(plot.csv().lines().count(), 1 + 5 * 5 + 1);
    let json = serde_json::to_value(&report).unwrap();
    let row = |method: &str| {
        let rows = json["parts"][0]["rows"].as_array().unwrap();
        rows.iter().find(|it| it["n"] == 200 && it["method"] == method).unwrap().clone()
    };
    let sweeps = row("value iteration from 0");
    let free = row("RTDP from the heuristic (not counted)");
    let paid = row("RTDP from the heuristic (counted)");
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    // Eight sweeps over 199 × 199 pairs, expressed in sweeps over the 29,701 live pairs.
    assert!((number(&paid["heuristic_sweeps"]) - 8.0 * 39_601.0 / 29_701.0).abs() < 1e-9);
    assert!(number(&free["after_1"]) > number(&sweeps["after_1"]) + 0.01);
    assert!(paid["after_8"].is_null() && number(&paid["after_16"]) > 0.769);
    assert!(number(&sweeps["after_8"]) >= number(&paid["after_16"]) - 1e-4);
}

#[test]
fn numbers_are_numbers_in_json_and_csv() {
    let parts = ["table-1", "figure-5", "values", "three-squares", "self-play", "experience"];
    let report = made(&parts, false, 1);
    let json = serde_json::to_value(&report).unwrap();
    let found = json["parts"].as_array().unwrap();
    let part = |name: &str| found.iter().find(|it| it["name"] == name).unwrap();
    // Table I, square 0: printed 4.03, 3.70, 3.67 and 3.66.
    let row = &part("table-1")["rows"][0];
    for (field, printed) in [("sweep_1", 4.03), ("sweep_2", 3.70), ("sweep_9", 3.66)] {
        assert!((row[field].as_f64().unwrap() - printed).abs() < 0.005, "{field}: {row}");
    }
    assert_eq!((&row["square"], &row["action"]), (&0.into(), &"T".into()));
    let best = &part("values")["rows"][11];
    assert!(best["low"].as_f64().unwrap() <= 0.665_883_148_3 && best["high"].is_f64(), "{best}");
    assert_eq!(part("three-squares")["rows"][0]["fraction"], "1/6");
    assert_eq!(part("figure-5")["rows"][16]["differs_at"], serde_json::json!([4, 5, 16]));
    let figure = &part("table-1")["figures"][0];
    assert_eq!((&figure["known"], &figure["equal"]), (&4.03.into(), &true.into()));
    // Every row has all fields of its table, and no marks, which are only for text output.
    for part in found {
        let columns: Vec<&str> =
            part["columns"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        for row in part["rows"].as_array().unwrap() {
            let row = row.as_object().unwrap();
            assert!(row.len() == columns.len() && columns.iter().all(|it| row.contains_key(*it)));
            for text in row.values().filter_map(serde_json::Value::as_str) {
                assert!(!text.ends_with(" =") && !text.contains(" ! "), "{text}");
                assert!(text.parse::<f64>().is_err() || text.len() == 1, "{text}: a number");
            }
        }
    }
    for finding in &report.parts {
        let csv = finding.csv();
        let header = csv.lines().next().unwrap();
        assert_eq!(header, finding.fields().collect::<Vec<_>>().join(","), "{}", finding.name);
        let documented = |field: &str| FORMATS.contains(&format!("`{field}`"));
        let missing: Vec<&str> = finding.fields().filter(|it| !documented(it)).collect();
        assert!(missing.is_empty(), "docs/formats.md lacks {missing:?} of {}", finding.name);
    }
    let table = report.parts[0].csv();
    let first: Vec<&str> = table.lines().nth(1).unwrap().split(',').collect();
    assert!(first[..5].iter().all(|it| it.parse::<f64>().is_ok()), "{first:?}");
    let all = compared_csv(&report.parts);
    assert_eq!(all.lines().next(), Some("part,what,ours,known,equal"));
    let n_figures: usize = report.parts.iter().map(|it| it.figures.len()).sum();
    assert_eq!(all.lines().count(), 1 + n_figures);
}

#[test]
fn a_stopped_run_gives_the_parts_that_are_done() {
    let context = Context::bare(Budget::unlimited());
    context.budget.stop();
    let report = reproduce(&LaddersWanted::default(), &context).unwrap();
    assert!(!report.complete && report.parts.len() <= 1, "Table I asks nobody");
}

#[test]
#[ignore = "minutes: random boards of 1000 squares, quick and in full"]
fn every_part_holds_in_full() {
    let report = made(&[], true, 2);
    assert!(
        report.holds(),
        "{:?}",
        report.parts.iter().flat_map(Finding::differing).collect::<Vec<_>>()
    );
    assert_eq!(compared(&report, "table-2"), 40);
    assert_eq!(compared(&report, "table-3"), 60);
    assert!(report.parts.len() >= names().len());
}
