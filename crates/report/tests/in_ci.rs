//! What CI must not skip.

/// A check that is skipped looks like one that passed: where CI is set, it fails.
#[test]
fn the_check_in_a_browser_is_never_skipped_in_ci() {
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/browser");
    let run = |ci: Option<&str>| {
        let mut bash = std::process::Command::new("/bin/bash");
        // Neither node nor chromium is there; what the script needs is built into the shell, but for one program.
        let tools = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/usr/bin/dirname", tools.path().join("dirname")).unwrap();
        bash.arg(&script).env("PATH", tools.path()).env_remove("CI").envs(ci.map(|ci| ("CI", ci)));
        let output = bash.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = run(None);
    assert!(code == Some(0) && said.starts_with("skipped: no node"), "{code:?} {said}");
    let (code, said) = run(Some("true"));
    assert!(code == Some(1) && said.starts_with("skipped: no node"), "{code:?} {said}");
}
