"""grpcio, with the code that its own compiler makes of the emitted .proto."""

import importlib
import sys
import tempfile

import grpc
from grpc_tools import protoc

from messages import BARE, BITS, DOUBLES, FLOAT, RECORD, TEXT, check


def compiled(text):
    folder = tempfile.mkdtemp()
    with open(f"{folder}/wirecost.proto", "w") as file:
        file.write(text)
    if protoc.main(["protoc", f"-I{folder}", f"--python_out={folder}", f"--grpc_python_out={folder}", "wirecost.proto"]):
        raise SystemExit("protoc refuses the .proto")
    sys.path.insert(0, folder)
    return importlib.import_module("wirecost_pb2"), importlib.import_module("wirecost_pb2_grpc")


def status_of(call, *arguments):
    try:
        call(*arguments)
    except grpc.RpcError as error:
        return error.code()
    return None


def main(address, description):
    types, service = compiled(open(description).read())
    with grpc.insecure_channel(address) as channel:
        stub = service.WirecostStub(channel)
        check("echoFloat", stub.echoFloat(types.EchoFloat(value=FLOAT)).value, FLOAT)
        check("echoFloat 0", stub.echoFloat(types.EchoFloat()).value, 0.0)
        check("countFloat", stub.countFloat(types.EchoFloat(value=FLOAT)).value, BITS)
        check("echoEmpty", stub.echoEmpty(types.Empty()), types.Empty())
        check("countEmpty", stub.countEmpty(types.Empty()).value, 0)
        check("echoText", stub.echoText(types.Text(value=TEXT)).value, TEXT)
        check("countText", stub.countText(types.Text(value=TEXT)).value, len(TEXT.encode()))
        check("echoDoubles", list(stub.echoDoubles(types.Doubles(values=DOUBLES)).values), DOUBLES)
        check("countDoubles", stub.countDoubles(types.Doubles(values=DOUBLES)).value, len(DOUBLES))
        dns = types.Dns(records=[types.DnsRecord(**RECORD), types.DnsRecord(**BARE)])
        check("echoDns", stub.echoDns(dns), dns)
        check("no type", stub.echoDns(dns).records[1].HasField("type"), False)
        check("countDns", stub.countDns(dns).value, 2)
        check("large", len(stub.echoText(types.Text(value="x" * 1_000_000)).value), 1_000_000)
        unknown = channel.unary_unary("/wirecost.Wirecost/noSuchMethod")
        check("unknown method", status_of(unknown, b""), grpc.StatusCode.UNIMPLEMENTED)
        broken = channel.unary_unary("/wirecost.Wirecost/echoText")
        check("no message", status_of(broken, b"\xff\xff\xff") in (grpc.StatusCode.INTERNAL, grpc.StatusCode.INVALID_ARGUMENT), True)
        check("it goes on", stub.countEmpty(types.Empty()).value, 0)


main(*sys.argv[1:])
print("ok")
