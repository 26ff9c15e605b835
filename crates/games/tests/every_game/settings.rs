//! Settings and canonical names of configurable games, and their errors.

use crate::rows;
use crate::table::row_of;
use spar_games::Described;
use spar_games::settings::{Configured, Key, Values};
use spar_rules::Name;

/// Checks that every single value, every default and every canonical name opens the right game.
pub(crate) fn check_settings<G: Described>(variants: &[&str]) {
    let usual = G::new(&[]).unwrap_or_else(|error| panic!("{}: {error}", G::NAME));
    assert_eq!(usual.name(), G::NAME);
    let with_default = G::KEYS.iter().filter(|key| !key.default.is_empty());
    let defaults: Vec<(&str, &str)> = with_default.map(|key| (key.name, key.default)).collect();
    assert_eq!(G::new(&defaults).map(|it| it.settings()), Ok(usual.settings()));
    assert_ne!(usual.sides()[0], usual.sides()[1]);
    for key in G::KEYS {
        assert!(!key.label.is_empty() && !key.takes.is_empty(), "{}", key.name);
        for value in values_of(key) {
            match G::new(&[(key.name, &value)]) {
                Ok(game) => {
                    // A number may be reduced to the largest that makes a difference.
                    let kept = |it: &(&str, String)| it.1 == value || it.1.len() < value.len();
                    let settings = game.settings();
                    let own = settings.iter().find(|it| it.0 == key.name);
                    assert!(own.is_some_and(kept), "{}={value}", key.name);
                    check_name(&game);
                }
                // The value contradicts the defaults of other settings.
                Err(error) => assert!(error.hint.is_some(), "{}={value}: {error}", key.name),
            }
        }
    }
    for variant in variants {
        let name = Name::read(variant).expect("a name");
        let game = G::new(&name.settings).unwrap_or_else(|error| panic!("{variant}: {error}"));
        check_name(&game);
        check_words(&game);
        let known = |name: &str| G::KEYS.iter().any(|key| key.name == name);
        assert!(game.settings().iter().all(|it| known(it.0)), "{variant}");
    }
}

/// Checks that the rules are three or four paragraphs of complete sentences that name both
/// sides.
fn check_words<G: Described>(game: &G) {
    assert!(!G::TITLE.is_empty() && !G::ABOUT.ends_with('.') && !game.size().is_empty());
    assert!(!game.size().starts_with('×'), "without rows it tells its own size");
    let rules = game.rules();
    assert!((3..=4).contains(&rules.len()), "{rules:?}");
    for words in &rules {
        assert!(words.starts_with(char::is_uppercase) && words.ends_with('.'), "{words}");
        assert!(!words.contains("  "), "{words}");
    }
    assert!(game.sides().iter().all(|side| rules.concat().contains(side)), "{rules:?}");
}

fn check_name<G: Configured>(game: &G) {
    let name = game.name();
    let again = G::new(&Name::read(&name).expect("a name").settings).expect("its own name");
    assert_eq!((again.name(), again.settings()), (name, game.settings()));
}

/// All values of a parameter; for a range, the smallest and the largest.
fn values_of(key: &Key) -> Vec<String> {
    match key.values {
        Values::Numbers { least, most } => vec![least.to_string(), most.to_string()],
        Values::OneOf(values) => values.iter().map(|it| (*it).to_owned()).collect(),
        Values::Text => Vec::new(),
    }
}

#[test]
fn names_and_settings_of_every_game_agree() {
    for row in rows() {
        (row.check_settings)();
    }
}

/// Games with invalid positions and the reasons for the errors.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "take:stick=20",
        "start",
        "`take` has no parameter `stick`\n\
         hint: did you mean `sticks`? Its parameters: sticks, heaps, most, last",
    ),
    (
        "take:colour=red",
        "start",
        "`take` has no parameter `colour`\nhint: its parameters: sticks, heaps, most, last",
    ),
    ("take:sticks=101", "start", "`sticks=101` is out of range\nhint: `sticks` goes from 1 to 100"),
    ("take:most=0", "start", "`most=0` is out of range\nhint: `most` goes from 1 to 100"),
    (
        "take:most=many",
        "start",
        "`most=many` is not a whole number\nhint: `most` goes from 1 to 100",
    ),
    (
        "take:last=win",
        "start",
        "`last=win` is not a valid setting\n\
         hint: did you mean `wins`? `last` is `loses` or `wins`",
    ),
    (
        "take:sticks=9,heaps=3-5",
        "start",
        "`heaps=3-5` stands instead of `sticks`\nhint: leave out `sticks` or `heaps`",
    ),
    (
        "take:heaps=5",
        "start",
        "`heaps=5` has 1 number\nhint: `heaps` takes 2 to 8 with dashes between",
    ),
    ("take:heaps=5-13", "start", "`heaps=13` is out of range\nhint: `heaps` goes from 1 to 12"),
    (
        "take",
        "22-first",
        "`22-first` is not a position of this game\n\
         hint: the start is `21-first`; positions look like it",
    ),
    (
        "take:heaps=3-5-7",
        "3-5-first",
        "`3-5-first` is not a position of this game\n\
         hint: the start is `3-5-7-first`; positions look like it",
    ),
    (
        "take:heaps=3-5-7",
        "start+d1",
        "move 1: `d1` is not a legal move here\n\
         hint: legal: a1 a2 a3 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 c7",
    ),
    ("reversi:rows=5", "start", "`rows=5` is not a valid setting\nhint: `rows` is `4`, `6` or `8`"),
    (
        "reversi:start=diagonel",
        "start",
        "`start=diagonel` is not a valid setting\n\
         hint: did you mean `diagonal`? `start` is `diagonal` or `parallel`",
    ),
    (
        "reversi:rows=4,cols=4",
        "..../.bw./.wb./....",
        "the position does not say whose turn it is\nhint: a position looks like \
         `..../..../..../....-black`, or is `start`, or `start+` and moves",
    ),
    (
        "reversi:rows=4,cols=4",
        "..../.bw./.wb./....-first",
        "`first` is neither `black` nor `white`\nhint: a position looks like \
         `..../..../..../....-black`, or is `start`, or `start+` and moves",
    ),
    (
        "reversi:rows=4,cols=4",
        "..../.bw./.wx./....-black",
        "`x` at c2 is not a valid cell\nhint: a cell is one of: `b` `w` `.`",
    ),
    (
        "reversi:rows=4,cols=4",
        "..../.bw./.w./....-black",
        "row 2 has 3 cells; this board has 4 columns\nhint: a position looks like \
         `..../..../..../....-black`, or is `start`, or `start+` and moves",
    ),
    (
        "reversi:rows=4,cols=4",
        "..../.bw./.w../....-black",
        "c2 is empty\nhint: the four squares in the middle are never empty",
    ),
    ("reversi", "start+pass", "move 1: `pass` is not a legal move here\nhint: legal: d3 c4 f5 e6"),
    ("sim:vertices=7", "start", "`vertices=7` is out of range\nhint: `vertices` goes from 4 to 6"),
    (
        "sim:vertices=4",
        "r../x./.",
        "`r../x./.` is not a position of this game\n\
         hint: the start is `.../../.`; positions look like it",
    ),
    (
        "sim:vertices=4",
        "rr./../.",
        "2 red and 0 blue edges cannot be: red begins\nhint: as many red as blue, or one more",
    ),
    (
        "sim:vertices=4",
        "rrb/rb/b",
        "First is to move but has a triangle: abc\nhint: the first triangle ends the game",
    ),
    (
        "sim",
        "rrbbb/rbb./.../rr/r",
        "First has too many triangles\nhint: the first triangle ends the game",
    ),
    (
        "sim:vertices=4",
        "start+ab,ba",
        "move 2: `ba` is not a legal move here\nhint: legal: ac ad bc bd cd",
    ),
    ("wolf:size=7", "start", "`size=7` is not a valid setting\nhint: `size` is `6`, `8` or `10`"),
    ("wolf:sheep=5", "start", "`sheep=5` is out of range\nhint: `sheep` goes from 1 to 4"),
    (
        "wolf:size=6",
        "...w../....../....../....../....../s.s.s.-sheeps",
        "`sheeps` is neither `wolf` nor `sheep`\nhint: a position looks like \
         `....../....../....../....../....../......-wolf`, or is `start`, or `start+` and moves",
    ),
    (
        "wolf:size=6",
        "..w.../....../....../....../....../s.s.s.-wolf",
        "c6 is a light square\nhint: all stand on dark squares: a1, c1, b2 and so on",
    ),
    (
        "wolf:size=6",
        "...w../....../....../....../...w../s.s.s.-wolf",
        "2 pieces `w` on the board\nhint: there is one wolf",
    ),
    (
        "wolf:size=6",
        "...w../....../....../....../....../s.s...-wolf",
        "2 pieces `s` on the board\nhint: there are 3 sheep",
    ),
    (
        "wolf:size=6",
        "....../....../....../....../...s../s.s.w.-wolf",
        "the wolf is home, and to move\nhint: it has won before",
    ),
    (
        "wolf:size=6",
        "start+d6d5",
        "move 1: `d6d5` is not a legal move here\nhint: legal: d6c5 d6e5",
    ),
    ("take", "0-first+1", "move 1: `1` is not a legal move here: the game is over"),
];

#[test]
fn what_is_refused_gets_a_sentence() {
    for (name, position, sentence) in REFUSED {
        let read = (row_of(name).read)(name, position);
        assert_eq!(read.map_err(|error| error.to_string()), Err((*sentence).to_owned()), "{name}");
    }
}

#[test]
fn equal_games_have_one_name() {
    let names = [
        ("take:sticks=21", "take"),
        ("take:sticks=2,most=9", "take:sticks=2"),
        ("take:last=wins,most=3", "take:last=wins"),
        ("take:heaps=3-5-7,most=7", "take:heaps=3-5-7"),
        ("reversi:rows=8,start=diagonal", "reversi"),
        ("reversi:cols=4,rows=6", "reversi:rows=6,cols=4"),
        ("sim:vertices=6", "sim"),
        ("wolf:size=6,sheep=3", "wolf:size=6"),
        ("wolf:sheep=4,size=10", "wolf:size=10,sheep=4"),
        ("wolf:first=sheep,size=8", "wolf:first=sheep"),
        ("take:heaps=3-5-7,most=3", "take:heaps=3-5-7,most=3"),
    ];
    for (written, canonical) in names {
        assert_eq!((row_of(written).name)(written), canonical);
    }
}
