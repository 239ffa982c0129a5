//! Answers of each kind.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use wirecost_report::html::served;
use wirecost_store::{StoreError, check_run_id};

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was asked for cannot be shown.
    #[error("{0}")]
    Asked(String),
    /// As many follow runs as may.
    #[error("{most} streams of events are open, and no more are served; close a page that watches a run")]
    Watched {
        /// How many may be open.
        most: usize,
    },
    /// A document could not be written.
    #[error(transparent)]
    Document(#[from] serde_json::Error),
    /// A table could not be written.
    #[error(transparent)]
    Table(#[from] csv::Error),
    /// The work behind a page broke off.
    #[error("the page could not be made; the terminal of wirecost serve says why")]
    Broken,
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, title) = match &self {
            Self::Store(StoreError::NoRun(_)) => (StatusCode::NOT_FOUND, "No such run"),
            Self::Watched { .. } => (StatusCode::SERVICE_UNAVAILABLE, "Too many watch"),
            Self::Asked(_) => (StatusCode::BAD_REQUEST, "That cannot be shown"),
            Self::Store(_) | Self::Document(_) | Self::Table(_) | Self::Broken => {
                (StatusCode::INTERNAL_SERVER_ERROR, "Something is wrong")
            }
        };
        (status, page(served::failure(title, &self.to_string()))).into_response()
    }
}

/// A page.
pub(crate) fn page(html: String) -> Html<String> {
    Html(html)
}

/// A file that the browser keeps: its content, its type, and its name, of which `of` is the part that says what it is of.
pub(crate) fn file(content: String, kind: &'static str, of: &str, ending: &str) -> Response {
    // A name from the database may be no file name.
    let of = if check_run_id(of).is_ok() { of } else { "run" };
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"wirecost-{of}.{ending}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    (headers, content).into_response()
}
