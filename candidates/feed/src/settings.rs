//! The words of the command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::crawl;
use crate::design::Design;
use crate::graph::Graph;

/// What a service is started with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder of its data.
    pub data: PathBuf,
    /// The engine that holds it.
    pub store: String,
    /// Where it listens.
    pub listen: SocketAddr,
    /// Its design.
    pub design: Design,
    /// How it crawls, if it does.
    pub crawl: Option<crawl::Options>,
    /// A graph to plant.
    pub graph: Graph,
    /// Numbers of followers that are measured.
    pub followers: Vec<u32>,
}

fn parsed<T: FromStr<Err: std::fmt::Display>>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|error| format!("{name} {value}: {error}"))
}

fn seconds(name: &str, value: &str) -> Result<Duration, String> {
    let seconds: f64 = parsed(name, value)?;
    Duration::try_from_secs_f64(seconds).map_err(|error| format!("{name} {value}: {error}"))
}

impl Settings {
    /// The settings that these words give.
    ///
    /// # Errors
    /// Which word is wrong.
    pub fn of(words: &[String]) -> Result<Self, String> {
        let (mut data, mut crawls, mut crawl) = (None, false, crawl::Options::default());
        let (mut store, mut listen) = ("sqlite".to_owned(), SocketAddr::from(([127, 0, 0, 1], 0)));
        let mut design = Design::default();
        let mut graph = Graph { users: 10_000, follows: 20, seed: 1 };
        let mut followers = vec![1, 100, 10_000];
        let mut words = words.iter().map(String::as_str);
        while let Some(name) = words.next() {
            match name {
                "--crawl" => crawls = true,
                "--crawl-internal" => crawl.allows_internal = true,
                _ => {
                    let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
                    match name {
                        "--data" => data = Some(PathBuf::from(value)),
                        "--store" => store = value.to_owned(),
                        "--listen" => listen = parsed(name, value)?,
                        "--delivery" => design.delivery = parsed(name, value)?,
                        "--unsubscribe" => design.unsubscribe = parsed(name, value)?,
                        "--update" => design.update = parsed(name, value)?,
                        "--groups" => design.groups = parsed(name, value)?,
                        "--unread" => design.unread = parsed(name, value)?,
                        "--inbox" => design.inbox = parsed(name, value)?,
                        "--home" => design.home = parsed(name, value)?,
                        "--retained" => design.retained = parsed(name, value)?,
                        "--bucket" => design.bucket = parsed(name, value)?,
                        "--at-once" => design.at_once = parsed(name, value)?,
                        "--in-turn" => design.in_turn = parsed(name, value)?,
                        "--crawl-interval" => crawl.interval = seconds(name, value)?,
                        "--crawl-pause" => crawl.host_pause = seconds(name, value)?,
                        "--users" => graph.users = parsed(name, value)?,
                        "--follows" => graph.follows = parsed(name, value)?,
                        "--followers" => {
                            followers =
                                value.split(',').map(|number| parsed(name, number)).collect::<Result<_, _>>()?;
                        }
                        "--seed" => graph.seed = parsed(name, value)?,
                        _ => return Err(format!("there is no option {name}")),
                    }
                }
            }
        }
        design.check()?;
        let data = data.ok_or("--data FOLDER says where the data lies")?;
        Ok(Self { data, store, listen, design, crawl: crawls.then_some(crawl), graph, followers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Delivery;

    fn of(text: &str) -> Result<Settings, String> {
        Settings::of(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn words_make_settings_and_wrong_ones_are_named() {
        let settings = of("--data d --store lmdb --delivery hybrid:50 --crawl --crawl-interval 0.5").unwrap();
        assert_eq!(settings.design.delivery, Delivery::Hybrid { followers: 50 });
        assert_eq!((settings.store.as_str(), settings.crawl.unwrap().interval), ("lmdb", Duration::from_millis(500)));
        for (text, said) in [
            ("", "--data FOLDER"),
            ("--data", "--data needs a value"),
            ("--data d --delivery fly", "--delivery fly: no \"fly\"; there are push"),
            ("--data d --unread written --delivery pull", "--unread written counts deliveries"),
            ("--data d --inbox summary", "--update anew"),
            ("--data d --home x", "--home x: invalid digit"),
            ("--data d --retained 5", "--retained"),
            ("--data d --nothing 5", "no option --nothing"),
        ] {
            let error = of(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
