//! All combinations of parameter values of a game, without duplicate games.

use spar_catalog::units::write_count;
use spar_rules::ReadError;
use std::collections::HashSet;

/// The maximum number of combinations.
const MOST: usize = 10_000;

/// The variants of a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Variants {
    /// Their canonical names, in the order of the combinations; the last parameter varies
    /// fastest.
    pub(crate) names: Vec<String>,
    /// The number of combinations that are not valid games.
    pub(crate) impossible: usize,
    /// The number of combinations that are the same game as an earlier one.
    pub(crate) equal: usize,
}

/// A parameter and its values.
pub(crate) struct Varied {
    /// Its name.
    pub(crate) key: &'static str,
    /// The values.
    pub(crate) values: Vec<String>,
    /// False if the user wrote `all` for the option; then values that fit no variant are skipped
    /// instead of refused.
    pub(crate) is_each_wanted: bool,
}

/// The variants of the game with this canonical name.
///
/// # Errors
/// If a listed value has no valid variant, or if there are too many combinations.
pub(crate) fn variants(name: &str, varied: &[Varied]) -> Result<Variants, ReadError> {
    let combinations = varied.iter().try_fold(1_usize, |all, it| all.checked_mul(it.values.len()));
    let count = combinations.filter(|count| *count <= MOST).ok_or_else(|| {
        let how_many = combinations.map_or("far too many".to_owned(), |it| write_count(it as u64));
        ReadError::new(format!("these values make {how_many} combinations"))
            .hint(format!("a survey takes at most {}: shorten a list", write_count(MOST as u64)))
    })?;
    let mut found = Variants { names: Vec::new(), impossible: 0, equal: 0 };
    let mut known = HashSet::new();
    let mut fits: Vec<Vec<Fit>> =
        varied.iter().map(|it| vec![Fit::Unknown; it.values.len()]).collect();
    for number in 0..count {
        let places = places(number, varied);
        let changes: Vec<(&str, &str)> = varied
            .iter()
            .zip(&places)
            .map(|(it, place)| (it.key, it.values[*place].as_str()))
            .collect();
        let opened = spar_catalog::vary(name, &changes);
        for (fits, place) in fits.iter_mut().zip(places) {
            fits[place].learn(opened.as_ref().err());
        }
        match opened {
            Err(_) => found.impossible += 1,
            Ok(game) => {
                let name = &game.facts().name;
                if known.insert(name.clone()) {
                    found.names.push(name.clone());
                } else {
                    found.equal += 1;
                }
            }
        }
    }
    for (Varied { key, values, .. }, fits) in
        varied.iter().zip(fits).filter(|it| it.0.is_each_wanted)
    {
        for (value, fit) in values.iter().zip(fits) {
            if let Fit::Never(error) = fit {
                let what = format!("no variant has `{key}={value}`: {}", error.what);
                return Err(ReadError { what, ..error });
            }
        }
    }
    Ok(found)
}

/// The index of each parameter's value in the combination with this number.
fn places(number: usize, varied: &[Varied]) -> Vec<usize> {
    let mut rest = number;
    let mut places: Vec<usize> = varied
        .iter()
        .rev()
        .map(|Varied { values, .. }| {
            let place = rest % values.len();
            rest /= values.len();
            place
        })
        .collect();
    places.reverse();
    places
}

/// Whether a value occurs in a valid variant. If a listed value does not, this is an error.
#[derive(Clone)]
enum Fit {
    Unknown,
    Never(ReadError),
    Sometimes,
}

impl Fit {
    fn learn(&mut self, error: Option<&ReadError>) {
        match (&self, error) {
            (_, None) => *self = Fit::Sometimes,
            (Fit::Unknown, Some(error)) => *self = Fit::Never(error.clone()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn varied(lists: &[(&'static str, &str)]) -> Vec<Varied> {
        let list = |text: &str| text.split(',').map(str::to_owned).collect();
        let varied = |(key, text): &(&'static str, &str)| Varied {
            key,
            values: list(text),
            is_each_wanted: true,
        };
        lists.iter().map(varied).collect()
    }

    #[test]
    fn every_combination_is_there_in_order_and_each_game_once() {
        let lists = varied(&[("rows", "3,4"), ("cols", "3,4"), ("gravity", "none,full")]);
        let found = variants("tictactoe", &lists).unwrap();
        let wanted = [
            "tictactoe",
            "connect3:rows=3,cols=3",
            "tictactoe:cols=4",
            "connect3:rows=3",
            "tictactoe:rows=4",
            "connect3:cols=3",
            "tictactoe:rows=4,cols=4",
            "connect3",
        ];
        assert_eq!(found.names, wanted);
        assert_eq!((found.impossible, found.equal), (0, 0));
        // On three rows, `partial-3` equals no gravity and `partial-1` equals full gravity.
        let lists = varied(&[("gravity", "none,partial-3,partial-1,full,partial-2")]);
        let found = variants("lines", &lists).unwrap();
        assert_eq!(found.names, ["tictactoe", "connect3:rows=3,cols=3", "bottom2"]);
        assert_eq!((found.impossible, found.equal), (0, 2));
        assert_eq!(variants("connect3", &[]).unwrap().names, ["connect3"]);
    }

    #[test]
    fn fixed_parameters_stay_and_varied_ones_are_replaced() {
        let found = variants("connect3:along=d,line=loses", &varied(&[("along", "r,rcd")]));
        assert_eq!(found.unwrap().names, ["connect3:along=r,line=loses", "connect3:line=loses"]);
    }

    #[test]
    fn impossible_combinations_are_counted_and_impossible_values_told() {
        let lists = varied(&[("rows", "3,5"), ("connect", "3,5")]);
        let found = variants("tictactoe", &lists).unwrap();
        assert_eq!(found.names, ["tictactoe", "tictactoe:rows=5", "tictactoe:rows=5,connect=5"]);
        assert_eq!((found.impossible, found.equal), (1, 0));
        let told = |lists: &[(&'static str, &str)]| {
            variants("tictactoe", &varied(lists)).unwrap_err().to_string()
        };
        assert_eq!(
            told(&[("rows", "3,5"), ("connect", "3,6")]),
            "no variant has `connect=6`: `connect=6` does not fit a board of 3×3\n\
             hint: `connect` goes from 1 to the longest side, 3"
        );
        assert!(told(&[("gravity", "none,up")]).starts_with("no variant has `gravity=up`: "));
        assert!(told(&[("rwos", "3")]).contains("did you mean `rows`?"));
    }

    #[test]
    fn values_from_all_may_fit_no_variant() {
        let mut lists = varied(&[("sheep", "3,4,5,16")]);
        assert!(variants("wolf", &lists).is_err());
        lists[0].is_each_wanted = false;
        let found = variants("wolf", &lists).unwrap();
        // Sheep start on the dark squares of the first row. A row of eight squares has four, so 5
        // and 16 are impossible.
        assert_eq!(found.names, ["wolf:sheep=3", "wolf"]);
        assert_eq!((found.impossible, found.equal), (2, 0));
    }

    #[test]
    fn huge_products_are_refused_before_any_game_is_opened() {
        let numbers: Vec<String> = (0..1000).map(|it: u32| it.to_string()).collect();
        let keys = ["rows", "cols", "layers", "connect", "along", "gravity", "line"];
        let varied =
            |key: &&'static str| Varied { key, values: numbers.clone(), is_each_wanted: true };
        let lists = |n: usize| keys[..n].iter().map(varied).collect::<Vec<_>>();
        let told = |n| variants("lines", &lists(n)).unwrap_err().to_string();
        assert_eq!(
            told(2),
            "these values make 1 000 000 combinations\n\
             hint: a survey takes at most 10 000: shorten a list"
        );
        assert!(told(7).starts_with("these values make far too many combinations"));
    }
}
