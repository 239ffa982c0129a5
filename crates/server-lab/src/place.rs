//! Which cores server and generator get (METHOD 26).

use crate::serving::{AllCores, Placement, ServerCores, ServerLoad};

use crate::Reason;

/// The cores of a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// How many cores the server is asked to use.
    pub server_count: usize,
    /// Cores that the server is kept on; empty: the operating system places it.
    pub server: Vec<usize>,
    /// Cores that the generators are kept on, in turn; empty: the operating system places them.
    pub generator: Vec<usize>,
}

impl Places {
    /// A server on this many cores, wherever the operating system puts it and what asks it.
    pub fn anywhere(server_count: usize) -> Self {
        Self { server_count, server: Vec::new(), generator: Vec::new() }
    }

    /// Whether server and generator may run on the same core.
    pub fn are_shared(&self) -> bool {
        self.server.is_empty() || self.server.iter().any(|core| self.generator.contains(core))
    }
}

/// The cores of server and generator under `load`, out of `available`.
///
/// # Errors
/// That there are too few of them.
pub fn place(load: &ServerLoad, available: &[usize]) -> Result<Places, Reason> {
    let wanted = match load.server_cores {
        ServerCores::Count(count) => count,
        ServerCores::All(AllCores::All) => available.len(),
    };
    let lacks =
        |needed: usize, of: &str| Err(format!("it needs {needed} cores, {of}; there are {}", available.len()).into());
    match load.placement {
        Placement::Apart if wanted >= available.len() => {
            lacks(wanted + 1, &format!("{wanted} for the server and one for the generator"))
        }
        Placement::Apart => Ok(Places {
            server_count: wanted,
            server: available[..wanted].to_vec(),
            generator: available[wanted..].iter().copied().take(load.generators).collect(),
        }),
        _ if wanted > available.len() => lacks(wanted, "all for the server"),
        Placement::Together => {
            let shared = available[..wanted].to_vec();
            Ok(Places { server_count: wanted, server: shared.clone(), generator: shared })
        }
        Placement::Free => Ok(Places::anywhere(wanted)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_26_placement_is_a_parameter() {
        let load = |placement, server_cores, generators| ServerLoad {
            server_cores,
            placement,
            generators,
            ..ServerLoad::of_connections(10)
        };
        let (one, two, all) = (ServerCores::Count(1), ServerCores::Count(2), ServerCores::All(AllCores::All));
        let cores = [2, 3, 5];
        let apart = place(&load(Placement::Apart, one, 1), &cores).unwrap();
        assert_eq!((apart.server.as_slice(), apart.generator.as_slice()), (&[2][..], &[3][..]));
        assert!(!apart.are_shared());
        let three = place(&load(Placement::Apart, one, 3), &cores).unwrap();
        assert_eq!(three.generator, [3, 5], "more generators than cores share them");
        let apart = place(&load(Placement::Apart, two, 1), &cores).unwrap();
        assert_eq!((apart.server_count, apart.generator.as_slice()), (2, &[5][..]));
        let lacks = place(&load(Placement::Apart, all, 1), &cores).unwrap_err();
        assert_eq!(lacks.to_string(), "it needs 4 cores, 3 for the server and one for the generator; there are 3");
        let together = place(&load(Placement::Together, one, 1), &cores).unwrap();
        assert!(together.are_shared() && together.server == [2] && together.generator == [2]);
        let free = place(&load(Placement::Free, all, 1), &cores).unwrap();
        assert!(free.are_shared() && free.server.is_empty() && free.server_count == 3);
        assert!(place(&load(Placement::Free, ServerCores::Count(4), 1), &cores).is_err());
    }
}
