%% The inets candidate: httpd with one callback module, this one.
-module(server).
-export([start/0, do/1]).

-include_lib("inets/include/httpd.hrl").

start() ->
    {ok, Message} = file:read_file(os:getenv("WIRECOST_MESSAGE")),
    Nonce = list_to_binary(os:getenv("WIRECOST_NONCE")),
    persistent_term:put(answers, #{"/message" => answer(Message), "/who" => answer(Nonce)}),
    ok = inets:start(),
    {ok, _} = inets:start(httpd, [
        {port, list_to_integer(os:getenv("WIRECOST_PORT"))},
        {bind_address, {127, 0, 0, 1}},
        {server_name, "localhost"},
        {server_root, "."},
        {document_root, "."},
        {modules, [?MODULE]},
        {keep_alive, true},
        %% The default of 150 turns the 151st connection away.
        {max_clients, 20000}
    ]).

answer(Content) ->
    {[{code, 200}, {content_type, "application/octet-stream"}, {content_length, integer_to_list(byte_size(Content))}],
     [Content]}.

%% httpd's callback: the answer to a request.
do(#mod{request_uri = Path}) ->
    case persistent_term:get(answers) of
        #{Path := {Head, Content}} -> {proceed, [{response, {response, Head, Content}}]};
        _ -> {proceed, [{status, {404, Path, "no such path"}}]}
    end.
