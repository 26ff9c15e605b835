//! Compares exact duels with brute force: every play of small games, many plays of larger ones,
//! and reference figures.

mod copycat;

use copycat::{Copycat, copies};
use spar_challenge::chance::{Chances, Fraction, Parts};
use spar_challenge::duel;
use spar_challenge::players::{Known, LookAhead, Random};
use spar_challenge::policy::{Both, Player, Policy, Seen, Ties, Unknown, Valued, Weights};
use spar_challenge::sight::{Look, Sight};
use spar_games::lines::{Board, Lines, Place};
use spar_rules::{Game, Notation, Outcome, Reward, Side, SplitMix, Turn};
use spar_solve::alpha_beta::Search;
use spar_solve::explicit::Table;
use spar_solve::{Budget, Silent};

fn moves(game: &Lines, board: &Board) -> Vec<Place> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

/// The evaluation of a position with foresight of this many plies, directly from the
/// definition: without a cache or `glance`; more distant wins are worth less.
fn look(game: &Lines, board: &Board, plies: u32, depth: u32, ties: Ties) -> f64 {
    let far = if ties == Ties::Fastest { f64::from(depth) } else { 0.0 };
    match game.turn(board) {
        Turn::Over(Outcome::Win(Side::First)) => 1e6 - far,
        Turn::Over(Outcome::Win(Side::Second)) => far - 1e6,
        Turn::Over(Outcome::Draw) => 0.0,
        _ if plies == 0 => f64::from(game.reward(board)),
        _ => {
            let looks = moves(game, board)
                .into_iter()
                .map(|mv| look(game, &game.after(board, mv), plies - 1, depth + 1, ties));
            match game.side(board) {
                Side::First => looks.fold(f64::MIN, f64::max),
                Side::Second => looks.fold(f64::MAX, f64::min),
            }
        }
    }
}

/// The moves that look best to a player with this foresight.
fn liked(game: &Lines, board: &Board, rounds: u32, ties: Ties) -> Vec<Place> {
    let sign = if game.side(board) == Side::First { 1.0 } else { -1.0 };
    let looks: Vec<(Place, f64)> = moves(game, board)
        .into_iter()
        .map(|mv| (mv, sign * look(game, &game.after(board, mv), 2 * rounds - 1, 1, ties)))
        .collect();
    let best = looks.iter().map(|it| it.1).fold(f64::MIN, f64::max);
    looks.into_iter().filter(|it| it.1 >= best).map(|it| it.0).collect()
}

/// Enumerates every play and adds up the probabilities.
fn every_play(
    game: &Lines,
    board: &Board,
    rounds: [u32; 2],
    ties: Ties,
    one_in: u128,
    sums: &mut [Fraction; 3],
) {
    let place = match game.turn(board) {
        Turn::Over(Outcome::Win(Side::First)) => 0,
        Turn::Over(Outcome::Draw) => 1,
        Turn::Over(Outcome::Win(Side::Second)) => 2,
        _ => {
            let liked = liked(game, board, rounds[game.side(board) as usize], ties);
            for mv in &liked {
                let one_in = one_in * liked.len() as u128;
                every_play(game, &game.after(board, *mv), rounds, ties, one_in, sums);
            }
            return;
        }
    };
    sums[place] = sums[place].plus(Fraction::new(1, one_in).unwrap()).unwrap();
}

fn no_values(_: &Lines, _: &Board) -> Result<Valued<Lines>, Unknown> {
    Err(Unknown)
}

/// Two players with these foresights.
fn players(game: &Lines, rounds: [u32; 2], ties: Ties, budget: Budget) -> Both<'_, Lines> {
    let [first, second] = rounds.map(|it| Player::foresight(it, ties));
    let roster = LookAhead::new(Known::new(game, no_values, budget));
    Both::named(&roster, &first, &second).unwrap()
}

/// The exact chances of the first side by the duel.
fn parts(game: &Lines, board: &Board, rounds: [u32; 2], ties: Ties) -> Parts {
    let budget = Budget::unlimited();
    let mut both = players(game, rounds, ties, budget.clone());
    match duel::chances(game, &mut both, board, &budget) {
        Ok(Chances::Exact(parts)) => parts,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_w2_position_of_the_small_games_agrees_with_every_play() {
    let mut checked = 0;
    for preset in ["tictactoe", "bottom2"] {
        for along in ["rcd", "rc", "rd", "cd"] {
            let game = Lines::named(&format!("{preset}:along={along}")).unwrap();
            let budget = Budget::unlimited();
            let table = Table::solve(&game, &budget, &Silent).unwrap();
            let layers = table.layers(&game, &budget, &Silent).unwrap();
            let mut w2 = Vec::new();
            for place in 0..table.len() {
                let (board, _) = table.at(&game, place);
                let least = layers.of(&game, &board).unwrap().least(&game, &board);
                if least == Some(2) && board != game.start() {
                    w2.push(board);
                }
            }
            for board in w2 {
                for ties in [Ties::Any, Ties::Fastest] {
                    for rounds in [[1, 2], [2, 2], [3, 2], [1, 3], [2, 3], [3, 3]] {
                        let mut sums = [Fraction::ZERO; 3];
                        every_play(&game, &board, rounds, ties, 1, &mut sums);
                        let parts = parts(&game, &board, rounds, ties);
                        let found = [parts.wins(), parts.draws(), parts.losses()];
                        assert_eq!(found, sums, "{rounds:?} {}", game.write_position(&board));
                        let all = sums[0].plus(sums[1]).unwrap().plus(sums[2]).unwrap();
                        assert_eq!(all, Fraction::ONE);
                        checked += 1;
                    }
                }
            }
        }
    }
    // The reference sizes of W_2: 36 + 1 + 1 in Tic-Tac-Toe, 20 + 9 + 1 in Bottom-2.
    assert_eq!(checked, (36 + 1 + 1 + 20 + 9 + 1) * 12);
}

fn is_open(game: &Lines, board: &Board) -> bool {
    matches!(game.turn(board), Turn::Play(_))
}

/// A policy that is never sure to win, so that duels are played to their end.
struct PlayedOut<'a>(Both<'a, Lines>);

impl Policy<Lines> for PlayedOut<'_> {
    fn weights(&mut self, seen: &Seen<'_, Lines>, out: &mut Weights<Lines>) -> Result<(), Unknown> {
        self.0.weights(seen, out)
    }
}

#[test]
fn what_a_player_is_sure_of_comes_out_when_played_out() {
    let mut sure = 0;
    let games = ["connect4", "connect4:rows=5,cols=5,line=loses", "tictactoe:rows=4,cols=4"];
    for (name, least_stones) in games.into_iter().zip([28, 14, 8]) {
        let game = Lines::named(name).unwrap();
        let perfect = |game: &Lines, board: &Board| -> Result<Valued<Lines>, Unknown> {
            let study = Search::new(game).study(board, &Budget::unlimited(), &Silent);
            Ok(study.moves.iter().map(|it| (it.0, it.1.exact().unwrap())).collect())
        };
        let mut random = SplitMix::new(4);
        for count in 0..60 {
            let mut board = game.start();
            let stones = least_stones + count % 4;
            while board.n_stones() < stones && is_open(&game, &board) {
                board = game.after(&board, random.pick(&moves(&game, &board)).unwrap());
            }
            let budget = Budget::unlimited();
            let roster = LookAhead::new(Known::new(&game, perfect, budget.clone()));
            let foresight = |rounds| Player::foresight(rounds, Ties::Any);
            let fastest = Player::foresight(2, Ties::Fastest);
            for pair in [
                [foresight(1), foresight(2)],
                [foresight(3), fastest],
                [Player::perfect(), foresight(2)],
                [Player::random(), Player::perfect()],
            ] {
                let both = || Both::named(&roster, &pair[0], &pair[1]).unwrap();
                let found = duel::chances(&game, &mut both(), &board, &budget);
                let played = duel::chances(&game, &mut PlayedOut(both()), &board, &budget);
                assert_eq!(found, played, "{pair:?} {}", game.write_position(&board));
                if is_open(&game, &board) {
                    sure += u32::from(both().is_sure_to_win(&Seen::at(&game, &board)).unwrap());
                }
            }
        }
    }
    assert!(sure > 50, "{sure}");
}

#[test]
fn two_hundred_positions_of_larger_games_agree_with_a_hundred_thousand_plays() {
    let games = [
        ("tictactoe:rows=4,cols=4", 8..14),
        ("bottom2:rows=4,cols=4,along=cd", 6..13),
        ("connect3:along=rd", 4..12),
        ("connect4:rows=5,cols=5", 14..22),
    ];
    let mut tested = 0;
    for (name, stones) in games {
        let game = Lines::named(name).unwrap();
        let mut random = SplitMix::new(7);
        let mut found = 0;
        while found < 50 {
            let wanted = stones.start + random.below(u64::from(stones.end - stones.start)) as u32;
            let mut board = game.start();
            while board.n_stones() < wanted {
                let Some(mv) = random.pick(&moves(&game, &board)) else { break };
                board = game.after(&board, mv);
            }
            if board.n_stones() < wanted || !matches!(game.turn(&board), Turn::Play(_)) {
                continue;
            }
            found += 1;
            let rounds = [1 + random.below(2) as u32, 1 + random.below(3) as u32];
            let parts = parts(&game, &board, rounds, Ties::Any);
            let mut players = Kept {
                both: players(&game, rounds, Ties::Any, Budget::unlimited()),
                known: std::collections::HashMap::new(),
            };
            let plays = 100_000;
            let sample =
                duel::sample(&game, &mut players, &board, (plays, 11), &Budget::unlimited())
                    .unwrap();
            assert_eq!(sample.plays(), plays);
            for (count, chance) in [(sample.wins, parts.wins()), (sample.draws, parts.draws())] {
                let chance = chance.to_f64();
                let error = (chance * (1.0 - chance) / plays as f64).sqrt();
                let off = (count as f64 / plays as f64 - chance).abs();
                assert!(off <= 4.0 * error + 1e-12, "{name} {off} {chance} {rounds:?}");
            }
            tested += 1;
        }
    }
    assert_eq!(tested, 200);
}

/// Caches the weights of players, so that many plays are fast.
struct Kept<P> {
    both: P,
    known: std::collections::HashMap<Board, Weights<Lines>>,
}

impl<P: Policy<Lines>> Policy<Lines> for Kept<P> {
    fn weights(&mut self, seen: &Seen<'_, Lines>, out: &mut Weights<Lines>) -> Result<(), Unknown> {
        if !self.known.contains_key(seen.position) {
            let mut weights = Vec::new();
            self.both.weights(seen, &mut weights)?;
            self.known.insert(*seen.position, weights);
        }
        out.extend_from_slice(&self.known[seen.position]);
        Ok(())
    }
}

#[test]
fn the_figures_of_the_paper() {
    let looks = |name: &str, text: &str, rounds: u32| -> Vec<(String, Look)> {
        let game = Lines::named(name).unwrap();
        let board = game.read_position(text).unwrap();
        let looks = Sight::new(&game, Budget::unlimited()).looks(&board, rounds).unwrap();
        looks.into_iter().map(|(mv, look)| (game.write_move(&board, mv), look)).collect()
    };
    // Figure 2: depth 1 gives 0 everywhere. Figure 3: depth 2 gives 0 for the centre.
    let empty = ".../.../...";
    assert!(looks("tictactoe", empty, 1).iter().all(|it| it.1 == Look::Open(0)));
    for (mv, look) in looks("tictactoe", empty, 2) {
        assert_eq!(look, Look::Open(if mv == "b2" { 0 } else { -2 }), "{mv}");
    }
    // Figure 4.
    let (name, board) = ("connect4:rows=5,cols=5", "o...o/x.x.x/x.o.x/xxoxo/oooxo");
    let open = |list: [i32; 3]| list.map(Look::Open).to_vec();
    let only = |rounds| looks(name, board, rounds).into_iter().map(|it| it.1).collect::<Vec<_>>();
    assert_eq!(only(1), open([5, 6, 2]));
    assert_eq!(only(2), open([3, 6, 0]));
    let three = only(3);
    assert!(matches!(three[0], Look::Win(5)) && three[1..] == open([0, 0, 0])[..2]);
}

#[test]
fn what_takes_too_long_is_not_known() {
    let game = Lines::named("connect4").unwrap();
    let budget = Budget::unlimited().with_nodes(1000);
    let mut both = players(&game, [2, 2], Ties::Any, budget.clone());
    assert_eq!(duel::chances(&game, &mut both, &game.start(), &budget), Err(Unknown));
}

#[test]
fn fractions_that_overflow_become_certified_bounds() {
    /// Weights that differ for all positions, so that denominators multiply.
    struct Odd;
    impl Policy<Lines> for Odd {
        fn weights(
            &mut self,
            seen: &Seen<'_, Lines>,
            out: &mut Weights<Lines>,
        ) -> Result<(), Unknown> {
            let weight = |i: usize| 1_000_003 + 2 * seen.position.n_stones() * 64 + i as u32;
            out.extend(seen.legal().into_iter().enumerate().map(|(i, mv)| (mv, weight(i))));
            Ok(())
        }
    }
    let game = Lines::named("tictactoe").unwrap();
    let budget = Budget::unlimited();
    let chances = duel::chances(&game, &mut Odd, &game.start(), &budget).unwrap();
    let Chances::Bounded { win, draw, loss } = chances else { panic!("{chances:?}") };
    // Play is nearly uniform: 0.5849…, 0.2881… and 0.1269… are known for random players.
    assert!((win.middle() - 0.584_921).abs() < 1e-3 && (loss.middle() - 0.288_095).abs() < 1e-3);
    assert!(win.error() < 1e-12 && draw.error() < 1e-12 && loss.error() < 1e-12);
    assert!(win.low + draw.low + loss.low <= 1.0 && win.high + draw.high + loss.high >= 1.0);
}

/// Enumerates every play in which one side, if any, copies the last move and the rest is
/// random. Adds up the probabilities of the first side's wins, draws and losses.
fn every_copied_play(
    game: &Lines,
    board: &Board,
    copycat: Option<Side>,
    (before, chance): (Option<Place>, f64),
    sums: &mut [f64; 3],
) {
    let place = match game.turn(board) {
        Turn::Over(Outcome::Win(Side::First)) => 0,
        Turn::Over(Outcome::Draw) => 1,
        Turn::Over(Outcome::Win(Side::Second)) => 2,
        _ => {
            let copied = before.filter(|_| copycat == Some(game.side(board)));
            let chosen = copies(game, board, copied);
            let chance = chance / chosen.len() as f64;
            for mv in chosen {
                every_copied_play(game, &game.after(board, mv), copycat, (Some(mv), chance), sums);
            }
            return;
        }
    };
    sums[place] += chance;
}

#[test]
fn who_remembers_is_told_how_each_play_went() {
    let game = Lines::named("connect3:rows=3,cols=3").unwrap();
    let plays = 100_000;
    for text in [".../.../...", ".../.../x..", ".../.../xo."] {
        let start = game.read_position(text).unwrap();
        let played = |copycat| {
            let mut sums = [0.0; 3];
            every_copied_play(&game, &start, copycat, (None, 1.0), &mut sums);
            assert!((sums.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{sums:?}");
            sums
        };
        for side in [Side::First, Side::Second] {
            let mut both = match side {
                Side::First => Both::new(Box::new(Copycat { start }), Box::new(Random)),
                Side::Second => Both::new(Box::new(Random), Box::new(Copycat { start })),
            };
            assert!(!both.is_memoryless());
            let budget = Budget::unlimited();
            let sample = duel::sample(&game, &mut both, &start, (plays, 5), &budget).unwrap();
            let (known, forgetful) = (played(Some(side)), played(None));
            for (count, chance) in [sample.wins, sample.draws, sample.losses].into_iter().zip(known)
            {
                let error = (chance * (1.0 - chance) / plays as f64).sqrt();
                let off = (count as f64 / plays as f64 - chance).abs();
                assert!(off <= 4.0 * error + 1e-12, "{text} {side:?}: {count}, not {chance}");
            }
            let apart = known.iter().zip(forgetful).map(|(it, other)| (it - other).abs());
            assert!(apart.fold(0.0, f64::max) > 0.02, "{text} {side:?}: memory does not matter");
        }
    }
}
