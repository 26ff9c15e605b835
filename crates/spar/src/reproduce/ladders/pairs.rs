//! Two pieces on the paper's board: Figure 5, and winning chances.

use super::finding::{Finding, FindingCell, Value, column};
use super::{LaddersStudy, track};
use crate::fault::Fault;
use crate::reproduce::Unfinished;
use spar_solve::mdp::track::pairs::{
    PairPolicy, Payoff, Quits, Rival, Setting, best_response, both_best, follow,
};
use spar_solve::mdp::track::{Policy, Track, turns};
use spar_solve::{Budget, Interval, SolveError};

/// The maximum width of the bounds of a chance.
const WIDTH: f64 = 1e-11;

fn fastest(track: &Track, budget: &Budget) -> Result<Policy, SolveError> {
    turns::fewest(track, 1e-12, budget, &spar_solve::Silent).map(|it| it.policy)
}

pub(super) fn figure_5(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let (budget, silent) = (&study.context.budget, &spar_solve::Silent);
    let track = track(&[("overflow", "rejump")])?;
    let both = both_best(&track, WIDTH, budget, silent)?;
    let fastest = fastest(&track, budget)?;
    let setting = Setting::wins(Rival::Alone(&fastest));
    let response = best_response(&track, &setting, WIDTH, budget, silent)?;
    let mut finding = Finding::new(
        "figure-5",
        "Figure 5: the action on each square of the mover, for squares 0 to 19 of the other",
        vec![
            "The caption says: the best response to the player of Table I. The figure shows instead \
             best play of both sides, who move in turn, in all 400 cells (first best action, T \
             where somebody has arrived). The best response agrees in 353 of the 361 cells with a \
             decision.",
        ],
        vec![
            column("mover", &["mover"]),
            column("printed ", &["printed"]),
            column("both at their best ", &["both_best"]),
            column("best response ", &["best_response"]),
            column("differs ", &["differs_at"]),
        ],
    );
    let letters = |policy: &PairPolicy, own: usize| -> String {
        let letter = |other| track.actions()[usize::from(policy.action(own, other))].letter;
        (0..track.n()).map(letter).collect()
    };
    let mut agreeing = 0;
    for (own, printed) in study.figures.figure_5.iter().enumerate() {
        let (ours, theirs) = (letters(&both.policy, own), letters(&response.policy, own));
        for (other, known) in printed.char_indices() {
            let what = format!("mover on {own}, other on {other}");
            finding.same(what, &ours[other..=other], &known.to_string());
        }
        let differs = |other: &usize| theirs.as_bytes()[*other] != printed.as_bytes()[*other];
        let decided = if own == track.goal() { 0 } else { track.goal() };
        let differing: Vec<usize> = (0..decided).filter(differs).collect();
        agreeing += decided - differing.len();
        let text = differing.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let squares = differing.into_iter().map(|it| it as u64).collect();
        finding.row([
            FindingCell::count(own),
            FindingCell::text(printed),
            FindingCell::text(ours),
            FindingCell::text(theirs),
            FindingCell { text, values: vec![Value::Counts(squares)] },
        ]);
    }
    finding.same("cells of the best response", &agreeing.to_string(), "353");
    Ok(vec![finding])
}

pub(super) fn values(study: &LaddersStudy<'_>) -> Result<Vec<Finding>, Unfinished> {
    let (budget, silent) = (&study.context.budget, &spar_solve::Silent);
    let track = track(&[])?;
    let alone = turns::fewest(&track, 1e-12, budget, silent)?;
    let (fastest, novice) = (alone.policy.clone(), Policy::novice(&track).map_err(Fault::from)?);
    let table_1 = PairPolicy::alone(&fastest);
    let both = both_best(&track, WIDTH, budget, silent)?;
    let against = |rival: &Policy, payoff: Payoff| {
        let setting = Setting { rival: Rival::Alone(rival), quits: Quits::Never, payoff };
        best_response(&track, &setting, WIDTH, budget, silent).map(|it| it.chances)
    };
    let following = |policy: &PairPolicy, rival: &Policy| {
        let setting = Setting::wins(Rival::Alone(rival));
        follow(&track, policy, &setting, WIDTH, budget, silent).map(|it| it.at(0, 0))
    };
    let response = against(&fastest, Payoff::WIN)?;
    let response_to_novice = against(&novice, Payoff::WIN)?;
    let at_once = |common: f64| against(&fastest, Payoff::at_once(common)).map(|it| it.at(0, 0));
    let found: [(&str, &str, Interval); 12] = [
        ("expected_turns", "expected turns, alone", alone.at(0)),
        (
            "both_fewest_turns",
            "both play Table I, chance of the first mover",
            following(&table_1, &fastest)?,
        ),
        ("best_first", "best response to Table I, moving first", response.at(0, 0)),
        ("best_second", "the same, moving second", response.second(0, 0)),
        ("at_once_half", "both at once, common arrival 1/2", at_once(0.5)?),
        ("at_once_nothing", "both at once, common arrival 0", at_once(0.0)?),
        ("figure_5_first", "Figure 5 against Table I, first", following(&both.policy, &fastest)?),
        ("novice_first", "best response to Equation 11, first", response_to_novice.at(0, 0)),
        ("novice_second", "the same, second", response_to_novice.second(0, 0)),
        (
            "table_1_against_novice",
            "Table I against Equation 11, first",
            following(&table_1, &novice)?,
        ),
        ("at_17_18", "17 against 18, to move (paper: 1/6)", response.at(17, 18)),
        ("both_best", "both at their best, chance of the first mover", both.chance(0, 0)),
    ];
    let mut finding = Finding::new(
        "values",
        "Turns and chances on the paper's board, both on square 0 unless said",
        vec![
            "Each is certified to 1e-11. If both move at once and a common arrival is a win for \
             us, our chance is that of the first mover in turn.",
        ],
        vec![column("what ", &["what"]), column("ours", &["low", "high"])],
    );
    for (key, what, chance) in found {
        let known = study.figures.values.get(key).map_or("", String::as_str);
        let cell = finding.same_bounds(what, chance, known);
        finding.row([FindingCell::text(what), cell]);
    }
    Ok(vec![finding])
}
