//! Deletes people and their games.

use crate::cli::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire;
use clap::Args;
use spar_catalog::input::read_line;
use spar_catalog::words::counted;
use spar_rules::quoted;
use spar_store::{Change, Person, Store};
use std::io::{self, IsTerminal};

/// Delete a person with all their games
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Delete {
    /// Their name or id
    #[arg(value_name = "NAME-OR-ID", required_unless_present = "all")]
    who: Option<String>,
    /// Delete everybody
    #[arg(long, conflicts_with = "who")]
    all: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

impl Delete {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let Some(store) = super::kept_store(common, printer)? else { return Ok(Exit::No) };
        let players = self.chosen(&store)?;
        if players.is_empty() {
            printer.remark("there is nobody to delete");
            return Ok(Exit::Done);
        }
        if !self.yes && !is_meant(&players, printer)? {
            printer.remark("nothing was deleted");
            return Ok(Exit::No);
        }
        for player in players {
            store.write(Change::Forget { player: player.id.clone() })?;
            if common.json {
                let Person { id, name, .. } = player;
                printer.json(&wire::data::Deleted { id, name })?;
            } else {
                printer.line(format!("deleted: {}", named(&player)))?;
            }
        }
        Ok(Exit::Done)
    }

    /// The people to delete: all, one by id, or one by a unique name.
    fn chosen(&self, store: &Store) -> Result<Vec<Person>, Fault> {
        let Some(who) = &self.who else { return Ok(store.read(|reader| reader.players())?) };
        if let Some(player) = store.read(|reader| reader.player(who))? {
            return Ok(vec![player]);
        }
        let players = store.read(|reader| reader.players_named(who))?;
        match players.len() {
            0 => Err(Fault::with_hint(
                format!("no person has the name or id {}", quoted(who)),
                "`spar data export` lists everybody",
            )),
            1 => Ok(players),
            n_players => {
                let ids: Vec<_> = players.iter().map(|it| format!("`{}`", it.id)).collect();
                let what = format!("{n_players} people are named {}", quoted(who));
                Err(Fault::with_hint(what, format!("name an id: {}", ids.join(", "))))
            }
        }
    }
}

/// Asks for confirmation at the terminal.
fn is_meant(players: &[Person], printer: &mut Printer) -> Result<bool, Fault> {
    if !io::stdin().is_terminal() {
        return Err(Fault::with_hint(
            "cannot ask for confirmation: this is not a terminal",
            "`--yes` deletes without asking",
        ));
    }
    let whom = match players {
        [player] => named(player),
        players => counted(players.len(), "player"),
    };
    printer.raw(format!("Delete {whom} and all their games? [y/N] ").as_bytes())?;
    let mut answer = Vec::new();
    read_line(&mut io::stdin().lock(), &mut answer, 1)?;
    let answer = String::from_utf8_lossy(&answer).trim().to_lowercase();
    Ok(matches!(answer.as_str(), "y" | "yes"))
}

fn named(player: &Person) -> String {
    let name = if player.name.is_empty() { "somebody" } else { &player.name };
    format!("{} (`{}`)", name.escape_debug(), player.id)
}
