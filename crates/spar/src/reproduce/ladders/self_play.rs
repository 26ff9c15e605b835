//! The paper's claim that self-play converges, and counterexamples.

use super::finding::{Finding, FindingCell, Value, column};
use super::{LaddersStudy, track};
use crate::reproduce::Unfinished;
use spar_games::ladders::{Ladders, Recipe, Setup, Shape};
use spar_rules::SplitMix;
use spar_solve::Silent;
use spar_solve::mdp::track::Track;
use spar_solve::mdp::track::pairs::{Course, Mirror, Updates, both_best};

/// The maximum number of sweeps.
const SWEEPS: u32 = 3000;

/// A board on which the sweeps do not converge: squares, jumps, the value of a simultaneous
/// arrival, the kind of updates, and the pair whose values are shown.
type Circle = (&'static str, &'static str, f64, Updates, (usize, usize));

/// All such boards in the table.
const CIRCLES: [Circle; 5] = [
    ("8", "1-0.2-6", 1.0, Updates::InPlace, (4, 0)),
    ("8", "1-0.2-6.3-0", 1.0, Updates::InPlace, (4, 0)),
    ("8", "2-0.4-6", 1.0, Updates::Jacobi, (4, 0)),
    ("3", "none", 0.0, Updates::InPlace, (0, 0)),
    ("3", "none", 0.0, Updates::Jacobi, (0, 0)),
];

/// How random boards are tested: the value of a simultaneous arrival, the kind of updates, the
/// largest board, and the number of boards with `--full`.
const COUNTED: [(f64, Updates, u32, usize); 6] = [
    (1.0, Updates::InPlace, 10, 4000),
    (1.0, Updates::Jacobi, 8, 6000),
    (0.5, Updates::InPlace, 8, 6000),
    (0.5, Updates::Jacobi, 8, 6000),
    (0.0, Updates::InPlace, 9, 300),
    (0.0, Updates::Jacobi, 9, 300),
];

/// The number of boards of each kind without `--full`.
const QUICK: usize = 300;

pub(super) fn self_play(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    Ok(vec![circles(study)?, counts(study)?])
}

fn word(updates: Updates) -> &'static str {
    match updates {
        Updates::InPlace => "in place",
        Updates::Jacobi => "Jacobi",
    }
}

// Long: it builds a table column by column.
fn circles(study: &LaddersStudy<'_>) -> Result<Finding, Unfinished> {
    let mut finding = Finding::new(
        "self-play",
        "Self-play as postulated does not always settle",
        vec![
            "Both move at once, and the policy that is being found is the other's as well; from \
             chances 0 and single steps, pairs from the goal down, first best action. Swept 3000 \
             times; then values and actions come back, to the last bit, with this period. The \
             last two columns: what the mover on the first square against the second does and \
             expects, after 3000 sweeps and after one more.",
        ],
        vec![
            column("board ", &["n", "jumps"]),
            column("common arrival", &["common_arrival"]),
            column("sweeps ", &["sweeps"]),
            column("period", &["period"]),
            column("pair ", &["mover", "other"]),
            column("at 3000 ", &["action_3000", "chance_3000"]),
            column("at 3001 ", &["action_3001", "chance_3001"]),
        ],
    );
    for (n, jumps, common, updates, pair) in CIRCLES {
        let settings = [("n", n), ("jumps", jumps)];
        let track = track(&settings[..if jumps == "none" { 1 } else { 2 }])?;
        let budget = &study.context.budget;
        let course = Mirror::new(&track, common, updates).run(SWEEPS, budget)?;
        let period = if let Course::Circles(period) = course { period } else { 0 };
        let mut mirror = Mirror::new(&track, common, updates);
        let mut flips = u32::MAX;
        for _ in 0..SWEEPS {
            flips = flips.min(mirror.sweep().1);
        }
        let shown = |mirror: &Mirror<'_>| {
            let action = usize::from(mirror.policy().action(pair.0, pair.1));
            let letter = track.actions()[action].letter;
            let chance = mirror.at(pair.0, pair.1);
            let values = vec![Value::Text(letter.to_string()), Value::Number(chance)];
            FindingCell { text: format!("{letter} {chance:.4}"), values }
        };
        let before = shown(&mirror);
        mirror.sweep();
        let board = format!("n={n} {jumps}");
        finding.same(format!("period on {board}"), &period.to_string(), "2");
        let still = if flips == 0 { "some sweep changes no action" } else { "all change actions" };
        finding.same(format!("sweeps on {board}"), still, "all change actions");
        finding.row([
            FindingCell::both(board, FindingCell::read(n), FindingCell::text(jumps)),
            FindingCell { text: common.to_string(), ..FindingCell::number(common, 1) },
            FindingCell::text(word(updates)),
            FindingCell::count(period),
            FindingCell::both(
                format!("{}, {}", pair.0, pair.1),
                FindingCell::count(pair.0),
                FindingCell::count(pair.1),
            ),
            before,
            shown(&mirror),
        ]);
    }
    Ok(finding)
}

fn counts(study: &LaddersStudy<'_>) -> Result<Finding, Unfinished> {
    let mut finding = Finding::new(
        "self-play-counts",
        format!("How often it settles on random boards, seed {}", study.seed),
        vec![
            "Boards of 4 squares and more, each with up to half as many ladders and snakes. With \
             the common arrival counted for both sides chances sum to more than 1; counted half, \
             the game is fair and has settled on every board; counted for nobody, it rarely \
             settles. Moving in turn, both at their best, there always is a value: certified.",
        ],
        vec![
            column("common arrival ", &["moves", "common_arrival"]),
            column("sweeps ", &["sweeps", "least_chance"]),
            column("largest n", &["largest_n"]),
            column("boards", &["boards"]),
            column("settled", &["settled"]),
            column("circles", &["circles"]),
            column("open", &["open"]),
        ],
    );
    let budget = &study.context.budget;
    for (common, updates, largest, in_full) in COUNTED {
        let n_boards = if study.full { in_full } else { in_full.min(QUICK) };
        let (mut settled, mut circles, mut open) = (0_u64, 0_u64, 0_u64);
        for track in boards(study.seed, largest, n_boards) {
            match Mirror::new(&track, common, updates).run(SWEEPS, budget)? {
                Course::Settled(_) => settled += 1,
                Course::Circles(_) => circles += 1,
                Course::Open => open += 1,
            }
        }
        if (common - 0.5).abs() < 1e-9 {
            finding.same("boards that do not settle", &(circles + open).to_string(), "0");
        }
        finding.row([
            FindingCell::both(
                common.to_string(),
                FindingCell::text("at once"),
                FindingCell::number(common, 1),
            ),
            FindingCell::both(
                word(updates).to_owned(),
                FindingCell::text(word(updates)),
                FindingCell::nothing(""),
            ),
            FindingCell::count(largest),
            FindingCell::large(n_boards as u64),
            FindingCell::large(settled),
            FindingCell::large(circles),
            FindingCell::large(open),
        ]);
    }
    add_moving_in_turn(study, &mut finding)?;
    Ok(finding)
}

/// Adds how often the game with turns in alternation has a certified value.
fn add_moving_in_turn(study: &LaddersStudy<'_>, finding: &mut Finding) -> Result<(), Unfinished> {
    let budget = &study.context.budget;
    let n_boards = if study.full { 3000 } else { QUICK };
    let (mut valued, mut least) = (0_u64, 1.0_f64);
    for track in boards(study.seed, 30, n_boards) {
        let both = both_best(&track, 1e-9, budget, &Silent)?;
        let chance = both.chance(0, 0);
        valued += u64::from(both.finishes && chance.width() < 1e-6);
        least = least.min(chance.low);
    }
    finding.same("boards with a certified value", &valued.to_string(), &n_boards.to_string());
    finding.row([
        FindingCell::both(
            "in turn".to_owned(),
            FindingCell::text("in turn"),
            FindingCell::nothing(""),
        ),
        FindingCell::both(
            format!("least {least:.4}"),
            FindingCell::nothing(""),
            FindingCell::number(least, 4),
        ),
        FindingCell::count(30_u64),
        FindingCell::large(n_boards as u64),
        FindingCell::large(valued),
        FindingCell::nothing(""),
        FindingCell::nothing(""),
    ]);
    Ok(())
}

/// Random boards of at most this many squares on which every square can reach the goal.
fn boards(seed: u64, largest: u32, count: usize) -> impl Iterator<Item = Track> {
    let mut random = SplitMix::new(seed);
    let next = move || {
        let n = 4 + random.below(u64::from(largest - 3)) as u32;
        let most = u64::from(n / 2 + 1);
        let (ladders, snakes) = (random.below(most) as u32, random.below(most) as u32);
        let recipe = Recipe { n, ladders, snakes, longest: n - 2, seed: random.next_u64() };
        let setup = Setup { shape: Shape::Random(recipe), ..Setup::default() };
        Ladders::new(setup).ok().map(|game| Track::of(&game))
    };
    std::iter::repeat_with(next).flatten().take(count)
}
