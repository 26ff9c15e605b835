//! Reads lists and ranges of values: `3`, `3,4`, `3..5`, `3..5,7`, `all`.

use spar_catalog::units::write_count;
use spar_rules::{ReadError, quoted};

/// The maximum number of values in a range.
const LONGEST: u32 = 1000;

/// Reads a list of values; returns them in order without duplicates. `all` means the given
/// values, if there are any.
///
/// # Errors
/// If the text is not valid; the message names the option.
pub(crate) fn read_values(
    option: &str,
    text: &str,
    all: &[String],
) -> Result<Vec<String>, ReadError> {
    let mut values: Vec<String> = Vec::new();
    for part in text.split(',') {
        let more = one(part, all).map_err(|error| ReadError {
            what: format!("`--{option}`: {}", error.what),
            ..error
        })?;
        for value in more {
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    Ok(values)
}

/// The values of one part between commas.
fn one(part: &str, all: &[String]) -> Result<Vec<String>, ReadError> {
    let form = "values are a list, `3,4`, or a range, `3..5`";
    if part.is_empty() {
        return Err(ReadError::new("a value is missing").hint(form));
    }
    if part == "all" {
        if all.is_empty() {
            return Err(ReadError::new("its values are too many to list").hint(form));
        }
        return Ok(all.to_vec());
    }
    let Some((least, most)) = part.split_once("..") else { return Ok(vec![part.to_owned()]) };
    let number = |text: &str| -> Option<u32> {
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let range = quoted(part);
    let (Some(from), Some(to)) = (number(least), number(most)) else {
        let what = format!("{range} is not a range of whole numbers");
        return Err(ReadError::new(what).hint("a range has two ends, both included: `3..5`"));
    };
    if from > to {
        let hint = format!("write `{to}..{from}`");
        return Err(ReadError::new(format!("{range} runs backwards")).hint(hint));
    }
    if to - from >= LONGEST {
        let count = write_count(u64::from(to - from) + 1);
        let what = format!("{range} has {count} values");
        return Err(ReadError::new(what).hint(format!("at most {LONGEST}")));
    }
    Ok((from..=to).map(|number| number.to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let all = ["r", "c"].map(str::to_owned);
        read_values("rows", text, &all).map_err(|error| error.to_string())
    }

    #[test]
    fn lists_and_ranges_are_read_each_value_once() {
        assert_eq!(read("3").unwrap(), ["3"]);
        assert_eq!(read("4,3").unwrap(), ["4", "3"]);
        assert_eq!(read("3..5").unwrap(), ["3", "4", "5"]);
        assert_eq!(read("3..3").unwrap(), ["3"]);
        assert_eq!(read("4..5,3..5,full").unwrap(), ["4", "5", "3", "full"]);
        assert_eq!(read("c,all").unwrap(), ["c", "r"]);
    }

    #[test]
    fn what_is_no_list_is_refused_with_the_option() {
        for text in ["", ",", "3,", ",3", "3,,4"] {
            assert!(read(text).unwrap_err().starts_with("`--rows`: a value is missing"), "{text}");
        }
        assert_eq!(
            read("5..3").unwrap_err(),
            "`--rows`: `5..3` runs backwards\nhint: write `3..5`"
        );
        for text in ["..", "3..", "..5", "a..b", "-1..3", "3..5..7", "1..99999999999"] {
            assert!(read(text).unwrap_err().contains("is not a range of whole numbers"), "{text}");
        }
        assert!(read("0..4000000000").unwrap_err().contains("has 4 000 000 001 values"));
        let none = read_values("rows", "all", &[]).unwrap_err();
        assert_eq!(none.what, "`--rows`: its values are too many to list");
    }
}
