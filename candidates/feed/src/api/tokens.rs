//! OAuth 2.0 (RFC 6749, RFC 6750): who a bearer token speaks for.
//!
//! A token says whom it speaks for and until when, with a code of the service's key (HMAC-SHA256), so that checking one reads nothing.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::{digest, hmac};

use crate::keys::Node;
use crate::pubsub::Pubsub;
use crate::refusal::Refusal;

/// How long a token is good for, seconds.
pub const LASTS_S: u64 = 3_600;

/// The name of the client that may make users, and get tokens for each of them.
pub const OPERATOR: &str = "operator";

/// Whom a token speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Whoever runs the service.
    Operator,
    /// A user.
    User(Node),
}

/// Makes and checks tokens.
pub struct Tokens {
    key: hmac::Key,
    operator: [u8; digest::SHA256_OUTPUT_LEN],
}

/// The bytes of a token before its code: the user, the end in seconds since 1970.
const CLAIMS: usize = 12;

fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], Refusal> {
    let mut bytes = [0; LENGTH];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Refusal::Invalid("the system gives no random numbers".into()))?;
    Ok(bytes)
}

/// A secret that nobody guesses.
///
/// # Errors
/// If the system gives no random numbers.
pub fn secret() -> Result<String, Refusal> {
    Ok(URL_SAFE_NO_PAD.encode(random::<32>()?))
}

fn digest_of(secret: &str) -> [u8; digest::SHA256_OUTPUT_LEN] {
    let mut bytes = [0; digest::SHA256_OUTPUT_LEN];
    bytes.copy_from_slice(digest::digest(&digest::SHA256, secret.as_bytes()).as_ref());
    bytes
}

/// The key of the store that holds the key of tokens.
const KEY: &[u8] = b"k";

fn client_key(user: Node) -> Vec<u8> {
    [&b"a"[..], &user.to_be_bytes()].concat()
}

/// The name of a user's client.
pub fn client_of(user: Node) -> String {
    format!("user-{user}")
}

impl Tokens {
    /// With the key that the store holds, which is made at first.
    ///
    /// # Errors
    /// If the store gave up.
    pub fn new(service: &Pubsub, operator_secret: &str) -> Result<Self, Refusal> {
        let fresh = random::<32>()?;
        let key = service.store().write_now(move |turn| {
            use wirecost_kv_rust::View as _;
            if let Some(key) = turn.get(KEY)? {
                return Ok(key);
            }
            turn.put(KEY.to_vec(), fresh.to_vec());
            Ok(fresh.to_vec())
        })?;
        Ok(Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key), operator: digest_of(operator_secret) })
    }

    /// A token that is good until `end_s`.
    fn sign(&self, subject: Subject, end_s: u64) -> String {
        let user = match subject {
            Subject::Operator => 0,
            Subject::User(user) => user,
        };
        let mut bytes = [&user.to_be_bytes()[..], &end_s.to_be_bytes()].concat();
        let code = hmac::sign(&self.key, &bytes);
        bytes.extend_from_slice(code.as_ref());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A token for this subject.
    pub fn issue(&self, subject: Subject) -> String {
        self.sign(subject, now_s() + LASTS_S)
    }

    /// Whom a token speaks for; none if it is not one of this service, or too old.
    pub fn subject(&self, token: &str) -> Option<Subject> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (claims, code) = bytes.split_at_checked(CLAIMS)?;
        hmac::verify(&self.key, claims, code).ok()?;
        let (user, end_s) = (crate::keys::node_at(claims, 0), crate::keys::number_at(claims, 4));
        if end_s <= now_s() {
            return None;
        }
        Some(if user == 0 { Subject::Operator } else { Subject::User(user) })
    }

    /// Makes the secret of a user's client. The store holds its digest alone.
    ///
    /// # Errors
    /// If the store gave up.
    pub async fn make_client(&self, service: &Pubsub, user: Node) -> Result<String, Refusal> {
        let secret = secret()?;
        let kept = digest_of(&secret).to_vec();
        service
            .store()
            .write(move |turn| {
                turn.put(client_key(user), kept);
                Ok(())
            })
            .await?;
        Ok(secret)
    }

    /// Whom a client speaks for, if its secret is right.
    ///
    /// # Errors
    /// If the store gave up.
    pub fn client(&self, service: &Pubsub, client: &str, secret: &str) -> Result<Option<Subject>, Refusal> {
        let said = digest_of(secret);
        let is_right = |kept: &[u8]| {
            // Compared by their codes, so that how long it takes tells nothing of where they differ.
            hmac::verify(&self.key, &said, hmac::sign(&self.key, kept).as_ref()).is_ok()
        };
        if client == OPERATOR {
            return Ok(is_right(&self.operator).then_some(Subject::Operator));
        }
        let user: Option<Node> = client.strip_prefix("user-").and_then(|number| number.parse().ok());
        let Some(user) = user.filter(|user| *user > 0) else { return Ok(None) };
        let kept = service.store().read(|view, _| Ok(view.get(&client_key(user))?))?;
        Ok(kept.filter(|kept| is_right(kept)).map(|_| Subject::User(user)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(key: &[u8]) -> Tokens {
        Tokens { key: hmac::Key::new(hmac::HMAC_SHA256, key), operator: digest_of("secret") }
    }

    #[test]
    fn a_token_speaks_for_its_subject_until_it_ends() {
        let tokens = tokens(b"key");
        let token = tokens.issue(Subject::User(7));
        assert_eq!(tokens.subject(&token), Some(Subject::User(7)));
        assert_eq!(tokens.subject(&tokens.issue(Subject::Operator)), Some(Subject::Operator));
        assert_eq!(tokens.subject(&tokens.sign(Subject::User(7), now_s())), None);
        assert_eq!(super::tests::tokens(b"another key").subject(&token), None);
    }

    #[test]
    fn a_token_that_is_changed_anywhere_is_none() {
        let tokens = tokens(b"key");
        let bytes = URL_SAFE_NO_PAD.decode(tokens.issue(Subject::User(7))).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(tokens.subject(&URL_SAFE_NO_PAD.encode(&changed)), None, "byte {at}");
            assert_eq!(tokens.subject(&URL_SAFE_NO_PAD.encode(&bytes[..at])), None, "{at} bytes");
        }
        assert_eq!(tokens.subject("no base64 !"), None);
    }
}
