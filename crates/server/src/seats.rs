//! How many connections there are: at most so many in all, and so many from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The seats of a server.
pub(super) struct Seats {
    all: Arc<Semaphore>,
    most_of_one: usize,
    taken: Arc<Taken>,
}

/// How many seats each address has taken; who has none is not listed.
#[derive(Default)]
struct Taken(Mutex<HashMap<IpAddr, usize>>);

/// A seat that somebody has taken; dropping it gives it back.
pub(super) struct Seat {
    _permit: OwnedSemaphorePermit,
    address: IpAddr,
    taken: Arc<Taken>,
}

impl Seats {
    /// So many seats, and so many for one address.
    pub(super) fn new(most: usize, most_of_one: usize) -> Seats {
        let all = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Seats { all, most_of_one, taken: Arc::default() }
    }

    /// Waits until a seat is free.
    pub(super) async fn free(&self) -> OwnedSemaphorePermit {
        let permit = Arc::clone(&self.all).acquire_owned().await;
        permit.expect("invariant: the seats are never closed")
    }

    /// Gives a free seat to this address, unless it has as many as it may.
    pub(super) fn taken_by(&self, address: IpAddr, free: OwnedSemaphorePermit) -> Option<Seat> {
        let mut taken = self.taken.lock();
        let count = taken.entry(address).or_default();
        if *count >= self.most_of_one {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Seat { _permit: free, address, taken: Arc::clone(&self.taken) })
    }
}

impl Taken {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.taken.lock();
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_address_leaves_seats_for_others() {
        let seats = Seats::new(10, 2);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|it| it.parse().unwrap());
        let first = seats.taken_by(one, seats.free().await).unwrap();
        let _second = seats.taken_by(one, seats.free().await).unwrap();
        assert!(seats.taken_by(one, seats.free().await).is_none());
        let third = seats.taken_by(other, seats.free().await).unwrap();
        drop(first);
        assert!(seats.taken_by(one, seats.free().await).is_some());
        drop(third);
        assert_eq!(seats.taken.lock().len(), 1, "who has left is forgotten");
        assert_eq!(seats.all.available_permits(), 9);
    }
}
