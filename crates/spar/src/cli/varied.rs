//! Options for varying parameters. They are derived from the games that support surveys, so
//! parameters of new games need no change here.

use crate::fault::Fault;
use crate::survey::{Varied, read_values};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use spar_catalog::{AnyGame, Entry, Facts, Parameter};
use spar_challenge::policy::{Player, Ties};

/// The varied parameters, with their values as given.
#[derive(Debug, Default)]
pub(super) struct VariedKeys {
    given: Vec<(&'static str, String)>,
}

impl VariedKeys {
    /// Returns whether any parameter is varied.
    pub(super) fn is_given(&self) -> bool {
        !self.given.is_empty()
    }

    /// The values of each varied parameter; the game defines the values for `all`.
    pub(super) fn read(&self, facts: &Facts) -> Result<Vec<Varied>, Fault> {
        let mut varied = Vec::new();
        for (key, text) in &self.given {
            let choices = facts.choices.iter().find(|(choice, _)| choice == key);
            let all = choices.map_or(&[][..], |(_, values)| values);
            let values = read_values(key, text, all)?;
            let is_each_wanted = text.split(',').all(|part| part != "all");
            varied.push(Varied { key, values, is_each_wanted });
        }
        Ok(varied)
    }
}

/// The parameters of all games that support surveys, without duplicates. Parameters with the
/// name of a global option cannot be varied.
fn parameters() -> Vec<Parameter> {
    let everywhere = super::Common::augment_args(Command::new("spar"));
    let is_free = |name: &str| everywhere.get_arguments().all(|it| it.get_long() != Some(name));
    let mut parameters: Vec<Parameter> = Vec::new();
    let is_surveyed = |entry: &Entry| spar_catalog::open(entry.name).is_ok_and(|it| surveyed(&*it));
    let entries = spar_catalog::entries().into_iter().filter(is_surveyed);
    for parameter in entries.flat_map(|entry| entry.parameters) {
        let is_new = parameters.iter().all(|known| known.name != parameter.name);
        if is_new && is_free(parameter.name) {
            parameters.push(parameter);
        }
    }
    parameters
}

/// Returns whether a game supports surveys: whether it has players with foresight to compare.
pub(super) fn surveyed(game: &dyn AnyGame) -> bool {
    game.players().check(&Player::foresight(1, Ties::Any)).is_ok()
}

impl Args for VariedKeys {
    fn augment_args(command: Command) -> Command {
        let option = |parameter: Parameter| {
            Arg::new(parameter.name)
                .long(parameter.name)
                .value_name("VALUES")
                .help(parameter.takes)
                .help_heading("Variants")
        };
        command.args(parameters().into_iter().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        VariedKeys::augment_args(command)
    }
}

impl FromArgMatches for VariedKeys {
    fn from_arg_matches(matches: &ArgMatches) -> Result<VariedKeys, Error> {
        let given = |parameter: Parameter| {
            let text: &String = matches.get_one(parameter.name)?;
            Some((parameter.name, text.clone()))
        };
        Ok(VariedKeys { given: parameters().into_iter().filter_map(given).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = VariedKeys::from_arg_matches(matches)?;
        Ok(())
    }
}
