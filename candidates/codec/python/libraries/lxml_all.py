"""lxml: https://lxml.de

Choices: a tree by fromstring and tostring, with a parser that resolves no entities and fetches nothing; it keeps comments and processing
instructions. Events by a target parser: plain functions, every event's content is handed over and counted (docs/PROTOCOL.md), and nothing
is kept.
"""

from importlib.metadata import version

from lxml import etree

from candidates.elementtree import join, split


def parser(**options):
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, **options)


def tell(node, events):
    if node.tag is etree.Comment:
        events.append({"comment": node.text or ""})
    elif node.tag is etree.ProcessingInstruction:
        events.append({"instruction": {"target": node.target, "data": node.text or ""}})
    else:
        attributes = [dict(split(name), value=value) for name, value in node.items()]
        events.append({"start": dict(split(node.tag), attributes=attributes)})
        if node.text:
            events.append({"text": node.text})
        for child in node:
            tell(child, events)
            if child.tail:
                events.append({"text": child.tail})
        events.append("end")


def tell_document(root):
    """The root element with what is before and after it."""
    before, node = [], root.getprevious()
    while node is not None:
        before.append(node)
        node = node.getprevious()
    events = []
    for node in reversed(before):
        tell(node, events)
    tell(root, events)
    node = root.getnext()
    while node is not None:
        tell(node, events)
        node = node.getnext()
    return events


def build(events):
    root, parent, last = None, None, None

    def add(node):
        nonlocal root, last
        if parent is not None:
            parent.append(node)
        elif root is not None:
            root.addnext(node)
        else:
            before.append(node)
        last = node

    before = []
    for event in events:
        if event == "end":
            last, parent = parent, parent.getparent()
        elif "start" in event:
            start = event["start"]
            attributes = {join(attribute): attribute["value"] for attribute in start["attributes"]}
            if parent is None:
                root = parent = etree.Element(join(start), attributes)
                for node in before:
                    root.addprevious(node)
            else:
                parent = etree.SubElement(parent, join(start), attributes)
            last = None
        elif "text" in event and parent is not None:
            if last is None:
                parent.text = (parent.text or "") + event["text"]
            else:
                last.tail = (last.tail or "") + event["text"]
        elif "comment" in event:
            add(etree.Comment(event["comment"]))
        elif "instruction" in event:
            instruction = event["instruction"]
            add(etree.ProcessingInstruction(instruction["target"], instruction["data"] or None))
    return root


class Tree:
    name, package, format, binding = "python-lxml", "lxml", "xml", "tree"
    version = version("lxml")
    operations = ["decode", "encode", "round-trip"]

    def prepare(self, operation, value):
        return build(value) if operation == "encode" else value

    def decode(self, encoded):
        return etree.fromstring(encoded, parser())

    def answer(self, result):
        return tell_document(result)

    def encode(self, element):
        return etree.tostring(element.getroottree(), encoding="utf-8")


class Count:
    """A target that counts what it is told."""

    def __init__(self):
        self.count = 0

    def start(self, _, attributes):
        self.count += 1
        for value in attributes.values():
            self.count += 1 + len(value)

    def end(self, _):
        self.count += 1

    def data(self, content):
        self.count += len(content)

    def comment(self, content):
        self.count += 1 + len(content)

    def pi(self, _, data):
        self.count += 1 + len(data or "")

    def close(self):
        return self.count


class Events:
    name, package, format, binding = "python-lxml-events", "lxml", "xml", "events"
    version = version("lxml")
    operations = ["decode"]

    def prepare(self, operation, value):
        return value

    def decode(self, encoded):
        return etree.fromstring(encoded, parser(target=Count()))

    def answer(self, encoded):
        return tell_document(etree.fromstring(encoded, parser()))


CANDIDATES = [Tree(), Events()]
