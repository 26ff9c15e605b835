//! Formats reports as text, as Markdown, and as one long CSV table.
//!
//! Writing to a `String` cannot fail, so results of `write!` are ignored.

use super::Report;
use super::found::{Claim, OpponentStudy, SetStudy, Study};
use super::sheets::{Board, ReportPart, ReportTable};
use crate::fault::Fault;
use crate::paint::terminal;
use crate::printer::Look;
use std::fmt::Write;
use std::ops::Range;

/// Formats the parts as text for a terminal of this width.
///
/// # Errors
/// If a board cannot be drawn.
pub fn text(parts: &[ReportPart], look: Look, width: usize) -> Result<String, Fault> {
    let mut out = String::new();
    for part in parts {
        match part {
            ReportPart::Table(sheet) => {
                let _ = writeln!(out, "{}", wrapped(&sheet.title, width.clamp(40, 100)));
                for note in &sheet.notes {
                    let _ = writeln!(out, "{}", wrapped(note, width.clamp(40, 100)));
                }
                out += &aligned(sheet, width);
            }
            ReportPart::Boards(title, note, boards) => {
                let _ = writeln!(out, "{title}\n\n{}", wrapped(note, width.clamp(40, 100)));
                for board in boards {
                    let lines = drawn(board, look, width)?.join("\n");
                    let _ = writeln!(out, "{}\n{}\n{lines}\n", board.caption, place(board));
                }
            }
        }
        out.push('\n');
    }
    Ok(out.trim_end().to_owned() + "\n")
}

/// Formats the parts as Markdown.
///
/// # Errors
/// If a board cannot be drawn.
pub fn markdown(parts: &[ReportPart]) -> Result<String, Fault> {
    let mut out = String::new();
    for part in parts {
        match part {
            ReportPart::Table(sheet) => {
                let _ = writeln!(out, "## {}\n", sheet.title);
                for note in &sheet.notes {
                    let _ = writeln!(out, "{note}\n");
                }
                out += &piped(sheet);
            }
            ReportPart::Boards(title, note, boards) => {
                let _ = writeln!(out, "## {title}\n\n{note}\n");
                for board in boards {
                    let lines = drawn(board, Look::Plain, 80)?.join("\n");
                    let place = place(board);
                    let _ = writeln!(out, "{}\n\n```text\n{place}\n{lines}\n```\n", board.caption);
                }
            }
        }
        out.push('\n');
    }
    Ok(out.trim_end().to_owned() + "\n")
}

fn place(board: &Board) -> String {
    format!("{} {}", board.game, board.position)
}

fn drawn(board: &Board, look: Look, width: usize) -> Result<Vec<String>, Fault> {
    let position = spar_catalog::open(&board.game)?.read_position(&board.position)?;
    Ok(position.scene().map_or_else(Vec::new, |scene| terminal::paint(&scene, look, width)))
}

/// Wraps the text to lines of at most this width.
fn wrapped(text: &str, width: usize) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += length;
    }
    out + "\n"
}

/// Returns whether a column is left-aligned. Its head then ends with a space.
fn is_left(column: &str) -> bool {
    column.ends_with(' ')
}

/// Formats the table as text. Columns beyond the width follow below, with the row labels
/// repeated.
fn aligned(sheet: &ReportTable, width: usize) -> String {
    let widths: Vec<usize> = (0..sheet.columns.len())
        .map(|index| {
            let cells = sheet.rows.iter().map(|row| row[index].chars().count());
            cells.chain([sheet.columns[index].trim().chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let n_labels = (sheet.grouped + 1).min(widths.len());
    let line = |cells: Vec<&str>, columns: &Range<usize>| {
        let shown = (0..n_labels).chain(columns.clone());
        let padded = shown.map(|index| {
            let (cell, width) = (cells[index], widths[index]);
            if is_left(sheet.columns[index]) {
                format!("{cell:width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let mut parts = Vec::new();
    for columns in fitting(&widths, n_labels, width) {
        let mut out = line(sheet.columns.iter().map(|it| it.trim()).collect(), &columns);
        let mut before: Option<&Vec<String>> = None;
        for row in &sheet.rows {
            let mut cells: Vec<&str> = row.iter().map(String::as_str).collect();
            // Leading cells that equal those of the row above are left blank.
            let repeated = before.map_or(0, |before| {
                let pairs = before.iter().zip(row).take(sheet.grouped);
                pairs.take_while(|(above, here)| above == here).count()
            });
            cells[..repeated].fill("");
            out += &line(cells, &columns);
            before = Some(row);
        }
        parts.push(out);
    }
    parts.join("\n")
}

/// Splits the data columns into ranges that fit the width next to the row labels, at least one
/// column each.
fn fitting(widths: &[usize], n_labels: usize, width: usize) -> Vec<Range<usize>> {
    const GAP: usize = 2;
    let of_labels = widths[..n_labels].iter().map(|it| it + GAP).sum::<usize>().saturating_sub(GAP);
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut used = width;
    for (column, own) in widths.iter().enumerate().skip(n_labels) {
        used += GAP + own;
        match parts.last_mut() {
            Some(part) if used <= width => part.end = column + 1,
            _ => {
                parts.push(column..column + 1);
                used = of_labels + GAP + own;
            }
        }
    }
    if parts.is_empty() {
        parts.push(n_labels..n_labels);
    }
    parts
}

fn piped(sheet: &ReportTable) -> String {
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(sheet.columns.iter().map(|it| it.trim()).collect());
    let rule = |column: &&str| if is_left(column) { ":---" } else { "---:" };
    out += &line(sheet.columns.iter().map(rule).collect());
    for row in &sheet.rows {
        out += &line(row.iter().map(String::as_str).collect());
    }
    out
}

/// Formats all figures as one long table, one figure per line.
pub fn csv(report: &Report) -> String {
    let mut out = "game,set,ties,opponent,learner,figure,ours,paper,far\n".to_owned();
    for study in &report.games {
        let (theirs, far) = (&study.paper_positions, yes_or_no(!study.paper_positions_agree));
        let _ = writeln!(out, "{},,,,,positions,{},{theirs},{far}", quoted(study), study.positions);
        let _ = writeln!(out, "{},W4,,,,positions,{},,", quoted(study), study.w4);
        for set in &study.sets {
            let theirs = set.paper_positions.as_deref().unwrap_or("");
            let far = set.paper_positions_agree.map_or("", |agrees| yes_or_no(!agrees));
            let (name, positions) = (set.set, set.positions);
            let _ =
                writeln!(out, "{},{name},,,,positions,{positions},{theirs},{far}", quoted(study));
            for rule in &set.rules {
                for opponent in &rule.opponents {
                    out += &csv_of(study, set, rule.ties, opponent);
                }
            }
        }
    }
    for board in &report.scores {
        for it in &board.moves {
            let theirs = it.paper.as_deref().unwrap_or("");
            let _ = writeln!(
                out,
                "\"{}\",{},,,{},score of {},{},{theirs},",
                board.game, board.position, board.foresight, it.mv, it.score
            );
        }
    }
    out
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// The game's name in quotes, as it may contain commas.
fn quoted(study: &Study) -> String {
    format!("\"{}\"", study.game)
}

fn csv_of(study: &Study, set: &SetStudy, ties: &str, found: &OpponentStudy) -> String {
    let start = format!("{},{},{ties},{}", quoted(study), set.set, found.foresight);
    let mut out = String::new();
    for cell in &found.learners {
        let mut put = |figure: &str, ours: String, paper: Option<(u64, bool)>| {
            let theirs = paper.map_or(String::new(), |it| it.0.to_string());
            let far = paper.map_or("", |it| yes_or_no(it.1));
            let _ = writeln!(out, "{start},{},{figure},{ours},{theirs},{far}", cell.foresight);
        };
        let medium = cell.paper.map(|it| (it.medium, it.medium_is_far));
        let hard = cell.paper.map(|it| (it.hard, it.hard_is_far));
        put("easy", cell.easy.to_string(), None);
        put("medium", cell.medium.to_string(), None);
        put("hard", cell.hard.to_string(), None);
        put("expected medium", format!("{:.4}", cell.expected_medium.mean), medium);
        put("deviation of medium", format!("{:.4}", cell.expected_medium.deviation), None);
        put("expected hard", format!("{:.4}", cell.expected_hard.mean), hard);
        put("deviation of hard", format!("{:.4}", cell.expected_hard.deviation), None);
        if let Some(sampled) = cell.sampled {
            put(&format!("played ({})", sampled.chosen), sampled.positions.to_string(), None);
            put("played easy", sampled.easy.to_string(), None);
            put("played medium", sampled.medium.to_string(), None);
            put("played hard", sampled.hard.to_string(), None);
        }
    }
    let mut put = |figure: String, ours: u64, theirs: &str, far: &str| {
        let _ = writeln!(out, "{start},,{figure},{ours},{theirs},{far}");
    };
    for (index, count) in found.newly_hard.iter().enumerate() {
        put(format!("hard for {} but not for {}", index + 2, index + 1), *count, "", "");
    }
    for (index, count) in found.no_longer_easy.iter().enumerate() {
        put(format!("not easy for {} but for {}", index + 2, index + 1), *count, "", "");
    }
    for (index, count) in found.categories.iter().enumerate() {
        // Table 7 is about the opponent of foresight 3.
        let is_claimed = |it: &&Claim| it.category == index + 1 && found.foresight == 3;
        let (theirs, far) = set.claims.iter().find(is_claimed).map_or(("", ""), |claim| {
            let holds = if ties == "any" { claim.any } else { claim.fastest };
            (if claim.named { "some" } else { "none" }, yes_or_no(!holds))
        });
        put(format!("category {}", index + 1), *count, theirs, far);
    }
    put("interesting".to_owned(), found.interesting, "", "");
    out
}
