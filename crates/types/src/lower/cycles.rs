//! Items that contain themselves.

use super::{Kind, Lowered, Ty};

impl Lowered {
    /// For each item that contains itself without a list between: the number of the cycle that it is in, one of Rust's types that must
    /// be in a box. Strongly connected components, after Kosaraju.
    pub fn cycles(&self) -> Vec<Option<usize>> {
        fn by_value(ty: &Ty, into: &mut Vec<usize>) {
            match ty {
                Ty::Item(index) => into.push(*index),
                Ty::Optional(inner) => by_value(inner, into),
                _ => {}
            }
        }
        let count = self.items.len();
        let mut edges = vec![Vec::new(); count];
        let mut back = vec![Vec::new(); count];
        for (index, item) in self.items.iter().enumerate() {
            if let Kind::Record(fields) | Kind::Union(fields) = &item.kind {
                fields.iter().for_each(|field| by_value(&field.ty, &mut edges[index]));
            }
            edges[index].iter().for_each(|&inner| back[inner].push(index));
        }
        let (mut order, mut seen) = (Vec::with_capacity(count), vec![false; count]);
        for start in 0..count {
            let mut stack = if seen[start] { Vec::new() } else { vec![(start, 0)] };
            seen[start] = true;
            while let Some((item, next)) = stack.pop() {
                match edges[item].get(next) {
                    Some(&inner) => {
                        stack.push((item, next + 1));
                        if !std::mem::replace(&mut seen[inner], true) {
                            stack.push((inner, 0));
                        }
                    }
                    None => order.push(item),
                }
            }
        }
        let mut component = vec![usize::MAX; count];
        let mut sizes = vec![0; count];
        for &start in order.iter().rev() {
            let mut stack = vec![start];
            while let Some(item) = stack.pop() {
                if component[item] == usize::MAX {
                    component[item] = start;
                    sizes[start] += 1;
                    stack.extend(&back[item]);
                }
            }
        }
        let is_cycle = |item: usize| sizes[component[item]] > 1 || edges[item].contains(&item);
        (0..count).map(|item| is_cycle(item).then_some(component[item])).collect()
    }

    /// An item that contains itself, by value or in a list, a map or a union; none if no item does.
    pub fn recursive(&self) -> Option<&super::Item> {
        let inner: Vec<Vec<usize>> = self.items.iter().map(|item| self.within(item)).collect();
        let reaches_itself = |start: usize| {
            let (mut seen, mut next) = (vec![false; inner.len()], inner[start].clone());
            while let Some(item) = next.pop() {
                if item == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[item], true) {
                    next.extend(&inner[item]);
                }
            }
            false
        };
        (0..inner.len()).find(|&item| reaches_itself(item)).and_then(|item| self.items.get(item))
    }

    /// The items that one names.
    fn within(&self, item: &super::Item) -> Vec<usize> {
        fn of(ty: &Ty, into: &mut Vec<usize>) {
            match ty {
                Ty::Item(index) => into.push(*index),
                Ty::List(inner) | Ty::Set(inner) | Ty::Optional(inner) | Ty::Map(_, inner) => of(inner, into),
                Ty::Union(branches) => branches.iter().for_each(|(ty, _)| of(ty, into)),
                _ => {}
            }
        }
        let mut within = Vec::new();
        if let Kind::Record(fields) | Kind::Union(fields) = &item.kind {
            fields.iter().for_each(|field| of(&field.ty, &mut within));
        }
        within
    }
}
