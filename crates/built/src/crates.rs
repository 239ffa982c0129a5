//! Makes the crates that are built: of a candidate for messages, and of the servers of a lab.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use wirecost_types::{Format, emit};

use crate::job::TARGET;
use crate::recipe::GENERATOR;
use crate::runner::module;
use crate::sources::{self, Files};
use crate::{
    Change, FLAGS, Form, Job, Part, Recipe, Refusal, Workshop, documents, generated, lent, manifest, runner, structs,
};

impl Workshop {
    /// What the crate of a candidate has for the types of one message.
    ///
    /// # Errors
    /// If no code can be generated for them.
    pub fn part(&self, recipe: &Recipe, name: &str, form: &Form) -> Result<Part, Refusal> {
        let (mut sources, mut schemas, mut of_structs) = (recipe.own_sources(), Files::new(), Files::new());
        let shared = |file: &str| {
            let text = sources::candidate_file(&format!("shared/{file}")).expect("what is shared is embedded");
            (file.to_owned(), text.into_bytes())
        };
        if recipe.is_generated() {
            let generated = generated::files(&form.candidate, form.model(), form.lowered(), recipe)?;
            sources.insert("root.rs".to_owned(), generated.root.into_bytes());
            sources.extend(recipe.lends().then(|| shared(sources::VIEWS)));
            if sources.contains_key(LENT) {
                if self.lends && form.lends() {
                    drop(sources.insert("lent/records.rs".to_owned(), lent::print(form.lowered()).into_bytes()))
                } else {
                    drop(sources.insert(LENT.to_owned(), NOT_LENT.into()))
                }
            }
            schemas = generated.schemas;
        } else if let Some(documents) = form.documents() {
            sources.insert(
                "types.rs".to_owned(),
                documents::print(form.model(), &form.type_name, &form.candidate, documents)?.into_bytes(),
            );
        } else {
            let types = structs::print(form.lowered(), &form.type_name, name, recipe)?;
            sources.insert("types.rs".to_owned(), types.own.into_bytes());
            let helpers = sources::OF_STRUCTS.iter().map(|file| shared(file));
            match types.shared {
                None => {
                    sources.extend(helpers);
                    sources.extend([shared(sources::VIEWS)]);
                }
                Some(types) => {
                    of_structs.extend(helpers);
                    of_structs.insert("types.rs".to_owned(), types.into_bytes());
                    sources.extend([shared(sources::LIBRARY)]);
                }
            }
            sources.insert("types/schemas.rs".to_owned(), self::schemas(form)?.into_bytes());
        }
        Ok(Part { type_name: form.type_name.clone(), sources, schemas, shared: of_structs })
    }

    /// The crate of a candidate with a module for each of `parts`, which are of messages of different types; a candidate that needs
    /// no types has no parts.
    ///
    /// # Errors
    /// If a checkout is asked of a candidate whose types come from a generator, or of one that has no library.
    pub fn job(&self, recipe: &Recipe, name: &str, parts: &[&Part], changes: &[Change]) -> Result<Job, Refusal> {
        let is_varied = changes.iter().any(|change| matches!(change, Change::Path(_)));
        if is_varied && recipe.is_generated() {
            return Err(Refusal::Checkout { candidate: name.to_owned() });
        }
        let is_native = changes.contains(&Change::Native);
        if recipe.versioned().is_none() && changes.iter().any(|change| *change != Change::Native) {
            return Err(Refusal::OwnCode { candidate: name.to_owned() });
        }
        let mut files = build_script(recipe);
        if recipe.types.is_none() {
            files.extend(recipe.own_sources().into_iter().map(|(path, text)| (format!("src/{path}"), text)));
        }
        for (index, part) in parts.iter().enumerate() {
            let module = module(index);
            let sources = part.sources.iter();
            files.extend(sources.map(|(path, text)| (format!("src/{module}/{path}"), in_module(text, &module))));
            files.insert(format!("src/{module}/mod.rs"), in_module(&of_message(&part.sources), &module));
            let schemas = part.schemas.iter();
            files.extend(schemas.map(|(path, text)| (format!("messages/{module}/{path}"), text.clone())));
        }
        files.insert(
            "src/main.rs".to_owned(),
            runner::print(recipe, &parts.iter().map(|part| part.type_name()).collect::<Vec<_>>()).into_bytes(),
        );
        files.insert("Cargo.lock".to_owned(), recipe.lock());
        // No part of the crate: other flags are another program.
        let flags = if is_native { format!("{FLAGS} -C target-cpu=native") } else { FLAGS.to_owned() };
        files.insert("flags.txt".to_owned(), format!("{flags}\n{TARGET}\n").into_bytes());
        let has_structs = recipe.types.is_some() && !recipe.is_generated();
        let features = if has_structs { structs::features(recipe, self.lends) } else { Vec::new() };
        let shared = self.shared(recipe, parts);
        let structs = manifest::Structs { features, shared: shared.as_ref().map(|(folder, _)| folder.clone()) };
        let manifest = manifest::print(&self.library(), recipe, changes, &structs);
        files.insert("Cargo.toml".to_owned(), manifest.into_bytes());
        Ok(Job {
            name: name.to_owned(),
            package: recipe.package().to_owned(),
            files,
            library: recipe.versioned().map(str::to_owned),
            counted: recipe.counted(),
            program: recipe.program.clone(),
            build_s: recipe.build_s,
            flags,
            feature: None,
            is_checkout: is_varied || recipe.has_checkout(),
            folder: OnceLock::new(),
            shared,
        })
    }

    /// The crate of structs that candidates share, with its folder, where these parts have any there.
    fn shared(&self, recipe: &Recipe, parts: &[&Part]) -> Option<(PathBuf, Files)> {
        if parts.iter().all(|part| part.shared.is_empty()) {
            return None;
        }
        let modules: Vec<String> = (0..parts.len()).map(module).collect();
        let mut files = structs::crate_of(&modules, &self.library(), recipe);
        for (part, module) in parts.iter().zip(&modules) {
            let sources = part.shared.iter();
            files.extend(sources.map(|(path, text)| (format!("src/{module}/{path}"), in_module(text, module))));
        }
        Some((self.folder_of_structs(&files), files))
    }

    /// The program that holds the servers of a lab in Rust, and their clients; none if the lab has none. Where the lab's crate has a
    /// feature of the name `of`, it holds this one alone.
    pub fn servers(&self, lab: &str, of: &str) -> Option<Arc<Job>> {
        // A lab has many candidates, which are asked for one by one.
        static MADE: Mutex<BTreeMap<(String, String), Arc<Job>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (lab.to_owned(), of.to_owned());
        if let Some(known) = made.get(&key) {
            return Some(Arc::clone(known));
        }
        let job = Arc::new(servers(lab, of)?);
        made.insert(key, Arc::clone(&job));
        Some(job)
    }
}

/// The job of [`Workshop::servers`].
fn servers(lab: &str, of: &str) -> Option<Job> {
    // Of a build of nothing else, on two cores.
    let build_s = match lab {
        "http" | "kv" => 30.0,
        "feed" | "rpc" => 90.0,
        _ => return None,
    };
    let mut files = sources::servers(lab);
    let is_feature = manifest::has_feature(&files, lab, Some(of));
    let feature = manifest::has_feature(&files, lab, None).then(|| if is_feature { of } else { "" }.to_owned());
    files.insert("Cargo.lock".to_owned(), sources::SERVERS_LOCK.into());
    let flags = format!("{FLAGS}\n{TARGET}\n{}\n", feature.as_deref().unwrap_or_default());
    files.insert("flags.txt".to_owned(), flags.into_bytes());
    let of = feature.as_deref().filter(|of| !of.is_empty()).map(|of| format!(" ({of})")).unwrap_or_default();
    Some(Job {
        name: format!("the {lab} servers in Rust{of}"),
        package: format!("wirecost-{lab}-rust"),
        files,
        library: None,
        counted: Vec::new(),
        program: None,
        build_s,
        flags: FLAGS.to_owned(),
        feature,
        is_checkout: false,
        folder: OnceLock::new(),
        shared: None,
    })
}

/// The build script of a candidate whose types come from a generator: it goes through the messages.
const BUILD_SCRIPT: &str = r#"mod generate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=messages");
    for message in std::fs::read_dir("messages")? {
        let message = message?.path();
        let out = std::path::Path::new(&std::env::var("OUT_DIR")?).join(message.file_name().unwrap_or_default());
        std::fs::create_dir_all(&out)?;
        generate::generate(&message, &out)?;
    }
    Ok(())
}
"#;

/// The build script with what it calls; nothing for a candidate without a generator.
fn build_script(recipe: &Recipe) -> Files {
    let Some(own) = recipe.files.get(GENERATOR).cloned() else { return Files::new() };
    let mut files = Files::from([(GENERATOR.to_owned(), own)]);
    let mut script = String::new();
    if let Some(other) = &recipe.values_by {
        let generator = sources::candidate_folder(other).remove(GENERATOR);
        files.extend(generator.map(|text| (format!("{other}.rs"), text)));
        script.push_str(&format!("mod {other};\n"));
    }
    files.insert("build.rs".to_owned(), (script + BUILD_SCRIPT).into_bytes());
    files
}

/// The module of a message: a module for each of its files, after what the candidate's own `mod.rs` has.
fn of_message(sources: &Files) -> Vec<u8> {
    let own = sources.get("mod.rs").map_or_else(String::new, |text| String::from_utf8_lossy(text).into_owned());
    let modules = sources.keys().filter(|path| !path.contains('/') && *path != "mod.rs");
    let modules: String =
        modules.filter_map(|path| Some(format!("pub mod {};\n", path.strip_suffix(".rs")?))).collect();
    (own + &modules).into_bytes()
}

/// The module that lends, by its name in the candidate's folder, and what it is where the types of a message cannot be lent.
const LENT: &str = "lent.rs";
const NOT_LENT: &str = "use wirecost_codec_protocol::{Case, Prepared, not_offered};\n\npub fn prepare(case: Case) -> Prepared {\n    Err(not_offered(&case))\n}\n";

/// What stands in sources for the name of the message's module.
const MESSAGE: &str = "__MESSAGE__";

/// A source that is written for the root of a crate, for a module of the root.
fn in_module(source: &[u8], module: &str) -> Vec<u8> {
    const ROOT: &str = "crate::";
    let source = String::from_utf8_lossy(source).replace(MESSAGE, module);
    let mut out = String::with_capacity(source.len());
    let mut rest = source.as_str();
    while let Some(at) = rest.find(ROOT) {
        let (before, after) = rest.split_at(at + ROOT.len());
        out.push_str(before);
        // The name of a crate may end like this word.
        let is_word = !before[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_word {
            out.push_str(&format!("{module}::"));
        }
        rest = after;
    }
    out.push_str(rest);
    out.into_bytes()
}

/// The module of schemas that libraries read when they start.
fn schemas(form: &Form) -> Result<String, Refusal> {
    let avro = match form.lowered().format {
        Format::Avro => format!("Some({:?})", emit(form.model(), Format::Avro)?.text),
        _ => "None".to_owned(),
    };
    Ok(format!("pub use super::TYPES as OF_AVRO;\n\npub fn avro(_: &str) -> Option<&'static str> {{\n    {avro}\n}}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_from_the_root_lead_into_the_module() {
        let moved = |text: &str| String::from_utf8(in_module(text.as_bytes(), "m1")).unwrap();
        assert_eq!(moved("use crate::types::{A, crate_b};"), "use crate::m1::types::{A, crate_b};");
        assert_eq!(moved("$crate::types::a!(my_crate::b)"), "$crate::m1::types::a!(my_crate::b)");
        assert_eq!(moved("(env!(\"OUT_DIR\"), \"/__MESSAGE__/all.rs\")"), "(env!(\"OUT_DIR\"), \"/m1/all.rs\")");
    }
}
