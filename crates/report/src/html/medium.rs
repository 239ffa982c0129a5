//! Where a page is read.

/// Where a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// In a file that opens offline. It leads nowhere beyond itself.
    File,
    /// Among the pages of `wirecost serve`.
    Served,
}
