#!/bin/sh
# Has protoc generate messages and stubs, from the service as wirecost describes it and from the methods of a probe. Arguments: this
# folder, where to put what is made, and wirecost.
set -e
folder=$1 built=$2 own=$3
chmod +x "$built"/lib/*.exe
mkdir "$built/generated" "$built/proto"
(cd "$built/proto" && jar xf "$built"/lib/protobuf-java-*.jar google/protobuf/timestamp.proto)
"$own" start rpc --emit proto >"$built/proto/wirecost.proto"
cp "$folder/probe.proto" "$built/proto"
"$built"/lib/protoc-[0-9]*.exe "--plugin=protoc-gen-grpc-java=$(echo "$built"/lib/protoc-gen-grpc-java-*.exe)" "-I$built/proto" \
    "--java_out=$built/generated" "--grpc-java_out=$built/generated" wirecost.proto probe.proto
