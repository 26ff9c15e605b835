//! Large tables, asked of the system so that it can refuse: an error, not the end of the
//! program.

use crate::SolveError;

/// A table of `count` cells.
///
/// # Errors
/// If the system does not give the memory.
pub(crate) fn filled<T>(count: usize, cell: impl FnMut() -> T) -> Result<Vec<T>, SolveError> {
    let mut cells = Vec::new();
    let needed = size_of::<T>() as u128 * count as u128;
    cells.try_reserve_exact(count).map_err(|_| SolveError::NoMemory { needed })?;
    cells.extend(std::iter::repeat_with(cell).take(count));
    Ok(cells)
}

/// Finds out whether the system gives this much, for work that makes several tables of it
/// one after the other.
///
/// # Errors
/// If it does not.
pub(crate) fn probe(needed: u128) -> Result<(), SolveError> {
    let no_memory = || SolveError::NoMemory { needed };
    let bytes = usize::try_from(needed).map_err(|_| no_memory())?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| no_memory())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_no_machine_can_hold_is_an_error() {
        let needed = 8 << 58;
        assert_eq!(filled(1 << 58, || 0_u64), Err(SolveError::NoMemory { needed }));
        assert_eq!(filled(3, || 7), Ok(vec![7; 3]));
        assert_eq!(probe(1 << 100), Err(SolveError::NoMemory { needed: 1 << 100 }));
        assert_eq!(probe(1 << 62), Err(SolveError::NoMemory { needed: 1 << 62 }));
        assert_eq!(probe(1 << 20), Ok(()));
    }
}
