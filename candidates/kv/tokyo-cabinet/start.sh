# Starts the store: VARIANT BUILT FRONT KEYS VERB. Ten buckets for each key, as in 2009 with values of 100 bytes.
if [ "$1" = no-yield ]; then
    export LD_PRELOAD="$2/no-yield.so${LD_PRELOAD:+:$LD_PRELOAD}"
fi
exec "$3" "$5" shim "$2/engine.so:$(($4 * 10))"
