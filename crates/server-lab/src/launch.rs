//! What starts a candidate's server.

use wirecost_host::{Launch, Nonce, Server};

use crate::Reason;
use crate::candidate::{Candidate, find_program};
use crate::place::Places;

/// What starts the server of `candidate` on its places, with a message to answer with. The server proves itself by `nonce`,
/// where its protocol has a place for one; else it must hold the port.
///
/// # Errors
/// A program that is not there, or a file that cannot be read.
pub fn launch(candidate: &Candidate, content: &[u8], places: &Places, nonce: Option<Nonce>) -> Result<Launch, Reason> {
    let start = &candidate.file.start;
    let (text, cores) = (String::from_utf8_lossy(content), places.server_count.to_string());
    let put_in = |word: &str| candidate.put_in(word).replace("{cores}", &cores).replace("{text}", &text);
    let (program, arguments) = start.command.split_first().ok_or("its command is empty")?;
    let program = put_in(program);
    let program = find_program(&program).ok_or_else(|| Reason::NotInstalled(program.clone()))?;
    let mut launch = Launch::new(program.display().to_string(), arguments.iter().map(|word| put_in(word)));
    for name in &start.files {
        let path = candidate.folder().join(name);
        let content = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        launch.files.push((name.clone(), put_in(&content)));
    }
    launch.plain_files = vec![("message".into(), content.to_vec())];
    let settings = [
        ("WIRECOST_PORT", "{port}"),
        ("WIRECOST_MESSAGE", "{dir}/message"),
        ("WIRECOST_NONCE", "{nonce}"),
        ("WIRECOST_CORES", &cores),
        ("WIRECOST_FOLDER", "{dir}"),
    ];
    launch.environment = settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    launch.cores.clone_from(&places.server);
    launch.nonce = nonce;
    Ok(launch)
}

/// A reason, with the server's last words where it has ended.
pub fn with_last_words(server: &mut Server, reason: Reason) -> Reason {
    if server.is_running() { reason } else { format!("{reason}; the server ended: {}", server.last_words()).into() }
}
