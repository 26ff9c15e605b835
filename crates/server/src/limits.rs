//! Limits on the rate of requests, and on the requests of one address at once.

use super::refusal::Refused;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A token bucket for each key. It holds up to `most` tokens, each request takes one, and an
/// empty bucket is full again after `within`.
pub(crate) struct Limit<K> {
    most: f64,
    within: Duration,
    most_keys: usize,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    drops: f64,
    at: Instant,
}

/// The most buckets.
const MOST_KEYS: usize = 16_384;

impl<K: Hash + Eq + Clone> Limit<K> {
    /// Allows `most` requests within this time.
    pub(crate) fn new(most: u32, within: Duration) -> Limit<K> {
        Limit { most: f64::from(most), within, most_keys: MOST_KEYS, buckets: Mutex::default() }
    }

    /// Takes a token.
    ///
    /// # Errors
    /// If the bucket is empty. The error contains the seconds until the next token.
    pub(crate) fn take(&self, key: &K, now: Instant) -> Result<(), Refused> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= self.most_keys && !buckets.contains_key(key) {
            self.forget(&mut buckets, now);
        }
        let bucket = buckets.entry(key.clone()).or_insert(Bucket { drops: self.most, at: now });
        *bucket = Bucket { drops: self.drops(bucket, now), at: now };
        if bucket.drops < 1.0 {
            let wait = (1.0 - bucket.drops) * self.within.as_secs_f64() / self.most;
            return Err(too_many(wait.ceil().max(1.0) as u64));
        }
        bucket.drops -= 1.0;
        Ok(())
    }

    /// The current number of tokens in a bucket.
    fn drops(&self, bucket: &Bucket, now: Instant) -> f64 {
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.drops + since * self.most / self.within.as_secs_f64()).min(self.most)
    }

    /// Drops full buckets, and if that is not enough, the fullest half.
    fn forget(&self, buckets: &mut HashMap<K, Bucket>, now: Instant) {
        buckets.retain(|_, bucket| self.drops(bucket, now) < self.most);
        if buckets.len() >= self.most_keys {
            let mut drops: Vec<f64> = buckets.values().map(|it| self.drops(it, now)).collect();
            drops.sort_unstable_by(f64::total_cmp);
            let middle = drops[drops.len() / 2];
            buckets.retain(|_, bucket| self.drops(bucket, now) < middle);
        }
        if buckets.len() >= self.most_keys {
            buckets.clear();
        }
    }

    /// The number of buckets.
    pub(crate) fn n_keys(&self) -> usize {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Limits the requests of one address that are answered at once. Others wait for their turn, so
/// that an address with many requests does not delay the others.
pub(crate) struct Turns {
    most: usize,
    taken: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// A turn that somebody has; dropping it lets the next one in.
pub(crate) struct RequestSlot<'a> {
    permit: Option<OwnedSemaphorePermit>,
    address: IpAddr,
    turns: &'a Turns,
}

impl Turns {
    /// Allows `most` at once.
    pub(crate) fn new(most: usize) -> Turns {
        Turns { most, taken: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn.
    pub(crate) async fn wait(&self, address: IpAddr) -> RequestSlot<'_> {
        let semaphore = {
            let mut taken = self.lock();
            Arc::clone(taken.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.most))))
        };
        let mut turn = RequestSlot { permit: None, address, turns: self };
        turn.permit = semaphore.acquire_owned().await.ok();
        turn
    }
}

impl Drop for RequestSlot<'_> {
    fn drop(&mut self) {
        self.permit = None;
        let mut taken = self.turns.lock();
        // No other request of this address has a turn or waits for one.
        if taken.get(&self.address).is_some_and(|it| Arc::strong_count(it) == 1) {
            taken.remove(&self.address);
        }
    }
}

fn too_many(seconds: u64) -> Refused {
    Refused::new(StatusCode::TOO_MANY_REQUESTS, "too many requests")
        .hint(format!("try again in {}", spar_catalog::words::counted(seconds as usize, "second")))
        .after(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use spar_rules::SplitMix;

    #[tokio::test]
    async fn an_address_has_so_many_turns_and_others_need_not_wait() {
        let turns = Turns::new(2);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|it| it.parse().unwrap());
        let (first, second) = (turns.wait(one).await, turns.wait(one).await);
        let mut third = Box::pin(turns.wait(one));
        assert!(third.as_mut().now_or_never().is_none());
        drop(turns.wait(other).await);
        drop(first);
        let third = third.await;
        drop((second, third));
        assert!(turns.lock().is_empty(), "who has left is forgotten");
        let gone = turns.wait(one);
        drop(gone);
        assert!(turns.lock().is_empty());
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limit = Limit::new(3, Duration::from_mins(1));
        let now = Instant::now();
        for _ in 0..3 {
            limit.take(&1, now).unwrap();
        }
        let refused = limit.take(&1, now).unwrap_err();
        assert_eq!(refused.retry_after, Some(20));
        limit.take(&2, now).unwrap();
        let later = now + Duration::from_secs(20);
        limit.take(&1, later).unwrap();
        assert!(limit.take(&1, later).is_err());
    }

    #[test]
    fn the_number_of_buckets_is_limited() {
        let limit = Limit { most_keys: 100, ..Limit::new(5, Duration::from_hours(1)) };
        let now = Instant::now();
        for _ in 0..5 {
            limit.take(&u32::MAX, now).unwrap();
        }
        for key in 0..10_000 {
            limit.take(&key, now).unwrap();
            assert!(limit.n_keys() <= 100);
        }
        assert!(limit.take(&u32::MAX, now).is_err(), "who has asked most is not forgotten");
    }

    /// In integer milliseconds: an empty bucket is full after ten seconds, and each request
    /// takes the tokens of two seconds.
    #[test]
    fn a_bucket_takes_as_many_as_whole_numbers_say() {
        let limit = Limit::new(5, Duration::from_secs(10));
        let start = Instant::now();
        let mut random = SplitMix::new(3);
        let (mut now, mut n_refused) = (0, 0);
        // The tokens of each of three keys, and the time of the last update.
        let mut model = [(10_000_u64, 0_u64); 3];
        for step in 0..5000 {
            now += random.below(6) * 250;
            let key = random.below(3);
            let (level, at) = &mut model[key as usize];
            *level = (*level + now - *at).min(10_000);
            *at = now;
            match limit.take(&key, start + Duration::from_millis(now)) {
                Ok(()) => {
                    assert!(*level >= 2000, "step {step}: {level} is too little");
                    *level -= 2000;
                }
                Err(refused) => {
                    assert!(*level < 2000, "step {step}: {level} is enough");
                    let seconds = (2000 - *level).div_ceil(1000);
                    assert_eq!(refused.retry_after, Some(seconds), "step {step}");
                    n_refused += 1;
                }
            }
        }
        assert!((500..4500).contains(&n_refused), "{n_refused}");
    }
}
