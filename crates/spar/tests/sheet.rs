//! Sheets of levels to print: their contents, and valid HTML.

use insta::assert_snapshot;
use spar::paint::sheet::{Sheet, sheet};
use spar_catalog::{AnyGame, TextLevel};
use spar_challenge::hardness::Thresholds;
use spar_challenge::level::{Match, SamplePlan};
use spar_challenge::policy::{Player, Ties};
use spar_rules::{Side, Value};
use spar_solve::{Budget, Context};
use std::collections::HashSet;

const ABOUT: Sheet<'static> = Sheet { title: "Three in a row", command: "spar generate" };

/// The position as a level for a learner of foresight 1.
fn level(game: &dyn AnyGame, position: &str, side: Option<Side>) -> TextLevel {
    let position = game.read_position(position).unwrap();
    let player = Player::foresight(1, Ties::Any);
    let of = Match {
        learner: player.clone(),
        opponent: player,
        ties: Ties::Any,
        thresholds: Thresholds::default(),
    };
    let context = Context::bare(Budget::unlimited().with_nodes(100_000));
    let side = side.unwrap_or(position.side());
    position.rate(&of, side, &SamplePlan::new(20, 0), &context).unwrap().unwrap()
}

fn made(game: &str, positions: &[&str]) -> String {
    let game = spar_catalog::open(game).unwrap();
    let levels: Vec<TextLevel> = positions.iter().map(|it| level(&*game, it, None)).collect();
    sheet(&*game, &levels, &ABOUT).unwrap()
}

/// The text of every figure caption, without its tags.
fn tasks(page: &str) -> Vec<String> {
    let captions = page.split("<figcaption>").skip(1);
    captions.map(|it| plain(it.split("</p>").next().unwrap())).collect()
}

fn plain(markup: &str) -> String {
    let texts = markup.split('<').map(|it| it.split_once('>').map_or(it, |it| it.1));
    texts.collect::<String>().trim().to_owned()
}

/// Parses the tags like XML, except for void elements: every element is closed in order, every
/// attribute is quoted, every id is unique, and every reference is valid. Returns the headings
/// in order.
fn well_formed(page: &str) -> Vec<u32> {
    let (mut open, mut ids, mut referred, mut headings) =
        (Vec::new(), HashSet::new(), Vec::new(), Vec::new());
    let body = page.strip_prefix("<!DOCTYPE html>\n").expect("a document type");
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("every < is that of a tag");
        assert!(!text.contains('>'), "a > that ends no tag: {text}");
        for entity in text.split('&').skip(1) {
            let (name, _) = entity.split_once(';').expect("every & begins an entity");
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{name}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed in order");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
        let mut quoted = attributes.trim_end_matches('/').split('"');
        while let Some(key) = quoted.next().map(str::trim).filter(|it| !it.is_empty()) {
            let key = key.strip_suffix('=').expect("an attribute has a value");
            let value = quoted.next().expect("a value has two quotation marks");
            match key {
                "id" => assert!(ids.insert(value), "the id {value} is there twice"),
                "aria-labelledby" => referred.extend(value.split(' ')),
                "src" | "href" => panic!("nothing comes from elsewhere: {value}"),
                _ => assert!(!key.starts_with("on"), "no scripts: {key}"),
            }
        }
        if let Some(rank) = name.strip_prefix('h').and_then(|it| it.parse().ok()) {
            headings.push(rank);
        }
        if !tag.ends_with('/') && name != "meta" {
            open.push(name.to_owned());
        }
    }
    assert_eq!(open, [""; 0], "all is closed");
    assert!(referred.iter().all(|it| ids.contains(it)), "{referred:?}");
    headings
}

#[test]
fn a_small_sheet() {
    let page = made("tictactoe", &["xx./oo./...", "x../.o./..x"]);
    let (before, rest) = page.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    assert_snapshot!(format!("{before}<style></style>{after}"));
}

#[test]
fn sheets_are_sound_html_with_headings_in_order() {
    for (game, positions) in [
        ("tictactoe", &["start", "xx./oo./..."][..]),
        ("bottom2:rows=4,cols=4", &["start"; 7]),
        ("connect3", &["start+a", "start+b,b"]),
        ("qubic:rows=2,cols=2,layers=3,connect=2", &["start"]),
        ("tictactoe", &[]),
    ] {
        let headings = well_formed(&made(game, positions));
        assert_eq!(headings.len(), positions.len() + 1 + usize::from(!positions.is_empty()));
        assert_eq!(headings[0], 1);
        assert!(headings[1..].iter().all(|it| *it == 2));
    }
}

#[test]
fn texts_of_others_stay_texts() {
    let game =
        spar_catalog::open("tictactoe").unwrap().retitled("<script>a & b</script>".to_owned());
    let levels = [level(&*game, "xx./oo./...", None)];
    let about = Sheet { title: "</title><script>\"", command: "a --out '<b>' \u{1b}[1m" };
    let page = sheet(&*game, &levels, &about).unwrap();
    well_formed(&page);
    assert!(!page.contains("<script") && !page.contains("<b>'") && !page.contains('\u{1b}'));
    assert!(page.contains("<h1>&lt;/title&gt;&lt;script&gt;&quot;</h1>"));
    assert!(page.contains("<b>&lt;script&gt;a &amp; b&lt;/script&gt;.</b>"));
}

#[test]
fn a_card_says_what_to_reach() {
    // By hand: x completes the row; o must block; on an empty board no move loses; x cannot
    // block three lines of o with one move.
    let positions = ["xx./oo./...", "xx./.o./...", "start", "o.o/..x/oxx"];
    assert_eq!(
        tasks(&made("tictactoe", &positions)),
        [
            "X to move: win in 1 move",
            "O to move: hold the draw",
            "X to move: even for both; play on",
            "X to move: O can win in 1 move; hold out as long as you can",
        ]
    );
}

#[test]
fn where_a_line_loses_the_words_say_so() {
    // By hand: after b1 only c1 is left, where x completes the line a3, b2, c1.
    let game = spar_catalog::open("tictactoe:line=loses").unwrap();
    let mut it = level(&*game, "xoo/oxx/x..", None);
    let page = sheet(&*game, std::slice::from_ref(&it), &ABOUT).unwrap();
    assert_eq!(tasks(&page), ["O to move: win in 1 move; then every answer of X loses"]);
    assert!(page.contains("Wins: <strong>b1</strong>."));
    for (value, words) in [
        (Value::Win(4), "O to move: win in 2 moves; then every answer of X loses"),
        (Value::Loss(1), "O to move: every move loses"),
        (Value::Loss(5), "O to move: X can win in 2 moves; hold out as long as you can"),
    ] {
        it.value = Some(value);
        let page = sheet(&*game, std::slice::from_ref(&it), &ABOUT).unwrap();
        assert_eq!(tasks(&page), [words]);
    }
}

#[test]
fn a_learner_who_waits_is_told_the_side() {
    let game = spar_catalog::open("tictactoe").unwrap();
    let mut it = level(&*game, "xx./oo./...", Some(Side::Second));
    for (value, words) in [
        (Some(Value::Win(1)), "X can win in 1 move; hold out as long as you can"),
        (Some(Value::Loss(4)), "win in 2 moves, whatever X plays"),
        (Some(Value::Draw), "hold the draw"),
        (None, "find a good move"),
    ] {
        it.value = value;
        let page = sheet(&*game, std::slice::from_ref(&it), &ABOUT).unwrap();
        assert_eq!(tasks(&page), [format!("X to move; you are O: {words}")]);
    }
}

#[test]
fn the_key_names_all_winning_moves_and_marks_the_fastest() {
    // c3 wins at once; b1 and other moves also win, but later.
    let page = made("tictactoe", &["xx./o../.o."]);
    let key = page.split("<h2 id=\"key\">").nth(1).unwrap();
    assert!(key.contains("Wins fastest: <strong>c3</strong>; also wins: "), "{key}");
    assert!(key.contains("100.0\u{a0}%, exact"), "{key}");
    assert!(key.contains("<code>xx./o../.o.</code>"));
    let drawn = made("tictactoe", &["xx./.o./..."]);
    assert!(drawn.contains("Holds the draw: <strong>c3</strong>."));
}

#[test]
fn a_sampled_chance_is_said_to_be_one() {
    let page = made("connect4", &["start+d"]);
    assert!(page.contains("sampled: 20 plays by seed 0"));
}

#[test]
fn levels_keep_their_order_and_pages_their_number_of_cards() {
    let texts = ["xx./oo./...", "start", "x../.o./..x", "xx./.o./..."];
    let page = made("tictactoe", &texts);
    let key = page.split("<h2 id=\"key\">").nth(1).unwrap();
    let places: Vec<usize> = ["xx./oo./...", ".../.../...", "x../.o./..x", "xx./.o./..."]
        .map(|it| key.find(&format!("<code>{it}</code>")).unwrap())
        .to_vec();
    assert!(places.is_sorted());
    for (game, cards, pages) in [
        ("tictactoe", 6, 1),
        ("tictactoe", 7, 2),
        ("connect4:rows=6,cols=7,connect=7", 6, 1),
        ("qubic", 5, 2),
        ("qubic:layers=2", 4, 1),
        ("tictactoe:rows=4,cols=16", 3, 2),
    ] {
        let game = spar_catalog::open(game).unwrap();
        let levels = vec![level(&*game, "start", None); cards];
        let page = sheet(&*game, &levels, &ABOUT).unwrap();
        let found = page.matches("<div class=\"page ").count();
        assert_eq!(
            (found, page.matches("<article").count()),
            (pages, cards),
            "{}",
            game.facts().name
        );
    }
}

#[test]
fn dots_tell_how_hard_it_is() {
    // x wins at once in every play of foresight 1: easy, one dot of three.
    let page = made("tictactoe", &["xx./oo./..."]);
    assert_eq!(page.matches("class=\"dot full\"").count(), 1);
    assert_eq!(page.matches("class=\"dot\"").count(), 2);
    // Neither of the two free cells completes a line of o: hard, three dots.
    let page = made("tictactoe", &["xox/oox/.x."]);
    assert_eq!(page.matches("class=\"dot full\"").count(), 3);
}

#[test]
fn a_wrong_level_is_named() {
    let game = spar_catalog::open("tictactoe").unwrap();
    let good = level(&*game, "start", None);
    for (text, what) in [("xx", "level 2: "), ("xxx/oo./...", "level 2: the game is over")] {
        let bad = TextLevel { position: text.to_owned(), ..good.clone() };
        let error = sheet(&*game, &[good.clone(), bad], &ABOUT).unwrap_err();
        assert!(error.what.starts_with(what) && error.hint.is_some(), "{error}");
    }
}
