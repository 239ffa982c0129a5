# The service in Cap'n Proto. wirecost_capnp.rs is made of this, and checked to be current, by: ../generate/run write,
# ../generate/run check (capnp 0.9.2, capnpc 0.27)

@0xeb9f73d477a51b1b;

using Messages = import "messages.capnp";

interface Wirecost {
  echoFloat @0 (message :Messages.EchoFloat) -> (message :Messages.EchoFloat);
  countFloat @1 (message :Messages.EchoFloat) -> (count :Int32);
  echoEmpty @2 (message :Messages.Empty) -> (message :Messages.Empty);
  countEmpty @3 (message :Messages.Empty) -> (count :Int32);
  echoText @4 (message :Messages.Message) -> (message :Messages.Message);
  countText @5 (message :Messages.Message) -> (count :Int32);
  echoDoubles @6 (message :Messages.Doubles) -> (message :Messages.Doubles);
  countDoubles @7 (message :Messages.Doubles) -> (count :Int32);
  echoDns @8 (message :Messages.Dns) -> (message :Messages.Dns);
  countDns @9 (message :Messages.Dns) -> (count :Int32);
  # No server has it.
  noSuchMethod @10 (message :Messages.Empty) -> (message :Messages.Empty);
  # What probes call.
  meet @11 (longestMs :Int32) -> (met :Int32);
  callBack @12 (caller :Caller, number :Int32) -> (answer :Int32);
  echoLong @13 (signed :Int64, unsigned :UInt64) -> (signed :Int64, unsigned :UInt64);
}

# What a client gives to a server that is to call it back.
interface Caller {
  ask @0 (number :Int32) -> (answer :Int32);
}
