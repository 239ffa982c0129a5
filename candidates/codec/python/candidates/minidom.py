"""xml.dom.minidom of the standard library: https://docs.python.org/3/library/xml.dom.minidom.html

Choices: parseString and toxml, as most programs call them. Namespaces are resolved; their declarations stand in the
tree as attributes and are no part of the infoset.
"""

from xml.dom import Node, minidom

XMLNS = "http://www.w3.org/2000/xmlns/"


def named(node):
    local = node.localName or node.nodeName
    return {"namespace": node.namespaceURI, "name": local} if node.namespaceURI else {"name": local}


def tell(node, events):
    kind = node.nodeType
    if kind == Node.ELEMENT_NODE:
        attributes = [attribute for attribute in node.attributes.values() if attribute.namespaceURI != XMLNS]
        attributes = [dict(named(attribute), value=attribute.value) for attribute in attributes]
        events.append({"start": dict(named(node), attributes=attributes)})
        for child in node.childNodes:
            tell(child, events)
        events.append("end")
    elif kind in (Node.TEXT_NODE, Node.CDATA_SECTION_NODE):
        events.append({"text": node.data})
    elif kind == Node.COMMENT_NODE:
        events.append({"comment": node.data})
    elif kind == Node.PROCESSING_INSTRUCTION_NODE:
        events.append({"instruction": {"target": node.target, "data": node.data}})


def qualified(name):
    prefix = name.get("prefix")
    return f"{prefix}:{name['name']}" if isinstance(prefix, str) else name["name"]


def namespace(name):
    found = name.get("namespace")
    return found if isinstance(found, str) else None


def build(events):
    document = minidom.Document()
    open_nodes = [document]
    for event in events:
        parent = open_nodes[-1]
        if event == "end":
            open_nodes.pop()
        elif "start" in event:
            start = event["start"]
            element = document.createElementNS(namespace(start), qualified(start))
            for declaration in start.get("declarations", []):
                prefix = declaration.get("prefix")
                name = f"xmlns:{prefix}" if isinstance(prefix, str) else "xmlns"
                element.setAttributeNS(XMLNS, name, declaration["namespace"])
            for attribute in start["attributes"]:
                element.setAttributeNS(namespace(attribute), qualified(attribute), attribute["value"])
            parent.appendChild(element)
            open_nodes.append(element)
        elif "text" in event:
            # White space around the root element is no part of the infoset.
            if parent is not document:
                parent.appendChild(document.createTextNode(event["text"]))
        elif "comment" in event:
            parent.appendChild(document.createComment(event["comment"]))
        elif "instruction" in event:
            instruction = event["instruction"]
            parent.appendChild(document.createProcessingInstruction(instruction["target"], instruction["data"]))
    return document


class Dom:
    name, package, format, binding = "python-minidom", "python", "xml", "tree"
    operations = ["decode", "encode", "round-trip"]

    def prepare(self, operation, value):
        return build(value) if operation == "encode" else value

    def decode(self, encoded):
        return minidom.parseString(encoded)

    def answer(self, document):
        events = []
        for child in document.childNodes:
            tell(child, events)
        return events

    def encode(self, document):
        return document.toxml(encoding="utf-8")


CANDIDATES = [Dom()]
