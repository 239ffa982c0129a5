//! TLS through rustls, with ring.

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject};
use rustls::server::ParsedCertificate;
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error as TlsError, RootCertStore, SignatureScheme,
};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use crate::error::Error;

/// Whose certificates are believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Those that Mozilla trusts.
    #[default]
    Public,
    /// Those in a PEM file.
    File(PathBuf),
    /// Anybody's: for servers under test with a certificate of their own making.
    Anyone,
}

/// How to speak TLS with a server. One configuration is shared, so that sessions are resumed as a browser would.
#[derive(Clone, Debug)]
pub struct Tls {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

impl Tls {
    /// TLS 1.2 and 1.3 with the server called `host`, offering HTTP/1.1.
    ///
    /// # Errors
    /// [`Error::Target`] if `host` is no name, [`Error::File`] if the certificates cannot be read.
    pub fn new(host: &str, trust: &Trust) -> Result<Tls, Error> {
        let name = ServerName::try_from(host.to_string())
            .map_err(|fault| Error::Target { target: host.into(), reason: fault.to_string() })?;
        let provider = Arc::new(ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions()?;
        let mut config = match trust {
            Trust::Anyone => {
                let verifier = Arc::new(Believer(provider));
                builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
            }
            Trust::Public => {
                let roots = webpki_roots::TLS_SERVER_ROOTS.to_vec();
                builder.with_root_certificates(RootCertStore { roots }).with_no_client_auth()
            }
            Trust::File(path) => {
                let fault = |fault| Error::File { path: path.clone(), source: std::io::Error::other(fault) };
                let certificates = CertificateDer::pem_file_iter(path).map_err(fault)?;
                let certificates = certificates.collect::<Result<Vec<_>, _>>().map_err(fault)?;
                if certificates.is_empty() {
                    let source = std::io::Error::other("it holds no certificate in PEM form");
                    return Err(Error::File { path: path.clone(), source });
                }
                let verifier = Arc::new(Known::new(certificates, provider)?);
                builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
            }
        };
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls { config: Arc::new(config), name })
    }

    /// Offers HTTP/2 in place of HTTP/1.1.
    pub fn offering_http2(mut self) -> Tls {
        Arc::make_mut(&mut self.config).alpn_protocols = vec![b"h2".to_vec()];
        self
    }

    pub(crate) fn session(&self) -> Result<Session, TlsError> {
        let mut connection = ClientConnection::new(self.config.clone(), self.name.clone())?;
        // What is encrypted is there already; a bound would cut a large request short.
        connection.set_buffer_limit(None);
        Ok(Session(connection))
    }
}

/// One connection's TLS, between bytes of the wire and those of the protocol.
#[derive(Debug)]
pub(crate) struct Session(ClientConnection);

impl Session {
    /// Encrypts `bytes`; before the handshake is over they wait.
    pub(crate) fn encrypt(&mut self, bytes: &[u8], wire: &mut Vec<u8>) -> Result<(), TlsError> {
        // Its buffer has no bound, so that nothing but TLS itself can refuse.
        self.0.writer().write_all(bytes).map_err(|fault| TlsError::General(fault.to_string()))?;
        self.drain(wire);
        Ok(())
    }

    /// Appends what TLS itself wants to say.
    pub(crate) fn drain(&mut self, wire: &mut Vec<u8>) {
        // Memory takes everything.
        while self.0.wants_write() && self.0.write_tls(wire).is_ok_and(|written| written > 0) {}
    }

    /// Decrypts what came over the wire to the end of `plain`.
    pub(crate) fn decrypt(&mut self, mut wire: &[u8], plain: &mut Vec<u8>) -> Result<(), TlsError> {
        let general = |fault: std::io::Error| TlsError::General(fault.to_string());
        while !wire.is_empty() {
            self.0.read_tls(&mut wire).map_err(general)?;
            let waiting = self.0.process_new_packets()?.plaintext_bytes_to_read();
            let start = plain.len();
            plain.resize(start + waiting, 0);
            if waiting > 0 {
                self.0.reader().read_exact(&mut plain[start..]).map_err(general)?;
            }
        }
        Ok(())
    }

    /// Whether the handshake is not over yet.
    pub(crate) fn is_handshaking(&self) -> bool {
        self.0.is_handshaking()
    }
}

/// A verifier for [`Trust::File`]: what the certificates sign is good, and so is each of them itself, as a server has it that signed its
/// own.
#[derive(Debug)]
struct Known {
    certificates: Vec<CertificateDer<'static>>,
    signed: Arc<WebPkiServerVerifier>,
}

impl Known {
    fn new(certificates: Vec<CertificateDer<'static>>, provider: Arc<CryptoProvider>) -> Result<Self, Error> {
        let mut roots = RootCertStore::empty();
        for certificate in &certificates {
            roots.add(certificate.clone())?;
        }
        let signed = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
        let signed = signed.map_err(|error| TlsError::General(error.to_string()))?;
        Ok(Self { certificates, signed })
    }
}

impl ServerCertVerifier for Known {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        if self.certificates.contains(end_entity) {
            verify_server_name(&ParsedCertificate::try_from(end_entity)?, name)?;
            return Ok(ServerCertVerified::assertion());
        }
        self.signed.verify_server_cert(end_entity, intermediates, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.signed.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        self.signed.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.signed.supported_verify_schemes()
    }
}

/// A verifier for [`Trust::Anyone`]: any certificate will do, its signature must still be right.
#[derive(Debug)]
struct Believer(Arc<CryptoProvider>);

impl ServerCertVerifier for Believer {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, TlsError> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, TlsError> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
