//! The checker of levels shares no code with the code that it checks.

use std::fs;
use std::path::Path;

/// The code of one file, without tests and comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The names that the checker may use from `policy`: those of players and their meaning. It
/// computes the players' moves itself.
const NAMES: [&str; 3] = ["Player", "Habit", "Ties"];

/// Returns whether a path within `policy` begins with one of these names, or is a list of them.
fn names_players(path: &str) -> bool {
    let is_name = |name: &str| NAMES.contains(&name);
    match path.strip_prefix('{') {
        None => is_name(path.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap()),
        Some(list) => {
            let Some((list, _)) = list.split_once('}') else { return false };
            // The last comma of a list may be followed by nothing.
            let list = list.trim().trim_end_matches(',');
            list.split(',').all(|it| is_name(it.trim()))
        }
    }
}

/// The first item in the code of one file that the checker must not use. In the folder's files
/// other than `mod.rs`, `super` is the checker; in `mod.rs` it is the crate.
fn foreign(code: &str, file_name: &str) -> Option<String> {
    let named = ["spar_solve", "spar_games", "spar_challenge", "include!", "#[path"];
    if let Some(name) = named.iter().find(|name| code.contains(**name)) {
        return Some((*name).to_owned());
    }
    let word_begins = |at: usize| {
        let before = code[..at].chars().next_back();
        before.is_none_or(|it| !it.is_alphanumeric() && it != '_')
    };
    for (at, _) in code.match_indices("crate").filter(|(at, _)| word_begins(*at)) {
        let path = &code[at..];
        let names_players = path.strip_prefix("crate::policy::").is_some_and(names_players);
        if !names_players && !path.starts_with("crate::verify::") {
            return Some(path.lines().next().unwrap_or_default().to_owned());
        }
    }
    let above = if file_name == "mod.rs" { "super::" } else { "super::super" };
    code.contains(above).then(|| above.to_owned())
}

#[test]
fn the_checker_uses_only_rules_and_names_of_players() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.is_file(), "{}: a folder of its own needs a rule of its own", path.display());
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(foreign(&code(&path), &name), None, "{name}");
        files += 1;
    }
    assert!(files >= 7, "all of its files are read, not {files}");
}

#[test]
fn what_would_be_shared_code_is_found() {
    for (code, file_name) in [
        ("use spar_solve::minimax;", "force.rs"),
        ("use spar_games::lines::Lines;", "force.rs"),
        ("#[path = \"../oracle.rs\"]", "mod.rs"),
        ("use crate::policy::Policy;", "force.rs"),
        ("use crate::policy::{Habit, Perfect};", "force.rs"),
        ("use crate::policy::*;", "force.rs"),
        ("use crate::policy;", "force.rs"),
        ("use crate::policy as players;", "force.rs"),
        ("use crate::policy::{self, Player};", "force.rs"),
        ("use crate::policy::{Player, *};", "force.rs"),
        ("use crate::policy::{Player, perfect::Valuer};", "force.rs"),
        ("use crate::policy::{Player, foresight::{Ties}};", "force.rs"),
        ("use crate::policy::{\n    Player,\n    Sight,\n};", "force.rs"),
        ("use crate::policy::{};", "force.rs"),
        ("use crate::players::Known;", "force.rs"),
        ("use crate::policy::PlayerParameter;", "force.rs"),
        ("use crate::policy::Player;\nuse crate::policy::Policy;", "force.rs"),
        ("let chosen = crate::policy::choose(players, &seen, random);", "force.rs"),
        ("pub use crate::players::perfect;", "mod.rs"),
        ("use crate::{oracle, policy};", "force.rs"),
        ("use crate as challenge;", "force.rs"),
        ("use super::super::oracle;", "force.rs"),
        ("use super::oracle;", "mod.rs"),
    ] {
        assert!(foreign(code, file_name).is_some(), "{code}");
    }
    for code in [
        "use crate::policy::Player;",
        "use crate::policy::{Habit, Player};",
        "use crate::policy::{\n    Habit,\n    Player,\n    Ties,\n};",
        "let any = crate::policy::Player::random();",
        "match habit { crate::policy::Habit::Any => 1 }",
        "use crate::verify::claim::Claim;",
        "use super::odds::Odds;",
        "pub(super) fn odds() {}",
    ] {
        assert_eq!(foreign(code, "force.rs"), None, "{code}");
    }
}
