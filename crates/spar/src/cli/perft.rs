use super::Common;
use crate::fault::{Exit, Fault};
use crate::limits::{Stopped, why_stopped};
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::units::write_count;
use spar_catalog::{AnyPosition, words};
use spar_solve::Budget;

/// Count the paths of a given number of moves, to check the rules
#[derive(Debug, Args)]
pub(super) struct Perft {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// Position as text, `start`, or moves from there: `start+d,c`
    #[arg(default_value = "start", hide_default_value = true)]
    position: String,
    /// Moves in each path
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Also count by first move
    #[arg(long)]
    divide: bool,
}

/// The counts until the end or the stop.
struct PathCounts {
    /// The number of paths with 0, 1, 2, … moves.
    nodes: Vec<u64>,
    divided: Option<Vec<(String, u64)>>,
    stopped: Option<Stopped>,
}

impl Perft {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let game = spar_catalog::open(&self.game)?;
        let position = game.read_position(&self.position)?;
        let limits = common.limits();
        let budget = limits.interruptible();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads).build();
        let pool = pool.map_err(|error| Fault::new(format!("cannot start threads: {error}")))?;
        printer.detail(format!("counting with {}", words::counted(limits.threads, "thread")));
        let counts = pool.install(|| self.count(&*position, &budget));
        if common.json {
            printer.json(&self.written(wire::Position::of(&*game, &*position), &counts))?;
        } else {
            tell(&counts, printer)?;
        }
        Ok(counts.stopped.map_or(Exit::Done, Exit::Stopped))
    }

    fn count(&self, position: &dyn AnyPosition, budget: &Budget) -> PathCounts {
        let mut nodes = Vec::new();
        for depth in 0..=self.depth {
            // If no path has this many moves, no path has more.
            let is_over = nodes.last() == Some(&0);
            let Some(count) = (if is_over { Some(0) } else { position.perft(depth, budget) })
            else {
                break;
            };
            nodes.push(count);
        }
        let divided = self.divide.then(|| position.divide(self.depth, budget)).flatten();
        let missing = nodes.len() as u32 <= self.depth || (self.divide && divided.is_none());
        let stopped = if missing { why_stopped(budget) } else { None };
        PathCounts { nodes, divided, stopped }
    }

    fn written(&self, position: wire::Position, counts: &PathCounts) -> wire::PerftLine {
        let divided = |(mv, nodes): &(String, u64)| wire::Divided { mv: mv.clone(), nodes: *nodes };
        wire::PerftLine {
            position,
            depth: self.depth,
            nodes: counts.nodes.clone(),
            divide: counts.divided.as_ref().map(|it| it.iter().map(divided).collect()),
            exact: counts.stopped.is_none(),
        }
    }
}

fn tell(counts: &PathCounts, printer: &mut Printer) -> Result<(), Fault> {
    if let Some(why) = counts.stopped {
        for (depth, nodes) in counts.nodes.iter().enumerate() {
            printer.line(format!("depth {depth}  {nodes}"))?;
        }
        printer.remark(match why {
            Stopped::Time => "stopped by `--time`; deeper paths were not counted",
            Stopped::Interrupt => "interrupted; deeper paths were not counted",
        });
        return Ok(());
    }
    for (mv, nodes) in counts.divided.iter().flatten() {
        printer.line(format!("{mv}  {nodes}"))?;
    }
    for (depth, nodes) in counts.nodes.iter().enumerate() {
        printer.detail(format!("depth {depth}: {}", write_count(*nodes)));
    }
    if let Some(nodes) = counts.nodes.last() {
        printer.line(nodes.to_string())?;
    }
    Ok(())
}
