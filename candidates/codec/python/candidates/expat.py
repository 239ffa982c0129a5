"""pyexpat of the standard library: https://docs.python.org/3/library/pyexpat.html

Choices: a parser with namespace processing and adjacent text joined in its buffer (buffer_text), handlers as plain
functions. Timed, every event's content is handed over and counted (docs/PROTOCOL.md), and nothing is kept.
"""

from xml.parsers import expat

# No XML name or namespace holds a space.
SEPARATOR = " "


def parse(encoded, start, end, text, comment, instruction):
    parser = expat.ParserCreate(namespace_separator=SEPARATOR)
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.CommentHandler = comment
    parser.ProcessingInstructionHandler = instruction
    parser.Parse(encoded, True)


def named(name):
    namespace, found, local = name.rpartition(SEPARATOR)
    return {"namespace": namespace, "name": local} if found else {"name": local}


class Expat:
    name, package, format, binding = "python-expat", "python", "xml", "events"
    operations = ["decode"]

    def prepare(self, operation, value):
        return value

    def decode(self, encoded):
        count = 0

        def start(_, attributes):
            nonlocal count
            count += 1
            for value in attributes.values():
                count += 1 + len(value)

        def end(_):
            nonlocal count
            count += 1

        def text(content):
            nonlocal count
            count += len(content)

        def comment(content):
            nonlocal count
            count += 1 + len(content)

        def instruction(_, data):
            nonlocal count
            count += 1 + len(data)

        parse(encoded, start, end, text, comment, instruction)
        return count

    def answer(self, encoded):
        events = []

        def start(name, attributes):
            attributes = [dict(named(key), value=value) for key, value in attributes.items()]
            events.append({"start": dict(named(name), attributes=attributes)})

        parse(
            encoded,
            start,
            lambda name: events.append("end"),
            lambda text: events.append({"text": text}),
            lambda text: events.append({"comment": text}),
            lambda target, data: events.append({"instruction": {"target": target, "data": data}}),
        )
        return events


CANDIDATES = [Expat()]
