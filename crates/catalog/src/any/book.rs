//! Books of openings with hidden types.

use spar_rules::{ReadError, Value};
use spar_solve::Budget;
use spar_solve::book::Missing;
use std::collections::HashMap;

/// The positions of a book.
pub trait AnyOpenings {
    /// The number of positions.
    fn n_positions(&self) -> usize;

    /// The texts of the positions from whose values all others follow, in a fixed order.
    fn unsolved(&self) -> Vec<String>;

    /// The file of the book, from the values of these positions.
    ///
    /// # Errors
    /// If one of the values is missing.
    fn book(&self, solved: &HashMap<String, Value>) -> Result<Vec<u8>, Missing>;
}

/// A search with its memory: what it has proven about one position helps with the next.
pub trait AnySearch: Send {
    /// The value of a position for the side to move; `None` if the budget ends before.
    ///
    /// # Errors
    /// If the text is not a position.
    fn value(&mut self, position: &str, budget: &Budget) -> Result<Option<Value>, ReadError>;
}
