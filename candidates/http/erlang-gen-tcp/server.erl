%% The gen_tcp candidate: a process a connection, requests parsed by the socket's packet type http.
-module(server).
-export([start/0]).

start() ->
    {ok, Message} = file:read_file(os:getenv("WIRECOST_MESSAGE")),
    Nonce = list_to_binary(os:getenv("WIRECOST_NONCE")),
    Answers = #{<<"/message">> => answer("200 OK", Message), <<"/who">> => answer("200 OK", Nonce)},
    %% The backlog of every candidate; the default is 5.
    Options = [binary, {packet, http_bin}, {active, false}, {ip, {127, 0, 0, 1}}, {backlog, 4096}, {nodelay, true},
               {reuseaddr, true}],
    {ok, Listener} = gen_tcp:listen(list_to_integer(os:getenv("WIRECOST_PORT")), Options),
    accept(Listener, Answers).

answer(Status, Content) ->
    Length = integer_to_binary(byte_size(Content)),
    iolist_to_binary(["HTTP/1.1 ", Status, "\r\ncontent-type: application/octet-stream\r\ncontent-length: ", Length,
                      "\r\n\r\n", Content]).

accept(Listener, Answers) ->
    {ok, Socket} = gen_tcp:accept(Listener),
    Connection = spawn(fun() -> receive begin_reading -> request(Socket, Answers) end end),
    %% A client that has gone already makes this fail, which is no concern of the others.
    _ = gen_tcp:controlling_process(Socket, Connection),
    Connection ! begin_reading,
    accept(Listener, Answers).

request(Socket, Answers) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, {http_request, 'GET', {abs_path, Path}, Version}} -> headers(Socket, Answers, Path, Version =:= {1, 1});
        _ -> gen_tcp:close(Socket)
    end.

headers(Socket, Answers, Path, KeepAlive) ->
    case gen_tcp:recv(Socket, 0) of
        {ok, {http_header, _, 'Connection', _, Value}} ->
            headers(Socket, Answers, Path, KeepAlive andalso string:lowercase(Value) =/= <<"close">>);
        {ok, {http_header, _, _, _, _}} ->
            headers(Socket, Answers, Path, KeepAlive);
        {ok, http_eoh} ->
            ok = gen_tcp:send(Socket, maps:get(Path, Answers, <<"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n">>)),
            case KeepAlive of
                true -> request(Socket, Answers);
                false -> gen_tcp:close(Socket)
            end;
        _ ->
            gen_tcp:close(Socket)
    end.
