//! House rules that no compiler checks.

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
    let allowed: [(&str, &[&str]); 5] = [
        ("rules", &[]),
        ("games", &["spar-rules"]),
        ("solve", &["spar-rules"]),
        ("challenge", &["spar-rules", "spar-solve"]),
        ("app", &["spar-rules", "spar-games", "spar-solve", "spar-challenge"]),
    ];
    for (name, allowed) in allowed {
        let manifest: toml::Table = read(&format!("crates/{name}/Cargo.toml")).parse().unwrap();
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let ours = dependencies.into_iter().flat_map(toml::Table::keys);
        for dependency in ours.filter(|it| it.starts_with("spar")) {
            assert!(allowed.contains(&dependency.as_str()), "{name} imports {dependency}");
        }
    }
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

#[test]
fn nothing_is_unsafe() {
    for path in sources(&root().join("crates")) {
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
