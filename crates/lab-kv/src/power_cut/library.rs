//! The library that keeps account of what a store has synced, built once by the C compiler of this machine.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One translation unit; the lines say which file a complaint of the compiler is about.
const SOURCE: &str = concat!(
    "#line 1 \"files.c\"\n",
    include_str!("files.c"),
    "#line 1 \"disk.c\"\n",
    include_str!("disk.c"),
    "#line 1 \"calls.c\"\n",
    include_str!("calls.c"),
);

/// The library.
#[derive(Debug, Clone)]
pub(crate) struct Library(PathBuf);

impl Library {
    /// Builds it into a folder of what can be made again, where it is not there yet.
    ///
    /// # Errors
    /// In words for the user: no compiler, or what it says.
    pub fn ready(cache: &Path) -> Result<Self, String> {
        let mut hasher = DefaultHasher::new();
        SOURCE.hash(&mut hasher);
        let target = cache.join("power-cut").join(format!("{:016x}.so", hasher.finish()));
        if target.is_file() {
            return Ok(Self(target));
        }
        let failed =
            |error: &dyn std::fmt::Display| format!("a power cut needs a library that cannot be built: {error}");
        let folder = target.parent().unwrap_or(cache);
        // Made aside and renamed, so that no other process sees half of it.
        let aside = |ending: &str| folder.join(format!("{}.{ending}", std::process::id()));
        let (source, made) = (aside("c"), aside("so"));
        fs::create_dir_all(folder).and_then(|()| fs::write(&source, SOURCE)).map_err(|error| failed(&error))?;
        let mut compiler = Command::new("cc");
        compiler.args(["-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-o"]).arg(&made).arg(&source).arg("-ldl");
        let output = compiler.stdin(Stdio::null()).output();
        // It is in the cache.
        let _ = fs::remove_file(&source);
        match output {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err("a power cut needs a C compiler (cc), which is not installed; `wirecost setup kv` installs it"
                    .into())
            }
            Err(error) => Err(failed(&error)),
            Ok(output) if !output.status.success() => {
                let said = String::from_utf8_lossy(&output.stderr);
                Err(failed(&said.lines().rfind(|line| line.contains("error")).unwrap_or("the compiler failed")))
            }
            Ok(_) => fs::rename(&made, &target).map(|()| Self(target)).map_err(|error| failed(&error)),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}
