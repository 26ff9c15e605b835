//! Compares exported models with files that a model checker has read.

use crate::boards::Board;
use spar_solve::mdp::general::Model;
use spar_solve::mdp::general::export::{
    Export, ExportError, Numbers, RewardFile, property, write_drn, write_prism_labels,
    write_prism_rewards, write_prism_states, write_prism_transitions, write_storm_labels,
    write_storm_rewards, write_storm_transitions,
};

fn export(model: &Model, numbers: Numbers) -> Export<'_> {
    let goals = model.states().map(|s| model.is_terminal(s)).collect();
    let action_names = &["one", "die", "two"];
    Export { model, start: 0, goals, reward_name: "turns", action_names, numbers }
}

fn text<T>(write: impl FnOnce(&mut String) -> Result<T, ExportError>) -> String {
    let mut out = String::new();
    write(&mut out).unwrap();
    out
}

#[test]
fn a_small_board_is_written_as_storm_reads_it() {
    let model = Board::new(5, &[(1, 3)]).alone();
    let fractions = export(&model, Numbers::Fractions);
    assert_eq!(text(|out| write_drn(&fractions, out)), include_str!("../data/track5.drn"));
    let lines = text(|out| write_storm_transitions(&fractions, out));
    assert!(lines.starts_with("mdp\n0 0 3 1\n0 1 0 1/3\n0 1 2 1/6\n"), "{lines}");
    assert!(lines.ends_with("3 2 3 1\n4 0 4 1\n"), "{lines}");
    let labels = "#DECLARATION\ninit goal\n#END\n0 init\n4 goal\n";
    assert_eq!(text(|out| write_storm_labels(&fractions, out)), labels);
    assert_eq!(text(|out| write_storm_rewards(&fractions, out)), "0 1\n1 1\n2 1\n3 1\n");
}

#[test]
fn a_small_board_is_written_as_prism_reads_it() {
    let model = Board::new(5, &[(1, 3)]).alone();
    let decimals = export(&model, Numbers::Decimals);
    let first = "5 13 28\n0 0 3 1 one\n0 1 0 0.33333333333333331 die\n\
                 0 1 2 0.16666666666666666 die\n0 1 3 0.33333333333333331 die\n\
                 0 1 4 0.16666666666666666 die\n0 2 0 0.83333333333333337 two\n\
                 0 2 2 0.027777777777777776 two\n0 2 3 0.055555555555555552 two\n\
                 0 2 4 0.083333333333333329 two\n";
    let lines = text(|out| write_prism_transitions(&decimals, out));
    assert!(lines.starts_with(first), "{lines}");
    assert_eq!(lines.lines().count(), 29);
    let states = text(|out| write_prism_states(&decimals, "sq", out));
    assert_eq!(states, "(sq)\n0:(0)\n1:(1)\n2:(2)\n3:(3)\n4:(4)\n");
    let labels = "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n4: 2\n";
    assert_eq!(text(|out| write_prism_labels(&decimals, out)), labels);
    assert_eq!(text(|out| write_prism_rewards(&decimals, out)), "5 4\n0 1\n1 1\n2 1\n3 1\n");
    assert_eq!(property(&decimals), "R{\"turns\"}min=? [F \"goal\"]");
}

#[test]
fn rewards_that_differ_by_action_stand_at_actions() {
    use spar_solve::mdp::general::{Action, Owner, State};
    let actions = vec![Action::sure(-1.0, 1), Action::whole(0.5, vec![(0, 1), (1, 1)])];
    let model = Model::new(vec![State::Choice(Owner::Max, actions), State::Terminal]).unwrap();
    let export = export(&model, Numbers::Fractions);
    let drn = text(|out| write_drn(&export, out));
    assert!(drn.contains("state 0 [0] init\n\taction one [-1]\n\t\t1 : 1\n\taction die [0.5]\n"));
    let mut out = String::new();
    assert_eq!(write_prism_rewards(&export, &mut out).unwrap(), RewardFile::Transitions);
    assert_eq!(out, "2 3 3\n0 0 1 -1\n0 1 0 0.5\n0 1 1 0.5\n");
}

#[test]
fn games_for_two_are_refused() {
    let model = Board::new(4, &[]).game();
    let refused = write_drn(&export(&model, Numbers::Fractions), &mut String::new());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the model has two deciders, and these formats know one"
    );
}
