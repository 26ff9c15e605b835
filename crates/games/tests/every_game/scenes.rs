//! Scenes of known positions, as data.

use spar_games::Described;
use spar_games::reversi::Reversi;
use spar_games::settings::Configured;
use spar_games::sim::Sim;
use spar_games::take::Take;
use spar_games::wolf::Wolf;
use spar_rules::scene::{Button, Change, Link, Shape, Token, mark, token};
use spar_rules::{Arranged, Game, Notation, Scenic, Side};

fn opened<G: Configured>(settings: &[(&str, &str)]) -> G {
    G::new(settings).unwrap_or_else(|error| panic!("{settings:?}: {error}"))
}

/// The cells that a move touches, by name.
fn touched<G: Scenic + Notation>(game: &G, position: &str, mv: &str) -> Vec<String> {
    let position = game.read_position(position).expect("a position");
    let mv = game.read_move(&position, mv).expect("a move");
    let cells = game.scene(&position).cells;
    game.touches(&position, mv).into_iter().map(|cell| cells[cell].name.clone()).collect()
}

/// The names of the cells that a move changes, sorted, with their tokens afterwards.
fn changed<G: Scenic + Notation>(game: &G, position: &str, mv: &str) -> Vec<(String, Vec<Token>)> {
    let position = game.read_position(position).expect("a position");
    let mv = game.read_move(&position, mv).expect("a move");
    let cells = game.scene(&position).cells;
    let of_cell = |change| match change {
        Change::Cell { cell, tokens, .. } => Some((cells[cell].name.clone(), tokens)),
        Change::Link { .. } | Change::Group { .. } => None,
    };
    let mut changed: Vec<_> = game.changes(&position, mv).into_iter().filter_map(of_cell).collect();
    changed.sort_by(|one, other| one.0.cmp(&other.0));
    changed
}

/// The button of each legal move.
fn buttons<G: Scenic + Notation>(game: &G, position: &str) -> Vec<Option<Button>> {
    let position = game.read_position(position).expect("a position");
    game.legal(&position).into_iter().map(|mv| game.button(&position, mv)).collect()
}

/// The names of a position's cells, with their tokens.
fn tokens<G: Scenic + Notation>(game: &G, position: &str) -> Vec<(String, Vec<Token>)> {
    let position = game.read_position(position).expect("a position");
    game.scene(&position).cells.into_iter().map(|cell| (cell.name, cell.tokens)).collect()
}

/// The text of the position that these tokens give, or the error.
fn set_up<G: Arranged + Notation>(
    game: &G,
    tokens: &[(String, Vec<Token>)],
    turn: Side,
) -> Result<String, String> {
    let tokens: Vec<Vec<Token>> = tokens.iter().map(|it| it.1.clone()).collect();
    let arranged = game.arranged(&tokens, turn);
    arranged.map(|position| game.write_position(&position)).map_err(|error| error.what)
}

const FULL: Token = Token::new(Side::First, token::DISC);

#[test]
fn a_disc_of_reversi_changes_its_cell_and_those_that_it_turns_over() {
    let game: Reversi = opened(&[("rows", "4"), ("cols", "4")]);
    // d2 and d3 are below d4; c2 and b3 are on the diagonal to a4.
    let position = "b..b/.wbw/.bww/....-black";
    assert_eq!(touched(&game, position, "d1"), ["d1"]);
    let all = ["b3", "c2", "d1", "d2", "d3"].map(|cell| (cell.to_owned(), vec![FULL]));
    assert_eq!(changed(&game, position, "d1"), all);
}

#[test]
fn a_pass_of_reversi_is_a_button_with_a_key() {
    let game: Reversi = opened(&[("rows", "4"), ("cols", "4")]);
    let position = "..../.bb./.bbw/....-black";
    let pass = Button { key: Some('p'), text: "pass".to_owned() };
    assert_eq!(buttons(&game, position), [Some(pass)]);
    assert_eq!(touched(&game, position, "pass"), [""; 0]);
    assert_eq!(changed(&game, position, "pass"), []);
    assert_eq!(buttons(&game, "..../.bb./.bbw/....-white"), [None, None]);
}

#[test]
fn discs_of_reversi_are_set_up_for_either_side() {
    let game: Reversi = opened(&[("rows", "4"), ("cols", "6")]);
    let mut tokens = tokens(&game, "....../..ww../..bb../......-black");
    assert_eq!((tokens[0].0.as_str(), tokens[23].0.as_str()), ("a4", "f1"));
    tokens[23].1.push(FULL);
    for (side, name) in [(Side::First, "black"), (Side::Second, "white")] {
        let text = format!("....../..ww../..bb../.....b-{name}");
        assert_eq!(set_up(&game, &tokens, side), Ok(text));
    }
    tokens[23].1.push(FULL);
    let what = "f1 holds something other than one piece";
    assert_eq!(set_up(&game, &tokens, Side::First), Err(what.to_owned()));
    tokens[23].1.clear();
    tokens[8].1.clear();
    assert_eq!(set_up(&game, &tokens, Side::First), Err("c3 is empty".to_owned()));
    let what = "tokens for 23 cells are given; the board has 24";
    assert_eq!(set_up(&game, &tokens[1..], Side::First), Err(what.to_owned()));
}

#[test]
fn a_step_of_wolf_and_sheep_goes_from_one_dark_square_to_another() {
    for (first, wolf, sheep) in
        [("wolf", Side::First, Side::Second), ("sheep", Side::Second, Side::First)]
    {
        let game: Wolf = opened(&[("size", "6"), ("first", first)]);
        let (wolf, sheep) = (Token::new(wolf, token::WOLF), Token::new(sheep, token::SHEEP));
        let board = "....../....../....../..w.../...s../s...s.";
        let position = format!("{board}-wolf");
        let cells = tokens(&game, &position);
        assert_eq!(cells.len(), 18);
        let standing = cells.into_iter().filter(|it| !it.1.is_empty());
        let known = [("c3", wolf), ("d2", sheep), ("a1", sheep), ("e1", sheep)];
        let known = known.map(|(cell, token)| (cell.to_owned(), vec![token]));
        assert_eq!(standing.collect::<Vec<_>>(), known);

        assert_eq!(touched(&game, &position, "c3b4"), ["c3", "b4"]);
        let step = [("b4".to_owned(), vec![wolf]), ("c3".to_owned(), Vec::new())];
        assert_eq!(changed(&game, &position, "c3b4"), step);
        let position = format!("{board}-sheep");
        assert_eq!(touched(&game, &position, "a1b2"), ["a1", "b2"]);
        let step = [("a1".to_owned(), Vec::new()), ("b2".to_owned(), vec![sheep])];
        assert_eq!(changed(&game, &position, "a1b2"), step);
        let position = game.read_position(&position).expect("a position");
        let step = game.read_move(&position, "a1b2").expect("a move");
        assert_eq!(game.walk(&position, step), game.touches(&position, step));
        assert_eq!(game.shows_on(&position, step), Some(12), "b2 is the first of the fifth row");
    }
}

#[test]
fn wolf_and_sheep_are_set_up_with_all_pieces() {
    let game: Wolf = opened(&[("size", "6"), ("sheep", "2")]);
    let most: Vec<Option<u32>> = game.supply().into_iter().map(|it| it.most).collect();
    assert_eq!(most, [Some(1), Some(2)]);
    let mut tokens = tokens(&game, "...w../....../....../....../....../s.s...-wolf");
    let moved = tokens[16].1.pop().expect("a sheep on c1");
    let what = "1 piece `s` on the board";
    assert_eq!(set_up(&game, &tokens, Side::First), Err(what.to_owned()));
    tokens[0].1.push(moved);
    let text = ".s.w../....../....../....../....../s.....-sheep";
    assert_eq!(set_up(&game, &tokens, Side::Second), Ok(text.to_owned()));
}

#[test]
fn every_edge_of_sim_is_a_link_with_a_place_of_its_own() {
    for n in [4, 5, 6] {
        let game: Sim = opened(&[("vertices", &n.to_string())]);
        let scene = game.scene(&game.start());
        assert_eq!((scene.cells.len(), scene.links.len()), (n + n * (n - 1) / 2, n * (n - 1) / 2));
        let distance = |one: usize, other: usize| {
            let (one, other) = (scene.cells[one].at, scene.cells[other].at);
            f64::from(one.x - other.x).hypot(f64::from(one.y - other.y))
        };
        for (index, cell) in scene.cells.iter().enumerate() {
            assert_eq!(cell.shape, if index < n { Shape::Node } else { Shape::Spot });
            assert!((0..=400).contains(&cell.at.x) && (0..=400).contains(&cell.at.y), "{cell:?}");
            // Large enough for fingers: more than half a cell.
            assert!((0..index).all(|other| distance(index, other) > 55.0), "{cell:?}");
        }
        for (index, link) in scene.links.iter().enumerate() {
            let [from, to] = [link.from, link.to].map(|end| scene.cells[end].name.as_str());
            assert_eq!(scene.cells[n + index].name, format!("{from}{to}"));
            // The place is on the straight line between the ends of its edge, and off all other
            // edges.
            for place in n..scene.cells.len() {
                let way = distance(link.from, place) + distance(place, link.to);
                let detour = way - distance(link.from, link.to);
                assert_eq!(
                    detour < 1.0,
                    place == n + index,
                    "{link:?} {}",
                    scene.cells[place].name
                );
            }
        }
    }
}

#[test]
fn an_edge_of_sim_gets_its_side_and_a_closed_triangle_is_marked() {
    let game: Sim = opened(&[("vertices", "4")]);
    // ab and ac are red, ad and bd blue; bc closes abc.
    let position = game.read_position("rrb/.b/.").expect("a position");
    let drawn = |position| -> Vec<(String, Option<Side>, bool)> {
        let scene = game.scene(position);
        let name = |cell: usize| scene.cells[cell].name.clone();
        let links = scene.links.iter().filter(|link| link.side.is_some());
        let told = |link: &Link| {
            let is_lined = link.marks == [mark::LINE];
            (name(link.from) + &name(link.to), link.side, is_lined)
        };
        links.map(told).collect()
    };
    let told = |edge: &str, side, is_lined| (edge.to_owned(), Some(side), is_lined);
    let (red, blue) = (Side::First, Side::Second);
    let open = [("ab", red), ("ac", red), ("ad", blue), ("bd", blue)];
    assert_eq!(drawn(&position), open.map(|(edge, side)| told(edge, side, false)));

    let closing = game.read_move(&position, "bc").expect("a move");
    let after = game.after(&position, closing);
    let closed = [
        ("ab", red, true),
        ("ac", red, true),
        ("ad", blue, false),
        ("bc", red, true),
        ("bd", blue, false),
    ];
    assert_eq!(drawn(&after), closed.map(|(edge, side, is_lined)| told(edge, side, is_lined)));
    let marked = game.scene(&after).cells.into_iter().filter(|cell| cell.is_marked(mark::LINE));
    let marked: Vec<String> = marked.map(|cell| cell.name).collect();
    assert_eq!(marked, ["a", "b", "c", "ab", "ac", "bc"]);

    assert_eq!(touched(&game, "rrb/.b/.", "bc"), ["bc"]);
    // Three corners, and three edges with their links.
    assert_eq!(game.changes(&position, closing).len(), 9);
    let quiet = game.read_move(&position, "cd").expect("a move");
    let links = game.changes(&position, quiet).into_iter().filter_map(|change| match change {
        Change::Link { link, side, .. } => Some((link, side)),
        Change::Cell { .. } | Change::Group { .. } => None,
    });
    assert_eq!(links.collect::<Vec<_>>(), [(5, Some(red))]);
    assert_eq!(changed(&game, "rrb/.b/.", "cd"), [("cd".to_owned(), vec![FULL])]);
}

#[test]
fn edges_of_sim_are_set_up_in_turn() {
    let game: Sim = opened(&[("vertices", "4")]);
    let mut tokens = tokens(&game, "r../../.");
    assert_eq!(set_up(&game, &tokens, Side::Second), Ok("r../../.".to_owned()));
    let what = "with these edges it is the turn of Second";
    assert_eq!(set_up(&game, &tokens, Side::First), Err(what.to_owned()));
    tokens[5].1.push(FULL);
    let what = "2 red and 0 blue edges cannot be: red begins";
    assert_eq!(set_up(&game, &tokens, Side::First), Err(what.to_owned()));
    tokens[0].1.push(FULL);
    assert_eq!(set_up(&game, &tokens, Side::First), Err("a is a vertex".to_owned()));
}

#[test]
fn sticks_are_taken_by_keys_and_from_heaps() {
    let take = |sticks: u32| {
        let key = char::from_digit(sticks, 10);
        Some(Button { key, text: format!("take {sticks}") })
    };
    let sticks = |count| vec![Token::neutral(token::STICK, count)];
    let game: Take = opened(&[]);
    assert_eq!(tokens(&game, "21-first"), [("heap".to_owned(), sticks(21))]);
    assert_eq!(buttons(&game, "21-first"), [take(1), take(2), take(3)]);
    assert_eq!(touched(&game, "21-first", "2"), [""; 0]);
    assert_eq!(changed(&game, "21-first", "2"), [("heap".to_owned(), sticks(19))]);

    let game: Take = opened(&[("heaps", "3-12"), ("last", "wins")]);
    assert_eq!(touched(&game, "3-12-first", "b10"), ["b"]);
    assert_eq!(changed(&game, "3-12-first", "b12"), [("b".to_owned(), Vec::new())]);
    let all = buttons(&game, "1-12-first");
    assert_eq!((&all[0], &all[1], &all[12]), (&take(1), &take(1), &take(12)));
    let keys = all.iter().flatten().filter(|button| button.key.is_some());
    assert_eq!(keys.count(), 10, "the first of a, and nine of b");

    // A person adds sticks one after the other.
    let cells = [("a".to_owned(), Vec::new()), ("b".to_owned(), [sticks(3), sticks(1)].concat())];
    assert_eq!(set_up(&game, &cells, Side::Second), Ok("0-4-second".to_owned()));
    let cells = [("a".to_owned(), sticks(4)), ("b".to_owned(), Vec::new())];
    let what = "`4-0-second` is not a position of this game";
    assert_eq!(set_up(&game, &cells, Side::Second), Err(what.to_owned()));
}

/// Checks that the rules contain all of these words.
fn told<G: Described>(settings: &[(&str, &str)], words: &[&str]) {
    let rules = opened::<G>(settings).rules().join(" ");
    for part in words {
        assert!(rules.contains(part), "{settings:?}: {part} is not in: {rules}");
    }
}

#[test]
fn the_rules_tell_each_variant() {
    told::<Take>(&[], &["from a heap of 21;", "takes 1 to 3 sticks.", "last stick loses"]);
    let nim = [("heaps", "3-5-7"), ("last", "wins")];
    let one_of = "takes one or more sticks from one of the heaps.";
    told::<Take>(&nim, &["heaps of 3, 5 and 7;", one_of, "last stick wins"]);
    told::<Take>(&[("most", "1")], &["takes one stick."]);
    told::<Sim>(&[], &["two of 6 vertices", "there are no draws."]);
    told::<Sim>(&[("vertices", "5")], &["two of 5 vertices", "is a draw."]);
    told::<Reversi>(&[("rows", "4"), ("cols", "6")], &["4 rows and 6 columns", "on a diagonal."]);
    told::<Reversi>(&[("start", "parallel")], &["side by side."]);
    told::<Wolf>(&[], &["8×8 squares, 4 sheep stand", "the wolf begins."]);
    let few = [("size", "10"), ("sheep", "1"), ("first", "sheep")];
    told::<Wolf>(&few, &["10×10 squares, one sheep stands", "the sheep begin."]);
}
