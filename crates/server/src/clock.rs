//! What time it is: the system's, or whatever a test says.

use spar_store::Millis;
use std::sync::Arc;

/// Tells the time, in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> Millis + Send + Sync>;

/// The system's clock.
pub(crate) fn system() -> Clock {
    Arc::new(|| jiff::Timestamp::now().as_millisecond())
}
