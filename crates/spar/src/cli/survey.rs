use super::Common;
use super::pieces::Pieces;
use super::players::Measure;
use super::rate::no_levels;
use super::solve::unsolved;
use super::varied::{VariedKeys, surveyed};
use crate::batch::{Batch, Item};
use crate::fault::{Exit, Fault};
use crate::output::Output;
use crate::place::{Answers, Form, write};
use crate::printer::Printer;
use crate::survey::{self, Room, Shape, read_rows, read_values, variants};
use crate::wire::survey::SurveyRow;
use crate::{rows, wire};
use clap::{Args, ValueEnum};
use spar_catalog::input::Lines;
use spar_catalog::units::{write_bytes, write_count};
use spar_catalog::{AnyGame, Facts};
use spar_challenge::chance::Fraction;
use spar_challenge::generate::Span;
use spar_challenge::policy::Player;
use spar_challenge::survey::{Asked, Unrated};
use spar_rules::ReadError;
use spar_solve::SolveError;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Compare variants of a game: who wins, how fair, how interesting
///
/// Every combination of the given parameter values is solved, and rated for every pair of players;
/// a parameter that is not given stays as in GAME. Values are a list, `3,4`, a range, `3..5`, or
/// `all` if they can be listed. Combinations that are not valid games are left out.
#[derive(Debug, Args)]
pub(super) struct Survey {
    /// Game, such as `tictactoe` or `connect4:rows=4,cols=5`, or a rules file
    #[arg(required_unless_present = "read")]
    game: Option<String>,
    #[command(flatten)]
    varied: VariedKeys,
    /// The foresights of the players, in rounds (0 plays at random), or `perfect`
    #[arg(long, value_name = "LIST", default_value = "0..2")]
    foresight: Foresights,
    #[command(flatten)]
    measure: Measure,
    /// Even means an expected score (a draw counts one half) this close to one half
    #[arg(long, value_name = "POINTS", default_value = "5%")]
    even: Fraction,
    /// Output format [default: by the file's extension, else text, or jsonl with `--out`]
    #[arg(long, value_name = "FORMAT")]
    format: Option<SurveyFormat>,
    /// In CSV and Parquet, one row for each game and figure instead of one column for each figure
    #[arg(long)]
    long: bool,
    /// Write the rows of this file (JSON Lines of an earlier survey) in another format; `-` reads
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "shard", "restart"])]
    read: Option<PathBuf>,
    #[command(flatten)]
    pieces: Pieces,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SurveyFormat {
    /// A table to read
    Text,
    /// JSON Lines, with all data
    Jsonl,
    /// Comma-separated values
    Csv,
    /// The table to read, as Markdown
    Markdown,
    /// Apache Parquet
    Parquet,
}

/// The players of a survey, weakest first.
#[derive(Clone, Debug)]
struct Foresights(Vec<Player>);

/// The maximum size of a file with rows in bytes, as all rows are held in memory.
const LONGEST: u64 = 500_000_000;

/// The maximum number of players. All pairs of them are rated.
const MOST_PLAYERS: usize = 8;

impl FromStr for Foresights {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Foresights, ReadError> {
        let values = read_values("foresight", text, &[])?;
        let mut players: Vec<Player> =
            values.iter().map(|value| value.parse()).collect::<Result<_, _>>()?;
        players.sort_by_key(|player| player.rounds().unwrap_or(u32::MAX));
        players.dedup();
        if players.len() > MOST_PLAYERS {
            let what = format!("{} players are too many", players.len());
            return Err(ReadError::new(what)
                .hint(format!("at most {MOST_PLAYERS}: each pair of players is rated")));
        }
        Ok(Foresights(players))
    }
}

impl Survey {
    pub(super) fn run(&self, common: &Common, printer: &mut Printer) -> Result<Exit, Fault> {
        let format = self.format(common)?;
        match (&self.read, &self.game) {
            (Some(path), _) => self.convert(path, format, printer),
            (None, Some(game)) => self.survey(game, format, common, printer),
            (None, None) => unreachable!("invariant: one of the two is required"),
        }
    }

    fn format(&self, common: &Common) -> Result<SurveyFormat, Fault> {
        let out = self.pieces.out();
        let asked = out.and_then(rows::FileFormat::of);
        let rows_only = common.json || self.pieces.has_shard();
        let format = match (self.format, asked) {
            (Some(format), _) => format,
            (None, Some(rows::FileFormat::Csv)) => SurveyFormat::Csv,
            (None, Some(rows::FileFormat::Markdown)) => SurveyFormat::Markdown,
            (None, Some(rows::FileFormat::Parquet)) => SurveyFormat::Parquet,
            (None, _) if self.long && !rows_only => SurveyFormat::Csv,
            (None, _) if rows_only || out.is_some() => SurveyFormat::Jsonl,
            (None, _) => SurveyFormat::Text,
        };
        if format != SurveyFormat::Jsonl && self.pieces.has_shard() {
            let hint = "merge the shards, then `spar survey --read FILE --format …`";
            return Err(Fault::with_hint("a shard is always JSON Lines", hint));
        }
        if format != SurveyFormat::Jsonl && common.json {
            let hint = "leave out `--json` for other formats";
            return Err(Fault::with_hint("`--json` writes JSON Lines", hint));
        }
        if self.long && !matches!(format, SurveyFormat::Csv | SurveyFormat::Parquet) {
            let hint = "add `--format csv`, or leave out `--long`";
            return Err(Fault::with_hint("the long form is for CSV and Parquet", hint));
        }
        if format == SurveyFormat::Parquet && out.is_none() {
            let hint = "add `--out FILE.parquet`";
            return Err(Fault::with_hint("Parquet cannot go to standard output", hint));
        }
        Ok(format)
    }

    fn shape(&self) -> Shape {
        if self.long { Shape::Long } else { Shape::Wide }
    }

    fn survey(
        &self,
        game: &str,
        format: SurveyFormat,
        common: &Common,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        let asked = self.asked()?;
        let base = spar_catalog::open(game)?;
        let items = self.items(&*base, printer)?;
        let titled = Titled::of(&*base)?;
        let limits = common.limits();
        let title = titled.as_ref().map(|it| format!(" title={:?}", it.title)).unwrap_or_default();
        let command = format!("survey {} memory={}{title}", self.text(), limits.memory);
        let batch = Batch { unit: "games", command, seed: common.seed.unwrap_or(0), items };
        let budget = limits.interruptible();
        let room = Room::new(budget.clone());
        let ties = self.measure.ties.to_string();
        let piece = |item: &Item, _seed: u64| {
            let mut game = spar_catalog::open(&item.name)?;
            if let Some(titled) = &titled {
                let title = titled.title_of(game.facts());
                game = game.retitled(title);
            }
            let found = room.survey(&*game, &asked).ok_or_else(|| no_levels(&*game))?;
            let facts = game.facts();
            let row = match found {
                Ok(survey) => {
                    let reason = survey.ratings.as_ref().err().map(why_unrated);
                    SurveyRow::of(facts, &asked, &ties, &survey, reason)
                }
                Err(error) => SurveyRow::unsolved(facts, &asked, &ties, Some(unsolved(&error))),
            };
            Ok(vec![wire::line(&row)])
        };
        let width = printer.width();
        let shape = self.shape();
        let form = move |rows: &[String]| formed(format, shape, rows, width);
        let form: Option<&Form> = if format == SurveyFormat::Jsonl { None } else { Some(&form) };
        self.pieces.run_in_form(form, &batch, &piece, budget, common, printer)
    }

    /// The variants of the game.
    fn items(&self, base: &dyn AnyGame, printer: &mut Printer) -> Result<Vec<Item>, Fault> {
        let facts = base.facts();
        if !surveyed(base) {
            return Err(Fault::with_hint(
                format!(
                    "`{}` cannot be surveyed: a survey compares players by foresight, and this \
                     game has none of those",
                    facts.name
                ),
                "`spar match` compares its players, `spar generate` finds its levels",
            ));
        }
        let found = variants(&facts.name, &self.varied.read(facts)?)?;
        if found.impossible + found.equal > 0 {
            let [variants, impossible, equal] =
                [found.names.len(), found.impossible, found.equal].map(|it| write_count(it as u64));
            printer.remark(format!(
                "variants: {variants}; combinations left out: {impossible} impossible, \
                 {equal} the same game as another"
            ));
        }
        Ok(found.names.into_iter().map(|name| Item { name }).collect())
    }

    fn asked(&self) -> Result<Asked, Fault> {
        let Foresights(players) = &self.foresight;
        let (n, d) = (self.even.numerator(), self.even.denominator());
        let twice = n.checked_mul(2).zip(d.checked_mul(2)).filter(|(twice_n, _)| *twice_n <= d);
        let half_less_and_more = twice.and_then(|(twice_n, twice_d)| {
            Some(Span {
                least: Fraction::new(d - twice_n, twice_d)?,
                most: Fraction::new(d + twice_n, twice_d)?,
            })
        });
        let even = half_less_and_more.ok_or_else(|| {
            let what = format!("`--even {}` is more than one half", self.even);
            Fault::with_hint(what, "`--even` goes from 0 to 50%")
        })?;
        Ok(Asked {
            players: players
                .iter()
                .map(|player| player.clone().with_ties(self.measure.ties))
                .collect(),
            thresholds: self.measure.thresholds()?,
            even,
        })
    }

    /// The parameters of the rows as one text, except for the variant and the memory.
    fn text(&self) -> String {
        let Survey { even, foresight: Foresights(players), .. } = self;
        let [ties, easy, hard] = self.measure.flags().map(|it| it.1);
        let players: Vec<String> = players.iter().map(Player::to_string).collect();
        let players = players.join(",");
        format!("foresight={players} ties={ties} easy={easy} hard={hard} even={even}")
    }

    /// Converts the rows of an earlier survey to another format.
    fn convert(
        &self,
        path: &Path,
        format: SurveyFormat,
        printer: &mut Printer,
    ) -> Result<Exit, Fault> {
        if self.varied.is_given() {
            let what = "`--read` converts a survey that exists, so parameters cannot be varied";
            return Err(Fault::with_hint(what, "leave the parameters out"));
        }
        let rows = read_lines(path)?;
        let bytes = formed(format, self.shape(), &rows, printer.width())
            .map_err(|fault| fault.map_what(|what| format!("`{}`: {what}", path.display())))?;
        match self.pieces.out() {
            Some(out) => write(Output::create(out)?, &bytes)?,
            None => write(Answers(printer), &bytes)?,
        }
        Ok(Exit::Done)
    }
}

/// A game whose rules file sets its title.
struct Titled {
    title: String,
    /// The value of every parameter.
    settings: Vec<(&'static str, String)>,
}

impl Titled {
    /// The title of a game, if it differs from the title that follows from its name.
    fn of(base: &dyn AnyGame) -> Result<Option<Titled>, Fault> {
        let Facts { name, title, settings, .. } = base.facts();
        let is_given = spar_catalog::open(name)?.facts().title != *title;
        let titled = || Titled { title: title.clone(), settings: settings.clone() };
        Ok(is_given.then(titled))
    }

    /// The title of a variant: the file's title with the changed parameters.
    fn title_of(&self, variant: &Facts) -> String {
        let differs = |it: &&(&str, String)| !self.settings.contains(it);
        let changes: Vec<String> = variant
            .settings
            .iter()
            .filter(differs)
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        if changes.is_empty() {
            self.title.clone()
        } else {
            format!("{}, {}", self.title, changes.join(", "))
        }
    }
}

/// The lines of a file, or of standard input for `-`, without line ends.
fn read_lines(path: &Path) -> Result<Vec<String>, Fault> {
    let failed = |error: io::Error| Fault::reading(path, &error);
    let input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(failed)?))
    };
    let mut lines = Lines::new(input, LONGEST);
    let mut all = Vec::new();
    while let Some((number, line)) = lines.next_line().map_err(failed)? {
        let text = str::from_utf8(line).map_err(|_| {
            Fault::new(format!("line {number} of `{}` is not text in UTF-8", path.display()))
        })?;
        all.push(text.trim_end_matches(['\n', '\r']).to_owned());
    }
    Ok(all)
}

/// Formats the rows. Text tables are wrapped to the width.
fn formed(
    format: SurveyFormat,
    shape: Shape,
    lines: &[String],
    width: usize,
) -> Result<Vec<u8>, Fault> {
    let rows = read_rows(lines)?;
    match format {
        SurveyFormat::Text => Ok(survey::text(&rows, width)),
        SurveyFormat::Jsonl => {
            Ok(lines.iter().flat_map(|line| [line, "\n"].concat().into_bytes()).collect())
        }
        SurveyFormat::Csv => Ok(survey::csv(&rows, shape)),
        SurveyFormat::Markdown => Ok(survey::markdown(&rows)),
        SurveyFormat::Parquet => survey::parquet(&rows, shape),
    }
}

pub(super) fn why_unrated(error: &Unrated) -> String {
    match error {
        Unrated::Solve(SolveError::TooLarge { allowed, .. }) => {
            format!("rating it needs more than the {} of `--memory`", write_bytes(*allowed))
        }
        error => error.to_string(),
    }
}
