use super::Common;
use crate::fault::{Exit, Fault};
use crate::load::{self, Figures, LoadRun as Wanted, Memory, Times};
use crate::printer::Printer;
use clap::Args;
use spar_catalog::units;
use std::time::Duration;

/// Measure how many players a server on this machine can serve at once
///
/// It starts its own server with a temporary folder and raised limits, which it prints. Simulated
/// players play against this server without pauses, each over a separate connection. Every answer
/// is checked; a wrong or missing answer ends that player and makes the exit code 1. Run it on an
/// idle machine.
#[derive(Debug, Args)]
pub(super) struct Load {
    /// Number of players at once
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u16).range(1..))]
    players: u16,
    /// How long they play, in seconds
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// The game they play
    #[arg(long, value_name = "GAME", default_value = "tictactoe:rows=4,cols=4")]
    game: String,
    /// Their opponent: a foresight, `random`, `perfect` or another player of the game
    #[arg(long, value_name = "PLAYER", default_value = "2")]
    against: String,
}

impl Load {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        // Check the options before the server is started.
        let (game, against) = load::playable(&self.game, &self.against)?;
        let wanted = Wanted {
            game,
            against,
            players: self.players.into(),
            time: Duration::from_secs(self.seconds.into()),
            seed: common.seed.unwrap_or(1),
        };
        let folder = std::env::temp_dir().join(format!("spar-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let program = std::env::current_exe();
        let figures = program.map_err(Fault::from).and_then(|it| wanted.run(&it, &folder));
        let _ = std::fs::remove_dir_all(&folder);
        let figures = figures?;
        if common.json {
            printer.json(&figures)?;
        } else {
            tell(&figures, printer)?;
        }
        Ok(if figures.errors == 0 { Exit::Done } else { Exit::No })
    }
}

fn tell(figures: &Figures, printer: &mut Printer) -> Result<(), Fault> {
    let Figures { game, against, players, seconds, seed, times, .. } = figures;
    printer.line(format!("server   spar serve {}", figures.raised.join(" ")))?;
    let who = format!("{players} at once for {seconds:.0} s with seed {seed}");
    printer.line(format!("players  {who}: {game} against {against}"))?;
    let first = figures.first_error.as_ref().map(|it| format!(", first: {it}"));
    printer.line(format!("errors   {}{}", figures.errors, first.unwrap_or_default()))?;
    let [answers, moves] = [figures.answers, figures.moves].map(units::write_count);
    printer.line(format!("answers  {answers}, {moves} of them to moves"))?;
    let (rate, group) = (figures.moves_per_second, figures.moves_per_commit);
    printer.line(format!("moves    {rate:.0} per second, {group:.1} per commit"))?;
    let Times { p50, p95, p99, max } = times;
    printer.line(format!(
        "a move   {p50:.0} ms (p50), {p95:.0} ms (p95), {p99:.0} ms (p99), {max:.0} ms (slowest)"
    ))?;
    let at = |it: &Memory| format!("{} after {} s", units::write_bytes(it.bytes), it.second);
    let memory: Vec<String> = figures.memory.iter().map(at).collect();
    let ratio = figures.memory_ratio.map(|it| format!("; last ÷ first {it:.2}"));
    let peak = figures.peak.map(|it| format!("; peak {}", units::write_bytes(it)));
    let (ratio, peak) = (ratio.unwrap_or_default(), peak.unwrap_or_default());
    printer.line(format!("memory   {}{ratio}{peak}", memory.join(", ")))?;
    Ok(())
}
