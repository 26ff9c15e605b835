//! The command `survey`: the same table for any format, number of threads and shards.

use crate::folder::Folder;
use insta::assert_snapshot;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;

fn rows(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Some small variants, one of which is too large for the memory limit.
const SWEEP: &str = "survey tictactoe --rows 3,6 --cols 3 --gravity none,full,partial-3 --line wins,loses --memory 300K";

#[test]
fn a_table_for_people() {
    let folder = Folder::new();
    let (table, remarks) = folder.said("survey lines --gravity none,partial-1,full --line all", 0);
    assert_eq!(
        remarks,
        "variants: 4; combinations left out: 0 impossible, 2 the same game as another\n"
    );
    assert_snapshot!(table);
    assert_snapshot!(folder.answer("survey connect4 --memory 1M --foresight 1 --quiet"));
}

#[test]
fn a_row_tells_what_the_other_verbs_tell() {
    let folder = Folder::new();
    let text = folder.answer("survey connect3:rows=3,cols=3 --foresight perfect,1,0 --json");
    let row = &rows(&text)[0];
    assert_eq!(row["players"], serde_json::json!([0, 1, "perfect"]));
    let solved: Json =
        serde_json::from_str(&folder.answer("solve connect3:rows=3,cols=3 --json")).unwrap();
    for field in ["game", "positions", "value", "plies"] {
        assert_eq!(row[field], solved[field], "{field}");
    }
    for pair in row["pairs"].as_array().unwrap() {
        let [first, second] = ["first", "second"].map(|it| pair[it].to_string().replace('"', ""));
        let rated = folder.answer(&format!(
            "rate connect3:rows=3,cols=3 start --learner {first} --opponent {second} --json"
        ));
        let rated: Json = serde_json::from_str(&rated).unwrap();
        assert_eq!(pair["chance"], rated["chance"], "{first} {second}");
    }
    let worth = |side: &str| row["worth"][side]["count"].as_u64().unwrap();
    let all = worth("first") + worth("draw") + worth("second");
    assert_eq!(Some(all), row["unfinished"].as_u64());
    assert_eq!(Some(worth("draw")), solved["draws"].as_u64());
}

#[test]
fn threads_shards_and_files_change_nothing() {
    let folder = Folder::new();
    let whole = folder.answer(&format!("{SWEEP} --json --threads 1"));
    let solved: Vec<Json> = rows(&whole).into_iter().map(|row| row["solved"].clone()).collect();
    assert!(solved.contains(&true.into()) && solved.contains(&false.into()), "{solved:?}");
    assert_eq!(folder.answer(&format!("{SWEEP} --json --threads 3")), whole);
    folder.answer(&format!("{SWEEP} --out kept --threads 2"));
    assert_eq!(folder.read("kept"), whole);
    for number in 1..=3 {
        folder.answer(&format!("{SWEEP} --shard {number}/3 --out s{number}"));
    }
    assert_eq!(folder.answer("merge s3 s1 s2"), whole);
    // The memory limit determines which variants are too large, so another limit is another
    // run.
    folder.answer("survey tictactoe --shard 1/2 --out a --memory 1G");
    folder.answer("survey tictactoe --shard 2/2 --out b --memory 2G");
    assert!(folder.said("merge a b", 2).1.contains("belongs to another run"));
}

#[test]
fn every_format_has_the_same_rows() {
    let folder = Folder::new();
    folder.answer(&format!("{SWEEP} --out rows.jsonl"));
    let rows = rows(&folder.read("rows.jsonl"));
    assert_eq!(rows.len(), 10);
    for (name, format) in [("t.csv", "csv"), ("t.md", "markdown"), ("t.parquet", "parquet")] {
        folder.answer(&format!("{SWEEP} --out {name}"));
        folder.answer(&format!("survey --read rows.jsonl --format {format} --out again"));
        assert_eq!(fs::read(folder.at(name)).unwrap(), fs::read(folder.at("again")).unwrap());
        assert!(!folder.at(&format!("{name}.spar-job")).exists());
    }
    assert_eq!(folder.answer(&format!("{SWEEP} --format csv")), folder.read("t.csv"));
    assert_eq!(folder.answer("survey --read rows.jsonl --json"), folder.read("rows.jsonl"));
    let games: Vec<&str> = rows.iter().map(|row| row["game"].as_str().unwrap()).collect();
    let text = folder.read("t.md");
    let named = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(named.collect::<Vec<_>>(), games);

    let csv = csv(&folder.read("t.csv"));
    let parquet = parquet(&folder.at("t.parquet"));
    assert_eq!(csv, parquet);
    for (row, cells) in rows.iter().zip(&csv) {
        let cell = |name: &str| cells.get(name).map_or("", String::as_str);
        assert_eq!(row["game"], cell("game"));
        assert_eq!(row["settings"]["gravity"], cell("gravity"));
        assert_eq!(row["solved"].to_string(), cell("solved"));
        let plain = |value: &Json| match value {
            Json::Null => String::new(),
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        for name in ["positions", "unfinished", "plies", "reason", "winner"] {
            assert_eq!(plain(&row[name]), cell(name), "{name}");
        }
        for pair in row["pairs"].as_array().unwrap() {
            let of = |name: &str| format!("{name}_{}_{}", pair["first"], pair["second"]);
            let number = |name: &str| cell(&of(name)).parse::<f64>().ok();
            assert_eq!(pair["chance"]["win"].as_f64(), number("first"));
            assert_eq!(pair["chance"]["draw"].as_f64(), number("draw"));
            assert_eq!(pair["chance"]["loss"].as_f64(), number("second"));
            assert_eq!(pair["advantage"].as_f64(), number("advantage"));
            assert_eq!(plain(&pair["even"]["all"]), cell(&of("even_all")));
        }
        for levels in row["levels"].as_array().unwrap() {
            let sum = |hardness: &str, which: &str| -> u64 {
                let won_in = levels["won_in"].as_array().unwrap().iter();
                won_in.map(|it| it[hardness][which].as_u64().unwrap()).sum()
            };
            let of = |name: &str| format!("{name}_{}_{}", levels["learner"], levels["opponent"]);
            assert_eq!(sum("hard", "distinct").to_string(), cell(&of("hard")));
            assert_eq!(sum("easy", "all").to_string(), cell(&of("easy_all")));
        }
    }
}

/// The rows of a CSV file, without empty fields.
fn csv(text: &str) -> Vec<BTreeMap<String, String>> {
    let fields = |line: &str| {
        let (mut fields, mut is_quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => fields.push(String::new()),
                other => fields.last_mut().unwrap().push(other),
            }
        }
        fields
    };
    let mut lines = text.lines().map(fields);
    let names = lines.next().unwrap();
    let row = |cells: Vec<String>| {
        assert_eq!(cells.len(), names.len());
        names.iter().cloned().zip(cells).filter(|(_, cell)| !cell.is_empty()).collect()
    };
    lines.map(row).collect()
}

/// The rows of a Parquet file, in the form of CSV.
pub(crate) fn parquet(path: &std::path::Path) -> Vec<BTreeMap<String, String>> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let written = |field: &Field| match field {
        Field::Null => None,
        Field::Str(text) => Some(text.clone()),
        Field::Bool(truth) => Some(truth.to_string()),
        Field::ULong(number) => Some(number.to_string()),
        Field::Double(number) => Some(number.to_string()),
        other => panic!("{other:?}"),
    };
    let row = |row: parquet::record::Row| {
        let cells = row.get_column_iter();
        cells.filter_map(|(name, field)| Some((name.clone(), written(field)?))).collect()
    };
    reader.get_row_iter(None).unwrap().map(|it| row(it.unwrap())).collect()
}

#[test]
fn wrong_use_is_told_in_a_sentence() {
    let folder = Folder::new();
    let refused = |arguments: &str| folder.said(&format!("survey {arguments}"), 2).1;
    let cases = [
        ("tictactoe --rows 5..3", "error: `--rows`: `5..3` runs backwards\nhint: write `3..5`\n"),
        ("tictactoe --rows 3..", "error: `--rows`: `3..` is not a range of whole numbers\n"),
        ("tictactoe --rows ,", "error: `--rows`: a value is missing\n"),
        ("tictactoe --rows all", "error: `--rows`: its values are too many to list\n"),
        ("tictactoe --rows 3,90", "error: no variant has `rows=90`: `rows=90` is out of range\n"),
        ("conect4", "error: no game is named `conect4`\nhint: did you mean `connect4`?"),
        (
            "lines --rows 1..64 --cols 1..26 --layers 1..64",
            "error: these values make 106 496 combinations\nhint: a survey takes at most 10 000",
        ),
        ("tictactoe --easy 1/3 --hard 2/3", "error: the thresholds cross"),
        ("tictactoe --even 51%", "error: `--even 51/100` is more than one half\nhint: `--even`"),
        ("tictactoe --format csv --shard 1/2", "error: a shard is always JSON Lines\nhint: merge"),
        ("tictactoe --format csv --json", "{\"error\":\"`--json` writes JSON Lines\","),
        ("tictactoe --format parquet", "error: Parquet cannot go to standard output\n"),
        ("--read none", "error: cannot read `none`: there is no such file\n"),
        ("--read none --rows 3", "error: `--read` converts a survey that exists"),
    ];
    for (arguments, said) in cases {
        let error = refused(arguments);
        assert!(error.starts_with(said), "{arguments}: {error}");
    }
    assert!(refused("tictactoe --row 3").contains("a similar argument exists: '--rows'"));
    assert!(refused("tictactoe --foresight 0..9").contains("10 players are too many"));
    assert!(refused("tictactoe --foresight 2..1").contains("`2..1` runs backwards"));
    assert!(refused("tictactoe --foresight 33").contains("`33` is not a valid player"));
    assert!(refused("").contains("<GAME>"));
    let races = refused("ladders");
    assert!(races.starts_with("error: `ladders` cannot be surveyed: a survey compares"), "{races}");
    // The help offers no parameters that only such games have.
    let help = folder.answer("survey --help");
    for option in ["--rows", "--cols", "--connect", "--along", "--line"] {
        assert!(help.contains(option), "{option}");
    }
    for option in
        ["--snakes", "--ladders", "--longest", "--jumps", "--overflow", "--actions", "--n "]
    {
        assert!(!help.contains(option), "{option}");
    }
    folder.answer("survey tictactoe --foresight 0 --shard 1/1 --out shard");
    let shard = refused("--read shard --format csv");
    assert!(shard.contains("hint: it is a shard; `spar merge` puts"), "{shard}");
}

#[test]
fn all_values_of_a_parameter_are_those_that_fit_some_variant() {
    let folder = Folder::new();
    let (text, remarks) = folder.said("survey wolf:size=6 --sheep all --foresight 1 --json", 0);
    assert!(remarks.contains("variants: 3"), "{remarks}");
    let rows = rows(&text);
    // A row of six squares has three dark ones.
    let sheep: Vec<&Json> = rows.iter().map(|row| &row["settings"]["sheep"]).collect();
    assert_eq!(sheep, ["1", "2", "3"]);
}

#[test]
fn the_title_of_a_rules_file_is_kept() {
    let folder = Folder::new();
    let rules = "game = \"tictactoe\"\ntitle = \"Two rows\"\nrows = 2\nconnect = 2\n";
    fs::write(folder.at("two.toml"), rules).unwrap();
    let line = "survey ./two.toml --cols 2,3 --foresight 1 --json";
    let rows = rows(&folder.said(line, 0).0);
    let titles: Vec<&Json> = rows.iter().map(|row| &row["title"]).collect();
    // The file has three columns, like Tic-Tac-Toe.
    assert_eq!(titles, ["Two rows, cols=2", "Two rows"]);
}

/// The long form contains a row for each figure in the columns of the wide form.
#[test]
fn the_long_form_has_every_figure_of_the_wide_one() {
    let folder = Folder::new();
    let line = "survey tictactoe --rows 2,3 --foresight 0..1,perfect --format csv";
    let read = |text: &str| -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::ReaderBuilder::new().flexible(false).from_reader(text.as_bytes());
        reader.deserialize().map(Result::unwrap).collect()
    };
    let (wide, long) = (folder.answer(line), folder.answer(&format!("{line} --long")));
    assert!(long.starts_with("game,measure,one,other,number,text\n"), "{long}");
    let mut left: BTreeMap<(String, String), String> = BTreeMap::new();
    for row in read(&wide) {
        for (column, value) in &row {
            if column != "game" && !value.is_empty() {
                left.insert((row["game"].clone(), column.clone()), value.clone());
            }
        }
    }
    assert!(left.len() > 100, "{}", left.len());
    for row in read(&long) {
        let column = match (&row["one"][..], &row["other"][..]) {
            ("", "") => row["measure"].clone(),
            (one, other) => format!("{}_{one}_{other}", row["measure"]),
        };
        assert_ne!(row["number"].is_empty(), row["text"].is_empty(), "{row:?}");
        let value = left.remove(&(row["game"].clone(), column)).expect("the wide form has it");
        assert_eq!(format!("{}{}", row["number"], row["text"]), value, "{row:?}");
    }
    assert!(left.is_empty(), "{left:?}");
    folder.answer(&line.replace("--format csv", "--long --out long.parquet"));
    let file = fs::File::open(folder.at("long.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.get_row_iter(None).unwrap().count(), read(&long).len());
    let (_, error) = folder.said("survey tictactoe --long --json", 2);
    assert!(error.contains("the long form is for CSV and Parquet"), "{error}");
}

#[test]
fn the_table_for_people_fits_80_columns() {
    let folder = Folder::new();
    let table = folder.answer("survey lines --gravity none,partial-1,full --line all --quiet");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    assert_eq!(table.matches("\ngame ").count() + 1, 2, "{table}");
}
