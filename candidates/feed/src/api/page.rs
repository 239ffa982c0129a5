//! A small web page: read, subscribe, comment. It works without scripts, and allows none.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, COOKIE, LOCATION, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;

use super::Service;
use super::answer::Failed;
use super::tokens::Subject;
use crate::date;
use crate::keys::{EntryId, Node};
use crate::model::{Entry, MEDIA};
use crate::pubsub::Filter;

const STYLE: &str = include_str!("page.css");

/// How many entries a page shows.
const ENTRIES: usize = 50;

/// The cookie that holds the token of who is signed in.
const TOKEN: &str = "feed-token";

/// Pictures may come from anywhere, as entries have them. Nothing else does, and no script runs.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src http: https:; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// What a handler of a page gives.
type Shown = Result<Response, NotShown>;

pub fn routes() -> Router<Arc<Service>> {
    Router::new()
        .route("/", get(home))
        .route("/style.css", get(style))
        .route("/sign-in", post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/sources/{source}", get(profile))
        .route("/sources/{source}/subscribe", post(subscribe))
        .route("/sources/{source}/unsubscribe", post(unsubscribe))
        .route("/entries/{entry}", get(entry))
        .route("/entries/{entry}/comments", post(comment))
}

/// Something that cannot be shown, as a page that says so.
pub struct NotShown(Failed);

impl<F: Into<Failed>> From<F> for NotShown {
    fn from(failed: F) -> Self {
        Self(failed.into())
    }
}

impl IntoResponse for NotShown {
    fn into_response(self) -> Response {
        let Failed { status, problem } = self.0;
        (status, page("Not done", html! { h1 { "Not done" } p { (problem) } p { a href="/" { "Home" } } }))
            .into_response()
    }
}

/// Who is signed in.
pub struct Visitor(Node);

impl FromRequestParts<Arc<Service>> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, service: &Arc<Service>) -> Result<Self, Response> {
        let cookies = parts.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let token = cookies
            .flat_map(|text| text.split(';'))
            .find_map(|pair| pair.trim().strip_prefix(TOKEN).and_then(|rest| rest.strip_prefix('=')));
        match token.and_then(|token| service.tokens.subject(token)) {
            Some(Subject::User(user)) => Ok(Self(user)),
            Some(Subject::Operator) | None => Err(sign_in_page(None)),
        }
    }
}

fn page(title: &str, content: Markup) -> Response {
    let text = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " - feed" }
                link rel="stylesheet" href="/style.css";
            }
            body { main { (content) } }
        }
    };
    let headers = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (HeaderName::from_static("content-type"), "text/html; charset=utf-8"),
        (HeaderName::from_static("referrer-policy"), "no-referrer"),
        (HeaderName::from_static("x-content-type-options"), "nosniff"),
        (HeaderName::from_static("cache-control"), "no-store"),
    ];
    (headers, text.into_string()).into_response()
}

async fn style() -> Response {
    ([("content-type", "text/css; charset=utf-8")], STYLE).into_response()
}

fn sign_in_page(problem: Option<&str>) -> Response {
    let content = html! {
        h1 { "Feed" }
        @if let Some(problem) = problem { p role="alert" { (problem) } }
        form method="post" action="/sign-in" {
            label { "Client " input name="client_id" required autocomplete="username"; }
            label { "Secret " input name="client_secret" type="password" required autocomplete="current-password"; }
            button { "Sign in" }
        }
    };
    (StatusCode::UNAUTHORIZED, page("Sign in", content)).into_response()
}

/// What the form sends.
#[derive(Deserialize)]
struct Client {
    client_id: String,
    client_secret: String,
}

fn go_to(place: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, place.to_owned())]).into_response()
}

fn with_cookie(token: &str, lasts_s: u64) -> Response {
    let cookie = format!("{TOKEN}={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age={lasts_s}");
    (StatusCode::SEE_OTHER, [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)]).into_response()
}

async fn sign_in(State(service): State<Arc<Service>>, Form(client): Form<Client>) -> Shown {
    Ok(match service.tokens.client(&service.pubsub, &client.client_id, &client.client_secret)? {
        Some(subject @ Subject::User(_)) => with_cookie(&service.tokens.issue(subject), super::tokens::LASTS_S),
        Some(Subject::Operator) => sign_in_page(Some("The operator has no home page: sign in as a user.")),
        None => sign_in_page(Some("No such client, or another secret.")),
    })
}

async fn sign_out() -> Response {
    with_cookie("", 0)
}

fn menu(unread: Option<u32>) -> Markup {
    html! {
        nav {
            a href="/" { "Home" }
            @for media in MEDIA { a href={ "/?media=" (media) } { (media) } }
            @if let Some(unread) = unread { span { (unread) " unread" } }
            form method="post" action="/sign-out" { button { "Sign out" } }
        }
    }
}

fn shown(entry: &Entry) -> Markup {
    html! {
        article {
            h2 {
                @if entry.url.is_empty() { (entry.title) } @else { a href=(entry.url) rel="noopener nofollow" { (entry.title) } }
            }
            // It was made harmless when it was published.
            div { (PreEscaped(&entry.summary)) }
            p {
                a href={ "/sources/" (entry.source) } { "source " (entry.source) } " "
                a href={ "/entries/" (entry.id) } { (date::rfc3339(entry.id)) } " " (entry.media)
                @for tag in &entry.tags { " #" (tag) }
            }
        }
    }
}

/// What of the page the visitor wants.
#[derive(Deserialize)]
struct Wish {
    media: Option<String>,
    tag: Option<String>,
    before: Option<EntryId>,
}

async fn home(State(service): State<Arc<Service>>, Visitor(user): Visitor, Query(wish): Query<Wish>) -> Shown {
    let filter = Filter { media: wish.media, tag: wish.tag };
    let unread = service.pubsub.unread(user)?;
    let entries = service.pubsub.home(user, ENTRIES, &filter)?.entries;
    Ok(page(
        "Home",
        html! {
            h1 { "Home" }
            (menu(Some(unread)))
            @if entries.is_empty() { p { "Nothing yet: subscribe to a source." } }
            @for entry in &entries { (shown(entry)) }
        },
    ))
}

async fn profile(
    State(service): State<Arc<Service>>,
    Visitor(user): Visitor,
    Path(source): Path<Node>,
    Query(wish): Query<Wish>,
) -> Shown {
    let of = service.pubsub.source(source)?;
    let filter = Filter { media: wish.media, tag: wish.tag };
    let entries = service.pubsub.profile(source, wish.before.unwrap_or(EntryId::MAX), ENTRIES, &filter)?;
    let is_subscribed = service.pubsub.subscriptions(user)?.sources.iter().any(|it| it.id == source);
    let (action, word) = if is_subscribed { ("unsubscribe", "Unsubscribe") } else { ("subscribe", "Subscribe") };
    Ok(page(
        &of.title,
        html! {
            h1 { (of.title) }
            (menu(None))
            p { (of.kind) ", " (of.followers) " followers" }
            form method="post" action={ "/sources/" (source) "/" (action) } { button { (word) } }
            @for entry in &entries.entries { (shown(entry)) }
            @if entries.next > 0 { a href={ "/sources/" (source) "?before=" (entries.next) } { "Older" } }
        },
    ))
}

async fn subscribe(State(service): State<Arc<Service>>, Visitor(user): Visitor, Path(source): Path<Node>) -> Shown {
    service.pubsub.subscribe(user, source).await?;
    Ok(go_to(&format!("/sources/{source}")))
}

async fn unsubscribe(State(service): State<Arc<Service>>, Visitor(user): Visitor, Path(source): Path<Node>) -> Shown {
    service.pubsub.unsubscribe(user, source).await?;
    Ok(go_to(&format!("/sources/{source}")))
}

async fn entry(State(service): State<Arc<Service>>, _: Visitor, Path(id): Path<EntryId>) -> Shown {
    let entry = service.pubsub.entry(id)?;
    let comments = service.pubsub.comments(id)?;
    Ok(page(
        &entry.title,
        html! {
            h1 { (entry.title) }
            (menu(None))
            (shown(&entry))
            h2 { "Comments" }
            @for comment in &comments { p { "user " (comment.author) ": " (comment.text) } }
            form method="post" action={ "/entries/" (id) "/comments" } {
                label { "Your comment " textarea name="text" required maxlength="1000" {} }
                button { "Comment" }
            }
        },
    ))
}

/// What the form sends.
#[derive(Deserialize)]
struct Said {
    text: String,
}

async fn comment(
    State(service): State<Arc<Service>>,
    Visitor(user): Visitor,
    Path(id): Path<EntryId>,
    Form(said): Form<Said>,
) -> Shown {
    service.pubsub.comment(id, user, said.text).await?;
    Ok(go_to(&format!("/entries/{id}")))
}
