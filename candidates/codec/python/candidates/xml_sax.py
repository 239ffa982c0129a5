"""xml.sax of the standard library: https://docs.python.org/3/library/xml.sax.html

Choices: parseString with namespaces resolved and a handler for comments (LexicalHandler); entities of other files are
not read (the default). Timed, every event's content is
counted (docs/PROTOCOL.md) and nothing is kept.
"""

import io
import xml.sax
from xml.sax.handler import feature_namespaces, property_lexical_handler


class Lexical(xml.sax.ContentHandler):
    """A content handler that is a lexical handler too."""

    # What else a lexical handler is told is no part of the infoset.
    def startCDATA(self):
        pass

    endCDATA = endDTD = startCDATA

    def startDTD(self, name, public_id, system_id):
        pass


class Count(Lexical):
    """Counts every event and its content, and keeps none."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def startElementNS(self, name, qname, attributes):
        self.count += 1
        for _, value in attributes.items():
            self.count += 1 + len(value)

    def endElementNS(self, name, qname):
        self.count += 1

    def characters(self, content):
        self.count += len(content)

    def processingInstruction(self, target, data):
        self.count += 1 + len(data)

    def comment(self, content):
        self.count += 1 + len(content)


def named(name):
    namespace, local = name
    return {"namespace": namespace, "name": local} if namespace else {"name": local}


class Keep(Lexical):
    """Writes down every event, for the check."""

    def __init__(self):
        super().__init__()
        self.events = []

    def startElementNS(self, name, qname, attributes):
        attributes = [dict(named(key), value=value) for key, value in attributes.items()]
        self.events.append({"start": dict(named(name), attributes=attributes)})

    def endElementNS(self, name, qname):
        self.events.append("end")

    def characters(self, content):
        self.events.append({"text": content})

    def processingInstruction(self, target, data):
        self.events.append({"instruction": {"target": target, "data": data}})

    def comment(self, content):
        self.events.append({"comment": content})


def parse(encoded, handler):
    parser = xml.sax.make_parser()
    parser.setFeature(feature_namespaces, True)
    parser.setContentHandler(handler)
    parser.setProperty(property_lexical_handler, handler)
    parser.parse(io.BytesIO(encoded))


class Sax:
    name, package, format, binding = "python-xml-sax", "python", "xml", "events"
    operations = ["decode"]

    def prepare(self, operation, value):
        return value

    def decode(self, encoded):
        handler = Count()
        parse(encoded, handler)
        return handler.count

    def answer(self, encoded):
        handler = Keep()
        parse(encoded, handler)
        return handler.events


CANDIDATES = [Sax()]
