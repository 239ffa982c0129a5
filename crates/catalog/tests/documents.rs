//! XML documents that other people wrote, which this machine may have beside the project: whether they become data.

use std::path::{Path, PathBuf};
use std::process::Command;

use wirecost_catalog::Message;
use wirecost_types::Model;
use wirecost_types::xml::DataReader;
use wirecost_value::Value;

/// How many of the documents become data and come back.
const TAKEN: usize = 51;

/// The files in a folder and in those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries
        .flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] })
        .collect();
    all.sort();
    all
}

/// The stack of the main thread of a program; those of tests have less.
const STACK: usize = 8 << 20;

#[test]
fn documents_of_others_become_data_and_come_back() {
    std::thread::Builder::new().stack_size(STACK).spawn(all_become_data).unwrap().join().unwrap();
}

fn all_become_data() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/xml");
    let files = files(&folder);
    if files.is_empty() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let mut taken = 0;
    for file in &files {
        let name = file.strip_prefix(&folder).unwrap().display();
        // That it comes back is checked wherever a document is read.
        match Message::from_file(file).map_err(|error| error.to_string()).and_then(|it| {
            let model = it.model().map_err(|lack| lack.to_string());
            it.content.value.map_err(|lack| lack.to_string()).and(model)
        }) {
            Ok(model) => {
                taken += 1;
                println!("xml: {name}: {} types", model.types.len());
            }
            Err(reason) => println!("xml: not data: {name}: {reason}"),
        }
    }
    println!("xml: {taken} of {} documents are data", files.len());
    assert!(taken >= TAKEN, "{taken} of {} are data", files.len());
}

/// Writes each of the documents named on the command line into the folder named first, under its number.
const PYTHON: &str = r#"
import sys, xml.etree.ElementTree as tree
for number, name in enumerate(sys.argv[2:]):
    tree.parse(name).write(f"{sys.argv[1]}/{number}", encoding="utf-8", xml_declaration=True)
"#;

/// The same by the parser and the serializer of the JDK, which are of Apache Xerces and Xalan.
const JAVA: &str = r#"
import java.io.File;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

class Rewrite {
    public static void main(String[] args) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        for (int number = 1; number < args.length; number++) {
            var document = factory.newDocumentBuilder().parse(new File(args[number]));
            var file = new File(args[0], String.valueOf(number - 1));
            TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(file));
        }
    }
}
"#;

/// The data of a document by a type.
fn data(model: &Model, file: &Path) -> Result<Value, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let document = wirecost_value::xml::read(&bytes).map_err(|error| error.to_string())?;
    let mut reader = DataReader::new(model).ok_or("no type of documents")?;
    document.events.iter().try_for_each(|event| reader.event(event))?;
    Ok(reader.finish().tape.value())
}

#[test]
fn documents_that_other_libraries_write_anew_have_the_same_data() {
    std::thread::Builder::new().stack_size(STACK).spawn(written_anew).unwrap().join().unwrap();
}

fn written_anew() {
    let corpus = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/xml"));
    let folder = tempfile::tempdir().unwrap();
    // A document like them, where they are not there; and none with a declaration that libraries write in their own ways.
    let own = folder.path().join("own.xml");
    let text = "<a:order xmlns:a='urn:a' xmlns='urn:b' a:id='7'><!-- c -->\n<line n='1'>x &lt; <b>y</b>\u{e9}</line><line/>\r\n</a:order>";
    std::fs::write(&own, text).unwrap();
    let has_type = |file: &PathBuf| std::fs::read_to_string(file).map_or(true, |text| text.contains("<!DOCTYPE"));
    let documents: Vec<PathBuf> = corpus.into_iter().filter(|file| !has_type(file)).chain([own]).collect();
    let script = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    for (program, script) in [("python3", script("rewrite.py", PYTHON)), ("java", script("Rewrite.java", JAVA))] {
        let written = folder.path().join(program);
        std::fs::create_dir(&written).unwrap();
        let output = match Command::new(program).arg(&script).arg(&written).args(&documents).output() {
            Ok(output) => output,
            Err(error) => {
                println!("skipped: {program}: {error}");
                continue;
            }
        };
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        for (number, document) in documents.iter().enumerate() {
            let model = Message::from_file(document).unwrap().model().unwrap();
            let expected = data(&model, document).unwrap();
            let found = data(&model, &written.join(number.to_string()));
            assert_eq!(found.as_ref(), Ok(&expected), "{program}: {}", document.display());
        }
        println!("xml: {} documents are the same after {program} wrote them", documents.len());
    }
}
