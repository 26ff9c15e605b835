//! Compares levels found in solved games with a list of all positions rated one by one.

use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::generate::{
    Even, Found, Pick, Request, Searched, Span, Wanted, from_solved, search,
};
use spar_challenge::hardness::{Hardness, Thresholds};
use spar_challenge::level::{Match, Rater};
use spar_challenge::policy::{Player, Ties, Unknown, Valued};
use spar_challenge::why::Character;
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Notation, Symmetric, Turn, Value};
use spar_solve::explicit::Table;
use spar_solve::tables::Shelf;
use spar_solve::whole::{Layered, Whole, move_values};
use spar_solve::{Budget, Context, Silent};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn of(learner: u32, opponent: u32) -> Match {
    let player = |rounds| Player::foresight(rounds, Ties::Any);
    Match {
        learner: player(learner),
        opponent: player(opponent),
        ties: Ties::Any,
        thresholds: Thresholds::default(),
    }
}

fn wanted(of: Match) -> Wanted {
    let wins_in = Some(Span { least: 2, most: 4 });
    Wanted {
        of,
        side: None,
        wins_in,
        hardness: vec![],
        easy_from: None,
        chance: None,
        even: None,
        needs_choice: false,
    }
}

fn find(
    game: &Lines,
    wanted: &Wanted,
    count: u64,
    seed: u64,
    context: &Context,
) -> (Vec<Found<Lines>>, Option<u64>) {
    let whole = Whole::get(game, &game.name(), Layered::Yes, context, &mut Vec::new()).unwrap();
    let request = Request { wanted, also: &|_: &Board| true, count, pick: Pick::Fair, seed };
    let mut found = Vec::new();
    let census = from_solved(game, whole, &request, context, &mut |level| {
        found.push(level);
        ControlFlow::Continue(())
    });
    let census = census.unwrap();
    assert_eq!(census.taken, found.len() as u64);
    (found, census.exist)
}

/// All levels up to symmetry, rating each position separately.
fn all(game: &Lines, wanted: &Wanted) -> BTreeSet<Board> {
    let budget = Budget::unlimited();
    let table = Table::solve(game, &budget, &Silent).unwrap();
    let valuer = |game: &Lines, here: &Board| -> Result<Valued<Lines>, Unknown> {
        Ok(move_values(game, here, |next| Ok(table.value(game, next))).unwrap().unwrap())
    };
    let mut rater = Rater::new(game, wanted.of.clone(), valuer, &budget);
    let mut found = BTreeSet::new();
    for place in 0..table.len() {
        let (board, value) = table.at(game, place);
        if !matches!(game.turn(&board), Turn::Play(_)) || !wanted.fits_value(value) {
            continue;
        }
        let level = rater.level(&board, game.side(&board)).unwrap();
        if wanted.fits(&level) {
            found.insert(game.canonical(&board));
        }
    }
    found
}

fn context() -> Context {
    Context::bare(Budget::unlimited())
}

#[test]
fn all_levels_are_found_and_each_once_up_to_symmetry() {
    let fraction = |a, b| Fraction::new(a, b).unwrap();
    let hard = |of| Wanted { hardness: vec![Hardness::Hard], ..wanted(of) };
    let cases = [
        ("tictactoe", hard(of(2, 3))),
        ("tictactoe", Wanted { easy_from: Some(2), ..wanted(of(1, 3)) }),
        ("bottom2", wanted(of(1, 2))),
        ("bottom2:along=rd", hard(of(2, 3))),
        ("connect3", hard(of(1, 3))),
        (
            "connect3:along=rc",
            Wanted {
                chance: Some(Span { least: fraction(1, 5), most: fraction(1, 2) }),
                ..wanted(of(2, 3))
            },
        ),
        ("connect3", Wanted { side: Some(spar_rules::Side::Second), ..hard(of(1, 3)) }),
        ("tictactoe:line=loses", wanted(of(1, 2))),
        ("connect3", Wanted { needs_choice: true, ..wanted(of(1, 3)) }),
        (
            "connect3",
            Wanted {
                wins_in: None,
                even: Some(Even {
                    score: Span { least: fraction(45, 100), most: fraction(55, 100) },
                    least_wins: Even::usual_wins(),
                }),
                ..wanted(of(1, 3))
            },
        ),
    ];
    for (name, wanted) in cases {
        let game = Lines::named(name).unwrap();
        let (levels, exist) = find(&game, &wanted, u64::MAX, 3, &context());
        let found: BTreeSet<Board> =
            levels.iter().map(|level| game.canonical(&level.position)).collect();
        assert_eq!(found.len(), levels.len(), "{name}: an image twice");
        assert_eq!(exist, Some(levels.len() as u64), "{name}");
        assert_eq!(found, all(&game, &wanted), "{name} {wanted:?}");
        assert!(!found.is_empty(), "{name} {wanted:?}");
    }
}

#[test]
fn a_seed_gives_the_same_levels_whatever_the_threads_and_wherever_the_table_lies() {
    let game = Lines::named("bottom2:rows=4,cols=4,along=rc").unwrap();
    let wanted = Wanted { hardness: vec![Hardness::Hard, Hardness::Medium], ..wanted(of(2, 3)) };
    let folder = tempfile::tempdir().unwrap();
    let kept = || Context::quiet(Budget::unlimited(), Shelf::new(folder.path()));
    let two = Context::bare(Budget::unlimited().with_threads(2));
    let (expected, _) = find(&game, &wanted, 30, 5, &context());
    for context in [two, kept(), kept()] {
        assert_eq!(find(&game, &wanted, 30, 5, &context).0, expected);
    }
    let (fewer, _) = find(&game, &wanted, 7, 5, &context());
    assert_eq!(fewer, expected[..7]);
    assert_ne!(find(&game, &wanted, 30, 6, &context()).0, expected);
}

#[test]
fn a_draw_is_fair() {
    let game = Lines::named("tictactoe").unwrap();
    let wanted = Wanted { wins_in: Some(Span { least: 3, most: 3 }), ..wanted(of(2, 3)) };
    let folder = tempfile::tempdir().unwrap();
    let context = Context::quiet(Budget::unlimited(), Shelf::new(folder.path()));
    let (all, _) = find(&game, &wanted, u64::MAX, 0, &context);
    let mut counts = vec![0_u32; all.len()];
    for seed in 0..60 * all.len() as u64 {
        let (levels, _) = find(&game, &wanted, 1, seed, &context);
        counts[all.iter().position(|it| it.position == levels[0].position).unwrap()] += 1;
    }
    // Each count has mean 60 and a standard deviation below 8.
    assert!(counts.iter().all(|it| it.abs_diff(60) < 40), "{counts:?}");
}

#[test]
fn why_the_board_of_figure_4_is_hard() {
    let game = Lines::named("connect4:rows=5,cols=5").unwrap();
    let board = game.read_position("o...o/x.x.x/x.o.x/xxoxo/oooxo").unwrap();
    let budget = Budget::unlimited();
    let mut search = spar_solve::alpha_beta::Search::new(&game);
    let valuer = |_: &Lines, here: &Board| -> Result<Valued<Lines>, Unknown> {
        let study = search.study(here, &budget, &Silent);
        Ok(study.moves.iter().map(|(mv, it)| (*mv, it.exact().unwrap())).collect())
    };
    let mut rater = Rater::new(&game, of(2, 3), valuer, &budget);
    let why = rater.why(&board).unwrap().unwrap();
    let why = why.map(|mv| game.write_move(&board, mv));
    assert_eq!((why.n_moves, &why.winning[..]), (3, &["b".to_owned()][..]));
    assert_eq!((why.character, why.seen_from), (Character::Quiet, 3));
    let traps: Vec<(u32, &str, Value)> =
        why.traps.iter().map(|it| (it.rounds, it.mv.as_str(), it.value)).collect();
    assert_eq!(traps, [(1, "c", Value::Draw), (2, "c", Value::Draw)]);
    assert!(why.sentence().starts_with("Only 1 of 3 moves wins, b, and it is quiet"));
}

#[test]
fn moves_have_their_character() {
    let game = Lines::named("tictactoe").unwrap();
    let character = |text: &str| {
        let board = game.read_position(text).unwrap();
        let valuer = |game: &Lines, here: &Board| Ok(spar_solve::minimax::moves(game, here));
        let mut rater = Rater::new(&game, of(1, 1), valuer, &Budget::unlimited());
        rater.why(&board).unwrap().map(|why| why.character)
    };
    assert_eq!(character("xx./oo./..."), Some(Character::Ends));
    // x must block o at c3, and the move threatens c1.
    assert_eq!(character("oo./..x/.x."), Some(Character::BlockAndThreat));
    assert_eq!(character(".../.o./.x."), None, "a draw has no why");
    assert_eq!(character("o../.../x.."), Some(Character::Threat));
}

#[test]
fn threats_and_blocks_are_what_a_pass_would_show() {
    let character = |name: &str, text: &str| {
        let game = Lines::named(name).unwrap();
        let board = game.read_position(text).unwrap();
        let valuer = |game: &Lines, here: &Board| Ok(spar_solve::minimax::moves(game, here));
        let mut rater = Rater::new(&game, of(1, 1), valuer, &Budget::unlimited());
        rater.why(&board).unwrap().map(|why| why.character)
    };
    // b1 threatens c1. x could not have won at once before, so the move blocks nothing.
    assert_eq!(character("bottom2", "xx./xo./o.."), Some(Character::Threat));
    // x waits until o must fill c1. If o passed, x could not win at once.
    assert_eq!(character("connect3", "...x/.o.o/.x.x/ox.o"), Some(Character::Quiet));
    // The only move takes c1, where o would complete a1-b1-c1, and threatens a2-b2-c2.
    assert_eq!(character("connect3", "xo.o/ox.x/xx.o/oo.x"), Some(Character::BlockAndThreat));
}

#[test]
fn a_search_for_levels_keeps_to_the_nodes_of_its_context() {
    let game = Lines::named("connect3").unwrap();
    let wins_in = Some(Span { least: 3, most: 4 });
    let wanted = Wanted { wins_in, ..wanted(of(1, 2)) };
    let (count, pick, also) = (1000, Pick::Fair, |_: &Board| true);
    let request = Request { wanted: &wanted, also: &also, count, pick, seed: 1 };
    let proved = |nodes| {
        let context = Context::bare(Budget::unlimited().with_nodes(nodes));
        let mut searched = Searched::default();
        let mut take = |_| ControlFlow::Continue(());
        search(&game, &request, 256, &context, &mut searched, &mut take).unwrap();
        searched.proved
    };
    assert_eq!(proved(0), 0);
    assert!(proved(u64::MAX) > 0);
}

#[test]
fn fair_starts_are_won_by_either_side_and_no_level_is_won_by_every_move() {
    let game = Lines::named("connect3").unwrap();
    let fraction = |a, b| Fraction::new(a, b).unwrap();
    let score = Span { least: fraction(45, 100), most: fraction(55, 100) };
    let fair = |least_wins| {
        let even = Some(Even { score, least_wins });
        find(&game, &Wanted { wins_in: None, even, ..wanted(of(1, 3)) }, u64::MAX, 3, &context()).0
    };
    let parts = |level: &Found<Lines>| match level.chances {
        Chances::Exact(parts) => [parts.wins(), parts.losses()],
        other => panic!("{other:?}"),
    };
    let (lively, all) = (fair(fraction(1, 10)), fair(Fraction::ZERO));
    assert!(lively.iter().all(|it| parts(it).iter().all(|share| *share >= fraction(1, 10))));
    let dead = |it: &&Found<Lines>| parts(it).iter().any(|share| *share < fraction(1, 10));
    let n_dead = all.iter().filter(dead).count();
    assert!(n_dead > 0 && lively.len() + n_dead == all.len(), "{n_dead} of {}", all.len());
    let asks = Wanted { needs_choice: true, ..wanted(of(1, 3)) };
    let levels = find(&game, &asks, u64::MAX, 3, &context()).0;
    let every = find(&game, &wanted(of(1, 3)), u64::MAX, 3, &context()).0;
    let loses_a_win = |level: &&Found<Lines>| level.winning().count() < level.moves.len();
    assert!(levels.iter().all(|it| loses_a_win(&it)) && levels.len() < every.len());
    assert_eq!(levels.len(), every.iter().filter(loses_a_win).count());
}
