//! Other messages like a message.

use wirecost_value::vary::{self, Guide};

use super::typing::Typing;
use super::{Content, Message, Variation, document, read_document, value_content};

impl Message {
    /// Whether there are other messages of its shape and lengths, so that the answer to the last input is not that to the next.
    pub fn varies(&self) -> bool {
        *self.varies.get_or_init(|| self.variants(2, 0).len() == 2)
    }

    /// Up to `count` distinct messages of this shape and these lengths, this one first; fewer where that many cannot
    /// be found. The draw follows from `seed`.
    pub fn variants(&self, count: usize, seed: u64) -> Vec<Content> {
        const ATTEMPTS: usize = 4;
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bits = || random.u64(..);
        let mut variants = vec![self.content.clone()];
        let guide = self.guide();
        let others = self.samples.iter().map(|value| value_content(value.clone(), "message", None));
        variants.extend(others.map_while(|other| self.typed(other)).take(count.saturating_sub(1)));
        for _ in 0..count * ATTEMPTS {
            if variants.len() >= count {
                break;
            }
            let Some(variant) = self.variant(guide.as_ref(), &mut bits) else { break };
            // A leaf that was exchanged may make its record another branch of a union, or none.
            let Some(variant) = self.typed(variant) else { continue };
            if !variants.contains(&variant) {
                variants.push(variant);
            }
        }
        variants
    }

    /// The content with the types of the message; none where it has others.
    fn typed(&self, content: Content) -> Option<Content> {
        let Ok(model) = self.model() else { return Some(content) };
        let typed = model.fit(content.value.as_ref().ok()?).ok()?;
        Some(Content { typed: Some(typed), ..content })
    }

    /// A document of the same type; none if it is of another.
    fn like(&self, document: &[u8]) -> Option<Content> {
        let mut content = read_document(document, self.document.clone()).ok()?.content;
        if let (Some(_), Typing::Given(model)) = (&self.document, &self.typing) {
            content.value = Ok(model.fit(content.value.as_ref().ok()?).ok()?);
        }
        // A document has data exactly if the message has.
        (content.value.is_ok() == self.content.value.is_ok()).then_some(content)
    }

    /// Which leaves may be exchanged, by the types that the message has.
    fn guide(&self) -> Option<Guide> {
        let model = self.model().ok()?;
        self.content.value.as_ref().ok().map(|value| model.guide(value))
    }

    fn variant(&self, guide: Option<&Guide>, bits: vary::Bits<'_>) -> Option<Content> {
        match (&self.variation, &self.content) {
            (Variation::Redraw { fixed }, Content { value: Ok(value), .. }) => {
                let drawn = vary::redraw(value, guide, fixed, bits);
                let bound = guide.and_then(|guide| guide.bound(&drawn, fixed));
                let exchanged = bound.and_then(|bound| vary::exchange(&drawn, Some(&bound), bits));
                Some(self.of_value(exchanged.unwrap_or(drawn)))
            }
            // A document of the user's keeps its spelling; whether it has a data tree does not matter.
            (Variation::Exchange, Content { xml: Ok(xml), value, .. }) if self.is_document() => {
                let text = std::str::from_utf8(&xml.bytes).ok()?;
                let groups = match (&self.document, value) {
                    (Some(model), _) => Some(document::read(&xml.infoset, model).ok()?.groups),
                    (None, Ok(value)) => guide.map(|guide| vary::xml_groups(&xml.infoset, value, guide)),
                    (None, Err(_)) => None,
                };
                self.like(vary::exchange_xml(text, groups.as_deref(), bits)?.as_bytes())
            }
            (Variation::Exchange, Content { value: Ok(value), .. }) => {
                Some(value_content(vary::exchange(value, guide, bits)?, "message", None))
            }
            _ => None,
        }
    }
}
