# Builds the engine, and a library that takes the place of sched_yield.
set -e
cc -O2 -fPIC -shared -Wall -Wextra -o "$2/engine.so" "$1/engine.c" -ltokyocabinet
cc -O2 -fPIC -shared -Wall -Wextra -o "$2/no-yield.so" "$1/no-yield.c"
