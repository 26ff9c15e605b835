//! `game:key=value,…` taken apart.

use crate::ReadError;

/// A game's name in its parts; whether they mean something is not asked here.
#[derive(Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// What stands before the colon.
    pub game: &'a str,
    /// The parameters in their order, none twice.
    pub settings: Vec<(&'a str, &'a str)>,
}

impl<'a> Name<'a> {
    /// Takes a name apart.
    ///
    /// # Errors
    /// Says what has not the shape of a name.
    pub fn read(text: &'a str) -> Result<Name<'a>, ReadError> {
        let Some((game, rest)) = text.split_once(':') else {
            return Ok(Name { game: text, settings: Vec::new() });
        };
        let shape = || format!("parameters look like `{game}:key=value,key=value`");
        if rest.is_empty() {
            return Err(ReadError::new(format!("nothing stands after `{text}`")).hint(shape()));
        }
        let mut settings: Vec<(&str, &str)> = Vec::new();
        for setting in rest.split(',') {
            if setting.is_empty() {
                return Err(stray_comma(text, rest));
            }
            let Some((key, value)) = setting.split_once('=') else {
                return Err(ReadError::new(format!("`{setting}` has no value")).hint(shape()));
            };
            if key.is_empty() {
                let what = format!("`{setting}` names no parameter");
                return Err(ReadError::new(what).hint(shape()));
            }
            if settings.iter().any(|(earlier, _)| *earlier == key) {
                return Err(ReadError::new(format!("`{key}` stands twice in `{text}`")));
            }
            settings.push((key, value));
        }
        Ok(Name { game, settings })
    }
}

fn stray_comma(text: &str, settings: &str) -> ReadError {
    let what = if settings.starts_with(',') {
        format!("a parameter is missing before the first comma of `{text}`")
    } else if settings.contains(",,") {
        format!("a parameter is missing between two commas of `{text}`")
    } else {
        format!("a comma at the end of `{text}`")
    };
    ReadError::new(what).hint("a comma stands only between two parameters")
}
