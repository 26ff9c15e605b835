//! Tables II and III, for random boards of a thousand squares.

use super::finding::{Finding, FindingCell, Value, column};
use super::paper::BoardFamily;
use super::{LaddersStudy, random};
use crate::fault::Fault;
use crate::reproduce::Unfinished;
use rayon::prelude::*;
use spar_solve::mdp::track::pairs::{
    PairPolicy, PairSweeps, Payoff, Quits, Rival, Setting, best_response, follow,
};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Silent};

const SQUARES: usize = 1000;

/// The seeds of the boards in each family: all for Table II, the first three for Table III.
const SEEDS: [u64; 4] = [1, 2, 3, 4];
const QUITTING_SEEDS: usize = 3;

/// The number of boards in each family for Table III without `--full`.
const QUICK_SEEDS: usize = 1;

/// The maximum width of the bounds of a chance.
const WIDTH: f64 = 1e-7;

/// Calls a function for each board of all families, in parallel. The results are in the order
/// of families and seeds.
fn each_board<T: Send>(
    study: &LaddersStudy<'_>,
    n_seeds: usize,
    work: impl Fn(&Track, &Budget) -> Result<T, Unfinished> + Sync,
) -> Result<Vec<Vec<T>>, Unfinished> {
    let budget = &study.context.budget;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(budget.threads).build();
    let pool = pool.map_err(|error| Fault::new(format!("cannot start threads: {error}")))?;
    let family = |family: &BoardFamily| {
        let seeds = SEEDS[..n_seeds].par_iter();
        let one = |seed: &u64| {
            let track = random(SQUARES, family.percent, family.longest, *seed)?;
            work(&track, budget)
        };
        seeds.map(one).collect::<Result<Vec<T>, Unfinished>>()
    };
    pool.install(|| study.figures.family.par_iter().map(family).collect())
}

/// The fastest policy's turns and chance against itself, and the best response's chances when
/// moving first and second.
type Seats = [f64; 4];

fn seats(track: &Track, budget: &Budget) -> Result<Seats, Unfinished> {
    let alone = turns::fewest(track, 1e-10, budget, &Silent)?;
    let setting = Setting::wins(Rival::Alone(&alone.policy));
    let own = PairPolicy::alone(&alone.policy);
    let itself = follow(track, &own, &setting, WIDTH, budget, &Silent)?;
    let best = best_response(track, &setting, WIDTH, budget, &Silent)?.chances;
    let chances = [itself.at(0, 0), best.at(0, 0), best.second(0, 0)];
    let [itself, first, second] = chances.map(spar_solve::Interval::middle);
    Ok([alone.at(0).middle(), itself, first, second])
}

pub(super) fn table_2(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let found = each_board(study, SEEDS.len(), seats)?;
    let printed: Vec<String> = study.figures.table_2.iter().map(u32::to_string).collect();
    let mut finding = Finding::new(
        "table-2",
        format!("Table II (printed: {}) over random boards", printed.join(", ")),
        vec![
            "Boards of 1000 squares, seeds 1 to 4. Percent: ladders, and as many snakes, in a hundred \
             squares. Lowest to highest chance to win against the fastest policy: of itself, first \
             seat, and of the best response. By dynamic programming, certified to 1e-7; no games \
             were played. The paper's board is not given; its gain of 3 points lies within these.",
        ],
        vec![
            column("percent", &["percent"]),
            column("longest", &["longest"]),
            column("turns ", &["turns_lowest", "turns_highest"]),
            column("fastest, first ", &["fastest_first_lowest", "fastest_first_highest"]),
            column("best, first ", &["best_first_lowest", "best_first_highest"]),
            column("second ", &["best_second_lowest", "best_second_highest"]),
            column("average ", &["best_average_lowest", "best_average_highest"]),
        ],
    );
    for (family, boards) in study.figures.family.iter().zip(found) {
        let name = format!("{} %, jumps up to {}", family.percent, family.longest);
        let mut range = |what: &str, known: &str, of: &dyn Fn(&Seats) -> f64| {
            let all = || boards.iter().map(of);
            let (low, high) = known.split_once(' ').unwrap_or((known, known));
            let low = finding.same_number(
                format!("lowest {what}, {name}"),
                all().fold(f64::INFINITY, f64::min),
                low,
            );
            let high = finding.same_number(
                format!("highest {what}, {name}"),
                all().fold(f64::NEG_INFINITY, f64::max),
                high,
            );
            let text = format!("{} to {}", low.text.trim_end_matches(" ="), high.text);
            FindingCell::both(text, low, high)
        };
        let cells = [
            FindingCell::count(family.percent),
            FindingCell::count(family.longest),
            range("turns", &family.turns, &|it| it[0]),
            range("fastest", &family.fastest, &|it| it[1]),
            range("first", &family.first, &|it| it[2]),
            range("second", &family.second, &|it| it[3]),
            range("average", &family.average, &|it| f64::midpoint(it[2], it[3])),
        ];
        finding.row(cells);
    }
    Ok(vec![finding])
}

/// Wins, losses and quits in percent.
type Ends = [f64; 3];

/// The results of a policy against a player who gives up when the pieces are too far apart.
fn ends(
    track: &Track,
    policy: &PairPolicy,
    rival: Rival<'_>,
    quits: Quits<'_>,
    budget: &Budget,
) -> Result<Ends, Unfinished> {
    let share = |payoff| {
        let setting = Setting { rival, quits, payoff };
        let found = follow(track, policy, &setting, WIDTH, budget, &Silent)?;
        Ok::<f64, Unfinished>(100.0 * found.at(0, 0).middle())
    };
    let (win, loss) = (share(Payoff::WIN)?, share(Payoff::LOSS)?);
    // The other player always finishes, so there is no other result.
    Ok([win, loss, 100.0 - win - loss])
}

/// The expected turns of the fastest policy and of the opponent; the results of the fastest
/// policy, of the best response without quitting, and of the best response with quitting.
struct Quitting {
    turns: [f64; 2],
    ends: [Ends; 3],
}

fn quitting(track: &Track, budget: &Budget) -> Result<Quitting, Unfinished> {
    let alone = turns::fewest(track, 1e-10, budget, &Silent)?;
    let novice = Policy::novice(track).map_err(Fault::from)?;
    let rival = Rival::Alone(&novice);
    let quits = Quits::Apart(track.n() / 2);
    let of = |policy: &PairPolicy| ends(track, policy, rival, quits, budget);
    let wins = for_wins(track, rival, budget)?;
    let setting = Setting { rival, quits, payoff: Payoff::WIN };
    let keeps = best_response(track, &setting, WIDTH, budget, &Silent)?.policy;
    let theirs = turns::of_policy(track, &novice, budget)?[0].middle();
    Ok(Quitting {
        turns: [alone.at(0).middle(), theirs],
        ends: [of(&PairPolicy::alone(&alone.policy))?, of(&wins)?, of(&keeps)?],
    })
}

/// The best response without quitting. When far ahead, nearly all actions win with nearly the
/// same chance, but not all keep the opponent in the game. Ties are broken within 1e-12, as for
/// the figures that ours are compared with.
fn for_wins(track: &Track, rival: Rival<'_>, budget: &Budget) -> Result<PairPolicy, Unfinished> {
    let mut sweeps = PairSweeps::new(track, &Setting::wins(rival), 0.0);
    while sweeps.sweep() > 1e-13 {
        if budget.is_stopped() {
            return Err(Unfinished::Stopped);
        }
    }
    Ok(sweeps.policy_within(1e-12))
}

pub(super) fn table_3(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let n_seeds = if study.full { QUITTING_SEEDS } else { QUICK_SEEDS };
    let found = each_board(study, n_seeds, quitting)?;
    let mut finding = Finding::new(
        "table-3",
        format!("Table III (printed: {}) over random boards", study.figures.table_3.join(" and ")),
        vec![
            "Wins/losses/quits in percent against the player of Equation 11, which gives up when \
             the pieces are 500 squares apart after a full turn; arrival is decided first, we move \
             first. Fastest: the policy of fewest turns. Wins: the best response that knows no \
             quitting (ties within 1e-12: with ties within 1e-9 the first row has 56.5 wins). Keeps: the best that does. Where one jump can cross the distance, as with \
             jumps up to 500, even the best loses half of the games to quitting.",
        ],
        vec![
            column("percent", &["percent"]),
            column("longest", &["longest"]),
            column("seed", &["seed"]),
            column("turns, ours", &["turns"]),
            column("theirs", &["turns_of_other"]),
            column("fastest ", &["fastest_win", "fastest_loss", "fastest_quit"]),
            column("wins ", &["wins_win", "wins_loss", "wins_quit"]),
            column("keeps ", &["keeps_win", "keeps_loss", "keeps_quit"]),
        ],
    );
    for (family, boards) in study.figures.family.iter().zip(found) {
        for (board, (known, seed)) in boards.iter().zip(family.quitting.iter().zip(SEEDS)) {
            let known: Vec<&str> = known.split(' ').collect();
            let place = format!("{} %, up to {}, seed {seed}", family.percent, family.longest);
            let mut cells = vec![
                FindingCell::count(family.percent),
                FindingCell::count(family.longest),
                FindingCell::count(seed),
            ];
            for (ours, known) in board.turns.iter().zip(&known) {
                cells.push(finding.same_number(format!("turns, {place}"), *ours, known));
            }
            for (ends, known) in board.ends.iter().zip(&known[2..]) {
                let ours = ends.map(|it| format!("{:.1}", it.abs())).join("/");
                let mark = finding.same(format!("ends, {place}"), &ours, known);
                let values = ends.iter().map(|it| Value::Number(it.abs())).collect();
                cells.push(FindingCell { text: format!("{ours} {mark}"), values });
            }
            finding.add(cells);
        }
    }
    finding.grouped = 2;
    Ok(vec![finding])
}
