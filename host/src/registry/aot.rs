//! Compiled components, kept between processes.

use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use wasmtime::Engine;
use wasmtime::component::Component;

/// A folder of compiled components. Reading one back is running native code, so the folder must belong to this user
/// alone; at any doubt the component is compiled anew.
#[derive(Clone, Debug)]
pub struct AotCache {
    folder: PathBuf,
}

impl AotCache {
    /// The cache in the user's own cache folder (`$XDG_CACHE_HOME/gobo` or `~/.cache/gobo`). None where there is no
    /// such folder, or where it is not private.
    #[must_use]
    pub fn of_the_user() -> Option<Self> {
        let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let home = || std::env::home_dir().map(|home| home.join(".cache"));
        Self::in_folder(&cache.or_else(home)?.join("gobo")).ok()
    }

    /// The cache in that folder, which is created with mode 0700 if it is missing.
    ///
    /// # Errors
    /// If it cannot be created, or if others may write or read it.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        create_private(folder)?;
        require_private(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// The component, from the cache if it is there and fits this engine, else compiled and left there.
    pub(super) fn component(
        &self,
        engine: &Engine,
        bytes: &[u8],
        digest: &str,
    ) -> wasmtime::Result<Component> {
        let path = self.folder.join(format!("{digest}-{:016x}.cwasm", compatibility(engine)));
        if let Some(component) = load(engine, &path) {
            return Ok(component);
        }
        let compiled = engine.precompile_component(bytes)?;
        // A cache that cannot be written costs time, nothing else.
        let _ = write_whole(&path, &compiled);
        #[allow(unsafe_code, reason = "deserializing runs native code")]
        // SAFETY: these bytes come from this engine, one line above.
        unsafe {
            Component::deserialize(engine, compiled)
        }
    }
}

fn load(engine: &Engine, path: &Path) -> Option<Component> {
    require_private(path).ok()?;
    #[allow(unsafe_code, reason = "deserializing runs native code")]
    // SAFETY: the file and its folder belong to this user alone, and files appear there only whole, under the digest of
    // their component and the engine's compatibility hash.
    unsafe {
        Component::deserialize_file(engine, path).ok()
    }
}

/// Stable for one wasmtime version and configuration.
fn compatibility(engine: &Engine) -> u64 {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    hasher.finish()
}

/// A reader never sees a part of a file.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension(format!("part-{}", std::process::id()));
    let written = write_private(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(unix)]
fn create_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(unix)]
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(bytes)
}

/// Owned by the process's user, and nobody else may read or write it. A link is not followed.
#[cfg(unix)]
fn require_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::symlink_metadata(path)?;
    let ours = found.uid() == rustix::process::getuid().as_raw();
    let for_others = found.mode() & 0o077;
    if ours && for_others == 0 && !found.is_symlink() {
        Ok(())
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[cfg(not(unix))]
fn create_private(_folder: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn write_private(_path: &Path, _bytes: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn require_private(_path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
