//! Types that the user gave, in a file of any format.

use std::path::{Path, PathBuf};

use wirecost_types::import::xsd::{self, SampleDocument};
use wirecost_types::import::{self, Completed, Imported, Sample};

use crate::PlanError;
use crate::file::{FileFormat, yaml};
use crate::input::read_file;

/// Reads a schema of any format: [`import::completed`], and JSON Schema or OpenAPI in YAML. `given` are the folders of `-I`.
///
/// # Errors
/// If the file is broken, has no such type, or a message is not of it.
pub fn types(
    path: &Path,
    type_name: Option<&str>,
    given: &[PathBuf],
    samples: &[Sample<'_>],
) -> Result<Completed, PlanError> {
    let roots = crate::roots(path, given);
    if FileFormat::of(path) != FileFormat::Yaml {
        return Ok(import::completed(path, type_name, &roots, samples)?);
    }
    let document = yaml::read_as_json(&read_file(path)?).map_err(|error| error.of(&path.display().to_string()))?;
    Ok(import::json_schema_value(path, document, type_name, &roots, samples)?)
}

/// The types of a schema that says all of them by itself, so that it says how bytes are read; none of a JSON Schema, an OpenAPI document or an
/// XML Schema, which messages complete.
///
/// # Errors
/// If the file is broken, or has no such type.
pub fn whole_types(path: &Path, type_name: Option<&str>, given: &[PathBuf]) -> Result<Option<Imported>, PlanError> {
    let is_json = path.extension().is_some_and(|it| it == "json");
    if FileFormat::of(path) == FileFormat::Yaml || is_json || is_xml_schema(path) {
        return Ok(None);
    }
    Ok(Some(import::file(path, type_name, &crate::roots(path, given))?))
}

/// Whether a file is a schema of XML documents, by its name.
pub fn is_xml_schema(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "xsd" || it == "wsdl")
}

/// The types of an XML Schema, or of those in a WSDL file, as documents use them. `given` are the folders of `-I`.
///
/// # Errors
/// If a file is broken, the schema has no such element, or a document is not of it.
pub fn types_of_documents(
    path: &Path,
    type_name: Option<&str>,
    given: &[PathBuf],
    documents: &[SampleDocument<'_>],
) -> Result<Completed, PlanError> {
    Ok(xsd::load(path, type_name, &crate::roots(path, given), documents)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_in_yaml_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("api.yaml");
        let schema = "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      responses:\n        200:\n          content:\n            \
            application/json:\n              schema: {type: object, properties: {a: {type: integer}}}\n";
        std::fs::write(&path, schema).unwrap();
        let model = types(&path, Some("GET /a 200"), &[], &[]).unwrap().imported.model;
        assert_eq!(model.record(model.name()).unwrap().fields[0].name, "a");
        std::fs::write(&path, "type: array\nitems: {type: boolean}\n").unwrap();
        assert_eq!(types(&path, None, &[], &[]).unwrap().imported.model.root.to_string(), "[bool]");
        std::fs::write(&path, "type: [\n").unwrap();
        assert!(types(&path, None, &[], &[]).unwrap_err().to_string().contains("api.yaml:"));
    }
}
