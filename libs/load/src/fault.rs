//! What can go wrong on one connection.

use rustix::io::Errno;
use rustls::AlertDescription;

use crate::outcome::Outcome;

/// Why a connection failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Fault {
    /// The operating system says so.
    #[error("{}", std::io::Error::from(*.0))]
    System(Errno),
    /// TLS was not agreed on, or broken later.
    #[error("{}", tls_reason(.0))]
    Tls(rustls::Error),
    /// The server closed the connection while it owed an answer.
    #[error("the server closed the connection before its answer was whole")]
    Ended,
    /// The server does not follow HTTP/2.
    #[error("HTTP/2: {0}")]
    Http2(String),
    /// The server did not take what a connection begins with.
    #[error("the server refused {0}")]
    Login(String),
}

impl From<Errno> for Fault {
    fn from(errno: Errno) -> Self {
        Self::System(errno)
    }
}

impl From<rustls::Error> for Fault {
    fn from(error: rustls::Error) -> Self {
        Self::Tls(error)
    }
}

impl Fault {
    /// How the requests on the connection end: some faults can only mean that the connection was never there.
    pub(crate) fn outcome(&self, otherwise: Outcome) -> Outcome {
        match self {
            Fault::System(
                Errno::CONNREFUSED
                | Errno::NOENT
                | Errno::HOSTUNREACH
                | Errno::NETUNREACH
                | Errno::TIMEDOUT
                | Errno::ADDRNOTAVAIL
                | Errno::MFILE
                | Errno::NFILE,
            )
            | Fault::Tls(rustls::Error::InvalidCertificate(_))
            | Fault::Login(_) => Outcome::Connect,
            Fault::System(_) | Fault::Tls(_) | Fault::Http2(_) | Fault::Ended => otherwise,
        }
    }

    /// Whether the server broke its protocol.
    pub(crate) fn is_malformed(&self) -> bool {
        matches!(self, Fault::Http2(_))
    }
}

impl From<Fault> for std::io::Error {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::System(errno) => errno.into(),
            fault => std::io::Error::other(fault),
        }
    }
}

/// What TLS says, and the option that helps.
fn tls_reason(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(reason) => format!(
            "its certificate is refused ({reason}): --cacert FILE trusts the certificates in a file, --insecure trusts any"
        ),
        rustls::Error::InvalidMessage(reason) => format!("it does not speak TLS ({reason:?}): http:// is without TLS"),
        rustls::Error::AlertReceived(AlertDescription::NoApplicationProtocol) => {
            "it speaks another version of HTTP: try with --http2, or without it".to_owned()
        }
        other => format!("TLS: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::CertificateError;

    #[test]
    fn a_refused_certificate_names_the_options_that_help() {
        let text = Fault::from(rustls::Error::from(CertificateError::UnknownIssuer)).to_string();
        assert!(text.contains("--cacert") && text.contains("--insecure"), "{text}");
        assert!(!text.contains("os error"), "{text}");
    }

    #[test]
    fn a_system_error_is_reported_in_its_own_words() {
        let text = Fault::from(Errno::CONNREFUSED).to_string();
        assert!(text.starts_with("Connection refused"), "{text}");
        assert_eq!(Fault::from(Errno::CONNREFUSED).outcome(Outcome::Closed), Outcome::Connect);
        assert_eq!(Fault::from(Errno::CONNRESET).outcome(Outcome::Closed), Outcome::Closed);
    }
}
