"""xml.etree.ElementTree of the standard library: https://docs.python.org/3/library/xml.etree.elementtree.html

Choices: fromstring and tostring, as most programs call them. The tree holds neither comments nor processing
instructions, and writes prefixes of its own.
"""

import xml.etree.ElementTree as ElementTree


def split(name):
    """'{namespace}local' as the tree writes it, in two."""
    namespace, brace, local = name.rpartition("}")
    return {"namespace": namespace[1:], "name": local} if brace else {"name": local}


def join(name):
    namespace = name.get("namespace")
    return "{%s}%s" % (namespace, name["name"]) if isinstance(namespace, str) else name["name"]


def tell(element, events):
    attributes = [dict(split(name), value=value) for name, value in element.items()]
    events.append({"start": dict(split(element.tag), attributes=attributes)})
    if element.text:
        events.append({"text": element.text})
    for child in element:
        tell(child, events)
        if child.tail:
            events.append({"text": child.tail})
    events.append("end")


def build(events):
    builder = ElementTree.TreeBuilder()
    open_elements = []
    for event in events:
        if event == "end":
            builder.end(open_elements.pop())
        elif "start" in event:
            start = event["start"]
            name = join(start)
            builder.start(name, {join(attribute): attribute["value"] for attribute in start["attributes"]})
            open_elements.append(name)
        elif "text" in event and open_elements:
            builder.data(event["text"])
    return builder.close()


class Tree:
    name, package, format, binding = "python-elementtree", "python", "xml", "tree"
    operations = ["decode", "encode", "round-trip"]
    omits = ["comments", "instructions"]

    def prepare(self, operation, value):
        return build(value) if operation == "encode" else value

    def decode(self, encoded):
        return ElementTree.fromstring(encoded)

    def answer(self, result):
        events = []
        tell(result, events)
        return events

    def encode(self, element):
        return ElementTree.tostring(element, encoding="utf-8")


CANDIDATES = [Tree()]
