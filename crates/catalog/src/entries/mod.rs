//! The games of the catalogue: their parameters, rules in words, and constructors. No other
//! code outside `games` names a game, except `bench` and `reproduce`.

mod configured;
mod first;
mod ladders;
mod lines;

use crate::Entry;
use configured::{arranged, entry as entry_of, scored};
use spar_games::morris::Morris;
use spar_games::reversi::Reversi;
use spar_games::sim::Sim;
use spar_games::take::Take;
use spar_games::wolf::Wolf;

/// All games, in the order in which they are listed.
pub fn entries() -> Vec<Entry> {
    let mut entries = lines::entries();
    entries.extend([
        ladders::entry(),
        entry_of::<Take>(arranged::<Take>, &first::TAKE),
        entry_of::<Sim>(arranged::<Sim>, &first::SIM),
        entry_of::<Reversi>(scored::<Reversi>, &first::REVERSI),
        entry_of::<Wolf>(arranged::<Wolf>, &first::WOLF),
        entry_of::<Morris>(arranged::<Morris>, &first::MORRIS),
    ]);
    entries
}
