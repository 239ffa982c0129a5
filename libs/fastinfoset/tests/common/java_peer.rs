//! The Maven project that drives the Java library; the benches have it too.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The project, built for one version of the library.
pub struct Peer {
    /// Where it is built, and where documents for it may lie.
    pub folder: PathBuf,
}

impl Peer {
    /// Builds it in a folder of this name, if its tools are there. `None` says which is not.
    pub fn build(version: &str, name: &str) -> Option<Self> {
        for tool in ["mvn", "java", "jar"] {
            let found = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            if !found.is_ok_and(|status| status.success()) {
                println!("skipped: {tool} is not there");
                return None;
            }
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{version}"));
        let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop-java/pom.xml");
        let output = Command::new("mvn")
            .args(["--batch-mode", "--quiet", "compile", "-f"])
            .arg(&pom)
            .arg(format!("-Dfastinfoset.version={version}"))
            .arg(format!("-Dout={}", folder.display()))
            .output()
            .unwrap();
        assert!(output.status.success(), "mvn: {}", String::from_utf8_lossy(&output.stdout));
        Some(Self { folder })
    }

    /// `java` with these options of its own, and the class path to the project's programs.
    pub fn java(&self, options: &[&str]) -> Command {
        let class_path = format!("{}:{}/*", self.folder.join("classes").display(), self.folder.join("lib").display());
        let mut java = Command::new("java");
        java.args(options).args(["-cp", &class_path]);
        java
    }
}
