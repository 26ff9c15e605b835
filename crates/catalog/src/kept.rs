//! What was found out of a game, for as long as it is open.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps one value of each type.
#[derive(Clone, Default)]
pub(super) struct Kept(Arc<Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>>);

impl Kept {
    /// The value of this type, if there is one.
    pub(super) fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(values.get(&TypeId::of::<T>())?).downcast().ok()
    }

    /// Keeps a value, unless there is one of its type; gives the one that is kept.
    pub(super) fn keep<T: Any + Send + Sync>(&self, value: Arc<T>) -> Arc<T> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = values.entry(TypeId::of::<T>()).or_insert_with(|| value.clone());
        Arc::clone(kept).downcast().unwrap_or(value)
    }

    /// The value of this type, made if there is none.
    pub(super) fn or_default<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        self.get().unwrap_or_else(|| self.keep(Arc::default()))
    }
}
