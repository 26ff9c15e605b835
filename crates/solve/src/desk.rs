//! What a piece of work has at hand: its budget, the shelf of solved games, and
//! somebody who hears how far it is.

use crate::tables::Shelf;
use crate::{Budget, Progress, Silent};

/// What a piece of work has at hand.
pub struct Desk {
    /// What it may cost.
    pub budget: Budget,
    /// Where solved games are kept, if anywhere.
    pub shelf: Option<Shelf>,
    /// Who hears how far it is.
    pub progress: Box<dyn Progress + Send>,
}

impl Desk {
    /// A desk without a shelf and without a listener.
    pub fn bare(budget: Budget) -> Desk {
        Desk { budget, shelf: None, progress: Box::new(Silent) }
    }

    /// A desk with this shelf and without a listener.
    pub fn quiet(budget: Budget, shelf: Option<Shelf>) -> Desk {
        Desk { budget, shelf, progress: Box::new(Silent) }
    }
}
