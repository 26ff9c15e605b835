//! Renderers of a [`Scene`](spar_rules::scene::Scene). They know places and tokens but no
//! games. [`sheet`] arranges pictures of levels on a page to print.

pub mod sheet;
pub mod svg;
pub mod terminal;

use std::fmt::Write;

/// Escapes a text for markup, including attribute values in double quotes. Control characters
/// are not allowed there and become spaces.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            it if it.is_control() => safe.push(' '),
            it => safe.push(it),
        }
    }
    safe
}

/// Appends an element on its own line.
fn line(markup: &mut String, element: &str) {
    writeln!(markup, "{element}").expect("invariant: a string takes all text");
}
