//! Every game satisfies the laws.

use crate::rows;

#[test]
fn every_game_keeps_the_laws() {
    for row in rows() {
        row.variants.iter().for_each(|variant| (row.check_laws)(variant));
    }
}

#[test]
fn what_a_search_relies_on_is_true_in_every_position_of_small_games() {
    for row in rows() {
        row.small.iter().for_each(|variant| (row.check_tactics)(variant));
    }
}

#[test]
fn both_implementations_play_alike() {
    for row in rows() {
        row.variants.iter().for_each(|variant| (row.walk_together)(variant));
    }
}

#[test]
fn damaged_texts_are_read_or_refused() {
    for row in rows() {
        row.variants.iter().for_each(|variant| (row.check_texts)(variant));
    }
}
