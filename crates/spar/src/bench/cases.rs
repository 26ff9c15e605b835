//! The cases of `spar bench`.

use super::clock::{busy, elapsed};
use super::floor::Floor;
use super::{Case, Measured, ladders, levels, must, published, rates};
use crate::fault::Fault;
use spar_catalog::units::write_bytes;
use spar_games::lines::{Keys, Lines};
use spar_rules::{Game, SplitMix, Turn, Value};
use spar_solve::alpha_beta::{Search, plain};
use spar_solve::explicit::{HashedTable, Table};
use spar_solve::tables::Shelf;
use spar_solve::whole::chain;
use spar_solve::{Budget, Silent};
use std::ops::ControlFlow;

/// All cases, in the order in which they run.
pub const CASES: &[Case] = &[
    Case {
        name: "explicit-5x5",
        about: "CONNECT-4 on 5×5, every position valued, one thread, against the floor",
        bar: "at most 1.0, aim 0.7",
        run: || against_floor("5", "5", 69_763_700, 220),
    },
    Case {
        name: "explicit-6x4",
        about: "CONNECT-4 on 6 columns × 4 rows, one thread, against the floor",
        bar: "at most 1.0, aim 0.7",
        run: || against_floor("4", "6", 94_910_577, 245),
    },
    Case {
        name: "threads",
        about: "CONNECT-4 on 5×5, one thread against two, wall time",
        bar: "stated",
        run: threads,
    },
    Case {
        name: "memory-5x5",
        about: "the most memory that solving CONNECT-4 on 5×5 takes",
        bar: "under 300 MB",
        run: memory,
    },
    Case {
        name: "kept-5x5",
        about: "CONNECT-4 on 5×5 from scratch and from its saved table, two threads, wall time",
        bar: "at most 25 MB, a position under a millisecond, loading under a second",
        run: kept,
    },
    Case {
        name: "hashed-5x4",
        about: "CONNECT-4 on 5 columns × 4 rows, hashed positions against ranks, one thread",
        bar: "at least 5; ranks at most 4 bytes per position",
        run: hashed,
    },
    Case {
        name: "alpha-beta",
        about: "200 CONNECT-4 positions with 28 stones, plain alpha-beta against the search",
        bar: "stated",
        run: alpha_beta,
    },
    Case {
        name: "value-8-14",
        about: "the value of 30 CONNECT-4 positions with 8 to 14 stones, the published search \
                against ours",
        bar: "stated",
        run: published::early_values,
    },
    Case {
        name: "value-15-28",
        about: "the value of 150 CONNECT-4 positions with 15 to 28 stones, the same",
        bar: "stated",
        run: published::later_values,
    },
    Case {
        name: "moves-8-14",
        about: "all moves of 10 CONNECT-4 positions with 8 to 14 stones, the same",
        bar: "stated",
        run: published::all_moves,
    },
    Case {
        name: "rates-5x5",
        about: "CONNECT-4 on 5×5, solved and six chances of every position, one thread, against \
                the floor",
        bar: "at most 3.5; under 2 GB; every chance within 1e-6",
        run: rates::rates,
    },
    Case {
        name: "tables-1-to-6",
        about: "all of `spar reproduce start-positions`, all threads, wall time",
        bar: "under 180 s on two cores, under 3 GB",
        run: rates::tables,
    },
    Case {
        name: "first-level-5x5",
        about: "the first hard level of CONNECT-4 on 5×5 from its saved table, wall time",
        bar: "under a second",
        run: levels::first_level,
    },
    Case {
        name: "levels-7x6",
        about: "levels of CONNECT-4 with 20 to 30 stones, won in three: 2 against 2, and hard ones for \
                1 against 4, one thread",
        bar: "at least 20 a second for 2 against 2",
        run: levels::searched,
    },
    Case {
        name: "ladders-parts",
        about: "fewest turns on 100 000 squares to a change of 1e-9, Jacobi from 0 against by parts",
        bar: "at least 100",
        run: ladders::parts,
    },
    Case {
        name: "ladders-proof",
        about: "the same by parts, certified to a relative 1e-9 against not certified",
        bar: "at most 3; under 60 MB",
        run: ladders::proof,
    },
    Case {
        name: "ladders-pairs",
        about: "best response on 1000 squares, a sweep by the double sum against factored rows",
        bar: "at least 5",
        run: ladders::factored,
    },
    Case {
        name: "ladders-5000",
        about: "best response on 5000 squares, certified to 1e-6, in a process of its own",
        bar: "under 2 GB",
        run: ladders::large,
    },
    Case {
        name: "ladders-million",
        about: "fewest turns on 1 000 000 squares, certified to a relative 1e-9",
        bar: "stated",
        run: ladders::million,
    },
    Case {
        name: "ladders-checker",
        about: "one player on 100 000 squares and two on 200, from scratch, certified to 1e-6",
        bar: "an eighth of what a model checker needs: 0.469 s and 0.093 s",
        run: ladders::checker,
    },
    Case {
        name: "answers",
        about: "moves answered by the server with look-ahead 3 on seven boards, durably",
        bar: "95th percentile within 150 ms",
        run: super::answers::answers,
    },
];

pub(super) fn connect4(rows: &str, cols: &str) -> Lines {
    let keys = Keys::preset("connect4").expect("invariant: a preset");
    let keys = keys.with(&[("rows", rows), ("cols", cols)]).expect("invariant: a board");
    Lines::new(keys).expect("invariant: a board on which lines fit")
}

pub(super) fn solved(game: &Lines, threads: usize) -> Result<Table, Fault> {
    let budget = Budget::unlimited().with_threads(threads);
    Table::solve(game, &budget, &Silent).map_err(|error| Fault::new(error.to_string()))
}

fn against_floor(
    rows: &str,
    cols: &str,
    positions: u64,
    megabytes: u64,
) -> Result<Measured, Fault> {
    let game = connect4(rows, cols);
    let edges = edges(&game, &solved(&game, 1)?);
    let floor = Floor::new(megabytes);
    let (mut solving, mut reading) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let (seconds, sum) = busy(|| floor.read(edges));
        must(sum > 0, "the floor was not read")?;
        reading.push(seconds);
        let (seconds, table) = busy(|| solved(&game, 1));
        must(table?.summary().positions == positions, "the number of positions")?;
        solving.push(seconds);
    }
    Ok(Measured::ratio(("solve", &solving), ("floor", &reading))
        .note(format!("{positions} positions, {edges} moves; the floor reads two lines for each")))
}

/// The number of moves of all positions that play reaches.
pub(super) fn edges(game: &Lines, table: &Table) -> u64 {
    let (mut edges, mut moves) = (0, Vec::new());
    let _ = table.visit(game, |position, _| {
        moves.clear();
        game.moves(position, &mut moves);
        edges += moves.len() as u64;
        ControlFlow::<()>::Continue(())
    });
    edges
}

fn threads() -> Result<Measured, Fault> {
    let game = connect4("5", "5");
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        for (threads, times) in [(1, &mut one), (2, &mut two)] {
            let (seconds, table) = elapsed(|| solved(&game, threads));
            must(table?.summary().positions == 69_763_700, "the number of positions")?;
            times.push(seconds);
        }
    }
    Ok(Measured::ratio(("one thread", &one), ("two threads", &two)))
}

/// Solves the game in a separate process, so that nothing else is counted.
fn memory() -> Result<Measured, Fault> {
    let bytes = rates::peak_elsewhere(rates::Work::Solve)?;
    let measured = Measured { arms: Vec::new(), ratio: None, notes: Vec::new() };
    Ok(measured.note(format!("peak {}", write_bytes(bytes))))
}

fn kept() -> Result<Measured, Fault> {
    let folder = std::env::temp_dir().join(format!("spar-bench-{}", std::process::id()));
    let measured = kept_in(&Shelf::new(&folder));
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

fn kept_in(shelf: &Shelf) -> Result<Measured, Fault> {
    let failed = |error: &dyn std::error::Error| Fault::new(chain(error));
    let game = connect4("5", "5");
    let (name, budget) = (game.name(), Budget::unlimited().with_threads(2));
    let (solving, table) = elapsed(|| -> Result<Table, Fault> {
        let mut table = solved(&game, 2)?;
        table.count_layers(&game, &budget, &Silent).map_err(|error| failed(&error))?;
        shelf.put(&game, &name, &table, &budget, &Silent).map_err(|error| failed(&error))?;
        Ok(table)
    });
    let table = table?;
    let (opening, kept) = elapsed(|| shelf.get(&game, &name));
    let kept = kept.map_err(|error| failed(&error))?;
    let kept = kept.ok_or_else(|| Fault::new("bench: the saved table is missing"))?;
    must(kept.summary() == table.summary(), "the counts of the saved table")?;
    let asked: Vec<_> = (6..=20).flat_map(|stones| positions(&game, stones, 100)).collect();
    let mut slowest: f64 = 0.0;
    let (looking, answers) = elapsed(|| {
        let mut answers = Vec::new();
        for position in &asked {
            let (seconds, value) = elapsed(|| kept.value(&game, position));
            slowest = slowest.max(seconds);
            answers.push(value);
        }
        answers
    });
    for (position, answer) in asked.iter().zip(answers) {
        let answer = answer.map_err(|error| failed(&error))?;
        must(answer == table.value(&game, position), "a value of the saved table")?;
    }
    let mean = looking / asked.len() as f64;
    Ok(Measured::ratio(("from scratch", &[solving]), ("saved", &[opening]))
        .note(format!("{} on disk", write_bytes(kept.bytes())))
        .note(format!("a position: {:.3} ms, slowest {:.3} ms", 1e3 * mean, 1e3 * slowest)))
}

fn hashed() -> Result<Measured, Fault> {
    let game = connect4("4", "5");
    let (mut by_hash, mut by_rank, mut bytes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..5 {
        let (seconds, hashed) = busy(|| HashedTable::solve(&game, &Budget::unlimited(), &Silent));
        let hashed = hashed.map_err(|error| Fault::new(error.to_string()))?;
        by_hash.push(seconds);
        let (seconds, table) = busy(|| solved(&game, 1));
        let table = table?;
        by_rank.push(seconds);
        must(hashed.summary() == table.summary(), "both ways to solve agree")?;
        bytes = table.bytes();
    }
    let each = bytes as f64 / 3_945_711.0;
    Ok(Measured::ratio(("hashed", &by_hash), ("ranked", &by_rank))
        .note(format!("ranked: {each:.2} bytes per position")))
}

/// The number of runs of the search per run of plain alpha-beta.
const ROUNDS: u32 = 50;

fn alpha_beta() -> Result<Measured, Fault> {
    let game = connect4("6", "7");
    let positions = positions(&game, 28, 200);
    let (mut plainly, mut cleverly) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let (seconds, expected) = busy(|| -> Vec<Value> {
            positions.iter().map(|position| plain::value(&game, position).0).collect()
        });
        plainly.push(seconds);
        let (seconds, found) = busy(|| -> Vec<Option<Value>> {
            let value = |position| {
                Search::new(&game).solve(position, &Budget::unlimited(), &Silent).exact()
            };
            // A single run is too short to be measured.
            for _ in 1..ROUNDS {
                for position in &positions {
                    let _ = value(position);
                }
            }
            positions.iter().map(value).collect()
        });
        cleverly.push(seconds / f64::from(ROUNDS));
        must(found.into_iter().eq(expected.into_iter().map(Some)), "both searches agree")?;
    }
    Ok(Measured::ratio(("plain", &plainly), ("search", &cleverly)))
}

/// Unfinished positions with this many stones, from random play with a fixed seed.
pub(super) fn positions(game: &Lines, stones: u32, count: u64) -> Vec<<Lines as Game>::Position> {
    let mut found = Vec::new();
    let mut random = SplitMix::new(2013);
    let mut moves = Vec::new();
    while (found.len() as u64) < count {
        let mut position = game.start();
        while position.n_stones() < stones {
            moves.clear();
            game.moves(&position, &mut moves);
            let Some(mv) = random.pick(&moves) else { break };
            position = game.after(&position, mv);
        }
        if position.n_stones() == stones && matches!(game.turn(&position), Turn::Play(_)) {
            found.push(position);
        }
    }
    found
}
