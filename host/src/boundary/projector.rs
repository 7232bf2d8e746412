//! The projection as the boundary sees it.

use std::sync::Arc;

use gobo_contract::ErrorCode;

use crate::sandbox::{Budget, Failure, Job, Projected, Sandbox};

/// A projector of one generation. Blocking: the boundary calls it on a bounded pool.
pub trait PublishedProjector: Send + Sync {
    /// The generation's number, from 1.
    fn generation(&self) -> u64;

    /// Projects one payload, verifies what comes back, and writes the frozen JSON.
    ///
    /// # Errors
    /// A [`Failure`] with the code for the agent and the cause for the log.
    fn project(&self, job: Job<'_>) -> Result<Projected, Failure>;
}

/// Where a call gets its projector. It takes one in preflight and keeps it to the end, whatever is published meanwhile.
pub trait ProjectorSource: Send + Sync {
    /// The projector that is published now.
    ///
    /// # Errors
    /// [`ErrorCode::ProjectorUnavailable`].
    fn current(&self) -> Result<Arc<dyn PublishedProjector>, ErrorCode>;
}

/// A projector that is never swapped.
pub struct FixedProjector<P>(pub Arc<P>);

impl<P: PublishedProjector + 'static> ProjectorSource for FixedProjector<P> {
    fn current(&self) -> Result<Arc<dyn PublishedProjector>, ErrorCode> {
        Ok(Arc::<P>::clone(&self.0))
    }
}

/// A projector component in its sandbox.
pub struct SandboxedProjector {
    /// Where it runs.
    pub sandbox: Arc<Sandbox>,
    /// The component.
    pub projector: crate::registry::Projector,
    /// What one call may use.
    pub budget: Budget,
    /// The generation's number, from 1.
    pub generation: u64,
}

impl PublishedProjector for SandboxedProjector {
    fn generation(&self) -> u64 {
        self.generation
    }

    fn project(&self, job: Job<'_>) -> Result<Projected, Failure> {
        self.sandbox.project(&self.projector, job, &self.budget)
    }
}
