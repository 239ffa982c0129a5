//! What the user names as an output: links are followed, devices and pipes are written to, and all is checked beforehand.

#![cfg(unix)]

use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::process::Stdio;

use crate::common::{Home, SHORT};

const XML: &str = "<a><b>text</b></a>";

#[test]
fn a_full_disk_is_named_with_the_file() {
    let home = Home::new();
    home.write("m.json", "{\"a\": 1}");
    let types = home.run(&["types", "m.json", "--output", "/dev/full"]).expect(2);
    assert!(types.err.contains("cannot write /dev/full: No space left on device"), "{}", types.transcript());
    let mut list = home.command(&["list"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let told = list.stdout(full).output().unwrap();
    let said = String::from_utf8_lossy(&told.stderr);
    assert!(said.contains("cannot write to standard output: No space left on device"), "{said}");
}

#[test]
fn convert_writes_through_links_to_files_and_devices() {
    let home = Home::new();
    home.write("a.xml", XML);
    symlink("/dev/null", home.path("null")).unwrap();
    home.run(&["convert", "a.xml", "null"]).expect(0);
    assert!(home.path("null").is_symlink(), "the link to the device is still one");
    assert!(std::fs::metadata(home.path("null")).unwrap().file_type().is_char_device());

    home.write("folder/end.fi", "old");
    symlink("folder/end.fi", home.path("link.fi")).unwrap();
    home.run(&["convert", "a.xml", "link.fi"]).expect(0);
    assert!(home.path("link.fi").is_symlink());
    assert_eq!(std::fs::read(home.path("folder/end.fi")).unwrap()[..4], [0xE0, 0, 0, 1]);
}

#[test]
fn convert_writes_into_a_pipe() {
    let home = Home::new();
    home.write("a.xml", XML);
    let pipe = home.path("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    // Held open for writing too, so that a reader of a pipe that nobody writes to does not wait for ever.
    let held = std::fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    home.run(&["convert", "a.xml", pipe.to_str().unwrap(), "--to", "fi"]).expect(0);
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo(), "the pipe is still one");
    let mut head = [0; 4];
    std::io::Read::read_exact(&mut &held, &mut head).unwrap();
    assert_eq!(head, [0xE0, 0, 0, 1]);
}

#[test]
fn convert_may_write_what_it_reads() {
    let home = Home::new();
    home.write("a.xml", XML);
    home.run(&["convert", "a.xml", "a.xml", "--to", "fi"]).expect(0);
    assert_eq!(home.run(&["convert", "a.xml", "-"]).expect(0).out, XML);
}

#[test]
fn outputs_are_checked_before_anything_is_measured() {
    let home = Home::new();
    home.write("short.toml", SHORT);
    home.write("file", "");
    for option in ["--json", "--html"] {
        home.run(&["run", "short.toml", "--candidate", "serde_json", option, "file/below.json"])
            .expect(2)
            .says("cannot write file/below.json");
    }
    assert!(!home.path(".local/share/wirecost/runs.db").exists(), "no run was made");
}

#[test]
fn a_reader_of_completions_that_stops_is_no_error() {
    let home = Home::new();
    let mut child = home
        .command(&["setup", "shell", "--print", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
