//! Compares the chances of all positions by one sweep with fractions of single positions.

use spar_challenge::chance::{Chances, Fraction};
use spar_challenge::duel::{ChanceTable, DuelQuestion, Exact, Pairing, UNITS};
use spar_challenge::players::{Known, LookAhead};
use spar_challenge::policy::{Both, Player, Ties, Unknown};
use spar_games::lines::{Board, Lines};
use spar_rules::{Game, Outcome, Side, Turn};
use spar_solve::explicit::Table;
use spar_solve::{Budget, Silent};

type Valued = Vec<(<Lines as Game>::Move, spar_rules::Value)>;

/// For every `step`-th position, checks that the sweep's chances bound the exact ones and are
/// exact if they claim to be.
fn check(name: &str, pairings: &[Pairing], step: usize) {
    let game = Lines::named(name).unwrap();
    let budget = Budget::unlimited();
    let table = Table::solve(&game, &budget, &Silent).unwrap();
    let outcomes = [Outcome::Win(Side::First), Outcome::Draw, Outcome::Win(Side::Second)];
    let ask = |pairing: &Pairing| {
        outcomes.map(|outcome| DuelQuestion { pairing: pairing.clone(), outcome })
    };
    let questions: Vec<DuelQuestion> = pairings.iter().flat_map(ask).collect();
    let rates = ChanceTable::sweep(&table, &game, &questions, &budget, &Silent).unwrap();
    for (index, pairing) in pairings.iter().enumerate() {
        let by_table = |game: &Lines, here: &Board| -> Result<Valued, Unknown> {
            let value = |position: &Board| Ok(table.value(game, position));
            let valued = spar_solve::whole::move_values(game, here, value);
            Ok(valued.unwrap().unwrap())
        };
        let roster = LookAhead::new(Known::new(&game, by_table, budget.clone()));
        let mut both = Both::named(&roster, &pairing.first, &pairing.second).unwrap();
        let mut exact = Exact::new(&game, budget.clone());
        let mut by_sweep = Exact::new(&game, budget.clone());
        let (mut seen, mut checked) = (0, 0);
        rates.each(|rated| {
            seen += 1;
            if !matches!(game.turn(&rated.position), Turn::Play(_)) || seen % step != 0 {
                return;
            }
            let chances = exact.chances(&mut both, &rated.position).unwrap();
            let Chances::Exact(parts) = chances else { panic!("{name}: no fractions") };
            let again = by_sweep.chances(&mut rates.players(3 * index), &rated.position).unwrap();
            assert_eq!(again, chances, "{name} {pairing:?} {:?}", rated.position);
            let fractions = [parts.wins(), parts.draws(), parts.losses()];
            for (outcome, fraction) in fractions.into_iter().enumerate() {
                let rate = rated.rate(3 * index + outcome);
                let units = |units: u32| Fraction::new(units.into(), UNITS.into()).unwrap();
                let (low, high) = (units(rate.units), units(rate.units + rate.error));
                assert!(low <= fraction && fraction <= high, "{name} {pairing:?} {rate:?}");
            }
            checked += 1;
        });
        assert!(checked > 100, "{name}: only {checked}");
    }
}

fn pairing(first: Player, second: Player) -> Pairing {
    Pairing { first, second }
}

#[test]
fn a_sweep_and_single_duels_agree() {
    let ahead = |rounds, ties| Player::foresight(rounds, ties);
    let any = |a, b| pairing(ahead(a, Ties::Any), ahead(b, Ties::Any));
    let fastest = |a, b| pairing(ahead(a, Ties::Fastest), ahead(b, Ties::Fastest));
    check("tictactoe", &[any(1, 2), fastest(2, 1), any(3, 2)], 1);
    check("tictactoe", &[pairing(Player::perfect(), Player::random()), any(5, 4)], 1);
    check("bottom2", &[any(1, 3), fastest(1, 3), any(0, 2)], 1);
    check("tictactoe:line=loses", &[any(2, 1), pairing(Player::random(), Player::perfect())], 1);
    check("connect3:along=rc", &[any(1, 3), any(2, 3), fastest(3, 2)], 7);
    check("bottom2:rows=4,cols=4,along=cd", &[any(3, 2), fastest(1, 2)], 911);
    check(
        "connect4:rows=4,cols=5",
        &[any(2, 3), pairing(ahead(4, Ties::Any), Player::perfect())],
        1009,
    );
}
