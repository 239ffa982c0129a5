//! Programs of this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Reason;

/// What a command prints, standard output before standard error.
pub(super) fn output(command: &[String], folder: Option<&Path>) -> Result<String, Reason> {
    let words = command.join(" ");
    let Some((program, arguments)) = command.split_first() else { return Err("an empty command".into()) };
    let program = find(program).ok_or_else(|| Reason::NotInstalled(program.clone()))?;
    let mut run = Command::new(program);
    run.args(arguments).stdin(std::process::Stdio::null());
    if let Some(folder) = folder {
        run.current_dir(folder);
    }
    let output = run.output().map_err(|error| format!("`{words}`: {error}"))?;
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() {
        return Ok(out + &err);
    }
    let last = err.lines().chain(out.lines()).rfind(|line| !line.trim().is_empty()).unwrap_or("nothing");
    Err(format!("`{words}` ended with {}; its last line: {last}", output.status).into())
}

/// The file that is run for `program`: from `PATH`, or from the folders of servers, which are in the path of root only.
pub fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|path| path.exists());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/local/sbin", "/usr/sbin", "/sbin"].map(PathBuf::from));
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}
