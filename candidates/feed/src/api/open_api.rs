//! The description of the API: OpenAPI 3.1.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse as _;
use utoipa::OpenApi as _;
use utoipa::openapi::security::{ClientCredentials, Flow, OAuth2, Scopes, SecurityScheme};

use super::answer::Answer;
use super::{accounts, entries, live, reading, sources, syndication};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "wirecost feed", description = "A feed aggregator. Bodies are JSON, MessagePack, CBOR, Protocol Buffers or Fast Infoset, by Content-Type and Accept."),
    paths(
        accounts::make, accounts::token, sources::make, sources::show, sources::remove, sources::subscriptions,
        sources::subscribe, sources::unsubscribe, entries::publish, entries::show, entries::remove, entries::comments,
        entries::comment, entries::remove_comment, reading::home, reading::profile, reading::unread, reading::mark,
        live::stream, syndication::rss, syndication::atom
    ),
    modifiers(&Security)
)]
struct Api;

struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        for name in ["user", "operator"] {
            let flow = Flow::ClientCredentials(ClientCredentials::new("/oauth/token", Scopes::new()));
            components.add_security_scheme(name, SecurityScheme::OAuth2(OAuth2::new([flow])));
        }
    }
}

/// Shows the description.
pub async fn document() -> Answer {
    let text = Api::openapi().to_json().unwrap_or_default();
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}
