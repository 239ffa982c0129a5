import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import wirecost.Exchange;
import wirecost.Failure;
import wirecost.Main;
import wirecost.ProbeGrpc;
import wirecost.ProbeOuterClass;
import wirecost.Stack;
import wirecost.WirecostGrpc;
import wirecost.WirecostOuterClass.Count;

/** A channel, which is one connection. The calls are those that a generated blocking stub makes. */
final class Client implements Stack.Connection {
    private final ManagedChannel channel;
    private final int timeoutMs;
    private final MethodDescriptor<Message, Message> method;
    private final Message request;
    private final Message expected;

    private Client(Exchange exchange) {
        timeoutMs = exchange.calling().timeoutMs();
        channel = NettyChannelBuilder.forAddress(exchange.calling().address())
                .usePlaintext()
                .maxInboundMessageSize(Server.LARGEST)
                .build();
        request = Protos.of(exchange.argument());
        expected = exchange.calling().isEcho() ? request : Protos.count(wirecost.Messages.count(exchange.argument()));
        method = MethodDescriptor.<Message, Message>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(
                        MethodDescriptor.generateFullMethodName(WirecostGrpc.SERVICE_NAME, exchange.method()))
                .setRequestMarshaller(ProtoUtils.marshaller(request.getDefaultInstanceForType()))
                .setResponseMarshaller(ProtoUtils.marshaller(expected.getDefaultInstanceForType()))
                .build();
    }

    public static void main(String[] arguments) {
        Main.run(new Stack() {
            @Override
            public Connection connect(Exchange exchange) {
                return new Client(exchange);
            }

            @Override
            public Attempt attempt(String ability) {
                return Client.attempt(ability);
            }
        });
    }

    private static Stack.Attempt attempt(String ability) {
        return switch (ability) {
            case "integers" -> exchange -> new Client(exchange).echoLong();
            case "fault-code" -> exchange -> new Client(exchange).fail();
            case "one-way" -> Stack.Attempt.nothing("each of its calls ends with a status");
            case "concurrent" -> exchange -> new Client(exchange).meet();
            case "both-ways" -> Stack.Attempt.nothing("its server answers calls and makes none");
            case "date-time" -> exchange -> new Client(exchange).echoTime();
            default -> null;
        };
    }

    private CallOptions options() {
        return CallOptions.DEFAULT.withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS);
    }

    @Override
    public void call() throws Exception {
        // A message keeps its size once it is known: each call has one of its own.
        Message reply = call(method, request.toBuilder().build());
        if (!expected.equals(reply)) {
            throw Failure.wrong(reply.toString());
        }
    }

    private <T, R> R call(MethodDescriptor<T, R> called, T message) throws Exception {
        try {
            return ClientCalls.blockingUnaryCall(channel, called, options(), message);
        } catch (StatusRuntimeException ended) {
            throw failed(ended.getStatus());
        }
    }

    /** What a status that is not `OK` means; the library makes one of everything. */
    private static Exception failed(Status status) {
        if (status.getCause() instanceof ConnectException refused) {
            return refused;
        }
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> new SocketTimeoutException(status.getDescription());
            case UNAVAILABLE -> new IOException(status.toString());
            default -> status.getCause() == null
                    ? Failure.stated(status.getCode().value(), status.toString())
                    : Failure.wrong(status.toString());
        };
    }

    private void echoLong() throws Exception {
        long[][] limits = {{Long.MIN_VALUE, -1}, {Long.MAX_VALUE, 0}};
        for (long[] limit : limits) {
            ProbeOuterClass.Long sent =
                    ProbeOuterClass.Long.newBuilder().setSigned(limit[0]).setUnsigned(limit[1]).build();
            Stack.Cannot.unlessSame(sent, call(ProbeGrpc.getEchoLongMethod(), sent));
        }
    }

    /** Codes are an enumeration of 17; this is one that gRPC leaves to applications. */
    private void fail() throws Exception {
        int code = Status.Code.FAILED_PRECONDITION.value();
        try {
            call(ProbeGrpc.getFailMethod(), Protos.count(code));
        } catch (Failure fault) {
            Stack.Cannot.unlessSame(code, fault.code());
            return;
        }
        throw new Stack.Cannot("a method that fails is answered as if it did not");
    }

    private void meet() throws Exception {
        Count longest = Protos.count(timeoutMs / 4);
        MethodDescriptor<Count, Count> called = ProbeGrpc.getMeetMethod();
        ListenableFuture<Count> one = ClientCalls.futureUnaryCall(channel.newCall(called, options()), longest);
        ListenableFuture<Count> two = ClientCalls.futureUnaryCall(channel.newCall(called, options()), longest);
        Stack.Cannot.unlessMet(Math.min(one.get().getValue(), two.get().getValue()));
    }

    private void echoTime() throws Exception {
        Timestamp moment = Timestamp.newBuilder().setSeconds(986_308_245).setNanos(123_456_789).build();
        Stack.Cannot.unlessSame(moment, call(ProbeGrpc.getEchoTimeMethod(), moment));
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
