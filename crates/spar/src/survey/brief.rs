//! A survey as a table for reading: one line per variant, and notes about the columns.

use crate::wire::level::Who;
use crate::wire::survey::{Levels, Pair, SurveyRow};
use spar_catalog::units::write_count;
use spar_catalog::words::wrapped;
use std::ops::Range;

const HEADINGS: [&str; 9] =
    ["game", "positions", "best play", "1st", "draw", "2nd", "hard", "even", "interesting"];

/// The table as plain text. Columns beyond the width follow below, with the games repeated. The
/// notes below the table are wrapped.
pub(crate) fn text(rows: &[SurveyRow], width: usize) -> Vec<u8> {
    let lines: Vec<[String; 9]> =
        [HEADINGS.map(str::to_owned)].into_iter().chain(rows.iter().map(cells)).collect();
    let longest = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let widths: [usize; 9] = std::array::from_fn(longest);
    let mut text = String::new();
    for columns in fitting(&widths, width) {
        for line in &lines {
            let cells = [0].into_iter().chain(columns.clone()).map(|column| {
                let (cell, width) = (&line[column], widths[column]);
                // Words are left-aligned, numbers right-aligned.
                if column == 0 || column == 2 {
                    format!("{cell:width$}")
                } else {
                    format!("{cell:>width$}")
                }
            });
            text += cells.collect::<Vec<_>>().join(GAP).trim_end();
            text += "\n";
        }
        text += "\n";
    }
    for note in notes(rows) {
        for (index, part) in wrapped(&note, width.clamp(30, 100) - 2).enumerate() {
            text.extend([if index == 0 { "" } else { "  " }, &part, "\n"]);
        }
    }
    text.into_bytes()
}

/// The space between two columns.
const GAP: &str = "  ";

/// Splits the columns after the first into ranges that fit the width together with the first,
/// at least one column each.
fn fitting(widths: &[usize; 9], width: usize) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut used = width + 1;
    for (column, own) in widths.iter().enumerate().skip(1) {
        used += GAP.len() + own;
        match parts.last_mut() {
            Some(part) if used <= width => part.end = column + 1,
            _ => {
                parts.push(column..column + 1);
                used = widths[0] + GAP.len() + own;
            }
        }
    }
    parts
}

/// The table as Markdown.
pub(crate) fn markdown(rows: &[SurveyRow]) -> Vec<u8> {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&HEADINGS.map(str::to_owned));
    text += "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for row in rows {
        let mut cells = cells(row);
        cells[0] = format!("`{}`", cells[0]);
        text += &line(&cells);
    }
    for note in notes(rows) {
        text.extend(["\n- ", &note]);
    }
    (text + "\n").into_bytes()
}

/// The cells of a row.
fn cells(row: &SurveyRow) -> [String; 9] {
    let none = || "-".to_owned();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let chances = strongest_pair(row).map(|pair| &pair.chance);
    let chance = |share: Option<f64>| share.map_or_else(none, percent);
    let hard = strongest_levels(row).map(|it| it.sum(|it| it.hard).distinct);
    let even = row.pairs.iter().filter_map(|it| it.even.as_ref());
    let even = row
        .pairs
        .iter()
        .any(|it| it.even.is_some())
        .then(|| even.map(|it| it.count.distinct).sum());
    let count = |count: Option<u64>| count.map_or_else(none, write_count);
    [
        row.game.clone(),
        count(row.positions),
        best_play(row).unwrap_or_else(none),
        chance(chances.map(|it| it.win)),
        chance(chances.map(|it| it.draw)),
        chance(chances.map(|it| it.loss)),
        count(hard),
        count(even),
        chance(row.interesting.as_ref().and_then(|it| it.share)),
    ]
}

/// Who wins from the start, and with which moves.
fn best_play(row: &SurveyRow) -> Option<String> {
    let plies = row.plies.unwrap_or_default();
    Some(match row.winner.as_deref()? {
        "first" => format!("1st in {}", plies.div_ceil(2)),
        "second" if plies < 2 => "2nd at once".to_owned(),
        "second" => format!("2nd in {}", plies / 2),
        other => other.to_owned(),
    })
}

/// The strongest player against itself, from the start.
fn strongest_pair(row: &SurveyRow) -> Option<&Pair> {
    let strongest = row.players.last()?;
    row.pairs.iter().find(|it| it.first == *strongest && it.second == *strongest)
}

/// The levels of the strongest player against itself.
fn strongest_levels(row: &SurveyRow) -> Option<&Levels> {
    let strongest = row.players.last()?;
    row.levels.iter().find(|it| it.learner == *strongest && it.opponent == *strongest)
}

/// Notes: the meaning of the columns, and why some cells are empty.
fn notes(rows: &[SurveyRow]) -> Vec<String> {
    let missing =
        rows.iter().filter_map(|row| Some(format!("{}: {}", row.game, row.reason.as_ref()?)));
    let mut notes: Vec<String> = missing.collect();
    let Some(row) = rows.first() else {
        notes.push("no variant was counted".to_owned());
        return notes;
    };
    let is_one = rows.iter().all(|it| {
        it.players == row.players
            && it.ties == row.ties
            && it.thresholds.easy == row.thresholds.easy
            && it.thresholds.hard == row.thresholds.hard
            && it.even == row.even
    });
    let who = match row.players.last() {
        Some(player) if is_one => named(player),
        _ => "the strongest player asked".to_owned(),
    };
    let [least, most] = &row.even;
    let span = if is_one { format!(" ({least} to {most})") } else { String::new() };
    let level = "positions that the side to move wins in two or more moves";
    notes.extend([
        "best play: which side wins from the start if both play perfectly, and in how many moves"
            .to_owned(),
        format!("1st, draw, 2nd: the chances from the start if both sides are {who}"),
        format!("hard: {level}, hard for {who} against the same; up to symmetry"),
        format!(
            "even: unfinished positions whose expected score{span} is even for two unequal \
             players; up to symmetry, all pairs together"
        ),
        format!("interesting: the share of {level} that is not easy for {who} against the same"),
    ]);
    notes
}

fn named(player: &Who) -> String {
    match player {
        Who::Foresight(0) => "random play".to_owned(),
        Who::Foresight(rounds) => format!("foresight {rounds}"),
        Who::Word(word) => format!("{word} play"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_below_where_the_width_ends() {
        let widths = [10, 5, 5, 5, 5, 5, 5, 5, 5];
        assert_eq!(fitting(&widths, 80).first(), Some(&(1..9)));
        assert_eq!(fitting(&widths, 10 + 8 * 7).len(), 1);
        assert_eq!(fitting(&widths, 10 + 8 * 7 - 1), [1..8, 8..9]);
        assert_eq!(fitting(&widths, 31), [1..4, 4..7, 7..9]);
        // If no column fits, each is in a range of its own.
        assert_eq!(fitting(&widths, 5).len(), 8);
    }
}
