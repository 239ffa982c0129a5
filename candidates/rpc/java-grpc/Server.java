import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import wirecost.ProbeGrpc;
import wirecost.ProbeOuterClass;
import wirecost.Probed;
import wirecost.Served;
import wirecost.WirecostGrpc;
import wirecost.WirecostOuterClass.Count;
import wirecost.WirecostOuterClass.Dns;
import wirecost.WirecostOuterClass.Doubles;
import wirecost.WirecostOuterClass.EchoFloat;
import wirecost.WirecostOuterClass.Empty;
import wirecost.WirecostOuterClass.Text;

/** The generated service, with its methods. */
final class Server extends WirecostGrpc.WirecostImplBase {
    static final int LARGEST = 64 << 20;

    private Server() {}

    public static void main(String[] arguments) throws Exception {
        NettyServerBuilder.forAddress(new InetSocketAddress(Served.host(), Served.port()))
                .maxInboundMessageSize(LARGEST)
                .addService(new Server())
                .addService(new Probe())
                .build()
                .start()
                .awaitTermination();
    }

    private static <T extends Message> void answer(T reply, StreamObserver<T> caller) {
        caller.onNext(reply);
        caller.onCompleted();
    }

    @Override
    public void echoFloat(EchoFloat message, StreamObserver<EchoFloat> caller) {
        answer(message, caller);
    }

    @Override
    public void countFloat(EchoFloat message, StreamObserver<Count> caller) {
        answer(Protos.count(Float.floatToRawIntBits(message.getValue())), caller);
    }

    @Override
    public void echoEmpty(Empty message, StreamObserver<Empty> caller) {
        answer(message, caller);
    }

    @Override
    public void countEmpty(Empty message, StreamObserver<Count> caller) {
        answer(Protos.count(0), caller);
    }

    @Override
    public void echoText(Text message, StreamObserver<Text> caller) {
        answer(message, caller);
    }

    @Override
    public void countText(Text message, StreamObserver<Count> caller) {
        answer(Protos.count(message.getValueBytes().size()), caller);
    }

    @Override
    public void echoDoubles(Doubles message, StreamObserver<Doubles> caller) {
        answer(message, caller);
    }

    @Override
    public void countDoubles(Doubles message, StreamObserver<Count> caller) {
        answer(Protos.count(message.getValuesCount()), caller);
    }

    @Override
    public void echoDns(Dns message, StreamObserver<Dns> caller) {
        answer(message, caller);
    }

    @Override
    public void countDns(Dns message, StreamObserver<Count> caller) {
        answer(Protos.count(message.getRecordsCount()), caller);
    }

    /** The methods of a probe. */
    private static final class Probe extends ProbeGrpc.ProbeImplBase {
        private final Probed probed = new Probed();

        @Override
        public void fail(Count code, StreamObserver<Count> caller) {
            caller.onError(Status.fromCodeValue(code.getValue()).withDescription("as it was told").asException());
        }

        @Override
        public void meet(Count longestMs, StreamObserver<Count> caller) {
            try {
                answer(Protos.count(probed.meet(longestMs.getValue())), caller);
            } catch (InterruptedException end) {
                caller.onError(Status.CANCELLED.asException());
            }
        }

        @Override
        public void echoLong(ProbeOuterClass.Long number, StreamObserver<ProbeOuterClass.Long> caller) {
            answer(number, caller);
        }

        @Override
        public void echoTime(Timestamp moment, StreamObserver<Timestamp> caller) {
            answer(moment, caller);
        }
    }
}
