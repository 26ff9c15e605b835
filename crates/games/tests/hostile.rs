//! Malformed names, positions and moves give an error that says what is wrong, where, and how
//! to fix it.

use proptest::prelude::*;
use spar_games::lines::{Gravity, KEYS, Keys, LineRule, Lines, PRESETS};
use spar_rules::{Game, Notation, ReadError, laws, read_position_and_moves};

/// Reads a game's name, with settings like `rows=3`.
fn game(name: &str) -> Result<Lines, ReadError> {
    let (preset, settings) = name.split_once(':').unwrap_or((name, ""));
    let settings = settings.split(',').filter_map(|setting| setting.split_once('='));
    Lines::new(Keys::preset(preset).unwrap().with(&settings.collect::<Vec<_>>())?)
}

/// Compares an error with the expected sentence and hint; an empty hint means none.
fn compare<T>(input: &str, read: Result<T, ReadError>, what: &str, hint: &str) {
    let Err(error) = read else { panic!("{input} is read") };
    assert_eq!(error.what, what, "{input}");
    assert_eq!(error.hint.as_deref().unwrap_or_default(), hint, "{input}");
}

const LOOKS: &str = "a position looks like `.../.../...`, or is `start`, or `start+` and moves";
const GRAVITIES: &str =
    "`full`, `none` or `partial-N`: one of the N lowest empty cells of a column";
const DIRECTIONS: &str = "any of `r`, `c` or `d`, for example `along=rc`";
const STONES_FALL: &str = "stones fall to the lowest empty cell of their column";
const ALL_NINE: &str = "legal: a1 a2 a3 b1 b2 b3 c1 c2 c3";
const AT_MOST_64: &str = "at most 64: a position is two words of 64 bits, one for each side";
const MOVES_AFTER: &str = "moves look like `start+d4,c3`";
const A_CELL: &str = "a cell is `x`, `o` or `.`";
const FIRST_LINE: &str = "the first line ends the game";
const ROWS_GO: &str = "`rows` goes from 1 to 64";
const COLUMNS_GO: &str = "columns go from 1 to 7";

/// Names, with the error and the hint.
const NAMES: &[(&str, &str, &str)] = &[
    ("tictactoe:rows=1000", "`rows=1000` is out of range", ROWS_GO),
    ("tictactoe:rows=0", "`rows=0` is out of range", ROWS_GO),
    ("tictactoe:rows=-1", "`rows=-1` is not a whole number", ROWS_GO),
    ("tictactoe:rows=3.5", "`rows=3.5` is not a whole number", ROWS_GO),
    ("tictactoe:rows=", "`rows=` is not a whole number", ROWS_GO),
    ("tictactoe:rows= 3", "`rows= 3` is not a whole number", ROWS_GO),
    ("tictactoe:rows=٣", "`rows=٣` is not a whole number", ROWS_GO),
    (
        "tictactoe:rows=99999999999999999999999999",
        "`rows=99999999999999999999999999` is out of range",
        ROWS_GO,
    ),
    ("tictactoe:rows=65", "`rows=65` is out of range", ROWS_GO),
    ("tictactoe:cols=27", "`cols=27` is out of range", "`cols` goes from 1 to 26"),
    ("tictactoe:layers=65", "`layers=65` is out of range", "`layers` goes from 1 to 64"),
    ("tictactoe:rows=9,cols=9", "a board of 9×9 has 81 cells", AT_MOST_64),
    ("qubic:layers=5", "a board of 4×4×5 has 80 cells", AT_MOST_64),
    ("tictactoe:connect=0", "`connect=0` is out of range", "`connect` goes from 1 to 64"),
    (
        "tictactoe:connect=4",
        "`connect=4` does not fit a board of 3×3",
        "`connect` goes from 1 to the longest side, 3",
    ),
    (
        "connect4:connect=9",
        "`connect=9` does not fit a board of 6×7",
        "`connect` goes from 1 to the longest side, 7",
    ),
    ("tictactoe:along=", "`along=` names no direction", DIRECTIONS),
    ("tictactoe:along=x", "`x` in `along=x` is not a direction", DIRECTIONS),
    ("tictactoe:along=R", "`R` in `along=R` is not a direction", DIRECTIONS),
    ("tictactoe:along=rr", "`r` is set twice in `along=rr`", ""),
    ("tictactoe:along=p", "`p` in `along=p` needs a board with layers", DIRECTIONS),
    ("tictactoe:along=rs", "`s` in `along=rs` needs a board with layers", DIRECTIONS),
    (
        "qubic:along=q",
        "`q` in `along=q` is not a direction",
        "any of `r`, `c`, `d`, `p` or `s`, for example `along=rc`",
    ),
    ("tictactoe:gravity=up", "`gravity=up` is not a valid gravity", GRAVITIES),
    ("tictactoe:gravity=", "`gravity=` is not a valid gravity", GRAVITIES),
    ("tictactoe:gravity=partial", "`gravity=partial` is not a valid gravity", GRAVITIES),
    (
        "tictactoe:gravity=partial-",
        "`gravity=partial-` wants a number from 1 to 64 after `partial-`",
        GRAVITIES,
    ),
    (
        "tictactoe:gravity=partial-0",
        "`gravity=partial-0` wants a number from 1 to 64 after `partial-`",
        GRAVITIES,
    ),
    (
        "tictactoe:gravity=partial-x",
        "`gravity=partial-x` wants a number from 1 to 64 after `partial-`",
        GRAVITIES,
    ),
    (
        "tictactoe:gravity=partial-65",
        "`gravity=partial-65` wants a number from 1 to 64 after `partial-`",
        GRAVITIES,
    ),
    (
        "tictactoe:line=maybe",
        "`line=maybe` says neither `wins` nor `loses`",
        "`line=loses` is misère",
    ),
    ("tictactoe:line=", "`line=` says neither `wins` nor `loses`", "`line=loses` is misère"),
    (
        "tictactoe:row=4",
        "a line game has no parameter `row`",
        "did you mean `rows`? Its parameters: rows, cols, layers, connect, along, gravity, line",
    ),
    (
        "tictactoe:colums=4",
        "a line game has no parameter `colums`",
        "did you mean `cols`? Its parameters: rows, cols, layers, connect, along, gravity, line",
    ),
    (
        "tictactoe:speed=4",
        "a line game has no parameter `speed`",
        "its parameters: rows, cols, layers, connect, along, gravity, line",
    ),
    (
        "tictactoe:=4",
        "a line game has no parameter ``",
        "its parameters: rows, cols, layers, connect, along, gravity, line",
    ),
    ("tictactoe:rows=4,rows=5", "`rows` is set twice", ""),
    ("tictactoe:rows=4,rows=4", "`rows` is set twice", ""),
];

#[test]
fn malformed_names_are_refused_with_a_sentence() {
    for (name, what, hint) in NAMES {
        compare(name, game(name), what, hint);
    }
}

/// Games and invalid positions, with the error and the hint.
const POSITIONS: &[(&str, &str, &str, &str)] = &[
    ("tictactoe", "", "the position is empty", LOOKS),
    ("tictactoe", ".../...", "the position has 2 rows; this board has 3", LOOKS),
    ("tictactoe", ".../.../.../...", "the position has 4 rows; this board has 3", LOOKS),
    ("tictactoe", ".../.../.../", "the position has 4 rows; this board has 3", LOOKS),
    ("tictactoe", ".../..../...", "row 2 has 4 cells; this board has 3 columns", LOOKS),
    ("tictactoe", ".../../...", "row 2 has 2 cells; this board has 3 columns", LOOKS),
    ("tictactoe", ".../.../...//.../.../...", "the position has 2 layers; this board has 1", LOOKS),
    ("tictactoe", "x.q/.../...", "`q` at c3 is not a stone", A_CELL),
    ("tictactoe", "Y../.../...", "`Y` at a3 is not a stone", A_CELL),
    ("tictactoe", ".../.0./...", "`0` at b2 is not a stone", A_CELL),
    ("tictactoe", ".../.é./...", "`é` at b2 is not a stone", A_CELL),
    ("tictactoe", ".../.\u{1b}./...", "`\\u{1b}` at b2 is not a stone", A_CELL),
    ("tictactoe", ".../.❌./...", "`❌` at b2 is not a stone", A_CELL),
    ("tictactoe", " .../.../...", "row 3 has 4 cells; this board has 3 columns", LOOKS),
    ("tictactoe", "4453", "the position has 1 row; this board has 3", LOOKS),
    ("tictactoe", "START", "the position has 1 row; this board has 3", LOOKS),
    (
        "tictactoe",
        "xx./.../...",
        "2 x and 0 o are not possible: x begins, then the sides take turns",
        "as many x as o, or one more",
    ),
    (
        "tictactoe",
        "o../.../...",
        "0 x and 1 o are not possible: x begins, then the sides take turns",
        "as many x as o, or one more",
    ),
    ("tictactoe", "xxx/ooo/...", "both sides have a line: x a3-b3-c3, o a2-b2-c2", FIRST_LINE),
    ("tictactoe", "xxx/oo./o..", "x is to move but has a line already: a3-b3-c3", FIRST_LINE),
    ("tictactoe", "ooo/xx./xx.", "o is to move but has a line already: a3-b3-c3", FIRST_LINE),
    (
        "tictactoe:line=loses",
        "ooo/xx./xx.",
        "o is to move but has a line already: a3-b3-c3",
        FIRST_LINE,
    ),
    (
        "tictactoe:rows=3,cols=1",
        "..//.",
        "the position has 2 layers; this board has 1",
        "a position looks like `././.`, or is `start`, or `start+` and moves",
    ),
    ("connect3", "..../x.../..../....", "the stone at a3 floats: a1 is empty", STONES_FALL),
    ("connect3", "..../..../ox../x...", "the stone at b2 floats: b1 is empty", STONES_FALL),
    (
        "bottom2",
        "x../.../...",
        "the stone at a3 floats: a1 is empty",
        "a column has at most 1 empty cell below a stone",
    ),
    (
        "bottom2:rows=5,cols=3,gravity=partial-3",
        "x../.../.../.../o..",
        "the stone at a5 floats: a2 is empty",
        "a column has at most 2 empty cells below a stone",
    ),
    (
        "qubic",
        "..../..../..../....",
        "the position has 1 layer; this board has 4",
        "a position looks like `..../..../..../....//..../..../..../....//..../..../..../....//..../..../..../....`, or is `start`, or `start+` and moves",
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2",
        "../..//../../..",
        "layer 2 has 3 rows; this board has 2",
        "a position looks like `../..//../..`, or is `start`, or `start+` and moves",
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2",
        "../..//../.z",
        "`z` at b1.2 is not a stone",
        A_CELL,
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2",
        "../..//../...",
        "row 1 of layer 2 has 3 cells; this board has 2 columns",
        "a position looks like `../..//../..`, or is `start`, or `start+` and moves",
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2,gravity=full",
        "../..//x./..",
        "the stone at a2.2 floats: a1.2 is empty",
        STONES_FALL,
    ),
    ("connect4", "8", "move 1 of `8`: there is no column 8", COLUMNS_GO),
    ("connect4", "0", "move 1 of `0`: there is no column 0", COLUMNS_GO),
    ("connect4", "4498", "move 3 of `4498`: there is no column 9", COLUMNS_GO),
    ("connect4", "1111111", "move 7 of `1111111`: column 1 is full", ""),
    ("connect4", "12121212", "move 8 of `12121212`: the game is over before it", ""),
    (
        "connect4",
        "44x",
        "the position has 1 row; this board has 6",
        "a position looks like `......./......./......./......./......./.......`, or is `start`, or `start+` and moves",
    ),
];

/// Columns can be given as digits, as on many sites, with the same result as letters.
#[test]
fn a_column_may_be_a_digit_where_stones_fall() {
    for (name, digits, letters) in [
        ("connect4", "start+4,4,5,3", "start+d,d,e,c"),
        ("connect3", "start+1,4", "start+a,d"),
        ("connect4:cols=9", "start+9,a,9", "start+i,a,i"),
    ] {
        let game = game(name).unwrap();
        let read = |text: &str| spar_rules::read_position_and_moves(&game, text).unwrap();
        assert_eq!(read(digits), read(letters), "{name}");
        let start = game.start();
        let mv = game.read_move(&start, "1").unwrap();
        assert_eq!(game.write_move(&start, mv), "a", "{name}");
    }
    // Ten columns need two digits, and with layers a digit would not determine the layer.
    for name in ["connect4:cols=10", "qubic:gravity=full"] {
        let game = game(name).unwrap();
        assert!(game.read_move(&game.start(), "1").is_err(), "{name}");
    }
}

#[test]
fn malformed_positions_are_refused_with_a_sentence() {
    for (name, text, what, hint) in POSITIONS {
        let game = game(name).unwrap();
        compare(text, game.read_position(text), what, hint);
    }
}

/// Games and positions with illegal moves, with the error and the hint.
const MOVES: &[(&str, &str, &str, &str)] = &[
    ("tictactoe", "start+", "move 1 of `start+` is missing", MOVES_AFTER),
    ("tictactoe", "start+a1,,b2", "move 2 of `start+a1,,b2` is missing", MOVES_AFTER),
    ("tictactoe", "start+a1,", "move 2 of `start+a1,` is missing", MOVES_AFTER),
    ("tictactoe", "+a1", "a position is missing", "`start` is one"),
    ("tictactoe", "begin+a1", "the position has 1 row; this board has 3", LOOKS),
    ("tictactoe", "start+z9", "move 1: `z9` is not a legal move here", ALL_NINE),
    ("tictactoe", "start+a4", "move 1: `a4` is not a legal move here", ALL_NINE),
    ("tictactoe", "start+A1", "move 1: `A1` is not a legal move here", ALL_NINE),
    ("tictactoe", "start+a", "move 1: `a` is not a legal move here", ALL_NINE),
    ("tictactoe", "start+a1 ", "move 1: `a1 ` is not a legal move here", ALL_NINE),
    (
        "tictactoe",
        "start+a1,a1",
        "move 2: `a1` is not a legal move here: x is there",
        "legal: a2 a3 b1 b2 b3 c1 c2 c3",
    ),
    (
        "tictactoe",
        "start+a1,b1,a2,b2,a3,c1",
        "move 6: `c1` is not a legal move here: the game is over",
        "",
    ),
    ("tictactoe", "xxx/oo./...+c1", "move 1: `c1` is not a legal move here: the game is over", ""),
    ("tictactoe", "start+a1+b2", "move 1: `a1+b2` is not a legal move here", ALL_NINE),
    (
        "connect3",
        "start+a2",
        "move 1: `a2` is not a legal move here: a stone there would float",
        "legal: a b c d",
    ),
    ("connect3", "start+e", "move 1: `e` is not a legal move here", "legal: a b c d"),
    ("connect3", "start+5", "move 1: `5` is not a legal move here", "legal: a b c d"),
    ("connect3", "start+0", "move 1: `0` is not a legal move here", "legal: a b c d"),
    ("connect3", "start+01", "move 1: `01` is not a legal move here", "legal: a b c d"),
    ("tictactoe", "start+1", "move 1: `1` is not a legal move here", ALL_NINE),
    (
        "connect3",
        "start+1,1,1,1,1",
        "move 5: `1` is not a legal move here: the column is full",
        "legal: b c d",
    ),
    (
        "connect3",
        "start+a,a,a,a,a",
        "move 5: `a` is not a legal move here: the column is full",
        "legal: b c d",
    ),
    (
        "connect3",
        "start+a,a1",
        "move 2: `a1` is not a legal move here: x is there",
        "legal: a b c d",
    ),
    (
        "bottom2",
        "start+a3",
        "move 1: `a3` is not a legal move here: a stone there would float",
        "legal: a1 a2 b1 b2 c1 c2",
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2,gravity=full",
        "start+a",
        "move 1: `a` is not a legal move here",
        "legal: a.1 b.1 a.2 b.2",
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2,gravity=full",
        "start+a.3",
        "move 1: `a.3` is not a legal move here",
        "legal: a.1 b.1 a.2 b.2",
    ),
    (
        "lines:rows=2,cols=2,layers=2,connect=2",
        "start+a1.1,a1.1",
        "move 2: `a1.1` is not a legal move here: x is there",
        "legal: a2.1 b1.1 b2.1 a1.2 a2.2 b1.2 b2.2",
    ),
];

#[test]
fn malformed_moves_are_refused_with_a_sentence() {
    for (name, text, what, hint) in MOVES {
        let game = game(name).unwrap();
        compare(text, read_position_and_moves(&game, text), what, hint);
    }
}

#[test]
fn parameters_that_were_not_read_are_checked_too() {
    let keys = Keys::preset("tictactoe").unwrap();
    let wrong = [
        (Keys { rows: 0, ..keys }, "`rows=0` is out of range"),
        (Keys { cols: 255, ..keys }, "`cols=255` is out of range"),
        (Keys { layers: 255, ..keys }, "`layers=255` is out of range"),
        (Keys { rows: 64, cols: 26, layers: 64, ..keys }, "a board of 64×26×64 has 106496 cells"),
        (Keys { connect: 0, ..keys }, "`connect=0` does not fit a board of 3×3"),
        (
            Keys { gravity: Gravity::Partial(0), ..keys },
            "`gravity=partial-0` wants a number from 1 to 64 after `partial-`",
        ),
    ];
    for (keys, what) in wrong {
        assert_eq!(Lines::new(keys).err().map(|error| error.what).as_deref(), Some(what));
    }
}

#[test]
fn directions_in_space_do_not_outlive_the_layers() {
    let cube = Keys::preset("qubic").unwrap().with(&[("along", "rp"), ("connect", "1")]).unwrap();
    let what = "`p` in `along=rp` needs a board with layers";
    compare("layers=1", cube.with(&[("layers", "1")]), what, DIRECTIONS);
}

#[test]
fn long_and_dangerous_texts_get_a_short_sentence_without_control_characters() {
    let long = "x".repeat(1_000_000);
    let digits = "4".repeat(1_000_000);
    let rows = "/".repeat(1_000_000);
    let bell = "\u{1b}]0;title\u{7}";
    let game = game("connect4").unwrap();
    for text in [&long, &digits, &rows, bell] {
        let settings = [[(text, "3")], [("rows", text)], [("along", text)], [("gravity", text)]];
        let errors = [
            game.read_position(text).err(),
            game.read_move(&game.start(), text).err(),
            read_position_and_moves(&game, &format!("start+{text}")).err(),
        ];
        let of_keys = settings.map(|setting| game.keys().with(&setting).err());
        for error in errors.into_iter().chain(of_keys) {
            let sentence = error.expect("refused").to_string();
            assert!(sentence.chars().count() < 400, "{sentence}");
            let is_harmless = |letter: char| letter == '\n' || !letter.is_control();
            assert!(sentence.chars().all(is_harmless), "{sentence:?}");
        }
    }
}

/// Games whose texts are read in different ways.
const READERS: &[&str] = &[
    "tictactoe",
    "connect3",
    "connect4",
    "bottom2",
    "tictactoe:rows=1,cols=3",
    "lines:rows=2,cols=2,layers=2,connect=2",
    "lines:rows=2,cols=2,layers=2,connect=2,gravity=full",
];

/// Writing a text that was read gives the same text, unless it was a list of moves.
fn read_or_refuse(text: &str) {
    for name in READERS {
        let game = game(name).unwrap();
        if let Ok(board) = game.read_position(text) {
            let written = game.write_position(&board);
            assert!(written == text || text.bytes().all(|it| it.is_ascii_digit()), "{text}");
            assert_eq!(game.read_position(&written), Ok(board), "{text}");
            laws::moves(&game, &board);
        }
        if let Ok(board) = read_position_and_moves(&game, text) {
            assert_eq!(game.read_position(&game.write_position(&board)), Ok(board), "{text}");
        }
        let _ = game.read_move(&game.start(), text);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_or_refuse(&text);
    }

    #[test]
    fn any_text_that_looks_like_a_position_is_read_or_refused(
        text in "[xo.]{3}/[xo.]{3}/[xo.]{3}|[xo.]{2}/[xo.]{2}//[xo.]{2}/[xo.]{2}|[xo./]{0,20}|[0-9]{0,12}"
    ) {
        read_or_refuse(&text);
    }

    #[test]
    fn any_list_of_moves_is_read_or_refused(text in "start\\+([a-h][1-8]?(\\.[1-3])?,?){0,9}") {
        read_or_refuse(&text);
    }

    #[test]
    fn any_settings_give_a_game_or_a_sentence(
        preset in 0..PRESETS.len(),
        settings in proptest::collection::vec((0..KEYS.len() + 1, setting_value()), 0..6),
    ) {
        let name_of = |key: usize| KEYS.get(key).map_or("size", |key| key.name);
        let pairs: Vec<(&str, &str)> =
            settings.iter().map(|(key, value)| (name_of(*key), value.as_str())).collect();
        let base = Keys::preset(PRESETS[preset].name).unwrap();
        if let Ok(game) = base.with(&pairs).and_then(Lines::new) {
            laws::moves(&game, &game.start());
            laws::notation(&game, &game.start());
            let again = self::game(&game.name()).unwrap();
            prop_assert_eq!(again.keys(), game.keys(), "{}", game.name());
            prop_assert_eq!(again.name(), game.name());
        }
    }

    #[test]
    fn any_parameters_give_a_game_or_a_sentence(
        [rows, cols, layers, connect, lowest] in any::<[u8; 5]>(),
        small in any::<bool>(),
        gravity in 0..3_usize,
        loses in any::<bool>(),
    ) {
        let size = |value: u8| if small { value % 9 } else { value };
        let keys = Keys {
            rows: size(rows),
            cols: size(cols),
            layers: size(layers) % 5,
            connect: size(connect),
            gravity: [Gravity::Full, Gravity::None, Gravity::Partial(size(lowest))][gravity],
            line: if loses { LineRule::Loses } else { LineRule::Wins },
            along: None,
        };
        if let Ok(game) = Lines::new(keys) {
            laws::check(&game, 1, laws::notation);
        }
    }
}

/// Values that a person may write after `=`; most of them are valid.
fn setting_value() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[1-9]",
        1 => "[0-9]{1,3}",
        3 => "[rcd]{1,3}|[rcdps]{1,4}",
        3 => "full|none|partial-[0-9]",
        2 => "wins|loses",
        1 => any::<String>(),
    ]
}
