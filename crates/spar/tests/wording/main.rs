//! Every sentence that users can see is also in `wording/`, one file per source, so that
//! changes of wording are reviewed as text. This test checks that folder except `wording/web`,
//! which `web/tests/unit/wording.test.mjs` checks.
//!
//! `scripts/wording` updates the files.

mod api;
mod texts;

use assert_cmd::Command;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Files by their path in `wording/`.
type Files = BTreeMap<String, String>;

/// The texts of all sources that are compiled into the program.
fn sources() -> Files {
    let root = root();
    let mut texts = Files::new();
    let mut tests: BTreeSet<PathBuf> = BTreeSet::new();
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|it| it.unwrap().path());
    for folder in crates.filter(|it| !it.ends_with("testkit")) {
        for path in files(&folder.join("src")) {
            if path.extension().is_none_or(|it| it != "rs") {
                continue;
            }
            let code = fs::read_to_string(&path).unwrap();
            let source =
                texts::read(&code).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let has_folder_of_its_name =
                ["mod.rs", "lib.rs", "main.rs"].iter().all(|it| !path.ends_with(it));
            let below = if has_folder_of_its_name {
                path.with_extension("")
            } else {
                path.parent().unwrap().to_owned()
            };
            for module in source.test_modules {
                tests.insert(below.join(&module));
                tests.insert(below.join(module).with_extension("rs"));
            }
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            if !source.lines.is_empty() {
                texts.insert(format!("{name}.txt"), source.lines.join("\n") + "\n");
            }
        }
    }
    texts.retain(|name, _| {
        let path = root.join(name.strip_suffix(".txt").unwrap());
        !path.ancestors().any(|it| tests.contains(it))
    });
    texts
}

/// The help of the program and of every command.
fn helps() -> Files {
    let mut helps = Files::new();
    let mut left = vec![String::new()];
    while let Some(command) = left.pop() {
        let output = Command::cargo_bin("spar")
            .unwrap()
            .env_remove("NO_COLOR")
            .env("COLUMNS", "100")
            .args(command.split_whitespace())
            .arg("--help")
            .output()
            .unwrap();
        assert!(output.status.success(), "spar {command} --help");
        let help = String::from_utf8(output.stdout).unwrap();
        let help: String = help.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        let listed = help.lines().skip_while(|it| *it != "Commands:").skip(1);
        let names = listed
            .take_while(|it| !it.is_empty())
            // Names are indented by two spaces; continuation lines are indented further.
            .filter_map(|it| it.strip_prefix("  ").filter(|it| !it.starts_with(' ')))
            .filter_map(|it| it.split_whitespace().next())
            .filter(|it| *it != "help");
        left.extend(names.map(|it| format!("{command} {it}").trim().to_owned()));
        let name = if command.is_empty() { "spar".to_owned() } else { command.replace(' ', "-") };
        let help = if command.is_empty() { help } else { own_help(&help) };
        helps.insert(format!("help/{name}.txt"), help);
    }
    helps
}

/// The help of a command without the global options, which are in the help of the program.
fn own_help(help: &str) -> String {
    let Some((before, shared)) = help.split_once("\nEverywhere:\n") else {
        return help.to_owned();
    };
    // Options may be separated by blank lines, and are indented further than the text after
    // them.
    let after = shared.split_inclusive("\n\n").skip(1).skip_while(|it| it.starts_with(' '));
    let after: String = after.collect();
    if after.is_empty() { before.to_owned() } else { format!("{before}\n{after}") }
}

/// The expected files.
fn wanted() -> Files {
    let mut wanted = sources();
    wanted.extend(helps());
    let document = fs::read_to_string(root().join("web/openapi.json")).unwrap();
    let document = serde_json::from_str(&document).unwrap();
    wanted.insert("api.txt".to_owned(), api::lines(&document).join("\n") + "\n");
    wanted
}

/// The existing files.
fn present() -> Files {
    let folder = root().join("wording");
    let of_the_page = folder.join("web");
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(&path).unwrap())
    };
    files(&folder).into_iter().filter(|it| !it.starts_with(&of_the_page)).map(read).collect()
}

/// The files that are outdated, missing or obsolete, by path.
fn differences(wanted: &Files, present: &Files) -> BTreeMap<String, String> {
    let names: BTreeSet<&String> = wanted.keys().chain(present.keys()).collect();
    let told = names.into_iter().filter_map(|name| {
        let what = match (wanted.get(name), present.get(name)) {
            (Some(wanted), Some(present)) if wanted == present => return None,
            (Some(wanted), Some(present)) => first_difference(present, wanted),
            (Some(_), None) => "is missing".to_owned(),
            (None, _) => "is left over: its source has no texts".to_owned(),
        };
        Some((name.clone(), what))
    });
    told.collect()
}

#[test]
fn the_wording_on_file_is_that_of_the_program() {
    let wanted = wanted();
    assert!(wanted.len() > 100, "{}", wanted.len());
    if std::env::var_os("UPDATE_WORDING").is_some() {
        for name in differences(&wanted, &present()).keys() {
            let path = root().join("wording").join(name);
            if let Some(text) = wanted.get(name) {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, text).unwrap();
            } else {
                fs::remove_file(&path).unwrap();
            }
        }
    }
    let told: Vec<String> = differences(&wanted, &present())
        .iter()
        .map(|(name, what)| format!("wording/{name} {what}"))
        .collect();
    assert!(
        told.is_empty(),
        "texts have changed: run `scripts/wording`, read what it changes in `wording/`, and commit \
         it\n{}",
        told.join("\n")
    );
}

#[test]
fn old_missing_and_left_over_files_are_told() {
    let files = |it: &[(&str, &str)]| -> Files {
        it.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    };
    let wanted = files(&[("same", "a\n"), ("old", "a\nb\n"), ("missing", "a\n")]);
    let present = files(&[("same", "a\n"), ("old", "a\nc\n"), ("left", "a\n")]);
    let told: Vec<_> = differences(&wanted, &present).into_iter().collect();
    let expected = [
        ("left", "is left over: its source has no texts"),
        ("missing", "is missing"),
        ("old", "is old: line 2 is `c`, and should be `b`"),
    ];
    assert_eq!(told, expected.map(|(name, what)| (name.to_owned(), what.to_owned())));
}

/// The first line in which two texts differ.
fn first_difference(old: &str, new: &str) -> String {
    let at = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let line =
        |text: &str| text.lines().nth(at).map_or("nothing".to_owned(), |it| format!("`{it}`"));
    format!("is old: line {} is {}, and should be {}", at + 1, line(old), line(new))
}

#[test]
fn every_shape_of_literal_is_read() {
    let source = texts::read(include_str!("every_shape.rs.txt")).unwrap();
    let expected: Vec<&str> = include_str!("every_shape.expected.txt").lines().collect();
    assert_eq!(source.lines, expected);
    assert_eq!(source.test_modules, ["model", "tests"]);
}

#[test]
fn help_is_told_without_the_options_of_all_commands() {
    assert_eq!(own_help("About\n\nOptions:\n  -h\n"), "About\n\nOptions:\n  -h\n");
    assert_eq!(own_help("About\n\nEverywhere:\n  -q\n  -v\n"), "About\n");
    assert_eq!(
        own_help("About\n\nEverywhere:\n  -q\n\nExamples:\n  x\n"),
        "About\n\nExamples:\n  x\n"
    );
}
