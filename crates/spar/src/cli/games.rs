use super::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::words::wrapped;
use spar_catalog::{AnyGame, Entry};

/// List all games, or show the rules and the players of one
#[derive(Debug, Args)]
pub(super) struct Games {
    /// Game to describe, such as `connect4:rows=5,cols=5`, or a rules file
    game: Option<String>,
}

impl Games {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        match &self.game {
            None => list(common, printer)?,
            Some(name) => tell(&*spar_catalog::open(name)?, common, printer)?,
        }
        Ok(Exit::Done)
    }
}

fn list(common: &Common, printer: &mut Printer) -> Result<(), Fault> {
    let entries = spar_catalog::entries();
    if common.json {
        let entries: Vec<wire::GameEntry> = entries.into_iter().map(written).collect();
        return Ok(printer.json(&entries)?);
    }
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &entries {
        printer.line(format!("{:width$}  {}", entry.name, entry.about))?;
    }
    // Games of the same kind have the same parameters, so these are listed once.
    let takes = |it: &Entry| it.parameters.iter().map(|it| it.name).collect::<Vec<_>>();
    for kind in entries.chunk_by(|a, b| takes(a) == takes(b)) {
        tell_parameters(kind, printer)?;
    }
    printer.line("\n`spar games NAME` shows the rules of a game, `spar play NAME` plays it")?;
    Ok(())
}

/// Prints the common parameters of these games.
fn tell_parameters(kind: &[Entry], printer: &mut Printer) -> Result<(), Fault> {
    let Some(last) = kind.last() else { return Ok(()) };
    let Some(parameter) = last.parameters.first() else { return Ok(()) };
    let names: Vec<&str> = kind.iter().map(|it| it.name).collect();
    let take = if names.len() == 1 { "takes" } else { "take" };
    let like = format!("{}:{}={}", last.name, parameter.name, parameter.default);
    let said = format!("{} {take} parameters, as in `{like}`:", names.join(", "));
    printer.line("")?;
    for part in wrapped(&said, printer.width().min(100)) {
        printer.line(part)?;
    }
    let width = last.parameters.iter().map(|it| it.name.len()).max().unwrap_or(0);
    for parameter in &last.parameters {
        for (index, part) in
            wrapped(parameter.takes, printer.width().clamp(31, 100) - width - 4).enumerate()
        {
            let name = if index == 0 { parameter.name } else { "" };
            printer.line(format!("  {name:width$}  {part}"))?;
        }
    }
    Ok(())
}

fn tell(game: &dyn AnyGame, common: &Common, printer: &mut Printer) -> Result<(), Fault> {
    if common.json {
        return Ok(printer.json(&wire::GameFacts::of(game))?);
    }
    let facts = game.facts();
    printer.line(&facts.title)?;
    printer.line("")?;
    for sentence in &facts.rules {
        for part in wrapped(sentence, printer.width().min(100)) {
            printer.line(part)?;
        }
    }
    printer.line("")?;
    printer.line(format!("name   {}", facts.name))?;
    printer.line(format!("board  {}", facts.size))?;
    printer.line(format!("start  {}", game.start().text()))?;
    tell_players(&wire::PlayerKind::all(game.players()), printer)
}

/// Prints the kinds of players with their parameters.
fn tell_players(kinds: &[wire::PlayerKind], printer: &mut Printer) -> Result<(), Fault> {
    printer.line("\nplayers")?;
    let width = kinds.iter().map(|it| it.name.len()).max().unwrap_or(0);
    for kind in kinds {
        let mut lines = vec![kind.about.to_owned()];
        for parameter in &kind.parameters {
            let default = match parameter.default {
                Some(default) => format!("default `{default}`"),
                None => "required".to_owned(),
            };
            lines.push(format!("`{}`: {}; {default}", parameter.name, parameter.takes));
        }
        // A kind without parameters has one player, whose name is that of the kind.
        if !kind.parameters.is_empty() && !kind.offered.is_empty() {
            lines.push(format!("such as {}", kind.offered.join(", ")));
        }
        let text_width = printer.width().clamp(31, 100) - width - 4;
        let parts = lines.iter().flat_map(|line| wrapped(line, text_width));
        for (index, part) in parts.enumerate() {
            let name = if index == 0 { kind.name } else { "" };
            printer.line(format!("  {name:width$}  {part}"))?;
        }
    }
    Ok(())
}

fn written(entry: Entry) -> wire::GameEntry {
    let parameter = |it: spar_catalog::Parameter| wire::Parameter {
        name: it.name,
        takes: it.takes,
        default: it.default,
    };
    let parameters = entry.parameters.into_iter().map(parameter).collect();
    wire::GameEntry { name: entry.name, about: entry.about, parameters }
}
