//! The namespaces in scope of a writer, by slots: 0 for no prefix, else the prefix's index and 1.

/// A binding: the namespace slot, and the mark of the element that declared it.
type Binding = (u32, u32);

const UNBOUND: Binding = (0, u32::MAX);

#[derive(Debug, Default)]
pub(super) struct Scope {
    bound: Vec<Binding>,
    hidden: Vec<(u32, Binding)>,
}

impl Scope {
    /// The scope before the first element: only `xml` is bound.
    pub(super) fn start(&mut self) {
        self.bound.clear();
        self.bound.extend([UNBOUND, (1, u32::MAX)]);
        self.hidden.clear();
    }

    pub(super) fn mark(&self) -> usize {
        self.hidden.len()
    }

    /// Declares a prefix on the element that began at `mark`. Whether it had none for this prefix yet.
    pub(super) fn declare(&mut self, prefix: u32, namespace: u32, mark: usize) -> bool {
        if self.bound.len() <= prefix as usize {
            self.bound.resize(prefix as usize + 1, UNBOUND);
        }
        let before = std::mem::replace(&mut self.bound[prefix as usize], (namespace, mark as u32));
        self.hidden.push((prefix, before));
        before.1 != mark as u32
    }

    #[inline]
    pub(super) fn leave(&mut self, mark: usize) {
        while self.hidden.len() > mark {
            if let Some((prefix, before)) = self.hidden.pop() {
                self.bound[prefix as usize] = before;
            }
        }
    }

    /// The namespace slot that a prefix slot is bound to; 0 for none.
    #[inline]
    pub(super) fn namespace(&self, prefix: u32) -> u32 {
        self.bound.get(prefix as usize).map_or(0, |bound| bound.0)
    }
}
