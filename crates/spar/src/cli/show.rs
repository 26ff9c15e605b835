use super::Common;
use crate::fault::{Exit, Fault};
use crate::output::Output;
use crate::paint::{svg, terminal};
use crate::place::{Answers, file, write};
use crate::printer::{Look, Printer};
use crate::wire::{self, ScenePicture};
use clap::Args;
use spar_catalog::{AnyGame, AnyPosition, words};
use spar_challenge::oracle::Evaluation;
use spar_rules::scene::{Cell, Scene, Shape, Token, token};
use spar_solve::Context;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Draw a position, and show whose turn it is and its value
///
/// It searches for the value for two seconds, or as long as `--time` says.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    game: String,
    /// Position as text, `start`, or moves from there: `start+d,c`
    #[arg(default_value = "start", hide_default_value = true)]
    position: String,
    /// Also write it as SVG to this file; `-` writes SVG to standard output instead of text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The default time for finding the value to show.
const PATIENCE: Duration = Duration::from_secs(2);

impl Show {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        if common.json && self.svg.as_deref() == Some(Path::new("-")) {
            let what = "`--svg -` and `--json` would both write to standard output";
            return Err(Fault::with_hint(what, "name a file for the drawing"));
        }
        let game = spar_catalog::open(&self.game)?;
        let position = game.read_position(&self.position)?;
        let budget = common.limits().or_time(PATIENCE).budget();
        let evaluation = position.evaluate(&Context::quiet(budget, common.sources()));
        if let Some(found) = &evaluation {
            found.remarks().iter().for_each(|remark| printer.remark(remark));
            let is_known = found.is_exact() || found.chances().is_some();
            if !is_known && common.limits().time.is_none() {
                printer.remark("the search did not finish in 2 s; `--time 1m` searches longer");
            }
        }
        let drawing = match &self.svg {
            Some(_) => Some(drawing(&*game, &*position, evaluation.as_ref())?),
            None => None,
        };
        let svg = file(self.svg.as_deref());
        match (svg, &drawing) {
            (Some(path), Some(drawing)) => write(Output::create(path)?, drawing)?,
            (None, Some(drawing)) => {
                write(Answers(printer), drawing)?;
                return Ok(Exit::Done);
            }
            _ => {}
        }
        if common.json {
            printer.json(&shown(&*game, &*position, evaluation.as_ref()))?;
        } else {
            tell(&*game, &*position, evaluation.as_ref(), printer)?;
        }
        if let Some(path) = svg {
            printer.remark(format!("drawing written to `{}`", path.display()));
        }
        Ok(Exit::Done)
    }
}

fn tell(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    evaluation: Option<&Evaluation>,
    printer: &mut Printer,
) -> Result<(), Fault> {
    printer.line(format!("{}\n", game.facts().title))?;
    board(position, printer)?;
    if position.scene().is_none() {
        printer.remark(format!("{} are too many to draw and evaluate here", game.facts().size));
    }
    printer.line(format!("\n{}", words::verdict(game, position, evaluation)))?;
    if let Some(evaluation) = evaluation.filter(|it| it.is_known()) {
        for line in words::moves_by_value(evaluation) {
            printer.line(line)?;
        }
    }
    printer.line(format!("\nposition   {}", position.text()))?;
    match position.canonical() {
        Some(canonical) if canonical != position.text() => {
            printer.line(format!("canonical  {canonical}"))?;
        }
        _ => {}
    }
    Ok(())
}

/// Draws the board, or prints the position's text for games without scenes.
pub(super) fn board(position: &dyn AnyPosition, printer: &mut Printer) -> Result<(), Fault> {
    let lines = match position.scene() {
        Some(scene) => terminal::paint(&scene, printer.look(), printer.width()),
        None => vec![position.text()],
    };
    for line in lines {
        printer.line(line)?;
    }
    let is_disc = |it: &Token| matches!(it.kind, token::DISC | token::PAWN);
    let has_discs = |scene: Scene| {
        let is_hole = |cell: &Cell| matches!(cell.shape, Shape::Round | Shape::Tile);
        scene.cells.iter().any(|cell| is_hole(cell) || cell.tokens.iter().any(is_disc))
    };
    if printer.look() == Look::Rich && position.scene().is_some_and(has_discs) {
        printer.line("  ● x  ○ o")?;
    }
    Ok(())
}

/// The position as SVG.
fn drawing(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    evaluation: Option<&Evaluation>,
) -> Result<String, Fault> {
    let name = &game.facts().name;
    let Some(scene) = position.scene() else {
        return Err(Fault::new(format!("`{name}` has no picture")));
    };
    let verdict = words::verdict(game, position, evaluation);
    let desc = format!("{verdict}. Position {} of {name}", position.text());
    Ok(svg::paint(&scene, &game.facts().title, &desc))
}

fn shown(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    evaluation: Option<&Evaluation>,
) -> wire::Shown {
    let known = evaluation.map_or(Vec::new(), Evaluation::moves);
    let valued = |mv: &str| match known.iter().find(|it| it.0 == mv) {
        Some((_, value, chance)) => wire::MoveValue::of(mv, *value, *chance),
        None => wire::MoveValue::of(mv, None, None),
    };
    let moves = position.on_board().into_iter().map(|it| wire::ShownMove {
        valued: valued(&it.mv),
        cells: it.cells,
        shows_on: it.shows_on,
    });
    wire::Shown {
        position: wire::Position::of(game, position),
        title: game.facts().title.clone(),
        canonical: position.canonical(),
        value: evaluation.and_then(Evaluation::value).into(),
        exact: evaluation.is_some_and(Evaluation::is_exact),
        moves: moves.collect(),
        scene: position.scene().map(ScenePicture::of),
    }
}
