//! The namespaces in scope, by the ids of their prefixes.

use super::tables::Identified;
use crate::text::Str;

/// A prefix that is bound to nothing.
const UNBOUND: u32 = u32::MAX;

/// A namespace declaration that is in scope, and what it hides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration<'a> {
    pub(crate) prefix: Str<'a>,
    pub(crate) namespace: Str<'a>,
    pub(crate) prefix_id: u32,
    hidden: u32,
    /// The element whose declaration was the last of this prefix, to find a second one on the same element.
    hidden_at: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Scope<'a> {
    /// Namespace id and element mark by prefix id.
    bound: Vec<(u32, u32)>,
    declarations: Vec<Declaration<'a>>,
}

impl<'a> Scope<'a> {
    /// The scope before the first element: no prefix is no namespace, `xml` is bound.
    pub(crate) fn start(&mut self, prefix_ids: usize) {
        self.declarations.clear();
        self.bound.clear();
        self.bound.resize(prefix_ids.max(2), (UNBOUND, UNBOUND));
        self.bound[0].0 = 0;
        self.bound[1].0 = super::tables::XML_ID;
    }

    /// How many declarations are in scope.
    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.declarations.len()
    }

    /// Declares a prefix on the element that began at `mark`. Whether it had none for this prefix yet.
    pub(crate) fn declare(&mut self, prefix: Identified<'a>, namespace: Identified<'a>, mark: usize) -> bool {
        let index = prefix.id as usize;
        if self.bound.len() <= index {
            self.bound.resize(index + 1, (UNBOUND, UNBOUND));
        }
        let (hidden, hidden_at) = self.bound[index];
        // A prefix other than the default one that is bound to no namespace is undeclared (Namespaces 1.1).
        let id = if namespace.id == 0 && prefix.id != 0 { UNBOUND } else { namespace.id };
        self.bound[index] = (id, mark as u32);
        self.declarations.push(Declaration {
            prefix: prefix.text,
            namespace: namespace.text,
            prefix_id: prefix.id,
            hidden,
            hidden_at,
        });
        hidden_at != mark as u32
    }

    /// Ends the scope of all declarations after `mark`.
    #[inline(always)]
    pub(crate) fn leave(&mut self, mark: usize) {
        while self.declarations.len() > mark {
            if let Some(last) = self.declarations.pop() {
                self.bound[last.prefix_id as usize] = (last.hidden, last.hidden_at);
            }
        }
    }

    #[inline]
    pub(crate) fn is_bound(&self, prefix_id: u32, namespace_id: u32) -> bool {
        self.bound.get(prefix_id as usize).is_some_and(|bound| bound.0 == namespace_id)
    }

    pub(crate) fn since(&self, mark: usize) -> &[Declaration<'a>] {
        self.declarations.get(mark..).unwrap_or_default()
    }

    pub(crate) fn recycle<'n>(self) -> Scope<'n> {
        Scope { bound: self.bound, declarations: super::tables::emptied(self.declarations) }
    }
}
