//! House rules that the compiler does not check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn crates_import_only_along_the_arrows() {
    let allowed: [(&str, &[&str]); 9] = [
        ("rules", &[]),
        ("testkit", &["spar-rules"]),
        ("games", &["spar-rules"]),
        ("solve", &["spar-rules"]),
        ("challenge", &["spar-rules", "spar-solve"]),
        ("catalog", &["spar-rules", "spar-games", "spar-solve", "spar-challenge"]),
        ("store", &["spar-rules", "spar-challenge", "spar-catalog"]),
        ("server", &["spar-rules", "spar-solve", "spar-challenge", "spar-catalog", "spar-store"]),
        (
            "spar",
            &[
                "spar-rules",
                "spar-games",
                "spar-solve",
                "spar-challenge",
                "spar-catalog",
                "spar-store",
                "spar-server",
            ],
        ),
    ];
    for (name, allowed) in allowed {
        for dependency in ours(&manifest(name), "dependencies") {
            assert!(allowed.contains(&dependency.as_str()), "{name} imports {dependency}");
        }
    }
}

/// A Python package can be built on the catalogue, as it needs no command line, server or
/// database.
#[test]
fn the_catalogue_needs_neither_server_nor_store_nor_command_line() {
    let listed = manifest("catalog");
    let listed = listed["dependencies"].as_table().unwrap();
    for heavy in ["clap", "axum", "tokio", "rusqlite", "parquet"] {
        assert!(!listed.contains_key(heavy), "{heavy}");
    }
}

/// The manifest of a crate.
fn manifest(name: &str) -> toml::Table {
    read(&format!("crates/{name}/Cargo.toml")).parse().unwrap()
}

/// The crates of this workspace in a section of a manifest.
fn ours(manifest: &toml::Table, section: &str) -> Vec<String> {
    let listed = manifest.get(section).and_then(toml::Value::as_table);
    let names = listed.into_iter().flat_map(toml::Table::keys);
    names.filter(|it| it.starts_with("spar")).cloned().collect()
}

#[test]
fn the_test_kit_is_for_tests_alone() {
    let kit = manifest("testkit");
    assert_eq!(kit["package"].get("publish").and_then(toml::Value::as_bool), Some(false));
    let mut n_users = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let manifest = manifest(&name);
        for section in ["dependencies", "build-dependencies"] {
            assert!(!ours(&manifest, section).contains(&"spar-testkit".to_owned()), "{name}");
        }
        n_users +=
            usize::from(ours(&manifest, "dev-dependencies").contains(&"spar-testkit".to_owned()));
    }
    assert!(n_users > 0, "nobody uses it");
}

/// The drawing and JSON code of the command line does not depend on the server; only commands
/// that start one do.
#[test]
fn only_commands_that_start_a_server_name_it() {
    let folder = root().join("crates/spar/src");
    let may = |path: &Path| {
        let path = path.strip_prefix(&folder).unwrap();
        path == Path::new("cli/serve.rs") || path.starts_with("load") || path.starts_with("bench")
    };
    let mut n_read = 0;
    for path in sources(&folder).iter().filter(|it| !may(it)) {
        n_read += 1;
        assert!(!code(path).contains("spar_server"), "{}", path.display());
    }
    assert!(n_read > 100, "{n_read}");
}

#[test]
fn solvers_name_no_game_outside_tests_and_examples() {
    for name in ["rules", "solve", "challenge"] {
        for path in sources(&root().join("crates").join(name).join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let named = code
                .lines()
                .find(|line| !line.trim_start().starts_with("//") && line.contains("spar_games"));
            assert_eq!(named, None, "{}", path.display());
        }
    }
}

/// The code of a file without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.fold(String::new(), |code, line| code + line + "\n")
}

/// The names right after each `start` in the code: one, or a list in braces.
fn names_after<'a>(code: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    code.match_indices(start).flat_map(move |(at, _)| {
        let rest = &code[at + start.len()..];
        let is_name = |it: char| it.is_alphanumeric() || it == '_';
        let end = if rest.starts_with('{') {
            rest.find(';').unwrap_or(rest.len())
        } else {
            rest.find(|it| !is_name(it)).unwrap_or(rest.len())
        };
        rest[..end].split(move |it| !is_name(it)).filter(|it| !it.is_empty())
    })
}

/// For each top-level module of a crate, the modules that it imports.
fn arrows(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let top = |path: &Path| {
        let first = path.strip_prefix(folder).unwrap().iter().next().unwrap();
        Path::new(first).with_extension("").to_string_lossy().into_owned()
    };
    let paths = sources(folder);
    let tops: BTreeSet<String> = paths.iter().map(|it| top(it)).collect();
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let is_test = |path: &Path| path.ends_with("tests.rs") || path.ends_with("store/src/model.rs");
    for path in paths.iter().filter(|it| !is_test(it)) {
        let (from, code) = (top(path), code(path));
        let is_root_of_folder =
            path.ends_with("mod.rs") && path.parent().unwrap().parent() == Some(folder);
        let is_shallow = path.parent() == Some(folder) || is_root_of_folder;
        let near = names_after(&code, "super::").filter(|_| is_shallow);
        for to in names_after(&code, "crate::").chain(near) {
            if to != from && tops.contains(to) && from != "lib" && from != "main" {
                arrows.entry(from.clone()).or_default().insert(to.to_owned());
            }
        }
    }
    arrows
}

/// The modules of import cycles: the rest after repeatedly removing modules that import no
/// remaining one.
fn knot(mut arrows: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let left: BTreeSet<String> = arrows.keys().cloned().collect();
        let before = arrows.len();
        arrows.retain(|_, to| to.iter().any(|it| left.contains(it)));
        if arrows.len() == before {
            return arrows.into_keys().collect();
        }
    }
}

#[test]
fn modules_of_a_crate_import_each_other_one_way() {
    let to = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<BTreeSet<_>>();
    let ring = BTreeMap::from([("a".to_owned(), to(&["b"])), ("b".to_owned(), to(&["a", "c"]))]);
    assert_eq!(knot(ring), ["a", "b"]);
    let mut n_arrows = 0;
    for name in ["rules", "games", "solve", "challenge", "catalog", "store", "server", "spar"] {
        let arrows = arrows(&root().join("crates").join(name).join("src"));
        n_arrows += arrows.values().map(BTreeSet::len).sum::<usize>();
        assert_eq!(knot(arrows), Vec::<String>::new(), "{name}");
    }
    assert!(n_arrows > 100, "{n_arrows}");
}

/// A reader who searches for a type finds exactly one. `Position` and `Move` of each game are
/// exceptions.
#[test]
fn types_of_a_crate_have_names_of_their_own() {
    let mut n_types = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for path in sources(&entry.unwrap().path().join("src")) {
            for line in fs::read_to_string(&path).unwrap().lines() {
                let line = line.strip_prefix("pub").map_or(line, |it| {
                    it.strip_prefix('(').and_then(|it| it.split_once(')')).map_or(it, |it| it.1)
                });
                let mut words = line
                    .trim_start_matches(' ')
                    .split(|it: char| !(it.is_alphanumeric() || it == '_'));
                let kinds = ["struct", "enum", "union", "trait", "type"];
                let is_type =
                    !line.starts_with("    ") && words.next().is_some_and(|it| kinds.contains(&it));
                if let Some(name) = words.next().filter(|_| is_type) {
                    *names.entry(name.to_owned()).or_default() += 1;
                }
            }
        }
        n_types += names.values().sum::<usize>();
        let is_shared =
            |it: &(&String, &usize)| *it.1 > 1 && !["Position", "Move"].contains(&it.0.as_str());
        let shared: Vec<_> = names.iter().filter(is_shared).collect();
        assert!(shared.is_empty(), "{shared:?}");
    }
    assert!(n_types > 1000, "{n_types}");
}

/// The functions in the code with more lines than `most`, unless a comment above says why.
fn long_functions(code: &str, most: usize) -> Vec<&str> {
    let lines: Vec<&str> = code.lines().collect();
    let mut long = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let start = line.trim_start();
        let indent = &line[..line.len() - start.len()];
        let words = start.split(' ').take_while(|it| *it != "fn");
        let is_function = start.contains("fn ")
            && words.clone().count() < start.split(' ').count()
            && words.into_iter().all(|it| it.starts_with("pub") || it == "const" || it == "async");
        let is_end = |it: &&str| it.strip_prefix(indent) == Some("}");
        let ends = || lines[first..].iter().position(is_end);
        let is_explained = first > 0 && lines[first - 1].trim_start().starts_with("// Long: ");
        let has_body = || lines[first..].iter().find(|it| it.ends_with(['{', ';', '}']));
        if is_function && !is_explained && has_body().is_some_and(|it| it.ends_with('{')) {
            long.extend(ends().filter(|it| *it >= most).map(|_| start));
        }
    }
    long
}

#[test]
fn long_functions_say_why() {
    let body = "    let it = 1;\n".repeat(60);
    let long = format!("pub fn long() {{\n{body}}}\n");
    assert_eq!(long_functions(&long, 60), ["pub fn long() {"]);
    assert!(long_functions(&format!("// Long: a list.\n{long}"), 60).is_empty());
    assert!(long_functions(&long, 62).is_empty());
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path().join("src");
        for path in sources(&folder).iter().filter(|it| !it.ends_with("tests.rs")) {
            let text = fs::read_to_string(path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            assert_eq!(long_functions(code, 60), [""; 0], "{}", path.display());
        }
    }
}

/// Returns whether a line mentions a kind of game on which code must not depend.
fn names_a_race(line: &str) -> bool {
    let words = line.split(|it: char| !it.is_alphanumeric());
    let mut words = words.map(str::to_lowercase);
    let is_code = !line.trim_start().starts_with("//");
    is_code && words.any(|it| ["race", "races", "racer", "racers", "racing"].contains(&it.as_str()))
}

#[test]
fn no_code_asks_whether_a_game_is_a_race() {
    assert!(names_a_race("let it = game.race();") && names_a_race("\"not a Race\""));
    assert!(!names_a_race("    /// In a race.") && !names_a_race("trace(embrace);"));
    let may = |path: &Path| {
        let part = |it: &str| path.iter().any(|part| part.to_string_lossy().starts_with(it));
        part("ladders") || part("reproduce") || part("bench")
    };
    let mut n_read = 0;
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path().join("src");
        for path in sources(&folder).iter().filter(|it| !may(it.strip_prefix(&folder).unwrap())) {
            n_read += 1;
            let text = fs::read_to_string(path).unwrap();
            let named = text.lines().find(|line| names_a_race(line));
            assert_eq!(named, None, "{}: ask for an ability instead", path.display());
        }
    }
    assert!(n_read > 100, "{n_read}");
}

/// Returns whether a line of a browser test waits for a fixed time.
fn has_fixed_limit(line: &str) -> bool {
    let starts = ["timeout:", "setDefaultTimeout("];
    let mut given = starts.iter().filter_map(|it| Some(line.split_once(it)?.1.trim_start()));
    given.any(|it| it.starts_with(|first: char| first.is_ascii_digit()))
}

/// A fixed limit would fail on a busy machine. All limits come from `limits.mjs`, which scales
/// them.
#[test]
fn limits_of_browser_tests_follow_the_machine() {
    assert!(has_fixed_limit("{ timeout: 60_000 }") && has_fixed_limit("setDefaultTimeout(5000)"));
    assert!(!has_fixed_limit("{ timeout: STEP }"));
    let folder = root().join("web/tests/browser");
    let files = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path());
    let tests: Vec<_> = files.filter(|it| it.extension().is_some_and(|it| it == "mjs")).collect();
    assert!(tests.len() > 10, "{tests:?}");
    for path in tests {
        let text = fs::read_to_string(&path).unwrap();
        let fixed = text.lines().find(|line| has_fixed_limit(line));
        assert_eq!(fixed, None, "{}: take it from limits.mjs", path.display());
    }
}

/// The only file with such code: a hint to the processor that safe code cannot give.
const PREFETCH: &str = "solve/src/alpha_beta/prefetch.rs";

#[test]
fn nothing_is_unsafe_but_a_prefetch() {
    for path in sources(&root().join("crates")).into_iter().filter(|it| !it.ends_with(PREFETCH)) {
        let text = fs::read_to_string(&path).unwrap();
        let word = ["un", "safe"].concat();
        for marker in [format!("{word} {{"), format!("{word} fn"), format!("allow({word}_code)")] {
            assert!(!text.contains(&marker), "{}: {marker}", path.display());
        }
    }
}

#[test]
fn the_readme_names_the_two_commands_and_ci_runs_the_second() {
    let readme = read("README.md");
    assert!(readme.contains("cargo run --release -- "));
    assert!(readme.contains("\n./check\n"));
    assert!(read(".ci/run").lines().any(|line| line.trim() == "./check"));
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "BENCHMARKS.md"] {
        let text = read(document);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let is_here = !target.starts_with("http") && !target.starts_with('#');
            assert!(!is_here || root().join(target).exists(), "{document}: {target}");
        }
    }
}
