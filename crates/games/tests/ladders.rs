//! Snakes and Ladders: the laws, invalid boards, and random boards.

use proptest::prelude::*;
use spar_games::ladders::{Ladders, Overflow, Recipe, Setup, Shape, TrackBoard, letters};
use spar_rules::{
    Game, Notation, Outcome, Scenic, Separable, Side, Turn, laws, read_position_and_moves,
};

fn game(settings: &[(&str, &str)]) -> Ladders {
    Ladders::new(Setup::read(settings).unwrap()).unwrap()
}

fn refused(settings: &[(&str, &str)]) -> String {
    let error = Setup::read(settings).and_then(Ladders::new).err();
    error.unwrap_or_else(|| panic!("taken: {settings:?}")).what
}

#[test]
fn boards_of_every_kind_keep_the_laws() {
    let boards: &[&[(&str, &str)]] = &[
        &[],
        &[("overflow", "bounce")],
        &[("overflow", "rejump")],
        &[("n", "2")],
        &[("n", "3"), ("overflow", "bounce")],
        &[("n", "30"), ("jumps", "3-17.20-5.21-9"), ("actions", "2.d4.3d6")],
        &[("board", "random"), ("n", "60"), ("seed", "7")],
        &[("n", "14"), ("jumps", "2-0.3-0.4-0.5-0.6-0.7-0.8-0.9-0.10-0.11-0.12-0")],
    ];
    for settings in boards {
        let game = game(settings);
        laws::check(&game, 40, |game, position| {
            laws::notation(game, position);
            laws::scenes(game, position);
            laws::arranged(game, position);
            laws::separable(game, position);
        });
    }
}

#[test]
fn a_turn_is_a_choice_and_a_roll() {
    let game = game(&[]);
    let at = |text: &str| game.write_position(&read_position_and_moves(&game, text).unwrap());
    assert_eq!(at("start"), "0-0-first");
    assert_eq!(at("start+1"), "4-0-second", "one step leads to the ladder");
    assert_eq!(at("start+t"), "0-0-first-T", "letters are read in either case");
    assert_eq!(at("start+T,12"), "12-0-second");
    assert_eq!(at("16-3-first+D,6"), "16-3-second", "past the goal nothing moves");
    let won = read_position_and_moves(&game, "16-3-first+D,3").unwrap();
    assert_eq!(game.turn(&won), Turn::Over(Outcome::Win(Side::First)));
    assert_eq!(game.write_position(&won), "19-3-second");
    let names = |text: &str| {
        let position = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves.iter().map(|mv| game.button(&position, *mv).unwrap().text).collect::<Vec<_>>()
    };
    assert_eq!(names("0-0-first"), ["one step", "one die", "two dice"]);
    assert_eq!(names("0-0-second-D")[..2], ["1, to 4", "2, to 2"]);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = game(&[]);
    for (text, said) in [
        ("", "`` is not a position"),
        ("17", "`17` is not a position"),
        ("20-3-first", "`20` is not a square"),
        ("+3-3-first", "`+3` is not a square"),
        ("007-3-first", "`007` is not a square"),
        ("3-4-third", "`third` is neither `first` nor `second`"),
        ("19-19-first", "both sides stand on the goal"),
        ("19-3-first", "the first side stands on the goal and cannot be to move"),
        ("3-4-first-1", "nothing is rolled by `1`"),
        ("3-4-first-X", "nothing is rolled by `X`"),
        ("19-4-second-T", "nothing is rolled when the game is over"),
    ] {
        let error = game.read_position(text).err().unwrap_or_else(|| panic!("taken: {text}"));
        assert!(error.what.starts_with(said), "{text}: {}", error.what);
    }
}

#[test]
fn bad_boards_get_a_sentence_each() {
    for (settings, said) in [
        (&[("n", "1")][..], "`n=1` is out of range"),
        (&[("n", "1000000000")], "`n=1000000000` is out of range"),
        (&[("n", "99999999999999999999")], "`n=99999999999999999999` is out of range"),
        (&[("n", "many")], "`n=many` is not a whole number"),
        (&[("n", "8"), ("jumps", "7-2")], "the jump 7-2 starts on the goal, square 7"),
        (&[("n", "8"), ("jumps", "2-8")], "the jump 2-8 touches square 8"),
        (&[("n", "8"), ("jumps", "2-5.2-6")], "two jumps start on square 2: to 5 and to 6"),
        (&[("n", "8"), ("jumps", "2-5.5-2")], "the jumps 2-5-2 lead round in a circle"),
        (&[("n", "8"), ("jumps", "1-2.2-5.5-2")], "the jumps 2-5-2 lead round in a circle"),
        (&[("n", "8"), ("jumps", "3-3")], "the jump 3-3 leads to its own square"),
        (&[("n", "8"), ("jumps", "3")], "`3` in `jumps` is not a jump"),
        (&[("n", "8"), ("jumps", "3-x")], "`3-x` in `jumps` is not a jump"),
        (&[("n", "3"), ("jumps", "1-0"), ("actions", "1")], "from square 0 no roll ever leads"),
        (&[("n", "8"), ("overflow", "fly")], "`overflow=fly` is not known"),
        (&[("n", "8"), ("actions", "")], "`` is not an action"),
        (&[("n", "8"), ("actions", "d0")], "`d0` is not an action"),
        (&[("n", "8"), ("actions", "9d99")], "`9d99` is not an action"),
        (&[("n", "8"), ("actions", "d6.1d6")], "`actions` name one die twice"),
        (&[("n", "8"), ("seed", "3"), ("jumps", "1-2")], "`jumps=1-2` does not fit here"),
        (&[("board", "paper"), ("n", "8")], "`n=8` does not fit here"),
        (&[("board", "papre")], "`board=papre` is not a board"),
        (&[("jmups", "1-2")], "snakes and ladders have no parameter `jmups`"),
        (&[("seed", "1"), ("n", "9"), ("ladders", "10")], "10 jumps do not fit 9 squares"),
        (&[("seed", "1"), ("longest", "0")], "`longest=0` is out of range"),
    ] {
        let what = refused(settings);
        assert!(what.starts_with(said), "{settings:?}: {what}");
    }
}

#[test]
fn chains_are_followed_to_their_end() {
    let board = TrackBoard::new(9, [(1, 4), (4, 6), (6, 2)], Overflow::Stay).unwrap();
    assert_eq!([1, 4, 6, 2].map(|square| board.end(square)), [2; 4]);
    assert_eq!(board.lands(0, 1), 2);
    assert_eq!(board.lands(5, 4), 5, "past the goal");
}

#[test]
fn past_the_goal_a_piece_stays_bounces_or_jumps_again() {
    let lands = |overflow, square, steps| {
        TrackBoard::new(8, [(5, 1)], overflow).unwrap().lands(square, steps)
    };
    assert_eq!(lands(Overflow::Stay, 6, 3), 6);
    assert_eq!(lands(Overflow::Bounce, 6, 3), 1, "two back, on the snake");
    assert_eq!(lands(Overflow::Bounce, 6, 2), 6);
    assert_eq!(lands(Overflow::Bounce, 3, 12), 0, "not below 0");
    assert_eq!(lands(Overflow::Rejump, 5, 3), 1);
}

#[test]
fn names_tell_the_whole_game() {
    for (settings, name) in [
        (&[][..], "ladders"),
        (&[("board", "paper"), ("overflow", "bounce")], "ladders:overflow=bounce"),
        (&[("n", "8"), ("jumps", "5-1.2-6")], "ladders:n=8,jumps=2-6.5-1"),
        (&[("n", "20"), ("jumps", "none")], "ladders:n=20"),
        (&[("n", "9"), ("actions", "1.d6.2d6")], "ladders:n=9"),
        (&[("n", "9"), ("actions", "d6.1")], "ladders:n=9,actions=d6.1"),
        (&[("board", "random"), ("n", "50")], "ladders:n=50,ladders=5,snakes=5,longest=5,seed=1"),
    ] {
        let game = game(settings);
        assert_eq!(game.setup().name(), name);
        let parts = name.split_once(':').map_or("", |it| it.1).split(',');
        let again: Vec<(&str, &str)> = parts.filter_map(|it| it.split_once('=')).collect();
        assert_eq!(Setup::read(&again).unwrap().name(), name);
    }
}

/// A second implementation of the generator, with plain lists.
fn plain_recipe(recipe: Recipe) -> Vec<(u64, u64)> {
    let mut random = spar_rules::SplitMix::new(recipe.seed);
    let mut jumps: Vec<(u64, u64)> = Vec::new();
    let n = i64::from(recipe.n);
    for (count, sign) in [(recipe.ladders, 1_i64), (recipe.snakes, -1)] {
        for _ in 0..count {
            for _ in 0..1000 {
                let s = 1 + (random.next_u64() % (u64::from(recipe.n) - 2)) as i64;
                let l = 1 + (random.next_u64() % u64::from(recipe.longest)) as i64;
                let e = s + sign * l;
                let used = |it: &(u64, u64)| it.0 as i64 == s || it.1 as i64 == s;
                if e < 0 || e > n - 2 || jumps.iter().any(used) {
                    continue;
                }
                if jumps.iter().any(|it| it.0 as i64 == e) {
                    continue;
                }
                jumps.push((s as u64, e as u64));
                break;
            }
        }
    }
    jumps
}

#[test]
fn a_seed_makes_one_board() {
    for seed in 0..200 {
        let n = 4 + (seed % 57) as u32;
        let recipe = Recipe { n, ladders: n / 8, snakes: n / 6, longest: n / 2, seed };
        let jumps = recipe.jumps().unwrap();
        let plain: Vec<(u32, u32)> =
            plain_recipe(recipe).iter().map(|&(from, to)| (from as u32, to as u32)).collect();
        assert_eq!(jumps, plain, "{recipe:?}");
    }
}

/// Returns whether the goal can be reached from every square, by a forward search.
fn leads_on(board: &TrackBoard, steps: &[u32]) -> bool {
    let n = board.n() as usize;
    let mut leads = vec![false; n];
    leads[n - 1] = true;
    loop {
        let before = leads.clone();
        for square in 0..n - 1 {
            leads[square] |=
                steps.iter().any(|&step| before[board.lands(square as u32, step) as usize]);
        }
        if leads == before {
            return leads.iter().all(|it| *it);
        }
    }
}

proptest! {
    #[test]
    fn exactly_the_boards_that_lead_nowhere_are_refused(
        n in 2_u32..16,
        jumps in prop::collection::btree_map(0_u32..15, 0_u32..16, 0..14),
        overflow in prop::sample::select(Overflow::ALL.to_vec()),
        actions in prop::sample::select(vec!["1", "d6", "2d6", "1.d6.2d6", "2.d3", "5"]),
    ) {
        let jumps: Vec<(u32, u32)> = jumps.into_iter().filter(|it| it.0 != it.1).collect();
        let Ok(board) = TrackBoard::new(n, jumps.clone(), overflow) else { return Ok(()) };
        let actions: Vec<String> = actions.split('.').map(str::to_owned).collect();
        let steps: Vec<u32> = letters(&actions)
            .unwrap()
            .iter()
            .flat_map(|it| it.steps.iter().map(|step| step.0))
            .collect();
        let taken = Ladders::new(Setup { shape: Shape::Given { n, jumps }, overflow, actions });
        prop_assert_eq!(taken.is_ok(), leads_on(&board, &steps));
    }

    #[test]
    fn no_text_makes_it_panic(text in "[-0-9a-zT+]{0,24}") {
        let game = game(&[]);
        let _ = read_position_and_moves(&game, &text);
        let _ = Setup::read(&[("jumps", &text), ("actions", &text)]).and_then(Ladders::new);
    }
}

#[test]
fn the_largest_board_is_made_in_a_moment() {
    let game =
        game(&[("n", "1000000"), ("ladders", "100000"), ("snakes", "100000"), ("longest", "100")]);
    assert_eq!(game.squares(), 1_000_000);
    assert!(game.board().jumps().len() > 150_000);
}
