//! XML Schema: what its parts become, and documents of it.

use wirecost_types::import::xsd::{SampleDocument, load, parse};
use wirecost_types::xml::{DataReader, data_of, to_infoset};
use wirecost_types::{Model, Notes};
use wirecost_value::infoset::Infoset;
use wirecost_value::{Value, json, xml};

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" xmlns:o="urn:o"
    targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:element name="order">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="id" type="xs:int"/>
        <xs:element name="on" type="xs:date" minOccurs="0"/>
        <xs:element name="line" type="LineType" maxOccurs="unbounded"/>
        <xs:choice minOccurs="0">
          <xs:element name="card" type="xs:string"/>
          <xs:sequence><xs:element name="iban" type="xs:string"/><xs:element name="bic" type="xs:string"/></xs:sequence>
        </xs:choice>
        <xs:choice minOccurs="0" maxOccurs="unbounded">
          <xs:element name="note" type="xs:string"/>
          <xs:element name="sent" type="xs:boolean"/>
        </xs:choice>
        <xs:element ref="shape" minOccurs="0"/>
        <xs:element name="state" type="StateType" nillable="true" minOccurs="0"/>
        <xs:group ref="ends" minOccurs="0"/>
      </xs:sequence>
      <xs:attributeGroup ref="of-all"/>
    </xs:complexType>
  </xs:element>
  <xs:group name="ends"><xs:sequence><xs:element name="by" type="Person"/></xs:sequence></xs:group>
  <xs:attributeGroup name="of-all">
    <xs:attribute name="version" type="xs:string" use="required"/>
    <xs:attribute name="draft" type="xs:boolean"/>
  </xs:attributeGroup>
  <xs:complexType name="LineType">
    <xs:simpleContent>
      <xs:extension base="xs:decimal"><xs:attribute name="sku" type="xs:string"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:simpleType name="StateType">
    <xs:restriction base="xs:string"><xs:enumeration value="open"/><xs:enumeration value="sent"/></xs:restriction>
  </xs:simpleType>
  <xs:element name="shape" type="Shape" abstract="true"/>
  <xs:element name="circle" type="Circle" substitutionGroup="shape"/>
  <xs:element name="box" type="Box" substitutionGroup="shape"/>
  <xs:complexType name="Shape"><xs:attribute name="colour" type="xs:string"/></xs:complexType>
  <xs:complexType name="Circle"><xs:complexContent><xs:extension base="Shape">
    <xs:sequence><xs:element name="r" type="xs:double"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Box"><xs:complexContent><xs:extension base="Shape">
    <xs:all><xs:element name="w" type="xs:short"/><xs:element name="h" type="xs:short"/></xs:all></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Person"><xs:sequence><xs:element name="name" type="xs:string"/>
    <xs:element name="boss" type="Person" minOccurs="0"/></xs:sequence></xs:complexType>
  <xs:complexType name="Driver"><xs:complexContent><xs:extension base="Person">
    <xs:sequence><xs:element name="car" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>"#;

fn infoset(text: &str) -> Infoset {
    xml::read(text.as_bytes()).unwrap()
}

fn read(model: &Model, document: &Infoset) -> Value {
    let mut reader = DataReader::new(model).unwrap();
    document.events.iter().try_for_each(|event| reader.event(event)).unwrap();
    reader.finish().tape.value()
}

/// Checks what documents become by their schema, and that they come back.
fn check(documents: &[(&str, &str)]) -> Model {
    let infosets: Vec<Infoset> = documents.iter().map(|(document, _)| infoset(document)).collect();
    let samples: Vec<SampleDocument<'_>> =
        infosets.iter().map(|infoset| SampleDocument { name: "order.xml", infoset }).collect();
    let model = parse("order.xsd", SCHEMA, None, &samples).unwrap().imported.model;
    let toml = model.to_toml(&Notes::default()).unwrap();
    assert_eq!(Model::from_toml("m.toml", &toml).unwrap(), model, "{toml}");
    for (infoset, (document, expected)) in infosets.iter().zip(documents) {
        let value = read(&model, infoset);
        assert_eq!(value, json::read(expected.as_bytes()).unwrap(), "{document}\n{toml}");
        let typed = model.fit(&value).unwrap_or_else(|misfit| panic!("{document}: {misfit}\n{toml}"));
        assert_eq!(data_of(&to_infoset(&model, &typed).unwrap()), data_of(infoset), "{document}\n{toml}");
    }
    model
}

fn order(inner: &str) -> String {
    format!(
        "<order xmlns='urn:o' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' version='2'><id>7</id>\
         <line>1.50</line>{inner}</order>"
    )
}

#[test]
fn documents_are_read_by_their_schema() {
    let model = check(&[(
        &order("<card>c</card><note>n</note><sent>true</sent><note>m</note><state xsi:nil='true'/>"),
        r#"{"version": "2", "id": 7, "line": ["1.50"], "card": "c", "state": null,
            "content": [{"note": "n"}, {"sent": true}, {"note": "m"}]}"#,
    )]);
    assert_eq!(model.record("order").unwrap().fields[1].ty.to_string(), "i32", "as the schema says");
}

#[test]
fn one_way_of_a_choice_is_there() {
    check(&[
        (&order("<card>c</card>"), r#"{"version": "2", "id": 7, "line": ["1.50"], "card": "c"}"#),
        (
            &order("<iban>i</iban><bic>b</bic>"),
            r#"{"version": "2", "id": 7, "line": ["1.50"], "iban": "i", "bic": "b"}"#,
        ),
    ]);
}

#[test]
fn elements_that_may_stand_for_another_are_a_choice() {
    check(&[
        (
            &order("<circle colour='red'><r>1.5</r></circle>"),
            r#"{"version": "2", "id": 7, "line": ["1.50"], "content": [], "shape": {"circle": {"colour": "red", "r": 1.5}}}"#,
        ),
        (
            &order("<note>n</note><box><w>1</w><h>2</h></box>"),
            r#"{"version": "2", "id": 7, "line": ["1.50"], "content": [{"note": "n"}], "shape": {"box": {"w": 1, "h": 2}}}"#,
        ),
    ]);
}

#[test]
fn a_type_that_a_document_names_is_a_choice_and_types_may_contain_themselves() {
    let model = check(&[(
        &order("<by xsi:type='Driver'><name>a</name><boss><name>b</name></boss><car>c</car></by>"),
        r#"{"version": "2", "id": 7, "line": ["1.50"],
            "by": {"Driver": {"name": "a", "boss": {"boss": {"name": "b"}}, "car": "c"}}}"#,
    )]);
    assert!(model.types.contains_key("driver") && model.types.contains_key("person"), "{model:?}");
    // Where none does, it is the type of the element.
    check(&[(
        &order("<by><name>a</name><boss><name>b</name></boss></by>"),
        r#"{"version": "2", "id": 7, "line": ["1.50"], "by": {"name": "a", "boss": {"name": "b"}}}"#,
    )]);
}

#[test]
fn what_does_not_come_back_is_text_and_what_no_document_has_is_left_out() {
    let document = infoset(&order("<note>n</note>").replace("<id>7</id>", "<id>007</id><on>2026-02-03</on>"));
    let sample = SampleDocument { name: "order.xml", infoset: &document };
    let completed = parse("order.xsd", SCHEMA, Some("{urn:o}order"), &[sample]).unwrap();
    let order = completed.imported.model.record("order").unwrap();
    let types: Vec<String> = order.fields.iter().map(|field| format!("{}: {}", field.name, field.ty)).collect();
    assert_eq!(types, ["version: text", "id: text", "on: date", "line: [decimal(18,2)]", "content: [order-content]"]);
    assert!(completed.notes[0].contains("fields are left out, which no message has"), "{:?}", completed.notes);
    // Without documents it has all.
    let whole = parse("order.xsd", SCHEMA, Some("order"), &[]).unwrap().imported.model;
    assert_eq!(whole.record("order").unwrap().fields.len(), 12);
    assert!(whole.types.contains_key("circle") && whole.types.contains_key("state"));
}

#[test]
fn files_are_included_and_imported_and_a_wsdl_holds_schemas() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    const XS: &str = "xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"";
    let schema = format!(
        "<xs:schema {XS} xmlns:c='urn:c' targetNamespace='urn:a'><xs:include schemaLocation='part.xsd'/>\
         <xs:import namespace='urn:c' schemaLocation='http://example.com/common/c.xsd'/>\
         <xs:element name='a' xmlns:a='urn:a'><xs:complexType><xs:sequence><xs:element name='p' type='a:Part'/>\
         <xs:element ref='c:c'/></xs:sequence></xs:complexType></xs:element></xs:schema>"
    );
    write("main.xsd", &schema);
    write(
        "part.xsd",
        &format!(
            "<xs:schema {XS}><xs:simpleType name='Part'><xs:restriction base='xs:long'/></xs:simpleType></xs:schema>"
        ),
    );
    write(
        "more/c.xsd",
        &format!("<xs:schema {XS} targetNamespace='urn:c'><xs:element name='c' type='xs:string'/></xs:schema>"),
    );
    let main = folder.path().join("main.xsd");
    let lacking = load(&main, None, &[], &[]).unwrap_err().to_string();
    assert!(
        lacking.contains(
            "main.xsd:1: element {urn:c}c is not known; these files are named and were not found: http://example.com"
        ),
        "{lacking}"
    );
    // Without a place it is found by its namespace.
    write("placeless.xsd", &schema.replace(" schemaLocation='http://example.com/common/c.xsd'", ""));
    let more = [folder.path().join("more")];
    assert!(load(&folder.path().join("placeless.xsd"), None, &more, &[]).is_ok());
    let model = load(&main, None, &more, &[]).unwrap().imported.model;
    let document = infoset("<x:a xmlns:x='urn:a'><p>5</p><y:c xmlns:y='urn:c'>t</y:c></x:a>");
    assert_eq!(read(&model, &document), json::read(br#"{"p": 5, "c": "t"}"#).unwrap());
    let wsdl = format!(
        "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'><w:types>{schema}</w:types><w:message name='m'/></w:definitions>"
    );
    write("service.wsdl", &wsdl);
    let model = load(&folder.path().join("service.wsdl"), Some("a"), &[folder.path().join("more")], &[]).unwrap();
    assert_eq!(model.imported.type_name, "{urn:a}a");
    write(
        "loop.xsd",
        &format!("<xs:schema {XS}><xs:include schemaLocation='loop.xsd'/><xs:element name='a'/></xs:schema>"),
    );
    assert_eq!(load(&folder.path().join("loop.xsd"), None, &[], &[]).unwrap().imported.model.root.to_string(), "text");
}

#[test]
fn broken_schemas_say_where() {
    let of = |inner: &str| format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\n{inner}</xs:schema>");
    for (text, element, says) in [
        ("<a/>".to_owned(), None, "s.xsd: no schema is in it"),
        ("<a>".to_owned(), None, "s.xsd:1:"),
        (of("<xs:element name='a' type='B'/>"), None, "s.xsd:2: type {}B is not known"),
        (of("<xs:element name='a' type='p:B'/>"), None, "s.xsd:2: the prefix of \"p:B\" is not declared"),
        (of("<xs:element/>"), None, "s.xsd:2: it has no name"),
        (
            of("<xs:element name='a'/><xs:element name='b'/>"),
            None,
            "choose an element with --type NAME; there are a, b",
        ),
        (of("<xs:element name='a'/>"), Some("c"), "element \"c\" is unknown"),
        (of("<xs:redefine schemaLocation='x'/>"), None, "s.xsd:2: xs:redefine is not read"),
        (
            of("<xs:element name='a' type='T'/><xs:complexType name='T'><xs:group ref='g'/></xs:complexType>\
                <xs:group name='g'><xs:sequence><xs:group ref='g'/></xs:sequence></xs:group>"),
            None,
            "a group that contains itself",
        ),
        (
            of("<xs:element name='a' type='T'/><xs:simpleType name='T'><xs:restriction base='T'/></xs:simpleType>"),
            None,
            "a simple type that restricts itself",
        ),
        (
            of("<xs:element name='a' type='T'/><xs:complexType name='T'><xs:complexContent><xs:extension base='T'/>\
                </xs:complexContent></xs:complexType>"),
            None,
            "a type that extends itself",
        ),
    ] {
        let error = parse("s.xsd", &text, element, &[]).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    // Twenty groups, each of which has the next one twice, and elements that stand for each other.
    let group = |number: usize| {
        let next = format!("<xs:group ref='g{}'/>", number + 1);
        format!("<xs:group name='g{number}'><xs:sequence>{next}{next}</xs:sequence></xs:group>")
    };
    let groups: String = (0..20).map(group).collect();
    let last = "<xs:group name='g20'><xs:sequence><xs:element name='e'/></xs:sequence></xs:group>";
    let text = of(&format!(
        "<xs:element name='a'><xs:complexType><xs:group ref='g0'/></xs:complexType></xs:element>{groups}{last}"
    ));
    let error = parse("s.xsd", &text, None, &[]).unwrap_err().to_string();
    assert!(error.contains("more than 100000 fields in all"), "{error}");
    let text = of(
        "<xs:element name='a'><xs:complexType><xs:sequence><xs:element ref='b'/></xs:sequence></xs:complexType></xs:element>\
        <xs:element name='b' type='xs:string' substitutionGroup='c'/><xs:element name='c' type='xs:string' substitutionGroup='b'/>",
    );
    let model = parse("s.xsd", &text, Some("a"), &[]).unwrap().imported.model;
    assert!(model.record("a-b").is_some_and(|choice| choice.fields.len() == 2), "{model:?}");
    let document = infoset(&order("<unknown/>"));
    let sample = SampleDocument { name: "order.xml", infoset: &document };
    let error = parse("order.xsd", SCHEMA, None, &[sample]).unwrap_err().to_string();
    assert!(error.starts_with("order.xml:1: element \"unknown\", which is no field of order"), "{error}");
}

#[test]
fn a_type_is_written_as_a_schema_that_is_read_again() {
    for document in [
        "<order xmlns='urn:o' id='7' draft='true'><line sku='a'>1.50</line><line sku='b'>2.25</line><note>n</note></order>",
        "<order><p>One <b>two</b> and <i c='1'>3</i></p><price currency='EUR'>1.5</price><price currency='USD'>2.5</price></order>",
        "<order xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><a xsi:nil='true'/><b/><c/><b/></order>",
    ] {
        let infoset = infoset(document);
        let mut inference = wirecost_types::xml::Inference::default();
        infoset.events.iter().try_for_each(|event| inference.event(event)).unwrap();
        let model = inference.finish().unwrap().model;
        let schema = wirecost_types::emit::xml_schema(&model).unwrap();
        let sample = SampleDocument { name: "order.xml", infoset: &infoset };
        let again = parse("order.xsd", &schema, None, &[sample]).unwrap_or_else(|error| panic!("{error}\n{schema}"));
        assert_eq!(read(&again.imported.model, &infoset), read(&model, &infoset), "{schema}");
    }
    // A type of data trees describes them as they are written.
    let model = Model::from_toml(
        "m.toml",
        "type = \"a\"\n[types.a]\nid = \"i64?\"\ntags = \"[text]\"\nat = \"timestamp(s)\"\nkind = \"k\"\nsum = \"decimal(9,2)\"\n[types]\nk = [\"x\", \"y\"]\n",
    );
    let model = model.unwrap();
    let schema = wirecost_types::emit::xml_schema(&model).unwrap();
    for line in [
        "<xs:element name=\"a\" type=\"a\"/>",
        "<xs:element name=\"id\" minOccurs=\"0\" type=\"xs:long\"/>",
        "<xs:element name=\"item\" minOccurs=\"0\" maxOccurs=\"unbounded\" type=\"xs:string\"/>",
        "<xs:element name=\"at\" type=\"xs:long\"/>",
        "<xs:enumeration value=\"y\"/>",
        "<xs:fractionDigits value=\"2\"/>",
    ] {
        assert!(schema.contains(line), "{line}\n{schema}");
    }
    for (types, says) in [
        ("a = \"{text}\"", "a.a: a map, whose keys are names of elements"),
        ("a = \"b|c\"\n[types.b]\n[types.c]\nx = \"i64\"", "a.a: a union of more than plain texts"),
    ] {
        let model = Model::from_toml("m.toml", &format!("type = \"a\"\n[types.a]\n{types}\n")).unwrap();
        let error = wirecost_types::emit::xml_schema(&model).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
