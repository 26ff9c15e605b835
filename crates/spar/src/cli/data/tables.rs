//! Stored tables of solved games.

use crate::cli::Common;
use crate::fault::{Exit, Fault};
use crate::printer::Printer;
use crate::wire;
use clap::{Args, Subcommand};
use spar_catalog::units::write_bytes;
use spar_catalog::words::counted;
use spar_solve::tables::{Listed, Shelf};
use spar_solve::whole::chain;

/// List, check or remove saved tables of solved games
#[derive(Debug, Args)]
pub(super) struct Tables {
    #[command(subcommand)]
    deed: Option<Deed>,
}

#[derive(Debug, Subcommand)]
enum Deed {
    /// List the tables (the default)
    List,
    /// Read each table in full and check every block; exit code 1 if one is damaged
    Check {
        /// Games to check [default: all]
        games: Vec<String>,
    },
    /// Remove tables; the games are solved again when needed
    Remove {
        /// Games to remove
        games: Vec<String>,
        /// All tables, and the temporary files of killed runs
        #[arg(long, conflicts_with = "games")]
        all: bool,
    },
}

impl Tables {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let shelf = common.shelf().ok_or_else(|| {
            Fault::with_hint("this system has no cache folder", "`--data DIR` chooses one")
        })?;
        match &self.deed {
            None | Some(Deed::List) => list(&shelf, common, printer),
            Some(Deed::Check { games }) => check(&shelf, games, common, printer),
            Some(Deed::Remove { games, all: false }) if games.is_empty() => Err(Fault::with_hint(
                "no table was named",
                "name games, or `--all`; `spar data tables` lists them",
            )),
            Some(Deed::Remove { games, all }) => remove(&shelf, games, *all, common, printer),
        }
    }
}

fn listed(shelf: &Shelf) -> Result<Vec<Listed>, Fault> {
    shelf.list().map_err(|error| Fault::new(chain(&error)))
}

fn list(shelf: &Shelf, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
    let tables = listed(shelf)?;
    if tables.is_empty() && !common.json {
        printer.remark(format!("no solved games in `{}`", shelf.folder().display()));
    }
    for table in &tables {
        tell(&row(table), common, printer)?;
    }
    Ok(Exit::Done)
}

fn check(
    shelf: &Shelf,
    games: &[String],
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    let mut exit = Exit::Done;
    for table in chosen(shelf, games)? {
        let mut row = row(&table);
        if let (Ok(()), Some(name)) = (&table.state, &table.name)
            && let Err(error) = shelf.check(name)
        {
            row.state = "damaged";
            row.reason = Some(chain(&error));
        }
        if row.state != "ok" {
            exit = Exit::No;
        }
        tell(&row, common, printer)?;
    }
    Ok(exit)
}

fn remove(
    shelf: &Shelf,
    games: &[String],
    all: bool,
    common: &Common,
    printer: &mut Printer,
) -> Result<Exit, Fault> {
    for table in chosen(shelf, games)? {
        let mut row = row(&table);
        shelf.discard(&table.path).map_err(|error| Fault::new(chain(&error)))?;
        row.state = "removed";
        tell(&row, common, printer)?;
    }
    if all {
        let cleared = shelf.clear_stale().map_err(|error| Fault::new(chain(&error)))?;
        printer.detail(format!("removed {} left by killed runs", counted(cleared, "file")));
    }
    Ok(Exit::Done)
}

/// The tables of these games; all tables if none are given.
fn chosen(shelf: &Shelf, games: &[String]) -> Result<Vec<Listed>, Fault> {
    let mut tables = listed(shelf)?;
    if games.is_empty() {
        return Ok(tables);
    }
    let mut chosen = Vec::new();
    for game in games {
        let name = spar_catalog::open(game)?.facts().name.clone();
        let path = shelf.path(&name);
        let Some(index) = tables.iter().position(|table| table.path == path) else {
            let hint = "`spar data tables` lists all tables";
            return Err(Fault::with_hint(format!("there is no table of `{name}`"), hint));
        };
        chosen.push(tables.swap_remove(index));
    }
    Ok(chosen)
}

fn row(table: &Listed) -> wire::KeptTable {
    wire::KeptTable {
        game: table.name.clone(),
        path: table.path.display().to_string(),
        bytes: table.bytes,
        positions: table.positions,
        state: if table.state.is_ok() { "ok" } else { "damaged" },
        reason: table.state.as_ref().err().map(|error| chain(error)),
    }
}

fn tell(row: &wire::KeptTable, common: &Common, printer: &mut Printer) -> Result<(), Fault> {
    if common.json {
        return Ok(printer.json(row)?);
    }
    let name = row.game.as_deref().unwrap_or(&row.path);
    let bytes = row.bytes.map_or(String::new(), write_bytes);
    let positions = row.positions.map_or(String::new(), |it| counted(it as usize, "position"));
    let state =
        row.reason.as_ref().map_or(row.state.to_owned(), |why| format!("{}: {why}", row.state));
    Ok(printer.line(format!("{name:32} {bytes:>9}  {positions:>24}  {state}"))?)
}
