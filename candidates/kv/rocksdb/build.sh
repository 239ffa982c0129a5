# Builds the engine.
exec cc -O2 -fPIC -shared -Wall -Wextra -o "$2/engine.so" "$1/engine.c" -lrocksdb
