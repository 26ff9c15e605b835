//! What comes out of one part.

use super::plot::Plot;
use crate::reproduce::sheets::{Part, Sheet};
use serde::Serialize;
use std::fmt::Display;

/// A table with what it was compared with.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// The part and what of it, as a file is named.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What has to be known to read it.
    pub notes: Vec<&'static str>,
    /// The columns; those whose name ends in a blank stand to the left.
    pub columns: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// How many figures were compared with such as are known.
    pub compared: usize,
    /// Those that differ.
    pub differing: Vec<String>,
    /// How many columns from the left need not be said again where they repeat.
    #[serde(skip)]
    pub grouped: usize,
    /// The same as a picture, with times where it has them.
    #[serde(skip)]
    pub plots: Vec<Plot>,
}

impl Finding {
    pub(super) fn new(
        name: &str,
        title: impl Into<String>,
        notes: Vec<&'static str>,
        columns: Vec<&'static str>,
    ) -> Finding {
        Finding {
            name: name.to_owned(),
            title: title.into(),
            notes,
            columns,
            rows: Vec::new(),
            compared: 0,
            differing: Vec::new(),
            grouped: 0,
            plots: Vec::new(),
        }
    }

    /// Compares a figure with what it should be; `=` or `!`.
    pub(super) fn same(&mut self, what: impl Display, ours: &str, known: &str) -> &'static str {
        self.compared += 1;
        if ours == known {
            return "=";
        }
        self.differing.push(format!("{what}: {ours}, not {known}"));
        "!"
    }

    /// The same for a number, with as many decimals as the known one has. Both, and the mark.
    pub(super) fn same_number(&mut self, what: impl Display, ours: f64, known: &str) -> String {
        let ours = as_written(ours, known);
        let mark = self.same(what, &ours, known);
        if mark == "=" { format!("{ours} =") } else { format!("{ours} ! {known}") }
    }

    /// The table, its columns first.
    pub fn csv(&self) -> String {
        let cell = |text: &str| {
            let is_plain = !text.contains([',', '"']);
            if is_plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let mut csv = line(self.columns.iter().map(|it| cell(it.trim())).collect());
        for row in &self.rows {
            csv += &line(row.iter().map(|it| cell(it)).collect());
        }
        csv
    }

    pub(super) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns.len(), "one cell for each column");
        self.rows.push(cells.into());
    }
}

/// A number with as many decimals as another that is written; zero has no sign.
pub(super) fn as_written(number: f64, like: &str) -> String {
    let decimals = like.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let text = format!("{number:.decimals$}");
    let is_zero = text.bytes().all(|it| matches!(it, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// All findings as tables for people.
pub fn sheets(findings: &[Finding]) -> Vec<Part> {
    let sheet = |finding: &Finding| {
        let Finding { compared, differing, title, .. } = finding;
        let equal = compared - differing.len();
        let title = match compared {
            0 => title.clone(),
            _ => format!("{title} ({equal} of {compared} figures equal)"),
        };
        Part::Sheet(Sheet {
            title,
            notes: finding.notes.clone(),
            columns: finding.columns.clone(),
            grouped: finding.grouped,
            rows: finding.rows.clone(),
        })
    };
    findings.iter().map(sheet).collect()
}
